"""Worked example W32 of the canon: a complete match of Astralis through slash commands."""

from __future__ import annotations

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, ids, words

W32 = (
    *("A3", "M8", "A3-C3+B2", "M8-I4+J5", "C3-E5+D4", "I4-F4+G5", "E5-L12+M12", "F4-J8+I7"),
    *("L12-L8+K8", "J8-L10+M10", "L8-E8+E7", "L10-J8+J9", "E8-A4+A3", "J8-C8+C7", "A4-F9+F10"),
    *("C8-F8+G8", "F9-G10+H10", "F8-F2+F1", "G10-A4+B5", "F2-E2+F3", "A4-I12+J12", "E2-D2+C1"),
    *("I12-I13+H12", "D2-H2+I3", "I13-G13+F12", "H2-K5+L6", "G13-A7+B8", "K5-M7+M8"),
    *("A7-C9+D9", "M7-F7+F6", "C9-C5", "F7-K12+K11"),
)


async def set_size(host: Guest, size: str) -> None:
    form = await host.presses("Settings")
    field = next(each for each in ids(form.message) if each.endswith(":size"))
    await host.picks(size, form.message, custom_id=field)


def told_of(move: str, number: int) -> str:
    """How the receipt of a move in ``W32`` begins."""
    origin, dash, to = move.partition("+")[0].partition("-")
    does = f"flies from {origin} to {to}." if dash else f"places its ship on {origin}."
    return f"{('Yellow', 'Cyan')[number % 2]} {does}"


@pytest.mark.rules("W32")
async def test_a_whole_match_is_played_by_typing(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="astralis", seating="choice")
    await set_size(ann, "7")
    assert "You have a seat" in (await bo.types("match join", seat="Cyan")).words
    assert (await ann.presses("Start")).private

    for number, move in enumerate(W32):
        guest, other = (ann, bo) if number % 2 == 0 else (bo, ann)
        told = await guest.types("move", text=move)
        assert told_of(move, number) in told.words
        panel = words(guest.newest)
        assert all(f" {place}" in panel for place in move.rpartition("-")[2].split("+"))
        if number + 1 < len(W32):
            assert f"<@{other.id}>" in panel
        if number == 20:
            await world.restart()
    over = words(ann.newest)
    assert "Yellow wins by 5.5, 59 to 53.5." in over
    assert set(buttons(ann.newest)) == {"Rematch", "Board", "Log", "Replay"}
    match = await world.match()
    assert match.status is Status.OVER
    assert match.shown == 1 + len(W32)

    refused = await bo.types("move", text="K12-K10")
    assert "This match is over." in refused.words
    log = await ann.types("match log")
    assert "M7-F7+F6" in log.words
