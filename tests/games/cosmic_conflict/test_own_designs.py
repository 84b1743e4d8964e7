"""Designs of one's own in a match: brought with a fleet, hidden until the fleets are open."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.core.types import SPECTATOR, Forbidden, Seat, Seated, Unreadable
from games.cosmic_conflict.content import design_data, design_text
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.factions import write_faction
from games.cosmic_conflict.content.limits import DesignFault, design_faults
from games.cosmic_conflict.content.random_designs import random_design
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.state import view_of
from tests.games.cosmic_conflict.matches import FORM, MOVES, Match, quick
from tests.games.cosmic_conflict.measuring import ask, refused

WOLF = "WOLF = 2 KIN.L1.FPS SHD | BEAM.F PWS | Grey Wolf | frigate"
"""Size 2: 60, then 34, 20, 13 and 10: 137 points."""
HAWK = "HAWK = F KIN.2 | INT | Hawk"


def fleet(*units: str, designs: tuple[str, ...] = (WOLF,)) -> str:
    return f"FLEET OF {'; '.join(units)} WITH {'; '.join(designs)}"


def brought(match: Match, side: int) -> list[tuple[str, str, int]]:
    """Code, name and points of the designs of a side, unit by unit."""
    designs = [match.table.design(unit) for unit in match.table.of(side)]
    return [(each.code, each.name, each.points) for each in designs]


@pytest.mark.rules("CC-021", "CC-290")
def test_a_design_of_ones_own_is_played_and_stays_with_the_match() -> None:
    found = quick().play(f"1: {fleet('WOLF Lark', 'WOLF', 'WREN')}", "2: FLEET Q2")
    assert brought(found, 1) == [("WOLF", "Grey Wolf", 137)] * 2 + [("WREN", "Wren", 74)]
    assert [unit.name for unit in found.table.of(1)] == ["Lark", "", ""]
    stored = FORM.write(found.state)
    assert FORM.read(stored) == found.state
    assert stored.count(b'"Grey Wolf"') == 1
    assert not any(sheet.designs for sheet in found.state.sheets)


@pytest.mark.rules("CC-021", "CC-004")
def test_two_sides_may_give_different_designs_one_code() -> None:
    other = "WOLF = 1 RKT.F | SHD | Dog Wolf"
    found = quick().play(f"1: {fleet('WOLF')}", f"2: {fleet('WOLF', 'WREN', designs=(other,))}")
    assert brought(found, 1) == [("WOLF", "Grey Wolf", 137)]
    assert brought(found, 2) == [("WOAA", "Dog Wolf", 66), ("WREN", "Wren", 74)]
    same = quick().play(f"1: {fleet('WOLF')}", f"2: {fleet('WOLF')}")
    assert brought(same, 2) == [("WOLF", "Grey Wolf", 137)]


@pytest.mark.rules("CC-021")
def test_designs_are_hidden_until_both_fleets_are_in_and_afterwards_known_to_all() -> None:
    found = quick().play(f"1: {fleet('WOLF')}")
    assert [each.name for each in found.view(1).sheet(Seat(0)).designs] == ["Grey Wolf"]
    for viewer in (Seated(Seat(1)), SPECTATOR):
        view = view_of(found.state, viewer)
        assert view.sheets[0] is None
        assert set(view.designs(Seat(0))) == set(BASE.designs)
        assert not any(each.visible_to(viewer) for each in found.events)
    found.play("2: FLEET Q2")
    for viewer in (Seated(Seat(1)), SPECTATOR):
        assert view_of(found.state, viewer).table.designs["WOLF"].points == 137


@pytest.mark.rules("CC-021")
def test_what_was_chosen_is_kept_when_it_was_unlocked_and_time_is_up() -> None:
    found = quick().play(f"1: {fleet('WOLF')}", "1: UNLOCK")
    view = found.view(1)
    decision = next(each for each in found.open if each.seat == 0)
    assert GAME.standing is not None
    move = GAME.standing.default(view, decision, ())
    assert move is not None
    assert GAME.write(move) == fleet("WOLF")
    found.play("1: FLEET Q1")
    assert not found.sheet(1).designs


@pytest.mark.rules("CC-004", "CC-021")
@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (fleet("WREN", designs=("WREN = 1 KIN.F | PWS | Lark",)), "E-NAME", "WREN is Wren here"),
        (fleet("WOLF", designs=(WOLF, WOLF)), "E-NAME", "Two designs have the code WOLF"),
        (fleet("WREN"), "E-UNKNOWN-ID", "No unit of the fleet is a Grey Wolf"),
        (
            fleet("WOLF", "WREN", designs=("WOLF = 1 KIN.F | PWS | Wren",)),
            "E-NAME",
            "Two designs of the fleet are called Wren",
        ),
        (fleet("WOLF", "HAWK", designs=(WOLF, HAWK)), "E-HANGAR", "1 Fighters need hangars"),
        (fleet("WOLF", "WOLF", "WOLF", "WOLF"), "E-POINTS", "costs 548 points"),
        ("FLEET OF WOLF", "E-UNKNOWN-ID", "no design WOLF"),
    ],
)
def test_a_fleet_with_designs_is_refused_with_its_fault(text: str, code: str, words: str) -> None:
    found = quick()
    assert found.refused(f"1: {text}") == code
    assert words in str(found.refusal(f"1: {text}"))


@pytest.mark.rules("CC-021", "D-023")
@pytest.mark.parametrize(
    ("design", "code"),
    [
        ("WOLF = 7 KIN.F | - | Wolf", "E-DESIGN-SIZE"),
        ("WOLF = F AWS | - | Wolf", "E-DESIGN-FIGHTER"),
        ("WOLF = 1 KIN.F | - | W", "E-NAME"),
    ],
)
def test_a_faulty_design_is_refused_where_it_is_typed(design: str, code: str) -> None:
    found = quick()
    with pytest.raises(DesignFault) as fault:
        GAME.read(found.view(1), found.open[0], fleet("WOLF", designs=(design,)))
    assert fault.value.code == code


@pytest.mark.rules("CC-021")
def test_any_design_reads_back_from_its_line_its_data_and_a_stored_move() -> None:
    rng = random.Random(2)
    for number in range(200):
        design = random_design(rng, fighter=number % 4 == 0)
        assert not list(design_faults(design))
        assert design_text.read(design_text.write(design)) == design
        assert design_data.read(design_data.write(design)) == design
    found = quick()
    move = GAME.read(found.view(1), found.open[0], fleet("WOLF"))
    assert MOVES.read(MOVES.write(move)) == move
    assert GAME.read(found.view(1), found.open[0], GAME.write(move)) == move


OWN = {"id": "WOLF", "name": "Wolf", "size": 1, "primary": [], "secondary": [{"type": "PWS"}]}
"""As a stored move has it, not as one types it."""


@pytest.mark.rules("CC-253", "CC-021")
@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"fleet": "Q2", "crew": [[0, "LUCKY"]]}, "4 units, none with the number 0"),
        ({"fleet": "Q2", "crew": [[1, "LUCKY"], [-1, "LUCKY"]]}, "none with the number -1"),
        ({"fleet": "Q2", "crew": [[1, "lucky"]]}, "no trait “lucky”"),
        ({"designs": [OWN | {"traits": ["Lucky"]}]}, "Give traits to units"),
        (
            {"designs": [OWN | {"faction": write_faction(BASE.factions["MERC"])}]},
            "Give traits to units",
        ),
    ],
)
def test_a_stored_move_may_not_say_more_than_a_typed_one(values: Any, words: str) -> None:
    found = quick(crew=True, factions=True)
    units = {"units": [{"design": "WOLF"}]} if "designs" in values else {}
    kind = "fleet-of" if units else "fleet"
    move = MOVES.read(json.dumps({"kind": kind, **units, **values}))
    refused = GAME.options(found.view(1), found.open[0]).refusal(move)
    assert isinstance(refused, Forbidden)
    assert words in refused.sentence


@pytest.mark.parametrize("line", ["WOLF", "WOLF = 2", "W = 2 | | Wolf", "WOLF = 2 KIN.9 | | Wolf"])
def test_a_line_that_is_no_design_is_answered_with_an_example(line: str) -> None:
    with pytest.raises((Unreadable, DesignFault)) as fault:
        design_text.read(line)
    assert "WOLF = 2 KIN.L1.FPS" in str(fault.value.instead) or "arc" in fault.value.sentence


@pytest.mark.rules("CC-283")
def test_positions_and_questions_take_a_design_by_that_name() -> None:
    design = {"size": 2, "primary": [{"type": "KIN", "arcs": "FPS"}], "secondary": []}
    units = {"a1": {"design": design, "at": [10, 10]}}
    assert ask("price", {"design": design})["points"] == 94
    assert ask("price", {"design": {"secondary": [{"type": "FTL"}]}})["points"] == 10
    assert ask("drift", {"unit": "a1"}, units=units)["to"] == [10, 12]
    assert refused("price", {"design": {**design, "size": 7}}) == "E-DESIGN-SIZE"
    assert refused("price", {"design": design, "sic": "WREN"}) == "E-FORMAT"


def test_tagline_and_rules_tell_of_designs_of_ones_own() -> None:
    rulebook = GAME.rulebook
    for text in (GAME.meta.tagline, rulebook.summary, rulebook.by_id["CC-021"].text):
        assert "your own" in text
