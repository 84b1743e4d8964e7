"""Looking closer: parts of a board, by buttons of any age and by names that are typed."""

from __future__ import annotations

import pytest

from bot.chat.match.looks import Looks
from renderers.cards.legend import LegendLine
from renderers.palette import RED
from renderers.scene import Art
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, alt_texts, buttons, files
from tests.chat.test_router import posted
from tests.toy.picture import ToyScene


@pytest.fixture
async def astralis(world: World, ann: Guest, bo: Guest) -> Guest:
    """A match of Ann and Bo in which both ships are placed."""
    await ann.types("match new", game="astralis")
    await bo.types("match join")
    await ann.presses("Start")
    for text in ("A4", "B3", "A5", "C5"):
        for guest in (ann, bo):
            await guest.types("move", text=text)
    return ann


async def test_every_board_has_closer_whole_and_around(world: World, astralis: Guest) -> None:
    board = await astralis.presses("Board")
    assert {"Closer", "Around…"} < set(buttons(board.message))
    assert "Whole" not in buttons(board.message)
    closer = await astralis.presses("Closer", board.message)
    assert alt_text(closer.message).startswith("Astralis, the part around ")
    assert {"Whole", "Around…"} < set(buttons(closer.message))
    assert "Closer" not in buttons(closer.message)
    await world.restart()
    around = await astralis.fills(await astralis.presses("Around…", closer.message), name=" h8 ")
    assert "the part around H8." in alt_text(around.message)
    turned = await astralis.presses("Turn the board", around.message)
    assert "the part around H8." in alt_text(turned.message), "the part stays"
    text = await astralis.presses("As text", turned.message)
    assert not files(text.message)
    assert "\nO" not in text.words.partition("```")[2], "the text board is of the part too"
    whole = await astralis.presses(
        "As picture", (await astralis.presses("Whole", text.message)).message
    )
    assert alt_text(whole.message).startswith("Astralis. ")


async def test_positions_of_then_have_parts_too(astralis: Guest) -> None:
    then = await astralis.types("match show", at=1, around="e7")
    assert "the part around E7." in alt_text(then.message)
    back = await astralis.presses("Next", then.message)
    assert "the part around E7." in alt_text(back.message)
    named = await astralis.fills(await astralis.presses("Around…", back.message), name="G7")
    assert "the part around G7." in alt_text(named.message)
    assert "#2 of " in named.words


@pytest.mark.parametrize("name", ["Q99", "A0", "R5", "Z", "99"])
async def test_what_is_not_there_is_said_below_the_whole_board(astralis: Guest, name: str) -> None:
    told = await astralis.types("match show", around=name)
    assert f"There is nothing called {name} on the board that you see." in told.words
    assert alt_text(told.message).startswith("Astralis. ")


@pytest.mark.parametrize("name", ["E 7", "**", "E7.E8", "ß9", "../../x"])
async def test_what_can_be_no_name_is_answered_kindly(astralis: Guest, name: str) -> None:
    board = await astralis.presses("Board")
    told = await astralis.fills(await astralis.presses("Around…", board.message), name=name)
    assert "is not the name of a piece or a place" in told.words
    assert alt_text(told.message).startswith("Astralis. ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("board:{}:near-Q99", "nothing called Q99"),
        ("board:{}:near-E7-near.near-.x", ""),
        ("board:{}:threats:turned:text", ""),
        ("board:{}:near-a_b", ""),
        ("at:{}:2:near-Q99.turned:x", "nothing called Q99"),
        ("around:{}:9999999:x", "There is no such entry"),
        ("around:{}:999:x", "There is no entry #999"),
        ("around:{}:now", "out of date"),
    ],
)
async def test_forged_and_old_looks_are_answered(
    world: World, astralis: Guest, arguments: str, said: str
) -> None:
    match = (await world.match()).id
    message = await posted(world, f"s1:{arguments.format(match)}")
    if arguments.startswith("around"):
        form = await astralis.presses("0", message)
        told = await astralis.fills(form, name="E7")
    else:
        told = await astralis.presses("0", message)
    assert told.private
    assert said in told.words
    assert said or "Astralis" in told.words


def test_looks_come_back_from_their_words() -> None:
    for looks in (Looks(), Looks(frozenset(("text",)), ""), Looks(frozenset(("turned",)), "R5")):
        assert Looks.from_words(looks.words) == looks


async def test_a_game_whose_board_has_no_parts_offers_none(toy: Guest) -> None:
    board = await toy.presses("Board")
    assert not {"Closer", "Whole", "Around…"} & set(buttons(board.message))


async def test_a_legend_explains_the_marks_that_are_on_the_board(
    toy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await toy.presses("Board")
    assert "Legend" not in buttons(board.message), "a picture without marks needs none"
    line = LegendLine(Art(40, 40, RED, ()), "A red square", "a **flame**")
    monkeypatch.setattr(ToyScene, "legend", (line,))
    assert "A red square" in (await toy.presses("Board")).words, "it is new"
    board = await toy.presses("Board")
    assert "A red square" not in board.words
    explained = await toy.presses("Legend", board.message)
    assert "**A red square**: a \\*\\*flame\\*\\*" in explained.words
    assert alt_texts(explained.message)[1] == "Legend. A red square: a **flame**."
    without = await toy.presses("No legend", explained.message)
    assert "A red square" not in without.words
