"""What a referee may set (GA-G01 to GA-G04, GA-G06)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point, Rectangle
from games.core.questions import Question, typed_key
from games.core.types import Forbidden, Refusal, Unreadable
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.rules import armies
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import Phase
from games.galaxy_aflame.view import Placing, Sheet
from tests.games.galaxy_aflame.course import SEATS, Course, position

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


def _set(match: Course, *texts: str) -> Course:
    for text in texts:
        edit = GAME.editing.read(GAME.editing.see(match.state), text)
        assert GAME.editing.write(edit) == text
        assert GAME.editing.form.read(GAME.editing.form.write(edit)) == edit
        step = GAME.editing.apply(match.state, edit)
        match.state, match.events = step.state, step.events
    return match


def _refused(match: Course, text: str) -> Forbidden:
    view = GAME.editing.see(match.state)
    try:
        edit = GAME.editing.read(view, text)
    except Unreadable as unreadable:
        raise AssertionError(text) from unreadable
    forbidden = GAME.editing.refusal(view, edit)
    assert forbidden is not None, f"{text} was allowed"
    return forbidden


def _code(match: Course, text: str) -> str:
    return _refused(match, text).code


@pytest.mark.parametrize(
    ("text", "code", "field", "value"),
    [
        ("R1 MODELS 3", "R1", "models", 3),
        ("R1 SUPPRESSED YES", "R1", "suppressed", True),
        ("R2 SHAKEN YES", "R2", "shaken", True),
        ("R2 LIMITED YES", "R2", "limited", True),
        ("R1 MOVED YES", "R1", "moved", True),
        ("R1 RAN YES", "R1", "ran", True),
        ("R1 SHOTS 2", "R1", "shots", 2),
        ("R1 FAILS 4", "R1", "fails", 4),
        ("R3 MODELS 2", "R3", "models", 2),
        ("R1 TO 24 25.5", "R1", "at", Point(240, 255)),
        ("R4 TO 24 31", "R4", "at", Point(240, 310)),
        ("R5 TO 24 31", "R5", "models", 6),
        ("R1 RESERVE", "R1", "at", None),
        ("R1 OUT", "R1", "out", True),
    ],
)
def test_a_field_of_a_unit_is_set(text: str, code: str, field: str, value: Any) -> None:
    match = _set(position(UNITS), text)
    assert getattr(match.unit(code), field) == value
    assert len(match.told("Edited")) == 1
    assert match.table.losses == ((0, 0), (0, 0))


def test_an_edit_tells_the_old_and_the_new_value() -> None:
    match = _set(position(UNITS), "R1 MODELS 3")
    (told,) = match.told("Edited")
    assert told.sentence == "The referee sets the models of R1 Infectors from 10 to 3."
    (told,) = _set(match, "R4 TO 24 31.5").told("Edited")
    assert told.sentence == "The referee puts R4 Spine Hunters at 24 31.5."


@pytest.mark.rules("GA-12", "GA-13")
def test_markers_do_not_overlap() -> None:
    match = position(UNITS, {"solid": [[8, 14, 14, 18]]})
    assert _refused(match, "R4 TO 24 25.9").rule == "GA-12"
    assert _refused(match, "R4 TO 12 16").rule == _refused(match, "R4 TO 9 36.1").rule == "GA-13"
    assert _code(match, "R1 TO 24 24") == "SAME"
    assert _set(match, "R4 TO 24 26", "R5 TO 14 16").at("R4") == "24 26"


@pytest.mark.rules("GA-92", "GA-95")
def test_passengers_need_a_transport_with_room() -> None:
    match = position({**UNITS, "R7": "REE 14 30", "B3": "CAR 30 9"})
    assert match.unit("R2").cargo == ("R3",)
    assert _code(match, "R1 IN R2") == "E_CAPACITY"
    assert _code(match, "R1 IN R6") == "E_CAPACITY"
    assert _code(match, "R1 IN B3") == "E_CAPACITY"
    assert _code(match, "R2 IN R2") == "E_CAPACITY"
    assert _code(match, "R3 IN R2") == "SAME"
    _set(match, "R7 IN R2")
    assert match.unit("R2").cargo == ("R3", "R7")
    _set(match, "R3 MODELS 3")
    assert _code(match, "R2 OUT") == _code(match, "R2 RESERVE") == "E_CARRIED"
    _set(match, "R3 TO 10 33", "R7 RESERVE", "R2 OUT")
    assert (match.unit("R2").out, match.unit("R2").cargo) == (True, ())
    assert match.table.is_reserve(match.unit("R7"))


@pytest.mark.rules("GA-92")
def test_passengers_are_not_multiplied_beyond_the_room_for_them() -> None:
    units = {"R1": {"card": "SPA", "models": 8, "in": "R2"}, "R2": "MAN 10 30", "B1": "RIF 24 9"}
    match = position(units)
    assert _code(match, "R1 MODELS 11") == "E_CAPACITY"
    assert _set(match, "R1 MODELS 10").models("R1") == [10]


@pytest.mark.rules("GA-36", "GA-60", "GA-79")
def test_what_no_unit_can_be_is_refused() -> None:
    match = position(UNITS)
    assert _code(match, "R2 SUPPRESSED YES") == "E_VEHICLE"
    assert _code(match, "R1 SHAKEN YES") == _code(match, "R1 LIMITED YES") == "E_SHAKEN"
    pinned = position(UNITS, settings={"suppression": "pinned"})
    assert _set(pinned, "R1 LIMITED YES").unit("R1").limited
    _set(match, "R1 MOVED YES")
    assert _code(match, "R1 SHOTS 2") == _code(match, "R1 RAN YES") == "E_BUDGET"
    assert _set(match, "R1 SHOTS 1").unit("R1").shots == 1
    assert _refused(match, "R1 SHOTS 3").rule == "GA-36"
    assert _refused(match, "R1 MODELS 11").rule == _refused(match, "R1 MODELS 0").rule == "GA-06"
    assert _code(match, "R4 SHOTS 1") == _code(match, "R5 MODELS 1") == "E_TARGET"
    assert _code(match, "R9 MODELS 1") == "E_TARGET"
    assert _code(match, "R1 MODELS 10") == "SAME"


def test_units_of_any_card_are_added_with_the_next_number() -> None:
    match = _set(position(UNITS), "ADD BLUE WAL 40 5", "ADD RED RIF 40 20")
    assert (match.unit("B3").card, match.at("B3"), match.models("B3")) == ("WAL", "40 5", [1])
    assert (match.unit("R7").card, match.unit("R7").seat) == ("RIF", 0)
    assert list(match.table.units) == [*(f"R{n}" for n in range(1, 8)), "B1", "B2", "B3"]
    assert _code(match, "ADD RED XXX 3 3") == "E_CARD"
    assert _code(match, "ADD RED INF 39 20") == "E_SPOT"


@pytest.mark.rules("GA-71")
def test_pairs_are_engaged_within_a_hand_only() -> None:
    match = _set(position(UNITS), "R1 ENGAGED B1")
    assert match.table.engaged == (("B1", "R1"),)
    assert _code(match, "B1 ENGAGED R1") == "SAME"
    assert _code(match, "R1 ENGAGED B2") == "E_RANGE"
    assert _code(match, "R1 ENGAGED R2") == _code(match, "R1 ENGAGED B9") == "E_TARGET"
    assert not _set(match, "B1 PARTED R1").table.engaged
    assert _code(match, "B1 PARTED R1") == "SAME"
    _set(match, "R1 ENGAGED B1", "B1 TO 24 18")
    assert match.table.engaged == (("B1", "R1"),)
    _set(match, "B1 TO 24 17.9")
    assert not match.table.engaged
    assert len(match.told("Disengaged")) == 1


@pytest.mark.rules("GA-87", "GA-88", "GA-89")
def test_losses_and_reinforcements_are_set() -> None:
    match = _set(position(UNITS), "LOST MODELS BLUE 3", "LOST UNITS BLUE 1", "LOST MODELS RED 2")
    assert match.table.losses == ((2, 0), (3, 1))
    assert _refused(match, "LOST UNITS BLUE 100").rule == "GA-89"
    assert _refused(match, "RIGHTS 2").rule == "GA-88", "there is one unit in reserve"
    _set(match, "RIGHTS 1")
    assert (match.table.phase, match.table.rights) == ("reinforce", 1)
    assert match.allows("REINFORCE R4 24 31")
    _set(match, "RIGHTS 0")
    assert (match.table.phase, match.refused("REINFORCE R4 24 31")) == ("turn", "E_NO_RIGHT")
    _set(match, "RIGHTS 1", "R4 OUT")
    assert (match.table.phase, match.table.rights) == ("turn", 0)


def test_the_turn_and_the_round_are_set() -> None:
    match = _set(position(UNITS).play("MOVE R1 24 25"), "ROUND 7", "TURN BLUE")
    assert (match.table.round, match.table.active) == (7, 1)
    assert len(match.told("TurnStarted")) == 1
    assert _code(match, "TURN BLUE") == "SAME"
    assert _refused(match, "ROUND 0").rule == "GA-33"
    _set(match, "TURN RED")
    assert not match.unit("R1").moved


@pytest.mark.rules("GA-39")
def test_ending_the_turn_is_what_the_player_would_do() -> None:
    played, set_ = position(UNITS), position(UNITS)
    _set(played, "R1 SUPPRESSED YES")
    _set(set_, "R1 SUPPRESSED YES", "END TURN")
    played.play("END")
    assert set_.table.units == played.table.units
    assert (set_.table.active, set_.unit("R1").suppressed) == (1, False)


@pytest.mark.rules("GA-71")
def test_options_of_a_running_match_change() -> None:
    match = _set(position(UNITS), "OPTION ROUND_LIMIT 12", "OPTION LOS NO", "OPTION HAND 4.5")
    (told,) = match.told("Edited")
    assert told.sentence == "The referee sets the option “Hand range” from 6 to 4.5."
    agreed = match.table.agreement
    assert (agreed.round_limit, agreed.los, agreed.hand) == (12, False, 45)
    _set(match, "OPTION HAND 6", "R1 ENGAGED B1", "OPTION HAND 4.9")
    assert not match.table.engaged, "they are 5 in apart"
    for wrong in ("HAND 8.1", "HAND 3.9", "ROUND_LIMIT 100", "LUCK 1", "MUSTER RANKED", "PACK X"):
        assert _code(match, f"OPTION {wrong}") == "E_OPTION"
    assert "from 4 to 8, not 8.1" in str(_refused(match, "OPTION HAND 8.1"))
    deploying = position({"R1": "INF"}, phase="deploy")
    assert (
        _code(deploying, "OPTION HAND 7") == _code(deploying, "OPTION DECK_COPIES 2") == "E_OPTION"
    )
    assert _set(deploying, "OPTION ARM 20").table.agreement.arm == 200


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


@pytest.mark.rules("GA-102")
def test_only_the_loss_of_all_units_is_tested_afterwards() -> None:
    match = position({"R1": "INF 24 24", "R2": "SPI", "B1": "RIF 24 12", "B2": "WAL 30 5"})
    assert _set(match, "B1 OUT", "R1 OUT", "R2 TO 24 31").ending is None
    assert match.table.phase == "turn"
    ending = _set(match, "B2 OUT").ending
    assert ending is not None
    assert (ending.winners, ending.rule) == ((0,), "GA-102")
    assert _code(match, "ROUND 3") == "E_GAME_OVER"


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


def _question(match: Course, *path: str) -> Question:
    found = GAME.editing.options(GAME.editing.see(match.state)).question(path)
    assert isinstance(found, Question)
    return found


def test_points_are_offered_and_can_be_typed() -> None:
    match = position(UNITS)
    asked = _question(match, "add", "BLUE", "WAL")
    assert asked.field is not None
    assert asked.field.points is not None
    assert Disc(Point(240, 240), 25) in asked.field.points.limits
    assert asked.choices[0].text == "ADD BLUE WAL 24 5"
    options = GAME.editing.options(GAME.editing.see(match.state))
    edit = options.question(("add", "BLUE", "WAL", typed_key("40 12.5")))
    assert not isinstance(edit, Question)
    assert GAME.editing.write(edit) == "ADD BLUE WAL 40 12.5"
    with pytest.raises(Refusal) as refused:
        options.question(("add", "BLUE", "WAL", typed_key("24 26.4")))
    assert refused.value.code == "E_SPOT"
    assert _question(match, "R", "R4", "to").choices


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
