"""What refusals say: the numbers, and what would be allowed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.colonial_space_wars.course import MARCH, Course, hurt, position, setup

UNITS: dict[str, Any] = {
    "R1": "BRI F5",
    "R2": "LAN F6",
    "R3": "MAS G6",
    "R4": hurt("BAS", "A10", 1),
    "R5": {"type": "CAP", "in": "R3"},
    "R6": "COM C10",
    "R7": {"type": "BRI", "at": "L10", "destroyed": True},
    "B1": "PIL F7",
    "B2": "ARK H7",
    "B3": "PRE A1",
}


def _match(*texts: str, **more: Any) -> Course:
    return position(UNITS, **more).play(*texts)


@pytest.mark.rules("CSW-06", "CSW-41", "CSW-43", "CSW-45")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ACTIVATE R9", "There is no unit R9."),
        ("ACTIVATE R7", "R7 has been destroyed."),
        ("ACTIVATE B1", "B1 belongs to your opponent."),
        ("MOVE F4", "No unit is activated. Write ACTIVATE and the code of a unit first."),
        (
            "ACTIVATE R4",
            "R4 costs 4 command points, but the pool has 1. You can activate R1, R2, R3, R5, R6.",
        ),
        (
            "ORDER R1: MOVE F4; MOVE A9",
            "Step 2, MOVE A9: A9 costs 5 movement points, but R1 has 2 ",
        ),
    ],
)
def test_activations(text: str, says: str) -> None:
    assert str(_match(pool=1).refusal(text)).startswith(says)


@pytest.mark.rules("CSW-52", "CSW-53", "CSW-56", "CSW-61", "CSW-62")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("MOVE M1", "M1 is not on the board. The squares are A1 to L10."),
        (
            "MOVE F5",
            (
                "It is on F5. The nearest stops, with their cost: E4 (1), E5 (1), E6 (1), F4 (1), "
                "G4 (1), G5 (1)."
            ),
        ),
        ("MOVE F6", "R2 is on F6. The nearest stops, with their cost: "),
        ("MOVE F4 VIA F6", "R2 is in the way on F6."),
        ("MOVE F9", "F9 costs 4 movement points, but R1 has 3 left. The nearest stops"),
    ],
)
def test_moves(text: str, says: str) -> None:
    assert str(_match("ACTIVATE R1").refusal(text)).startswith(says)


@pytest.mark.rules("CSW-51", "CSW-53", "CSW-61")
def test_moves_into_cliffs() -> None:
    match = position({"R1": "BRI E3", "R2": "CAP A10", "B1": "PIL L10"}, MARCH).play("ACTIVATE R1")
    says = "E4 is type C: R1 cannot stop there. The nearest stops, with their cost: D3 (1), "
    assert str(match.refusal("MOVE E4")).startswith(says)
    closed = position({"R1": "BRI A1", "B1": "PIL C3"}, (".C.", "C..", "...")).play("ACTIVATE R1")
    assert str(closed.refusal("MOVE B2")) == "No path leads from A1 to B2. R1 cannot move now."


@pytest.mark.rules("CSW-57")
def test_a_path_goes_straight_where_it_can() -> None:
    match = position({"R1": "BRI F5", "B1": "PIL A10"}).play("ACTIVATE R1", "MOVE E3")
    assert [str(square) for square in match.told("Moved")[0].path] == ["F5", "E4", "E3"]
    match = position({"R1": "BRI F5", "B1": "PIL A10"}).play("ACTIVATE R1", "MOVE D6")
    assert [str(square) for square in match.told("Moved")[0].path] == ["F5", "E6", "D6"]


@pytest.mark.rules("CSW-72", "CSW-74", "CSW-76", "CSW-82", "CSW-105")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "ATTACK B3 1",
            "B3 is 5 squares away; the range of R1 is 2. R1 can attack B1 (2), B2 (1).",
        ),
        ("ATTACK R2 1", "R2 is not an enemy."),
        ("ATTACK B1 3", "R1 has 2 left against Light units like B1. Spend 1 to 2."),
        ("ATTACK B2 2", "R1 has 1 left against Heavy units like B2. Spend 1 to 1."),
    ],
)
def test_attacks(text: str, says: str) -> None:
    assert str(_match("ACTIVATE R1").refusal(text)) == says


@pytest.mark.rules("CSW-74", "CSW-76", "CSW-82", "CSW-105")
def test_attacks_without_points_or_sight() -> None:
    match = _match("ACTIVATE R1", "ATTACK B1 2")
    assert str(match.refusal("ATTACK B1 1")) == "R1 has 0 left against Light units like B1."
    says = "B3 is 5 squares away; the range of R1 is 2."
    assert str(match.refusal("ATTACK B3 1")) == says
    cornered = position({"R1": "ENG A1", "B1": "PIL B2"}, (".C.", "C..", "...")).play("ACTIVATE R1")
    says = "R1 cannot attack B1 between two type C squares."
    assert str(cornered.refusal("ATTACK B1 1")) == says
    hidden = position({"R1": "LAN F1", "B1": "VEI F4"}, MARCH).play("ACTIVATE R1")
    assert hidden.refusal("ATTACK B1 1").sentence == "B1 is camouflaged and 3 squares away."


@pytest.mark.rules("CSW-65", "CSW-66", "CSW-67", "CSW-69")
@pytest.mark.parametrize(
    ("unit", "text", "says"),
    [
        ("R1", "EMBARK R2", "R2 is not a transport of yours."),
        ("R6", "EMBARK", "0 transports are next to R6."),
        ("R6", "EMBARK R3", "R3 is not next to R6."),
        ("R5", "EMBARK R3", "R5 is inside R3."),
        ("R5", "DISEMBARK F5", "R1 is on F5."),
        (
            "R5",
            "DISEMBARK A9",
            "A9 is not next to R3 on G6. R5 can get off on G5, H5, H6, G7.",
        ),
        ("R1", "DISEMBARK F4", "R1 is not inside a transport."),
    ],
)
def test_transports(unit: str, text: str, says: str) -> None:
    assert str(_match(f"ACTIVATE {unit}").refusal(text)) == says


@pytest.mark.rules("CSW-65", "CSW-66")
def test_full_and_several_transports() -> None:
    units = {**UNITS, "R8": {"type": "BRI", "in": "R3"}, "R9": "MAS E5"}
    match = position(units).play("ACTIVATE R2")
    assert str(match.refusal("EMBARK R3")) == "R3 carries 2 units at most; R5, R8 are inside."
    says = "2 transports are next to R2. Name one of R3, R9."
    assert str(match.refusal("EMBARK")) == says
    match.play("MOVE F4 VIA E6 D6") if match.left > 2 else match.play("MOVE E6", "MOVE D5")
    assert str(match.refusal("EMBARK R9")) == "That costs 1 movement point, but 0 are left."
    heavy = position({"R1": "BAS F5", "R2": "MAS F6", "B1": "PIL A1"}).play("ACTIVATE R1")
    assert str(heavy.refusal("EMBARK R2")) == "R1 is Heavy; only Light units can embark."


@pytest.mark.rules("CSW-98", "CSW-99", "CSW-109", "CSW-110", "CSW-111", "CSW-113")
@pytest.mark.parametrize(
    ("unit", "text", "says"),
    [
        ("R1", "SKILL FLYING", "Flying is not an active skill. Its active skills: Dig In."),
        ("R1", "SKILL HEAL R2", "R1 does not have the skill Heal. Its active skills: Dig In."),
        ("R2", "SKILL DIG IN", "R2 does not have the skill Dig In."),
        ("R1", "SKILL DIG IN R2", "Dig In needs no target. Its active skills: Dig In."),
        ("R6", "SKILL INSPIRE", "Inspire needs a unit. Its active skills: Inspire."),
        ("R6", "SKILL INSPIRE B1", "B1 is not another friendly unit. Its active skills: Inspire."),
        (
            "R6",
            "SKILL INSPIRE R1",
            "R1 is 5 squares away; the skill reaches 3. Its active skills: Inspire.",
        ),
        ("R6", "SKILL INSPIRE R5", "R5 is inside R3."),
    ],
)
def test_skills(unit: str, text: str, says: str) -> None:
    assert str(_match(f"ACTIVATE {unit}").refusal(text)) == says


@pytest.mark.rules("CSW-110", "CSW-111", "CSW-112")
def test_skills_that_help() -> None:
    units = {"R1": "HOS F5", "R2": hurt("MAS", "F6", 2), "R3": "BRI G5", "R4": hurt("BRI", "E5", 2)}
    units |= {
        "R5": "ENG E6",
        "R6": hurt("BRI", "D7", 2),
        "B1": hurt("PIL", "E4", 2),
        "R7": "COM L1",
    }
    match = position(units).play("ACTIVATE R1")
    end = " Its active skills: Heal."
    assert str(match.refusal("SKILL HEAL R2")) == f"R2 is Heavy.{end}"
    assert str(match.refusal("SKILL HEAL R3")) == f"R3 is undamaged.{end}"
    assert str(match.refusal("SKILL HEAL B1")) == f"B1 is not a friendly unit.{end}"
    assert str(match.refusal("SKILL HEAL R1")) == f"Heal cannot be used on R1 itself.{end}"
    match.play("SKILL HEAL R4")
    assert match.told("HealthRegained")[0].after == 3
    assert str(match.refusal("SKILL HEAL R4")) == f"R1 has used Heal in this activation.{end}"
    match.play("ACTIVATE R5")
    end = " Its active skills: Repair."
    assert str(match.refusal("SKILL REPAIR R4")) == f"R4 is Light.{end}"
    match.play("MOVE E7", "MOVE E6")
    says = f"Repair costs 2 movement points, but R5 has 1 left.{end}"
    assert str(match.refusal("SKILL REPAIR R2")) == says


@pytest.mark.rules("CSW-110", "CSW-114")
def test_leaving_a_dug_in_place_is_told() -> None:
    dug = {"type": "TEM", "at": "F5", "dug_in": True}
    match = position({"R1": dug, "R2": "BRI A10", "B1": "PIL A1"}).play("ACTIVATE R1", "MOVE F6")
    assert [event.effect for event in match.told("EffectEnded")] == ["dug_in"]
    match.play("SKILL LEAP F8")
    assert not match.told("EffectEnded")
    moved = match.told("Moved")[0]
    assert (moved.cost, moved.left) == (2, 1)


@pytest.mark.rules("CSW-26", "CSW-27")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("DEPLOY R1 A8", "A8 is outside your zone. Your zone, south, is rows 9 to 10."),
        ("DEPLOY R1 OFF", "R1 has not been placed."),
        ("DEPLOY R1 IN R9", "R9 has not been placed."),
        (
            "DEPLOY DONE",
            (
                "10 units are still to be placed: R1, R2, R3, R4, R5, R6, R7, R8, R9, R10. "
                "DEPLOY AUTO places them."
            ),
        ),
    ],
)
def test_deployment(text: str, says: str) -> None:
    match = setup(factions={"R": "union", "B": "centauri"}, attacker="R", zone="south")
    assert str(match.refusal(text)) == says
