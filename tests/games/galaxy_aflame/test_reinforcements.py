"""Reinforcements for losses (2.12: GA-87 to GA-91)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import Seat
from tests.games.galaxy_aflame.course import Course, having, position
from tests.games.galaxy_aflame.starting import waiting

RESERVES = {"R3": "SPA", "R4": "MAN", "R5": "LEV", "B3": "PEN", "B4": "CAR", "B5": "WAL"}
HERE = {"R1": "INF 24 31", "R2": "REE 10 31", "B1": "RIF 24 5", "B2": "STO 10 5"}


def _blues_turn_ends(losses: Any = None, **units: Any) -> Course:
    """Red's turn begins, with losses of Red's."""
    found = {**HERE, **RESERVES, **units}
    given = {"R": losses} if losses else {}
    return position(found, turn="B", losses=given).play("END")


@pytest.mark.rules("GA-87", "GA-88", "T26")
@pytest.mark.parametrize(
    ("losses", "rights"), [((0, 0), 0), ((1, 0), 1), ((9, 0), 1), ((1, 1), 2), ((30, 4), 2)]
)
def test_a_lost_model_brings_one_unit_and_a_lost_unit_a_second(
    losses: tuple[int, int], rights: int
) -> None:
    match = _blues_turn_ends(losses)
    (told,) = match.told("TurnStarted")
    assert (told.seat, told.round, told.rights) == (0, 1 + 1, rights)
    assert (told.models, told.units) == losses
    assert match.table.rights == rights
    assert waiting(match) == ("reinforce" if rights else "turn", "R")


@pytest.mark.rules("GA-87", "GA-91", "T26")
def test_without_losses_nothing_can_be_brought() -> None:
    match = _blues_turn_ends()
    for text in ("R3 24 33", "R4 24 20", "R9 24 31", "R3 IN R4", "NONE"):
        assert match.refused(f"REINFORCE {text}") == "E_NO_RIGHT"
    assert match.refused("AUTO") == "E_PHASE"
    used = _blues_turn_ends((2, 0)).play("REINFORCE R3 40 33")
    assert waiting(used) == ("turn", "R")
    assert used.refused("REINFORCE R4 30 33") == "E_NO_RIGHT"


@pytest.mark.rules("GA-87", "GA-88", "GA-90", "T26")
def test_with_one_card_in_reserve_two_rights_are_one() -> None:
    units = {"R1": "INF 24 31", "R2": "LEV 24 20", "R3": "SPA", "B1": "HUN 24 6"}
    match = position(units, turn="B")
    match.shoot("B1 R2 KILL", "8 1 1", "3").play("END")
    (told,) = match.told("TurnStarted")
    assert (told.models, told.units, told.rights) == (1, 1, 1)
    match.play("AUTO")
    assert waiting(match) == ("turn", "R")


@pytest.mark.rules("GA-14", "GA-90", "T26")
def test_they_arrive_within_six_inches_of_their_own_edge() -> None:
    units = {**HERE, **RESERVES}
    match = position(units, losses={"B": (2, 0)}).play("END")
    assert waiting(match) == ("reinforce", "B")
    assert match.refused("REINFORCE B3 20 6.1") == "E_ZONE"
    assert match.refused("REINFORCE PEN 20 31") == "E_ZONE"
    match.play("REINFORCE B3 20 6")
    assert match.at("B3") == "20 6"
    assert match.told("Placed")[0].arrives
    deep = position(units, losses={"B": (2, 0)}, settings={"hand": 80}).play("END")
    assert deep.refused("REINFORCE B3 20 8.1") == "E_ZONE"
    deep.play("REINFORCE B3 20 8")


@pytest.mark.rules("GA-91", "T26")
def test_a_player_without_a_unit_on_the_table_must_bring_one() -> None:
    gone = {"R1": having("INF", state="out"), "R2": having("REE", state="out")}
    match = _blues_turn_ends((16, 2), **gone)
    refusal = match.refusal("REINFORCE NONE")
    assert (refusal.code, refusal.sentence) == (
        "E_MUST",
        "You have no unit on the table, so you must bring one.",
    )
    match.play("REINFORCE R3 24 31", "REINFORCE NONE")
    assert waiting(match) == ("turn", "R")
    forgotten = _blues_turn_ends((0, 0), **gone)
    assert waiting(forgotten) == ("reinforce", "R")
    assert forgotten.table.rights == 1


@pytest.mark.rules("GA-91")
def test_rights_that_are_not_used_are_lost() -> None:
    match = _blues_turn_ends((3, 1)).play("REINFORCE R3 40 33", "REINFORCE NONE")
    (told,) = match.told("NothingBrought")
    assert (told.seat, told.unused) == (0, 1)
    assert waiting(match) == ("turn", "R")
    assert match.table.rights == 0
    match.play("END", "END")
    assert match.table.rights == 0
    assert waiting(match) == ("turn", "R")
    both = _blues_turn_ends((3, 1)).play("REINFORCE NONE")
    assert both.told("NothingBrought")[0].unused == 2


@pytest.mark.rules("GA-90")
def test_they_act_normally_in_the_turn_in_which_they_arrive() -> None:
    match = _blues_turn_ends((3, 1)).play("REINFORCE R3 40 30", "REINFORCE R5 36 30")
    assert not match.table.reserve(Seat(0))[1:]
    match.play("MOVE R3 40 22", "RUN R5 36 18")
    assert (match.at("R3"), match.at("R5")) == ("40 22", "36 18")


@pytest.mark.rules("GA-90", "GA-92", "GA-94")
def test_a_unit_arrives_inside_a_transport_that_arrives_with_it() -> None:
    match = _blues_turn_ends((3, 1), R3="REE", R2="SPA 10 31")
    assert match.refused("REINFORCE R3 IN R4") == "E_CARD"
    match.play("REINFORCE R4 40 31")
    assert match.refused("REINFORCE R5 IN R4") == "E_CAPACITY"
    assert match.refused("REINFORCE R3 IN R1") == "E_CAPACITY"
    assert match.refused("REINFORCE R1 IN R4") == "E_CARD"
    match.play("REINFORCE R3 IN R4")
    assert match.unit("R4").cargo == ("R3",)
    assert match.refused("DISEMBARK R3 40 28") == "E_BUDGET"


@pytest.mark.rules("GA-90", "GA-92")
@pytest.mark.parametrize(("at", "error"), [("40 30", ""), ("40 29.9", "E_ZONE")])
def test_a_unit_arrives_inside_a_transport_near_its_edge(at: str, error: str) -> None:
    match = _blues_turn_ends((3, 0), R3="REE", R4=f"MAN {at}")
    if error:
        assert match.refused("REINFORCE R3 IN R4") == error
        assert match.refused("REINFORCE R5 IN R4") == error
    else:
        match.play("REINFORCE R3 IN R4")
        assert match.told("Placed")[0].inside == "R4"
        assert waiting(match) == ("turn", "R")


@pytest.mark.rules("GA-13", "GA-90")
def test_what_cannot_be_brought_is_refused_in_the_order_of_the_codes() -> None:
    match = _blues_turn_ends((3, 0), R6=having("EEL", state="out"))
    assert match.refused("REINFORCE B3 24 20") == "E_CARD"
    assert match.refused("REINFORCE R1 24 20") == "E_CARD"
    assert match.refused("REINFORCE R6 24 20") == "E_CARD"
    assert match.refused("REINFORCE R3 60 20") == "E_ZONE"
    assert match.refused("REINFORCE R3 60 33") == "E_SPOT"
    assert match.refused("REINFORCE R3 24 32.9") == "E_SPOT"
    assert match.refused("END") == "E_PHASE"
    match.play("REINFORCE R3 24 33")


@pytest.mark.rules("GA-90")
def test_the_bot_brings_the_highest_value_to_the_nearest_spot() -> None:
    match = _blues_turn_ends((3, 1)).play("AUTO")
    assert match.at("R3") == "21.5 31"
    match.play("AUTO")
    assert match.at("R5") == "26.5 31"
    assert waiting(match) == ("turn", "R")


# --- Which losses count ---


@pytest.mark.rules("GA-73", "GA-87", "GA-89", "T27")
def test_losses_of_the_own_turn_before_count() -> None:
    units = {"R1": having("REE", "24 24", models=4), "R2": "INF", "B1": "RIF 24 19"}
    layout = {"cover": [{"circle": [24, 19, 3]}]}
    match = position(units, layout)
    match.shoot("R1 B1 KILL", "2", "4 5 6 1 2 3", "3 2 5", "1 8")
    assert match.models("R1", "B1") == [3, 6]
    match.play("END", "END")
    (told,) = match.told("TurnStarted")
    assert (told.seat, told.models, told.units, told.rights) == (0, 1, 0, 1)
    assert waiting(match) == ("reinforce", "R")


@pytest.mark.rules("GA-85", "GA-88", "GA-89", "T22")
def test_a_unit_that_fell_back_off_the_table_is_a_loss_of_all_its_models() -> None:
    units = {"R1": "INF 10 18", "B1": "RIF 4 12", "B2": "STO 40 5", "B3": "PEN", "B4": "CAR"}
    match = position(units)
    match.shoot("R1 B1 KILL", "4 4 4 4 1 1 1 1 1 1", "1 2 3 6")
    assert match.unit("B1").out
    match.play("END")
    (told,) = match.told("TurnStarted")
    assert (told.seat, told.models, told.units, told.rights) == (1, 7, 1, 2)


@pytest.mark.rules("GA-89")
def test_losses_are_counted_from_one_step_to_the_next() -> None:
    match = _blues_turn_ends((3, 1))
    assert match.table.losses == ((0, 0), (0, 0))
    match.play("REINFORCE NONE", "END", "END")
    assert match.told("TurnStarted")[0].models == 0
    red = position({**HERE, **RESERVES}, turn="B", losses={"R": (3, 1), "B": (2, 0)}).play("END")
    assert red.table.losses == ((0, 0), (2, 0))
