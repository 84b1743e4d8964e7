"""Two worlds that a referee may not tell apart: whatever they do, both give the same bytes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.play.history import excerpts
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.people.leaving import Replacement
from bot.play.referee import referee_views
from bot.play.storage.records import EntryKind, MatchId
from games.core.questions import Question
from games.core.types import SPECTATOR, Refusal, Seat, Seated
from tests.play.conftest import ALICE, BOB, GAMES, Club, a_club
from tests.play.referees import GM, Whistle
from tests.toy.variants import HUSH

Act = Callable[[Whistle], Awaitable[object]]
ACTS: dict[str, Act] = {
    "look": lambda gm: gm.look(0),
    "look at all": lambda gm: gm.look(None),
    "their lamp": lambda gm: gm.adjust("LAMP RED 1"),
    "the same lamp": lambda gm: gm.adjust("LAMP RED 2"),
    "another lamp": lambda gm: gm.adjust("LAMP RED 5"),
    "oil": lambda gm: gm.adjust("OIL RED 9"),
    "fire on the lamp": lambda gm: gm.adjust("BEACON 2 GREEN 3"),
    "fire elsewhere": lambda gm: gm.adjust("BEACON 5 GREEN 3"),
    "their move": lambda gm: gm.move(0, "B2+1"),
    "their default": lambda gm: gm.default(0),
    "own default": lambda gm: gm.default(1),
    "reopen theirs": lambda gm: gm.reopen(0),
    "reopen own": lambda gm: gm.reopen(1),
    "nobody": lambda gm: gm.clear(0),
    "back": lambda gm: gm.undo(2),
    "to the start": lambda gm: gm.undo(1),
    "close": lambda gm: gm.close((1,)),
}


async def told(club: Club, match: MatchId, by: Person, act: Act) -> tuple[object, ...]:
    """What an act answers, and everything that its author can see afterwards."""
    whistle = Whistle(club, match, by)
    try:
        answer: object = await act(whistle)
    except Refusal as refusal:
        answer = (type(refusal).__name__, str(refusal))
    app = club.app
    match_view = await views.load_for_user(app, match, by.user)
    seat = match_view.seat
    log = await views.load_log(app, match, SPECTATOR if seat is None else Seated(seat))
    offered, typed = None, None
    try:
        asked = await referee_views.load_node(app, match, by.user, (), manages=True)
        offered = asked.question if isinstance(asked.question, Question) else asked.text
        typed = [
            each.text
            for each in (
                await referee_views.complete_adjustment(
                    app, match, by.user, "LAMP", 25, manages=True
                )
            )[0]
        ]
    except Refusal as refusal:
        offered = str(refusal)
    moves = await referee_views.complete_move(app, match, by.user, Seat(0), "", 25, manages=True)
    return answer, match_view.view, match_view.mine, match_view.awaited, log, offered, typed, moves


async def lamps(club: Club, channel: int, *, other: bool) -> MatchId:
    """Red's lamp is in one beacon or in another."""
    match = await club.begin(channel)
    await club.say(match, BOB, "LAMP3")
    await club.say(match, ALICE, "LAMP5" if other else "LAMP2")
    return match


async def night(club: Club, channel: int, *, other: bool) -> MatchId:
    """A seat may move its lamp unseen, and nobody waits for that."""
    match = await club.begin_with_lamps("night", channel=channel)
    if other:
        await club.say(match, ALICE, "LAMP6")
    return match


async def asked(club: Club, channel: int, *, other: bool) -> MatchId:
    """Nobody learns who has hidden a lamp before all have: in one of the worlds Red has."""
    match = await club.begin(channel, "hush", clock="24h")
    if other:
        await club.say(match, ALICE, "LAMP6")
    return match


async def offered(club: Club, channel: int, *, other: bool) -> MatchId:
    match = await club.begin_with_lamps("hush", channel=channel, clock="24h")
    for _ in range(2 * other):
        await club.say(match, ALICE, "LAMP6")
    return match


