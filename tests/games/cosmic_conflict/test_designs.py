"""Designs: what a SIC tells, Weapons, Fighters."""

from __future__ import annotations

import pytest

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.weapons import VARIANTS, WEAPONS, Weapon
from tests.games.cosmic_conflict.entries import fighter, gun, items, ship

# --- What a SIC tells ---


@pytest.mark.rules(
    "W-69",
    "CC-016",
    "CC-042",
    "CC-043",
    "CC-104",
    "CC-105",
    "CC-106",
    "CC-107",
    "CC-138",
    "D-018",
    "D-019",
)
def test_w69_track_lengths() -> None:
    citadel, maul = BASE.designs["CITA"], BASE.designs["MAUL"]

    def tracks(code: str) -> dict[str, int]:
        design = BASE.designs[code]
        return {design.labels[at]: boxes for at, boxes in design.absorbers}

    assert (citadel.rows, citadel.health) == (6, 60)
    assert tracks("CITA") == {"SHD1": 10, "ARM1": 10, "SHD2": 5}
    assert citadel.health + sum(tracks("CITA").values()) == 85
    assert (maul.rows, maul.health) == (1, 6)
    assert tracks("MAUL") == {"SHD1": 3}
    scenario = read(ship(2, items("SHD"), items("ARM"), row_len=7))
    assert scenario.health == 14
    assert [boxes for _, boxes in scenario.absorbers] == [7, 4]


@pytest.mark.rules("CC-042", "CC-043", "D-018")
@pytest.mark.parametrize("size", range(1, 7))
def test_a_ship_has_a_row_of_ten_boxes_for_each_point_of_size(size: int) -> None:
    design = read(ship(size))
    assert (design.rows, design.row, design.health) == (size, 10, 10 * size)


@pytest.mark.rules("D-019")
def test_a_fighter_may_have_a_track_of_a_whole_row() -> None:
    design = read(fighter({"type": "ARM"}, items("SHD")))
    assert design.absorbers == ((0, 6), (1, 3))


@pytest.mark.rules("CC-005", "CC-011", "CC-016", "CC-017", "CC-018", "CC-019")
def test_a_sic_tells_the_five_features_of_a_ship() -> None:
    vanguard = BASE.designs["VANG"]
    readout = ("KIN1", "BEAM1", "SHD1", "ARM1", "KIN2", "BEAM2", "PWS1", "MAN1")
    assert vanguard.labels == readout
    assert (vanguard.health, vanguard.absorbers) == (40, ((2, 10), (3, 10)))
    assert (vanguard.maneuver(5), vanguard.heading_value(5)) == (1, 1)
    assert (vanguard.chart().band(1), vanguard.size) == ("glance", 4)


@pytest.mark.rules("CC-013", "CC-015")
def test_items_are_numbered_by_type_in_the_order_of_the_sic() -> None:
    assert BASE.designs["CITA"].labels == (
        *("KIN1", "KIN2", "BEAM1", "SHD1", "ARM1"),
        *("BEAM2", "BEAM3", "MSL1", "PWS1", "PWS2", "SHD2"),
    )


# --- Weapons ---


def bands(kind: str, variant: str = "", wider: int = 0) -> list[tuple[int, int, str]]:
    weapon = Weapon(kind, primary=True, size=3, variant=variant)
    return [(band.reach, band.penalty, band.roll) for band in weapon.bands(wider)]


@pytest.mark.rules("CC-083", "CC-085", "CC-091", "CC-093", "CC-095", "CC-096", "CC-097", "D-024")
def test_each_type_of_weapons_has_its_ranges() -> None:
    assert bands("KIN") == [(1000, 0, "one"), (1800, 1, "one")]
    assert bands("BEAM") == [(1200, 0, "one"), (2000, 1, "one")]
    assert bands("RKT") == [(600, 0, "sum"), (1200, 1, "higher"), (1800, 2, "one")]
    assert bands("MSL") == [(2400, 0, "one")]


@pytest.mark.rules("CC-086", "CC-095", "CC-097", "D-020")
def test_pws_affect_rockets_and_missiles() -> None:
    assert {kind.name for kind in WEAPONS.values() if kind.pws} == {"Rockets", "Missiles"}


@pytest.mark.rules("CC-083", "CC-085", "CC-091")
def test_a_band_includes_its_border() -> None:
    weapon = Weapon("KIN", primary=True, size=3)
    found = [weapon.band(distance) for distance in (0, 1000, 1001, 1800, 1801)]
    assert [band and band.penalty for band in found] == [0, 0, 1, 1, None]


@pytest.mark.rules("CC-089", "CC-090", "D-029", "CC-173")
def test_only_the_outermost_band_grows_and_increases_add_up() -> None:
    assert bands("BEAM", "OV") == [(1200, 0, "higher"), (2200, 1, "higher")]
    assert bands("KIN", "SM") == [(1000, 0, "sum"), (2200, 1, "sum")]
    assert bands("KIN", "SM", 400) == [(1000, 0, "sum"), (2600, 1, "sum")]
    assert bands("RKT", wider=400)[1:] == [(1200, 1, "higher"), (2200, 2, "one")]
    assert bands("MSL", wider=400) == [(2800, 0, "one")]
    assert bands("BEAM", "L3") == bands("BEAM")
    assert Weapon("MSL", primary=True, size=3).band(2800, 400) is not None


@pytest.mark.rules("CC-088", "CC-089", "CC-090", "D-028")
def test_a_variant_changes_accuracy_and_damage() -> None:
    effects = {code: Weapon("KIN", True, 3, "F", code).effect for code in VARIANTS}
    assert {code: (effect.accuracy, effect.damage) for code, effect in effects.items()} == {
        "": (0, 0),
        "L1": (2, -1),
        "L2": (3, -2),
        "L3": (4, -3),
        "OV": (-1, 0),
        "SM": (-1, 0),
    }


@pytest.mark.rules("CC-081", "CC-082", "D-022")
@pytest.mark.parametrize("size", range(1, 7))
def test_a_secondary_weapon_is_one_size_smaller_than_the_ship(size: int) -> None:
    design = read(ship(size, [gun()], [gun()]))
    assert [item.size for item in design.items if isinstance(item, Weapon)] == [size, size - 1]


@pytest.mark.rules("CC-014", "D-007")
def test_arcs_are_kept_in_one_order() -> None:
    (weapon,) = read(ship(1, [gun(arcs="ASPF")])).primary
    assert isinstance(weapon, Weapon)
    assert weapon.arcs == "FPSA"


# --- Fighters ---


@pytest.mark.rules("CC-126", "CC-128", "CC-136", "CC-143", "CC-145", "CC-146")
def test_what_the_items_of_a_fighter_do() -> None:
    told = {
        each.code: (each.size, each.flight, each.shots, each.needs_carrier)
        for each in BASE.designs.values()
        if each.fighter
    }
    assert told == {
        "HORN": (0, 1000, 1, True),
        "MACE": (0, 700, 1, True),
        "WASP": (0, 1000, 1, True),
        "MAUL": (0, 700, 2, True),
        "DRIF": (0, 700, 1, False),
    }
    assert not BASE.designs["WREN"].needs_carrier


@pytest.mark.rules("CC-134", "D-058")
def test_a_fighters_weapon_has_its_own_size_and_fires_all_round() -> None:
    for wsize in range(1, 7):
        (weapon,) = read(fighter({"type": "MSL", "wsize": wsize})).primary
        assert isinstance(weapon, Weapon)
        assert (weapon.size, weapon.arcs) == (wsize, "FPSA")
