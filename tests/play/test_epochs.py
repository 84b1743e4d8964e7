"""Another version of the rules: an epoch begins with the first entry, and the log always folds."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from bot.play.answers import giving
from bot.play.application import build
from bot.play.history import looking_back, undo
from bot.play.history.undo_rules import UndoPlan
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import CHANGING, EntryKind, MatchId
from games.core.log import match_file
from games.core.log.verification import Wrong, follow
from games.core.types import SPECTATOR
from tests.play.conftest import ALICE, BOB, Club, KnownEntropy
from tests.play.pasts import exported
from tests.play.referees import Whistle
from tests.toy import GAME as TOY
from tests.toy.game import REST

HOUR = 3600


def release(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules, as a later version, in a bot that has started anew."""
    version = TOY.meta.rules_version + 1
    changes = {version: "A gust now turns the wind at once."}
    monkeypatch.setattr(
        type(TOY), "meta", replace(TOY.meta, rules_version=version, rule_changes=changes)
    )
    club.app = build(club.app.store, club.app.games.values(), club.clock, KnownEntropy())


async def kinds_since(club: Club, match: MatchId, seq: int) -> list[EntryKind]:
    return [entry.kind for entry in await club.entries(match) if entry.seq > seq]


async def test_what_makes_no_entry_begins_no_epoch(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps(clock="4h; remind 50%")
    before = await club.match(match)
    release(club, monkeypatch)
    await club.order(match, ALICE, "REST DRY")
    await giving.come_back(club.app, club.command(match, ALICE))
    pause = ProposalTerms("pause")
    await club.propose(match, ALICE, pause)
    await club.app.deadlines.sweep()
    club.clock.advance(2 * HOUR + 60)
    times = await club.decisions(match)
    await club.app.deadlines.sweep()
    assert await club.decisions(match) == times, "a reminder moves no deadline"
    assert await club.match(match) == before
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    assert await kinds_since(club, match, before.seq) == [EntryKind.POSITION, EntryKind.MOVE]
    assert (await club.match(match)).rules_version == before.rules_version + 1
    await club.replayed(match)


async def test_an_epoch_gives_nobody_new_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await club.begin(clock="4h")
    before = await club.decisions(match)
    club.clock.advance(HOUR)
    release(club, monkeypatch)
    await club.say(match, BOB, "LAMP3")
    after = await club.decisions(match)
    assert after == {key: due for key, due in before.items() if key in after}
    assert len(after) == 1


async def test_players_are_told_what_has_changed_in_the_rules(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    changes = {2: "Rain lasts longer.", 3: "A gust turns the wind.", 4: "Oil burns twice."}
    later = replace(TOY.meta, rules_version=3, rule_changes=changes)
    monkeypatch.setattr(type(TOY), "meta", later)
    club.app = build(club.app.store, club.app.games.values(), club.clock, KnownEntropy())
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    [epoch] = [entry for entry in await club.entries(match) if entry.kind is EntryKind.POSITION]
    assert epoch.reason == "Rain lasts longer. A gust turns the wind."
    assert epoch.shown is not None
    await Whistle(club, match).undo(epoch.shown - 1)
    *_, again = [entry for entry in await club.entries(match) if entry.kind is EntryKind.POSITION]
    assert (again.seq > epoch.seq, again.reason) == (True, epoch.reason)


async def test_orders_that_the_new_rules_do_not_know_are_gone_and_their_player_is_told_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    await club.order(match, ALICE, "REST DRY")
    await club.order(match, BOB, "REST ALWAYS")
    assert (await club.sees(match, ALICE)).answers.orders
    release(club, monkeypatch)
    fewer = {value: said for value, said in REST.values.items() if value != "dry"}
    monkeypatch.setattr(TOY.standing, "_words", {"rest": replace(REST, values=fewer)})
    assert (await club.sees(match, ALICE)).answers.orders == ()
    for _ in range(3):
        person, _ = await club.on_turn(match)
        await club.say(match, person, "REST")
    posted = await club.posted()
    assert posted.count((MessageKind.DROPPED, ALICE.user)) == 1
    assert (MessageKind.DROPPED, BOB.user) not in posted
    answers = {holder.user: holder.answers for holder in await club.holders(match)}
    assert (answers[ALICE.user], bool(answers[BOB.user])) == ("", True)


async def test_a_computer_player_that_moves_first_begins_the_epoch(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.solo()
    club.app.computers.stop()  # the bot goes down while the computer player is to move
    await club.say(match, ALICE, "LAMP2")
    seq = (await club.match(match)).seq
    if (await club.sees(match, ALICE)).mine:
        await club.say(match, ALICE, "REST")
        seq = (await club.match(match)).seq
    release(club, monkeypatch)
    await club.app.computers.wake_all()
    await club.settled()
    kinds = await kinds_since(club, match, seq)
    assert kinds[:2] == [EntryKind.POSITION, EntryKind.MOVE]
    await club.replayed(match)
    # With nothing to be done, waking up leaves nothing behind.
    await club.app.computers.wake_all()
    await club.settled()
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


async def test_what_was_played_under_older_rules_is_still_shown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    before = [
        each async for each in looking_back.film(club.app, await club.match(match), SPECTATOR)
    ]
    then = await looking_back.load_position(club.app, match, ALICE.user, 2)
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    stored = await club.match(match)
    after = [each async for each in looking_back.film(club.app, stored, SPECTATOR)]
    assert after[: len(before)] == before
    assert len(after) > len(before)
    [first, *_] = [each async for each in looking_back.film(club.app, stored, SPECTATOR, after=2)]
    assert first.shown == 2
    assert (await looking_back.load_position(club.app, match, ALICE.user, 2)).match_view.view == (
        then.match_view.view
    )


async def test_a_position_of_older_rules_is_read_in_the_form_of_today(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    then = (await looking_back.load_position(club.app, match, ALICE.user, 2)).match_view.view
    seen: list[int] = []

    def upgrade(game: object, state: dict[str, object], rules_version: int) -> object:
        seen.append(rules_version)
        return {**state, "wind": 3}

    monkeypatch.setattr(type(TOY), "upgrade", upgrade)
    assert (
        await looking_back.load_position(club.app, match, ALICE.user, 2)
    ).match_view.view == then
    release(club, monkeypatch)
    now = (await looking_back.load_position(club.app, match, ALICE.user, 2)).match_view.view
    assert (now.wind, seen) == (3, [TOY.meta.rules_version - 1] * len(seen))
    assert seen


async def test_what_was_played_under_older_rules_can_be_taken_back(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    for _ in range(2):
        person, other = await club.on_turn(match)
        await club.say(match, person, "REST")
    shown = (await club.match(match)).shown
    await club.undo(match, other)
    put = await club.proposal(match)
    release(club, monkeypatch)
    await undo.load_asked_undo(club.app, put, person.user)
    await club.answer(put, person, agree=True)
    await Whistle(club, match).undo(shown - 2)
    assert (await club.on_turn(match))[0] == other
    await club.replayed(match)


async def test_a_player_learns_who_can_take_back_what_was_before_a_release(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    person, other = await club.on_turn(match)
    await club.say(match, person, "REST")
    shown = (await club.match(match)).shown
    release(club, monkeypatch)
    verdict = (await undo_plan(club, match, person.user)).verdict
    assert verdict.reason == f"#{shown} was played under an earlier version of the rules."
    assert verdict.instead == "Only the referee can take that back: `/referee undo`."
    await club.say(match, other, "REST")
    verdict = (await undo_plan(club, match, person.user)).verdict
    assert verdict.reason == f"With #{shown + 1} the rules have changed, and what was before stays."
    assert verdict.instead == "Only the referee can take that back: `/referee undo`."
    await Whistle(club, match).undo(shown - 1)
    assert (await club.on_turn(match))[0] == person


async def undo_plan(club: Club, match: MatchId, user: int) -> UndoPlan:
    found = (await undo.classify(club.app, match, user)).plan
    assert found is not None
    return found
