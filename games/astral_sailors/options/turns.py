"""The activation turn: which unit, which action (2.8, 4.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors import subjects
from games.astral_sailors.board import ground, paths
from games.astral_sailors.moves import (
    Capture,
    Done,
    EndUnit,
    Hold,
    March,
    Move,
    Release,
)
from games.astral_sailors.names import counted
from games.astral_sailors.options import moving, strikes
from games.astral_sailors.options.gated import Gated
from games.astral_sailors.options.squares import AT_ONCE
from games.astral_sailors.options.tree import Ask, Node, TreeOptions, branch, grouped, leaf
from games.astral_sailors.rules.turns import action_points, activation
from games.astral_sailors.table import LETTERS, Unit
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import choice_notes
from games.core.decisions import Decision
from games.core.geometry.squares import Facing, Square
from games.core.refusals import Forbidden

TOP = AT_ONCE - 2
"""Units that fit into one select beside its two closing entries."""

_VIA = re.compile(r"via([0-7]{1,40})")
_HOLDING = re.compile(r"hold((?:[A-Z][0-9]{1,3})+)")
_CODE = re.compile(r"[A-Z][0-9]+")


def turn_options(view: SailorsView, decision: Decision) -> TreeOptions:
    turn = TurnTree(view, decision)
    ask = Ask("Which unit acts?", turn.top)
    return TreeOptions(turn.refusal, ask, turn.hidden, turn.path_to)


class TurnTree(Gated):
    def top(self) -> Iterator[Node]:
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
        able = activation.selectable(self.table, seat)
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

    def _unit(self, unit: Unit) -> Node:
        ask = Ask(f"What does {unit.code} do?", lambda: self._actions(unit))
        able = replace(unit, ap=action_points.available(self.table, unit))
        label = choice_notes.unit_label(self.table, able)
        return branch(
            unit.code,
            label,
            f"{unit.code} ",
            ask,
            lambda: choice_notes.unit_state(self.table, unit),
        )

    def _actions(self, unit: Unit) -> Iterator[Node]:
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

    def _captures(self, unit: Unit) -> Iterator[Node]:
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
                )
                for other in near
            ),
        )
        yield branch("capture", "Capture", f"{unit.code} CAPTURE ", ask, "0 AP")

    # --- Moves that can only be typed ---

    def hidden(self, path: tuple[str, ...]) -> Move | None:
        """``R3.move.via224`` is a Move step by step, ``holdR4R5`` an end with held units."""
        if len(path) == 1 and (found := _HOLDING.fullmatch(path[0])):
            return Done(tuple(_CODE.findall(found[1])))
        if len(path) >= 3 and path[-2] == "move" and (found := _VIA.fullmatch(path[-1])):
            return self._march(path[-3], tuple(Facing(int(step)) for step in found[1]))
        return None

    def _march(self, code: str, steps: tuple[Facing, ...]) -> March | None:
        unit = self.table.units.get(code)
        if unit is None or not unit.on_board:
            return None
        found = paths.along(self.table, unit, steps)
        if isinstance(found, Forbidden):
            raise found
        end = found.bases[-1].anchor
        return March(code, Square(end.c, end.r), steps)

    def path_to(self, move: Move) -> tuple[str, ...] | None:
        match move:
            case March(unit, _, steps) if steps:
                way = "".join(str(int(step)) for step in steps)
                return (*self._group_of(unit), unit, "move", f"via{way}")
            case Done(hold) if hold:
                return (f"hold{''.join(hold)}",)
            case _:
                return None

    def _group_of(self, code: str) -> tuple[str, ...]:
        codes = [unit.code for unit in self._units()]
        return (f"g{codes.index(code) // TOP}",) if len(codes) > TOP and code in codes else ()
