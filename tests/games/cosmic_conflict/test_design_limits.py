"""The limits of designs (canon 5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.components import COMPONENTS
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.limits import DesignFault
from games.cosmic_conflict.content.weapons import WEAPONS, Weapon
from tests.games.cosmic_conflict.entries import fault, fighter, gun, items, ship


@pytest.mark.rules("CC-019", "CC-021")
@pytest.mark.parametrize("size", [-1, 0, 7, 999])
def test_a_ship_has_a_size_from_1_to_6(size: int) -> None:
    code, sentence = fault(ship(size))
    assert code == "E-DESIGN-SIZE"
    assert str(size) in sentence


@pytest.mark.rules("CC-021", "D-023", "CC-090", "D-030")
@pytest.mark.parametrize("size", range(1, 7))
def test_a_ship_has_at_most_twice_its_size_of_slots_of_each_kind(size: int) -> None:
    most = 2 * size
    assert read(ship(size, items("SHD") * most, items("SHD") * most))
    for data in (
        ship(size, items("SHD") * (most + 1)),
        ship(size, secondary=items("SHD") * (most + 1)),
        ship(size, [gun(variant="SM"), *items("SHD") * (most - 1)]),
    ):
        code, sentence = fault(data)
        assert code == "E-DESIGN-SLOTS"
        assert f"{most + 1} slots" in sentence
        assert f"at most {most}" in sentence


SLOTS = {
    "P": ["AWS", "ARM", "SHD", "ECM", "NAV", "FLH", "CLK", "NCM"],
    "S": ["ARM", "SHD", "ECM", "MAN", "HDG", "SEN", "PWS", "STL", "NCM"],
}
PLATED = [{"type": "STL", "tag": "Larger"}]


@pytest.mark.rules(
    "CC-079",
    "CC-101",
    "CC-109",
    "CC-110",
    "CC-111",
    "CC-112",
    "CC-113",
    "CC-114",
    "CC-115",
    "CC-119",
    "CC-122",
    "CC-133",
    "D-020",
    "D-021",
)
@pytest.mark.parametrize("kind", COMPONENTS)
def test_a_component_fits_its_slots_only(kind: str) -> None:
    launch = items("FLH") if kind == "FH" else []
    found = PLATED if kind == "STL" else items(kind)
    for letter, data in (("P", ship(3, launch + found)), ("S", ship(3, launch, found))):
        if kind in SLOTS[letter] or (kind, letter) == ("FH", "P"):
            assert read(data)
        else:
            code, sentence = fault(data)
            assert code == "E-DESIGN-SLOTKIND"
            assert COMPONENTS[kind].name in sentence
            if kind in SLOTS["P" if letter == "S" else "S"]:
                assert f"{'Secondary' if letter == 'P' else 'Primary'} slots only" in sentence


def test_components_say_what_they_are_for() -> None:
    assert "Primary slots only" in fault(ship(3, [], items("CLK")))[1]
    assert "Only Fighters" in fault(ship(3, [], items("FTL")))[1]
    assert fault(fighter(None, items("STL")))[0] == "E-DESIGN-FIGHTER"


@pytest.mark.rules("CC-087", "CC-088", "CC-089", "CC-090", "CC-095", "CC-097", "D-028", "D-030")
@pytest.mark.parametrize("variant", ["L1", "L2", "L3", "OV", "SM"])
@pytest.mark.parametrize("kind", WEAPONS)
def test_which_weapons_may_have_which_variant(kind: str, variant: str) -> None:
    for secondary in (False, True):
        weapons = [gun(kind, variant=variant)]
        data = ship(3, [], weapons) if secondary else ship(3, weapons)
        if kind in ("KIN", "BEAM") and not (secondary and variant in ("OV", "SM")):
            (weapon,) = read(data).items
            assert isinstance(weapon, Weapon)
            assert weapon.variant == variant
        else:
            code, sentence = fault(data)
            assert code == "E-DESIGN-VARIANT"
            assert f"{'Secondary' if secondary else 'Primary'} 1" in sentence
            assert WEAPONS[kind].name in sentence


@pytest.mark.rules("CC-089", "CC-090", "CC-095", "CC-097")
@pytest.mark.parametrize(
    ("weapon", "rule"),
    [
        (gun("RKT", variant="L1"), "CC-095"),
        (gun("MSL", variant="L1"), "CC-097"),
        (gun(variant="OV"), "CC-089"),
        (gun(variant="SM"), "CC-090"),
    ],
)
def test_a_refused_variant_names_its_rule(weapon: Any, rule: str) -> None:
    with pytest.raises(DesignFault) as found:
        read(ship(1, [], [weapon, gun()]))  # both fit: in a Secondary slot none counts twice
    assert found.value.rule == rule


@pytest.mark.rules("CC-087", "D-023", "D-028")
@pytest.mark.parametrize("variant", ["L0", "L4", "L1 OV", "L", "ov", "x" * 5000])
def test_other_variants_are_refused(variant: str) -> None:
    code, sentence = fault(ship(3, [gun(), gun(variant=variant)]))
    assert code == "E-DESIGN-VARIANT"
    assert sentence.startswith("Primary 2 (Kinetic)")
    assert len(sentence) < 200


@pytest.mark.rules("CC-014", "CC-090", "D-007")
@pytest.mark.parametrize(
    ("arcs", "variant", "says"),
    [
        ("", None, "one to four arcs"),
        ("FX", None, "“X” is not an arc"),
        ("f", None, "“f” is not an arc"),
        ("FPF", None, "F is given twice"),
        ("FPP", None, "P is given twice"),
        ("FP", "SM", "exactly one arc, not 2"),
        ("FPSA" * 2500, None, "twice"),
    ],
)
def test_arcs_are_present_known_and_not_repeated(arcs: str, variant: str | None, says: str) -> None:
    code, sentence = fault(ship(4, [], [gun()]) | {"primary": [gun(arcs=arcs, variant=variant)]})
    assert code == "E-DESIGN-ARC"
    assert says in sentence


@pytest.mark.rules("CC-102", "CC-109", "CC-110", "D-023", "D-053")
def test_ecm_and_aws_are_capped() -> None:
    assert read(ship(4, items("ECM", "AWS", "AWS"), items("ECM", "ECM")))
    for data, says in (
        (ship(4, items("ECM", "ECM")), "2 Primary ECM, but the limit is 1"),
        (ship(4, [], items("ECM", "ECM", "ECM")), "3 Secondary ECM, but the limit is 2"),
        (ship(4, items("AWS", "AWS", "AWS")), "3 Primary AWS, but the limit is 2"),
    ):
        code, sentence = fault(data)
        assert code == "E-DESIGN-CAP"
        assert says in sentence


@pytest.mark.rules("CC-120")
def test_a_fighter_hangar_needs_a_launch_hangar() -> None:
    assert read(ship(3, items("FH", "FLH"))).hangars() == 2
    assert fault(ship(3, items("FH")))[0] == "E-DESIGN-HANGAR"


@pytest.mark.rules("CC-115", "CC-119")
def test_a_hangar_that_does_not_work_carries_nothing() -> None:
    hearth = BASE.designs["HEAR"]
    assert hearth.hangars(off={hearth.labels.index("FH1")}) == 2
    assert hearth.hangars(off={0, 1}) == 1


RKT = {"type": "RKT", "wsize": 4}


@pytest.mark.rules(
    "CC-129", "CC-130", "CC-131", "CC-132", "CC-133", "CC-134", "CC-142", "CC-148", "D-058"
)
@pytest.mark.parametrize(
    ("data", "rule", "says"),
    [
        (fighter([RKT, RKT]), "CC-129", "one Primary item or none"),
        (fighter(None, items("ARM", "SHD")), "CC-129", "Secondary 2 (Shields)"),
        (fighter(RKT, items("ECM", "FTL", "ECM")), "CC-129", "Secondary 3 (ECM)"),
        (fighter(None, [RKT]), "CC-130", "no Weapon in a Secondary slot"),
        (fighter({"type": "AWS"}), "CC-131", "Primary 1 (Area Weapons System)"),
        (fighter({"type": "FLH"}), "CC-131", "cannot have it"),
        (fighter({"type": "FH"}), "CC-131", "cannot have it"),
        (fighter({"type": "NAV"}), "CC-129", "cannot have it"),
        (fighter(None, items("SEN")), "CC-129", "cannot have it"),
        (fighter(None, items("MAN")), "CC-129", "cannot have it"),
        (fighter(None, items("HDG")), "CC-129", "cannot have it"),
        (fighter(None, items("PWS")), "CC-132", "Primary slot only"),
        (fighter({"type": "FTL"}), "CC-142", "Secondary slot only"),
        (fighter(None, items("PAY", "INT", "PAY")), "CC-133", "Secondary 3 (Extended Payload)"),
        (fighter({"type": "KIN"}), "CC-134", "from 1 to 6, not 0"),
        (fighter({"type": "KIN", "wsize": 7}), "CC-134", "from 1 to 6, not 7"),
    ],
)
def test_what_a_fighter_cannot_have(data: Any, rule: str, says: str) -> None:
    code, sentence = fault(data)
    assert code == "E-DESIGN-FIGHTER"
    assert says in sentence
    with pytest.raises(DesignFault) as found:
        read(data)
    assert found.value.rule == rule


@pytest.mark.rules("CC-129", "CC-132", "CC-133", "D-058")
def test_what_a_fighter_can_have() -> None:
    for kind in ("ARM", "SHD", "ECM", "PWS"):
        assert read(fighter({"type": kind})).points == 20
    for kind in ("ARM", "SHD", "ECM"):
        assert read(fighter(RKT, items(kind, "FTL", "FPWS", "INT", "PAY"))).points == 98


@pytest.mark.rules("D-058")
def test_a_fighters_weapon_has_no_variant_and_no_arcs_of_its_own() -> None:
    assert fault(fighter(gun(variant="L1") | {"wsize": 2}))[0] == "E-DESIGN-VARIANT"
    assert fault(fighter(gun(arcs="F") | {"wsize": 2}))[0] == "E-DESIGN-ARC"
    assert read(fighter(gun(arcs="SAFP") | {"wsize": 2}))


@pytest.mark.rules("CC-012")
@pytest.mark.parametrize("name", ["Ox", "", "x" * 25, "Ghost\n", "`Ghost`", " Ghost", "x" * 9999])
def test_a_name_has_3_to_24_plain_characters(name: str) -> None:
    code, sentence = fault(ship(3, name=name))
    assert code == "E-NAME"
    assert len(sentence) < 200
    assert read(ship(3, name="Oxy")).name == "Oxy"
    assert "3 to 24 characters" in fault(ship(3, name="Ox"))[1]
    assert "Latin letters" in fault(ship(3, name="Oxy`"))[1]


@pytest.mark.rules("CC-021")
def test_of_several_faults_the_first_check_is_told() -> None:
    wrong: dict[str, Any] = ship(7, [gun("RKT", "", "L1")] * 3, items("AWS"), name="x")
    expected = [fault(wrong | {"size": size})[0] for size in (7, 1, 2)]
    wrong |= {"size": 2, "secondary": []}
    expected.append(fault(wrong)[0])
    wrong["primary"] = [gun("RKT", "")]
    expected.append(fault(wrong)[0])
    wrong["primary"] = items("ECM", "ECM", "FH")
    expected.append(fault(wrong)[0])
    wrong["primary"] = items("FH")
    expected.append(fault(wrong)[0])
    wrong["primary"] = []
    expected.append(fault(wrong)[0])
    short = ("SIZE", "SLOTS", "SLOTKIND", "VARIANT", "ARC", "CAP", "HANGAR")
    assert expected == [f"E-DESIGN-{each}" for each in short] + ["E-NAME"]
