"""The rules of noughts and crosses."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from games.core.contract import Meta, OpenGame, Pending
from games.core.events import Step
from games.core.moves import Move, move
from games.core.notation import Notation, Request, one_of
from games.core.questions.tree import Ask, Tree, leaf
from games.core.referee.edits import Act, Argument, Editing, choice
from games.core.settings import Settings
from games.core.types import Decision, Decisions, Ending, Forbidden, Seat, Seats, tagged
from tests.noughts.view import NAMES, SQUARES, Marked, NoughtsEvent, NoughtsWords, View, names


class State(View):
    __slots__ = ()


SQUARE = one_of("a square from A1 to C3", {name: at for at, name in enumerate(SQUARES)})


@move("mark", "turn", "{square}")
class Mark(Move[View, State]):
    square: Annotated[int, SQUARE]

    def refuse(self, request: Request[View]) -> Forbidden | None:
        free = request.view.held(None)
        wrong = Forbidden("NAC-03", "That square is taken.", instead=f"Free: {names(free)}.")
        return None if self.square in free else wrong

    def do(self, state: State, decision: Decision) -> Step[State, NoughtsEvent]:
        after = replace(_held(state, self.square, decision.seat), turn=state.turn + 1)
        return Step(after, (Marked(decision.seat, self.square),))


def _held(state: State, square: int, seat: int | None) -> State:
    return replace(state, marks=(*state.marks[:square], seat, *state.marks[square + 1 :]))


SIDES = {name.upper(): seat for seat, name in enumerate(NAMES)}
WHERE = Argument(SQUARE, "Which square?", lambda view: range(9))
WHOSE = choice("a side or NOBODY", {**SIDES, "NOBODY": None}, "Whose square is it?")
MOVER = choice("CROSSES or NOUGHTS", SIDES, "Whose turn is it?")


class NoughtsEditing(Editing[State, View, State, NoughtsEvent]):
    rule = "NAC-07"
    example = "SQUARE B2 NOUGHTS, SQUARE B2 NOBODY or TURN CROSSES"
    menu = (
        Act(
            "square", "SQUARE {square} {side}", "A square", {"square": WHERE, "side": WHOSE}, _held,
            what="{square}", now=lambda view, square: view.marks[square],
        ),
        Act(
            "turn", "TURN {side}", "The turn", {"side": MOVER},
            lambda state, side: replace(state, turn=state.turn + (state.turn + side) % 2),
            what="the turn", now=lambda view: view.turn % 2,
        ),
    )  # fmt: skip


class Noughts(OpenGame[State, View, Mark, NoughtsEvent]):
    meta = Meta(
        id="noughts",
        title="Noughts and crosses",
        tagline="Three in a row, before the other side has them.",
        designer="nobody in particular",
        credit="A traditional game.",
        rules_url="https://example.org/noughts",
        players=(2,),
        seat_names={2: NAMES},
        stage="stable",
        resign_rule="NAC-06",
        kinds={"turn": "a turn"},
        clocks={"standard": "24h"},
        draw_rule="NAC-05",
    )
    words = NoughtsWords()
    notation = Notation(Mark.verbs(), lambda request: SQUARES[request.view.held(None)[0]])
    state_type, view_type = State, View
    event_form = tagged(NoughtsEvent)
    editing = NoughtsEditing()

    def setup(self, settings: Settings, seats: Seats) -> State:
        return State()

    def pending(self, state: State) -> Pending:
        winners = tuple(seat for seat in (Seat(0), Seat(1)) if state.row(seat))
        if winners or not state.held(None):
            won = len(winners) == 1
            return Ending("row", winners, (), "NAC-04") if won else Ending("full", (), (), "NAC-05")
        return Decisions((Decision(Seat(state.turn % 2), "turn", state.turn),))

    def options(self, view: View, decision: Decision) -> Tree[Mark]:
        nodes = [leaf(SQUARES[square], SQUARES[square], Mark(square)) for square in view.held(None)]
        return self.tree(Request(view, decision), Ask("Which square?", lambda: nodes))
