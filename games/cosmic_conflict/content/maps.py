"""The terrain catalogue, the maps, and features of one's own (canon 5.3, 5.4; CC-194 to 209)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from numbers import Real
from typing import Any, Final

from games.core import content
from games.core.content import (
    DataFile,
    FieldType,
    Loaded,
    PackReader,
    RecordType,
    echo,
    flag,
    several,
    text,
    whole,
)
from games.core.geometry.plane import Board, Disc, Point, Polygon, rounded, side, toward
from games.cosmic_conflict.content.terrain import (
    Feature,
    FeatureZone,
    is_off,
    solid_at,
    solid_between,
)
from games.cosmic_conflict.space import (
    DU,
    FEWEST_SIDES,
    LONGEST,
    SCALE,
    SHORTEST,
    ahead,
    clamped,
    distance,
    edge_length,
    from_edge,
)

PACK_MAP: Final = "pack"
"""What the first map of a content pack is chosen by."""
AUTOMATIC_DEPTH: Final = 4 * DU
"""How far from its edge a side's units are placed by themselves (4.1)."""
POINTS_OF_A_MARK: Final = 500
"""There is a mark for each full 500 points (CC-225)."""


@dataclass(frozen=True, slots=True)
class ZoneKind:
    """A zone of a kind of features, with its attributes.

    It has a ``radius``, or ``corners`` so far ahead and to the right of the feature's centre.
    """

    radius: int
    corners: tuple[tuple[int, int], ...]
    attributes: Mapping[str, Any]

    def shape(self, centre: Point, direction: int) -> Disc | Polygon:
        if not self.corners:
            return Disc(centre, self.radius)
        corners = (
            ahead(ahead(centre, direction, front), direction + 90, right)
            for front, right in self.corners
        )
        return Polygon(tuple(corners))


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A line of the catalogue."""

    key: str
    name: str
    zones: tuple[ZoneKind, ...]
    mobile: int

    @property
    def has_direction(self) -> bool:
        """Whether it moves, or does not look the same from all sides."""
        return self.mobile > 0 or any(each.corners for each in self.zones)

    def feature(self, id: str, at: Point, direction: int = 0) -> Feature:
        """A feature of this kind in its default size."""
        zones = (FeatureZone(each.shape(at, direction), **each.attributes) for each in self.zones)
        return Feature(id, self.key, tuple(zones), self.mobile, direction)


@dataclass(frozen=True, slots=True)
class SpaceMap:
    """A named map with the size of its board."""

    key: str
    name: str
    width: int
    height: int
    features: tuple[Feature, ...]


# --- Fields ---


def _length(written: object) -> int:
    """A length in cu, from the text of its number, so that none is ever a float."""
    if isinstance(written, bool) or not isinstance(written, Real | Decimal | str):
        raise ValueError
    return SCALE.read(str(written)[:20])


def _amount(written: object) -> int:
    length = _length(written)
    if length < 0:
        raise ValueError
    return length


def _table(one: str, **known: FieldType[object]) -> FieldType[Mapping[str, Any]]:
    """A table of fields, any of which may be missing."""

    def read(written: object) -> Mapping[str, Any]:
        if not isinstance(written, Mapping):
            raise ValueError(f"Write {one} as a table of fields.")
        return {field: value(field, found) for field, found in written.items()}

    def value(field: object, found: object) -> object:
        if field not in known:
            there = ", ".join(known)
            raise ValueError(f"“{echo(str(field))}” is not a field of {one}, which has {there}.")
        try:
            return known[str(field)].read(found)
        except ValueError as wrong:
            must = str(wrong) or f"It must be {known[str(field)].must}."
            raise ValueError(f"{field}: {must}") from None

    return FieldType("a table", read)


LENGTH: Final = FieldType("a length in du with at most two decimals", _length)
AMOUNT: Final = FieldType("a length in du from 0 with at most two decimals", _amount)
POINT: Final = several(LENGTH, 2, 2, "a point: [27, 15]")
SHAPES: Final[Mapping[str, FieldType[object]]] = {
    "disc": several(LENGTH, 3, 3, "a centre and a radius: [27, 15, 2.5]"),
    "poly": several(POINT, 3, 24, "a list of 3 to 24 corners, each a point: [27, 15]"),
}
ATTRIBUTES: Final[Mapping[str, FieldType[object]]] = {
    **dict.fromkeys(("solid", "concealing", "blocking"), flag()),
    **dict.fromkeys(("obscuring", "dangerous", "hazardous"), whole(0, 99)),
    **dict.fromkeys(("push", "pull"), AMOUNT),
    "random": flag(),
}
KEY: Final = text("[a-z]+(_[a-z]+)*", "small letters: asteroid_field", most=40)
ZONE: Final = _table(
    "a zone", **SHAPES, **ATTRIBUTES, zone_key=text("[A-Za-z0-9_-]+", "letters and digits", most=20)
)
FEATURE: Final = _table(
    "a feature",
    kind=text("[A-Za-z][A-Za-z0-9 _'-]*", "a name in plain letters", most=40),
    at=POINT,
    **SHAPES,
    zones=several(ZONE, 1, 12, "a list of 1 to 12 zones"),
    **ATTRIBUTES,
    mobile=AMOUNT,
    direction=whole(0, 359, "whole degrees from 0 to 359"),
)

# --- The catalogue (canon 5.3) ---

_ZONE_KIND = _table("a zone", disc=AMOUNT, poly=SHAPES["poly"], **ATTRIBUTES)


def _zone_kind(written: object) -> ZoneKind:
    found = dict(_ZONE_KIND.read(written))
    return ZoneKind(found.pop("disc", 0), found.pop("poly", ()), found)


def _unchecked(record: Loaded[Any], known: DataFile) -> None:
    """The game's own data are checked by its tests."""


