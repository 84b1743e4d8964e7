"""The activation turn: units, movement, attacks, with Split (2.8, 2.11, 2.12, D-30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight, paths, terrain
from games.astral_sailors.names import counted, facing_name, listed
from games.astral_sailors.notation import Aim
from games.astral_sailors.options import sketches, suggestions
from games.astral_sailors.options.legality import Gated
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat import aiming
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.turns.activation import (
    Capture,
    EndUnit,
    Hold,
    Jump,
    March,
    Melee,
    Release,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.table import LETTERS, Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import considerations
from games.core.geometry.squares import Base, Facing, Square
from games.core.overlay import Overlay
from games.core.questions import TextField
from games.core.questions.tree import (
    AT_ONCE,
    Ask,
    Node,
    NodeHints,
    Typed,
    branch,
    grouped,
    leaf,
    where,
)

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
    strike = AttackChoice(table, unit, how, dice, reach)
    if not legal(strike.move((Aim(reach[0].code, dice),))):
        return
    detail = f"1 AP, {counted(dice, 'die', 'dice')}, {counted(len(reach), 'target')}"
    yield branch(how, how.capitalize(), strike.begun, strike.first(), detail)


@dataclass(frozen=True)
class AttackChoice:
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
            if terrain.distance(self.table, a, b) == 1:
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
        ).ranked(self._worth)

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
        label = considerations.unit_label(self.table, target)
        mark = partial(self._chances, target, left)
        hints: NodeHints = {"at": self.table.base(target), "mark": mark, "kind": target.kind}
        if not self._splits or not self._joined_by(group, left - 1):
            whole = (*aims, Aim(target.code, left))
            short = f"{self.begun}{target.code}" if not aims else ""
            detail = partial(self._detail, target, left)
            return leaf(target.code, label, self.move(whole), detail, short, **hints)
        ask = Ask(
            f"How many of the {counted(left, 'die', 'dice')} go to {target.code}?",
            lambda: self._shares(aims, target, left),
            ground=lambda: sketches.attack(self.table, self.unit, (target,)),
        )
        text, detail = f"{self._text(aims)}{target.code}:", partial(self._detail, target, left)
        return branch(target.code, label, text, ask, detail, **hints)

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

    def _worth(self, code: str) -> tuple[Fraction, Fraction]:
        """The chances to kill and to wound with all dice."""
        target, half = self.table.units[code], False
        if self.how == "shoot":
            half = self._seen[code].result == "half"
        found = odds.of_attack(self.table, self.unit, target, self.how, self.dice, half=half)
        return considerations.to_kill(self.table, target, found), considerations.at_least(found, 1)

    def _chances(self, target: Unit, dice: int) -> str:
        """``42% to wound, 11% to kill``."""
        return self._detail(target, dice).partition(" · ")[0]

    @cached_property
    def _detail(self) -> Callable[[Unit, int], str]:
        """A description of each share of the dice, made once."""
        return cache(self._described)

    def _described(self, target: Unit, dice: int) -> str:
        if self.how == "shoot":
            return considerations.shot(self.table, self.unit, target, self._seen[target.code], dice)
        return considerations.blow(self.table, self.unit, target, dice)

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


# --- Movement ---

Legal = Callable[[Move], bool]


def marches(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    """The action Move, if it has a destination."""
    found = paths.moves(table, unit)
    first = next(iter(found), None)
    if first is None or not legal(March(unit.code, first)):
        return

    def node(to: Square) -> Node[Move]:
        path = found[to]
        detail = partial(considerations.way, table, unit, path)
        return leaf(str(to), str(to), March(unit.code, to), detail, at=path.bases[-1])

    begun = f"{unit.code} MOVE "
    points = turns.available_points(table, unit)
    ask = where(
        f"Where does {unit.code} move?",
        lambda: found,
        begun,
        node,
        best=lambda _: suggestions.of_move(table, unit, found, points),
        ground=lambda: sketches.moving(table, unit, found),
    )
    detail = f"1 AP, {counted(len(found), 'square')} within MV {table.kind(unit).movement}"
    yield branch("move", "Move", begun, ask, detail)


def ask_turn(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    if not legal(TurnTo(unit.code, Facing((unit.facing + 1) % 8))):
        return
    prompt, make = f"Which direction does {unit.code} turn to?", partial(TurnTo, unit.code)
    ask = sketches.facings(prompt, table, unit, table.base(unit), make, but=unit.facing)
    detail = f"1 AP, now faces {facing_name(unit.facing)}"
    yield branch("turn", "Turn", f"{unit.code} TURN ", ask, detail)


def runs(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    """The action Run: direction, steps, and whom it strikes where there is a choice."""
    found = paths.all_runs(table, unit)
    first = next(iter(found), None)
    if first is None:
        return
    steps, path = next(iter(found[first].items()))
    charged = aiming.charged(table, unit, path)
    if not legal(Run(unit.code, first, steps, charged[0] if charged else "")):
        return
    ask = Ask(
        f"Which direction does {unit.code} run in?",
        lambda: (_direction(table, unit, facing, ways) for facing, ways in found.items()),
        ground=lambda: sketches.ways(table, unit, found.values()),
    )
    detail = "1 AP, straight; contact makes it a Charge"
    yield branch("run", "Run", f"{unit.code} RUN ", ask, detail)


def _direction(
    table: Table, unit: Unit, facing: Facing, ways: Mapping[int, paths.Path]
) -> Node[Move]:
    ask = Ask(
        f"How many steps does {unit.code} run {facing_name(facing)}?",
        lambda: (
            _steps(table, unit, Run(unit.code, facing, count), path) for count, path in ways.items()
        ),
        ground=lambda: sketches.ways(table, unit, [ways]),
    )
    fewest, most = min(ways), max(ways)
    reach = f"{fewest} to {most} steps" if fewest != most else counted(fewest, "step")
    label = facing_name(facing).capitalize()
    text = f"{unit.code} RUN {facing.name} "
    return branch(facing.name, label, text, ask, reach, at=ways[most].bases[-1])


def _steps(table: Table, unit: Unit, run: Run, path: paths.Path) -> Node[Move]:
    """One length of a Run; as a Charge it names its target."""
    end = path.bases[-1]
    key, label = str(run.steps), f"{counted(run.steps, 'step')} to {end.anchor}"
    charged = aiming.charged(table, unit, path)
    choices = [replace(run, target=code) for code in charged] or [run]
    if len(choices) == 1:
        target = choices[0].target
        detail, mark = partial(_way, table, unit, path, target), target and f"charges {target}"
        return leaf(key, label, choices[0], detail, at=end, mark=mark)
    ask = Ask(
        f"Which enemy does {unit.code} charge?",
        lambda: (_charge(table, unit, each, path) for each in choices),
        ground=lambda: sketches.ways(table, unit, [{run.steps: path}]),
    )
    targets = f"charges {listed(charged, 'or')}"
    note = f"{targets}, {considerations.way(table, unit, path)}"
    text = f"{run.unit} RUN {run.facing.name} {run.steps} ON "
    return branch(key, label, text, ask, note, at=end, mark=targets)


def _charge(table: Table, unit: Unit, run: Run, path: paths.Path) -> Node[Move]:
    target = table.units[run.target]
    label = considerations.unit_label(table, target)
    chances = partial(considerations.charge, table, unit, target, path)
    hints: NodeHints = {"at": table.base(target), "mark": chances, "kind": target.kind}
    return leaf(target.code, label, run, chances, **hints)


def _way(table: Table, unit: Unit, path: paths.Path, target: str) -> str:
    way = considerations.way(table, unit, path)
    if not target:
        return way
    chances = considerations.charge(table, unit, table.units[target], path)
    return f"charges {target}: {chances} · {way}"


def jumps(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    if not table.kind(unit).specials.jump:
        return
    found = {facing: paths.jumps(table, unit, facing) for facing in Facing}
    found = {facing: leaps for facing, leaps in found.items() if leaps}
    first = next(iter(found), None)
    if first is None or not legal(Jump(unit.code, first, min(found[first]))):
        return
    ask = Ask(
        f"Which direction does {unit.code} jump in?",
        lambda: (_leaps(table, unit, facing, leaps) for facing, leaps in found.items()),
        ground=lambda: sketches.ways(table, unit, found.values()),
    )
    far = table.kind(unit).specials.jump
    yield branch("jump", "Jump", f"{unit.code} JUMP ", ask, f"1 AP, up to {counted(far, 'square')}")


def _leaps(table: Table, unit: Unit, facing: Facing, leaps: Mapping[int, paths.Path]) -> Node[Move]:
    def node(count: int, path: paths.Path) -> Node[Move]:
        end = path.bases[-1]
        label, move = f"{counted(count, 'square')} to {end.anchor}", Jump(unit.code, facing, count)
        detail = partial(considerations.way, table, unit, path, leap=True)
        return leaf(str(count), label, move, detail, at=end)

    ask = Ask(
        f"How far does {unit.code} jump {facing_name(facing)}?",
        lambda: (node(count, path) for count, path in leaps.items()),
        ground=lambda: sketches.ways(table, unit, [leaps]),
    )
    text, label = f"{unit.code} JUMP {facing.name} ", facing_name(facing).capitalize()
    return branch(facing.name, label, text, ask, at=leaps[max(leaps)].bases[-1])


# --- Units and actions ---

TOP = AT_ONCE - 2
"""Units that fit into one select beside its two closing entries."""

FIELD = TextField("Your move", "R3 MOVE F6 VIA E SE", 100)


class TurnTree(Gated):
    """Paths step by step, units to hold at the end of the turn, and attacks on more targets than
    are offered can only be typed."""

    def root(self, read: Callable[[str], Move]) -> Ask[Move]:
        return Ask("Which unit acts?", self.top, Typed(FIELD, read))

    def top(self) -> Iterator[Node[Move]]:
        """Units that can act, grouped if there are many, and the two closing choices."""
        units, turn = self._units(), self.table.turn
        nodes = [self._unit(unit) for unit in units]
        letter = LETTERS[units[0].seat] if units else ""
        yield from grouped(nodes, TOP, letter, "Which unit acts?")
        if self.legal(EndUnit()):
            kept = self.table.units[turn.active].ap
            detail = f"{kept} AP kept for reactions" if kept else "no AP left"
            yield leaf("endunit", f"End the activation of {turn.active}", EndUnit(), detail)
        if self.legal(Done()):
            more = f"{counted(turn.quota, 'more unit')} would count as activated without acting"
            yield leaf("done", "End the turn", Done(), more if turn.quota else "")

    def _units(self) -> tuple[Unit, ...]:
        """Units that can act, including captors that can only release."""
        seat = self.table.turn.seat
        able = turns.selectable(self.table, seat)
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
            turns.available_points(self.table, unit) > 0
            or self.legal(Hold(unit.code))
            or any(self._actions(unit))
        )

    def _unit(self, unit: Unit) -> Node[Move]:
        table, base = self.table, self.table.base(unit)
        ground = partial(sketches.turning, table, unit, base)
        ask = Ask(f"What does {unit.code} do?", partial(self._actions, unit), ground=ground)
        able = replace(unit, ap=turns.available_points(table, unit))
        label, detail = (
            considerations.unit_label(table, able),
            considerations.unit_state(table, unit),
        )
        return branch(unit.code, label, f"{unit.code} ", ask, detail, at=base, kind=unit.kind)

    def _actions(self, unit: Unit) -> Iterator[Node[Move]]:
        table, legal = self.table, self.legal
        points = turns.available_points(table, unit)
        if points > 0:
            yield from marches(table, unit, legal)
            yield from runs(table, unit, legal)
            yield from jumps(table, unit, legal)
            yield from ask_turn(table, unit, legal)
            yield from strikes(table, unit, "shoot", legal)
            yield from strikes(table, unit, "melee", legal)
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
            and terrain.distance(table, unit, other) <= 1
            and self.legal(Capture(unit.code, other.code))
        ]
        if not near:
            return

        def node(other: Unit) -> Node[Move]:
            label, move = considerations.unit_label(table, other), Capture(unit.code, other.code)
            return leaf(
                other.code, label, move, "0 AP; reveals your objective", at=table.base(other)
            )

        ground = partial(sketches.attack, table, unit, near)
        ask = Ask(
            f"Which Commander does {unit.code} capture?", lambda: map(node, near), ground=ground
        )
        yield branch("capture", "Capture", f"{unit.code} CAPTURE ", ask, "0 AP")
