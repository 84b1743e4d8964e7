"""The activation turn: which unit, which action (2.8, 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from games.astral_sailors import subjects
from games.astral_sailors.board import ground
from games.astral_sailors.names import counted
from games.astral_sailors.options import moving, sketches, strikes
from games.astral_sailors.options.gated import Gated
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.turns import action_points, selecting
from games.astral_sailors.rules.turns.activation import Capture, EndUnit, Hold, Release
from games.astral_sailors.table import LETTERS, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import choice_notes
from games.core.questions import AT_ONCE, Ask, Node, TextField, Typed, branch, grouped, leaf

TOP = AT_ONCE - 2
"""Units that fit into one select beside its two closing entries."""

FIELD = TextField("Your move", "R3 MOVE F6 VIA E SE", 100)


class TurnTree(Gated):
    """Paths step by step, units to hold at the end of the turn, and attacks on more targets than
    are offered can only be typed."""

    def root(self, read: Callable[[str], Move] | None) -> Ask[Move]:
        typed: Typed[Move] | None = Typed(FIELD, read) if read and self._open() else None
        return Ask("Which unit acts?", self.top, typed)

    def top(self) -> Iterator[Node[Move]]:
        """Units that can act, grouped if there are many, and the two closing choices."""
        if not self._open():
            return
        units = self._units()
        nodes = [self._unit(unit) for unit in units]
        letter = LETTERS[units[0].seat] if units else ""
        yield from grouped(nodes, TOP, letter, "Which unit acts?")
        if self.legal(EndUnit()):
            active = self.table.turn.active
            kept = self.table.units[active].ap
            detail = f"{kept} AP kept for reactions" if kept else "no AP left"
            yield leaf("endunit", f"End the activation of {active}", EndUnit(), detail)
        if self.legal(Done()):
            yield leaf("done", "End the turn", Done(), self._left_over())

    def _open(self) -> bool:
        table = self.table
        return (
            table.phase == "activation"
            and table.result is None
            and subjects.army(self.view, self.decision) is not None
            and subjects.attack_under_way(table) is None
        )

    def _left_over(self) -> str:
        turn = self.table.turn
        if not turn.quota:
            return ""
        more = counted(turn.quota, "more unit")
        return f"{more} would count as activated without acting"

    def _units(self) -> tuple[Unit, ...]:
        """Units that can act, including captors that can only release."""
        seat = self.table.turn.seat
        able = selecting.selectable(self.table, seat)
        codes = {unit.code for unit in able}
        captors = (
            unit
            for unit in self.table.of(seat)
            if unit.holds and unit.code not in codes and self.legal(Release(unit.code))
        )
        return (*(unit for unit in able if self._has_action(unit)), *captors)

    def _has_action(self, unit: Unit) -> bool:
        """Whether the unit can still act; any but an active one without AP can hold."""
        return (
            action_points.available(self.table, unit) > 0
            or self.legal(Hold(unit.code))
            or any(self._actions(unit))
        )

    def _unit(self, unit: Unit) -> Node[Move]:
        base = self.table.base(unit)
        ask = Ask(
            f"What does {unit.code} do?",
            lambda: self._actions(unit),
            ground=lambda: sketches.turning(self.table, unit, base),
        )
        able = replace(unit, ap=action_points.available(self.table, unit))
        label = choice_notes.unit_label(self.table, able)
        return branch(
            unit.code,
            label,
            f"{unit.code} ",
            ask,
            lambda: choice_notes.unit_state(self.table, unit),
            at=base,
        )

    def _actions(self, unit: Unit) -> Iterator[Node[Move]]:
        table, legal = self.table, self.legal
        points = action_points.available(table, unit)
        if points > 0:
            yield from moving.marches(table, unit, legal)
            yield from moving.runs(table, unit, legal)
            yield from moving.jumps(table, unit, legal)
            yield from moving.turns(table, unit, legal)
            yield from strikes.strikes(table, unit, "shoot", legal)
            yield from strikes.strikes(table, unit, "melee", legal)
        yield from self._captures(unit)
        release = Release(unit.code)
        if unit.holds and legal(release):
            yield leaf("release", f"Release {unit.holds}", release, "0 AP")
        hold = Hold(unit.code)
        if legal(hold):
            yield leaf("hold", "Hold", hold, f"does nothing; keeps {points} AP for reactions")

    def _captures(self, unit: Unit) -> Iterator[Node[Move]]:
        table = self.table
        near = [
            other
            for other in table.on_board()
            if table.enemies(unit, other)
            and table.kind(other).category == "commander"
            and ground.distance(table, unit, other) <= 1
            and self.legal(Capture(unit.code, other.code))
        ]
        if not near:
            return
        ask = Ask(
            f"Which Commander does {unit.code} capture?",
            lambda: (
                leaf(
                    other.code,
                    choice_notes.unit_label(table, other),
                    Capture(unit.code, other.code),
                    "0 AP; reveals your objective",
                    at=table.base(other),
                )
                for other in near
            ),
            ground=lambda: sketches.attack(table, unit, near),
        )
        yield branch("capture", "Capture", f"{unit.code} CAPTURE ", ask, "0 AP")
