"""Loads the base game and content packs.

What concerns one field alone is declared in ``pack_form``; here stands what
concerns several. ``docs/content-packs.md`` is for those who write packs.
"""

from __future__ import annotations

from functools import lru_cache

from games.astral_sailors.content.catalogue import (
    PER_PLAYER,
    PLAYERS,
    ArmyList,
    Catalogue,
    PieceKind,
    Preset,
    UnitKind,
    fewest,
    quadrant_name,
    quadrants,
    spots_of,
)
from games.astral_sailors.content.pack_form import ARMIES, LISTS, PIECES, PRESETS, UNITS
from games.core.content import DataFile, Loaded, PackReader
from games.core.geometry.squares import Square, square

OPEN_ARMIES = {"MC": "mercenary", "CV": "civilian"}
"""Armies open to every faction, with the category of their units."""


def _check_unit(loaded: Loaded[UnitKind], known: DataFile) -> None:
    unit, wrong = loaded.value, loaded.fault
    if unit.army not in known.of(ARMIES) and unit.army not in OPEN_ARMIES:
        armies = ", ".join((*known.of(ARMIES), *OPEN_ARMIES))
        wrong("army", f"There is no army {unit.army}; there are {armies}.")
    only = OPEN_ARMIES.get(unit.army)
    if only is not None and unit.category != only:
        wrong("category", f"All units of {unit.army} are of the category {only}.")
    if only is None and unit.category in OPEN_ARMIES.values():
        army = next(code for code, one in OPEN_ARMIES.items() if one == unit.category)
        wrong("army", f"Units of the category {unit.category} belong to {army}, open to all.")
    for attack, damage in (("shots", "shot_damage"), ("blows", "blow_damage")):
        if getattr(unit, damage) and not getattr(unit, attack):
            wrong(damage, f"A unit without {attack} needs damage 0, or none given.")
    if unit.shots and not 1 <= unit.nearest <= unit.farthest:
        wrong("range", "The nearest distance must be at least 1 and at most the farthest.")
    _check_commander(loaded)


def _check_commander(loaded: Loaded[UnitKind]) -> None:
    """Check that every Commander can be wounded and captured (5.3, D-61)."""
    unit, wrong = loaded.value, loaded.fault
    specials = unit.specials
    if specials.commander and unit.category != "commander":
        wrong("specials", "Only a unit of the category commander can have Commander.")
    if unit.category != "commander":
        return
    if not specials.commander:
        wrong("specials", "A unit of the category commander must have the special rule Commander.")
    if unit.resistance < 2:
        wrong("resistance", "A Commander needs at least 2, so that it can be wounded and captured.")
    if specials.reflexes:
        wrong("specials", "A Commander cannot have Reflexes: without a rear it cannot be captured.")


def _check_piece(loaded: Loaded[PieceKind], known: DataFile) -> None:
    """A flat field hides nothing; what has a height hides something."""
    piece = loaded.value
    if piece.height and not piece.opacity:
        loaded.fault("opacity", "A piece with a height must be soft or solid.")
    if piece.opacity and not piece.height:
        loaded.fault("opacity", "A flat field (height 0) has none.")


def _check_army(loaded: Loaded[str], known: DataFile) -> None:
    """Check that the smallest army has room for its cheapest Commander and a civilian."""
    army = loaded.key
    if army in OPEN_ARMIES:
        loaded.fault("code", "MC and CV are reserved for mercenaries and civilians.")
    units = known.of(UNITS).values()
    civilian = min((unit.cost for unit in units if unit.army == "CV"), default=0)
    commanders = [unit.cost for unit in units if unit.army == army and unit.category == "commander"]
    if not commanders:
        loaded.fault("", f"The army {army} needs a unit of the category commander.")
    if min(commanders) + civilian > 100:
        loaded.fault(
            "",
            f"The cheapest Commander of {army} costs {min(commanders)}; with a civilian that is "
            "more than the 100 points of the smallest army.",
        )


