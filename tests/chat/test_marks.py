"""Marks that are new to somebody on a board that they see in private are explained, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play.storage.ports import StoreUnwritable
from bot.store.store import SqlUnitOfWork
from renderers.cards.legend import LegendLine
from renderers.palette import RED
from renderers.scene import Art
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, words
from tests.chat.hall import Hall, letters, told
from tests.chat.test_orders import second_match
from tests.toy.picture import ToyScene

NEW = "New on this board: "
FIRST = f"{NEW}**Bar 0**: what mark 0 means · **Bar 1**: what mark 1 means · **Bar 2**: "


def marks(count: int) -> tuple[LegendLine, ...]:
    square = Art(40, 40, RED, ())
    return tuple(
        LegendLine(square, f"Bar {number}", f"what mark {number} means") for number in range(count)
    )


@pytest.fixture
def five_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyScene, "legend", marks(5))


@pytest.fixture
def red(toy: Guest, five_marks: None) -> Guest:
    """Ann in a match with Bo, whose board has had five marks since their first letters."""
    return toy


def explained(text: str) -> list[int]:
    """The numbers of the marks that a message explains."""
    (line,) = [each for each in text.splitlines() if NEW in each] or [""]
    return [number for number in range(9) if f"what mark {number} means" in line]


async def looked(guest: Guest) -> list[int]:
    return explained((await guest.presses("Board")).words)


async def test_three_marks_at_a_time_are_explained_once_to_each_person(
    red: Guest, bo: Guest, cy: Guest
) -> None:
    first = await red.presses("Board")
    assert FIRST in first.words
    assert explained(first.words) == [0, 1, 2]
    assert await looked(red) == [3, 4]
    assert await looked(red) == []
    assert await looked(bo) == [0, 1, 2]
    assert await looked(cy) == [0, 1, 2], "who only watches is a person too"
    assert NEW not in "".join(map(words, red.place.history())), "a panel is for all"


async def test_what_was_explained_stays_so_after_a_restart_and_in_other_matches(
    world: World, red: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await looked(red) == [0, 1, 2]
    world.seed += 1  # or the new match would have the id of the old one
    await world.restart()
    there = await second_match(world, red, bo)
    assert explained(there.at_home.reads()[-1]) == [3, 4]
    assert await looked(there) == await looked(red) == []
    monkeypatch.setattr(ToyScene, "legend", marks(6))
    assert await looked(there) == [5], "a mark that comes later is new then"


async def test_the_form_of_a_move_explains_what_is_new_on_its_picture(red: Guest) -> None:
    asked = await red.presses("Make a move")
    shown = await red.picks("2", asked.message)
    assert explained(shown.words) == [0, 1, 2]
    assert await looked(red) == [3, 4]


@pytest.mark.usefixtures("five_marks")
async def test_a_letter_explains_and_one_that_does_not_arrive_explains_nothing(hall: Hall) -> None:
    hall.close_dms(hall.bo)
    await hall.begin()
    (letter,) = letters(hall.ann)
    assert explained(told(letter)) == [0, 1, 2]
    assert letters(hall.bo) == []
    for user, left in ((hall.ann, [3, 4]), (hall.bo, [0, 1, 2])):
        member = hall.world.guild.add_member(user)
        (panel,) = [each for each in hall.panels if "Board" in buttons(each)]
        board = await Guest(user, member, hall.channel).presses("Board", panel)
        assert explained(board.words) == left


async def test_a_board_as_text_explains_nothing_and_the_legend_all(red: Guest) -> None:
    page = await red.types("match show", text=True)
    assert NEW not in page.words
    board = await red.presses("Board")
    legend = await red.presses("Legend", board.message)
    assert NEW not in legend.words
    assert "what mark 4 means" in legend.words
    assert await looked(red) == []


async def test_what_cannot_be_saved_is_explained_again_and_stops_no_answer(
    red: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise StoreUnwritable

    with monkeypatch.context() as patch:
        patch.setattr(SqlUnitOfWork, "keep", broken)
        assert await looked(red) == [0, 1, 2]
    assert await looked(red) == [0, 1, 2]
    assert await looked(red) == [3, 4]


async def test_who_is_forgotten_is_explained_everything_again(
    world: World, red: Guest, bo: Guest
) -> None:
    assert await looked(red) == [0, 1, 2]
    assert await looked(bo) == [0, 1, 2]
    kept = "which marks on boards and lessons of first matches I have explained to you"
    assert kept in (await red.types("me")).words
    asked = await red.opens("me", "Forget me")
    assert kept in asked.words
    await red.presses("Forget them", asked.message)
    assert (await world.store.counts())["explained"] == 3
    assert await looked(red) == [0, 1, 2]
    assert await looked(bo) == [3, 4]
