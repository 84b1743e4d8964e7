"""Matches of Astralis and its variants: one player presses buttons, the other types."""

from __future__ import annotations

import pytest

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_text, begin, buttons, choices, files, words

W32 = (
    *("A3", "M8", "A3-C3+B2", "M8-I4+J5", "C3-E5+D4", "I4-F4+G5", "E5-L12+M12", "F4-J8+I7"),
    *("L12-L8+K8", "J8-L10+M10", "L8-E8+E7", "L10-J8+J9", "E8-A4+A3", "J8-C8+C7", "A4-F9+F10"),
    *("C8-F8+G8", "F9-G10+H10", "F8-F2+F1", "G10-A4+B5", "F2-E2+F3", "A4-I12+J12", "E2-D2+C1"),
    *("I12-I13+H12", "D2-H2+I3", "I13-G13+F12", "H2-K5+L6", "G13-A7+B8", "K5-M7+M8"),
    *("A7-C9+D9", "M7-F7+F6", "C9-C5", "F7-K12+K11"),
)
CLAIMS = {"A4-I12+J12": "L13", "D2-H2+I3": "H4", "A7-C9+D9": "A6,C7"}
"""The awards of W32."""


async def small_match(ann: Guest, bo: Guest, variant: str = "") -> None:
    """Begun on 127 hexes: Ann is Yellow, Bo is Cyan."""
    await ann.types("match new", game="astralis", seating="choice")
    form = await ann.chooses("size", await ann.presses("Settings"), "7")
    if variant:
        await ann.chooses("variant", form, variant)
    await bo.types("match join", seat="Cyan")
    await ann.presses("Start")


async def play(guest: Guest, *path: str) -> Told:
    """One answer after the other by buttons and selects, and Confirm."""
    asked = await guest.presses("Make a move")
    assert asked.private
    for key in path:
        if "Confirm" in buttons(asked.message):
            break  # nothing could be planted there, so nothing was asked
        while key not in choices(asked.message):
            asked = await guest.presses("Next", asked.message)
        asked = await guest.picks(key, asked.message)
    return await guest.presses("Confirm", asked.message)


def told_of(move: str, number: int) -> str:
    """How the receipt of a move in ``W32`` begins."""
    origin, dash, to = move.partition("+")[0].partition("-")
    does = f"flies from {origin} to {to}." if dash else f"places its ship on {origin}."
    return f"{('Yellow', 'Cyan')[number % 2]} {does}"


@pytest.mark.on_both
@pytest.mark.rules("W32")
async def test_a_whole_match_is_pressed_by_one_and_typed_by_the_other(
    world: World, ann: Guest, bo: Guest
) -> None:
    await small_match(ann, bo)
    for number, move in enumerate(W32):
        if number % 2:
            done = await bo.types("move", text=move)
        else:
            _, dash, turn = move.partition("-")
            to, _, plant = turn.partition("+")
            done = await (play(ann, to, plant or "none") if dash else play(ann, move))
        assert told_of(move, number) in done.words
        panel = words(ann.newest)
        assert all(f" {place}" in panel for place in move.rpartition("-")[2].split("+"))
        if number + 1 < len(W32):
            assert f"<@{(bo, ann)[number % 2].id}>" in panel
        if number in (4, 21):
            await world.restart()
    match = await world.match()
    assert (match.status, match.shown) == (Status.OVER, 1 + len(W32))
    assert "Yellow wins by 5.5, 59 to 53.5." in words(ann.newest)
    assert set(buttons(ann.newest)) == {"Rematch", "Board", "Log", "Replay"}
    assert "This match is over." in (await bo.types("move", text="K12-K10")).words
    assert "M7-F7+F6" in (await ann.types("match log")).words


async def test_the_preview_shows_the_board_after_the_move_and_plays_nothing(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, game="astralis")
    public = len(ann.place.history())
    asked = await ann.presses("Make a move")
    looked = await ann.picks("A4", asked.message)
    assert looked.message.id == asked.message.id
    assert looked.private
    assert "Your move: A4" in looked.words
    assert "A4" in alt_text(looked.message)
    assert (await world.match()).shown == 1
    assert len(ann.place.history()) == public
    back = await ann.presses("Back", looked.message)
    assert "A4" in choices(back.message)
    assert [file.filename for file in files(back.message)] == ["choices.png"]
    assert "1: A2. 2: A3. 3: A4. 4: A5. 5: A6. 6: A7." in alt_text(back.message)
    looked = await ann.fills(await ann.presses("Type it", back.message), text=" a04 ")
    assert "Your move: A4" in looked.words
    assert (await world.match()).shown == 1
    done = await ann.presses("Confirm", looked.message)
    assert "Yellow places its ship on A4. It waits for Cyan's placement." in done.words


# --- Variants ---


@pytest.mark.rules("AST-V1-02", "AST-V1-04", "AST-V1-07")
async def test_a_match_with_claims_is_played_to_its_end(
    world: World, ann: Guest, bo: Guest
) -> None:
    await small_match(ann, bo, "simplified")
    for number, move in enumerate(W32):
        guest = (ann, bo)[number % 2]
        if move == "A7-C9+D9":
            told = await play(guest, "C9", "D9", "A", "6", "M", "13", "C", "7", "done")
            assert "Yellow extracts the planet of Cyan on C7." in told.words
            assert "Yellow's claim of M13 is wrong." in told.words
            await world.restart()
        else:
            claim = f" CLAIM {CLAIMS[move]}" if move in CLAIMS else ""
            await guest.types("move", text=f"{move}{claim}")
        if number + 1 < len(W32):
            for word in ("contested", "unexplored", "53.5", "Hexes"):
                assert word not in words(guest.newest) + alt_text(guest.newest)
    assert (await world.match()).status is Status.OVER
    assert "Yellow wins by 5.5, 59 to 53.5." in words(ann.newest)
    assert "18 contested, 0 unexplored" in alt_text(ann.newest)


@pytest.mark.rules("AST-V1-01")
async def test_the_preview_of_a_claim_does_not_tell_whether_it_is_right(
    ann: Guest, bo: Guest
) -> None:
    await small_match(ann, bo, "simplified")
    for turn, move in enumerate(W32[: W32.index("A4-I12+J12")]):
        await (ann, bo)[turn % 2].types("move", text=move)
    previews = []
    for row, number in (("L", "13"), ("E", "8")):
        asked = await ann.presses("Make a move")
        for key in ("I12", "J12", row, number, "done"):
            asked = await ann.picks(key, asked.message)
        previews.append(asked)
    right, wrong = (f"{asked.words}\n{alt_text(asked.message)}" for asked in previews)
    assert right.replace("L13", "E8") == wrong


@pytest.mark.rules("AST-V4-02", "AST-V4-10", "AST-V4-11")
async def test_stones_are_placed_by_buttons_and_typed_until_both_pass(
    world: World, ann: Guest, bo: Guest
) -> None:
    await small_match(ann, bo, "dispersed_go")
    assert "Yellow places a stone on B3." in (await play(ann, "B", "B3")).words
    await bo.types("move", text="A1")
    told = await ann.types("move", text="C2")
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
