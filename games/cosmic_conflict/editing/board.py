"""Terrain and tokens on the board as a referee sets them (4.11).

Shapes and attributes of terrain are set with a whole map, by loading a position.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.editing.acts import Act, Argument, Kind, choice
from games.core.editing.fields import Field, Fields
from games.core.geometry.plane import Point
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.cosmic_conflict import maps
from games.cosmic_conflict.editing.units import ID, several, spot, word
from games.cosmic_conflict.maps import KINDS, kind_name
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import MarkedToken, Table
from games.cosmic_conflict.terrain import Feature, moved_by
from games.cosmic_conflict.view import View

# --- Things with an ID ---


def _replace(builder: StepBuilder, field: str, id: str, *new: Any) -> None:
    """With something new in place of the thing of an ID, or without it."""
    there = getattr(builder.table, field)
    found = (each for old in there for each in (new if old.id == id else (old,)))
    builder.lay(**{field: tuple(found)})


def _thing(view: View | StepBuilder, field: str, id: str) -> Any:
    return next((each for each in getattr(view.table, field) if each.id == id), None)


def _one_of(field: str, wanted: str, pattern: str, **more: Any) -> Argument:
    """The ID of something on the board."""

    def missing(view: View, id: str) -> Forbidden | None:
        if _thing(view, field, id):
            return None
        return forbid("UNKNOWN-ID", "CC-182", f"There is no {id}.")

    return Argument(
        word(wanted, pattern, extent="T[0-9]+"), "Which one?",
        lambda view: [each.id for each in getattr(view.table, field)], missing=missing, **more,
    )  # fmt: skip


# --- Terrain ---


def _centre(view: View | StepBuilder, id: str) -> Point:
    at: Point = _thing(view, "features", id).zones[0].centre
    return at


def _shift(builder: StepBuilder, id: str, at: Point) -> None:
    start = _centre(builder, id)
    step = Point(at.x - start.x, at.y - start.y)
    _replace(builder, "features", id, moved_by(_thing(builder, "features", id), step))


_A_FEATURE = _one_of(
    "features", "terrain such as T1", "T[1-9][0-9]{0,2}",
    label=lambda view, id: f"{id} {kind_name(_thing(view, 'features', id).kind)}",
    called=lambda view, id: f"{kind_name(_thing(view, 'features', id).kind)} {id}",
)  # fmt: skip
_LENGTH = Argument(
    Value[Any, int]("a number such as 2.5", lambda _, text: SCALE.read(text), SCALE.write),
    "How much?",
    lambda *_: range(0, 7 * DU, DU),
    example="2",
)
TERRAIN = Kind(
    "terrain", "Terrain", _A_FEATURE,
    (
        Act(
            "shift", "TERRAIN {feature} TO {at}", "Its centre",
            {"feature": _A_FEATURE, "at": spot(_centre)},
            _shift, "the place of {feature}", _centre,
        ),
        *Fields(
            Feature, {"feature": _A_FEATURE}, "TERRAIN {feature} WORD {value}",
            "the WHAT of {feature}",
            lambda view, id: _thing(view, "features", id),
            lambda builder, id, **values: _replace(
                builder, "features", id, replace(_thing(builder, "features", id), **values)
            ),
        ).acts(
            Field("mobile", "movement each turn", _LENGTH),
            Field("direction", "direction", range(360)),
        ),
        Act(
            "unterrain", "TERRAIN {feature} REMOVE", "Remove it", {"feature": _A_FEATURE},
            lambda builder, id: _replace(builder, "features", id), said="removes {feature}",
        ),
    ),
)  # fmt: skip


def _add(builder: StepBuilder, kind: str, at: Point) -> None:
    table = builder.table
    (found,) = maps.features([{"kind": kind, "at": [*map(SCALE.write, at)]}])
    last = max((int(each.id[1:]) for each in table.features), default=0)
    features = (*table.features, replace(found, id=f"T{last + 1}"))
    builder.lay(features=features)


ADD_TERRAIN = Act(
    "newterrain", "ADD TERRAIN {kind} {at}", "New terrain",
    {
        "kind": choice(
            "a kind of terrain such as ASTEROID_FIELD", {key.upper(): key for key in KINDS},
            "Which kind?",
            label=lambda _, key: kind_name(key), called=lambda _, key: kind_name(key),
        ),
        "at": spot(),
    },
    _add, said="adds {kind} at {at}",
)  # fmt: skip

# --- Tokens ---

_A_MISSILE = _one_of("missiles", "a Missile token such as t1", "t[1-9][0-9]{0,3}")
MISSILES = Kind(
    "missile", "Missile tokens", _A_MISSILE,
    (
        Act(
            "missileto", "MISSILE {token} TO {at}", "Its place",
            {"token": _A_MISSILE, "at": spot(lambda view, id: _thing(view, "missiles", id).at)},
            lambda builder, id, at: _replace(
                builder, "missiles", id, replace(_thing(builder, "missiles", id), at=at)
            ),
            "the place of {token}", lambda view, id: _thing(view, "missiles", id).at,
        ),
        Act(
            "unmissile", "MISSILE {token} REMOVE", "Remove it", {"token": _A_MISSILE},
            lambda builder, id: _replace(builder, "missiles", id), said="removes {token}",
        ),
    ),
)  # fmt: skip


def _read_mark(_: Any, text: str) -> MarkedToken:
    by, target, *spent = text.split(":")
    if spent not in ([], ["SPENT"]):
        raise ValueError
    return MarkedToken(ID.read(_, by), ID.read(_, target), bool(spent))


def _write_mark(mark: MarkedToken) -> str:
    return f"{mark.by}:{mark.target}{':SPENT' * mark.spent}"


def _point(_: Any, text: str) -> Point:
    return SCALE.point(text.replace("/", " "))


_MARKS: Value[Any, MarkedToken] = Value("by and on which ship, a1:b2", _read_mark, _write_mark)
_POINTS: Value[Any, Point] = Value(
    "points such as 18/15", _point, lambda at: SCALE.name(at).replace(" ", "/")
)


def table_fields(*fields: Field) -> tuple[Act, ...]:
    makes = Fields(Table, {}, "WORD {value}", "the WHAT", lambda view: view.table, StepBuilder.lay)
    return makes.acts(*fields)


TOKENS: tuple[Act | Kind, ...] = (
    MISSILES,
    *table_fields(
        Field(
            "marked", "Marked tokens",
            several(_MARKS, lambda view: view.table.marked, lambda view: (), "a1:b2 a3:b2:SPENT"),
        ),
        Field(
            "objectives", "Contested Marks",
            several(_POINTS, lambda view: view.table.objectives, lambda view: (), "18/15 36/15"),
        ),
    ),
)  # fmt: skip
