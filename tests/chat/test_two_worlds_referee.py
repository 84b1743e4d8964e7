"""Two worlds that differ in one secret look the same to a referee who plays, and to one who has not
looked: every page, form, suggestion, refusal and panel, whatever they do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.chat.conftest import a_world
from tests.chat.guests import Guest, begin, buttons, choices
from tests.chat.test_referee_match import WHY
from tests.chat.test_two_worlds import requests, shape

ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("referee adjust", {"text": "LAMP RED 5", "reason": WHY}),
    ("referee adjust", {"text": "LAMP RED 4"}),
    ("referee adjust", {"text": "BEACON 4 GREEN 2"}),
    ("referee adjust", {"text": "BEACON 4 GREEN 2", "reason": WHY}),
    ("referee adjust", {"text": "BEACON 5 GREEN 2", "reason": WHY}),
    ("referee adjust", {"text": "OIL RED 9", "reason": WHY}),
    ("referee answer", {"seat": "Red", "move": "B4+1", "reason": WHY}),
    ("referee undo", {"seat": "Red"}),
    ("referee answer", {"seat": "Red", "reason": WHY}),
    ("referee dice", {"faces": "2", "reason": WHY}),
    ("referee clock", {"do": "pause", "reason": WHY}),
    ("referee clock", {"do": "resume", "reason": WHY}),
    ("referee undo", {"to": "2"}),
    ("referee seat", {"seat": "Red", "instead": "vacant", "reason": WHY}),
    ("referee doctor", {}),
)


async def refereed(folder: Path, lamp: str) -> dict[str, Any]:
    """A match in which Red hides the lamp in ``lamp``; all that two referees come to see."""
    folder.mkdir()
    async with a_world(folder) as world:
        ann = world.guest("ann")
        bo, gm = world.manager("bo"), world.manager("gm")
        await begin(ann, bo)
        await ann.types("move", text=lamp)
        answers: list[Any] = []
        for who in (bo, gm):
            answers += await looks(who)
        await bo.types("move", text="LAMP2")
        for command, options in ACTS:
            for who in (bo, gm):
                told = await who.types(command, **options)
                answers.append(await shape(told.message))
                if "Rewind" in buttons(told.message):
                    answers.append(await shape((await who.confirms(told, WHY)).message))
                answers += await looks(who)
        answers.append(await shape((await bo.types("referee look", reason=WHY)).message))
        return {
            "answers": answers,
            "channel": [await shape(each) for each in world.channel.history()],
            "letters": [
                await shape(each) for who in (bo, gm) for each in who.user.dm_channel.history()
            ],
            "requests": requests(world, ann),
        }


async def looks(who: Guest) -> list[Any]:
    """The picker to its end, what is suggested, and what everybody can look at."""
    found: list[Any] = []
    page = await who.types("referee adjust")
    while (offered := choices(page.message)) and "Set it" not in buttons(page.message):
        found.append(await shape(page.message))
        page = await who.picks(offered[-1], page.message)
    found.append(await shape(page.message))
    for option, command in (("text", "adjust"), ("to", "undo"), ("seat", "answer")):
        found.append(await who.suggested(f"referee {command}", option, ""))
    found.append(await who.suggested("referee adjust", "text", "LAMP"))
    found.append(await who.suggested("referee answer", "move", "", seat="Red"))
    found += [await shape((await who.types(each)).message) for each in ("match log", "match show")]
    return found


@pytest.mark.parametrize("other", ["LAMP5"])
async def test_referees_who_play_or_have_not_looked_see_the_same(
    tmp_path: Path, other: str
) -> None:
    one = await refereed(tmp_path / "one", "LAMP4")
    two = await refereed(tmp_path / "two", other)
    for name, seen in one.items():
        assert seen == two[name], name
