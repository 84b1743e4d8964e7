"""The referee takes back: past dice, after the end; and one answer of one seat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.history import dice_proofs
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import EntryKind, MatchId, Status
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, Club, a_club
from tests.play.referees import WHY, Whistle, seen
from tests.toy.game import Toy


async def test_the_referee_goes_back_past_dice_and_the_same_dice_come_up_again(club: Club) -> None:
    match = await club.begin()
    begun = (await club.match(match)).shown
    await club.say(match, BOB, "LAMP3")
    await club.say(match, ALICE, "LAMP2")
    wind = (await seen(club, match)).wind
    await Whistle(club, match).undo(begun)
    undone = [entry for entry in await club.entries(match) if entry.kind is EntryKind.UNDONE]
    assert [(each.user, each.reason, each.referee) for each in undone] == [(9, WHY, "Gm")]
    for person, text in ((BOB, "LAMP3"), (ALICE, "LAMP2")):
        if (await club.sees(match, person)).mine:
            await club.say(match, person, text)
        if (await seen(club, match)).wind:
            break
    assert (await seen(club, match)).wind == wind
    await club.replayed(match)


async def test_what_was_taken_back_counts_again_when_the_referee_goes_back_to_it(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    mover, _ = await club.on_turn(match)
    start = (await club.match(match)).shown
    await club.say(match, mover, "B1+2")
    lit = await seen(club, match)
    gm = Whistle(club, match)
    await gm.undo(start)
    assert (await seen(club, match)).flames[0] is None
    await gm.undo(start + 1)
    assert await seen(club, match) == lit
    other, _ = await club.on_turn(match)
    assert other != mover
    await club.replayed(match)


async def test_what_is_no_entry_the_last_one_and_an_undo_cannot_be_gone_back_to(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm, last = Whistle(club, match), (await club.match(match)).shown
    for number in (99, 0):
        with pytest.raises(NotNow, match=f"There is no entry #{number}."):
            await gm.undo(number)
    with pytest.raises(NotNow, match=f"#{last} is the last entry") as refused:
        await gm.undo(last)
    assert refused.value.instead == f"To undo it, write {last - 1}."
    await gm.adjust("OIL RED 9")
    await gm.undo(last)
    await gm.adjust("OIL RED 8")
    with pytest.raises(NotNow, match="is itself an undo"):
        await gm.undo(last + 2)


async def test_after_the_end_only_taking_back_is_possible_and_that_not_always(club: Club) -> None:
    match = await club.begin_with_lamps()
    shown = (await club.match(match)).shown
    await club.resign(match, ALICE)
    gm = Whistle(club, match)
    with pytest.raises(NotNow, match="over"):
        await gm.adjust("OIL RED 9")
    with pytest.raises(NotNow, match="over"):
        await gm.close((0,))
    lobby = await club.open(channel=CHANNEL, host=CAROL)
    with pytest.raises(NotNow, match="Another match is played in this channel now"):
        await gm.undo(shown)
    await club.leave(lobby, CAROL)
    await dice_proofs.build_proof(club.app, match)
    before = await club.match(match)
    assert before.disclosed
    with pytest.raises(NotNow, match="has been handed out") as refused:
        await gm.undo(shown)
    assert "Try it out, on `/match show`" in refused.value.instead
    assert await club.match(match) == before


# --- One answer of one seat ---


async def test_the_last_answer_of_a_seat_is_asked_for_again(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, other = await club.on_turn(match)
    seat = 0 if mover is ALICE else 1
    await club.say(match, mover, "B1+2")
    gm = Whistle(club, match)
    await gm.reopen(seat)
    assert (await club.on_turn(match))[0] == mover
    assert (await seen(club, match)).flames[0] is None
    await club.say(match, mover, "B2+2")
    await club.say(match, other, "REST")
    with pytest.raises(NotNow, match="The match has moved on since") as refused:
        await gm.reopen(seat)
    assert "/referee undo" in refused.value.instead


async def test_a_secret_answer_is_asked_for_again_and_what_others_chose_unseen_stays(
    club: Club,
) -> None:
    match = await club.begin()
    gm = Whistle(club, match)
    with pytest.raises(NotNow, match="Red has given no answer yet"):
        await gm.reopen(0)
    await club.say(match, ALICE, "LAMP2")
    await club.posted()
    await gm.reopen(0)
    assert (MessageKind.ASK, ALICE.user) in await club.posted()
    await club.say(match, ALICE, "LAMP5")
    await club.say(match, BOB, "LAMP3")
    assert (await seen(club, match, ALICE.user)).lamps[0] == 5
    assert (await seen(club, match, BOB.user)).lamps[1] == 3
    await club.replayed(match)


async def played_to_its_end(club: Club, match: MatchId) -> int:
    """The number of the entry before the last one."""
    before = 0
    while (await club.match(match)).status is Status.RUNNING:
        before = (await club.match(match)).shown
        mover, _ = await club.on_turn(match)
        await club.say(match, mover, "REST")
    return before


async def test_a_match_whose_secrets_its_rules_have_shown_to_all_stays_over(club: Club) -> None:
    match = await club.begin_with_lamps()
    before = await played_to_its_end(club, match)
    assert (await club.public(match)).view.lamps == (2, 3)
    over = await club.match(match)
    assert not over.disclosed
    for number in (before, 1):
        with pytest.raises(NotNow, match="everybody has seen what was secret") as refused:
            await Whistle(club, match).undo(number)
        assert "Try it out, on `/match show`" in refused.value.instead
    assert await club.match(match) == over


async def test_a_match_without_secrets_that_its_rules_have_ended_is_opened_again(
    tmp_path: Path,
) -> None:
    class Open(Toy):
        meta = replace(Toy.meta, secrets=False)

    async with a_club(tmp_path, (Open(),)) as club:
        match = await club.begin_with_lamps()
        before = await played_to_its_end(club, match)
        await Whistle(club, match).undo(before)
        assert (await club.match(match)).status is Status.RUNNING
        assert await club.read(queries.Results(None, None)) == ()
        mover, _ = await club.on_turn(match)
        await club.say(match, mover, "B1+1")
        assert (await club.match(match)).status is Status.OVER
        await club.replayed(match)


@pytest.mark.on_both
async def test_a_pile_of_acts_replays_and_each_entry_stands_in_the_log(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    await gm.adjust("OIL RED 9")
    await gm.dice("3")
    await gm.default(0 if (await club.on_turn(match))[0] is ALICE else 1)
    await gm.look(None)
    await gm.give(0, CAROL)
    await gm.undo(2)
    await gm.adjust("OIL RED 1")
    await gm.undo(5)
    await gm.close((1,))
    await gm.undo(3)
    await club.replayed(match)
    log = await club.log(match)
    assert [line.shown for line in log] == list(range(1, len(log) + 1))
    assert all(line.reason == WHY for line in log if line.referee)


async def test_reopening_a_match_notifies_the_players_it_waits_for(club: Club) -> None:
    match = await club.begin_with_lamps()
    person, other = await club.on_turn(match)
    await club.say(match, person, "REST")
    number = (await club.match(match)).shown
    await Whistle(club, match).close((0,))
    await club.posted()
    await Whistle(club, match).undo(number)
    assert [user for kind, user in await club.posted() if kind is MessageKind.TURN] == [other.user]