_KINDS = RecordType(
    "features",
    "a feature",
    40,
    FeatureKind,
    {
        "key": KEY,
        "name": content.name(40),
        "zones": several(FieldType("a zone", _zone_kind), 1, 4, "a list of 1 to 4 zones"),
        "mobile": AMOUNT.otherwise(0),
    },
    key="key",
)
_PACKAGE = "games.cosmic_conflict"
KINDS: Final = PackReader(_PACKAGE, ("features.toml",), ((_KINDS, _unchecked),)).base.of(_KINDS)


def kind_name(kind: str) -> str:
    """The name of a kind of features, also of one that is not in the catalogue."""
    return KINDS[kind].name if kind in KINDS else kind.replace("_", " ") or "Terrain"


def zone_attributes(zone: FeatureZone) -> Iterator[str]:
    """``Obscuring 1``"""
    for word in ("solid", "concealing", "blocking"):
        if getattr(zone, word):
            yield word.capitalize()
    for word in ("obscuring", "dangerous", "hazardous"):
        if amount := getattr(zone, word):
            yield f"{word.capitalize()} {amount}"
    for word in ("push", "pull"):
        if length := getattr(zone, word):
            yield f"{word.capitalize()} {SCALE.write(length)}{' at random' * zone.random}"


def attributes(feature: Feature) -> str:
    """``Hazardous 1, Blocking``: each once, then how it moves."""
    found = dict.fromkeys(each for zone in feature.zones for each in zone_attributes(zone))
    moves = f"Mobile {SCALE.write(feature.mobile)}" if feature.mobile else ""
    return ", ".join(filter(None, (*found, moves))) or "no effect"


# --- Features ---


MOST: Final = 60
"""Features of a map."""


def features(written: object) -> tuple[Feature, ...]:
    """The features of a map or of a position: T1, T2 and so on.

    Each has one of ``at`` (a kind in its default size), ``disc``, ``poly`` and ``zones``. Its kind
    fills what is not written; attributes of the feature are those of all its zones.

    Raises:
        ValueError: with a sentence.
    """
    if not isinstance(written, list | tuple) or len(written) > MOST:
        raise ValueError(f"Write a list of at most {MOST} features.")
    return tuple(_feature(f"T{number}", each) for number, each in enumerate(written, 1))


def _feature(id: str, written: object) -> Feature:
    try:
        given = dict(FEATURE.read(written))
        return Feature(id, *_parts(given))
    except ValueError as wrong:
        raise ValueError(f"{id}: {wrong}") from None