def _check_preset(loaded: Loaded[Preset], known: DataFile) -> None:
    preset, wrong = loaded.value, loaded.fault
    if preset.key in ("auto", "pack"):
        wrong("key", "auto and pack are reserved words.")
    if len(set(preset.sizes)) != len(preset.sizes) or not set(preset.sizes) <= set(PLAYERS):
        wrong("sizes", "Name each of the boards 16, 24 and 32 at most once.")
    if preset.spots:
        if preset.even or preset.odd:
            wrong("spots", "A preset has either spots or a pattern (even and odd), not both.")
        if len(preset.sizes) != 1:
            wrong("sizes", "A preset with spots must have exactly one board.")
    elif not preset.even or len(preset.even) != len(preset.odd):
        wrong("even" if preset.even else "key", "A pattern needs as many pieces in even as in odd.")
    for field in ("spots", "even", "odd"):
        for part in getattr(preset, field):
            if part.piece not in known.of(PIECES):
                wrong(field, f"There is no piece {part.piece}.")
    for size in preset.sizes:
        _check_layout(loaded, size, known)


def _check_layout(loaded: Loaded[Preset], size: int, known: DataFile) -> None:
    """Check that a layout is inside the border, without overlaps, and enough in all quadrants."""
    preset, wrong = loaded.value, loaded.fault
    field = "spots" if preset.spots else "even"
    taken: dict[Square, str] = {}
    anchors = []
    spots = spots_of(preset, size)
    for spot in spots:
        anchor = square(spot.square)
        assert anchor is not None  # the form has checked it
        columns, rows = known.of(PIECES)[spot.piece].extent(spot.turned)
        if not (1 <= anchor.c <= size - 1 - columns and 1 <= anchor.r <= size - 1 - rows):
            wrong(
                field,
                f"{spot.piece} on {spot.square} leaves the board of {size} by {size} or covers "
                "its border.",
            )
        name = f"{spot.piece} on {spot.square}"
        for r in range(anchor.r, anchor.r + rows):
            for c in range(anchor.c, anchor.c + columns):
                if Square(c, r) in taken:
                    other = taken[Square(c, r)]
                    wrong(field, f"{name} and {other} both cover {Square(c, r)}.")
                taken[Square(c, r)] = name
        anchors.append(anchor)
    needed = PER_PLAYER * PLAYERS[size][-1]
    if len(spots) < needed or (preset.spots and len(spots) > needed):
        wrong(field, f"A board of {size} by {size} needs {needed} pieces, not {len(spots)}.")
    for players in PLAYERS[size]:
        least = fewest(size, players)
        for (i, j), count in quadrants(anchors[: PER_PLAYER * players], size).items():
            if count < least:
                wrong(
                    field,
                    f"With {players} players, quadrant {quadrant_name(i, j)} gets {count} of the "
                    f"first {PER_PLAYER * players} pieces; it needs {least}.",
                )


def _check_list(loaded: Loaded[ArmyList], known: DataFile) -> None:
    wanted, wrong = loaded.value, loaded.fault
    armies, kinds = known.of(ARMIES), known.of(UNITS)
    if wanted.army not in armies:
        wrong("army", f"There is no army {wanted.army}; there are {', '.join(armies)}.")
    for code in wanted.units:
        if code not in kinds:
            wrong("units", f"There is no unit {code}.")
        if kinds[code].army not in (wanted.army, *OPEN_ARMIES):
            wrong("units", f"{code} belongs to {kinds[code].army}, not to {wanted.army}.")
    units = [kinds[code] for code in wanted.units]
    commanders = sum(unit.category == "commander" for unit in units)
    military = sum(unit.military for unit in units)
    cost = sum(unit.cost for unit in units)
    if not 1 <= commanders <= 3:
        wrong("units", f"An army needs 1 to 3 Commanders, not {commanders}.")
    if len(units) - military < military:
        wrong(
            "units",
            f"{military} military units need as many civilians, not {len(units) - military}.",
        )
    if cost > wanted.size:
        wrong("units", f"The units cost {cost} points, but the limit is {wanted.size}.")


PACKS = PackReader(
    "games.astral_sailors",
    ("units.toml", "scenery.toml", "lists.toml"),
    (
        (UNITS, _check_unit),
        (PIECES, _check_piece),
        (ARMIES, _check_army),
        (PRESETS, _check_preset),
        (LISTS, _check_list),
    ),
)


def _catalogue(found: DataFile) -> Catalogue:
    of = found.of
    return Catalogue(found.title, of(ARMIES), of(UNITS), of(PIECES), of(PRESETS), of(LISTS))


BASE = _catalogue(PACKS.base)
"""The base game without any pack."""


@lru_cache(maxsize=32)
def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` (TOML) added. Raises ``PackFault`` with line and
    reason; the base game alone for an empty text."""
    return _catalogue(PACKS.read(pack)) if pack else BASE
