"""Files of matches that were played under older rules: shown, not played again, gone on from."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from bot.play.history import exports, looking_back
from bot.play.storage.packing import pack
from bot.play.storage.records import EntryKind, MatchId
from games.cli import replay, verify
from games.cli.faults import Differs
from games.core.log import match_file
from games.core.log.verification import Wrong, first_played, follow
from games.core.types import Forbidden, Refusal
from tests.play.conftest import ALICE, CAROL, Club
from tests.play.pasts import finish, no_board, raw, take_back
from tests.play.referees import Whistle
from tests.play.test_epochs import release as new_release
from tests.play.test_imports import imported, sealed
from tests.toy import GAME as TOY


def release(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    new_release(club, monkeypatch)
    for _ in range(99):  # ids that the first process has used must not come again
        club.app.entropy.bytes(1)


STRANGER = 99


async def played(club: Club) -> MatchId:
    """With something taken back."""
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    await club.say(match, person, "B4+2")
    await take_back(club, match, (await club.match(match)).seq - 1)
    await club.say(match, person, "B6+1")
    return match


async def file_of(club: Club, match: MatchId) -> dict[str, Any]:
    found = await exports.export(club.app, match, CAROL.user, no_board)
    assert found.complete
    assert found.importable
    return raw(found.data)


async def past(club: Club, match: MatchId, last: int) -> list[object]:
    """The positions that everybody could look at, up to a number."""
    return [
        (await looking_back.load_position(club.app, match, STRANGER, number)).match_view.view
        for number in range(1, last + 1)
    ]


async def test_a_match_across_a_release_is_shown_and_goes_on_from_its_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(club)
    older = (await club.match(match)).shown
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    seen, lines = await past(club, match, older), await club.log(match)
    await finish(club, match)
    file = await file_of(club, match)
    again = (await imported(club, sealed(file), at=older + 2)).match
    assert await past(club, again, older) == seen
    told = [line.sentences for line in await club.log(again)]
    assert told[:older] == [line.sentences for line in lines[:older]]
    entries = await club.entries(again)
    assert [each.rules_version for each in entries[:older]] == [1] * older
    assert entries[older].kind is EntryKind.POSITION
    assert "gust" in entries[older].reason
    await club.replayed(again)
    # What was imported can be exported and imported once more.
    await Whistle(club, again).close(None)
    await imported(club, sealed(await file_of(club, again)), at=older + 2, channel=901)


async def test_a_match_that_ended_before_the_release_goes_on_from_its_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(club)
    older = (await club.match(match)).shown
    seen = await past(club, match, older)
    await finish(club, match)
    release(club, monkeypatch)
    file = await file_of(club, match)
    log = match_file.read(sealed(file))
    assert first_played(TOY, log) == len(log.entries)
    assert list(follow(TOY, log))[-1].state is None
    again = (await imported(club, sealed(file), at=older)).match
    assert await past(club, again, older) == seen
    assert (await club.entries(again))[older].kind is EntryKind.POSITION
    person = next(iter(await club.holders(again)))
    assert person.user == CAROL.user


async def test_verify_says_what_it_cannot_check(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await played(club)
    await finish(club, match)
    release(club, monkeypatch)
    file = await file_of(club, match)
    monkeypatch.setattr(verify, "find_game", lambda name: TOY)
    verify.verify_log("match.json", match_file.read(sealed(file)), None)
    said = capsys.readouterr().out
    assert "played under rules version 1: the dice are checked, the moves cannot be" in said
    assert "Dice        ok" in said
    dice = next(entry for entry in file["entries"] if entry["kind"] == "dice")
    dice["faces"][0][0] = dice["faces"][0][0] % 6 + 1
    with pytest.raises(Differs):
        verify.verify_log("match.json", match_file.read(sealed(file)), None)


async def test_verify_names_the_version_of_what_came_before(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await played(club)
    older = (await club.match(match)).seq
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await Whistle(club, match).close(None)
    log = match_file.read(sealed(await file_of(club, match)))
    monkeypatch.setattr(verify, "find_game", lambda name: TOY)
    verify.verify_log("match.json", log, None)
    said = capsys.readouterr().out
    assert "Rules       ok" in said
    assert f"{older} entries were played under rules version 1: the dice are checked, the" in said
    assert "1 entry sets a position, which was not checked" in said


async def test_what_older_rules_have_played_is_told_by_the_sentences_of_the_file(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await played(club)
    lines = await club.log(match)
    release(club, monkeypatch)
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    await Whistle(club, match).close(())
    file = await file_of(club, match)
    file["entries"][0]["told"] = ["It \x1b[31mbegins."]
    monkeypatch.setattr(replay, "find_game", lambda name: TOY)
    replay.tell_log("match.json", match_file.read(sealed(file)))
    said = capsys.readouterr().out.splitlines()
    assert "     It ?[31mbegins." in said
    for sentence in (each for line in lines for each in line.sentences):
        assert f"     {sentence}" in said
    assert sum("Played under rules version" in line for line in said) == 2
    assert said[-1].startswith("Ending in the file: ")
    assert not any("not over" in line for line in said)


async def test_a_match_that_older_rules_have_ended_is_told_to_its_end(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await played(club)
    await finish(club, match)
    release(club, monkeypatch)
    log = match_file.read(sealed(await file_of(club, match)))
    monkeypatch.setattr(replay, "find_game", lambda name: TOY)
    replay.tell_log("match.json", log)
    said = capsys.readouterr().out.splitlines()
    assert said[-2] == f"Final score: {log.end.stands}"
    assert said[-1].startswith("Ending in the file: ")


async def test_a_file_under_the_rules_of_today_holds_no_positions(club: Club) -> None:
    match = await played(club)
    await finish(club, match)
    for entry in (await file_of(club, match))["entries"]:
        assert not {"after", "events", "form"} & entry.keys()


def _text(entry: dict[str, Any]) -> None:
    entry["after"] = "not base64!"


def _other_base(entry: dict[str, Any]) -> None:
    entry["after"] = b64encode(pack(b"{}", b"something else")).decode()


def _no_state(entry: dict[str, Any]) -> None:
    entry["after"] = b64encode(pack(b'{"lamps":1}')).decode()


def _bomb(entry: dict[str, Any]) -> None:
    entry["after"] = b64encode(pack(b" " * (2 << 20))).decode()


def _none(entry: dict[str, Any]) -> None:
    del entry["after"]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_text, "Entry 1 .* not in this game's format"),
        (_other_base, "Entry 1 .* not in this game's format"),
        (_no_state, "Entry 1 .* not in this game's format"),
        (_bomb, "Entry 1 .* not in this game's format"),
        (_none, "Entry 1 .* has no position of it"),
    ],
)
async def test_a_position_that_is_none_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch, harm: Callable[[dict[str, Any]], None], said: str
) -> None:
    match = await played(club)
    await finish(club, match)
    release(club, monkeypatch)
    file = await file_of(club, match)
    harm(file["entries"][0])
    with pytest.raises(Refusal, match=said):
        await imported(club, sealed(file))


async def test_a_match_goes_on_only_from_a_position_that_the_game_accepts(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(club)
    shown = (await club.match(match)).shown
    await finish(club, match)
    release(club, monkeypatch)
    file = await file_of(club, match)
    fault = Forbidden("TOY-02", "There is more oil than the lamps hold.")
    monkeypatch.setattr(type(TOY.editing), "sound", lambda editing, state: iter((fault,)))
    with pytest.raises(Refusal, match=r"more oil than the lamps hold\. \[TOY-02\]"):
        await imported(club, sealed(file), at=shown)


async def test_events_and_moves_that_today_knows_not_are_left_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(club)
    shown = (await club.match(match)).shown
    await finish(club, match)
    release(club, monkeypatch)
    file = await file_of(club, match)
    for entry in file["entries"]:
        if "events" in entry:
            entry["events"].append({"kind": "exploded", "at": 3})
        if entry["kind"] == "move":
            entry["move"] = {"kind": "explode"}
        entry["text"] = "@everyone " * 200
    again = (await imported(club, sealed(file), at=shown)).match
    for line in await club.log(again):
        assert "everyone" not in line.text
    await looking_back.load_position(club.app, again, ALICE.user, shown)


async def test_rules_do_not_go_back_within_a_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody gets an entry past the check by calling it older."""
    release(club, monkeypatch)
    match = await played(club)
    await finish(club, match)
    file = await file_of(club, match)
    moves = [entry for entry in file["entries"] if entry["kind"] == "move"]
    moves[-1]["rules"] = TOY.meta.rules_version - 1
    with pytest.raises(Wrong, match="played under version 1"):
        list(follow(TOY, match_file.read(sealed(file))))