def _parts(given: dict[str, Any]) -> tuple[str, tuple[FeatureZone, ...], int, int]:
    """Kind, zones, mobile and direction."""
    name, direction = given.pop("kind", ""), given.pop("direction", 0)
    key = name.lower().replace(" ", "_")
    kind = KINDS.get(key)
    mobile = given.pop("mobile", kind.mobile if kind else 0)
    forms = {form: given.pop(form) for form in ("at", *SHAPES, "zones") if form in given}
    if len(forms) != 1 or ("at" in forms and kind is None):
        raise ValueError("A feature needs one of disc, poly and zones; a known kind may have at.")
    zones = tuple(_zones(forms, kind.zones if kind else (), given, direction))
    return key if kind else name, zones, mobile, direction


def _zones(
    forms: Mapping[str, Any], known: Sequence[ZoneKind], own: Mapping[str, Any], direction: int
) -> Iterator[FeatureZone]:
    """The zones as they are written, then those that the kind has beyond one shape."""
    written = forms.get("zones", () if "at" in forms else (forms,))
    zones = []
    for number, each in enumerate(written):
        attributes = dict(known[min(number, len(known) - 1)].attributes) if known else {}
        zones.append(_zone({**attributes, **own, **each}))
    _check_keys(zones)
    yield from zones
    if "zones" not in forms:
        centre = zones[0].centre if zones else Point(*forms["at"])
        for kind in known[len(zones) :]:
            yield _checked(FeatureZone(kind.shape(centre, direction), **{**kind.attributes, **own}))


def _zone(given: dict[str, Any]) -> FeatureZone:
    disc, corners = given.pop("disc", None), given.pop("poly", None)
    if (disc is None) == (corners is None):
        raise ValueError("A zone needs either disc or poly.")
    key = given.pop("zone_key", "")
    shape = (
        Disc(Point(*disc[:2]), disc[2]) if disc else _polygon(tuple(Point(*at) for at in corners))
    )
    return _checked(FeatureZone(shape, key, **given))


def _polygon(corners: tuple[Point, ...]) -> Polygon:
    """Corners in the middle of an edge are left out."""
    around = zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
    return Polygon(tuple(at for before, at, after in around if not _is_between(before, at, after)))


def _is_between(before: Point, at: Point, after: Point) -> bool:
    onward = (at.x - before.x) * (after.x - at.x) + (at.y - before.y) * (after.y - at.y)
    return side(before, after, at) == 0 and onward > 0


def _checked(zone: FeatureZone) -> FeatureZone:
    if isinstance(zone.shape, Disc) and zone.shape.radius <= 0:
        raise ValueError("The radius of a disc must be more than 0.")
    if zone.push and zone.pull:
        raise ValueError("A zone cannot have both push and pull.")
    return zone


def _check_keys(zones: Sequence[FeatureZone]) -> None:
    """Zones with the same key are one shape with one set of attributes (canon 3.4)."""
    sets = {replace(zone, shape=zones[0].shape) for zone in zones if zone.key}
    if len(sets) > len({zone.key for zone in sets}):
        raise ValueError("Zones with the same zone_key must have the same attributes.")


def written(feature: Feature, du: Callable[[int], object] = SCALE.write) -> dict[str, Any]:
    """A feature as ``features`` reads it: of its zones what is not empty, or usual in its kind.

    ``du``  how lengths are written
    """
    kind = KINDS.get(feature.kind)
    usual: Sequence[Mapping[str, Any]] = [each.attributes for each in kind.zones] if kind else [{}]
    zones = [
        _written_zone(zone, usual[min(number, len(usual) - 1)], du)
        for number, zone in enumerate(feature.zones)
    ]
    named = {"kind": feature.kind} if feature.kind else {}
    rest = {"mobile": du(feature.mobile), "direction": feature.direction}
    return {**named, "zones": zones, **rest}


def _written_zone(
    zone: FeatureZone, usual: Mapping[str, Any], du: Callable[[int], object]
) -> dict[str, Any]:
    found: dict[str, Any] = {"zone_key": zone.key} if zone.key else {}
    if isinstance(zone.shape, Disc):
        found["disc"] = [*map(du, (*zone.shape.centre, zone.shape.radius))]
    else:
        found["poly"] = [[*map(du, corner)] for corner in zone.shape.corners]
    for name in ATTRIBUTES:
        value = getattr(zone, name)
        if value or name in usual:
            found[name] = du(value) if name in ("push", "pull") else value
    return found


