"""Terrain and tokens on the board as a referee sets them (4.11).

Terrain of one's own is set with a whole position.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.geometry.plane import Point
from games.core.notation import Value
from games.core.referee.edits import Act, ActGroup, Argument, choice
from games.core.referee.settable import Field, Fields
from games.core.types import Forbidden
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.maps import PACK_MAP, SpaceMap
from games.cosmic_conflict.editing.units import ID, several, spot, word
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.units import MarkedToken, MissileToken, Table
from games.cosmic_conflict.view import View

# --- Terrain ---


def _map(match: View | StepBuilder, key: str) -> SpaceMap | None:
    catalogue = match.course.agreement.catalogue
    return catalogue.pack_map if key == PACK_MAP else catalogue.maps[key]


def _map_name(view: View, key: str) -> str:
    found = _map(view, key)
    return found.name if found else key


def _lay(builder: StepBuilder, key: str) -> None:
    found = _map(builder, key)
    assert found is not None
    builder.lay(features=found.features)


def _no_map(view: View, key: str) -> Forbidden | None:
    named, board = _map(view, key), view.table.board
    if named is None:
        return forbid("OPTION", "CC-182", "The content pack has no map.")
    if (named.width, named.height) == (board.width, board.height):
        return None
    return forbid("OPTION", "D-003", f"{named.name} is a map for a board of another size.")


TERRAIN = Act(
    "terrain", "TERRAIN {map}", "All of the terrain",
    {
        "map": choice(
            "a map such as VEIL", {key.upper(): key for key in (*BASE.maps, PACK_MAP)},
            "Which map?", missing=_no_map, label=_map_name, called=_map_name,
        )
    },
    _lay,
    said="lays out the terrain of {map}",
)  # fmt: skip

# --- Missile tokens ---


def _missile(view: View | StepBuilder, id: str) -> MissileToken | None:
    return next((each for each in view.table.missiles if each.id == id), None)


def _no_missile(view: View, id: str) -> Forbidden | None:
    return None if _missile(view, id) else forbid("UNKNOWN-ID", "CC-099", f"There is no {id}.")


def _place(view: View, id: str) -> Point | None:
    return token.at if (token := _missile(view, id)) else None


def _put_missile(builder: StepBuilder, id: str, *at: Point) -> None:
    """Move a Missile token, or remove it."""
    there = builder.table.missiles
    new = tuple(replace(each, at=place) for each in there if each.id == id for place in at)
    place = [each.id for each in there].index(id)
    builder.lay(missiles=(*there[:place], *new, *there[place + 1 :]))


_A_MISSILE = Argument(
    word("a Missile token such as t1", "t[1-9][0-9]{0,3}", extent="T[0-9]+"), "Which one?",
    lambda view: [each.id for each in view.table.missiles], missing=_no_missile,
)  # fmt: skip
MISSILES = ActGroup(
    "missile", "Missile tokens", _A_MISSILE,
    (
        Act(
            "missileto", "MISSILE {token} TO {at}", "Its place",
            {"token": _A_MISSILE, "at": spot(_place)}, _put_missile, "the place of {token}", _place,
        ),
        Act(
            "unmissile", "MISSILE {token} REMOVE", "Remove it", {"token": _A_MISSILE},
            _put_missile, said="removes {token}",
        ),
    ),
)  # fmt: skip

# --- Marked tokens and marks of the scenario ---


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


TOKENS: tuple[Act | ActGroup, ...] = (
    MISSILES,
    *table_fields(
        Field(
            "marked", "Marked tokens",
            several(_MARKS, lambda view: view.table.marked, lambda view: (), "a1:b2 a3:b2:SPENT",
                    lambda _, mark: f"{mark.target} by {mark.by}{' (spent)' * mark.spent}"),
        ),
        Field(
            "objectives", "marks of the scenario",
            several(_POINTS, lambda view: view.table.objectives, lambda view: (), "18/15 36/15",
                    lambda _, at: SCALE.name(at)),
        ),
    ),
)  # fmt: skip
