"""Missile tokens, Marked tokens and Contested Marks as a referee sets them (4.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.editing.acts import Act, Kind, number
from games.core.geometry.plane import Point
from games.core.refusals import Forbidden
from games.cosmic_conflict.editing.terrain import off_board, one_of, spot
from games.cosmic_conflict.editing.units import OF_UNITS
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.view import View

# --- Missile tokens ---

A_MISSILE = one_of(
    "a Missile token such as t1", "t[1-9][0-9]{0,3}", lambda view: view.table.missiles
)


def _missile_at(view: View, id: str) -> Point:
    return next(each.at for each in view.table.missiles if each.id == id)


def _move_missile(builder: StepBuilder, id: str, at: Point) -> None:
    found = (replace(each, at=at) if each.id == id else each for each in builder.table.missiles)
    builder.table = replace(builder.table, missiles=tuple(found))


def _drop_missile(builder: StepBuilder, id: str) -> None:
    kept = tuple(each for each in builder.table.missiles if each.id != id)
    builder.table = replace(builder.table, missiles=kept)


MISSILES = Kind(
    "missile", "Missile tokens", A_MISSILE,
    (
        Act(
            "missileto", "MISSILE {token} TO {at}", "Its place",
            {"token": A_MISSILE, "at": spot(_missile_at)}, _move_missile, "the place of {token}",
            _missile_at, refuse=lambda view, id, at: off_board(view.table, at),
        ),
        Act(
            "unmissile", "MISSILE {token} REMOVE", "Remove it", {"token": A_MISSILE},
            _drop_missile, said="removes {token}",
        ),
    ),
)  # fmt: skip


# --- Marked tokens ---


def _markers(view: View, *_: Any) -> Iterator[Any]:
    ids = dict.fromkeys(each.by for each in view.table.marked)
    return (view.table.units[id] for id in ids)


def _targets(view: View, by: str) -> Iterator[Any]:
    return (view.table.units[each.target] for each in view.table.marked if each.by == by)


def _unmark(builder: StepBuilder, by: str, target: str) -> None:
    kept = tuple(each for each in builder.table.marked if (each.by, each.target) != (by, target))
    builder.table = replace(builder.table, marked=kept)


def _no_mark(view: View, by: str, target: str, *_: Any) -> Forbidden | None:
    if any((each.by, each.target) == (by, target) for each in view.table.marked):
        return None
    return forbid("MARK", "CC-169", f"{by} has not marked {target}.")


def _remark(builder: StepBuilder, by: str, target: str, other: str) -> None:
    found = (
        replace(each, target=other) if (each.by, each.target) == (by, target) else each
        for each in builder.table.marked
    )
    builder.table = replace(builder.table, marked=tuple(found))


def _no_remark(view: View, by: str, target: str, other: str) -> Forbidden | None:
    table = view.table
    there, side = table.units[other], table.units[by].side
    ship = there.in_space and there.side != side and not table.design(there).fighter
    if ship and _no_mark(view, by, other):
        return _no_mark(view, by, target)
    return forbid("MARK", "CC-169", f"{other} cannot be marked by {by}, or is marked already.")


_MARK = {
    "by": OF_UNITS.one_of("By which ship?", _markers),
    "target": OF_UNITS.one_of("On which ship?", _targets),
}
_ENEMY = OF_UNITS.one_of(
    "Onto which ship?", lambda view, by, _: view.table.enemies(view.table.units[by])
)
MARKS = (
    Act(
        "unmark", "MARK {by} {target} REMOVE", "Remove a Marked token", _MARK, _unmark,
        said="removes the Marked token of {by} on {target}", refuse=_no_mark,
    ),
    Act(
        "remark", "MARK {by} {target} TO {other}", "Move a Marked token",
        {**_MARK, "other": _ENEMY}, _remark,
        said="moves the Marked token of {by} from {target} to {other}", refuse=_no_remark,
    ),
)  # fmt: skip


# --- Contested Marks ---


def _objectives(view: View) -> range:
    return range(1, len(view.table.objectives) + 1)


def _no_objective(view: View, mark: int) -> Forbidden | None:
    if mark in _objectives(view):
        return None
    return forbid("UNKNOWN-ID", "CC-226", f"There is no Contested Mark {mark}.")


def _objective(view: View, mark: int) -> Point:
    return view.table.objectives[mark - 1]


def _move_objective(builder: StepBuilder, mark: int, *at: Point) -> None:
    there = builder.table.objectives
    builder.table = replace(builder.table, objectives=(*there[: mark - 1], *at, *there[mark:]))


_AN_OBJECTIVE = replace(number(_objectives, "Which mark?"), missing=_no_objective)
OBJECTIVES = (
    Act(
        "objective", "OBJECTIVE {mark} TO {at}", "Move a Contested Mark",
        {"mark": _AN_OBJECTIVE, "at": spot(_objective)}, _move_objective,
        "the place of Contested Mark {mark}", _objective,
        refuse=lambda view, mark, at: off_board(view.table, at),
    ),
    Act(
        "unobjective", "OBJECTIVE {mark} REMOVE", "Remove a Contested Mark",
        {"mark": replace(_AN_OBJECTIVE, bounds=None, offered=_objectives)}, _move_objective,
        said="removes Contested Mark {mark}",
    ),
)  # fmt: skip
TOKENS = (MISSILES, *MARKS, *OBJECTIVES)
