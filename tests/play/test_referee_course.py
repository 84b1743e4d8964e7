"""The referee ends a match, takes it elsewhere, lets it rest, gives time."""

from __future__ import annotations

import json

import pytest

from bot.play.refusals import NotNow
from bot.play.storage.records import EntryKind, Status
from games.core.types import Refusal
from tests.play.conftest import ALICE, Club
from tests.play.referees import WHY, Whistle


@pytest.mark.parametrize(
    ("winners", "kind", "won"), [((0,), "ruled", [0]), ((), "ruled", []), (None, "abandoned", [])]
)
async def test_a_match_is_closed_with_a_result(
    club: Club, winners: tuple[int, ...] | None, kind: str, won: list[int]
) -> None:
    match = await club.begin_with_lamps()
    shown = (await club.match(match)).shown
    await Whistle(club, match).close(winners)
    over = await club.match(match)
    assert over.status is Status.OVER
    assert over.ending is not None
    ending = json.loads(over.ending)
    assert (ending["kind"], ending["winners"]) == (kind, won)
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.reason, entry.shown) == (EntryKind.CLOSED, WHY, shown + 1)
    await Whistle(club, match).undo(shown)
    again = await club.match(match)
    assert (again.status, again.ending) == (Status.RUNNING, None)
    assert await club.decisions(match)
    await club.replayed(match)


async def test_a_match_rests_until_the_referee_lets_it_go_on(club: Club) -> None:
    match = await club.begin_with_lamps()
    mover, _ = await club.on_turn(match)
    gm = Whistle(club, match)
    await gm.pause()
    entry = (await club.entries(match))[-1]
    assert (entry.kind, entry.referee, entry.reason) == (EntryKind.PAUSED, "Gm", WHY)
    with pytest.raises(Refusal):
        await club.say(match, mover, "REST")
    await gm.adjust("OIL RED 9")
    await gm.resume()
    await club.say(match, mover, "REST")
    with pytest.raises(NotNow):
        await gm.resume()


async def test_a_seat_gets_more_time(club: Club) -> None:
    match = await club.begin_with_lamps(clock="24h")
    mover, _ = await club.on_turn(match)
    seat = 0 if mover is ALICE else 1
    before = {key: due for key, due in (await club.decisions(match)).items() if due}
    await Whistle(club, match).time(seat, 5)
    after = await club.decisions(match)
    for key, due in before.items():
        later = after[key]
        assert later is not None
        assert (later - due).total_seconds() == 5 * 3600
    assert (await club.entries(match))[-1].kind is EntryKind.EXTENDED
