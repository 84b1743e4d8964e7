"""Swords, lists, initiative, zones and deployment (2.4, 5.4, 5.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.colonial_space_wars.catalogue import BASE, over_limits, price
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.table import Table
from games.core.questions import Question
from games.core.types import SPECTATOR, Chance, Decision, Decisions, Seat, Seated
from tests.games.colonial_space_wars.course import SEATS, Course, setup

BOTH = {"R": "union", "B": "centauri"}
POINTS = {"army_mode": "points"}
UNION = ["COM", "CAP", "CAP", "BRI", "BRI", "BRI", "LAN", "ENG", "MAS", "BAS"]
CENTAURI = ["PRE", "PIL", "PIL", "PIL", "PIL", "TEM", "SUN", "VEI", "HOS", "ARK"]


def _kinds(table: Table, seat: int) -> list[str]:
    return [unit.kind for unit in table.of(Seat(seat))]


def _sheet(match: Course, seat: int) -> Any:
    return match.state.sheets[seat]


@pytest.mark.rules("CSW-17", "CSW-18", "CSW-19")
@pytest.mark.parametrize("swords", [1, 2, 3])
def test_a_standard_army_is_so_many_swords(swords: int) -> None:
    match = setup({"swords": swords}, factions=BOTH)
    assert _kinds(match.table, 0) == UNION * swords
    assert _kinds(match.table, 1) == CENTAURI * swords
    assert match.unit(f"R{10 * swords}").kind == "BAS"
    assert price(BASE.units, UNION) == price(BASE.units, CENTAURI) == 25


@pytest.mark.rules("CSW-19")
def test_factions_are_chosen_in_secret_and_shown_together() -> None:
    match = setup().play("R: FACTION CENTAURI", "R: READY")
    assert match.table.swords == ("", "")
    for viewer in (Seated(Seat(1)), SPECTATOR):
        assert GAME.view(match.state, viewer).sheets[0] is None
    assert {event.only for event in match.events} == {(0,)}
    match.play("R: UNREADY", "R: FACTION UNION", "R: READY", "B: FACTION UNION")
    assert match.state.sheets
    match.play("B: READY")
    assert match.table.phase == "initiative"
    assert _kinds(match.table, 0) == _kinds(match.table, 1) == UNION
    assert match.told("ArmiesRevealed")[0].only is None


def test_a_preview_says_what_a_choice_does() -> None:
    match = setup().play("R: READY UNION")
    view, asked = GAME.view(match.state, Seated(Seat(1))), Decision(Seat(1), "army", 0)

    def foretold(text: str) -> str:
        return GAME.foretell(view, asked, GAME.read(view, asked, text))

    assert foretold("FACTION UNION") == f"Your list: {_UNION_TOLD}"
    assert foretold("READY UNION") == f"Your list: {_UNION_TOLD} Your list is ready."


def test_who_chooses_last_is_told_the_own_list_once() -> None:
    match = setup().play("R: READY UNION")
    assert _told(match) == ["Your list: " + _UNION_TOLD, "Your list is ready."]
    match.play("B: READY UNION")
    last = _told(match)
    assert " ".join(last).count(_UNION_TOLD.rstrip(".")) == 2, "once for each side"


def _told(match: Course) -> list[str]:
    """What the events of the last move say now."""
    view = GAME.view(match.state, SPECTATOR)
    return [said for event in match.events if (said := GAME.words.outcome(view, event))]


_UNION_TOLD = (
    "Commodore, 2 Captains, 3 Brigades, Lancers, Engineers, Mastiff carrier and Bastion tank."
)


@pytest.mark.rules("CSW-19")
def test_without_a_mirror_red_chooses_first_and_blue_gets_the_other() -> None:
    match = setup({"mirror": False})
    pending = GAME.pending(match.state)
    assert isinstance(pending, Decisions)
    assert [(each.seat, each.kind) for each in pending.open] == [(0, "faction")]
    assert match.refused("FACTION NOBODY") == "E_OPTION"
    assert match.refusal("FACTION NOBODY").sentence == "There is no faction NOBODY."
    match.play("FACTION CENTAURI")
    assert match.table.phase == "initiative"
    assert match.table.swords == ("centauri", "union")


@pytest.mark.rules("CSW-19")
def test_without_a_mirror_lists_follow_the_factions() -> None:
    match = setup({"mirror": False, **POINTS}).play("FACTION UNION")
    assert _sheet(match, 1).sword == "centauri"
    assert match.refused("R: FACTION CENTAURI") == "E_OPTION"
    match.play("R: READY", "B: READY")
    assert _kinds(match.table, 1) == CENTAURI


@pytest.mark.rules("CSW-18", "CSW-19")
@pytest.mark.parametrize(
    ("army", "says"),
    [
        ("COM 2 CAP 5 BRI BAS ENG", "cost 25"),
        ("COM 2 CAP 5 BRI BAS ENG LAN", "cost 27 points, but the limit is 25"),
        ("COM CAP 5 BRI BAS KES ENG", "cost 26 points, but the limit is 25"),
        ("2 COM", "2 COM, but the limit is 1"),
        ("3 CAP", "3 CAP, but the limit is 2"),
        ("COM 6 BRI", "6 BRI, but the limit is 5"),
        ("COM 3 LAN", "3 LAN, but the limit is 2"),
        ("5 BRI", "0 units with Leader"),
        ("COM PIL", "PIL is not a unit of your faction"),
    ],
)
def test_a_list_keeps_within_the_limits(army: str, says: str) -> None:
    match = setup(POINTS).play("R: FACTION UNION")
    if says == "cost 25":
        assert len(_sheet(match.play(f"R: ARMY {army}"), 0).units) == 10
        return
    refusal = match.refusal(f"R: ARMY {army}")
    assert refusal.code == "E_ARMY"
    assert says in refusal.sentence


@pytest.mark.rules("CSW-17", "CSW-18", "CSW-19")
def test_limits_grow_with_the_number_of_swords() -> None:
    cheap = {code: replace(kind, resources=1) for code, kind in BASE.units.items()}
    units = ["CAP"] * 2 + ["BRI"] * 5 + ["LAN"] * 2 + ["ENG"] * 2 + ["MAS"]
    assert not over_limits(cheap, units, 1)
    assert "13 units, but the limit is 12" in over_limits(cheap, [*units, "MAS"], 1)
    assert not over_limits(cheap, [*units, "MAS"], 2)
    assert not over_limits(BASE.units, ["COM"] * 2, 2)
    assert not over_limits(BASE.units, UNION * 2, 2)
    beyond = over_limits(BASE.units, [*UNION, *UNION, "BRI"], 2)
    assert beyond == "The units cost 52 points, but the limit is 50."
    assert over_limits(BASE.units, ["COM"] * 3, 2)
    assert over_limits(BASE.units, ["BAS"] * 4 + ["HOW"] * 4, 2) == ""
    assert "limit is 50" in over_limits(BASE.units, ["BAS"] * 4 + ["BRI"] * 10 + ["LAN"] * 6, 2)


@pytest.mark.rules("CSW-19")
def test_a_list_is_built_by_adding_and_dropping() -> None:
    match = setup(POINTS)
    assert match.refused("R: ADD BRI") == "E_ARMY"
    assert match.refused("R: READY") == "E_ARMY"
    match.play("R: FACTION UNION", "R: DROP BAS", "R: ADD KES")
    assert _sheet(match, 0).units == (*UNION[:-1], "KES")
    assert match.refused("R: DROP BAS") == "E_ARMY"
    match.play("R: DROP COM", "R: DROP CAP", "R: DROP CAP")
    assert match.refused("R: READY") == "E_ARMY"
    match.play("R: ADD CAP", "R: READY")
    assert match.refused("R: ADD CAP") != "E_ARMY"
    assert match.decision(Seat(0)).kind == "army-open"
    standard = setup().play("R: FACTION UNION")
    assert standard.refused("R: ADD KES") == "E_ARMY"


@pytest.mark.rules("CSW-20", "CSW-21")
def test_the_winner_attacks_if_that_was_agreed() -> None:
    match = setup({"initiative": "winner_attacks"}, factions=BOTH)
    pending = GAME.pending(match.state)
    assert isinstance(pending, Chance)
    assert [(roll.count, roll.sides) for roll in pending.rolls] == [(1, 6), (1, 6)]
    match.roll("3, 6")
    assert match.table.attacker == 1
    assert (match.decision().kind, match.decision().seat) == ("zone", 1)
    chosen = setup(factions=BOTH).roll("6, 1")
    assert chosen.decision().seat == 0
    chosen.play("ROLE ATTACKER")
    assert chosen.table.attacker == 0


@pytest.mark.rules("CSW-19")
def test_a_standard_army_is_taken_and_locked_at_once() -> None:
    assert setup().play("R: FACTION UNION").refused("R: DROP BRI") == "E_ARMY"
    match = setup().play("R: READY CENTAURI")
    assert (_sheet(match, 0).units, _sheet(match, 0).locked) == (tuple(CENTAURI), True)
    assert match.refused("R: READY UNION") == "E_PHASE"
    assert match.refused("B: READY NOBODY") == "E_OPTION"
    listed = setup(POINTS).play("R: FACTION UNION", "R: DROP COM", "R: DROP CAP", "R: DROP CAP")
    assert listed.refused("R: AUTO") == "E_ARMY"
    chosen = setup({"mirror": False, **POINTS}).play("FACTION UNION")
    assert chosen.refused("R: AUTO UNION") == "E_OPTION"


@pytest.mark.rules("CSW-23")
@pytest.mark.parametrize(
    ("settings", "fits"),
    [
        ({"swords": 2, "board": "drill_field"}, True),
        ({"swords": 3, "board": "drill_field"}, False),
        ({"swords": 1, "board": "drill_field", "deploy_depth": 1}, True),
        ({"swords": 1, "board": "drill_field", "deploy_depth": 1, "army_mode": "points"}, True),
        ({"swords": 2, "board": "drill_field", "deploy_depth": 1}, False),
        ({"swords": 3, "deploy_depth": 2}, True),
        ({"swords": 3, "deploy_depth": 2, "army_mode": "points"}, False),
    ],
)
def test_a_board_must_have_room_for_the_largest_army(settings: Any, fits: bool) -> None:
    refusal = GAME.fault(GAME.settings.model_validate(settings), SEATS)
    assert (refusal is None) == fits
    assert fits or (refusal is not None and refusal.code == "E_OPTION")


@pytest.mark.rules("CSW-17")
def test_the_board_follows_the_number_of_swords() -> None:
    assert len(setup().table.rows[0]) == 12
    assert setup().table.rows == BASE.boards["broken_march"].rows
    assert setup({"swords": 2}).table.rows == BASE.boards["split_river"].rows
    assert setup({"board": "drill_field"}).table.rows == BASE.boards["drill_field"].rows


@pytest.mark.rules("CSW-26")
def test_a_full_row_overflows_to_the_next() -> None:
    settings = {"swords": 2, "board": "drill_field", "deploy_depth": 3}
    match = setup(settings, factions=BOTH, attacker="R", zone="south").play("DEPLOY AUTO")
    rows = [unit.at.r + 1 for unit in match.table.on_board(Seat(0)) if unit.at]
    assert {row: rows.count(row) for row in (8, 9, 10)} == {8: 12, 9: 0, 10: 8}
    settings["swords"] = 3
    match = setup(settings, factions=BOTH, attacker="R", zone="south").play("DEPLOY AUTO")
    rows = [unit.at.r + 1 for unit in match.table.on_board(Seat(0)) if unit.at]
    assert {row: rows.count(row) for row in (8, 9, 10)} == {8: 12, 9: 6, 10: 12}


@pytest.mark.rules("CSW-26")
def test_a_transport_and_the_square_that_shares_its_code_are_two_choices() -> None:
    settings = {"board": "drill_field", "deploy_depth": 2}
    match = setup(settings, factions=BOTH, attacker="B", zone="south")
    match.play("DEPLOY B4 A9", "DEPLOY AUTO", "DEPLOY B10 A10")
    view = GAME.view(match.state, Seated(Seat(1)))
    asked = GAME.options(view, match.decision()).question(("placed", "B4"))
    assert isinstance(asked, Question)
    assert {"DEPLOY B4 IN B10", "DEPLOY B4 B10"} <= {choice.text for choice in asked.choices}
    assert len({choice.key for choice in asked.choices}) == len(asked.choices)


@pytest.mark.rules("CSW-26")
@pytest.mark.parametrize("depth", [1, 3])
def test_the_list_of_units_comes_again_once_one_is_placed(depth: int) -> None:
    settings = {"board": "drill_field", "deploy_depth": depth}
    match = setup(settings, factions=BOTH, attacker="B", zone="south")
    tree = GAME.options(GAME.view(match.state, Seated(Seat(1))), match.decision())
    asked = tree.question(("B4",))
    assert isinstance(asked, Question)
    if depth == 3:
        asked = tree.question(("B4", asked.choices[0].key))
    assert isinstance(asked, Question)
    assert asked.once
