"""Movement, terrain and transports (2.7 to 2.9)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.games.colonial_space_wars import plain_stops
from games.colonial_space_wars.catalogue import BASE
from games.core.geometry.squares import Square
from tests.games.colonial_space_wars.course import MARCH, Course, hurt, position

FAR = {"B1": "PIL L10"}
ORTHOGONAL = {"metric": "orthogonal"}


@pytest.mark.rules("CSW-49", "CSW-50", "CSW-58", "CSW-59", "CSW-60", "CSW-103")
@pytest.mark.parametrize(
    ("kind", "normal", "abrupt", "extreme"),
    [("BRI", 1, 2, 2), ("BAS", 1, 2, 3), ("VEI", 1, 1, 1), ("KES", 1, 1, 1)],
)
def test_a_step_costs_what_is_entered(kind: str, normal: int, abrupt: int, extreme: int) -> None:
    rows = ("A.....", "BA....", "AB....", "......")
    units = {"R1": f"{kind} C2", "B1": "PIL F4"}
    stops = position(units, rows).stops("R1")
    assert (stops["D2"], stops["D1"], stops["B2"]) == (normal, normal, abrupt)
    assert stops["B3"] == extreme
    for square, price in (("D2", normal), ("D1", normal), ("B2", abrupt), ("B3", extreme)):
        [moved] = position(units, rows).play("ACTIVATE R1", f"MOVE {square}").told("Moved")
        assert ([*map(str, moved.path)], moved.cost) == (["C2", square], price)


@pytest.mark.rules("CSW-50", "CSW-73")
def test_without_diagonals_there_are_four_neighbours() -> None:
    stops = position({"R1": "BRI F5", **FAR}, settings=ORTHOGONAL).stops("R1")
    assert (stops["F6"], stops["G6"], stops["H6"]) == (1, 2, 3)
    assert "H7" not in stops
    match = position({"R1": "BRI F5", "B1": "PIL G6", "B2": "PIL G7"}, settings=ORTHOGONAL)
    match.play("ACTIVATE R1", "ATTACK B1 1")
    assert match.refused("ATTACK B2 1") == "E_RANGE"
    diagonal = position({"R1": "BRI F5", **FAR}).stops("R1")
    assert (diagonal["G6"], diagonal["H7"]) == (1, 2)


@pytest.mark.rules("CSW-52")
def test_friends_let_each_other_pass_if_that_was_agreed() -> None:
    row = (".....",)
    units = {"R1": "BRI A1", "R2": "CAP B1", "B1": "PIL E1"}
    match = position(units, row, settings={"pass_friends": True}).play("ACTIVATE R1")
    assert match.stops("R1") == {"C1": 2, "D1": 3}
    assert match.refused("MOVE B1") == "E_OCCUPIED"
    assert (
        position({**units, "B1": "PIL C1"}, row, settings={"pass_friends": True}).stops("R1") == {}
    )


@pytest.mark.rules("CSW-53", "CSW-61", "CSW-102")
def test_nobody_stops_on_a_cliff_or_on_a_unit() -> None:
    rows = ("...C.", ".....")
    match = position({"R1": "KES A1", "R2": "CAP B1", "B1": "PIL C1"}, rows)
    assert {"B1", "C1", "D1"}.isdisjoint(match.stops("R1"))
    assert match.stops("R1")["E1"] == 4
    match.play("ACTIVATE R1")
    assert match.refused("MOVE C1") == "E_OCCUPIED"
    assert match.refused("MOVE D1") == "E_TERRAIN"
    assert match.refused("MOVE A1") == "E_OCCUPIED"


@pytest.mark.rules("CSW-54", "CSW-57")
def test_a_path_may_cross_itself_and_pays_again() -> None:
    match = position({"R1": "BRI F5", **FAR}).play("ACTIVATE R1", "MOVE F6 VIA E5 F5")
    assert match.left == 0
    assert [str(square) for square in match.told("Moved")[0].path] == ["F5", "E5", "F5", "F6"]
    match = position({"R1": "BRI F5", **FAR}).play("ACTIVATE R1", "MOVE F6", "MOVE F5")
    assert match.left == 1
    straight = position({"R1": "MAS F2", **FAR}, MARCH).play("ACTIVATE R1", "MOVE F5")
    assert straight.left == 2
    assert [str(square) for square in straight.told("Moved")[0].path] == ["F2", "G3", "G4", "F5"]


@pytest.mark.rules("CSW-56")
def test_nobody_leaves_the_board() -> None:
    match = position({"R1": "BRI A1", **FAR}).play("ACTIVATE R1")
    assert match.refused("MOVE M1") == "E_OFF_BOARD"
    assert match.refused("MOVE A11") == "E_OFF_BOARD"
    assert match.refused("MOVE A2 VIA M1") == "E_OFF_BOARD"


@pytest.mark.rules("CSW-62")
def test_a_square_that_is_too_dear_is_not_entered() -> None:
    units, rows = {"R1": "LAN A1", "B1": "PIL C3"}, ("..A", "...", "...")
    match = position(units, rows).play("ACTIVATE R1", "MOVE B1")
    refusal = match.refusal("MOVE C1")
    assert refusal.code == "E_MOV"
    assert "costs 2" in refusal.sentence
    assert "has 1 left" in refusal.sentence


@pytest.mark.rules("CSW-52", "CSW-53", "CSW-56", "CSW-61")
def test_moves_are_refused_in_the_order_of_the_codes() -> None:
    rows = (".C.", "C..", "...")
    match = position({"R1": "BRI C3", "R2": "CAP B3", "B1": "PIL A3"}, rows)
    assert match.refused("MOVE C2") == "E_NO_ACTIVATION"
    match.play("ACTIVATE R1")
    assert match.refused("MOVE B3 VIA Z9") == "E_OFF_BOARD"
    assert match.refused("MOVE B3 VIA B1") == "E_OCCUPIED"
    assert match.refused("MOVE C2 VIA B3") == "E_OCCUPIED"
    assert match.refused("MOVE C2 VIA B1") == "E_TERRAIN"
    assert match.refused("MOVE A1") == "E_NO_PATH"


@pytest.mark.rules("CSW-63", "CSW-64")
def test_terrain_changes_neither_attacks_nor_protection() -> None:
    for terrain in ".ABC":
        rows = (f".{terrain}.", "...")
        match = position({"R1": "BRI A1", "B1": "PIL B1"}, rows).play("ACTIVATE R1", "ATTACK B1 2")
        assert match.told("Attacked")[0].protection == 2
    rows = (".C.", "...")
    position({"R1": "BRI A1", "B1": "PIL C1"}, rows).play("ACTIVATE R1", "ATTACK B1 2")


@pytest.mark.rules("CSW-49", "CSW-51", "CSW-52", "CSW-57", "CSW-61")
@pytest.mark.parametrize("seed", range(12))
def test_stops_are_those_of_a_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    rows = tuple("".join(rng.choices(".ABC", (6, 2, 1, 2), k=9)) for _ in range(8))
    squares = [Square(c, r) for c in range(9) for r in range(8)]
    for kind in ("BRI", "BAS", "VEI", "KES", "MAS"):
        places = rng.sample(squares, 9)
        codes = ["R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4", "B5"]
        units = {code: f"CAP {at}" for code, at in zip(codes, places, strict=True)}
        match = position({**units, "R1": f"{kind} {places[0]}"}, rows)
        expected = plain_stops(rows, BASE.units[kind], places[0], set(places[1:]))
        assert match.stops("R1") == {str(square): cost for square, cost in expected.items()}
        for to, cost in expected.items():
            moved = position({**units, "R1": f"{kind} {places[0]}"}, rows)
            moved.play("ACTIVATE R1", f"MOVE {to}")
            assert moved.left == BASE.units[kind].movement - cost


# --- Transports ---

RIDE = {"R1": "MAS F5", "R2": "BRI F4", "R3": "BAS E4", **FAR}


@pytest.mark.rules("CSW-65", "CSW-66", "CSW-104")
def test_who_can_embark_where() -> None:
    match = position({**RIDE, "R4": "CAP A1", "R5": "ENG G4"}).play("ACTIVATE R3")
    assert match.refused("EMBARK R9") == "E_NO_UNIT"
    assert match.refused("EMBARK R1") == "E_CARRY"
    for at in ("A1", "F7"):
        far = position({**RIDE, "R4": f"CAP {at}"}).play("ACTIVATE R4")
        assert far.refused("EMBARK R1") == "E_NOT_ADJACENT"
    match.play("ACTIVATE R4")
    assert match.refused("EMBARK") == "E_NOT_ADJACENT"
    match.play("ACTIVATE R2")
    assert match.refused("EMBARK R3") == "E_CARRY"
    assert match.refused("EMBARK B1") == "E_NOT_ADJACENT"
    match.play("SKILL DIG IN")
    assert match.refused("EMBARK R1") == "E_MOV"
    match = position({**RIDE, "R2": {"type": "BRI", "at": "F4", "dug_in": True}})
    match.play("ACTIVATE R2", "EMBARK R1")
    assert not match.unit("R2").dug_in
    assert match.unit("R2").at is None
    assert match.left == 2


@pytest.mark.rules("CSW-65", "CSW-66")
def test_an_ark_takes_three_and_two_near_must_be_told_apart() -> None:
    units = {f"B{number}": f"PIL {'DEF'[number - 1]}4" for number in (1, 2, 3)}
    units |= {"B4": "ARK E5", "B5": "PIL D5", "B6": "ARK D6", "R1": "COM L10"}
    match = position(units, turn="B").play(
        "ORDER B1: EMBARK", "ORDER B2: EMBARK", "ORDER B3: EMBARK"
    )
    assert match.unit("B4").cargo == ("B1", "B2", "B3")
    match.play("ACTIVATE B5")
    assert match.refused("EMBARK B4") == "E_CARRY"
    assert match.refused("EMBARK") == "E_NOT_ADJACENT"
    match.play("EMBARK B6")


def _aboard(**more: Any) -> Course:
    units: dict[str, Any] = {**RIDE, "R2": {"type": "BRI", "in": "R1"}, "R3": "BAS A10", **more}
    return position(units)


@pytest.mark.rules("CSW-67", "CSW-68")
def test_a_unit_leaves_for_one_point_and_goes_on() -> None:
    units: dict[str, Any] = {"R1": "MAS F2", "R2": {"type": "BRI", "in": "R1"}, **FAR}
    match = position(units, MARCH).play("ACTIVATE R2")
    assert match.refused("DISEMBARK Z9") == "E_OFF_BOARD"
    assert match.refused("DISEMBARK F2") == "E_OCCUPIED"
    assert match.refused("DISEMBARK E4") == "E_TERRAIN"
    assert match.refused("DISEMBARK F5") == "E_NOT_ADJACENT"
    match.play("DISEMBARK F3")
    assert match.left == 2
    assert match.refused("DISEMBARK G3") == "E_CARRY"
    match.play("MOVE F4")
    assert match.left == 0
    assert match.refused("DISEMBARK G5") == "E_MOV"


@pytest.mark.rules("CSW-68", "CSW-69")
def test_a_unit_inside_can_only_leave() -> None:
    match = position({**RIDE, "B2": "PIL G6"}).play("ACTIVATE R2", "EMBARK")
    assert match.refused("MOVE F3") == "E_EMBARKED"
    assert match.refused("ATTACK B2 1") == "E_EMBARKED"
    assert match.refused("SKILL DIG IN") == "E_EMBARKED"
    assert match.refused("EMBARK R1") == "E_EMBARKED"
    match.play("DISEMBARK F4")
    assert match.left == 1


@pytest.mark.rules("CSW-69")
def test_nothing_can_be_done_to_a_unit_inside() -> None:
    units: dict[str, Any] = {
        "R1": "COM F6",
        "R2": hurt("MAS", "F5", 4),
        "R3": {"type": "CAP", "in": "R2", "health": 2},
        "R4": "HOW E9",
        "R5": "BRI A10",
        "B1": "ARK F8",
        "B2": {"type": "VEI", "in": "B1"},
        "B3": "PIL L1",
    }
    match = position(units).play("ACTIVATE R1")
    assert match.refused("SKILL INSPIRE R3") == "E_EMBARKED"
    assert match.refused("ATTACK B2 1") == "E_EMBARKED"
    match.play("ACTIVATE R4", "SKILL BARRAGE F8")
    assert (match.unit("B1").struck, match.unit("B2").struck) == (2, 0)
    match.play("END")
    assert match.table.pool == 2
    match.play("END")
    assert match.table.pool == 5


@pytest.mark.rules("CSW-69", "CSW-106")
def test_an_aegis_on_the_board_only_protects_its_neighbours() -> None:
    match = position({"R1": "BRI F5", "B1": "PIL F7", "B2": "ARK H7"}).play("ACTIVATE R1")
    match.play("ATTACK B1 1")
    assert match.told("Attacked")[0].protection == 2
    units = {"R1": "BRI F5", "B1": "PIL F7", "B2": "ARK G7", "B3": "ARK E7"}
    match = position(units).play("ACTIVATE R1", "ATTACK B1 1")
    assert match.told("Attacked")[0].protection == 3
    alone = position({"R1": "BRI F5", "B2": "ARK F7"}).play("ACTIVATE R1", "ATTACK B2 1")
    assert alone.told("Attacked")[0].protection == 3
    enemy = position({"R1": "BRI F5", "B1": "PIL F7", "R2": "ARK G7"}).play("ACTIVATE R1")
    assert enemy.play("ATTACK B1 1").told("Attacked")[0].protection == 2


@pytest.mark.rules("CSW-70")
def test_passengers_go_where_the_transport_goes() -> None:
    match = _aboard().play("ACTIVATE R1", "MOVE F9")
    assert match.table.pool == 19
    match.play("ACTIVATE R2", "DISEMBARK F10")
    assert (match.table.pool, match.at("R2")) == (18, "F10")


@pytest.mark.rules("CSW-71")
def test_a_wreck_without_room_destroys_its_passengers() -> None:
    around = {f"R{number}": f"BRI {at}" for number, at in ((4, "A2"), (5, "B1"))}
    units: dict[str, Any] = {
        "R1": hurt("MAS", "A1", 1),
        "R2": {"type": "BRI", "in": "R1"},
        "R3": {"type": "CAP", "in": "R1"},
        **around,
        "B1": "COL A3",
    }
    rows = ("..C", ".C.", "...", "...")
    match = position(units, rows, turn="B").play("ACTIVATE B1", "ATTACK R1 4")
    assert (match.at("R2"), match.unit("R2").health) == ("A1", 3)
    assert match.unit("R3").destroyed
    squares = {"R4": "BRI F4", "R5": "BRI G4", "R6": "BRI G5", "R7": "BRI G6"}
    units = {**units, **squares, "R1": hurt("MAS", "F5", 1), "B1": "COL F7"}
    match = position(units, turn="B").play("ACTIVATE B1", "ATTACK R1 4")
    assert (match.at("R2"), match.at("R3")) == ("F5", "F6")


@pytest.mark.rules("CSW-71", "CSW-108")
def test_a_martyr_that_dies_in_a_wreck_counts() -> None:
    units: dict[str, Any] = {
        "R1": "BAS F5",
        "B1": hurt("ARK", "F7", 1),
        "B2": {"type": "PIL", "in": "B1", "health": 1},
        "B3": {"type": "PIL", "in": "B1", "health": 1},
        "B4": "PRE A1",
    }
    match = position(units).play("ACTIVATE R1", "ATTACK B1 4")
    assert match.table.bonus == (0, 1)
    assert match.play("END").table.pool == 3
    assert match.table.bonus == (0, 0)


@pytest.mark.rules("CSW-73", "CSW-71")
def test_without_diagonals_wrecks_and_transports_use_four_neighbours() -> None:
    units: dict[str, Any] = {**RIDE, "R2": "BRI E4", "R3": "CAP E5"}
    match = position(units, settings=ORTHOGONAL).play("ACTIVATE R2")
    assert match.refused("EMBARK R1") == "E_NOT_ADJACENT"
    match.play("ACTIVATE R3", "EMBARK R1")
    units = {
        "R1": hurt("MAS", "F5", 1),
        "R2": {"type": "BRI", "in": "R1"},
        "R3": {"type": "CAP", "in": "R1"},
        "R4": "BRI F4",
        "B1": "COL F7",
    }
    match = position(units, turn="B", settings=ORTHOGONAL).play("ACTIVATE B1", "ATTACK R1 4")
    assert (match.at("R2"), match.at("R3")) == ("F5", "G5")
