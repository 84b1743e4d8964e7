"""Loads the base game and content packs.

What concerns one table alone is checked by ``pack_form``; here stands what
concerns several. ``docs/content-packs.md`` is for those who write packs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import resources
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from games.astral_sailors.content.catalogue import ArmyList, Catalogue, PieceKind, Preset, UnitKind
from games.astral_sailors.content.pack_form import (
    FORMS,
    SIZES,
    ArmyForm,
    ListForm,
    PackForm,
    PieceForm,
    PresetForm,
    UnitForm,
)
from games.astral_sailors.content.presets import PER_PLAYER, PLAYERS, fewest, quadrants, spots_of
from games.core.geometry.squares import Square, square
from games.core.packs import PackFault
from games.core.toml_locations import Located, echo, read

MOST = 65536
"""Bytes of a pack."""

FILES = ("units.toml", "scenery.toml", "lists.toml")
OPEN_ARMIES = {"MC": "mercenary", "CV": "civilian"}
"""Armies open to every faction, with the category of their units."""

EMPTY = Catalogue("", {}, {}, {}, {}, {})


def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` (TOML) added. Raises ``PackFault`` with line and
    reason; the base game alone for an empty text."""
    return _grown(BASE, pack, MOST) if pack else BASE


class SailorsPacks:
    """Implements ``games.core.packs.Packs``."""

    setting = "pack"
    most = MOST

    def title(self, text: str) -> str:
        return _grown(BASE, text, MOST).title


PACKS = SailorsPacks()


def _grown(base: Catalogue, text: str, most: int) -> Catalogue:
    source = read(text, most)
    form = _formed(source)
    grown = replace(
        base,
        title=form.title,
        armies={**base.armies, **_armies(source, form.armies, base)},
        units={**base.units, **_units(source, form.units, base)},
        pieces={**base.pieces, **_pieces(source, form.pieces, base)},
        presets={**base.presets, **_presets(source, form.presets, base)},
        lists={**base.lists, **_lists(source, form.lists, base)},
    )
    for at, unit in enumerate(form.units):
        _check_unit(source, at, grown.units[unit.code], grown)
    for at, piece in enumerate(form.pieces):
        _check_piece(source, at, grown.pieces[piece.code])
    for at, army in enumerate(form.armies):
        _check_army(source, at, army.code, grown)
    for at, wanted in enumerate(form.presets):
        _check_preset(source, at, grown.presets[wanted.key], grown)
    for at, bought in enumerate(form.lists):
        _check_list(source, at, grown.lists[bought.key], grown)
    return grown


# --- Each table by itself ---


def _formed(source: Located) -> PackForm:
    tables: dict[str, tuple[Any, ...]] = {}
    for name, value in source.values.items():
        if name == "title":
            continue
        if name not in FORMS:
            known = ", ".join(f"[[{each}]]" for each in FORMS)
            _fault(
                source,
                f"“{echo(name)}” is not part of a pack, which has a title, {known}.",
                name,
                0,
            )
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            _fault(source, f"Each {FORMS[name][1][2:].strip()} begins with [[{name}]].", name)
        most = next(
            rule.max_length
            for rule in PackForm.model_fields[name].metadata
            if hasattr(rule, "max_length")
        )
        if len(value) > most:
            _fault(source, f"A pack has at most {most} {name}.", name, most)
        tables[name] = tuple(_table(source, name, at, each) for at, each in enumerate(value))
    if "title" not in source.values:
        raise PackFault(1, 'The pack needs a title at the top: title = "My pack".')
    try:
        return PackForm(title=source.values["title"], **tables)
    except ValidationError as fault:
        _fault(source, f"title: {_reason(fault.errors()[0], PackForm, 'a pack')}", "title")


def _table(source: Located, name: str, at: int, values: Mapping[str, Any]) -> Any:
    model, what = FORMS[name]
    try:
        return model.model_validate(values)
    except ValidationError as fault:
        found = sorted(
            (source.line(name, at, *each["loc"][:1]), number)
            for number, each in enumerate(fault.errors())
        )
        line, number = found[0]
        first = fault.errors()[number]
        field = str(first["loc"][0])
        known = field in model.model_fields
        begin = f"{field}: " if known and first["type"] != "missing" else ""
        raise PackFault(line, begin + _reason(first, model, what)) from None