BLIND = {name: act for name, act in ACTS.items() if not name.startswith("look")}
UNSEEN: dict[str, Act] = {
    **BLIND,
    "time": lambda gm: gm.time(0, 5),
    "a computer": lambda gm: gm.clear(0, Replacement.COMPUTER),
    "pause": lambda gm: gm.pause(),
}
FEW = {name: ACTS[name] for name in ("their default", "reopen theirs", "their move", "look")}
FOR_HIM = {name: act for name, act in UNSEEN.items() if name != "own default"}
"""That would be his answer, and the last one: the lamps are hidden for all to see."""


@pytest.mark.parametrize("by", [BOB, GM], ids=["plays", "has not looked"])
@pytest.mark.parametrize(
    ("begun", "acts_of_bob", "acts_of_gm"),
    [(lamps, ACTS, BLIND), (night, FEW, {}), (asked, FOR_HIM, UNSEEN), (offered, UNSEEN, UNSEEN)],
)
async def test_no_act_tells_a_referee_what_only_another_seat_may_know(
    tmp_path: Path, begun: Any, acts_of_bob: dict[str, Act], acts_of_gm: dict[str, Act], by: Person
) -> None:
    """Each act is done in a match of its own."""
    acts, worlds = acts_of_bob if by is BOB else acts_of_gm, list[dict[str, object]]()
    for other in (False, True):
        folder = tmp_path / str(other)
        folder.mkdir()
        async with a_club(folder, (*GAMES, HUSH)) as club:
            worlds.append(
                {
                    name: await told(club, await begun(club, number, other=other), by, act)
                    for number, (name, act) in enumerate(acts.items(), 1)
                }
            )
    assert [name for name in acts if worlds[0][name] != worlds[1][name]] == []


async def test_who_has_looked_sees_the_difference(club: Club) -> None:
    seen = []
    for other in (False, True):
        match = await lamps(club, 300 + other, other=other)
        await Whistle(club, match).look(None)
        view = await referee_views.load_view(club.app, match, GM.user, manages=True)
        seen.append(view.view.lamps)
    assert seen == [(2, 3), (5, 3)]


@pytest.mark.parametrize("secretly", [False, True])
async def test_whether_a_seat_could_choose_unseen_is_told_to_no_referee_who_plays(
    club: Club, secretly: bool
) -> None:
    """What all are asked in secret is known to all; an offer that nobody waits for is not."""
    match = await (club.begin(game="night") if secretly else club.begin_with_lamps("night"))
    by, other = (BOB, ALICE) if secretly else await club.on_turn(match)
    with pytest.raises(Refusal, match="is not openly waiting") as refused:
        await Whistle(club, match, by).default((ALICE, BOB).index(other))
    assert ("chosen in secret" in str(refused.value)) is secretly


async def test_who_has_looked_can_play_the_default_of_a_secret_choice_and_it_is_told(
    tmp_path: Path,
) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin(game="hush")
        gm = Whistle(club, match)
        with pytest.raises(Refusal, match="is not openly waiting") as refused:
            await gm.default(0)
        assert "/referee look" in refused.value.instead
        await gm.look(0)
        assert "in secret" in (await gm.default(0)).text
        with pytest.raises(Refusal, match="is not waiting for Red"):
            await gm.default(0)
        assert (await club.sees(match, ALICE)).view.lamps[0] == 1
        await club.resign(match, ALICE)
        assert [line.kind for line in await excerpts.referee_lines(club.app, match)] == [
            EntryKind.LOOKED,
            EntryKind.DEFAULT,
        ]


async def test_who_has_looked_can_ask_again_for_a_secret_choice(tmp_path: Path) -> None:
    async with a_club(tmp_path, (HUSH,)) as club:
        match = await club.begin(game="hush")
        await club.say(match, ALICE, "LAMP6")
        gm = Whistle(club, match)
        with pytest.raises(Refusal, match="given no answer") as refused:
            await gm.reopen(0)
        assert "/referee look" in refused.value.instead
        await gm.look(1)
        with pytest.raises(Refusal, match="given no answer"):
            await gm.reopen(0)
        await gm.look(0)
        await gm.reopen(0)
        assert (await club.sees(match, ALICE)).mine
