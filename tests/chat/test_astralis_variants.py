"""Matches of the variants of Astralis, set up and played to their ends."""

from __future__ import annotations

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, ids, words
from tests.chat.test_match_by_buttons import play
from tests.chat.test_match_by_commands import W32, set_size

CLAIMS = {"A4-I12+J12": "L13", "D2-H2+I3": "H4", "A7-C9+D9": "A6,C7"}
"""The awards of W32."""


async def start(ann: Guest, bo: Guest, variant: str) -> None:
    await ann.types("match new", game="astralis", seating="choice")
    await set_size(ann, "7")
    form = await ann.presses("Settings")
    field = next(each for each in ids(form.message) if each.endswith(":variant"))
    await ann.picks(variant, form.message, custom_id=field)
    await bo.types("match join", seat="Cyan")
    await ann.presses("Start")


@pytest.mark.rules("AST-V1-02", "AST-V1-04", "AST-V1-07")
async def test_a_match_with_claims_is_played_to_its_end(
    world: World, ann: Guest, bo: Guest
) -> None:
    await start(ann, bo, "simplified")
    for number, move in enumerate(W32):
        guest = (ann, bo)[number % 2]
        if move == "A7-C9+D9":
            told = await play(guest, "C9", "D9", "A", "6", "M", "13", "C", "7", "done")
        else:
            claim = f" CLAIM {CLAIMS[move]}" if move in CLAIMS else ""
            told = await guest.types("move", text=f"{move}{claim}")
        panel = words(guest.newest)
        if move == "A7-C9+D9":
            assert "Yellow extracts the planet of Cyan on C7." in told.words
            assert "Yellow's claim of M13 is wrong." in told.words
            await world.restart()
        if number + 1 < len(W32):
            for word in ("contested", "unexplored", "53.5", "Hexes"):
                assert word not in panel + alt_text(guest.newest)
    assert (await world.match()).status is Status.OVER
    assert "Yellow wins by 5.5, 59 to 53.5." in words(ann.newest)
    assert "12 contested" not in alt_text(ann.newest)
    assert "18 contested, 0 unexplored" in alt_text(ann.newest)


@pytest.mark.rules("AST-V1-01")
async def test_the_preview_of_a_claim_does_not_tell_whether_it_is_right(
    world: World, ann: Guest, bo: Guest
) -> None:
    await start(ann, bo, "simplified")
    for turn, move in enumerate(W32[: W32.index("A4-I12+J12")]):
        await (ann, bo)[turn % 2].types("move", text=move)
    previews = []
    for row, number in (("L", "13"), ("E", "8")):
        asked = await ann.presses("Make a move")
        for key in ("I12", "J12", row, number, "done"):
            asked = await ann.picks(key, asked.message)
        previews.append(asked)
    right, wrong = (alt_text(asked.message) for asked in previews)
    assert right.replace("L13", "E8") == wrong
    first, second = (asked.words for asked in previews)
    assert first.replace("L13", "E8") == second


@pytest.mark.rules("AST-V2-05")
async def test_a_match_with_dice_is_played_to_its_end(world: World, ann: Guest, bo: Guest) -> None:
    await start(ann, bo, "dice")
    for number, move in enumerate(W32):
        await (ann, bo)[number % 2].types("move", text=move)
    assert (await world.match()).status is Status.OVER
    assert "Yellow wins by 8.5, 70 to 61.5." in words(ann.newest)
