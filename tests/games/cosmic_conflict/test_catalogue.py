"""The ships, Fighters and fleets of the base game, and packs of one's own (5.1, 5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.content import PackFault
from games.cosmic_conflict.content.catalogue import BASE, PACKS, catalogue_of
from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.limits import FleetUnit, fleet_faults

SHIPS = """
WREN 1 KIN-L1/FPS/1 | PWS
DART 1 RKT/F/1 | SHD/5
HALB 2 KIN/FPS/2 SHD/10 | BEAM/F/1 PWS
LONG 2 MSL/F/2 MSL/F/2 | ARM/5 SEN
PIKE 2 RKT/F/2 RKT/F/2 SHD/10 | ECM PWS ARM/5
PART 3 KIN/FPS/3 BEAM/F/3 SHD/10 | KIN/PS/2 PWS ARM/5
BULW 3 AWS KIN-L1/FPSA/3 ARM/10 | PWS PWS SHD/5
LANC 3 BEAM-SM/F/3 SHD/10 | KIN/PS/2 HDG PWS
VANG 4 KIN/FPS/4 BEAM/FPS/4 SHD/10 ARM/10 | KIN-L1/PS/3 BEAM/F/3 PWS MAN
TEMP 5 BEAM-OV/F/5 BEAM/FPS/5 BEAM/FPS/5 SHD/10 NAV | KIN/PS/4 KIN/PS/4 PWS HDG ECM
CITA 6 KIN-SM/F/6 KIN-OV/PS/6 BEAM/FPS/6 SHD/10 ARM/10 | BEAM/PS/5 BEAM/PS/5 MSL/F/5 PWS PWS SHD/5
HEAR 4 FLH FLH FH BEAM/FPS/4 | PWS PWS ARM/5 SHD/5
ROOS 3 FLH KIN/FPS/3 ARM/10 | PWS BEAM/F/2 SHD/5
HORN 0 PWS | INT FPWS
MACE 0 RKT/FPSA/4 | ARM/3
WASP 0 KIN/FPSA/2 | INT
MAUL 0 MSL/FPSA/3 | PAY SHD/3
DRIF 0 ECM | FTL
""".strip().splitlines()
"""Canon 5.1: code, Size, Primary and Secondary items with arcs and Weapon Size, or boxes."""

NAMES = """
WREN Wren, corvette; DART Dart, torpedo corvette; HALB Halberd, frigate;
LONG Longbow, missile frigate; PIKE Pike, assault frigate; PART Partisan, destroyer;
BULW Bulwark, escort destroyer; LANC Lance, spinal destroyer; VANG Vanguard, cruiser;
TEMP Tempest, battlecruiser; CITA Citadel, battleship; HEAR Hearth, carrier;
ROOS Roost, light carrier; GLIM Glimmer, beam corvette; LAMP Lantern, beam frigate;
PRSM Prism, beam destroyer; BCON Beacon, beam cruiser; HORN Hornet, interceptor; MACE Mace, bomber;
WASP Wasp, strike fighter; MAUL Maul, heavy bomber; DRIF Drifter, FTL scout
"""

FLEETS = """
A Anvil 1000 CITA 402, PART 204, BULW 196, LONG 132, DART 66
B Rapier 1000 TEMP 350, PART 204, BULW 196, LANC 184, DART 66
C Nest 1000 HEAR 204, TEMP 350, BULW 196, DART 66, DART 66, HORN 44, MACE 30, MAUL 44
D Pack 1000 VANG 275, HALB 137, HALB 137, LONG 132, PIKE 187, DART 66, DART 66
Q1 Patrol 481 VANG 275, LONG 132, WREN 74
Q2 Squadron 481 PART 204, HALB 137, WREN 74, DART 66
Q3 Picket 481 ROOS 182, WASP 30, HALB 137, LONG 132
""".strip().splitlines()
"""Canon 5.2: code, name, points, units with their points."""


def told(design: Design, item: Item) -> str:
    if isinstance(item, Component):
        boxes = item.boxes(design.row)
        return f"{item.type}/{boxes}" if boxes else item.type
    return f"{item.type}{item.variant and '-' + item.variant}/{item.arcs}/{item.size}"


@pytest.mark.rules("CC-005", "CC-013", "CC-014", "CC-015", "CC-019", "CC-081", "CC-082", "D-019")
@pytest.mark.parametrize("row", SHIPS)
def test_a_design_has_its_printed_items_in_order(row: str) -> None:
    design = BASE.designs[row[:4]]
    primary = " ".join(told(design, item) for item in design.primary)
    secondary = " ".join(told(design, item) for item in design.secondary)
    assert f"{design.code} {design.size} {primary} | {secondary}" == row


@pytest.mark.rules("CC-004", "CC-012", "CC-020")
def test_each_design_has_a_code_a_name_and_a_class() -> None:
    told = [f"{each.code} {each.name}, {each.role}" for each in BASE.designs.values()]
    assert "; ".join(told) == " ".join(NAMES.split())


@pytest.mark.rules("CC-283")
@pytest.mark.parametrize("row", FLEETS)
def test_a_starter_fleet_has_its_printed_units_and_points(row: str) -> None:
    code, name, points, units = row.split(" ", 3)
    fleet = BASE.fleets[code]
    found = [BASE.designs[unit.design] for unit in fleet.units]
    assert (fleet.name, fleet.points) == (name, int(points))
    assert ", ".join(f"{design.code} {design.points}" for design in found) == units
    assert sum(design.points for design in found) == fleet.points


@pytest.mark.rules("CC-115", "CC-119", "CC-125", "D-055")
def test_the_fighters_of_the_starter_fleets_have_carriers() -> None:
    carried = {
        fleet.code: [(unit.design, fleet.units[unit.carrier - 1].design) for unit in fleet.units]
        for fleet in BASE.fleets.values()
        if any(unit.carrier for unit in fleet.units)
    }
    assert list(carried) == ["C", "Q3"]
    assert carried["C"][5:] == [("HORN", "HEAR"), ("MACE", "HEAR"), ("MAUL", "HEAR")]
    assert carried["Q3"][1] == ("WASP", "ROOS")
    assert [BASE.designs[code].hangars() for code in ("HEAR", "ROOS", "CITA")] == [3, 1, 0]


# --- Fleets against a limit ---


def fault(units: list[Any], limit: int = 1000, designs: Any = BASE.designs) -> tuple[str, str]:
    listed = [unit if isinstance(unit, FleetUnit) else FleetUnit(unit) for unit in units]
    found = next(fleet_faults(designs, listed, limit), None)
    return (found.code, found.sentence) if found else ("", "")


@pytest.mark.rules("CC-283", "CC-001")
def test_a_fleet_costs_at_most_the_limit_and_has_a_ship() -> None:
    assert fault(["VANG", "LONG", "WREN"], 481) == ("", "")
    code, sentence = fault(["VANG", "LONG", "WREN"], 480)
    assert (code, "481 points" in sentence, "480" in sentence) == ("E-POINTS", True, True)
    assert fault([])[0] == "E-POINTS"
    assert fault(["DRIF"])[0] == "E-POINTS"
    assert fault(["DRIF", "WREN"]) == ("", "")


@pytest.mark.rules("CC-115", "CC-119", "CC-125", "CC-143")
@pytest.mark.parametrize(
    ("units", "says"),
    [
        (["ROOS", FleetUnit("WASP", carrier=1), FleetUnit("MACE", carrier=1)], "2 Fighters need"),
        (["HEAR", "WASP"], "Wasp (2) needs a carrier"),
        (["HEAR", FleetUnit("WASP", carrier=3), "WREN"], "Wren (3) has 0 hangars"),
        (["HEAR", FleetUnit("WASP", carrier=2)], "unit 2 is not a ship"),
        (["HEAR", FleetUnit("WASP", carrier=9)], "unit 9 is not a ship"),
        (["HEAR", FleetUnit("WASP", carrier=-1)], "unit -1 is not a ship"),
        ([FleetUnit("HEAR", carrier=1)], "Hearth (1) is a ship"),
        (
            ["ROOS", "ROOS", FleetUnit("WASP", carrier=1), FleetUnit("MACE", carrier=1)],
            "Roost (1) has 1 hangars, but 2",
        ),
        (["WREN", FleetUnit("DRIF", carrier=1)], "Wren (1) has 0 hangars"),
    ],
)
def test_each_fighter_needs_a_free_hangar(units: list[Any], says: str) -> None:
    code, sentence = fault(units)
    assert code == "E-HANGAR"
    assert says in sentence


@pytest.mark.rules("CC-119", "CC-143")
def test_a_launch_hangar_and_a_hangar_carry_a_fighter_each() -> None:
    carried = [FleetUnit("WASP", carrier=1)] * 3
    assert fault(["HEAR", *carried]) == ("", "")
    assert fault(["HEAR", "DRIF", *carried]) == ("", "")
    assert fault(["HEAR", *carried, carried[0]])[0] == "E-HANGAR"


@pytest.mark.rules("CC-004", "CC-012")
def test_names_in_a_fleet_are_readable_and_unique() -> None:
    def named(*names: str) -> str:
        return fault([FleetUnit("DART", name) for name in names])[0]

    assert named("Arrow", "Bolt", "") == ""
    assert named("Arrow", "arrow") == "E-NAME"
    assert named("Ox") == named("x" * 25) == named("<b>Arrow") == "E-NAME"
    assert named("x" * 10_000) == "E-NAME"
    units = [FleetUnit("DART", "Arrow"), FleetUnit("DART", "Arrow")]
    assert fault(units)[1] == "Unit 2: the fleet already has a unit called Arrow."


@pytest.mark.rules("CC-004")
def test_a_fleet_names_an_unknown_design() -> None:
    code, sentence = fault(["WREN", "NONE"])
    assert code == "E-UNKNOWN-ID"
    assert "Unit 2" in sentence
    assert "NONE" in sentence


@pytest.mark.rules("CC-043", "D-018")
def test_rows_of_another_length_are_for_scenario_ships() -> None:
    odd = read({"id": "ODD", "size": 1, "row_len": 20})
    code, sentence = fault(["ODD"], designs={"ODD": odd})
    assert code == "E-FORMAT"
    assert "(1) has rows of 20 boxes" in sentence


def test_a_fleet_of_ten_thousand_units_is_refused() -> None:
    code, sentence = fault(["WREN"] * 10_000, 5000)
    assert code == "E-POINTS"
    assert "740,000 points" in sentence


# --- Packs ---

PACK = """title = "Raiders"

