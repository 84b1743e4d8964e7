"""Base classes with what most games share; a game overrides what differs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from games.core.analysis import Analysis
from games.core.chance import Rolled
from games.core.computer import Computer
from games.core.content.packs import Packs
from games.core.contract import Game
from games.core.decisions import Decision
from games.core.events import Event, Step
from games.core.forms import Form
from games.core.lessons import Lessons
from games.core.notation import Asked, Notation
from games.core.overlay import Overlay
from games.core.refusals import Refusal
from games.core.rulebook import Rulebook
from games.core.seats import Seat, Seated, Seats, Viewer
from games.core.settings import Settings
from games.core.standing.conditions import Conditions
from games.core.standing.orders import Standing
from games.core.tree import Ask, Tree

S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")
E = TypeVar("E", bound=Event)
T = TypeVar("T")


class BaseGame(Game[S, V, M, E]):
    """A game whose moves are those of ``notation``.

    Its verbs ``do`` a move to the state and return the ``Step``. The rulebook and the lessons are
    read from the game's folder.
    """

    rulebook: Rulebook
    notation: Notation[Asked[V], M]
    move_form: Form[M]
    settings: type[Settings] = Settings
    standing: Standing[V, M] | None = None
    computer: Computer[V, M] | None = None
    analysis: Analysis[V, M] | None = None
    packs: Packs | None = None
    conditions: Conditions[M, E] | None = None
    lessons: Lessons | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        given = vars(cls)
        if "notation" in given:
            package, meta = cls.__module__.rpartition(".")[0], cls.meta
            cls.rulebook = given.get("rulebook") or Rulebook.of(package)
            cls.move_form = given.get("move_form") or cls.notation.form("kind")
            cls.lessons = Lessons.of(package, cls.event_form.types, meta)

    def fault(self, settings: Any, seats: Seats) -> Refusal | None:
        wrong = self.meta.misseated(seats)
        return Refusal(wrong) if wrong else None

    def upgrade(self, state: Any, rules_version: int) -> Any:
        return state

    def tree(self, asked: Asked[V], root: Ask[M], *, sift: bool = False) -> Tree[M]:
        """The options that begin with the question ``root``."""
        refuse = partial(self.notation.check, asked)
        quick = partial(self.notation.quick, kind=asked.decision.kind)
        return Tree(root, refuse, self.write, quick=quick, sift=sift)

    def apply(
        self, state: S, seat: Seat, decision: Decision, move: M, found: Any = None
    ) -> Step[S, E]:
        step: Step[S, E] = self.notation.carry_out(state, decision, move, found)
        return step

    def chance(self, state: S, rolled: Rolled) -> Step[S, E]:
        raise ValueError(f"{self.meta.title} has no dice")

    def suppose(self, view: V) -> S:
        """The state behind a view, if what the viewer cannot see is blank."""
        raise NotImplementedError

    def foresee(self, view: V, decision: Decision, move: M) -> Step[S, E]:
        """What a legal move would do then."""
        return self.apply(self.suppose(view), decision.seat, decision, move)

    def preview(self, view: V, decision: Decision, move: M) -> V:
        return self.view(self.foresee(view, decision, move).state, Seated(decision.seat))

    def sketch(self, view: V, decision: Decision, move: M) -> Overlay[Any]:
        return Overlay()

    def story(self, view: V, events: Sequence[E]) -> Overlay[Any]:
        return Overlay()

    def read(self, view: V, decision: Decision, text: str) -> M:
        return self.notation.read(Asked(view, decision), text)

    def write(self, move: M) -> str:
        return self.notation.write(move)


class OpenGame(BaseGame[S, V, M, E]):
    """A game that hides nothing: state and view are two types with the same fields."""

    state_type: type[S]
    view_type: type[V]
    state_form: Form[S]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "state_form" not in vars(cls):
            cls.state_form = Form(cls.state_type)

    def view(self, state: S, viewer: Viewer) -> V:
        return recast(state, self.view_type)

    def sketch(self, view: V, decision: Decision, move: M) -> Overlay[Any]:
        foreseen = self.foresee(view, decision, move)
        return self.story(self.view(foreseen.state, Seated(decision.seat)), foreseen.events)

    def suppose(self, view: V) -> S:
        return recast(view, self.state_type)

    def reimagine(self, view: V, rng: random.Random) -> S:
        return self.suppose(view)


def recast(value: Any, kind: type[T]) -> T:
    """Another dataclass with the same fields; what was worked out of them comes along."""
    if not hasattr(value, "__dict__"):
        return kind(**{each.name: getattr(value, each.name) for each in fields(value)})
    copy = object.__new__(kind)
    copy.__dict__.update(value.__dict__)
    return copy
