"""A match that follows another one: what survives, and what a refit repairs (CC-249)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core.types import SPECTATOR, Chance, Seats
from games.cosmic_conflict import GAME, agreement
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.rules.setup import campaign
from games.cosmic_conflict.rules.setup.fleets import SURVIVORS
from games.cosmic_conflict.table.units import Condition, Table
from tests.games.cosmic_conflict.matches import quick
from tests.games.playthrough import Playthrough

HURT = {"sic": "HALB", "at": "20 5", "health": 12, "absorbers": [3], "conditions": [8, 4]}
FLEETS: dict[str, Any] = {
    "a1": {"sic": "CITA", "state": "destroyed"},
    "a2": {**HURT, "name": "Old Spear", "off": ["KIN1"]},
    "a3": {"sic": "HEAR", "state": "fled"},
    "a4": {"sic": "HORN", "carrier": "a3", "state": "fled"},
    "a5": {"sic": "PART", "at": "30 5", "absorbers": [2, 1]},
    "b1": {"sic": "WREN", "at": "20 25"},
}


def left(**units: Any) -> str:
    match = Playthrough.at(GAME, phase="command", units=units)
    return str(GAME.follow_up(GAME.view(match.state, SPECTATOR)).get("campaign", ""))


def next_match(text: str, refit: int) -> Table:
    settings = Agreement(campaign=text, refit=refit)
    assert GAME.fault(settings, Seats.alone(2)) is None
    state = GAME.setup(settings, Seats.alone(2))
    assert isinstance(GAME.pending(state), Chance)
    assert state.course.fleets == (SURVIVORS, SURVIVORS)
    return state.table


@pytest.mark.rules("CC-249", "D-092")
def test_survivors_keep_conditions_and_losses_but_no_shields() -> None:
    table = next_match(left(**FLEETS), refit=0)
    units = table.units
    names = {id: (table.design(each).name, each.name) for id, each in units.items()}
    assert names == {
        "a1": ("Halberd", "Old Spear"),
        "a2": ("Hearth", ""),
        "a3": ("Hornet", ""),
        "a4": ("Partisan", ""),
        "b1": ("Wren", ""),
    }
    assert (units["a1"].health, units["a1"].absorbers) == (12, (10,))
    (kinetic,) = units["a1"].off
    first = Condition(8, "", start=True, items=(kinetic,))
    assert units["a1"].conditions == (first, Condition(4, "", start=True))
    assert [table.design(units["a1"]).labels[at] for at in units["a1"].off] == ["KIN1"]
    assert (units["a3"].carrier, units["a3"].aboard, units["a2"].state) == ("a2", "a2", "in")
    assert units["a4"].absorbers == (10, 1)


@pytest.mark.rules("CC-249", "CC-237", "CC-253")
def test_ships_keep_their_faction_and_the_traits_of_their_crews() -> None:
    match = quick(factions=True, crew=True)
    match.play("1: FLEET AS MERC OF WREN +VETERAN", "2: FLEET OF DART").roll(6, 1)
    text = GAME.follow_up(GAME.view(match.state, SPECTATOR))["campaign"]
    table = next_match(text, refit=0)
    design = table.design(table.units["a1"])
    assert design.faction is not None
    assert design.faction.name == "Mercenary"
    assert [each.code for each in design.traits] == ["VETERAN"]
    assert [each.result for each in table.units["a1"].conditions] == [4]


@pytest.mark.rules("CC-249")
def test_fleets_that_are_too_long_to_be_written_down_are_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = left(**FLEETS)
    monkeypatch.setattr(agreement, "LONGEST_CAMPAIGN", len(text))
    assert left(**FLEETS) == text
    monkeypatch.setattr(agreement, "LONGEST_CAMPAIGN", len(text) - 1)
    assert left(**FLEETS) == ""


@pytest.mark.rules("CC-249", "CC-245", "CC-246", "CC-247")
def test_advanced_conditions_go_on_with_the_items_that_they_are_about() -> None:
    hurt = [{"result": 13, "items": ["KIN1"]}, {"result": 14, "choice": "b"}, 15]
    table = next_match(left(**{**FLEETS, "b1": {**FLEETS["a2"], "conditions": hurt}}), refit=0)
    unit = table.units["b1"]
    place = table.design(unit).labels.index("KIN1")
    assert [(each.result, each.choice, each.items) for each in unit.conditions] == [
        (13, "", (place,)),
        (14, "b", ()),
        (15, "", ()),
    ]


@pytest.mark.rules("CC-249")
@pytest.mark.parametrize(
    ("refit", "conditions", "off", "health", "armor"),
    [
        (19, [8, 4], 1, 3, 1),
        (20, [4], 0, 12, 1),
        (40, [], 0, 12, 1),
        (63, [], 0, 1, 1),
        (64, [], 0, 0, 1),
        (66, [], 0, 0, 2),
        (500, [], 0, 0, 5),
    ],
)
def test_a_refit_pays_for_conditions_then_health_then_armor(
    refit: int, conditions: list[int], off: int, health: int, armor: int
) -> None:
    units = next_match(left(**FLEETS), refit).units
    assert [each.result for each in units["a1"].conditions] == conditions
    assert (len(units["a1"].off), units["a1"].health) == (off, health)
    assert units["a4"].absorbers == (10, armor)


@pytest.mark.rules("CC-249")
def test_items_stay_off_while_another_condition_of_their_kind_is_left() -> None:
    hurt = {**HURT, "conditions": [8, 8, 4], "off": ["KIN1", "SHD1"]}
    unit = next_match(left(**{**FLEETS, "a2": hurt}), refit=20).units["a1"]
    assert ([each.result for each in unit.conditions], len(unit.off)) == ([8, 4], 2)
    unit = next_match(left(**{**FLEETS, "a2": {**hurt, "conditions": [4, 8]}}), 20).units["a1"]
    assert ([each.result for each in unit.conditions], len(unit.off)) == ([8], 2)


@pytest.mark.rules("CC-249", "CC-021")
def test_two_designs_of_one_code_go_on_with_codes_of_their_own() -> None:
    wolf = {"size": 1, "id": "WOLF", "name": "Wolf", "secondary": []}
    one, two = ({**wolf, "primary": [{"type": "KIN", "arcs": arc}]} for arc in "FA")
    fleets = json.loads(left(**FLEETS))
    fleets[0][0], fleets[1][0] = {"sic": one}, {"sic": two}
    units = next_match(json.dumps(fleets), refit=0).units
    assert (units["a1"].sic, units["b1"].sic) == ("WOLF", "WOLF-b1")


@pytest.mark.rules("CC-249")
def test_nothing_goes_on_without_a_ship_on_every_side() -> None:
    gone = {"sic": "WREN", "state": "destroyed"}
    assert left(**{**FLEETS, "b1": gone}) == ""
    assert left(**{**FLEETS, "b1": gone, "b2": {"sic": "DRIF", "at": "20 25"}}) == ""
    assert GAME.follow_up(GAME.view(Playthrough.start(GAME).state, SPECTATOR)) == {}


@pytest.mark.rules("CC-249")
@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[[],[]]",
        '[[{"sic":"WREN"}]]',
        '[[{"sic":"NONE"}],[{"sic":"WREN"}]]',
        '[[{"sic":"WREN","health":10}],[{"sic":"WREN"}]]',
        '[[{"sic":"WREN","absorbers":[3]}],[{"sic":"WREN"}]]',
        '[[{"sic":"WREN","off":[99]}],[{"sic":"WREN"}]]',
        '[[{"sic":"HORN","carrier":7}],[{"sic":"WREN"}]]',
        '[[{"sic":{"size":9}}],[{"sic":"WREN"}]]',
        '[[{"sic":"WREN","conditions":[[2,"",[]]]}],[{"sic":"WREN"}]]',
    ],
)
def test_fleets_that_no_match_leaves_are_refused(text: str) -> None:
    assert GAME.fault(Agreement(campaign=text), Seats.alone(2))


@pytest.mark.rules("CC-249", "CC-021")
def test_a_design_of_ones_own_goes_on_with_its_ship() -> None:
    own = {"size": 1, "name": "Wolf", "primary": [{"type": "KIN", "arcs": "F"}], "secondary": []}
    text = left(**{**FLEETS, "b1": {"sic": own, "at": "20 25"}})
    assert json.loads(text)[1][0]["sic"]["name"] == "Wolf"
    table = next_match(text, refit=0)
    assert table.design(table.units["b1"]).name == "Wolf"
    assert campaign.survivors(table) == text
