"""What is told because of a step: enough, to the right people, and nothing that is secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.play import effects
from bot.play.match.transitions import PendingEntry
from bot.play.match.views import MatchView
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import EntryKind, MatchId, SeatHolder, Status
from games.core.events import Event
from games.core.types import Decision, Seat
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.store.make import a_match, at
from tests.toy.variants import Night


async def test_a_turn_of_several_actions_is_one_panel_that_is_edited(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, other = await club.on_turn(match)
    await club.posted()
    for _ in range(2):
        await club.say(match, mover, "REST")
        assert await club.posted() == [(MessageKind.REFRESH, None)]
    await club.say(match, mover, "REST")
    assert await club.posted() == [(MessageKind.PANEL, None), (MessageKind.TURN, other.user)]


async def test_the_end_is_a_new_panel(club: Club) -> None:
    match = await club.begin_with_lamps()
    for _ in range(4):
        mover, _ = await club.on_turn(match)
        await club.posted()
        await club.say(match, mover, "REST")
    over = [(MessageKind.PANEL, None), (MessageKind.OVER, ALICE.user), (MessageKind.OVER, BOB.user)]
    assert await club.posted() == over


async def test_each_parcel_of_a_long_turn_has_a_nonce_of_its_own(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    for _ in range(9):
        mover, _ = await club.on_turn(match)
        await club.say(match, mover, "REST")
    due = await club.read(queries.DueMessages(club.clock.now(), 1000))
    nonces = [each.nonce for each in due if each.seq > 0]
    assert len(set(nonces)) == len(nonces)


async def test_a_secret_offer_is_made_in_private_once_and_its_answer_tells_nobody(
    club: Club,
) -> None:
    match = await club.begin(game="night")
    await club.say(match, ALICE, "LAMP2")
    await club.posted()
    await club.say(match, BOB, "LAMP3")
    letters = await club.posted()
    assert [each for each in letters if each[0] is MessageKind.OFFER] == [
        (MessageKind.OFFER, ALICE.user),
        (MessageKind.OFFER, BOB.user),
    ]
    for number in range(3):
        await club.pick(match, ALICE, f"shift-{number}-0", str(number + 1))
        # Neither a letter for what she has done herself, nor for the next offer of its kind.
        assert await club.posted() == []
    assert (await club.sees(match, ALICE)).view.lamps == (3, 0)


def uncounted(match_view: MatchView) -> MatchView:
    """Without the counters that secret moves tick, and that are never shown."""
    return replace(match_view, match=replace(match_view.match, seq=0, place=0))


async def surfaces(club: Club, match: MatchId) -> dict[str, Any]:
    """Everything that people other than Alice can see of the match."""

    async def seen(user: int) -> Any:
        match_view = await club.sees(match, user)
        return uncounted(match_view)

    return {
        "public": uncounted(await club.public(match)),
        "Bob": await seen(BOB.user),
        "Carol": await seen(CAROL.user),
        "log": await club.log(match),
        "letters": [each for each in await club.posted() if each[1] != ALICE.user],
    }


@pytest.mark.parametrize("clock", ["", "1h", "72h+12h"])
async def test_what_a_seat_does_in_secret_and_unasked_shows_on_no_surface(
    club: Club, clock: str
) -> None:
    match = await club.begin_with_lamps("night", clock=clock)
    await club.posted()
    before = await surfaces(club, match)
    await club.pick(match, ALICE, "shift-0-0", "5")
    await club.order(match, ALICE, "REST DRY")
    assert await surfaces(club, match) == before


async def test_the_harness_finds_a_secret_that_shows(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps("night")
    await club.posted()
    before = await surfaces(club, match)
    apply: Callable[..., Any] = Night.apply

    def aloud(*args: Any) -> Any:
        done = apply(*args)
        return replace(done, events=(replace(done.events[0], only=None),))

    monkeypatch.setattr(Night, "apply", aloud)
    await club.pick(match, ALICE, "shift-0-0", "5")
    assert await surfaces(club, match) != before


async def test_secret_offers_are_no_secret_choices_that_the_match_waits_for(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    match_view = await club.public(match)
    assert not match_view.secretly
    assert len(match_view.awaited) == 1
    kinds = [decision.kind for decision in (await club.sees(match, BOB)).mine]
    assert "shift" in kinds


async def test_the_panel_knows_from_which_entry_on_it_tells(club: Club) -> None:
    match = await club.begin_with_lamps()

    async def live(work: UnitOfWork) -> None:
        await work.set_panel(match, 555, 3)
        await work.commit()

    async with club.app.store.writing() as work:
        await live(work)
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")
    stored = await club.match(match)
    assert (stored.panel, stored.told) == (555, 3)


async def test_nobody_is_told_on_behalf_of_a_computer_player(club: Club) -> None:
    match = await club.solo("night")
    await club.say(match, ALICE, "LAMP2")
    await club.settled()
    assert {user for _, user in await club.posted()} == {None, ALICE.user}


def told(actor: int, before: tuple[Decision, ...], after: tuple[Decision, ...], **line: Any) -> Any:
    """The letters and panels of one entry in a match of Alice and Bob."""
    match = replace(a_match(), status=Status.RUNNING)
    holders = tuple(SeatHolder(match.id, Seat(seat), seat + 1, "") for seat in (0, 1))
    entry = PendingEntry(EntryKind.MOVE, "", None, **line)
    outbox_messages = effects.step_messages(
        match, holders, Seat(actor), before, after, [(1, entry)], at(1)
    )
    return [(outbox_message.kind, outbox_message.user) for outbox_message in outbox_messages]


TURN = Decision(Seat(0), "turn", 1)


class Done(Event):
    """Told to the seat that has just done it."""

    quiet = True


OPEN, SHUT = (Event(),), (Done(only=(Seat(0),)),)


def test_what_is_asked_of_others_is_a_new_panel() -> None:
    following = replace(TURN, number=2)
    reaction = Decision(Seat(1), "react", 1)
    offer = Decision(Seat(1), "draw", 1, waits=False)
    edited = [(MessageKind.REFRESH, None)]
    assert told(0, (TURN,), (following,), events=OPEN) == edited
    assert told(0, (TURN, offer), (following, replace(offer, number=2)), events=OPEN) == edited
    assert told(0, (TURN,), (following, offer), events=OPEN) == [(MessageKind.PANEL, None)]
    assert told(0, (TURN,), (reaction,), events=OPEN) == [
        (MessageKind.PANEL, None),
        (MessageKind.TURN, 2),
    ]
    hide = Decision(Seat(1), "hide", 1, secret=True)
    assert told(0, (TURN,), (following, hide), events=OPEN) == [
        (MessageKind.PANEL, None),
        (MessageKind.ASK, 2),
    ]
    # Somebody else's offer taken in the middle of a turn is news as well.
    assert told(1, (TURN, offer), (TURN,), events=OPEN) == [(MessageKind.PANEL, None)]


def test_before_the_turn_of_a_computer_player_the_panel_is_edited() -> None:
    computer = Decision(Seat(2), "turn", 2)
    edited, new = [(MessageKind.REFRESH, None)], [(MessageKind.PANEL, None)]
    assert told(0, (TURN,), (computer,), events=OPEN) == edited
    # Its own panel comes at once; but who is called, or what begins in secret, is news.
    assert told(2, (computer,), (TURN,), events=OPEN) == [*new, (MessageKind.TURN, 1)]
    hide = Decision(Seat(2), "hide", 1, secret=True)
    assert told(0, (TURN,), (computer, hide), events=OPEN) == new
    both = (computer, Decision(Seat(1), "turn", 2))
    assert told(0, (TURN,), both, events=OPEN) == [*new, (MessageKind.TURN, 2)]
    assert told(0, (), (computer,), events=OPEN) == new


def test_secret_offers_change_no_panel_and_follow_no_press_of_ones_own() -> None:
    spying = Decision(Seat(0), "spy", 1, secret=True, waits=False)
    following = replace(TURN, number=2)
    decided = Decision(Seat(0), "army", 1, secret=True)
    waiting = Decision(Seat(1), "army", 1, secret=True)
    assert told(0, (TURN,), (following, spying), events=OPEN) == [
        (MessageKind.REFRESH, None),
        (MessageKind.OFFER, 1),
    ]
    private = {"decision": decided, "seat": Seat(0), "events": SHUT}
    assert told(0, (decided, waiting), (waiting, spying), **private) == []
    drafting = replace(decided, number=2)
    assert told(0, (decided, waiting), (drafting, waiting), **private) == []


def test_nobody_is_called_aloud_for_what_they_alone_are_asked_while_a_phase_goes_on() -> None:
    usual = [Decision(Seat(seat), "army", 1, secret=True, phase="army") for seat in (0, 1)]
    extra = Decision(Seat(1), "target", 1, secret=True, phase="army")
    later = Decision(Seat(1), "bellicose", 1, secret=True, phase="bellicose")
    begins = told(0, (TURN,), (*usual, extra), events=OPEN)
    assert begins == [(MessageKind.PANEL, None), (MessageKind.ASK, 1), (MessageKind.ASK, 2)]
    assert begins == told(0, (TURN,), tuple(usual), events=OPEN)
    goes_on = told(0, tuple(usual), (*usual, extra), events=OPEN)
    assert goes_on == [(MessageKind.PANEL, None), (MessageKind.OFFER, 2)]
    assert told(0, tuple(usual), (later,), events=OPEN)[1:] == [(MessageKind.ASK, 2)]
