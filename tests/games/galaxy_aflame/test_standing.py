"""Answers in advance, and what happens when time runs out (4.1, GA-A04, GA-A16, GA-A17)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.questions import Question
from games.core.standing import StandingOrder
from games.core.types import Forbidden, Seat, Seated, Unreadable
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.standing import STANDING
from tests.games.galaxy_aflame.course import Course, having, position
from tests.games.galaxy_aflame.starting import (
    FAMILIES,
    LINE,
    answered,
    by_default,
    cards,
    drafting,
    opened,
    ordered,
    orders,
    rolled,
    waiting,
)

HERE = {"R1": "INF 24 31", "R2": "REE 10 31", "B1": "RIF 24 5", "B2": "STO 10 5"}
RESERVES = {"R3": "SPA", "R4": "MAN", "R5": "LEV"}


def _red(match: Course) -> Any:
    return GAME.view(match.state, Seated(Seat(0)))


# --- Texts ---


@pytest.mark.parametrize(
    "text",
    [
        "PRIVILEGE GAME",
        "OWN LAM SPA",
        "OWN VALUE",
        "DENY HUN WAL",
        "REINFORCE AUTO",
        "PREFER INF MAN",
        "PLACES 24 31; 20 31.5",
        "QUEUE MOVE R1 24 28 VIA 20 30",
        "QUEUE SHOOT R1 B1 KILL",
        "QUEUE ORDER MOVE R1 24 28; SHOOT R1 B1 KILL",
        "QUEUE END",
        "LOSSES STOP",
        "QUEUE CLEAR",
    ],
)
def test_orders_read_back(text: str) -> None:
    view = _red(position({**HERE, **RESERVES}))
    order = STANDING.read(view, text)
    assert STANDING.write(order) == text
    assert STANDING.options(view).contains(order)


@pytest.mark.rules("GA-25")
def test_orders_that_make_no_sense_are_refused() -> None:
    view = _red(position({**HERE, **RESERVES}))
    for text in ("OWN RIF", "DENY LAM", "PREFER INF XYZ"):
        with pytest.raises(Forbidden) as found:
            STANDING.read(view, text)
        assert found.value.code == "E_CARD"
    unreadable = ("PLACES 24", "PLACES 24 31 5", "PLACES 1.25 3", "QUEUE AUTO", "QUEUE DRAFT LAM")
    for text in (*unreadable, "NONSENSE", "OWN", "LOSSES MAYBE", f"PLACES {'1 1;' * 11}"):
        with pytest.raises(Unreadable):
            STANDING.read(view, text)
    with pytest.raises(Unreadable):
        STANDING.read(view, "OWN " + "INF " * 41)


@pytest.mark.rules("GA-25")
def test_before_the_armies_are_known_any_cards_can_be_named() -> None:
    view = _red(opened())
    assert STANDING.read(view, "OWN RIF LAM").value == "RIF LAM"
    assert not STANDING.options(view).contains(StandingOrder("own", "", "XYZ"))


def test_the_form_offers_every_topic() -> None:
    found = STANDING.options(_red(position(HERE))).question(())
    assert isinstance(found, Question)
    keys = [choice.key for choice in found.choices]
    assert keys == [
        *("privilege", "own", "deny", "reinforce"),
        *("prefer", "places", "queue", "losses"),
    ]
    said = STANDING.show(_red(position(HERE)), ())
    assert "If you win the roll-off: ask me (default)." in said


# --- The draft ---


@pytest.mark.rules("GA-23")
def test_the_privilege_can_be_chosen_in_advance() -> None:
    match = rolled()
    assert answered(match, orders(match, "R", "PRIVILEGE ASK")) is None
    text, _ = ordered(match, orders(match, "R", "PRIVILEGE DRAFT"))
    assert text == "FIRST DRAFT"
    assert waiting(match) == ("draft", "R")
    assert ordered(rolled(), orders(match, "R", "PRIVILEGE GAME"))[0] == "FIRST GAME"
    again = rolled()
    assert by_default(again) == "FIRST GAME"


@pytest.mark.rules("GA-24", "GA-25", "GA-26")
def test_rankings_answer_the_steps_of_the_draft() -> None:
    match = drafting(FAMILIES[:4], LINE[:4])
    red = orders(match, "R", "OWN EEL INF", "DENY BIK RIF")
    blue = orders(match, "B", "OWN RIF", "DENY EEL")
    assert ordered(match, red)[0] == "DRAFT EEL"
    assert ordered(match, blue)[0] == "DRAFT RIF DENY SPA"
    assert ordered(match, red)[0] == "DRAFT INF DENY BIK"
    assert ordered(match, blue)[0] == "DRAFT PEN DENY REE"
    assert ordered(match, red)[0] == "DRAFT DENY STO"
    assert (cards(match, "R"), cards(match, "B")) == (["EEL", "INF"], ["RIF", "PEN"])


@pytest.mark.rules("GA-24", "GA-25", "GA-26")
def test_a_step_that_needs_a_list_that_is_missing_is_asked() -> None:
    match = drafting(FAMILIES[:4], LINE[:4])
    assert answered(match, orders(match, "R", "DENY BIK")) is None
    match.play("DRAFT INF")
    assert answered(match, orders(match, "B", "OWN RIF")) is None
    assert answered(match, orders(match, "B", "DENY VALUE")) is None
    assert answered(match, orders(match, "B", "DENY VALUE", "OWN VALUE")) is not None
    last = drafting([], ["RIF"], drafted=9)
    assert answered(last, orders(last, "R", "OWN VALUE")) is None
    assert ordered(last, orders(last, "R", "DENY VALUE"))[0] == "DRAFT DENY RIF"
    alone = drafting(["INF"], [], drafted=9)
    assert ordered(alone, orders(alone, "R", "OWN VALUE"))[0] == "DRAFT INF"


@pytest.mark.rules("GA-24", "GA-25")
def test_by_default_the_highest_values_are_taken_and_denied() -> None:
    match = drafting(FAMILIES, LINE)
    assert by_default(match) == "DRAFT SPA"
    assert by_default(match) == "DRAFT RIF DENY REE"
    assert by_default(match) == "DRAFT INF DENY PEN"
    assert by_default(match, orders(match, "B", "OWN CAR")) == "DRAFT CAR DENY LEV"


@pytest.mark.rules("GA-25")
def test_rankings_by_default_are_by_value_or_as_ordered() -> None:
    match = rolled(muster="ranked")
    assert by_default(match, letter="R") == "RANK OWN SPA REE INF LEV EEL LAM CHO BRI SPI MAN"
    assert by_default(match, letter="R") == "RANK ENEMY RIF PEN STO WAL BIK GUN HUN HOW MAR CAR"
    given = orders(match, "B", "OWN CAR CAR", "DENY MAN")
    assert ordered(match, given, "B")[0].startswith("RANK OWN CAR RIF PEN")
    match.play("R: UNLOCK")
    assert answered(match, orders(match, "R", "OWN VALUE", "DENY VALUE"), "R") is None
    assert by_default(match, letter="R").startswith("RANK ENEMY RIF")
    assert answered(match, orders(match, "B", "OWN VALUE"), "B") is None
    assert ordered(match, given, "B")[0].startswith("RANK ENEMY MAN SPA")
    assert waiting(match) == ("deploy", "R")


@pytest.mark.rules("GA-03")
def test_by_default_the_army_that_was_chosen_is_kept() -> None:
    match = opened()
    assert by_default(match, letter="B") == "ARMY AQUANARATTA"
    other = opened().play("R: ARMY HALCYON", "R: UNLOCK")
    assert by_default(other, letter="R") == "ARMY HALCYON"
    assert by_default(opened(mirror=False)) == "ARMY AQUANARATTA"


# --- Placing ---


@pytest.mark.rules("GA-29", "GA-30")
@pytest.mark.parametrize("mode", ["sequential", "secret"])
def test_by_default_units_are_placed_by_preference_and_value(mode: str) -> None:
    units = {"R1": "INF", "R2": "SPA", "R3": "MAN", "B1": "RIF", "B2": "PEN"}
    match = position(units, phase="deploy", settings={"deploy_mode": mode})
    given = orders(match, "R", "PREFER MAN", "PLACES 3 33")
    assert by_default(match, given, "R") == "DEPLOY R3 24 31"
    assert by_default(match, given, "R") == "DEPLOY R2 21.5 31"
    assert by_default(match, letter="B") == "DEPLOY B1 24 5"
    assert by_default(match, letter="B") == "DEPLOY B2 21.5 5"
    assert waiting(match) == ("turn", "R")
    assert answered(position(units, phase="deploy"), given) is None


def _reinforcing(**more: Any) -> Course:
    return position({**HERE, **RESERVES, **more}, turn="B", losses={"R": (5, 1)}).play("END")


@pytest.mark.rules("GA-87", "GA-88", "GA-90")
def test_reinforcements_come_as_preferred_where_they_were_sent() -> None:
    match = _reinforcing()
    plain = orders(match, "R", "PREFER MAN", "PLACES 40 31; 10 31; 40.5 32; 36 33")
    assert answered(match, plain) is None
    given = (*plain, *orders(match, "R", "REINFORCE AUTO"))
    assert ordered(match, given)[0] == "REINFORCE R4 40 31"
    assert ordered(match, given)[0] == "REINFORCE R3 36 33"
    assert waiting(match) == ("turn", "R")


@pytest.mark.rules("GA-90", "GA-91")
def test_by_default_as_many_as_allowed_arrive_in_the_middle() -> None:
    match = _reinforcing()
    assert by_default(match) == "REINFORCE R3 21.5 31"
    assert by_default(match) == "REINFORCE R5 26.5 31"
    assert waiting(match) == ("turn", "R")


WALLED = {"solid": [[-1, 29, 49, 37]]}


@pytest.mark.rules("GA-91")
def test_without_a_spot_nothing_is_brought_unless_it_must() -> None:
    units: dict[str, Any] = {**RESERVES, "R1": "INF 24 20", "B1": "RIF 24 5"}
    match = position(units, WALLED, turn="B", losses={"R": (5, 1)}).play("END")
    assert by_default(match) == "REINFORCE NONE"
    units["R1"] = having("INF", state="out")
    must = position(units, WALLED, turn="B", losses={"R": (5, 1)}).play("END")
    assert by_default(must) == ""


@pytest.mark.rules("GA-39")
def test_by_default_a_turn_ends() -> None:
    match = position(HERE)
    assert by_default(match) == "END"
    assert waiting(match) == ("turn", "B")


def test_what_happens_by_itself_is_told_without_secrets() -> None:
    match = position(HERE)
    decision = match.decision()
    given = orders(match, "R", "QUEUE END")
    said = {STANDING.unless(_red(match), decision, each) for each in ((), given)}
    assert said == {"Otherwise the turn ends."}


# --- The queue ---


def _ending(given: Any, **more: Any) -> tuple[Course, list[str], Any]:
    """Red's turn begins, and the queue runs as far as it goes."""
    match = _reinforcing(**more)
    told = []
    while waiting(match)[1] == "R":
        text, given = ordered(match, given)
        if not text:
            break
        told.append(text)
    return match, told, given


