"""Terrain and tokens on the board as a referee sets them (4.11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from games.core.editing import acts
from games.core.editing.acts import Act, Argument, Kind, choice, number
from games.core.editing.editing import SAME
from games.core.geometry.plane import Disc, Point, Polygon, Rectangle
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.cosmic_conflict import maps
from games.cosmic_conflict.editing.units import around
from games.cosmic_conflict.maps import KINDS, MOST, kind_name
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Table
from games.cosmic_conflict.terrain import Feature, FeatureZone, ZoneShape
from games.cosmic_conflict.view import View

MOST_CORNERS = 12
FLAGS = ("SOLID", "CONCEALING", "BLOCKING", "RANDOM")
AMOUNTS = ("OBSCURING", "DANGEROUS", "HAZARDOUS")
LENGTHS = ("PUSH", "PULL")

# --- Arguments ---


def _board(view: View, *_: Any) -> tuple[Rectangle, ...]:
    return (Rectangle(0, 0, view.table.board.width, view.table.board.height),)


def spot(like: Callable[..., Point | None]) -> Argument:
    return acts.point(
        SCALE, _board, "Where?", offered=lambda view, *known: around(view.table, like(view, *known))
    )


def off_board(table: Table, at: Point) -> Forbidden | None:
    if at in table.board:
        return None
    return forbid("BOARD", "CC-008", f"{SCALE.name(at)} is not on the board.")


def one_of(wanted: str, pattern: str, there: Callable[[View], Iterable[Any]]) -> Argument:
    """The ID of something on the board."""

    def read(_: Any, text: str) -> str:
        if not re.fullmatch(pattern, text, re.IGNORECASE):
            raise ValueError
        return text.upper() if pattern[0].isupper() else text.lower()

    def missing(view: View, id: str) -> Forbidden | None:
        if id in (each.id for each in there(view)):
            return None
        return forbid("UNKNOWN-ID", "CC-182", f"There is no {id}.")

    value = Value[Any, str](wanted, read, extent="T[0-9]+")
    return Argument(
        value, "Which one?", lambda view: [each.id for each in there(view)], missing=missing
    )


def feature(view: View, id: str) -> Feature:
    return next(each for each in view.table.features if each.id == id)


A_FEATURE = replace(
    one_of("terrain such as T1", "T[1-9][0-9]{0,2}", lambda view: view.table.features),
    label=lambda view, id: f"{id} {kind_name(feature(view, id).kind)}",
    called=lambda view, id: f"{kind_name(feature(view, id).kind)} {id}",
)
A_ZONE = Argument(
    number(range(1)).value,
    "Which zone?",
    lambda view, id: range(1, len(feature(view, id).zones) + 1),
)


def _no_zone(view: View, id: str, zone: int, *_: Any) -> Forbidden | None:
    most = len(feature(view, id).zones)
    if 1 <= zone <= most:
        return None
    return forbid("TERRAIN", "CC-182", f"{id} has {most} zones; there is no zone {zone}.")


def _read_shape(_: Any, text: str) -> ZoneShape:
    """``27 15 2.5`` is a disc; more numbers are corners. Raises ``ValueError``."""
    numbers = list(map(SCALE.read, text.split()))
    if len(numbers) == 3:
        found: Any = {"disc": [SCALE.write(each) for each in numbers]}
    elif len(numbers) % 2 or not 6 <= len(numbers) <= 2 * MOST_CORNERS:
        raise ValueError
    else:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        found = {"poly": [[SCALE.write(each) for each in pair] for pair in pairs]}
    return maps.features([found])[0].zones[0].shape


def _write_shape(shape: ZoneShape) -> str:
    if isinstance(shape, Disc):
        return f"{SCALE.name(shape.centre)} {SCALE.write(shape.radius)}"
    return " ".join(map(SCALE.name, shape.corners))


def _shapes(view: View, id: str, zone: int) -> Iterator[ZoneShape]:
    centre = feature(view, id).zones[zone - 1].centre
    yield from (Disc(centre, far * DU) for far in range(1, 7))
    corners = (centre.plus(x * DU, y * DU) for x, y in ((-3, -2), (-3, 2), (3, 2), (3, -2)))
    yield Polygon(tuple(corners))


A_SHAPE = Argument(
    Value[Any, ZoneShape](
        "corners, or a centre and a radius",
        _read_shape, _write_shape, r"\S+(?: \S+)+",
    ),
    "Which shape?", _shapes, example="27 15 2.5",
)  # fmt: skip
LENGTH = Argument(
    Value[Any, int]("a number such as 2.5", lambda _, text: SCALE.read(text), SCALE.write),
    "How much?",
    lambda *_: (each * DU for each in range(7)),
    example="2",
)

# --- Features ---


def _set(builder: StepBuilder, found: Feature) -> None:
    table = builder.table
    features = (found if each.id == found.id else each for each in table.features)
    builder.table = replace(table, features=tuple(features))


def _change(field: str) -> Callable[[StepBuilder, str, int], None]:
    def put(builder: StepBuilder, id: str, value: int) -> None:
        changed: dict[str, Any] = {field: value}
        _set(builder, replace(feature(builder.view, id), **changed))

    return put


def _centre(view: View, id: str) -> Point:
    return feature(view, id).zones[0].centre


def _shift(builder: StepBuilder, id: str, at: Point) -> None:
    there, start = feature(builder.view, id), _centre(builder.view, id)
    step = Point(at.x - start.x, at.y - start.y)
    zones = tuple(replace(zone, shape=_moved(zone.shape, step)) for zone in there.zones)
    _set(builder, replace(there, zones=zones))


def _moved(shape: ZoneShape, step: Point) -> ZoneShape:
    if isinstance(shape, Disc):
        return Disc(shape.centre.plus(*step), shape.radius)
    return Polygon(tuple(corner.plus(*step) for corner in shape.corners))


def _no_shift(view: View, id: str, at: Point) -> Forbidden | None:
    return off_board(view.table, at)


def _reshape(builder: StepBuilder, id: str, zone: int, shape: ZoneShape) -> None:
    there = feature(builder.view, id)
    zones = (
        replace(each, shape=shape) if number == zone else each
        for number, each in enumerate(there.zones, 1)
    )
    _set(builder, replace(there, zones=tuple(zones)))


def _no_shape(view: View, id: str, zone: int, shape: ZoneShape) -> Forbidden | None:
    if refused := _no_zone(view, id, zone):
        return refused
    here = feature(view, id).zones[zone - 1]
    if here.shape == shape:
        return Forbidden("CC-182", "It has that shape already.", code=SAME)
    return off_board(view.table, replace(here, shape=shape).centre)


def _attribute(zone: FeatureZone, name: str) -> int:
    value: int = getattr(zone, name.lower())
    return value if name in LENGTHS else value * DU


def _value(name: str, length: int) -> int | bool:
    if name in LENGTHS:
        return length
    return bool(length) if name in FLAGS else length // DU


def _give(builder: StepBuilder, id: str, zone: int, name: str, length: int) -> None:
    """Zones with the same key are one shape with one set of attributes (3.4)."""
    there = feature(builder.view, id)
    changed: dict[str, Any] = {name.lower(): _value(name, length)}
    if name in LENGTHS and length:
        changed["pull" if name == "PUSH" else "push"] = 0
    key = there.zones[zone - 1].key
    zones = (
        replace(each, **changed) if number == zone or (key and each.key == key) else each
        for number, each in enumerate(there.zones, 1)
    )
    _set(builder, replace(there, zones=tuple(zones)))


def _no_attribute(view: View, id: str, zone: int, name: str, length: int) -> Forbidden | None:
    if refused := _no_zone(view, id, zone):
        return refused
    most = 1 if name in FLAGS else 20
    if 0 <= length <= most * DU and (name in LENGTHS or length % DU == 0):
        return None
    return forbid("TERRAIN", "CC-182", f"{name.capitalize()} must be from 0 to {most}.")


def _remove(builder: StepBuilder, id: str) -> None:
    table = builder.table
    kept = tuple(each for each in table.features if each.id != id)
    builder.table = replace(table, features=kept)


def _no_length(view: View, id: str, length: int) -> Forbidden | None:
    if 0 <= length <= 20 * DU:
        return None
    return forbid("TERRAIN", "CC-192", "Terrain moves 0 to 20 du each turn.")


_WORDS = {name: name for name in (*FLAGS, *AMOUNTS, *LENGTHS)}
_FEATURE = {"feature": A_FEATURE}
TERRAIN = Kind(
    "terrain", "Terrain", A_FEATURE,
    (
        Act(
            "shift", "TERRAIN {feature} TO {at}", "Its centre", {**_FEATURE, "at": spot(_centre)},
            _shift, "the place of {feature}", _centre, refuse=_no_shift,
        ),
        Act(
            "shape", "TERRAIN {feature} SHAPE {zone} {shape}", "The shape of a zone",
            {**_FEATURE, "zone": A_ZONE, "shape": A_SHAPE}, _reshape,
            "the shape of zone {zone} of {feature}",
            words=lambda view, id, zone, shape: (
                _write_shape(feature(view, id).zones[zone - 1].shape), _write_shape(shape)),
            refuse=_no_shape,
        ),
        Act(
            "attribute", "TERRAIN {feature} ZONE {zone} {name} {amount}", "An attribute of a zone",
            {
                **_FEATURE, "zone": A_ZONE,
                "name": choice("an attribute such as SOLID", _WORDS, "Which attribute?"),
                "amount": LENGTH,
            },
            _give, "{name} of zone {zone} of {feature}",
            lambda view, id, zone, name: _attribute(feature(view, id).zones[zone - 1], name),
            refuse=_no_attribute, detail="1 for yes, 0 for no",
        ),
        Act(
            "mobile", "TERRAIN {feature} MOBILE {amount}", "How far it moves each turn",
            {**_FEATURE, "amount": LENGTH}, _change("mobile"), "the movement of {feature}",
            lambda view, id: feature(view, id).mobile, refuse=_no_length,
        ),
        Act(
            "direction", "TERRAIN {feature} DIRECTION {degrees}", "Its direction",
            {**_FEATURE, "degrees": number(range(360))}, _change("direction"),
            "the direction of {feature}", lambda view, id: feature(view, id).direction,
        ),
        Act(
            "unterrain", "TERRAIN {feature} REMOVE", "Remove it", _FEATURE, _remove,
            said="removes {feature}",
        ),
    ),
)  # fmt: skip


def _add(builder: StepBuilder, kind: str, at: Point) -> None:
    table = builder.table
    place = [SCALE.write(at.x), SCALE.write(at.y)]
    (found,) = maps.features([{"kind": kind, "at": place}])
    last = max((int(each.id[1:]) for each in table.features), default=0)
    features = (*table.features, replace(found, id=f"T{last + 1}"))
    builder.table = replace(table, features=features)


def _no_adding(view: View, kind: str, at: Point) -> Forbidden | None:
    if len(view.table.features) >= MOST:
        return forbid("TERRAIN", "CC-182", f"There are {MOST} features, the most possible.")
    return off_board(view.table, at)


_KINDS = {key.upper(): key for key in KINDS}
ADD_TERRAIN = Act(
    "newterrain", "ADD TERRAIN {kind} {at}", "New terrain",
    {
        "kind": choice(
            "a kind of terrain such as ASTEROID_FIELD", _KINDS, "Which kind?",
            label=lambda _, key: kind_name(key), called=lambda _, key: kind_name(key),
        ),
        "at": spot(lambda *_: None),
    },
    _add, said="adds {kind} at {at}", refuse=_no_adding,
)  # fmt: skip
