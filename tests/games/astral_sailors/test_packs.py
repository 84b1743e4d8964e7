"""Content packs: what is read, and what is refused on which line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.astral_sailors.content.loading import BASE, PACKS, catalogue_of
from games.astral_sailors.content.pack_form import (
    ARMIES,
    LISTS,
    NUMBERED,
    PIECES,
    PLAIN,
    PRESETS,
    UNITS,
)
from games.core.content import PackFault
from tests.games.astral_sailors.packs import DOCUMENT, example_pack
from tests.games.astral_sailors.positions import kind, pack, piece_kind


def fault(text: str) -> PackFault:
    with pytest.raises(PackFault) as caught:
        catalogue_of(text)
    return caught.value


def line_of(text: str, begins: str, nth: int = 0) -> int:
    """The number of the ``nth`` line that begins so."""
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.startswith(begins)]
    return lines[nth]


@pytest.mark.parametrize(
    ("specials", "part"),
    [
        (["Teleport"], "no such special rule"),
        (["cover 2"], "no such special rule"),
        (["Cover"], "from 2 to 6"),
        (["Cover 1"], "from 2 to 6"),
        (["Cover 2/1"], "from 2 to 6"),
        (["Tough 7"], "from 1 to 6"),
        (["Venomous 0"], "from 1 to 6"),
        (["Limited 0"], "from 1 to 99"),
        (["Fast 2"], "Fast takes no number"),
        (["Jump 5"], "Jump takes squares"),
        (["Jump 13/1"], "Jump takes squares"),
        (["Jump 5/4.5"], "Jump takes squares"),
        (["Jump 0/1"], "Jump takes squares"),
        (["Fast", "Fast"], "already"),
        (["Cover 2", "Cover 3"], "already"),
        (["Venomous 1", "Electric 1"], "one rule"),
        ([1], "as a list"),
        ("Fast", "as a list"),
    ],
)
def test_special_rules_that_make_no_sense_are_refused_on_their_line(
    specials: Any, part: str
) -> None:
    text = pack(kind("TA1"), kind("TA2")).replace("specials = []", "", 1)
    text = text.replace("specials = []", f"specials = {specials!r}")
    found = fault(text)
    assert found.line == line_of(text, "specials")
    assert part in found.reason


def test_the_example_of_the_document_is_a_pack() -> None:
    found = catalogue_of(example_pack())
    assert found.title == PACKS.title(example_pack()) == "Belt Salvage Guild"
    assert found.armies == {**BASE.armies, "SG": "Salvage Guild"}
    assert list(found.units) == [*BASE.units, "SG1", "SG2", "SG3", "SG4"]
    assert found.units["SG4"].height == 3
    assert found.pieces["CL"].danger == 0
    assert found.pieces["CL"].water
    assert list(found.presets)[3:] == ["breakers-yard", "debris"]
    assert found.lists["first-haul"].units.count("SG2") == 3
    assert {code: found.units[code] for code in BASE.units} == BASE.units


def test_the_document_names_every_field_of_every_table() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for each in (ARMIES, UNITS, PIECES, PRESETS, LISTS):
        chapter = text.split(f"## `[[{each.table}]]`")[1].split("\n## ")[0]
        for field in each.fields:
            assert f"`{field}`" in chapter, f"{each.table}: {field}"
    for special in (*PLAIN, *NUMBERED, "Jump"):
        assert f"`{special}" in text


def test_no_pack_is_the_base_game_and_an_empty_pack_only_a_title() -> None:
    assert catalogue_of("") is BASE
    found = catalogue_of('title = "Nothing"')
    assert found.title == "Nothing"
    assert found.units == BASE.units


def test_a_text_without_anything_is_no_pack() -> None:
    with pytest.raises(PackFault, match="needs a title"):
        PACKS.title("")


@pytest.mark.parametrize(
    ("field", "value", "part"),
    [
        ("code", '"T1"', "two capitals"),
        ("code", '"TA123"', "two capitals"),
        ("code", '"TA1\\n"', "two capitals"),
        ("code", '"EX1"', "the base game already has EX1"),
        ("code", '"TA1"', "the pack already has TA1"),
        ("code", "1", "two capitals"),
        ("name", '""', "1 to 40"),
        ("name", f'"{"x" * 41}"', "1 to 40"),
        ("name", '" x"', "simple marks"),
        ("name", '"a  b"', "simple marks"),
        ("name", '"*x*"', "simple marks"),
        ("name", '"@everyone"', "simple marks"),
        ("name", '"a\\u202eb"', "simple marks"),
        ("name", '"a\\u0000b"', "simple marks"),
        ("name", '"e\\u0301"', "simple marks"),
        ("name", '"\\u0410dmin"', "simple marks"),
        ("name", '"-"', "simple marks"),
        ("army", '"ZZ"', "no army ZZ"),
        ("army", '"EX"', "belong to MC"),
        ("category", '"hero"', "commander, troop"),
        ("category", '"troop"', "category mercenary"),
        ("resistance", "0", "1 to 10"),
        ("resistance", "11", "1 to 10"),
        ("resistance", "1.5", "1 to 10"),
        ("resistance", "true", "1 to 10"),
        ("resistance", '"3"', "1 to 10"),
        ("resistance", "9" * 900, "1 to 10"),
        ("shots", "-1", "0 to 10"),
        ("blows", "11", "0 to 10"),
        ("shot_damage", "7", "0 to 6"),
        ("blow_damage", "nan", "0 to 6"),
        ("range", "[1]", "nearest and a farthest"),
        ("range", "3", "nearest and a farthest"),
        ("range", "[1, 33]", "0 to 32"),
        ("range", "[1, true]", "0 to 32"),
        ("range", "[0, 5]", "at least 1"),
        ("range", "[6, 5]", "at least 1"),
        ("defence", "7", "0 to 6"),
        ("movement", "13", "0 to 12"),
        ("cost", "1", "2 to 200"),
        ("cost", "201", "2 to 200"),
        ("base", "4", "1 to 3"),
        ("height", "0", "0.5 to 4"),
        ("height", "4.5", "0.5 to 4"),
        ("height", "1.3", "0.5 to 4"),
        ("height", "inf", "0.5 to 4"),
        ("height", "1e999999999999999999", "0.5 to 4"),
        ("height", "true", "0.5 to 4"),
        ("specials", '["Commander"]', "category commander can have Commander"),
    ],
)
def test_a_wrong_value_of_a_unit_is_refused_on_its_line(field: str, value: str, part: str) -> None:
    first, second = kind("TA1"), kind("TA2")
    text = pack(first, re.sub(rf"(?m)^{field} = .*$", lambda _: f"{field} = {value}", second))
    found = fault(text)
    assert found.line == line_of(text, f"{field} =", 1)
    assert found.reason.startswith(f"{field}: ")
    assert part in found.reason


@pytest.mark.parametrize("attack", ["shot", "blow"])
def test_a_unit_without_dice_has_no_damage(attack: str) -> None:
    text = pack(kind("TA1", **{f"{attack}s": 0, f"{attack}_damage": 1}))
    found = fault(text)
    assert found.line == line_of(text, f"{attack}_damage")
    assert "needs damage 0" in found.reason


def test_all_units_of_the_civilians_are_civilians() -> None:
    text = pack(kind("TA1", army="CV"))
    found = fault(text)
    assert found.line == line_of(text, "category")
    assert "of the category civilian" in found.reason


def test_a_unit_without_shots_has_no_range_whatever_is_written() -> None:
    found = catalogue_of(pack(kind("TA1", shots=0, range=[9, 3]))).units["TA1"]
    assert (found.nearest, found.farthest) == (0, 0)


@pytest.mark.parametrize(
    ("values", "field", "part"),
    [
        ({"resistance": 1}, "resistance", "at least 2"),
        ({"specials": ["Commander", "Reflexes"]}, "specials", "cannot be captured"),
        ({"specials": []}, "specials", "must have the special rule Commander"),
        ({"army": "MC"}, "category", "category mercenary"),
    ],
)
def test_a_commander_can_be_wounded_and_captured(
    values: dict[str, Any], field: str, part: str
) -> None:
    text = pack(kind("TC1", category="commander", **values))
    found = fault(text)
    assert found.line == line_of(text, field)
    assert part in found.reason


def test_a_missing_field_is_refused_on_the_line_of_the_table() -> None:
    text = pack(kind("TA1"), re.sub(r"cost = .*\n", "", kind("TA2")))
    found = fault(text)
    assert found.line == line_of(text, "[[units]]", 1)
    assert found.reason == "A unit needs the field cost, a whole number from 2 to 200."


def test_an_unknown_field_is_refused_with_those_there_are() -> None:
    text = pack(kind("TA1", colour="red"))
    found = fault(text)
    assert found.line == line_of(text, "colour")
    assert "“colour” is not a field of a unit" in found.reason
    assert "resistance" in found.reason


@pytest.mark.parametrize(
    ("values", "field", "part"),
    [
        ({"size": [0, 1]}, "size", "1 to 8"),
        ({"size": [9, 1]}, "size", "1 to 8"),
        ({"size": [1]}, "size", "1 to 8"),
        ({"height": 5}, "height", "0 to 4"),
        ({"opacity": "glass"}, "opacity", "soft"),
        ({"opacity": ""}, "opacity", "soft or solid"),
        ({"height": 0, "opacity": "soft"}, "opacity", "flat field"),
        ({"entry": "closed"}, "entry", "open, difficult"),
        ({"water": 1}, "water", "true or false"),
        ({"danger": 7}, "danger", "0 to 6"),
        ({"danger": -1}, "danger", "0 to 6"),
    ],
)
def test_a_wrong_value_of_a_piece_is_refused_on_its_line(
    values: dict[str, Any], field: str, part: str
) -> None:
    text = pack(piece_kind("T1"), piece_kind("T2", **values))
    found = fault(text)
    assert found.line == line_of(text, f"{field} =", -1)
    assert part in found.reason


@pytest.mark.parametrize("code", ["CR", "t1", "TTT", "1T"])
def test_a_piece_needs_a_code_of_its_own(code: str) -> None:
    text = pack(piece_kind(code))
    assert fault(text).line == line_of(text, "code")


def army(code: str) -> str:
    return f'[[armies]]\ncode = "{code}"\nname = "Army"'


@pytest.mark.parametrize(
    ("tables", "line", "part"),
    [
        ([army("MC")], 3, "mercenaries"),
        ([army("EX")], 3, "base game already has EX"),
        ([army("QQ")], 2, "needs a unit of the category commander"),
        ([army("QQ"), kind("QQ1", category="commander", army="QQ", cost=98)], 2, "costs 98"),
    ],
)
def test_an_army_that_cannot_be_played_is_refused(tables: list[str], line: int, part: str) -> None:
    found = fault(pack(*tables))
    assert found.line == line
    assert part in found.reason


def test_an_army_with_a_commander_that_can_be_paid_is_welcome() -> None:
    text = pack(army("QQ"), kind("QQ1", category="commander", army="QQ", cost=97))
    assert catalogue_of(text).armies["QQ"] == "Army"


DOCK = [f"{spot.piece} {spot.square}" for spot in BASE.presets["dockyard"].spots]
COLONY_EVEN = ["WA 3,3", "CR 6,6", "FE 2,6", "AA 6,4"]
COLONY_ODD = ["WO 3,5", "CT 6,3", "RB 2,2", "MI 5,6"]


def preset(**values: Any) -> str:
    fields = {"key": "mine", "name": "Mine", **values}
    return "\n".join(("[[presets]]", *(f"{name} = {value!r}" for name, value in fields.items())))


def swapped(place: int, spot: str) -> list[str]:
    return [*DOCK[:place], spot, *DOCK[place + 1 :]]


@pytest.mark.parametrize(
    ("values", "field", "part"),
    [
        ({"sizes": [16]}, "key", "as many pieces"),
        ({"sizes": [], "spots": DOCK}, "sizes", "16, 24 or 32"),
        ({"sizes": [20], "spots": DOCK}, "sizes", "16, 24 and 32"),
        ({"sizes": [16, 16], "spots": DOCK}, "sizes", "at most once"),
        ({"sizes": [16, 24], "spots": DOCK}, "sizes", "exactly one board"),
        ({"sizes": [16], "spots": DOCK, "even": ["CR 1,1"]}, "spots", "not both"),
        ({"sizes": [16], "spots": DOCK[:9]}, "spots", "needs 10 pieces, not 9"),
        ({"sizes": [16], "spots": [*DOCK, "CR F8"]}, "spots", "needs 10 pieces, not 11"),
        ({"sizes": [16], "spots": swapped(0, "ZZ D5")}, "spots", "no piece ZZ"),
        ({"sizes": [16], "spots": swapped(0, "WA D5 sideways")}, "spots", "as WA D5"),
        ({"sizes": [16], "spots": swapped(0, "WA A5")}, "spots", "WA on A5 leaves the board"),
        ({"sizes": [16], "spots": swapped(0, "WA D1")}, "spots", "covers its border"),
        ({"sizes": [16], "spots": swapped(0, "WA N5")}, "spots", "covers its border"),
        ({"sizes": [16], "spots": swapped(0, "WA D14 turned")}, "spots", "covers its border"),
        ({"sizes": [16], "spots": swapped(0, "WA ZZ99")}, "spots", "leaves the board"),
        ({"sizes": [16], "spots": swapped(0, "WA M4 turned")}, "spots", "WO on M3 and"),
        ({"sizes": [24], "even": COLONY_EVEN, "odd": COLONY_ODD[:3]}, "even", "as many"),
        ({"sizes": [24], "even": ["CR 1,1"], "odd": ["CR 4,4"]}, "even", "covers its border"),
        ({"sizes": [24], "even": ["CR 2,2"], "odd": ["CR 4,4"]}, "even", "needs 30 pieces"),
        ({"sizes": [24], "even": ["CR 9,2"], "odd": ["CR 4,4"]}, "even", "from 1 to 8"),
        ({"sizes": [24], "even": COLONY_EVEN, "odd": ["ZZ 3,5", *COLONY_ODD[1:]]}, "odd", "ZZ"),
        ({"key": "Mine", "sizes": [16], "spots": DOCK}, "key", "small letters"),
        ({"key": "auto", "sizes": [16], "spots": DOCK}, "key", "reserved words"),
        ({"key": "colony", "sizes": [16], "spots": DOCK}, "key", "base game already has colony"),
    ],
)
def test_a_wrong_preset_is_refused_on_its_line(
    values: dict[str, Any], field: str, part: str
) -> None:
    text = pack(preset(**values))
    found = fault(text)
    assert found.line == line_of(text, f"{field} =")
    assert part in found.reason


@pytest.mark.rules("ASCW-22")
def test_a_preset_that_leaves_a_quadrant_empty_is_refused() -> None:
    west = [f"CR {column}{row}" for column in "CE" for row in (3, 5, 7, 10, 12)]
    assert (
        "quadrant Q2-1 gets 0 of the first 10 pieces; it needs 2"
        in fault(pack(preset(sizes=[16], spots=west))).reason
    )


def test_presets_may_use_the_packs_own_pieces_and_turn_them() -> None:
    text = pack(piece_kind("T1", size=[1, 3]), preset(sizes=[16], spots=swapped(0, "T1 D5 turned")))
    assert catalogue_of(text).presets["mine"].spots[0].turned


def army_list(**values: Any) -> str:
    fields = {
        "key": "mine",
        "name": "Mine",
        "army": "EX",
        "size": 100,
        "units": ["EX1", "CV1"],
        **values,
    }
    return "\n".join(("[[lists]]", *(f"{name} = {value!r}" for name, value in fields.items())))


@pytest.mark.rules("ASCW-24", "ASCW-25", "ASCW-27", "ASCW-D54")
@pytest.mark.parametrize(
    ("values", "field", "part"),
    [
        ({"army": "QQ"}, "army", "no army QQ"),
        ({"army": "MC"}, "army", "no army MC"),
        ({"size": 90}, "size", "100, 150"),
        ({"size": 120}, "size", "100, 150"),
        ({"units": []}, "units", "1 to 100"),
        ({"units": ["EX1", "EX99"]}, "units", "no unit EX99"),
        ({"units": ["EX1", "0 CV1"]}, "units", "as EX3"),
        ({"units": ["EX1", "GU3", "2 CV1"]}, "units", "belongs to GU"),
        ({"units": ["EX3", "CV1"]}, "units", "1 to 3 Commanders, not 0"),
        ({"units": ["4 EX1", "4 CV1"]}, "units", "1 to 3 Commanders, not 4"),
        ({"units": ["EX1", "2 EX3", "2 CV1"]}, "units", "3 military units need"),
        ({"units": ["EX1", "27 CV1"]}, "units", "cost 102 points, but the limit is 100"),
        ({"key": "hammer"}, "key", "base game already has hammer"),
    ],
)
def test_an_army_list_that_is_not_legal_is_refused(
    values: dict[str, Any], field: str, part: str
) -> None:
    text = pack(army_list(**values))
    found = fault(text)
    assert found.line == line_of(text, f"{field} =")
    assert part in found.reason


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("x = 1", 1, "not part of a pack"),
        ('title = "T"\n\n[colours]\na = 1', 3, "not part of a pack"),
        ('title = "T"\nunits = 3', 2, "Each unit begins with"),
        ('title = "T"\n[units]\na = 1', 2, "Each unit begins with"),
        ('title = "T"\nlists = ["x"]', 2, "Each list begins with"),
        ("title = 3", 1, "title: It must be a name"),
        ('title = ""', 1, "title: It must be a name"),
        ('title = "a\\u202e"', 1, "title: A name may have"),
        ('title = "T"\ntitle = "U"', 2, "given twice"),
        ('\n[[pieces]]\ncode = "', 3, "TOML"),
        ("title = 'T'\n" + "\n".join(["[[armies]]"] * 11), 12, "at most 10 armies"),
        ("title = 'T'\n" + "\n".join(["[[units]]"] * 101), 102, "at most 100 units"),
        ("title = 'T'\n" + "\n".join(["[[pieces]]"] * 51), 52, "at most 50 pieces"),
        ("title = 'T'\n" + "\n".join(["[[presets]]"] * 21), 22, "at most 20 presets"),
        ("title = 'T'\n" + "\n".join(["[[lists]]"] * 41), 42, "at most 40 lists"),
        ("title = 'T'\n" + "#\n" * PACKS.most, 0, "bytes"),
    ],
)
def test_a_file_of_another_form_is_refused(text: str, line: int, part: str) -> None:
    found = fault(text)
    assert found.line == line
    assert part in found.reason


def test_a_pack_at_its_limits_is_read() -> None:
    kinds = [kind(f"T{'ABCD'[n // 25]}{n % 25}") for n in range(100)]
    assert len(catalogue_of(pack(*kinds)).units) == len(BASE.units) + 100