def _queued(*steps: str) -> Any:
    match = position({**HERE, **RESERVES})
    return orders(match, "R", *(f"QUEUE {step}" for step in steps))


@pytest.mark.rules("GA-34", "GA-37")
def test_a_queue_runs_after_reinforcements_and_may_end_the_turn() -> None:
    match = _reinforcing()
    given = _queued("MOVE R1 24 28", "MOVE R2 10 28", "END")
    assert ordered(match, given) == ("", given)
    match, told, left = _ending((*orders(match, "R", "REINFORCE AUTO"), *given))
    assert told[2:] == ["MOVE R1 24 28", "MOVE R2 10 28", "END"]
    assert [order.topic for order in left] == ["reinforce"]
    assert waiting(match) == ("turn", "B")


def test_a_queue_without_an_end_leaves_the_turn_open() -> None:
    match = position({**HERE}, turn="B").play("END")
    text, left = ordered(match, _queued("MOVE R1 24 28"))
    assert text == "MOVE R1 24 28"
    assert answered(match, left) is None
    assert waiting(match) == ("turn", "R")


@pytest.mark.rules("GA-36")
def test_a_queue_stops_at_the_first_illegal_step() -> None:
    match = position({**HERE}, turn="B").play("END")
    given = _queued("MOVE R1 24 28", "MOVE R1 24 27", "MOVE R2 10 28", "END")
    text, left = ordered(match, given)
    assert text == "MOVE R1 24 28"
    text, left = ordered(match, left)
    assert (text, left) == ("", ())
    assert waiting(match) == ("turn", "R")


