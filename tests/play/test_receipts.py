"""What a player is told of their move: what came of it, and who is to act next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.events import Event
from games.core.types import Seat
from tests.play.conftest import ALICE, BOB, Club
from tests.toy.game import Toy
from tests.toy.view import Lit, MovedLamp, Rested


async def test_a_receipt_tells_what_happened_and_whose_turn_it_is(club: Club) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    names = {ALICE: "Red", BOB: "Green"}
    told = await club.say(match, first, "b3+2", 900)
    assert told.text == f"{names[first]} lights beacon 3, 2 high. It is {names[second]}'s turn."
    again = await club.say(match, first, "b3+2", 900)
    assert again == told


async def test_what_no_event_tells_is_told_as_its_preview_foretold(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    monkeypatch.setattr(type(Toy.words), "outcome", lambda *about: "")
    foretold = "A beacon will burn."
    monkeypatch.setattr(type(Toy.words), "foretell", lambda *about: foretold)
    told = await club.say(match, first, "b3+2")
    assert told.text.startswith("A beacon will burn. It is ")
    foretold = ""
    assert (await club.say(match, second, "b2+1")).text.startswith("B2+1. ")


async def test_the_receipt_of_a_secret_choice_says_that_nobody_else_sees_it(club: Club) -> None:
    match = await club.begin()
    told = await club.say(match, BOB, "LAMP3")
    assert told.text == (
        "Green has hidden a lamp. Your lamp is in beacon 3. "
        "Nobody else sees it before everybody has chosen."
    )
    last = await club.say(match, ALICE, "LAMP2")
    assert "beacon 3" not in last.text
    assert "Your lamp is in beacon 2. The wind blows at beacon " in last.text
    assert last.text.endswith("'s turn.")
    assert "before everybody has chosen" not in last.text


async def test_a_secret_offer_that_is_taken_up_stays_secret(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    first, second = await club.on_turn(match)
    seats = {ALICE: 0, BOB: 1}
    own = await club.pick(match, first, f"shift-0-{seats[first]}", "5")
    assert own.text == "Your lamp is in beacon 5. Nobody else sees it. It is still your turn."
    other = await club.pick(match, second, f"shift-0-{seats[second]}", "6")
    name = ("Red", "Green")[seats[first]]
    assert other.text == f"Your lamp is in beacon 6. Nobody else sees it. It is {name}'s turn."


async def test_the_last_receipt_tells_the_result_once(club: Club) -> None:
    match = await club.begin_with_lamps()
    for text in ("B3+2", "REST", "B5+1", "B1+3"):
        mover, _ = await club.on_turn(match)
        told = await club.say(match, mover, text)
    assert "The lamp of Red was in beacon 2." in told.text
    assert told.text.count("wins") + told.text.count("draw") == 1


async def test_of_much_that_happens_the_trifles_are_left_to_the_log(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    first, second = await club.on_turn(match)
    monkeypatch.setattr(Rested, "weight", 0)
    kept = await club.say(match, first, "REST")
    assert " rests. It is " in kept.text, "it is what was done"
    monkeypatch.setattr(Event, "visible_to", lambda event, viewer: not isinstance(event, Lit))
    bare = await club.say(match, second, "b4+1")
    assert bare.text.startswith("B4+1. It is "), "nothing can be told of it"


async def test_what_a_move_ends_first_does_not_hide_the_move_itself(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    seat, apply = (ALICE, BOB).index(first), Toy.apply

    def ends_first(*given: Any) -> Any:
        step = apply(*given)
        return replace(step, events=(Rested(seat=1 - seat), *step.events))

    monkeypatch.setattr(Toy, "apply", ends_first)
    monkeypatch.setattr(Rested, "quiet", True)
    for kind in (Rested, Lit):
        monkeypatch.setattr(kind, "weight", 0)
    told = await club.say(match, first, "b3+2")
    assert " rests. " in told.text
    assert " lights beacon 3, 2 high. " in told.text


async def test_of_what_says_how_things_are_now_only_the_last_is_told(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    seat, apply = (ALICE, BOB).index(first), Toy.apply

    def tells_thrice(*given: Any) -> Any:
        step = apply(*given)
        said = [MovedLamp(only=(Seat(seat),), lamp=lamp) for lamp in (2, 5, 2)]
        return replace(step, events=(*said, *step.events))

    monkeypatch.setattr(Toy, "apply", tells_thrice)
    monkeypatch.setattr(MovedLamp, "weight", 0)
    told = await club.say(match, first, "b3+2")
    assert told.text.startswith("Your lamp is in beacon 2. ")
    assert told.text.count("Your lamp") == 1
