"""The data of the base game: units, scenery, presets, lists, and how special rules are written."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.astral_sailors.content.catalogue import Specials
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.content.pack_form import NUMBERED, PLAIN, specials_of, write_specials
from games.core.geometry.squares import square


def test_the_base_game_has_all_units_and_pieces_of_the_canon() -> None:
    counts = Counter(unit.army for unit in BASE.units.values())
    assert counts == {"EX": 10, "GU": 10, "MC": 5, "CV": 3}
    assert len(BASE.pieces) == 22
    assert list(BASE.armies) == ["EX", "GU"]
    assert list(BASE.presets) == ["dockyard", "reactor-pit", "colony"]
    assert list(BASE.lists) == ["boardroom", "hammer", "takeover", "curriculum"]


@pytest.mark.rules("ASCW-66")
def test_the_values_of_a_unit_are_those_of_its_line() -> None:
    sled = BASE.units["EX10"]
    assert (sled.name, sled.category, sled.resistance) == ("Lance Sled", "machine", 3)
    assert (sled.shots, sled.blows, sled.shot_damage, sled.blow_damage) == (3, 0, 2, 0)
    assert (sled.nearest, sled.farthest, sled.defence, sled.movement) == (2, 16, 1, 6)
    assert (sled.cost, sled.base, sled.height) == (15, 2, 2)
    assert sled.specials == Specials(limited=5, split=True)
    jumper = BASE.units["EX5"].specials
    assert (jumper.jump, jumper.jump_over, jumper.fast) == (5, 4, True)
    assert BASE.units["EX8"].specials == Specials(venom=1, electric=True)
    assert BASE.units["GU8"].specials == Specials(silent=True, venom=1)
    assert BASE.units["GU7"].farthest == 0


@pytest.mark.rules("ASCW-26")
def test_every_unit_is_military_or_civilian() -> None:
    civilians = {unit.code for unit in BASE.units.values() if not unit.military}
    assert civilians == {"CV1", "CV2", "CV3"}


def test_every_special_rule_is_in_use() -> None:
    used = {name for unit in BASE.units.values() for name in write_specials(unit.specials)}
    names = {name.rpartition(" ")[0] if name[-1].isdigit() else name for name in used}
    assert names == {*PLAIN, *NUMBERED, "Jump"}


@pytest.mark.parametrize(
    ("key", "size", "military", "civilian", "cost"),
    [
        ("boardroom", 100, 6, 8, 100),
        ("hammer", 100, 8, 8, 100),
        ("takeover", 150, 9, 11, 150),
        ("curriculum", 150, 9, 12, 150),
    ],
)
def test_the_sample_armies_spend_all_their_points(
    key: str, size: int, military: int, civilian: int, cost: int
) -> None:
    sample = BASE.lists[key]
    units = [BASE.units[code] for code in sample.units]
    assert sample.size == size
    assert sum(unit.military for unit in units) == military
    assert sum(not unit.military for unit in units) == civilian
    assert sum(unit.cost for unit in units) == cost


@pytest.mark.parametrize("key", ["dockyard", "reactor-pit"])
def test_the_small_presets_are_symmetric_about_the_middle(key: str) -> None:
    covered = Counter[tuple[str, int, int]]()
    for spot in BASE.presets[key].spots:
        anchor, piece = square(spot.square), BASE.pieces[spot.piece]
        assert anchor is not None
        for c in range(anchor.c, anchor.c + piece.columns):
            for r in range(anchor.r, anchor.r + piece.rows):
                covered[spot.piece, c, r] += 1
    assert covered == Counter({(p, 15 - c, 15 - r): n for (p, c, r), n in covered.items()})


@pytest.mark.parametrize("unit", BASE.units.values(), ids=lambda unit: unit.code)
def test_special_rules_are_read_as_they_are_written(unit: Any) -> None:
    assert specials_of(write_specials(unit.specials)) == unit.specials


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        ("Cover 6", Specials(cover=6)),
        ("Jump 12/4", Specials(jump=12, jump_over=8)),
        ("Jump 3/0.5", Specials(jump=3, jump_over=1)),
        ("Jump 1/0", Specials(jump=1)),
        ("Limited 99", Specials(limited=99)),
    ],
)
def test_special_rules_take_numbers_within_their_bounds(one: str, expected: Specials) -> None:
    assert specials_of([one]) == expected
    assert specials_of(write_specials(expected)) == expected