# --- Maps (canon 5.4) ---


def _map(size: tuple[int, int], **fields: Any) -> SpaceMap:
    return SpaceMap(width=size[0], height=size[1], **fields)


MAPS: Final = RecordType(
    "maps",
    "a map",
    20,
    _map,
    {
        "key": KEY,
        "name": content.name(40),
        "size": several(AMOUNT, 2, 2, "a width and a height: [54, 30]"),
        "features": FieldType("a list of features", features),
    },
    key="key",
)


def check_map(loaded: Loaded[SpaceMap], known: DataFile) -> None:
    """The size of its board, and whether all of it can be played on."""
    found = loaded.value
    board = Board(found.width, found.height, 1)
    if loaded.key == PACK_MAP:
        loaded.fault("key", f"{PACK_MAP} is a reserved word.")
    if not all(SHORTEST <= length <= LONGEST for length in (found.width, found.height)):
        sizes = f"{SCALE.write(SHORTEST)} to {SCALE.write(LONGEST)} du"
        loaded.fault("size", f"A board has {sizes} each way. (D-003)")
    for feature in found.features:
        if is_off(board, feature):
            loaded.fault("features", f"{feature.id} is off the board. (D-084)")
    for own in range(1, FEWEST_SIDES + 1):
        if not has_room(found, own):
            loaded.fault("features", f"Side {own} has too little room to start in. (D-088)")


@lru_cache(64)
def has_room(found: SpaceMap, own: int) -> bool:
    """Whether every unit of a side can be placed by itself (D-088)."""
    board = Board(found.width, found.height, 1)
    ends = (0, edge_length(board, own))
    start, end = (from_edge(board, own, each, AUTOMATIC_DEPTH) for each in ends)
    if solid_between(found.features, start, end) is None:
        return True
    return all(any(_free(found, board, own, first)) for first in range(DU))


def _free(found: SpaceMap, board: Board, own: int, first: int) -> Iterator[bool]:
    """Whether a unit can be placed by itself so far along its edge, and whole du further."""
    places = range(first, edge_length(board, own) + 1, DU)
    at = (from_edge(board, own, each, AUTOMATIC_DEPTH) for each in places)
    return (solid_at(found.features, each) is None for each in at)


# --- Places of scenarios ---


def marks(board: Board, terrain: Sequence[Feature], points: int) -> tuple[Point, ...]:
    """The places of Contested Marks, from west to east (CC-225, D-097, canon 5.5)."""
    count = max(1, points // POINTS_OF_A_MARK)
    row = rounded(board.height, 2)
    places = (
        Point(rounded(board.width * number, count + 1), row) for number in range(1, count + 1)
    )
    return beside_solid(board, terrain, places)


def beside_solid(
    board: Board, terrain: Sequence[Feature], places: Iterable[Point]
) -> tuple[Point, ...]:
    """Marks at these places, or east of them where terrain is Solid (canon 5.5)."""
    return tuple(_beside_solid(board, terrain, place) for place in places)


def _beside_solid(board: Board, terrain: Sequence[Feature], place: Point) -> Point:
    """A place inside Solid terrain moves east to the nearest whole du outside."""
    east = range((place.x // DU + 1) * DU, board.width + 1, DU)
    free = chain([place], (Point(x, place.y) for x in east))
    return next((each for each in free if solid_at(terrain, each) is None), place)


def drifting(board: Board, terrain: Sequence[Feature], place: Point) -> Point:
    """Where the VIP drifts that a place is due to: on the board, and out of Solid terrain by the
    nearest whole du towards the middle, or else east (canon 5.5)."""
    place = clamped(board, place)
    middle = Point(rounded(board.width, 2), rounded(board.height, 2))
    inward = (toward(place, middle, far) for far in range(DU, distance(place, middle), DU))
    free = (each for each in chain([place], inward) if solid_at(terrain, each) is None)
    return next(free, None) or _beside_solid(board, terrain, place)
