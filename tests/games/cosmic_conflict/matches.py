"""Matches played in text, with dice as they are listed; sides are 1 and 2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.events import Event
from games.core.notation import Request
from games.core.standing import GivenOrders
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    Form,
    Refusal,
    Rolled,
    Seat,
    Seated,
)
from games.cosmic_conflict.agenda import AGENDA, pending
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.setup import fleets
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.state import State, StepBuilder, view_of
from games.cosmic_conflict.table.course import Phase, Progress
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Sheet, View
from tests.games.cosmic_conflict.scenes import scene, unit

FORM: Form[State] = Form(State, sparse=True)
MOVES: Form[Answer] = NOTATION.form("kind")


class Match:
    """A match that is being played; ``events`` are those of the last answer and its dice."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def course(self) -> Progress:
        return self.state.course

    def unit(self, id: str) -> Unit:
        return self.table.units[id]

    def sheet(self, side: int) -> Sheet:
        return self.state.sheets[side - 1]

    def view(self, side: int) -> View:
        return view_of(self.state, Seated(Seat(side - 1)))

    # --- What it waits for ---

    @property
    def dice(self) -> tuple[str, ...]:
        """What is to be rolled, die by die."""
        found = pending(self.state)
        rolls = found.rolls if isinstance(found, Chance) else ()
        return tuple(roll.why for roll in rolls for _ in range(roll.count))

    @property
    def open(self) -> tuple[Decision, ...]:
        if self.course.phase in ("resolution", "scoring") and not self.course.agenda:
            return ()
        found = pending(self.state)
        return found.open if isinstance(found, Decisions) else ()

    @property
    def asked(self) -> list[str]:
        """Who is asked what: ``1: orders``."""
        return [f"{decision.seat + 1}: {decision.kind}" for decision in self.open]

    @property
    def ending(self) -> Ending | None:
        return self.course.ending

    # --- Playing ---

    def play(self, *texts: str) -> Match:
        """Play moves for the side that is asked first, or for the one named: ``2: LOCK``."""
        for text in texts:
            number, colon, rest = text.rpartition(": ")
            decision = next(d for d in self.open if not colon or d.seat == int(number) - 1)
            request = Request(self.view(decision.seat + 1), decision)
            move = NOTATION.read(request, rest)
            if refused := NOTATION.refusal(request, move):
                raise refused
            assert NOTATION.read(request, NOTATION.write(move)) == move
            assert MOVES.read(MOVES.write(move)) == move
            builder = StepBuilder(self.state)
            if not decision.secret:
                builder.change(steps=self.course.steps + 1)
            move.do(builder, decision)
            self.events = ()
            self.run(builder)
        return self

    def roll(self, *faces: int) -> Match:
        """Roll all dice that are asked for, one request after the other."""
        left = list(faces)
        while left:
            found = pending(self.state)
            assert isinstance(found, Chance), f"nothing to roll for {left}"
            assert {each.sides for each in found.rolls} == {6}
            rolled = tuple(tuple(left.pop(0) for _ in range(each.count)) for each in found.rolls)
            builder = StepBuilder(self.state)
            AGENDA.rolled(builder, Rolled(rolled))
            self.run(builder)
        return self

    def run(self, builder: StepBuilder) -> None:
        """Go on until dice or answers are needed."""
        AGENDA.run(builder)
        step = builder.done()
        self.state = FORM.read(FORM.write(step.state))
        assert self.state == step.state
        self.events = (*self.events, *step.events)

    def step(self, *steps: str) -> Match:
        """Run steps of the agenda by their names, without what would follow."""
        builder = StepBuilder(self.state)
        builder.agenda = ()
        builder.then(*steps)
        self.events = ()
        self.run(builder)
        return self

    def refusal(self, text: str) -> Refusal:
        before = self.state
        try:
            self.play(text)
        except Refusal as refused:
            assert self.state == before
            return refused
        raise AssertionError(f"{text} was played")

    def refused(self, text: str) -> str:
        """The code of a refusal."""
        return self.refusal(text).code

    def rule(self, text: str) -> str:
        """The rule that forbids something."""
        refused = self.refusal(text)
        assert isinstance(refused, Forbidden)
        return refused.rule

    def told(self, name: str) -> list[Any]:
        """The events of a type that the last answer and its dice told."""
        return [event for event in self.events if type(event).__name__ == name]

    def kinds(self) -> list[str]:
        """The types of those events, in order."""
        return [type(event).__name__ for event in self.events]


def match(**agreed: Any) -> Match:
    """A match before the fleets are chosen."""
    return Match(fleets.opening(Agreement(**agreed)))


def quick(**agreed: Any) -> Match:
    """A match of the preset Quick."""
    size = {"board_w": 3600, "board_h": 2400}
    return match(**{"map": "quick", "points": 481, "vc_random": 1, **size, **agreed})


def deployed(one: str = "Q1", two: str = "Q2", **agreed: Any) -> Match:
    """A quick match in the Command Phase of turn 1, with side 1 in the initiative."""
    found = quick(**agreed).play(f"1: FLEET {one}", f"2: FLEET {two}").roll(6, 1)
    while found.course.phase == "deploy":
        found.play("AUTO")
    return found


def standing(
    table: Table,
    phase: Phase = "resolution",
    orders: dict[str, Orders] | None = None,
    **agreed: Any,
) -> Match:
    """A match at some table, with what its ships hide."""
    given = orders or {}
    table = replace(table, designs={**BASE.designs, **table.designs})
    sheets = tuple(
        Sheet(orders={id: each for id, each in given.items() if id[0] == letter})
        for letter in LETTERS[: table.side_count]
    )
    course = Progress(Agreement(**agreed), phase, fleets=("",) * table.side_count)
    return Match(State(table, course, sheets))


def at_end(turn: int, *units: tuple[Unit, Design], **agreed: Any) -> Match:
    """A table at the end of a turn; two ships if none are given."""
    both = unit("a1", "WREN", "10 3"), unit("b1", "WREN", "10 27")
    return standing(scene(*(units or both), turn=turn), **agreed).step("R9")


def orders(match: Match, side: int, *texts: str) -> GivenOrders:
    """Standing orders as a side gives them now."""
    found: GivenOrders = ()
    for text in texts:
        found = STANDING.given(found, STANDING.read(match.view(side), text))
    return found
