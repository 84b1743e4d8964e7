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


@pytest.mark.rules("CSW-08", "CSW-09", "CSW-37", "CSW-48")
def test_activating_a_unit_costs_its_command_and_gives_its_movement() -> None:
    match = position({"R1": "BAS F5", "R2": "MAS F6", "B1": "PIL L10"}, pool=9)
    match.play("ACTIVATE R1")
    assert (match.table.pool, match.left) == (7, 3)
    match.play("ACTIVATE R2")
    assert (match.table.pool, match.left) == (6, 5)


@pytest.mark.rules("CSW-11", "CSW-81")
def test_a_unit_without_points_against_a_class_cannot_attack_it() -> None:
    units = {"B1": "HOS F5", "R1": "BAS F6", "R2": "LAN E5"}
    match = position(units, turn="B").play("ACTIVATE B1")
    assert match.refused("ATTACK R1 1") == "E_POINTS"
    assert match.refused("ATTACK R1 MAX") == "E_POINTS"
    match.play("ATTACK R2 MAX")
    assert match.unit("R2").struck == 1


@pytest.mark.rules("CSW-02")
def test_a_unit_has_a_square_to_itself() -> None:
    units = {"R1": "BRI F5", "R2": "CAP F6", "R3": "MAS G5", "R4": {"type": "LAN", "in": "R3"}}
    match = position({**units, "B1": "TEM F9", "B2": "PIL F7"}).play("ACTIVATE R1")
    assert match.refused("MOVE F6") == "E_OCCUPIED"
    match.play("ACTIVATE R4")
    assert match.refused("DISEMBARK F6") == "E_OCCUPIED"
    match.play("END", "ACTIVATE B1")
    assert match.refused("SKILL LEAP F7") == "E_OCCUPIED"
    deployed = setup(factions={"R": "union", "B": "centauri"}, attacker="R", zone="south")
    deployed.play("DEPLOY R1 F9")
    assert deployed.refused("DEPLOY R2 F9") == "E_OCCUPIED"
    deployed.play("DEPLOY AUTO")
    squares = [unit.at for unit in deployed.table.of(Seat(0))]
    assert None not in squares
    assert len(set(squares)) == 10


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


@pytest.mark.rules("CSW-83", "CSW-84", "CSW-85", "CSW-86", "CSW-87")
@pytest.mark.parametrize(("health", "price"), [(4, 1), (3, 1), (2, 2), (1, 3)])
def test_damage_changes_nothing_but_the_cost(health: int, price: int) -> None:
    units = {"R1": {"type": "BRI", "at": "F5", "health": health}, "R2": "COM A9", "B1": "LAN F7"}
    units["B2"] = "PRE A1"
    match = position(units, pool=9)
    whole = position({**units, "R1": "BRI F5"}, pool=9)
    match.play("ACTIVATE R1")
    whole.play("ACTIVATE R1")
    assert match.table.pool == 9 - price
    assert match.stops("R1") == whole.stops("R1")
    assert match.targets("R1") == whole.targets("R1")
    match.play("ATTACK B1 MAX", "END")
    assert match.told("TurnStarted")
    match.play("ACTIVATE B1", "ATTACK R1 1")
    assert match.told("Attacked")[0].protection == 2