def _reason(found: ErrorDetails, model: Any, what: str) -> str:
    """Describe a fault, quoting at most a shortened field name."""
    field = str(found["loc"][0])
    if found["type"] == "extra_forbidden":
        known = ", ".join(model.model_fields)
        return f"“{echo(field)}” is not a field of {what}, which has {known}."
    description = model.model_fields[field].description
    if found["type"] == "missing":
        return f"{what.capitalize()} needs the field {field}" + (
            f", {description}." if description else "."
        )
    if found["type"] == "value_error":
        return str(found["ctx"]["error"])
    return f"It must be {description}."


# --- Codes and keys: none twice ---

Form = TypeVar("Form")
Thing = TypeVar("Thing")


def _collected(
    source: Located,
    table: str,
    field: str,
    forms: tuple[Form, ...],
    key: Callable[[Form], str],
    made: Callable[[Form], Thing],
    taken: Mapping[str, Thing],
) -> dict[str, Thing]:
    found: dict[str, Thing] = {}
    for at, form in enumerate(forms):
        name = key(form)
        if name in taken:
            _fault(source, f"{field}: the base game already has {name}.", table, at, field)
        if name in found:
            _fault(source, f"{field}: the pack already has {name}.", table, at, field)
        found[name] = made(form)
    return found


def _armies(source: Located, forms: tuple[ArmyForm, ...], base: Catalogue) -> dict[str, str]:
    for at, form in enumerate(forms):
        if form.code in OPEN_ARMIES:
            _fault(
                source,
                "code: MC and CV are reserved for mercenaries and civilians.",
                *("armies", at, "code"),
            )
    return _collected(
        source, "armies", "code", forms, lambda it: it.code, lambda it: it.name, base.armies
    )


def _units(source: Located, forms: tuple[UnitForm, ...], base: Catalogue) -> dict[str, UnitKind]:
    return _collected(
        source, "units", "code", forms, lambda it: it.code, lambda it: it.kind, base.units
    )


def _pieces(source: Located, forms: tuple[PieceForm, ...], base: Catalogue) -> dict[str, PieceKind]:
    return _collected(
        source, "pieces", "code", forms, lambda it: it.code, lambda it: it.kind, base.pieces
    )


def _presets(source: Located, forms: tuple[PresetForm, ...], base: Catalogue) -> dict[str, Preset]:
    found = _collected(
        source, "presets", "key", forms, lambda it: it.key, lambda it: it.preset, base.presets
    )
    for at, form in enumerate(forms):
        if form.key in ("auto", "pack"):
            _fault(source, "key: auto and pack are reserved words.", "presets", at, "key")
    return found


def _lists(source: Located, forms: tuple[ListForm, ...], base: Catalogue) -> dict[str, ArmyList]:
    return _collected(
        source, "lists", "key", forms, lambda it: it.key, lambda it: it.army_list, base.lists
    )


# --- What concerns several tables ---


def _check_unit(source: Located, at: int, unit: UnitKind, known: Catalogue) -> None:
    def wrong(field: str, reason: str) -> NoReturn:
        _fault(source, f"{field}: {reason}", "units", at, field)

    if unit.army not in known.armies and unit.army not in OPEN_ARMIES:
        armies = ", ".join((*known.armies, *OPEN_ARMIES))
        wrong("army", f"There is no army {unit.army}; there are {armies}.")
    only = OPEN_ARMIES.get(unit.army)
    if only is not None and unit.category != only:
        wrong("category", f"All units of {unit.army} are of the category {only}.")
    if only is None and unit.category in OPEN_ARMIES.values():
        army = next(code for code, one in OPEN_ARMIES.items() if one == unit.category)
        wrong("army", f"Units of the category {unit.category} belong to {army}, open to all.")
    for attack, damage, value in (
        ("shots", "shot_damage", unit.shots or not unit.shot_damage),
        ("blows", "blow_damage", unit.blows or not unit.blow_damage),
    ):
        if not value:
            wrong(damage, f"A unit without {attack} needs damage 0, or none given.")
    if unit.shots and not 1 <= unit.nearest <= unit.farthest:
        wrong("range", "The nearest distance must be at least 1 and at most the farthest.")
    _check_commander(unit, wrong)


def _check_commander(unit: UnitKind, wrong: Callable[[str, str], NoReturn]) -> None:
    """Every Commander can be wounded and captured (5.3, D-61)."""
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


