"""What a referee may set (GA-G01 to GA-G04, GA-G06)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.core.geometry.plane import Point, Rectangle
from games.core.types import Unreadable
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.rules import armies
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import Phase
from games.galaxy_aflame.view import Placing, Sheet
from tests.games.galaxy_aflame.course import SEATS, Course, position
from tests.games.refereed import edited, not_allowed

UNITS: dict[str, Any] = {
    "R1": "INF 24 24",
    "R2": {"card": "MAN", "at": "10 30"},
    "R3": {"card": "LAM", "in": "R2"},
    "R4": "SPI",
    "R5": {"card": "REE", "state": "out"},
    "R6": "SPA 40 30",
    "B1": "RIF 24 19",
    "B2": "WAL 30 5",
}

_set, _refused = partial(edited, GAME), partial(not_allowed, GAME)


def _code(match: Course, text: str) -> str:
    return _refused(match, text).code


def test_an_edit_tells_the_old_and_the_new_value() -> None:
    match = _set(position(UNITS), "R1 MODELS 3")
    (told,) = match.told("Edited")
    assert told.sentence == "The referee sets the models of R1 Infectors from 10 to 3."
    (told,) = _set(match, "R4 TO 24 31.5").told("Edited")
    assert told.sentence == "The referee puts R4 Spine Hunters at 24 31.5."


def test_units_of_any_card_are_added_with_the_next_number() -> None:
    match = _set(position(UNITS), "ADD BLUE WAL 40 5", "ADD RED RIF 40 20")
    assert (match.unit("B3").card, match.at("B3"), match.models("B3")) == ("WAL", "40 5", [1])
    assert (match.unit("R7").card, match.unit("R7").seat) == ("RIF", 0)
    assert list(match.table.units) == [*(f"R{n}" for n in range(1, 8)), "B1", "B2", "B3"]
    assert _code(match, "ADD RED XXX 3 3") == "E_CARD"
    assert _code(match, "ADD RED INF 39 20") == "E_SPOT"


def test_the_turn_and_the_round_are_set() -> None:
    match = _set(position(UNITS).play("MOVE R1 24 25"), "ROUND 7", "TURN BLUE")
    assert (match.table.round, match.table.active) == (7, 1)
    assert len(match.told("TurnStarted")) == 1
    assert _code(match, "TURN BLUE") == "SAME"
    assert _refused(match, "ROUND 0").rule == "GA-33"
    _set(match, "TURN RED")
    assert not match.unit("R1").moved


def test_pinned_infantry_must_be_free_before_nobody_is_pinned_any_more() -> None:
    match = _set(position(UNITS, settings={"suppression": "pinned"}), "R1 LIMITED YES")
    assert _code(match, "OPTION SUPPRESSION VULNERABLE") == "E_SHAKEN"
    _set(match, "R1 LIMITED NO", "R2 LIMITED YES", "OPTION SUPPRESSION VULNERABLE")
    assert match.table.agreement.suppression == "vulnerable"


def test_terrain_is_replaced_as_a_whole() -> None:
    match = _set(position(UNITS), "TERRAIN OPEN_BASIN")
    assert len(match.table.ground.cover) == 5
    (told,) = match.told("Edited")
    assert told.sentence == "The referee lays out Open Basin."
    assert _code(match, "TERRAIN OPEN_BASIN") == "SAME"
    assert _code(match, "TERRAIN MOON") == "E_CARD"
    assert _refused(match, "TERRAIN RUINED_QUARTER").rule == "GA-13", "R1 stands in a ruin"


SOLID = {"solid": [[8, 14, 14, 18]]}


@pytest.mark.parametrize(
    ("units", "more", "rule"),
    [
        ({}, {"layout": {"solid": [[40, 14, 48.1, 18]]}}, "GA-09"),
        ({}, {"layout": {"cover": [{"circle": [49, 3, 2]}]}}, "GA-09"),
        ({}, {"layout": {"barriers": [[[1, 1], [1, 1 + n / 10]] for n in range(41)]}}, "GA-09"),
        ({}, {"layout": {"solid": [[0, 0, 29, 7]]}}, "GA-13"),
        ({"R7": "INF 12 16"}, {"layout": SOLID}, "GA-13"),
        ({"R7": "INF 24 25.9"}, {}, "GA-12"),
        ({"R7": {"card": "INF", "state": "reserve", "moved": True}}, {}, "GA-07"),
        ({"R7": {"card": "SPA", "models": 11, "in": "R2"}}, {}, "GA-92"),
        ({"B7": {"card": "RIF", "models": 1, "in": "R2"}}, {}, "GA-92"),
        ({"R7": {"card": "INF", "at": "3 3", "ran": True, "shots": 1}}, {}, "GA-36"),
        ({"R7": {"card": "MAN", "at": "3 3", "suppressed": True}}, {}, "GA-60"),
        ({}, {"engaged": [["R1", "B2"]]}, "GA-71"),
        ({}, {"engaged": [["R1", "R6"]]}, "GA-71"),
        ({f"R{n}": "INF" for n in range(7, 62)}, {}, "GA-07"),
    ],
)
def test_what_no_match_could_be_in_is_named_with_its_rule(
    units: dict[str, Any], more: dict[str, Any], rule: str
) -> None:
    faults = [*GAME.editing.sound(position({**UNITS, **units}, **more).state)]
    assert {fault.rule for fault in faults} == {rule}, faults
    assert not [*GAME.editing.sound(position(UNITS, SOLID).state)]


@pytest.mark.parametrize("text", ["ADD SOLID 8 14 8 18", "TERRAIN", "R1 TO 24 19.55"])
def test_what_is_no_edit_and_no_point_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.editing.read(GAME.editing.see(position(UNITS).state), text)


def test_before_turns_are_played_only_terrain_and_options_can_be_set() -> None:
    match = Course(GAME.setup(Agreement(), SEATS))
    assert _code(match, "ROUND 3") == _code(match, "ADD RED INF 3 3") == "E_PHASE"
    assert _set(match, "TERRAIN SALT_TRENCHES").table.ground.solid[0] == Rectangle(
        220, 160, 260, 200
    )
    assert _set(match, "OPTION DECK_COPIES 2").table.agreement.deck_copies == 2
    secret = position({"R1": "INF"}, phase="deploy", settings={"deploy_mode": "secret"})
    assert _code(secret, "TERRAIN SALT_TRENCHES") == "E_PHASE"
    rolling = position({"R1": "INF 24 24", "B1": "RIF 24 12"}).play("SHOOT R1 B1 KILL")
    assert _refused(rolling, "R1 OUT").rule == "GA-21"


SECRET = Agreement(deploy_mode="secret")
"""With places that both write in secret."""


@pytest.mark.parametrize(
    ("sheet", "rule"),
    [
        (Sheet(places=(Placing("B1", Point(240, 300)),)), "GA-30"),
        (Sheet(places=(Placing("R1", Point(240, 180)),)), "GA-30"),
        (Sheet(places=(Placing("R1", Point(240, 350)), Placing("R2", Point(240, 355)))), "GA-12"),
        (Sheet(places=(Placing("R1", Point(240, 350)),), locked=True), "GA-03"),
    ],
)
def test_places_that_nobody_could_have_written_are_named(sheet: Sheet, rule: str) -> None:
    units = {f"{side}{number}": "INF" for side in "RB" for number in (1, 2, 3)}
    table = replace(position(units).state.table, agreement=SECRET, phase="deploy")
    state = State(table, (Sheet(), Sheet()))
    assert not [*GAME.editing.sound(state)]
    faults = [*GAME.editing.sound(replace(state, sheets=(sheet, Sheet())))]
    assert [fault.rule for fault in faults] == [rule], faults
    assert [*GAME.editing.sound(replace(state, table=replace(table, phase="turn")))]


@pytest.mark.parametrize(
    ("phase", "sheet", "rule"),
    [
        ("army", Sheet("nobody"), "GA-03"),
        ("army", Sheet(locked=True), "GA-03"),
        ("ranking", Sheet(own=("INF",)), "GA-25"),
        ("ranking", Sheet(locked=True), "GA-03"),
    ],
)
def test_an_army_or_a_ranking_that_nobody_could_have_written_is_named(
    phase: Phase, sheet: Sheet, rule: str
) -> None:
    table = replace(armies.opening(Agreement()).table, phase=phase)
    state = State(table, (Sheet(), Sheet()))
    assert not [*GAME.editing.sound(state)]
    faults = [*GAME.editing.sound(replace(state, sheets=(sheet, Sheet())))]
    assert [fault.rule for fault in faults] == [rule], faults
    both = replace(state, sheets=(Sheet(locked=True),) * 2)
    assert [*GAME.editing.sound(both)]
