"""Units and what they show (2.1, 2.2), from the data files."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.catalogue import BASE
from games.colonial_space_wars.game import GAME
from games.core.types import REFEREE, SPECTATOR, Seat, Seated, Seats
from tests.games.colonial_space_wars.course import position, setup

TABLE = """
COM 1 3 L 1/1 2 3 4 Leader (3), Inspire
CAP 1 3 L 2/1 2 2 2 Leader (2)
BRI 1 3 L 2/1 2 2 2 Dig In
LAN 1 2 L 1/3 3 1 2
ENG 1 3 L 1/1 1 2 2 Repair
MAS 1 5 H 2/1 2 3 2 Transport (2)
BAS 2 3 H 3/4 3 4 5
KES 1 6 H 3/2 2 3 3 Flying
HOW 1 2 H 2/3 5 2 3 Barrage (2)
PRE 1 3 L 2/1 2 2 4 Leader (2), Dread
PIL 1 4 L 3/1 1 2 2 Voice, Martyr
TEM 1 4 L 3/2 1 3 3 Voice, Leap
SUN 1 2 L 1/3 4 1 3 Voice
VEI 1 5 L 2/1 2 1 2 Voice, Camouflage, All-Terrain
HOS 1 3 L 1/0 1 1 2 Voice, Heal
ARK 1 4 H 2/1 2 3 3 Transport (3), Aegis
COL 2 3 H 4/4 2 4 6 Unshaken
SER 1 6 L 3/2 1 2 4 Voice, Flying
""".strip().splitlines()
"""Canon 5.1 and 5.2: CMD, MOV, CLS, ATA, RNG, PRT, RES, skills."""


@pytest.mark.rules("CSW-07", "CSW-08", "CSW-09", "CSW-10", "CSW-11", "CSW-12", "CSW-13", "CSW-14")
@pytest.mark.parametrize("row", TABLE)
def test_a_type_of_units_has_six_attributes_and_skills(row: str) -> None:
    code, command, movement, size, attack, reach, protection, cost, *skills = row.split(" ", 8)
    kind = BASE.units[code]
    assert (kind.command, kind.movement) == (int(command), int(movement))
    assert "HL"[kind.light] == size
    assert f"{kind.attack[0]}/{kind.attack[1]}" == attack
    assert (kind.range, kind.protection, kind.resources) == (int(reach), int(protection), int(cost))
    assert ", ".join(kind.told_skills) == "".join(skills)


def test_there_are_no_other_units() -> None:
    assert list(BASE.units) == [row[:3] for row in TABLE]


@pytest.mark.rules("CSW-01")
def test_two_players_command_units_of_a_faction_each() -> None:
    assert GAME.fault(GAME.settings(), Seats.alone(2)) is None
    for count in (1, 3):
        assert GAME.fault(GAME.settings(), Seats.alone(count)) is not None
    match = setup(factions={"R": "union", "B": "centauri"})
    for seat, faction in ((0, "union"), (1, "centauri")):
        kinds = [match.table.kind(unit) for unit in match.table.of(Seat(seat))]
        assert {kind.faction for kind in kinds} == {faction}


@pytest.mark.rules("CSW-05")
def test_all_units_are_open_to_everybody() -> None:
    match = position({"R1": "BAS F5", "B1": {"type": "PIL", "at": "L10", "health": 2, "s": 1}})
    views = [GAME.view(match.state, viewer) for viewer in (Seated(Seat(0)), Seated(Seat(1)))]
    for view in (*views, GAME.view(match.state, SPECTATOR), GAME.view(match.state, REFEREE)):
        assert view.table == match.table
