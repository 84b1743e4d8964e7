"""A fight to test the rules on: moves, dice in the order of the canon, answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from games.astral_sailors import agenda
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.turns.activation import EndUnit, Run
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Scenery, Table, Unit
from games.astral_sailors.tasks import Action, Attack, Part
from games.astral_sailors.view import Request, SailorsView
from games.core.geometry.squares import Facing
from games.core.types import Chance, Decision, Decisions, Event, Forbidden, Rolled, Seat, Seated
from tests.games.astral_sailors import positions
from tests.games.astral_sailors.asked_of import answer_refused, forbidden, make

E = TypeVar("E", bound=Event)

CAPTAINS = ("R9", "EX1", "A1"), ("B9", "GU1", "P16")
"""A Commander of each side in the far corners, so that the match goes on."""


class Battle:
    """A match at play: what has happened stands in ``events``."""

    def __init__(
        self,
        units: Iterable[Unit],
        pieces: Iterable[Scenery] = (),
        *,
        captains: bool = True,
        **of: Any,
    ) -> None:
        both = [positions.unit(*captain, Facing.S) for captain in CAPTAINS] if captains else []
        table = positions.table([*units, *both], pieces, **of)
        self.state: State = positions.state(table)
        self.events: tuple[Event, ...] = ()

    @property
    def table(self) -> Table:
        return self.state.table

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def pool(self, seat: int) -> int:
        return self.table.players[seat].pool

    def put(self, code: str, **values: Any) -> Battle:
        """Change a unit by hand."""
        unit = replace(self.unit(code), **values)
        self.state = replace(self.state, table=self.table.put(unit))
        return self

    def then(self, **values: Any) -> Battle:
        """Change the table by hand."""
        self.state = replace(self.state, table=replace(self.table, **values))
        return self

    # --- Play ---

    def refusal(self, move: Action | EndUnit | Done) -> Forbidden | None:
        own = self.state.secrets[self.table.team(self.table.turn.seat)]
        return forbidden(self.table, self.table.turn.seat, self._named(move), "activate", own)

    def code(self, move: Action | EndUnit | Done) -> str:
        """The short code of the refusal; the test fails when the move is legal."""
        found = self.refusal(move)
        assert found is not None, f"{move} is legal"
        return found.code

    def act(self, move: Action | EndUnit | Done, *dice: int) -> Battle:
        """Make a legal move of the seat whose turn it is."""
        why = self.refusal(move)
        assert why is None, why
        builder = StepBuilder(self.state)
        make(builder, self.table.turn.seat, self._named(move), "activate")
        agenda.run(builder)
        return self._took(builder).dice(*dice)

    def _named(self, move: Action | EndUnit | Done) -> Action | EndUnit | Done:
        """A Charge names its target, as it is filled in when a text is read."""
        if not isinstance(move, Run) or move.target:
            return move
        seat = Seat(self.table.turn.seat)
        request = Request(SailorsView.of(self.state, Seated(seat)), Decision(seat, "activate", 0))
        read = {"unit": move.unit, "facing": move.facing, "steps": move.steps}
        return replace(move, **Run.fill(request, read))

    def attack(self, how: Any, attacker: str, target: str, count: int, *dice: int) -> Battle:
        """An attack out of nowhere: no AP, no sight, no range."""
        return self.attacks(how, attacker, Part(target, count), dice=dice)

    def attacks(self, how: Any, attacker: str, *parts: Part, dice: Iterable[int] = ()) -> Battle:
        builder = StepBuilder(self.state)
        attack.declare(builder, how, builder.unit(attacker), parts)
        agenda.run(builder)
        return self._took(builder).dice(*dice)

    def step(self, *steps: str, about: str = "") -> Battle:
        """Put steps on the agenda and run it."""
        builder = StepBuilder(self.state)
        builder.then(*steps, about=about)
        agenda.run(builder)
        return self._took(builder)

    def dice(self, *faces: int) -> Battle:
        """The next dice, in the order in which they are asked for."""
        left = list(faces)
        while left:
            waiting = self.pending
            assert isinstance(waiting, Chance), f"{left} are not asked for: {waiting}"
            builder = StepBuilder(self.state)
            assert {roll.sides for roll in waiting.rolls} == {6}  # every die is a D6 (ASCW-02)
            counts = [roll.count for roll in waiting.rolls]
            assert sum(counts) <= len(left), f"{counts} dice are asked for, {left} are left"
            thrown = tuple(tuple(left.pop(0) for _ in range(count)) for count in counts)
            agenda.rolled(builder, Rolled(thrown))
            self._took(builder)
        return self

    def answer(self, seat: int, move: React | Reroll | Pay, *dice: int) -> Battle:
        why = answer_refused(self.table, seat, move)
        assert why is None, why
        builder = StepBuilder(self.state)
        make(builder, seat, move)
        agenda.run(builder)
        return self._took(builder).dice(*dice)

    def _took(self, builder: StepBuilder) -> Battle:
        done = builder.done()
        self.state, self.events = done.state, (*self.events, *done.events)
        return self

    # --- What is to be seen ---

    @property
    def pending(self) -> object:
        return agenda.pending(self.state)

    @property
    def questions(self) -> tuple[Decision, ...]:
        """The open questions of the attack under way."""
        waiting = self.pending
        assert isinstance(waiting, Decisions), waiting
        return tuple(each for each in waiting.open if each.kind in ("react", "reroll", "pay"))

    @property
    def asked(self) -> list[tuple[str, int]]:
        return [(each.kind, each.seat) for each in self.questions]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice of each kind are asked for now; empty when none are."""
        waiting = self.pending
        return tuple(roll.count for roll in waiting.rolls) if isinstance(waiting, Chance) else ()

    @property
    def under_way(self) -> Attack:
        task = self.table.agenda[-1]
        assert isinstance(task, Attack)
        return task

    def told(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.told(kind)[-1]
