"""Another version of the rules: an epoch begins with the first entry, and the log always folds."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from bot.play.application import build
from bot.play.context import Command
from bot.play.history import positions, undo
from bot.play.match import standing_orders, views
from bot.play.people import proposals
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.profiles import Proposed
from bot.play.records import CHANGING, Kind, MatchId
from bot.play.refusals import NotNow
from games.core.log import match_file
from games.core.log.verification import Wrong, follow
from games.core.seats import SPECTATOR
from tests.play.conftest import ALICE, BOB, Club, KnownEntropy
from tests.play.pasts import exported
from tests.play.referees import Whistle
from tests.toy import GAME as TOY

HOUR = 3600


def release(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules, as a later version, in a bot that has started anew."""
    version = TOY.meta.rules_version + 1
    monkeypatch.setattr(type(TOY), "meta", replace(TOY.meta, rules_version=version))
    club.app = build(club.app.store, club.app.games.values(), club.clock, KnownEntropy())


async def kinds_since(club: Club, match: MatchId, seq: int) -> list[Kind]:
    return [entry.kind for entry in await club.entries(match) if entry.seq > seq]


async def test_what_makes_no_entry_begins_no_epoch(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps(clock="4h; remind 50%")
    before = await club.match(match)
    release(club, monkeypatch)
    await club.order(match, ALICE, "REST DRY")
    await standing_orders.back(club.app, Command(match, ALICE.user, next(club.interactions)))
    pause = ProposalTerms(Proposed.PAUSE)
    await proposals.propose(club.app, Command(match, ALICE.user, next(club.interactions)), pause)
    await club.app.deadlines.sweep()
    club.clock.advance(2 * HOUR + 60)
    times = await club.decisions(match)
    await club.app.deadlines.sweep()
    assert await club.decisions(match) == times, "a reminder moves no deadline"
    assert await club.match(match) == before
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    assert await kinds_since(club, match, before.seq) == [Kind.POSITION, Kind.MOVE]
    assert (await club.match(match)).rules_version == before.rules_version + 1
    await club.replayed(match)


async def test_a_computer_player_that_moves_first_begins_the_epoch(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.solo()
    club.app.computers.stop()  # the bot goes down while the computer player is to move
    await club.say(match, ALICE, "LAMP2")
    seq = (await club.match(match)).seq
    if (await views.by_user(club.app, match, ALICE.user)).mine:
        await club.say(match, ALICE, "REST")
        seq = (await club.match(match)).seq
    release(club, monkeypatch)
    await club.app.computers.wake_all()
    await club.app.computers.settled()
    kinds = await kinds_since(club, match, seq)
    assert kinds[:2] == [Kind.POSITION, Kind.MOVE]
    await club.replayed(match)
    # With nothing to be done, waking up leaves nothing behind.
    await club.app.computers.wake_all()
    await club.app.computers.settled()
    assert await kinds_since(club, match, seq) == kinds


async def test_what_the_referee_takes_back_past_a_release_goes_on_under_the_new_rules(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    release(club, monkeypatch)
    person, other = await club.on_turn(match)
    await club.say(match, person, "REST")
    await club.say(match, other, "REST")
    await Whistle(club, match).undo(before.shown)
    await club.say(match, person, "REST")
    await club.replayed(match)
    await whole_in_its_file(club, match)
    versions = [
        entry.rules_version for entry in await club.entries(match) if entry.kind in CHANGING
    ]
    assert versions == sorted(versions)


async def test_what_changed_nothing_before_a_release_does_not_break_the_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    await Whistle(club, match).pause()
    await Whistle(club, match).resume()
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await whole_in_its_file(club, match)


async def whole_in_its_file(club: Club, match: MatchId) -> None:
    """The rules of today give the same state from the file."""
    await Whistle(club, match).close(None)
    log = match_file.read(await exported(club, match, ALICE))
    state = TOY.state_form.write(list(follow(TOY, log))[-1].state)
    assert hashlib.sha256(state).hexdigest() == log.end.state


async def test_a_made_up_file_goes_on_from_no_position_of_older_rules(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    number = (await club.match(match)).shown
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await Whistle(club, match).undo(number)
    await club.say(match, person, "REST")
    await Whistle(club, match).close(None)
    log = match_file.read(await exported(club, match, ALICE))
    undone = next(at for at, entry in enumerate(log.entries) if entry.kind == "undone")
    for entries in (
        (*log.entries[: undone + 1], log.entries[undone + 2]),
        log.entries[: undone + 1],
    ):
        numbered = tuple(each.model_copy(update={"number": n}) for n, each in enumerate(entries, 1))
        with pytest.raises(Wrong, match="older rules"):
            list(follow(TOY, replace(log, entries=numbered)))


async def test_a_film_that_would_begin_under_older_rules_begins_after_them(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    stored = await club.match(match)
    for after in (0, 2):
        film = positions.film(club.app, stored, SPECTATOR, after=after)
        assert [frame.shown for frame in [each async for each in film]] == [5, 6]


async def test_what_cannot_be_found_any_more_is_kindly_refused_to_everybody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    for _ in range(2):
        person, other = await club.on_turn(match)
        await club.say(match, person, "REST")
    await undo.undo(club.app, Command(match, other.user, next(club.interactions)))
    [put] = await proposals.open_in(club.app, await club.match(match))
    release(club, monkeypatch)
    gone = "rules have changed since then"
    with pytest.raises(NotNow, match=gone):
        await undo.asked(club.app, put, person.user)
    with pytest.raises(NotNow, match=gone):
        await proposals.answer(club.app, put.proposal.id, person.user, 9001, agree=True)
    with pytest.raises(NotNow, match=gone):
        await Whistle(club, match).reopen((ALICE, BOB).index(person))
    with pytest.raises(NotNow, match=gone):
        await Whistle(club, match).undo(3)
