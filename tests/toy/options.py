"""What may be chosen in the toy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.core.decisions import Decision
from games.core.notation import Asked
from games.core.options import TextField
from games.core.tree import Ask, Node, Tree, Typed, branch, leaf
from tests.toy.rules import HIDING, NOTATION
from tests.toy.state import BEACONS, OFFERED, Hide, Light, Move, Rest
from tests.toy.view import View


class ToyOptions(Tree[Move]):
    def __init__(self, view: View, decision: Decision) -> None:
        self.view, self.oil = view, view.oil[decision.seat]
        self.asked = Asked(view, decision)
        if decision.kind in HIDING:
            root = Ask("Where do you hide your lamp?", self._lamps)
        else:
            root = Ask("Which beacon?", self._beacons)
        super().__init__(root, partial(NOTATION.refusal, self.asked), NOTATION.write)

    def _lamps(self) -> Iterator[Node[Move]]:
        for lamp in range(1, BEACONS + 1):
            yield leaf(f"{lamp}", f"Beacon {lamp}", Hide(lamp), short=f"{lamp}")

    def _beacons(self) -> Iterator[Node[Move]]:
        for beacon in self.dark() if self.oil else ():
            below = Ask("How much oil?", partial(self._heights, beacon), self._any_height(beacon))
            at = f"{beacon}"
            yield branch(at, f"Beacon {at}", f"B{at}+", below, short=f"{at}+")
        yield leaf("R", "Rest", Rest())

    def _any_height(self, beacon: int) -> Typed[Move]:
        def read(text: str) -> Move:
            return NOTATION.read(self.asked, f"B{beacon}+{text}")

        return Typed(TextField("Any amount", "4", 3), read)

    def dark(self) -> list[int]:
        return [at for at, flame in enumerate(self.view.flames, 1) if flame is None]

    def _heights(self, beacon: int) -> Iterator[Node[Move]]:
        for height in range(1, min(OFFERED, self.oil) + 1):
            light, short = Light(beacon, height), f"{beacon}+{height}"
            yield leaf(f"{height}", f"{height} oil", light, short=short)
