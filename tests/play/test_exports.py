"""A match as a file: complete when it may be, else what one viewer knows."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.play.executor import Outcome, Receipt
from bot.play.history import exports
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import EntryKind, Status
from games.core.log import match_file
from games.core.log.verification import follow
from games.core.types import Seat
from tests.play.conftest import ALICE, BOB, CAROL, Club
from tests.play.folding import kept_position
from tests.play.pasts import exported, finish, no_board, raw, seq_of, take_back
from tests.toy import GAME as TOY
from tests.toy.variants import NIGHT


async def test_what_is_exported_after_the_end_can_be_played_again_to_the_same_state(
    club: Club,
) -> None:
    match = await club.begin_with_lamps()
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await take_back(club, match, await seq_of(club, match, 4))
    await finish(club, match)
    data = await exported(club, match, CAROL)
    log = match_file.read(data)
    assert log.broken == ""
    assert log.match.complete
    followed = list(follow(TOY, log))
    stored = await club.match(match)
    async with club.app.store.reading() as reader:
        kept = await kept_position(reader, match, stored.seq)
    assert TOY.state_form.write(followed[-1].state) == kept
    assert len(followed) == stored.seq
    assert [each.entry.undone for each in followed][4:6] == [True, False]
    assert log.end.seed == stored.seed.hex()
    assert log.end.ending is not None
    assert stored.disclosed


async def test_everybody_gets_the_same_file_after_the_end(club: Club) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    files = {await exported(club, match, person) for person in (ALICE, BOB, CAROL)}
    assert len(files) == 1


async def test_before_the_end_a_file_of_secrets_holds_what_its_viewer_knows(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+2")
    await club.say(match, ALICE, "LAMP5")
    found = await exports.export(club.app, match, ALICE.user, no_board)
    assert not found.complete
    assert not found.secrets
    file = raw(found.data)
    assert file["match"]["whose"] == "seat 0"
    told = [sentence for each in file["entries"] for sentence in each.get("told", ())]
    assert any("beacon 5" in each for each in told), told
    assert not any("beacon 3" in each for each in told), told
    assert file["end"]["board"] == "board of Seated(seat=0)"
    assert set(file["end"]) == {"stands", "board"}
    assert not (await club.match(match)).disclosed
    text = found.data.decode()
    names = {name for each in file["entries"] for name in each}
    assert names == {"number", "kind", "at", "rules", "seat", "text", "told", "hash"}
    assert (await club.match(match)).seed.hex() not in text


async def test_no_counter_in_it_ticks_when_others_act_in_secret(club: Club) -> None:
    match = await club.begin_with_lamps("night")
    before = await exported(club, match, BOB)
    others = await exported(club, match, CAROL)
    for lamp in ("LAMP5", "LAMP6", "LAMP1"):
        await club.say(match, ALICE, lamp)
    assert await exported(club, match, BOB) == before
    assert await exported(club, match, CAROL) == others
    await take_back(club, match, (await club.match(match)).seq - 2, seat=0, hidden=True)
    assert await exported(club, match, BOB) == before
    assert await exported(club, match, CAROL) == others


async def test_a_file_names_nobody(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.leave(match, BOB)
    await club.join(match, CAROL)
    text = (await exported(club, match, ALICE)).decode()
    for person in (ALICE, BOB, CAROL):
        assert person.name not in text
    assert '"user"' not in text
    assert "holders" not in text


async def test_a_match_that_was_given_up_has_its_ending_in_the_file(club: Club) -> None:
    match = await club.begin_with_lamps()
    await club.resign(match, BOB)
    assert (await club.match(match)).status is Status.OVER
    file = raw(await exported(club, match, CAROL))
    assert file["end"]["ending"]["kind"] == "resigned"
    assert file["entries"][-1]["kind"] == "resignation"


async def test_the_chain_breaks_wherever_something_is_changed(club: Club) -> None:
    match = await club.begin_with_lamps()
    await finish(club, match)
    data = await exported(club, match, ALICE)
    file = raw(data)
    for place, entry in enumerate(file["entries"], 1):
        for name in entry:
            if name in ("hash", "kind"):
                continue
            changed = json.loads(data)
            value = changed["entries"][place - 1][name]
            changed["entries"][place - 1][name] = value + 1 if isinstance(value, int) else value
            if isinstance(value, int):
                read = match_file.read(json.dumps(changed).encode())
                assert read.broken == f"entry {changed['entries'][place - 1].get('number')}"
    for part, name, value in (
        ("match", "title", "Other"),
        ("end", "stands", "Otherwise."),
        ("end", "seed", "00" * 32),
    ):
        changed = json.loads(data)
        changed[part][name] = value
        assert match_file.read(json.dumps(changed).encode()).broken
    del file["entries"][2]
    assert match_file.read(json.dumps(file).encode()).broken == "entry 4"


async def test_without_secrets_a_file_is_complete_at_any_time_but_for_the_seed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "meta", replace(TOY.meta, secrets=False))
    match = await club.begin_with_lamps()
    found = await exports.export(club.app, match, CAROL.user, no_board)
    assert found.complete
    log = match_file.read(found.data)
    assert [each.entry.kind for each in follow(TOY, log)] == ["start", "move", "move", "dice"]
    assert log.end.seed == ""
    assert log.match.commitment
    assert not (await club.match(match)).disclosed


async def test_what_a_referee_did_unseen_leaves_no_gap_before_the_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "meta", replace(TOY.meta, secrets=False))
    match = await club.begin_with_lamps()
    before = await exported(club, match, CAROL)

    async def look(work: UnitOfWork) -> Outcome:
        transition = await submission.begin_transition(work, club.app, match)
        transition.add(
            PendingEntry(
                EntryKind.LOOKED, "{}", transition.state, seat=Seat(0), user=9, hidden=True
            )
        )
        change = await submission.build_change(work, club.app, transition, Cause("look", 9))
        return Outcome(change, Receipt(match, "Looked."))

    await club.app.executor.execute(match, 9, next(club.interactions), look)
    assert await exported(club, match, CAROL) == before
    first, _ = await club.on_turn(match)
    await club.say(match, first, "REST")
    numbers = [each["number"] for each in raw(await exported(club, match, CAROL))["entries"]]
    assert numbers == [1, 2, 3, 4, 5]
    await finish(club, match)
    whole = raw(await exported(club, match, CAROL))["entries"]
    assert [each["kind"] for each in whole].count("looked") == 1
    assert match_file.read(await exported(club, match, CAROL)).broken == ""
    assert list(follow(TOY, match_file.read(await exported(club, match, CAROL))))


async def test_what_was_taken_back_unseen_stands_in_the_whole_file_and_can_be_followed(
    club: Club,
) -> None:
    match = await club.begin_with_lamps("night")
    base = (await club.match(match)).seq
    await club.say(match, ALICE, "LAMP5")
    await club.say(match, BOB, "LAMP6")
    await take_back(club, match, base, seat=0, hidden=True)
    await club.say(match, ALICE, "LAMP1")
    first, _ = await club.on_turn(match)
    await club.say(match, first, "B4+1")
    await club.say(match, BOB, "LAMP2")
    await take_back(club, match, await seq_of(club, match, 4), seat=(ALICE, BOB).index(first))
    await finish(club, match)
    log = match_file.read(await exported(club, match, CAROL))
    assert log.broken == ""
    followed = list(follow(NIGHT, log))
    stored = await club.match(match)
    async with club.app.store.reading() as reader:
        state = await club.app.executor.positions.load(reader, stored)
    assert followed[-1].state == state
    shown = [each.entry.shown for each in followed if each.entry.shown]
    assert shown == list(range(1, stored.shown + 1))
