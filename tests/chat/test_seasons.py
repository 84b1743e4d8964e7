"""Ladders that are kept as they stood when a season ended."""

from __future__ import annotations

import pytest

from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, begin, words

DAY = 86_400


async def play(ann: Guest, bo: Guest) -> None:
    """A rated match that Bo wins."""
    await begin(ann, bo)
    await ann.resigns()


async def pass_time(world: World, seconds: float) -> None:
    await world.env.advance_time(seconds)
    await world.look()


def last_day(world: World) -> str:
    return f"{world.env.now():%Y-%m-%d}"


async def test_the_ladder_is_kept_and_told_when_the_season_ends_and_ratings_go_on(
    world: World, gm: Guest, ann: Guest, bo: Guest
) -> None:
    results = world.guild.create_text_channel("results")
    await gm.names("chronicle", results)
    told = await gm.types("server season", title="Spring", ends=last_day(world), game="toy")
    day = last_day(world)
    assert f"The season Spring ends at the end of {day}, UTC." in told.words
    await play(ann, bo)
    told = await ann.types("stats", season="spring")
    assert f"The season Spring goes on: it ends at the end of {day}, UTC." in told.words
    await pass_time(world, DAY)
    shown = results.history()[-1]
    assert "### Season Spring is over" in words(shown)
    assert "Bo" in words(shown)
    assert "1. Bo: Elo 1520, won 1, drawn 0, lost 0; 2. Ann: Elo 1480" in alt_text(shown)
    count = len(results.history())
    await play(ann, bo)
    await pass_time(world, 60)
    season = await ann.types("stats", season="Spring")
    assert season.private
    assert "1. Bo: Elo 1520, won 1, drawn 0, lost 0" in alt_text(season.message)
    ladder = await ann.types("stats", ladder=True, game="toy")
    assert "2 played" in ladder.words
    assert len([each for each in results.history() if "Season" in words(each)]) == 1
    assert len(results.history()) == count + 1, "the second match is told"
    assert await ann.suggested("stats", "season", "") == ["Spring"]
    assert f"- **Spring**, Beacons: ended on {day}" in (await gm.types("server season")).words


async def test_what_is_played_after_its_end_does_not_count(
    world: World, gm: Guest, ann: Guest, bo: Guest
) -> None:
    await gm.types("server season", title="Short", ends=last_day(world))
    await world.env.advance_time(DAY)
    await play(ann, bo)
    await pass_time(world, 60)
    told = await ann.types("stats", season="Short")
    assert "Nobody was rated." in told.words


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("2001-01-01", "The 2001-01-01 is over."),
        ("31.12.2030", "I cannot read that date."),
        ("2030-02-30", "I cannot read that date."),
    ],
)
async def test_days_that_are_over_or_no_days_are_refused(
    world: World, gm: Guest, ends: str, said: str
) -> None:
    assert said in (await gm.types("server season", title="Odd", ends=ends)).words
    assert "has had no seasons" in (await gm.types("server season")).words


async def test_only_who_manages_the_server_plans_seasons_and_old_ones_stay(
    world: World, gm: Guest, ann: Guest
) -> None:
    await world.show_command("server", ann)
    told = await ann.types("server season", title="Mine", ends=last_day(world))
    assert "Only members with Manage Server" in told.words
    told = await gm.types("server season", title="Spring")
    assert "A season needs its last day." in told.words
    await gm.types("server season", title="Spring", ends=last_day(world))
    await pass_time(world, DAY)
    told = await gm.types("server season", title="SPRING", ends=last_day(world))
    assert "There was a season of that title." in told.words
    assert "There was no such season" in (await ann.types("stats", season="autumn")).words
