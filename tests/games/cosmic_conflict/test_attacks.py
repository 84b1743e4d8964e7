"""Which attacks are legal, with the canon's numbers (2.4, canon 3.7)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.types import Forbidden
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.attacks.targeting import spent
from games.cosmic_conflict.table.units import Unit
from tests.games.cosmic_conflict.duels import armed, at, attack, duel, figures, fired, gun, refused
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

# --- Step 1: the Weapon ---


@pytest.mark.rules("CC-028", "CC-029", "CC-035")
def test_each_weapon_attacks_once_a_turn() -> None:
    table = duel("VANG", 4, "9")
    unit = table.units["a1"]
    for place in (0, 1):
        assert attack(table, place=place).weapon == place
        unit = spent(table, unit, place)
        table = table.put(unit)
    assert unit.used == (0, 1)
    code, rule, sentence = refused(table)
    assert (code, rule) == ("E-WEAPON-USED", "CC-029")
    assert sentence == "a1's KIN1 has already attacked this turn."


@pytest.mark.rules("CC-053")
def test_a_deactivated_weapon_does_not_fire() -> None:
    table = at(duel("VANG", 4, "9"), "a1", off=(1,))
    assert attack(table).band == 1
    assert refused(table, place=1) == ("E-WEAPON-OFF", "CC-053", "a1's BEAM1 has been deactivated.")


@pytest.mark.rules("CC-029", "CC-030", "CC-031", "CC-136")
def test_of_several_faults_the_first_of_the_canon_is_told() -> None:
    moon = [{"kind": "moon", "disc": [10, 10, 2]}]
    table = at(duel("HALB", 4, "20", moon), "a1", off=(0,), used=(0,), heading=180)
    codes = []
    repairs: list[dict[str, Any]] = [{"used": ()}, {"off": ()}]
    for change in repairs:
        codes.append(refused(table)[0])
        table = at(table, "a1", **change)
    moves: list[dict[str, Any]] = [{"side": 1}, {"side": 2, "at": du("10 28")}]
    for change in (*moves, {"at": du("10 15")}):
        table = at(table, "b1", **change)
        codes.append(refused(table)[0])
    codes.append(refused(at(table, "a1", heading=0))[0])
    assert codes == [*("E-WEAPON-USED", "E-WEAPON-OFF", "E-TARGET", "E-RANGE", "E-ARC", "E-LOS")]


# --- Step 1: the target ---


@pytest.mark.rules("CC-028")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"side": 1}, "b1 is on your side."),
        ({"state": "destroyed"}, "b1 is not on the board."),
        ({"state": "fled"}, "b1 is not on the board."),
        ({"at": None}, "b1 is not on the board."),
    ],
)
def test_only_enemies_on_the_board_are_targets(change: dict[str, Any], sentence: str) -> None:
    table = duel("VANG", 4, "9")
    assert attack(table).target == "b1"
    assert refused(at(table, "b1", **change)) == ("E-TARGET", "CC-028", sentence)


@pytest.mark.rules("CC-030", "W-08")
def test_w08_beyond_the_last_range_there_is_no_attack() -> None:
    table = scene(unit("a1", armed(gun("KIN", 3)), "10 10"), unit("b1", plain(3), "10.01 28"))
    assert refused(table) == ("E-RANGE", "CC-030", "b1 is 18.01 away, and a1's KIN1 reaches 18.00.")


@pytest.mark.rules("CC-031")
def test_a_refusal_tells_where_the_target_is_and_where_the_weapon_fires() -> None:
    table = at(duel(gun("KIN", 3, arcs="FPA"), 3, "9"), "a1", heading=270)
    assert refused(table)[2] == "b1 is starboard of a1, whose KIN1 fires fore, port and aft only."


# --- Fighters ---


@pytest.mark.rules("W-31", "CC-092", "CC-096", "CC-126", "CC-127", "CC-134", "CC-135", "CC-136")
def test_w31_a_fighter_attacks_and_is_attacked() -> None:
    table = duel("MACE", "TEMP", "6")
    assert figures(attack(table), 3, 4, 2) == (4, "hit", 4, 4)
    table = table.put(spent(table, table.units["a1"], 0))
    code, rule, sentence = refused(table)
    assert (code, rule) == ("E-AMMO", "CC-136")
    assert "no attack left of 1" in sentence
    code, rule, sentence = refused(duel("MACE", "TEMP", "6.01"))
    assert (code, rule) == ("E-RANGE", "CC-135")
    assert sentence == "b1 is 6.01 away, and a1's RKT1 reaches 6.00 for a Fighter."
    assert fired("WREN", "MACE", "9", 4, 5) == (5, "hit", 5, 5)
    code, rule, sentence = refused(duel("WREN", "MACE", "10.01"))
    assert (code, rule) == ("E-RANGE", "CC-127")
    assert sentence == "b1 is 10.01 away, and a1's KIN1 reaches 10.00 against a Fighter."


@pytest.mark.rules("CC-127", "CC-135", "CC-173")
def test_a_wider_outermost_range_does_not_reach_a_fighter() -> None:
    assert refused(duel(gun("BEAM", 3, "OV"), "WASP", "12.01"), "range")[1] == "CC-127"
    assert attack(duel(gun("MSL", 3), "WASP", "28"), "range").band == 1


@pytest.mark.rules("CC-136", "CC-146", "CC-029")
def test_extended_payload_is_one_more_attack_in_another_turn() -> None:
    table = duel("MAUL", 4, "9")
    table = table.put(spent(table, table.units["a1"], 0))
    assert (table.units["a1"].shots, table.units["a1"].used) == (1, (0,))
    assert refused(table)[0] == "E-WEAPON-USED"
    table = at(table, "a1", used=())
    assert attack(table).type == "MSL"
    table = table.put(spent(table, table.units["a1"], 0))
    assert refused(at(table, "a1", used=()))[0] == "E-AMMO"


@pytest.mark.rules("CC-126", "D-007")
def test_a_fighter_fires_all_round() -> None:
    assert attack(at(duel("WASP", 4, "9"), "a1", heading=180)).target == "b1"


# --- Declaring ---


@pytest.mark.rules("D-025", "D-026")
def test_declaring_changes_nothing_and_can_be_done_again_after_an_interrupt() -> None:
    table = duel("VANG", 4, "9")
    first = attack(table)
    assert attack(table) == first
    gone = at(table, "b1", state="destroyed", at=None)
    assert refused(gone)[0] == "E-TARGET"
    assert gone.units["a1"].used == ()


def test_an_attack_by_a_unit_that_is_not_on_the_board_is_a_programming_error() -> None:
    table = at(duel("VANG", 4, "9"), "a1", at=None)
    with pytest.raises(AssertionError, match="a1 is not on the board"):
        attack(table)
    unit: Unit = table.units["a1"]
    with pytest.raises(AssertionError, match="not a Weapon"):
        targeting.weapon_at(table, unit, 2)


# --- Without a sentence ---


@pytest.mark.rules("CC-028", "CC-029", "CC-030", "CC-031")
def test_what_can_be_attacked_is_what_is_not_refused() -> None:
    rng, seen = random.Random(1), set[str]()
    moon = [{"kind": "moon", "disc": [12, 12, 3]}]
    designs = ("HALB", "LONG", "PART", *filter(_flies, BASE.designs))
    for _ in range(2000):
        places = [f"{rng.randrange(25)} {rng.randrange(25)}" for _ in range(2)]
        one, other = (rng.choice(designs) for _ in range(2))
        table = scene(
            unit("a1", one, places[0], heading=rng.randrange(360), shots=rng.randrange(3)),
            unit("b1", other, places[1], side=rng.choice((1, 2, 2, 2, 2))),
            terrain=moon,
        )
        table = at(table, "a1", **{rng.choice(("used", "off")): rng.choice(((), (), (0,)))})
        shooter, target = table.units["a1"], table.units["b1"]
        effects: Any = rng.choice(((), ("terrain",), ("range",)))
        try:
            targeting.declared(table, shooter, 0, target, effects)
            code = ""
        except Forbidden as wrong:
            code = wrong.code
        assert targeting.can_attack(table, shooter, 0, target, effects) == (not code)
        seen.add(code)
    assert len(seen) == 8  # legal, and each fault


def _flies(code: str) -> bool:
    design = BASE.designs[code]
    return design.fighter and isinstance(design.items[0], Weapon)
