"""How well a computer player plays is chosen wherever one takes a seat, and shown with its name."""

from __future__ import annotations

from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, words

SAILORS: dict[str, str] = {"game": "astral_sailors", "seating": "choice"}


async def test_the_host_chooses_how_well_each_computer_player_plays(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", **SAILORS, players=4, computers=1, level="hard")
    assert "🤖 Computer 1 (hard)" in words(ann.newest)
    refused = await bo.presses("Add a computer player")
    assert "Only the player who opened the match" in refused.words
    for level, name in (("easy", "Computer 2 (easy)"), ("normal", "Computer 3 (normal)")):
        asked = await ann.presses("Add a computer player")
        assert asked.private
        told = await ann.presses(f"Computer player ({level})", asked.message)
        assert f"{name} plays along." in told.words
        assert f"🤖 {name}" in words(ann.newest)
    assert await _levels(world) == ["", "hard", "easy", "normal"]


async def test_a_level_that_a_game_does_not_have_is_refused(world: World, ann: Guest) -> None:
    refused = await ann.types("match new", game="toy", computers=1, level="hard")
    assert "no computer player of that level" in refused.words
    assert "There is: normal." in refused.words


async def test_a_first_match_is_against_an_easy_computer_player(world: World, ann: Guest) -> None:
    asked = await ann.types("help")
    await ann.presses("Play the computer: Astral Sailors: Civil War", asked.message)
    assert sorted(await _levels(world)) == ["", "easy"]


async def test_who_leaves_chooses_how_well_the_computer_player_plays_on(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    await begin(ann, bo, **SAILORS)
    asked = await bo.types("match leave")
    told = await bo.presses("Leave it to a computer player (hard)", asked.message)
    assert "Computer 1 (hard) plays on for you." in told.words
    told = await gm.types(
        "referee seat", seat="Red", instead="computer", level="easy", reason="Ann is ill"
    )
    assert "Computer 2 (easy) has Red now, in place of Ann." in told.words
    assert await _levels(world) == ["easy", "hard"]
    assert "🤖 Red (easy), Blue (hard): computer players" in words(ann.newest)


async def _levels(world: World) -> list[str]:
    return [holder.level for holder in await world.holders()]
