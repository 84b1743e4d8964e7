"""Content packs: units, Swords and boards of one's own (5.3 to 5.5)."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.catalogue import catalogue_of
from games.colonial_space_wars.game import GAME
from games.core.content import PackFault
from tests.games.colonial_space_wars.course import SEATS, setup

UNIT = """
[[units]]
code = "SNI"
name = "Snipers"
faction = "rebels"
command = 1
movement = 2
class = "L"
attack = [2, 0]
range = 6
protection = 1
resources = 3
skills = ["Leader (1)", "Camouflage"]
"""
SWORD = """
[[swords]]
key = "rebels"
name = "Free colonists"
units = ["2 SNI"]
"""
ROWS = ", ".join(['"........"'] * 8)
BOARD = f"""
[[boards]]
key = "yard"
name = "The yard"
rows = [{ROWS}]
"""
PACK = f'title = "Rebels"\n{SWORD}{UNIT}{BOARD}'


@pytest.mark.rules("CSW-18", "CSW-19")
def test_a_pack_adds_units_swords_and_boards() -> None:
    catalogue = catalogue_of(PACK)
    assert catalogue.units["SNI"].skills == {"leader": 1, "camouflage": 1}
    assert catalogue.swords["rebels"].units == ("SNI", "SNI")
    settings = {"pack": PACK, "board": "pack", "deploy_depth": 2}
    assert GAME.fault(GAME.settings.model_validate(settings), SEATS) is None
    match = setup(settings).play("R: FACTION REBELS", "R: READY", "B: FACTION UNION", "B: READY")
    assert match.table.rows == ("........",) * 8
    assert [unit.kind for unit in match.table.units.values()][:2] == ["SNI", "SNI"]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('"rebels"\ncommand', '"nobody"\ncommand', 11, "There is no faction nobody"),
        ("command = 1", "command = 11", 12, "a whole number from 0 to 10"),
        ('class = "L"', 'class = "M"', 14, '"L" or "H"'),
        ("attack = [2, 0]", "attack = [2]", 15, "points against Light and Heavy"),
        ("Leader (1)", "Leader", 19, "Leader needs a number"),
        ("Camouflage", "Camouflage (2)", 19, "Camouflage has no number"),
        ("Camouflage", "Ghost", 19, "There is no skill “Ghost”"),
        ("Camouflage", "Transport (2)", 19, "Only a Heavy unit can have Transport"),
        ('"SNI"\nname', '"BRI"\nname', 9, "the base game already has BRI"),
        ("2 SNI", "3 SNI", 6, "3 SNI, but the limit is 2"),
        ("2 SNI", 'SNI", "XXX', 6, "There is no unit XXX"),
        ("2 SNI", "BRI", 6, "BRI belongs to union"),
        ("Leader (1)", "Voice", 6, "0 units with Leader"),
        ('"........", "', '".......D", "', 24, ". A B or C"),
        ('"........", "', '".........", "', 24, "the same number of squares"),
        ('"........", "', '"", "', 24, "8 to 26 squares"),
        ('rows = ["........", ', "rows = [", 24, "a list of 8 to 20 rows"),
        ('key = "yard"', 'key = "pack"', 22, "reserved words"),
    ],
)
def test_what_is_wrong_with_a_pack_is_named_with_its_line(
    old: str, new: str, line: int, says: str
) -> None:
    pack = PACK.replace(old, new, 1)
    assert pack != PACK
    with pytest.raises(PackFault) as fault:
        catalogue_of(pack)
    assert says in fault.value.reason
    assert fault.value.line == line
    refusal = GAME.fault(GAME.settings.model_validate({"pack": pack}), SEATS)
    assert refusal is not None
    assert f"Line {line}" in refusal.sentence


def test_a_sword_needs_a_faction_that_is_there() -> None:
    sword = '[[swords]]\nkey = "armour"\nname = "Armour"\nfaction = "terra"\nunits = ["BAS"]'
    with pytest.raises(PackFault, match="There is no Sword terra"):
        catalogue_of(f'title = "Armour"\n{sword}\n')
