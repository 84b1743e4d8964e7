"""A small picture of the toy: six beacons as bars, in the colours of the seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from renderers import Look, Renderer, Scene
from renderers.palette import BLUE, GREEN, RED, STONE_DARK, VOID, WATER_LIGHT, Colour
from renderers.scene import Art, Drawing, Mark
from tests.toy.view import NAMES, View

WIDTH, HEIGHT = 252, 140


@dataclass(frozen=True, slots=True)
class ToyScene(Scene):
    view: View
    look: Look

    @property
    def alt(self) -> str:
        burning = sum(flame is not None for flame in self.view.flames)
        return f"Beacons. {burning} of 6 burn. {self.board.splitlines()[-1]}"[:1024]

    @property
    def board(self) -> str:
        lines = []
        for number, flame in enumerate(self.view.flames, 1):
            fire = "dark" if flame is None else f"{NAMES[flame.seat]} {flame.height}"
            own = " (your lamp)" if number == self.view.own_lamp else ""
            lines.append(f"{number}: {fire}{' (wind)' if number == self.view.wind else ''}{own}")
        called = (*self.look.names, *NAMES[len(self.look.names) :])
        oil = (f"{name} {left}" for name, left in zip(called, self.view.oil, strict=False))
        return "\n".join((*lines, "Oil: " + ", ".join(oil)))

    @property
    def drawing(self) -> Drawing:
        return Drawing(WIDTH, HEIGHT, VOID, tuple(self._marks()))

    def _marks(self) -> Iterator[Mark]:
        yield _bar(WIDTH, 20, STONE_DARK), 0, HEIGHT - 20
        for place, flame in enumerate(self.view.flames):
            left, tall = 6 + 41 * place, 30 * flame.height if flame else 6
            if place + 1 == self.view.wind:
                yield _bar(35, 6, WATER_LIGHT), left, 4
            if place + 1 == self.view.own_lamp:
                yield _bar(9, 9, VOID), left + 13, HEIGHT - 14
            colour = (RED, GREEN, BLUE)[flame.seat] if flame else STONE_DARK
            yield _bar(35, tall, colour), left, HEIGHT - 20 - tall


class ToyRenderer(Renderer):
    def scene(self, view: View, look: Look) -> ToyScene:
        return ToyScene(view, look)


@cache
def _bar(wide: int, tall: int, colour: Colour) -> Art:
    return Art(wide, tall, colour, ())
