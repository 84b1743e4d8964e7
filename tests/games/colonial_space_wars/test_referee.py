"""What a referee may set (CSW-G01 to G04)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.table import Activation
from games.colonial_space_wars.view import Sheet
from games.core.types import Refusal, Seat, Seats
from tests.games.colonial_space_wars.course import Course, position, setup
from tests.games.refereed import edited

UNITS: dict[str, Any] = {
    "R1": "COM A10",
    "R2": "BRI F5",
    "R3": "MAS G5",
    "R4": {"type": "CAP", "in": "R3"},
    "R5": {"type": "BRI", "destroyed": True},
    "B1": "PRE A1",
    "B2": "PIL B1",
}

_set = partial(edited, GAME)


def _refused(match: Course, text: str) -> str:
    view = GAME.editing.see(match.state)
    try:
        edit = GAME.editing.read(view, text)
    except Refusal as refusal:
        return refusal.code
    forbidden = GAME.editing.refusal(view, edit)
    assert forbidden is not None
    return forbidden.code


def test_units_are_put_on_squares_and_into_transports() -> None:
    match = _set(position(UNITS), "R4 TO F9", "R2 IN R3")
    assert (match.at("R4"), match.unit("R3").cargo) == ("F9", ("R2",))
    assert _refused(match, "R4 TO A10") == "E_OCCUPIED"
    assert _refused(match, "R4 IN R1") == "E_CARRY"
    assert _refused(match, "R3 DESTROY") == "E_CARRY"
    assert _refused(match, "R5 HEALTH 2") == "E_NO_UNIT"
    assert _refused(match, "R9 HEALTH 2") == "E_NO_UNIT"
    assert _refused(match, "R4 TO M1") == "E_OFF_BOARD"


def test_units_are_added_with_the_next_number() -> None:
    match = _set(position(UNITS), "ADD RED KES C3", "ADD BLUE BRI D3")
    assert (match.unit("R6").kind, match.at("R6")) == ("KES", "C3")
    assert (match.unit("B3").kind, match.unit("B3").seat) == ("BRI", 1)
    assert _refused(match, "ADD RED XXX E3") == "E_OPTION"


def test_the_turn_and_its_numbers_are_set() -> None:
    match = _set(position(UNITS).play("ACTIVATE R2"), "POOL 3", "BONUS BLUE 2", "ROUND 7")
    assert (match.table.pool, match.table.bonus, match.table.round) == (3, (0, 2), 7)
    _set(match, "TURN BLUE")
    assert (match.table.active, match.table.open) == (1, None)
    before = match.table
    assert _refused(match, "TURN BLUE") == "SAME"
    assert _set(match, "TURN BLUE").table == before
    _set(match, "TURN RED", "R2 OPEN")
    assert match.left == 3
    assert _refused(match, "B1 OPEN") == "E_NOT_OWNER"
    _set(match, "OPTION ROUND_LIMIT 9", "OPTION METRIC ORTHOGONAL", "OPTION AUTO_END NO")
    agreement = match.table.agreement
    assert (agreement.round_limit, agreement.metric, agreement.auto_end) == (9, "orthogonal", False)
    for wrong in ("SWORDS 2", "DEPLOY_DEPTH 3", "ROUND_LIMIT 100", "LUCK 1"):
        assert _refused(match, f"OPTION {wrong}") == "E_OPTION"
    early = _set(setup(), "OPTION DEPLOY_DEPTH 3", "OPTION INITIATIVE WINNER_ATTACKS")
    assert early.table.agreement.deploy_depth == 3
    assert _refused(early, "OPTION BOARD BROKEN_MARCH") == "E_OPTION"


@pytest.mark.rules("CSW-40", "CSW-96")
def test_ending_the_turn_is_what_the_player_would_do() -> None:
    marks = ("R2 INSPIRED YES", "R2 STRUCK 3", "B2 HITS 1", "R3 ACTIVATED YES", "B1 DUG IN YES")
    played = _set(position(UNITS).play("ACTIVATE R2"), *marks).play("END")
    ended = _set(position(UNITS).play("ACTIVATE R2"), *marks, "END TURN")
    assert replace(ended.table, steps=0, first_step=0) == replace(
        played.table, steps=0, first_step=0
    )
    assert ended.events[1:] == played.events
    assert (ended.table.active, ended.unit("R2").inspired, ended.unit("R2").struck) == (1, False, 0)
    assert (ended.unit("B2").hits, ended.unit("B1").dug_in, ended.table.open) == (0, False, None)
    assert ended.table.pool == sum(ended.table.income(Seat(1)))
    assert _refused(setup(), "END TURN") == "E_PHASE"


def test_a_destroyed_martyr_of_the_referee_promises_nothing() -> None:
    assert _set(position(UNITS), "B2 DESTROY").table.bonus == (0, 0)


def test_what_is_not_there_yet_cannot_be_set() -> None:
    match = setup()
    assert _refused(match, "POOL 3") == "E_PHASE"
    deploying = setup(factions={"R": "union", "B": "centauri"}, attacker="R", zone="south")
    assert _refused(deploying, "POOL 3") == "E_PHASE"
    assert _refused(deploying, "R1 HEALTH 2") == "E_PHASE"
    assert _set(deploying, "R1 TO A10").at("R1") == "A10"


@pytest.mark.parametrize(
    ("units", "changes", "code"),
    [
        ({"R6": "BRI"}, {}, "E_NO_UNIT"),
        ({"R6": {"type": "BRI", "in": "R3"}, "R7": {"type": "BRI", "in": "R3"}}, {}, "E_CARRY"),
        ({"B3": {"type": "BRI", "in": "R3"}}, {}, "E_CARRY"),
        ({}, {"open": Activation("B1", 3)}, "E_NOT_OWNER"),
        ({}, {"phase": "over"}, "E_GAME_OVER"),
        ({f"R{n}": {"type": "BRI", "destroyed": True} for n in range(6, 62)}, {}, "E_OPTION"),
    ],
)
def test_what_no_match_could_be_in_is_named(
    units: dict[str, Any], changes: dict[str, Any], code: str
) -> None:
    state = position({**UNITS, **units}).state
    faults = [*GAME.editing.sound(replace(state, table=replace(state.table, **changes)))]
    assert code in {fault.code for fault in faults}, faults
    table = position(UNITS).state.table
    assert not [*GAME.editing.sound(replace(state, table=table))]
    twice = table.put(replace(table.units["B1"], at=table.units["R2"].at))
    assert [each.code for each in GAME.editing.sound(replace(state, table=twice))] == ["E_OCCUPIED"]


STANDARD = GAME.setup(Agreement(), Seats.alone(2)).table.catalogue.swords["union"].units


@pytest.mark.parametrize(
    ("sheet", "changes"),
    [
        (Sheet(units=("BRI",)), {}),
        (Sheet(locked=True), {}),
        (Sheet("nobody"), {}),
        (Sheet("union", ("BRI",) * 40), {}),
        (Sheet("union", ("BRI",), locked=True), {}),
        (Sheet("centauri", STANDARD), {}),
        (Sheet("union", STANDARD), {"swords": ("centauri", "")}),
        (Sheet("union", STANDARD), {"phase": "turn"}),
        (Sheet("union", STANDARD[:-1]), {"agreement": Agreement()}),
    ],
)
@pytest.mark.rules("CSW-19")
def test_a_list_that_nobody_could_have_written_is_named(
    sheet: Sheet, changes: dict[str, Any]
) -> None:
    state = GAME.setup(Agreement(army_mode="points"), Seats.alone(2))
    unsound = replace(
        state, table=replace(state.table, **changes), sheets=(sheet, Sheet("union", STANDARD))
    )
    assert {fault.rule for fault in GAME.editing.sound(unsound)} == {"CSW-19"}
    for written in (Sheet(), Sheet("union", STANDARD, locked=True), Sheet("union", ("BRI",))):
        assert not [*GAME.editing.sound(replace(state, sheets=(written, Sheet())))]
    usual = GAME.setup(Agreement(), Seats.alone(2))
    assert not [*GAME.editing.sound(replace(usual, sheets=(Sheet("union", STANDARD), Sheet())))]
    both = (Sheet("union", STANDARD, locked=True),) * 2
    assert [*GAME.editing.sound(replace(state, sheets=both))]
