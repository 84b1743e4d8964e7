"""A referee lets a running match go on from the position of a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.play.referee import adjusting
from bot.play.storage.records import EntryKind, MatchId
from games.core.types import Forbidden, Refusal, Seat
from tests.play.conftest import ALICE, BOB, Club
from tests.play.referees import GM, WHY, Whistle
from tests.toy import GAME as TOY

STATE = {"/oil/0": 7, "/flames/1": {"seat": 0, "height": 3}, "/lamps/0": 2, "/lamps/1": 3}


def file(state: dict[str, Any] = STATE, **more: Any) -> dict[str, Any]:
    return {"game": "toy", "position": {"state": {**state, "/wind": 4}}, **more}


async def place(club: Club, match: MatchId, what: Any, by: Any = GM) -> str:
    data = what if isinstance(what, bytes) else json.dumps(what).encode()
    ruling = Whistle(club, match, by).ruling()
    return (await adjusting.place(club.app, ruling, data)).text


async def preview(club: Club, match: MatchId, what: Any) -> Any:
    ruling = Whistle(club, match).ruling()
    return await adjusting.preview_place(club.app, ruling, json.dumps(what).encode())


async def test_a_match_goes_on_from_the_position_of_a_file(club: Club) -> None:
    match = await club.begin_with_lamps()
    kinds = await club.kinds(match)
    assert "Everybody can read" in await place(club, match, file())
    assert await club.kinds(match) == [*kinds, "position"], "it is one entry"
    view = (await club.sees(match, 99)).view
    assert (view.oil[0], view.flames[1].height, view.wind) == (7, 3, 4)
    mover, _ = await club.on_turn(match)
    await club.say(match, mover, "REST")
    await club.replayed(match)


async def test_it_is_looked_at_first_and_changes_nothing_then(club: Club) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    shown = await preview(club, match, file())
    assert shown.after.oil[0] == 7
    assert shown.after.lamps == (0, 0), "the referee has not looked at what is hidden"
    assert await club.match(match) == before


async def test_everybody_reads_why_and_nobody_what_is_hidden(club: Club) -> None:
    match = await club.begin_with_lamps()
    await place(club, match, file())
    line = (await club.log(match))[-1]
    assert (line.kind, line.reason, line.referee) == (EntryKind.POSITION, WHY, GM.name)
    assert not line.sentences
    assert not line.text
    for user in (ALICE.user, BOB.user):
        seen = (await club.sees(match, user)).view
        assert sum(map(bool, seen.lamps)) == 1


async def test_only_the_referee_takes_it_back(club: Club) -> None:
    match = await club.begin_with_lamps()
    shown = (await club.match(match)).shown
    await place(club, match, file())
    with pytest.raises(Refusal, match="was not played: the match was set up like that"):
        await club.undo(match, ALICE)
    await Whistle(club, match).undo(shown)
    view = (await club.sees(match, 99)).view
    assert view.oil[0] != 7
    await club.replayed(match)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (b"{", "not JSON"),
        (b"[" * 200, "nested too deeply"),
        ([], "The file cannot be read"),
        (file(game="chess"), "The file is of chess, not of Beacons"),
        (file(play=["REST"]), "play: there is nothing of this name"),
        (file(settings={"oil": 5}), "another value of “Oil” than this match"),
        (file(settings={"luck": 3}), "luck: there is nothing of this name"),
        ({"game": "toy", "position": {"seats": 3}}, "other seats or teams"),
        (file({"/oil/9": 1}), "there is nothing at /oil/9"),
        (file({"/oil": "all"}), "state: "),
        (file({"/lamps": []}), "No match can stand like that"),
    ],
)
async def test_what_does_not_fit_the_match_is_refused(club: Club, what: Any, said: str) -> None:
    match = await club.begin_with_lamps()
    before = await club.match(match)
    with pytest.raises(Refusal, match=said):
        await place(club, match, what)
    assert await club.match(match) == before


async def test_what_no_match_could_be_in_is_refused_with_its_rule(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    fault = Forbidden("TOY-02", "There is more oil than the lamps hold.")
    monkeypatch.setattr(type(TOY.editing), "sound", lambda editing, state: iter((fault,)))
    with pytest.raises(Forbidden, match="more oil than the lamps hold"):
        await place(club, match, file())


async def test_a_referee_who_plays_sets_and_reads_no_secrets(club: Club) -> None:
    match = await club.begin_with_lamps()
    with pytest.raises(Refusal, match="who does not play"):
        await place(club, match, file(), by=ALICE)
    with pytest.raises(Refusal, match="who does not play"):
        await adjusting.write_place(club.app, Whistle(club, match, ALICE).ruling())


async def test_a_position_can_be_had_as_a_file_by_who_has_looked_at_all(club: Club) -> None:
    match = await club.begin_with_lamps()
    gm = Whistle(club, match)
    await gm.look(Seat(0))
    with pytest.raises(Refusal, match="Secrets stand in that file"):
        await adjusting.write_place(club.app, gm.ruling())
    await gm.look(None)
    kept = await adjusting.write_place(club.app, gm.ruling())
    before = (await club.sees(match, ALICE)).view
    await place(club, match, file())
    await place(club, match, kept)
    assert (await club.sees(match, ALICE)).view == before
