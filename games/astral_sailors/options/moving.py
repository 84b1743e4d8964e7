"""Moving: Move, Turn, Run and Jump of one unit (2.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from games.astral_sailors.board import paths
from games.astral_sailors.names import counted, facing_name, listed
from games.astral_sailors.options import sketches, suggestions
from games.astral_sailors.rules.turns import action_points
from games.astral_sailors.rules.turns.activation import Jump, March, Run, TurnTo
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import choice_notes
from games.core.geometry.squares import Facing, Square
from games.core.questions import Ask, Node, branch, leaf, where

Legal = Callable[[Move], bool]


def marches(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    """The action Move, if it has a destination."""
    found = paths.moves(table, unit)
    first = next(iter(found), None)
    if first is None or not legal(March(unit.code, first)):
        return

    def node(to: Square) -> Node[Move]:
        path = found[to]
        detail = partial(choice_notes.way, table, unit, path)
        return leaf(str(to), str(to), March(unit.code, to), detail, at=path.bases[-1])

    begun = f"{unit.code} MOVE "
    points = action_points.available(table, unit)
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


def turns(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    others = [facing for facing in Facing if facing != unit.facing]
    if not others or not legal(TurnTo(unit.code, others[0])):
        return
    base = table.base(unit)
    ask = Ask(
        f"Which direction does {unit.code} turn to?",
        lambda: (
            leaf(
                facing.name,
                facing_name(facing).capitalize(),
                TurnTo(unit.code, facing),
                at=sketches.ahead(table, base, facing),
            )
            for facing in others
        ),
        ground=lambda: sketches.turning(table, unit, base),
    )
    detail = f"1 AP, now faces {facing_name(unit.facing)}"
    yield branch("turn", "Turn", f"{unit.code} TURN ", ask, detail)


def runs(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    """The action Run: direction, steps, and whom it strikes where there is a choice."""
    found = paths.all_runs(table, unit)
    first = next(iter(found), None)
    if first is None:
        return
    steps, path = next(iter(found[first].items()))
    charged = paths.charged(table, unit, path)
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
    charged = paths.charged(table, unit, path)
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
    note = f"{targets}, {choice_notes.way(table, unit, path)}"
    text = f"{run.unit} RUN {run.facing.name} {run.steps} ON "
    return branch(key, label, text, ask, note, at=end, mark=targets)


def _charge(table: Table, unit: Unit, run: Run, path: paths.Path) -> Node[Move]:
    target = table.units[run.target]
    label = choice_notes.unit_label(table, target)
    chances = partial(choice_notes.charge, table, unit, target, path)
    return leaf(target.code, label, run, chances, at=table.base(target), mark=chances)


def _way(table: Table, unit: Unit, path: paths.Path, target: str) -> str:
    way = choice_notes.way(table, unit, path)
    if not target:
        return way
    chances = choice_notes.charge(table, unit, table.units[target], path)
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
        detail = partial(choice_notes.way, table, unit, path, leap=True)
        return leaf(str(count), label, move, detail, at=end)

    ask = Ask(
        f"How far does {unit.code} jump {facing_name(facing)}?",
        lambda: (node(count, path) for count, path in leaps.items()),
        ground=lambda: sketches.ways(table, unit, [leaps]),
    )
    text, label = f"{unit.code} JUMP {facing.name} ", facing_name(facing).capitalize()
    return branch(facing.name, label, text, ask, at=leaps[max(leaps)].bases[-1])
