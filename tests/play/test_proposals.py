"""What seats ask of each other: who must agree, what happens then, and that it happens once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.play.executor import Command
from bot.play.history import undo
from bot.play.lobby.seating import Person
from bot.play.people import proposals
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.people.proposals import OpenProposal
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage.outbox import MessageKind
from bot.play.storage.profiles import ProposalStatus
from bot.play.storage.records import EntryKind, MatchId, Status
from games.core.types import Ending, NotYourDecision, Refusal, Seat
from tests.play.conftest import ALICE, BOB, CAROL, Club

DAVE = Person(4, "Dave")
DRAW, ABANDON, PAUSE = (ProposalTerms("draw"), ProposalTerms("abandon"), ProposalTerms("pause"))
HOUR = 3600


async def fate(club: Club, put: OpenProposal) -> ProposalStatus:
    return (await proposals.load(club.app, put.proposal.id)).proposal.fate


async def ending(club: Club, match: MatchId) -> tuple[str, tuple[int, ...]]:
    match_view = await club.public(match)
    assert match_view.match.status is Status.OVER
    assert match_view.ending is not None
    return match_view.ending.kind, match_view.ending.winners


@pytest.mark.on_both
async def test_a_draw_needs_everybody(club: Club) -> None:
    match = await club.three()
    await club.posted()
    assert await club.propose(match, ALICE, DRAW) == "Asked: Bob and Carol. No answer counts as no."
    assert await club.posted() == [
        (MessageKind.REFRESH, None),
        (MessageKind.PROPOSAL, BOB.user),
        (MessageKind.PROPOSAL, CAROL.user),
    ]
    assert await club.answer(match, BOB, agree=True) == "You agree. 1 of 2 have agreed so far."
    assert await club.posted() == [(MessageKind.REFRESH, None)]
    assert await club.answer(match, CAROL, agree=True) == "Agreed: the match is a draw."
    assert await ending(club, match) == (Ending.AGREED, ())
    drawn = (await club.entries(match))[-1]
    assert (drawn.kind, drawn.seat, drawn.user, drawn.shown) == (EntryKind.DRAWN, 0, ALICE.user, 2)
    assert (MessageKind.ANSWERED, ALICE.user) in await club.posted()
    await club.replayed(match)


async def test_one_who_declines_a_draw_ends_the_question(club: Club) -> None:
    match = await club.three()
    await club.propose(match, ALICE, DRAW)
    put = await club.proposal(match)
    await club.posted()
    assert await club.answer(match, BOB, agree=False) == "Declined: nothing changes."
    assert await fate(club, put) is ProposalStatus.DECLINED
    assert await club.posted() == [(MessageKind.REFRESH, None), (MessageKind.ANSWERED, ALICE.user)]
    with pytest.raises(NotNow, match="already been declined"):
        await club.answer(put, CAROL, agree=True)
    await club.propose(match, BOB, DRAW)


async def test_alone_with_computer_players_nobody_is_asked_and_no_draw_is_proposed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.solo()
    with pytest.raises(NotNow, match="computer players do not"):
        await club.propose(match, ALICE, DRAW)
    game = club.app.games["toy"]
    with monkeypatch.context() as patched:
        patched.setattr(type(game), "meta", replace(game.meta, draw_rule=""))
        with pytest.raises(NotNow, match="offered like a move"):
            await club.propose(match, ALICE, DRAW)
    assert await club.propose(match, ALICE, ABANDON) == (
        "Agreed: the match is abandoned, without a result."
    )
    assert await ending(club, match) == (Ending.ABANDONED, ())


async def test_more_than_half_abandon_a_match_of_three_and_both_one_of_two(club: Club) -> None:
    match = await club.three()
    assert await club.propose(match, ALICE, ABANDON) == (
        "Asked: Bob and Carol. 1 of them must agree, and no answer counts as no."
    )
    assert await club.answer(match, BOB, agree=False) == ("You decline. 0 of 1 have agreed so far.")
    # As long as it is open an answer can be changed.
    assert await club.answer(match, BOB, agree=True) == (
        "Agreed: the match is abandoned, without a result."
    )
    assert await ending(club, match) == (Ending.ABANDONED, ())
    assert (await club.entries(match))[-1].kind is EntryKind.CLOSED
    other = await club.begin(channel=300)
    await club.propose(other, BOB, ABANDON)
    assert await club.answer(other, ALICE, agree=False) == "Declined: nothing changes."
    assert (await club.match(other)).status is Status.RUNNING


async def test_a_match_is_paused_by_agreement_and_goes_on_by_agreement(club: Club) -> None:
    match = await club.begin()
    for days in (0, 31):
        until = club.clock.now() + timedelta(days=days)
        with pytest.raises(NotNow, match="at most 30 days"):
            await club.propose(match, ALICE, ProposalTerms("pause", until=until))
    until = club.clock.now() + timedelta(days=3)
    await club.propose(match, ALICE, ProposalTerms("pause", until=until))
    assert await club.answer(match, BOB, agree=True) == "Agreed: the match is paused."
    stored = await club.match(match)
    assert (stored.paused_at, stored.paused_until) == (club.clock.now(), until)
    with pytest.raises(NotNow, match="already paused"):
        await club.propose(match, ALICE, PAUSE)
    await club.propose(match, BOB, ProposalTerms("resume"))
    assert await club.answer(match, ALICE, agree=True) == "Agreed: the match resumes."
    assert (await club.match(match)).paused_at is None
    kinds = [entry.kind for entry in await club.entries(match)]
    assert kinds[-2:] == [EntryKind.PAUSED, EntryKind.RESUMED]
    with pytest.raises(NotNow, match="not paused"):
        await club.propose(match, BOB, ProposalTerms("resume"))


async def test_while_a_match_is_paused_nothing_is_agreed_on_that_would_move_it(club: Club) -> None:
    match, seat, (_, one, other) = await begun_late(club, 3)
    await club.propose(match, one, ProposalTerms("default", seat))
    put = await club.proposal(match)
    await club.propose(match, one, PAUSE)
    puts = await proposals.load_open(club.app, await club.match(match))
    [pause] = [each for each in puts if each.terms.kind == "pause"]
    await club.answer(pause, other, agree=True)
    for kind in ("default", "open-seat"):
        with pytest.raises(NotNow, match="is paused"):
            await club.propose(match, other, ProposalTerms(kind, seat))
    with pytest.raises(NotNow, match="is paused"):
        await club.answer(put, other, agree=True)
    with pytest.raises(NotNow, match="paused"):
        await club.undo(match, one)
    possible = {terms.kind for terms in await proposals.load_possible(club.app, match, one.user)}
    assert possible == {"resume", "draw", "abandon"}


async def test_one_of_the_others_grants_more_time(club: Club) -> None:
    match = await club.three(clock="24h")
    due = (await club.decisions(match))["hide-0-0"]
    assert due is not None
    await club.propose(match, ALICE, ProposalTerms("extend", hours=12))
    assert await club.answer(match, CAROL, agree=True) == "Agreed: more time."
    assert (await club.decisions(match))["hide-0-0"] == due + timedelta(hours=12)
    assert (await club.entries(match))[-1].kind is EntryKind.EXTENDED
    other = await club.begin(channel=300)
    with pytest.raises(NotNow, match="running clock"):
        await club.propose(other, ALICE, ProposalTerms("extend", hours=12))
    with pytest.raises(NotNow, match="14 days"):
        await club.propose(match, ALICE, ProposalTerms("extend", hours=1000))


async def begun_late(club: Club, seats: int, **more: Any) -> tuple[MatchId, Seat, list[Person]]:
    clock = "4h; then vote"
    match = await (
        club.three(clock=clock, **more) if seats == 3 else club.begin(clock=clock, **more)
    )
    people = [ALICE, BOB, CAROL][:seats]
    for person in people:
        await club.say(match, person, "LAMP2")
    [seat] = (await club.public(match)).awaited
    for terms in (ProposalTerms("default", seat), ProposalTerms("claim")):
        other = people[(seat + 1) % seats]
        with pytest.raises(NotNow):
            await club.propose(match, other, terms)
    await club.after(5)
    await club.after(200)
    return match, seat, [people[(seat + step) % seats] for step in range(seats)]


async def test_in_a_match_of_two_the_default_of_a_late_seat_is_played_when_the_other_wants_it(
    club: Club,
) -> None:
    match, seat, (late, other) = await begun_late(club, 2)
    with pytest.raises(NotNow, match="your own seat"):
        await club.propose(match, late, ProposalTerms("default", seat))
    said = await club.propose(match, other, ProposalTerms("default", seat))
    assert said == "Agreed: the default has been played."
    assert (await club.kinds(match))[-1] == f"default {seat}"
    await club.replayed(match)


async def test_in_a_match_of_three_both_others_decide_on_a_late_seat(club: Club) -> None:
    match, seat, (_, one, other) = await begun_late(club, 3)
    with pytest.raises(NotNow, match="two sides"):
        await club.propose(match, one, ProposalTerms("claim"))
    await club.propose(match, one, ProposalTerms("open-seat", seat))
    assert "Anybody can take it" in await club.answer(match, other, agree=True)
    assert all(holder.seat != seat for holder in await club.holders(match))
    assert f"left {seat}" in await club.kinds(match)


async def test_the_late_one_is_not_asked_and_a_late_move_comes_first(club: Club) -> None:
    match, seat, (late, one, other) = await begun_late(club, 3)
    await club.propose(match, one, ProposalTerms("default", seat))
    put = await club.proposal(match)
    with pytest.raises(NotNow, match="does not ask you"):
        await club.answer(put, late, agree=False)
    await club.say(match, late, "REST")
    with pytest.raises(NotNow, match="is not up"):
        await club.answer(match, other, agree=True)
    assert await fate(club, put) is ProposalStatus.OPEN


async def test_the_win_is_claimed_when_the_time_of_the_last_opponent_is_over(club: Club) -> None:
    match, seat, (late, other) = await begun_late(club, 2)
    with pytest.raises(NotNow, match="waiting for you"):
        await club.propose(match, late, ProposalTerms("claim"))
    assert "The win is yours" in await club.propose(match, other, ProposalTerms("claim"))
    assert await ending(club, match) == (Ending.TIME, (Seat(1 - seat),))


async def test_secret_choices_that_are_late_are_settled_without_naming_anybody(club: Club) -> None:
    match = await club.three(clock="4h; then vote")
    await club.say(match, ALICE, "LAMP2")
    await club.after(500)
    with pytest.raises(NotNow, match="is not up"):
        await club.propose(match, ALICE, ProposalTerms("default", Seat(1)))
    await club.propose(match, ALICE, ProposalTerms("default"))
    await club.answer(match, BOB, agree=True)
    assert (await club.kinds(match)).count("default 1") == 1
    assert (await club.kinds(match)).count("default 2") == 1


@pytest.mark.on_both
async def test_silence_is_no(club: Club) -> None:
    match = await club.begin()
    await club.propose(match, ALICE, DRAW)
    put = await club.proposal(match)
    await club.posted()
    club.clock.advance(24 * HOUR - 1)
    assert await proposals.lapse_due(club.app, club.clock.now()) == 0
    club.clock.advance(1)
    assert await proposals.load_open(club.app, await club.match(match)) == ()
    with pytest.raises(NotNow, match="no answer counts as no"):
        await club.answer(put, BOB, agree=True)
    assert await proposals.lapse_due(club.app, club.clock.now()) == 1
    assert await proposals.lapse_due(club.app, club.clock.now()) == 0
    assert await fate(club, put) is ProposalStatus.LAPSED
    assert await club.posted() == [(MessageKind.REFRESH, None), (MessageKind.ANSWERED, ALICE.user)]


async def test_only_the_proposer_withdraws_it(club: Club) -> None:
    match = await club.begin(clock="2h")
    await club.propose(match, ALICE, DRAW)
    put = await club.proposal(match)
    assert put.proposal.until == club.clock.now() + timedelta(hours=2), "as long as for a move"
    with pytest.raises(NotNow, match="already asked for that"):
        await club.propose(match, ALICE, DRAW)
    with pytest.raises(NotNow, match="Alice has already proposed that"):
        await club.propose(match, BOB, DRAW)
    with pytest.raises(NotNow, match="proposed this yourself"):
        await club.answer(put, ALICE, agree=True)
    with pytest.raises(NotNow, match="somebody else's proposal"):
        await proposals.withdraw(club.app, club.command(match, BOB), put.proposal.id)
    with pytest.raises(NotSeated):
        await club.answer(put, CAROL, agree=True)
    with pytest.raises(NotSeated):
        await club.propose(match, CAROL, DRAW)
    with pytest.raises(NoMatch):
        await proposals.answer(club.app, club.command(match, BOB), "aaaaaaaa", agree=True)
    gone = await proposals.withdraw(club.app, club.command(match, ALICE), put.proposal.id)
    assert gone.text.startswith("Withdrawn")
    with pytest.raises(NotNow, match="been withdrawn"):
        await club.answer(put, BOB, agree=True)


async def test_an_end_of_the_match_ends_what_was_proposed(club: Club) -> None:
    match = await club.begin()
    await club.propose(match, ALICE, DRAW)
    put = await club.proposal(match)
    await club.resign(match, ALICE)
    with pytest.raises(NotNow, match="over"):
        await club.answer(put, BOB, agree=True)
    club.clock.advance(25 * HOUR)
    await club.posted()
    await proposals.lapse_due(club.app, club.clock.now())
    assert await club.posted() == []


async def test_who_left_cannot_be_agreed_with(club: Club) -> None:
    match = await club.three()
    await club.propose(match, ALICE, DRAW)
    await club.answer(match, BOB, agree=True)
    put = await club.proposal(match)
    await club.leave(match, ALICE)
    assert await fate(club, put) is ProposalStatus.WITHDRAWN
    with pytest.raises(NotNow, match="been withdrawn"):
        await club.answer(put, CAROL, agree=True)


async def test_nobody_is_bound_by_what_somebody_else_in_the_seat_has_proposed_or_agreed_to(
    club: Club,
) -> None:
    match = await club.three()
    await club.propose(match, ALICE, DRAW)
    await club.answer(match, BOB, agree=True)
    await club.leave(match, BOB)
    await club.join(match, DAVE)
    assert "1 of 2" in await club.answer(match, CAROL, agree=True)
    assert await club.answer(match, DAVE, agree=True) == "Agreed: the match is a draw."
    match = await club.three(channel=300)
    await club.propose(match, ALICE, DRAW)
    await club.leave(match, ALICE)
    await club.join(match, DAVE)
    assert await proposals.load_open(club.app, await club.match(match)) == ()
    assert "Asked" in await club.propose(match, DAVE, DRAW)


async def test_who_is_voted_out_has_no_say_in_what_is_still_open(club: Club) -> None:
    match, seat, people = await begun_late(club, 3)
    late, *others = people
    await club.propose(match, late, DRAW)
    [draw] = await proposals.load_open(club.app, await club.match(match))
    opening = ProposalTerms("open-seat", seat)
    await club.propose(match, others[0], opening)
    puts = await proposals.load_open(club.app, await club.match(match))
    [vote] = [put for put in puts if put.terms.kind == "open-seat"]
    await club.answer(vote, others[1], agree=True)
    assert await fate(club, vote) is ProposalStatus.AGREED
    assert await fate(club, draw) is ProposalStatus.WITHDRAWN


async def test_more_time_is_proposed_only_for_what_the_match_waits_for(club: Club) -> None:
    """An offer lapses in its time: more of it could be granted by nobody."""
    match = await club.begin_with_lamps("night", clock="4h")
    _, other = await club.on_turn(match)
    match_view = await club.sees(match, other)
    assert match_view.mine
    assert not any(each.waits for each in match_view.mine)
    assert all(each.key in match_view.due for each in match_view.mine)
    with pytest.raises(NotNow, match="running clock"):
        await club.propose(match, other, ProposalTerms("extend", hours=12))


async def test_what_could_be_proposed_is_what_makes_sense_now(club: Club) -> None:
    match = await club.begin()
    found = await proposals.load_possible(club.app, match, ALICE.user)
    assert [terms.kind for terms in found] == ["draw", "pause", "abandon"]
    match, seat, (_, other) = await begun_late(club, 2, channel=300)
    found = await proposals.load_possible(club.app, match, other.user)
    assert [(terms.kind, terms.seat) for terms in found] == [
        ("claim", None),
        ("draw", None),
        ("default", seat),
        ("open-seat", seat),
        ("pause", None),
        ("abandon", None),
    ]
    with pytest.raises(NotSeated):
        await proposals.load_possible(club.app, match, 99)


async def both(*coroutines: Any) -> list[Any]:
    return await asyncio.gather(*coroutines, return_exceptions=True)


@pytest.mark.on_both
async def test_two_answers_at_once_count_both_and_end_the_match_once(club: Club) -> None:
    for channel in range(300, 306):
        match = await club.three(channel=channel)
        await club.propose(match, ALICE, DRAW)
        ends = await both(
            club.answer(match, BOB, agree=True), club.answer(match, CAROL, agree=True)
        )
        assert not [end for end in ends if isinstance(end, BaseException)]
        assert [entry.kind for entry in await club.entries(match)].count(EntryKind.DRAWN) == 1


@pytest.mark.on_both
async def test_an_answer_pressed_twice_counts_once(club: Club) -> None:
    match = await club.three()
    await club.propose(match, ALICE, DRAW)
    first = await both(*(club.answer(match, BOB, agree=True, press=9001) for _ in range(4)))
    assert set(first) == {"You agree. 1 of 2 have agreed so far."}
    put = await club.proposal(match)
    assert put.proposal.agreed == (1,)


@pytest.mark.on_both
async def test_of_an_answer_and_a_move_at_once_one_wins(club: Club) -> None:
    for channel in range(300, 310):
        match = await club.begin_with_lamps(channel=channel)
        first, second = await club.on_turn(match)
        await club.say(match, first, "B1+2")
        await club.say(match, second, "B2+2")
        await club.undo(match, first)
        put = await club.proposal(match)
        preferences = [club.answer(put, second, agree=True), club.say(match, first, "REST")]
        ends = await both(*(preferences if channel % 2 else preferences[::-1]))
        faults = [end for end in ends if isinstance(end, BaseException)]
        assert all(isinstance(fault, Refusal | NotYourDecision) for fault in faults)
        kinds = [entry.kind for entry in await club.entries(match)]
        assert kinds.count(EntryKind.UNDONE) <= 1
        if EntryKind.UNDONE not in kinds:
            assert kinds[-1] is EntryKind.MOVE
        await club.replayed(match)


@pytest.mark.on_both
async def test_two_undos_at_once_take_back_what_was_looked_at_once(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "B1+1")
    await club.say(match, mover, "B2+1")
    found = await undo.classify(club.app, match, mover.user)
    ends = await both(
        *(
            undo.undo(club.app, Command(match, mover.user, 9000 + press), None, found.mark)
            for press in range(3)
        )
    )
    assert sum(not isinstance(end, BaseException) for end in ends) == 1
    assert [entry.kind for entry in await club.entries(match)].count(EntryKind.UNDONE) == 1