def test_a_queue_does_not_begin_in_the_middle_of_a_turn() -> None:
    match = position({**HERE}, turn="B").play("END", "MOVE R2 10 28")
    assert answered(match, _queued("MOVE R1 24 28")) is None


def test_what_is_left_of_a_queue_is_dropped_with_its_turn() -> None:
    match = position({**HERE}, turn="B").play("END")
    _, left = ordered(match, _queued("MOVE R1 24 28", "MOVE R2 10 28"))
    match.play("END", "END")
    found = answered(match, left)
    assert (found.move, found.left) == (None, ())


@pytest.mark.rules("GA-88")
def test_a_queue_stops_after_a_lost_unit_if_that_was_wished() -> None:
    match = _reinforcing()
    plain = (*orders(match, "R", "REINFORCE AUTO"), *_queued("MOVE R1 24 28", "END"))
    careful = (*plain, *orders(match, "R", "LOSSES STOP"))
    assert len(_ending(plain)[1]) == 4
    stopped, told, left = _ending(careful)
    assert len(told) == 2
    assert waiting(stopped) == ("turn", "R")
    assert [order.topic for order in left] == ["reinforce", "losses"]
    unhurt = position({**HERE}, turn="B", losses={"R": (3, 0)}).play("END")
    assert ordered(unhurt, careful)[0] == "MOVE R1 24 28"


@pytest.mark.rules("GA-73")
def test_a_queue_stops_after_a_unit_that_is_lost_while_it_runs() -> None:
    units = {**HERE, "R2": having("INF", "40 24", models=1), "B3": "STO 40 20"}
    match = position(units, {"cover": [{"circle": [40, 20, 2]}]}, turn="B").play("END")
    given = (*_queued("SHOOT R2 B3 KILL", "MOVE R1 24 28"), *orders(match, "R", "LOSSES STOP"))
    text, left = ordered(match, given)
    assert text == "SHOOT R2 B3 KILL"
    match.roll("1", "4 1", "8", "1")
    assert match.unit("R2").out
    text, left = ordered(match, left)
    assert (text, [order.topic for order in left]) == ("", ["losses"])
