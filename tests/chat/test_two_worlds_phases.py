"""The whole bot in two worlds: in one of them Red has a Manhunt and is asked for its target while
armies are built. What everybody else sees, is told and is pinged for is the same, late or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.astral_sailors.rules.setup import muster
from tests.amounts import LONG
from tests.chat.conftest import a_world
from tests.chat.guests import begin, words
from tests.chat.sailors import Party
from tests.chat.test_two_worlds import shape
from tests.chat.test_two_worlds_unseen import requests, seen_by, told

RED, BLUE, GREEN = range(3)
HUNTS, HOLDS = 3, 5


async def lived(folder: Path, clock: str, aim: int, *, named: bool) -> list[tuple[str, object]]:
    """Red lets the time run out; the others have chosen. ``named``: of a target Red says which."""
    folder.mkdir()
    found: list[tuple[str, object]] = []
    async with a_world(folder) as world:
        ann, bo, cy = (world.guest(name) for name in ("ann", "bo", "cy"))
        gm = world.manager("gm")
        party = Party(world, {RED: ann, BLUE: bo, GREEN: cy})
        await world.show_command("referee", bo, cy)

        async def look(when: str) -> None:
            found.extend([(f"{when}: {what}", told(seen)) for what, seen in await seen_by(bo)])
            found.extend([(f"{when}: {what}", told(seen)) for what, seen in await seen_by(cy, gm)])
            public = [await shape(each) for each in world.channel.history()]
            found.append((f"{when}: channel", told(public)))
            found.append((f"{when}: requests", told(requests(world))))

        agreed = {"players": 3, "seating": "choice", "clock": clock, "referee": gm.actor}
        await begin(ann, bo, cy, game="astral_sailors", **agreed)
        for seat in (RED, BLUE, GREEN):
            await party.says(seat, "BELLICOSE NO")
        for seat in (BLUE, GREEN):
            await party.says(seat, "LIST hammer", "LOCK")
        if named and aim == HUNTS:
            await party.says(RED, "TARGET B")
        await look("begun")
        await world.env.advance_time(2.2 * 3600)
        await look("reminded")
        await world.env.advance_time(1 * 3600)
        await look("late")
        for who in (bo, cy):
            seen = [await shape(each) for each in who.user.dm_channel.history()]
            found.append(("letters", told(seen)))
        await world.env.advance_time(1 * 3600)
        letters = [words(each) for each in gm.user.dm_channel.history()]
        found.append(("letters to the referee", [each for each in letters if "💤" in each]))
    return found


GRACE = "24h; army 3h; grace 1h; remind 50%; autopilot 1"
VOTE = "24h; army 3h; target 1h; remind 50%; then vote"


@pytest.mark.parametrize(
    ("clock", "named"),
    [(GRACE, False), (VOTE, True), *([(GRACE, True), (VOTE, False)] if LONG else [])],
)
async def test_nobody_else_can_tell_whether_a_target_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: str, named: bool
) -> None:
    real, worlds = muster._give, []
    for aim in (HUNTS, HOLDS):
        aims = (aim, 2, 6)
        with monkeypatch.context() as patch:
            patch.setattr(
                muster, "_give", lambda course, team, _, aims=aims: real(course, team, aims[team])
            )
            worlds.append(await lived(tmp_path / str(aim), clock, aim, named=named))
    one, other = worlds
    assert [place for place, _ in one] == [place for place, _ in other]
    pairs = zip(one, other, strict=True)
    assert [place for (place, seen), (_, again) in pairs if seen != again] == []
