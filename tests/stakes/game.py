"""The rules of stakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise
from typing import Annotated, Any

from games.core.contract import Meta, OpenGame, Pending
from games.core.events import Step
from games.core.geometry.plane import Disc, Point, Rectangle, length, within
from games.core.moves import Move, move
from games.core.notation import Notation, Request, point
from games.core.overlay import Overlay, Region, Route
from games.core.questions import Points, TextField
from games.core.questions.tree import Ask, Node, Tree, Typed, leaf
from games.core.referee.edits import Editing, choice
from games.core.referee.settable import Field, table_fields
from games.core.settings import Settings
from games.core.types import Decision, Decisions, Ending, Forbidden, Seat, Seats, tagged
from tests.stakes.view import (
    APART,
    EACH,
    HUT,
    INCHES,
    MEADOW,
    NAMES,
    POND,
    ROPE,
    Staked,
    StakesEvent,
    StakesWords,
    View,
)  # fmt: skip

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
LIMITS = (Rectangle(0, 0, MEADOW.width, MEADOW.height), POND, HUT)


class State(View):
    __slots__ = ()


AT = point(INCHES, "a point such as 24 19.5, with at most one decimal")


@move("stake", "stake", "[SET ]{at}")
class Stake(Move[View, State]):
    at: Annotated[Point, AT]

    def refuse(self, request: Request[View]) -> Forbidden | None:
        stakes = request.view.stakes
        return next(_faults(stakes[request.decision.seat][-1], self.at, chain(*stakes)), None)

    def do(self, state: State, decision: Decision) -> Step[State, StakesEvent]:
        red, blue = state.stakes
        stakes = ((*red, self.at), blue) if decision.seat == 0 else (red, (*blue, self.at))
        turn = 1 - state.turn if len(stakes[1 - state.turn]) < EACH else state.turn
        last = state.stakes[decision.seat][-1]
        after = replace(state, stakes=stakes, turn=turn)
        return Step(after, (Staked(decision.seat, last, self.at),))


def _faults(last: Point, at: Point, others: Iterable[Point]) -> Iterator[Forbidden]:
    if not within(last, at, ROPE):
        far = INCHES.write(length((last, at)))
        yield Forbidden(
            "STK-03", f"That is {far} in from your last stake.", instead="At most 6 in."
        )
    if any(shape.blocks(last, at) for shape in (POND, HUT)):
        yield Forbidden("STK-03", "The rope would pass through the pond or the hut.")
    if at not in MEADOW or POND.inside(at) or HUT.inside(at):
        yield Forbidden("STK-04", "A stake must be on the meadow, not in the pond or the hut.")
    if any(within(at, other, APART - 1) for other in others):
        yield Forbidden("STK-04", "That is less than 1 in from another stake.")


NOTATION = Notation[Request[View], Stake](
    Stake.verbs(),
    lambda request: INCHES.name(request.view.stakes[request.decision.seat][-1].plus(0, 60)),
)
WORDS = StakesWords()
SIDES = {name.upper(): seat for seat, name in enumerate(NAMES)}


class StakesEditing(Editing[State, View, State, StakesEvent]):
    rule = "STK-07"
    example = "TURN BLUE"
    menu = table_fields(State, Field("turn", "turn", choice("RED or BLUE", SIDES, "Whose?")))

    def sound(self, state: State) -> Iterator[Forbidden]:
        before = [stakes[0] for stakes in state.stakes]
        for stakes in state.stakes:
            for last, at in pairwise(stakes):
                yield from _faults(last, at, before)
                before.append(at)


class Stakes(OpenGame[State, View, Stake, StakesEvent]):
    meta = Meta(
        id="stakes",
        title="Stakes",
        tagline="The longer rope over the meadow wins.",
        designer="nobody",
        credit="Made up for the tests of Starpost.",
        rules_url="https://example.org/stakes",
        players=(2,),
        seat_names={2: NAMES},
        stage="stable",
        resign_rule="STK-06",
        kinds={"stake": "a stake"},
        clocks={"standard": "24h"},
        draw_rule="STK-05",
    )
    words = WORDS
    notation = NOTATION
    state_type, view_type = State, View
    event_form = tagged(StakesEvent)
    editing = StakesEditing()

    def setup(self, settings: Settings, seats: Seats) -> State:
        return State()

    def pending(self, state: State) -> Pending:
        left = [seat for seat in (0, 1) if len(state.stakes[seat]) < EACH]
        if not left:
            ropes = [length(stakes, 100_000) for stakes in state.stakes]
            winners = tuple(Seat(n) for n in (0, 1) if ropes[n] > ropes[1 - n])
            return Ending("rope", winners, (), "STK-05")
        seat = Seat(state.turn if state.turn in left else left[0])
        return Decisions((Decision(seat, "stake", sum(map(len, state.stakes))),))

    def options(self, view: View, decision: Decision) -> Tree[Stake]:
        return self.typed_by(partial(NOTATION.read, Request(view, decision)), view, decision)

    def typed_by(self, read: Callable[[str], Stake], view: View, decision: Decision) -> Tree[Stake]:
        request = Request(view, decision)
        last = view.stakes[decision.seat][-1]
        reach = Disc(last, ROPE)

        def nodes() -> Iterator[Node[Stake]]:
            for far, turn in ((far, turn) for far in (ROPE, 35, 12) for turn in range(8)):
                at = MEADOW.short_of(last, 45 * turn, far)
                if not Stake(at).refuse(request):
                    key, name = f"{WINDS[turn]}{far}", INCHES.name(at)
                    label = f"{WINDS[turn]} {INCHES.write(far)} in, to {name}"
                    yield leaf(key, label, Stake(at), at=at)

        def best() -> Iterable[Node[Stake]]:
            for node in list(nodes())[:2]:
                node.reason = "as far as your rope goes"
                yield node

        def beside(move: Stake) -> Iterator[tuple[str, str]]:
            for turn in range(0, 8, 2):
                at = MEADOW.short_of(move.at, 45 * turn, 5)
                yield f"{WINDS[turn]} 0.5 in", INCHES.name(at)

        field = TextField("Type a point", "12 4.5", 12, Points(INCHES, (reach, *LIMITS)))
        typed = Typed(field, read, beside)
        ground = Overlay((Region(places=frozenset({reach}), seat=decision.seat),))
        root = Ask("Where do you set a stake?", nodes, typed, best, ground=lambda: ground)
        return self.tree(request, root)

    def story(self, view: View, events: Sequence[StakesEvent]) -> Overlay[Any]:
        found = [event for event in events if isinstance(event, Staked)]
        return Overlay(
            tuple(
                Route(
                    number=number, seat=Seat(event.seat), places=(event.last, event.at),
                    told=WORDS.tell(event).rstrip("."),
                )
                for number, event in enumerate(found, 1)
            ),
            tuple(event.at for event in found),
        )  # fmt: skip
