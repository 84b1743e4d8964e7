"""Matches of Beeline and Dispersed Go, set up and played to their ends."""

from __future__ import annotations

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, words
from tests.chat.test_astralis_variants import start
from tests.chat.test_match_by_buttons import play


@pytest.mark.rules("AST-V4-02", "AST-V4-10", "AST-V4-11")
async def test_stones_are_placed_by_buttons_and_typed_until_both_pass(
    world: World, ann: Guest, bo: Guest
) -> None:
    await start(ann, bo, "dispersed_go")
    told = await play(ann, "B", "B3")
    assert "Yellow places a stone on B3." in told.words
    for guest, text in ((bo, "A1"), (ann, "C2")):
        told = await guest.types("move", text=text)
    assert "Yellow captures the stone on A1." in told.words
    assert "captures A1" in alt_text(ann.newest)
    refused = await bo.types("move", text="A1")
    assert "would be in a group without a liberty" in refused.words
    await bo.types("move", text="PASS")
    assert "The last turn was a pass: another one ends the match." in alt_text(ann.newest)
    await world.restart()
    await ann.types("move", text="pass")
    assert (await world.match()).status is Status.OVER
    assert "Yellow wins by 123.5, 127 to 3.5. Both sides have passed." in words(ann.newest)


FLOWERS = """
    A3 M10 A3-C5* M10-M11* C5-D5* M11-G5* D5-D3* G5-J8* D3-C2* J8-C8* C2-F5* C8-D9* F5-F11* D9-E9*
    F11-I11* E9-G11* I11-J12* G11-E9* J12-I11* E9-D9 I11-I9* D9-B7* I9-M13 B7-K7* M13-F6 K7-G3*
    F6-F7 G3-B3* F7-I7* B3-B4* I7-I5* B4-C4 I5-L8* C4-F7* L8-K8 F7-D5* K8-K6* D5-D4 K6-H6 D4-A1
    H6-H3* A1-D4 H3-H4*
"""
"""A match of Beeline on 127 hexes."""


@pytest.mark.rules("AST-V3-05", "AST-V3-06")
async def test_bees_plant_until_nothing_can_grow(world: World, ann: Guest, bo: Guest) -> None:
    await start(ann, bo, "beeline")
    for number, text in enumerate(FLOWERS.split()):
        assert (await world.match()).status is Status.RUNNING
        await (ann, bo)[number % 2].types("move", text=text)
    assert (await world.match()).status is Status.OVER
    assert "Yellow wins by 0.5, 16 to 15.5. No more flowers can be planted." in words(ann.newest)
    assert "Flowers can still be planted on 0 hexes." in alt_text(ann.newest)
