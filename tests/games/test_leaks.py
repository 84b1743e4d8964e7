"""Two worlds find a leak wherever it reaches a viewer: the toy with one planted in each surface."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.core.questions import Question
from games.core.standing import GivenOrders
from games.core.types import Decision, Forbidden, Viewer
from renderers import Look
from tests.games.kit import Title, random_match
from tests.games.worlds import Leak, check_two_worlds
from tests.toy import RENDERER
from tests.toy.game import Move, State, Toy, ToyOptions, ToyStanding
from tests.toy.picture import ToyRenderer, ToyScene
from tests.toy.view import ToyWords, View

SEEN: list[State] = []
"""The state behind the view that was made last."""


def secret() -> str:
    return f" {SEEN[-1].lamps}"


class Peeking(Toy):
    """Honest so far, but its parts can look past the view."""

    def view(self, state: State, viewer: Viewer) -> View:
        SEEN[:] = [state]
        return super().view(state, viewer)


class Telling(ToyWords):
    def standing(self, view: View) -> str:
        return super().standing(view) + secret()


class Asking(ToyWords):
    def ask(self, view: View, decision: Decision) -> str:
        return super().ask(view, decision) + secret()


class Considering(ToyWords):
    def consider(self, view: View, decision: Decision, move: Move) -> tuple[str, ...]:
        return (*super().consider(view, decision, move), secret())


class Waiting(ToyStanding):
    """What others read depends on the orders that were given."""

    def unless(self, view: View, decision: Decision, orders: GivenOrders) -> str:
        return f"{super().unless(view, decision, orders)} {len(orders)}"


class Showing(ToyStanding):
    def show(self, view: View, orders: GivenOrders) -> tuple[str, ...]:
        return (*super().show(view, orders), secret())


class Excusing(ToyOptions):
    def refusal(self, move: Move) -> Forbidden | None:
        found = super().refusal(move)
        return found and Forbidden(found.rule, found.sentence + secret())


class Suggesting(ToyOptions):
    def question(self, path: Sequence[str]) -> Question | Move:
        asked = super().question(path)
        if not isinstance(asked, Question) or not asked.choices:
            return asked
        first, *rest = asked.choices
        return replace(asked, choices=(replace(first, detail=secret()), *rest))


class RefusesBySecrets(Peeking):
    def options(self, view: View, decision: Decision) -> Any:
        return Excusing(view, decision)


class SuggestsSecrets(Peeking):
    def options(self, view: View, decision: Decision) -> Any:
        return Suggesting(view, decision)


class ShowsByOrder(Toy):
    """No comparison of mappings looks at their order."""

    def view(self, state: State, viewer: Viewer) -> View:
        honest = super().view(state, viewer)
        return replace(honest, oil=Odd(honest.oil) if sum(state.lamps) % 2 else honest.oil)


class Odd(tuple[int, ...]):
    """Equal to what it is made of, and written otherwise."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "odd"


class PreviewsTheTruth(Peeking):
    def preview(self, view: View, decision: Decision, move: Move) -> View:
        lamps = SEEN[-1].lamps
        return replace(super().preview(view, decision, move), lamps=lamps)


class LeakyScene(ToyScene):
    """Honest but for the part that ``leaks``."""

    __slots__ = ("leaks",)
    leaks: str

    @property
    def alt(self) -> str:
        return super().alt + (secret() if self.leaks == "alt" else "")

    @property
    def board(self) -> str:
        return (f"{secret()}\n" if self.leaks == "board" else "") + super().board

    @property
    def closeup(self) -> Any:
        return self if self.leaks == "closeup" and sum(SEEN[-1].lamps) % 2 else None

    def paint(self) -> bytes:
        return super().paint() + (secret().encode() if self.leaks == "pixels" else b"")


class LeakyRenderer(ToyRenderer):
    def __init__(self, leaks: str) -> None:
        self.leaks = leaks

    def scene(self, view: View, look: Look) -> LeakyScene:
        scene = LeakyScene(view, look)
        object.__setattr__(scene, "leaks", self.leaks)
        return scene


def with_part(name: str, part: Any) -> Toy:
    game = Peeking()
    setattr(game, name, part)
    return game


@pytest.mark.parametrize(
    ("leaky", "surface"),
    [
        (with_part("words", Telling()), "how it stands"),
        (with_part("words", Asking()), "question"),
        (with_part("words", Considering()), "what is worth knowing"),
        (with_part("standing", Waiting()), "what happens by itself"),
        (with_part("standing", Showing()), "orders given"),
        (RefusesBySecrets(), "refusals"),
        (SuggestsSecrets(), "questions"),
        (ShowsByOrder(), "view in full"),
        (PreviewsTheTruth(), "preview"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_leak_is_found_on_its_surface(leaky: Toy, surface: str) -> None:
    assert surface in surfaces_that_tell(Title(leaky, RENDERER))


@pytest.mark.parametrize(
    ("leaks", "surface"),
    [
        ("alt", "alt text of the picture"),
        ("board", "text board of the picture"),
        ("closeup", "close-up of the picture"),
        ("pixels", "pixels of the picture"),
    ],
)
def test_a_leak_in_a_picture_is_found(leaks: str, surface: str) -> None:
    wanted = (surface, surface.replace("picture", "preview"))
    assert any(
        each in wanted for each in surfaces_that_tell(Title(Peeking(), LeakyRenderer(leaks)))
    )


def surfaces_that_tell(title: Title) -> Iterator[str]:
    """The first surface of some matches that lets each viewer tell two worlds apart."""
    for seed in range(16):
        match = random_match(title, seed)
        for viewer in match.viewers:
            try:
                check_two_worlds(match, viewer, random.Random(seed))
            except Leak as leak:
                yield leak.surface
