"""Conditional moves as players live them: typed, picked, played, dropped, over a restart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat.match import prepared_answers
from bot.chat.platform.custom_ids import Action, CustomId, QuestionTree
from bot.chat.platform.message import fit, message_faults
from bot.play.answers.conditional_moves import DEEPEST, build_mark
from bot.play.answers.giving import MOST
from bot.play.seat_holders import Answers, ConditionalMove
from games.astralis import GAME as ASTRALIS
from games.core.types import Seat, Seated, Seats
from tests.chat import match_views
from tests.chat.conftest import World
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, Told, buttons, choices, files, ids, words
from tests.chat.test_astralis_match import small_match
from tests.chat.test_strangers import laid

OPENING = ("A3", "M8", "A3-C3+B2", "M8-I4+J5")


@pytest.fixture
async def opened(ann: Guest, bo: Guest) -> Guest:
    """Ann, who is Yellow, is to move. Returns Bo."""
    await small_match(ann, bo)
    for number, move in enumerate(OPENING):
        await (ann, bo)[number % 2].types("move", text=move)
    return bo


async def test_an_answer_is_typed_and_played_after_a_restart(
    world: World, ann: Guest, opened: Guest
) -> None:
    bo = opened
    told = await bo.types("orders", when="E5+D4", reply="F4+G5")
    assert told.private
    assert "E5+D4 : I4-F4+G5" in told.words
    assert "goes to E5 and plants D4" in told.words
    await world.restart()
    await ann.types("move", text="C3-E5+D4")
    panel = words(ann.newest)
    assert "Yellow flew to E5 and gained a planet on D4" in panel
    assert "I4-F4+G5" in panel
    assert "(conditional move)" in panel
    assert f"<@{ann.id}>" in panel


async def test_suggestions_are_moves_of_the_other_side_and_answers_to_them(opened: Guest) -> None:
    moves = await opened.suggested("orders", "when", "C3-E5")
    assert "C3-E5+D4" in moves
    answers = await opened.suggested("orders", "reply", "I4-F4", when="E5+D4")
    assert "I4-F4+G5" in answers


async def test_what_is_left_of_a_line_is_shown_until_another_move_is_played(
    ann: Guest, opened: Guest
) -> None:
    bo = opened
    await bo.types("orders", when="E5+D4", reply="F4+G5 / +M12 : J8+I7")
    await ann.types("move", text="C3-E5+D4")
    assert r"**Conditional moves**: \+M12 : F4-J8+I7" in (await bo.types("orders")).words
    assert "Conditional moves" not in (await ann.types("orders")).words
    shown = await bo.opens("orders", "Conditional moves")
    assert "plants M12 from anywhere: **F4-J8+I7**" in shown.words
    assert "E5+D4" not in shown.words
    await ann.types("move", text="E5-L12")
    assert "Conditional moves" not in buttons((await bo.types("orders")).message)


async def test_a_conditional_move_is_typed_into_a_form_and_removed(opened: Guest) -> None:
    shown = await opened.opens("orders", "Conditional moves")
    form = await opened.presses("Type it", shown.message)
    assert form.result.modal is not None
    assert faults_of_form(form.result.modal) == ()
    told = await opened.fills(form, text="E5+D4 : F4+G5 / * : J8+I7")
    assert r"Conditional move set: E5+D4 : I4-F4+G5 / \* : F4-J8+I7" in told.words
    refused = await opened.fills(await opened.presses("Type it", told.message), text="E5+D4")
    assert "with a colon between them" in refused.words
    take = next(each for each in ids(told.message) if ":take:" in each)
    left = await opened.picks(build_mark("E5+D4 : I4-F4+G5"), told.message, custom_id=take)
    assert "Removed: E5+D4 : I4-F4+G5" in left.words
    assert "Clear all" not in buttons(left.message)


async def test_a_page_of_an_older_release_leads_to_the_new_one(world: World, opened: Guest) -> None:
    """There the key of a line was its place."""
    await opened.types("orders", when="E5+D4", reply="F4+G5")
    match = (await world.match()).id
    for args, said in (
        ((QuestionTree.LINE, ""), "What do you want to add?"),
        ((QuestionTree.LINE, "-"), "What will the other side play?"),
        ((QuestionTree.LINE, "0-1"), "`/orders` shows those that you have."),
    ):
        old = await laid(world, world.channel.id, CustomId(Action.PICK, match, args))
        assert said in (await opened.presses("Press", old)).words
    old = await laid(
        world, world.channel.id, CustomId(Action.TAKE, match, (QuestionTree.LINE, "all"))
    )
    assert "are cleared" in (await opened.presses("Press", old)).words


async def step(bo: Guest, told: Told, value: str) -> Told:
    field = next(each for each in ids(told.message) if ":pick:" in each)
    return await bo.picks(value, told.message, custom_id=field)


async def test_an_answer_is_prepared_by_buttons_alone_with_a_picture(
    world: World, ann: Guest, opened: Guest
) -> None:
    bo = opened
    mine = await bo.presses("My orders")
    page = await bo.presses("Conditional moves", mine.message)
    told = await step(bo, page, "-")
    assert "What will the other side play?" in told.words
    for _ in range(2):
        if "Which do you mean" in told.words:
            break
        told = await step(bo, told, choices(told.message)[0])
    assert "Which do you mean?" in told.words
    told = await step(bo, told, "0")
    assert "What do you answer?" in told.words
    await world.restart()
    while "If that happens" not in told.words:
        told = await step(bo, told, choices(told.message)[0])
    assert files(told.message)
    done = await bo.presses("Set this", told.message)
    assert "Conditional move set:" in done.words
    assert "Clear all" in buttons(done.message)
    empty = await bo.presses("Clear all", done.message)
    assert "Your answers in advance are cleared." in empty.words


async def test_a_conditional_move_that_has_become_illegal_is_reported_by_dm(
    ann: Guest, opened: Guest
) -> None:
    bo = opened
    await bo.types("orders", when="*", reply="F4+G5")
    await ann.types("move", text="C3-E5+F5")
    letters = [words(each) for each in bo.at_home.place.history()]
    assert any("conditional moves" in each and "no longer legal" in each for each in letters)
    assert "(conditional move)" not in words(ann.newest)


async def test_half_an_answer_and_a_wrong_one_are_refused(ann: Guest, opened: Guest) -> None:
    half = await opened.types("orders", when="*")
    assert "needs both" in half.words
    wrong = await opened.types("orders", when="E5+D4", reply="M13")
    assert "AST-" in wrong.words
    own = await ann.types("orders", when="*", reply="E5+D4")
    assert "your move" in own.words


def test_the_most_and_longest_conditional_moves_fit() -> None:
    state = ASTRALIS.setup(ASTRALIS.settings(), Seats.alone(2))
    match_view = match_views.seen(state, Seated(Seat(1)), game=ASTRALIS)
    lines = tuple(
        (ConditionalMove("*", "E5-H8+G9" * 30 + str(number)),) * DEEPEST
        for number in range(MOST // DEEPEST)
    )
    match_view = replace(match_view, answers=Answers(lines=lines))
    page = prepared_answers.build_page(match_view, "Conditional move set: " + "x" * 4000)
    assert message_faults(page) != ()
    assert message_faults(fit(page)) == ()