[[ships]]
code = "RAID"
name = "Raider"
class = "privateer"
size = 2
primary = [
    { type = "KIN", variant = "OV", arcs = "F" },
    { type = "FLH" },
]
secondary = [{ type = "PWS" }]
points = 109

[[fighters]]
code = "GNAT"
name = "Gnat"
class = "drone"
primary = { type = "BEAM", wsize = 1 }
points = 20

[[fleets]]
code = "R"
name = "Raiders"
style = "one ship and a drone"
points = 129
units = ["RAID", "GNAT 1"]
"""


@pytest.mark.rules("CC-021")
def test_a_pack_adds_ships_fighters_and_fleets() -> None:
    catalogue = catalogue_of(PACK)
    assert catalogue.title == PACKS.title(PACK) == "Raiders"
    assert catalogue.designs["RAID"].points == 60 + 34 + 5 + 10
    assert catalogue.designs["GNAT"].labels == ("BEAM1",)
    assert catalogue.fleets["R"].units[1] == FleetUnit("GNAT", carrier=1)
    assert set(catalogue.designs) - set(BASE.designs) == {"RAID", "GNAT"}
    assert catalogue_of("") is BASE


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("points = 109", "points = 108", 13, "Raider costs 109 points"),
        ("points = 129", "points = 128", 27, "costs 129 points, but the limit is 128"),
        ("points = 129", "points = 130", 26, "The units cost 129 points"),
        ('"RAID"\nname', '"WREN"\nname', 4, "the base game already has WREN"),
        ('"GNAT"\nname', '"RAID"\nname', 4, "a ship and a Fighter RAID"),
        ('"GNAT"\nname', '"CITA"\nname', 16, "a ship and a Fighter CITA"),
        ('"RAID"\nname', '"RAIDER"\nname', 4, "four capitals"),
        ("size = 2", "size = 7", 7, "from 1 to 6, not 7. (CC-019)"),
        ('"Raider"', '"Ra"', 5, "3 to 24 characters"),
        ('variant = "OV"', 'variant = "L4"', 8, "L1, L2, L3, OV and SM. (CC-087)"),
        ('{ type = "FLH" }', '{ type = "FH" }', 8, "needs a Fighter Launch Hangar"),
        ('[{ type = "PWS" }]', '[{ type = "AWS" }]', 12, "Primary slots only. (CC-101)"),
        ('[{ type = "PWS" }]', "[" + '{ type = "PWS" },' * 25 + "]", 12, "up to 24 items"),
        ("wsize = 1", "wsize = 1.5", 19, "wsize: It must be a whole number"),
        ('"GNAT 1"', '"GNAT"', 27, "Gnat (2) needs a carrier. (CC-125)"),
        ('"GNAT 1"', '"GNAT one"', 27, "the place of its carrier: HORN 1"),
        ('"GNAT 1"', '"NONE"', 27, "there is no design NONE"),
    ],
)
def test_what_is_wrong_with_a_pack_is_named_with_its_line(
    old: str, new: str, line: int, says: str
) -> None:
    pack = PACK.replace(old, new, 1)
    assert pack != PACK
    with pytest.raises(PackFault) as found:
        catalogue_of(pack)
    assert says in found.value.reason
    assert found.value.line == line
