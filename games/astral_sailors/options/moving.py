"""Moving: Move, Turn, Run and Jump of one unit (2.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from games.astral_sailors.board import paths
from games.astral_sailors.moves import Jump, March, Move, Run, TurnTo
from games.astral_sailors.names import counted, facing_name, listed
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.words import choice_notes
from games.core.geometry.squares import Facing, Square
from games.core.tree import Ask, Node, branch, leaf, where

Legal = Callable[[Move], bool]


def marches(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    """The action Move, if it has a destination."""
    found = paths.moves(table, unit)
    first = next(iter(found), None)
    if first is None or not legal(March(unit.code, first)):
        return

    def node(to: Square) -> Node[Move]:
        path = found[to]
        return leaf(
            str(to), str(to), March(unit.code, to), lambda: choice_notes.way(table, unit, path)
        )

    begun = f"{unit.code} MOVE "
    ask = where(f"Where does {unit.code} move?", lambda: found, begun, node)
    detail = f"1 AP, {counted(len(found), 'square')} within MV {table.kind(unit).movement}"
    yield branch("move", "Move", begun, ask, detail)


def turns(table: Table, unit: Unit, legal: Legal) -> Iterator[Node[Move]]:
    others = [facing for facing in Facing if facing != unit.facing]
    if not others or not legal(TurnTo(unit.code, others[0])):
        return
    ask = Ask(
        f"Which direction does {unit.code} turn to?",
        lambda: (
            leaf(facing.name, facing_name(facing).capitalize(), TurnTo(unit.code, facing))
            for facing in others
        ),
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
    )
    fewest, most = min(ways), max(ways)
    reach = f"{fewest} to {most} steps" if fewest != most else counted(fewest, "step")
    label = facing_name(facing).capitalize()
    return branch(facing.name, label, f"{unit.code} RUN {facing.name} ", ask, reach)


def _steps(table: Table, unit: Unit, run: Run, path: paths.Path) -> Node[Move]:
    """One length of a Run; as a Charge it names its target."""
    key, label = str(run.steps), f"{counted(run.steps, 'step')} to {path.bases[-1].anchor}"
    charged = paths.charged(table, unit, path)
    choices = [replace(run, target=code) for code in charged] or [run]
    if len(choices) == 1:
        return leaf(key, label, choices[0], lambda: _way(table, unit, path, choices[0].target))
    ask = Ask(
        f"Which enemy does {unit.code} charge?",
        lambda: (
            leaf(each.target, choice_notes.unit_label(table, table.units[each.target]), each)
            for each in choices
        ),
    )
    detail = f"charges {listed(charged, 'or')}, {choice_notes.way(table, unit, path)}"
    return branch(key, label, f"{run.unit} RUN {run.facing.name} {run.steps} ON ", ask, detail)


def _way(table: Table, unit: Unit, path: paths.Path, target: str) -> str:
    way = choice_notes.way(table, unit, path)
    return f"charges {target}, {way}" if target else way


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
    )
    far = table.kind(unit).specials.jump
    yield branch("jump", "Jump", f"{unit.code} JUMP ", ask, f"1 AP, up to {counted(far, 'square')}")


def _leaps(table: Table, unit: Unit, facing: Facing, leaps: Mapping[int, paths.Path]) -> Node[Move]:
    def node(count: int, path: paths.Path) -> Node[Move]:
        label = f"{counted(count, 'square')} to {path.bases[-1].anchor}"
        move = Jump(unit.code, facing, count)
        return leaf(str(count), label, move, lambda: choice_notes.way(table, unit, path, leap=True))

    ask = Ask(
        f"How far does {unit.code} jump {facing_name(facing)}?",
        lambda: (node(count, path) for count, path in leaps.items()),
    )
    text = f"{unit.code} JUMP {facing.name} "
    return branch(facing.name, facing_name(facing).capitalize(), text, ask)