def _check_piece(source: Located, at: int, piece: PieceKind) -> None:
    """A flat field hides nothing; what has a height hides something."""
    if piece.height and not piece.opacity:
        _fault(
            source, "opacity: A piece with a height must be soft or solid.", "pieces", at, "opacity"
        )
    if piece.opacity and not piece.height:
        _fault(source, "opacity: A flat field (height 0) has none.", "pieces", at, "opacity")


def _check_army(source: Located, at: int, army: str, known: Catalogue) -> None:
    """With its cheapest Commander and a civilian it can be played at the smallest army size."""
    civilian = min((unit.cost for unit in known.units.values() if unit.army == "CV"), default=0)
    commanders = [
        unit.cost
        for unit in known.units.values()
        if unit.army == army and unit.category == "commander"
    ]
    if not commanders:
        _fault(source, f"The army {army} needs a unit of the category commander.", "armies", at)
    if min(commanders) + civilian > 100:
        _fault(
            source,
            f"The cheapest Commander of {army} costs {min(commanders)}; with a civilian that is "
            "more than the 100 points of the smallest army.",
            *("armies", at),
        )


def _check_preset(source: Located, at: int, preset: Preset, known: Catalogue) -> None:
    def wrong(field: str, reason: str) -> NoReturn:
        _fault(source, f"{field}: {reason}", "presets", at, field)

    if len(set(preset.sizes)) != len(preset.sizes) or not set(preset.sizes) <= set(SIZES):
        wrong("sizes", "Name each of the boards 16, 24 and 32 at most once.")
    if preset.spots:
        if preset.even or preset.odd:
            wrong("spots", "A preset has either spots or a pattern (even and odd), not both.")
        if len(preset.sizes) != 1:
            wrong("sizes", "A preset with spots must have exactly one board.")
    elif not preset.even or len(preset.even) != len(preset.odd):
        wrong("even" if preset.even else "key", "A pattern needs as many pieces in even as in odd.")
    for field, pieces in (
        ("spots", [spot.piece for spot in preset.spots]),
        ("even", [slot.piece for slot in preset.even]),
        ("odd", [slot.piece for slot in preset.odd]),
    ):
        for piece in pieces:
            if piece not in known.pieces:
                wrong(field, f"There is no piece {piece}.")
    for size in preset.sizes:
        _check_layout(preset, size, known, wrong)


def _check_layout(
    preset: Preset, size: int, known: Catalogue, wrong: Callable[[str, str], NoReturn]
) -> None:
    """Inside the border, nothing on anything else, enough of it, in all quadrants."""
    field = "spots" if preset.spots else "even"
    taken: dict[Square, str] = {}
    anchors = []
    spots = spots_of(preset, size)
    for spot in spots:
        anchor = square(spot.square)
        assert anchor is not None  # the form has checked it
        piece = known.pieces[spot.piece]
        columns, rows = piece.columns, piece.rows
        if spot.turned:
            columns, rows = rows, columns
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
                    f"With {players} players, quadrant Q{i + 1}-{j + 1} gets {count} of the first "
                    f"{PER_PLAYER * players} pieces; it needs {least}.",
                )


def _check_list(source: Located, at: int, wanted: ArmyList, known: Catalogue) -> None:
    def wrong(field: str, reason: str) -> NoReturn:
        _fault(source, f"{field}: {reason}", "lists", at, field)

    if wanted.army not in known.armies:
        wrong("army", f"There is no army {wanted.army}; there are {', '.join(known.armies)}.")
    for code in wanted.units:
        if code not in known.units:
            wrong("units", f"There is no unit {code}.")
        if known.units[code].army not in (wanted.army, *OPEN_ARMIES):
            wrong("units", f"{code} belongs to {known.units[code].army}, not to {wanted.army}.")
    units = [known.units[code] for code in wanted.units]
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


def _fault(source: Located, reason: str, *path: str | int) -> NoReturn:
    raise PackFault(source.line(*path), reason)


def _base() -> Catalogue:
    """Load the base game; broken data stops the start."""
    data = resources.files("games.astral_sailors").joinpath("data")
    found = EMPTY
    for name in FILES:
        found = _grown(found, data.joinpath(name).read_text(encoding="utf-8"), 4 * MOST)
    return found


BASE = _base()
"""The base game without any pack."""
