"""Options of Shoot and Melee, with Split attacks (2.12, D-30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

from games.astral_sailors.board import ground, line_of_sight
from games.astral_sailors.names import counted
from games.astral_sailors.notation import Aim
from games.astral_sailors.options import sketches
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import choice_notes
from games.core.geometry.squares import Base
from games.core.overlay import Overlay
from games.core.questions import Ask, Node, branch, leaf

MOST_TARGETS = 4
"""Most targets of one attack in the picker; more can be typed."""


def strikes(
    table: Table, unit: Unit, how: str, legal: Callable[[Move], bool]
) -> Iterator[Node[Move]]:
    """The action Shoot or Melee (``how``), if it has a target."""
    kind = table.kind(unit)
    dice = kind.shots if how == "shoot" else kind.blows
    if not dice:
        return
    reach = aiming.in_reach(table, unit, how)
    if not reach:
        return
    strike = Strike(table, unit, how, dice, reach)
    if not legal(strike.move((Aim(reach[0].code, dice),))):
        return
    detail = f"1 AP, {counted(dice, 'die', 'dice')}, {counted(len(reach), 'target')}"
    yield branch(how, how.capitalize(), strike.begun, strike.first(), detail)


@dataclass(frozen=True)
class Strike:
    """An attack being chosen; ``reach`` are its legal single targets."""

    table: Table
    unit: Unit
    how: str
    dice: int
    reach: tuple[Unit, ...]

    @property
    def begun(self) -> str:
        return f"{self.unit.code} {self.how.upper()} "

    def move(self, aims: tuple[Aim, ...]) -> Shoot | Melee:
        make = Shoot if self.how == "shoot" else Melee
        return make(self.unit.code, aims)

    @cached_property
    def _seen(self) -> dict[str, line_of_sight.Sight]:
        return line_of_sight.look_all(self.table, self.unit, self.reach)

    @cached_property
    def _next_to(self) -> dict[str, set[str]]:
        """Which targets are at distance 1 of each other."""
        found: dict[str, set[str]] = {unit.code: set() for unit in self.reach}
        for a, b in combinations(self.reach, 2):
            if ground.distance(self.table, a, b) == 1:
                found[a.code].add(b.code)
                found[b.code].add(a.code)
        return found

    @property
    def _splits(self) -> bool:
        return self.table.kind(self.unit).specials.split and self.dice > 1

    def first(self) -> Ask[Move]:
        return Ask(
            f"Which enemy does {self.unit.code} attack?",
            lambda: self._targets((), self.dice),
            ground=self._ground,
        )

    def _ground(self) -> Overlay[Base]:
        return sketches.attack(self.table, self.unit, self.reach)

    def _targets(self, aims: tuple[Aim, ...], left: int) -> Iterator[Node[Move]]:
        """The possible next targets with ``left`` dice."""
        chosen = frozenset(aim.target for aim in aims)
        for target in self.reach:
            group = chosen | {target.code}
            if target.code in chosen or not self._possible(group, left - 1):
                continue
            yield self._target(aims, target, left)

    def _target(self, aims: tuple[Aim, ...], target: Unit, left: int) -> Node[Move]:
        group = frozenset(aim.target for aim in aims) | {target.code}
        label = choice_notes.unit_label(self.table, target)
        at, mark = self.table.base(target), partial(self._chances, target, left)
        if not self._splits or not self._joined_by(group, left - 1):
            whole = (*aims, Aim(target.code, left))
            short = f"{self.begun}{target.code}" if not aims else ""
            detail = partial(self._detail, target, left)
            return leaf(target.code, label, self.move(whole), detail, short, at=at, mark=mark)
        ask = Ask(
            f"How many of the {counted(left, 'die', 'dice')} go to {target.code}?",
            lambda: self._shares(aims, target, left),
            ground=lambda: sketches.attack(self.table, self.unit, (target,)),
        )
        text, detail = f"{self._text(aims)}{target.code}:", partial(self._detail, target, left)
        return branch(target.code, label, text, ask, detail, at=at, mark=mark)

    def _shares(self, aims: tuple[Aim, ...], target: Unit, left: int) -> Iterator[Node[Move]]:
        group = frozenset(aim.target for aim in aims) | {target.code}
        for dice in range(1, left):
            if self._joined_by(group, left - dice):
                yield self._share(aims, target, dice, left)
        if self._connected(group):
            whole = (*aims, Aim(target.code, left))
            every = f"All {left} dice" if left > 1 else "1 die"
            yield leaf(str(left), every, self.move(whole), lambda: self._detail(target, left))

    def _share(self, aims: tuple[Aim, ...], target: Unit, dice: int, left: int) -> Node[Move]:
        so_far = (*aims, Aim(target.code, dice))
        rest = left - dice
        ask = Ask(
            f"Which enemy gets the other {counted(rest, 'die', 'dice')} of {self.unit.code}?",
            lambda: self._targets(so_far, rest),
            ground=self._ground,
        )
        label = f"{counted(dice, 'die', 'dice')}, {rest} for others"
        return branch(str(dice), label, self._text(so_far), ask, lambda: self._detail(target, dice))

    def _text(self, aims: tuple[Aim, ...]) -> str:
        return self.begun + "".join(f"{aim.target}:{aim.dice} " for aim in aims)

    def _chances(self, target: Unit, dice: int) -> str:
        """``42% to wound, 11% to kill``."""
        return self._detail(target, dice).partition(" · ")[0]

    @cached_property
    def _details(self) -> dict[tuple[str, int], str]:
        return {}

    def _detail(self, target: Unit, dice: int) -> str:
        key = target.code, dice
        if key not in self._details:
            self._details[key] = self._described(target, dice)
        return self._details[key]

    def _described(self, target: Unit, dice: int) -> str:
        if self.how == "shoot":
            return choice_notes.shot(self.table, self.unit, target, self._seen[target.code], dice)
        return choice_notes.blow(self.table, self.unit, target, dice)

    # --- Contiguous groups (ASCW-143, D-30) ---

    def _possible(self, group: frozenset[str], more: int) -> bool:
        """Whether ``group`` is connected with at most ``more`` other targets."""
        return self._connected(group) or self._joined_by(group, more)

    def _joined_by(self, group: frozenset[str], more: int) -> bool:
        """Whether 1 to ``more`` other targets make one connected group of it."""
        if not self._splits:
            return False
        others = [code for code in self._next_to if code not in group]
        most = min(more, MOST_TARGETS - len(group), len(others))
        return any(
            self._connected(group | set(added))
            for count in range(1, most + 1)
            for added in combinations(others, count)
        )

    def _connected(self, group: frozenset[str]) -> bool:
        first = next(iter(group))
        met, waiting = {first}, [first]
        while waiting:
            for code in self._next_to[waiting.pop()] & group:
                if code not in met:
                    met.add(code)
                    waiting.append(code)
        return len(met) == len(group)
