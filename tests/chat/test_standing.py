"""The private page of standing orders: given, looked at, taken back, and what they do."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.match import prepared_answers
from bot.chat.match.prepared_answers import ORDERS
from bot.chat.platform.custom_ids import QuestionTree
from bot.chat.platform.message import message_faults
from bot.chat.platform.pictures import Pictures
from bot.play.match import views
from bot.play.match.questions import TreeNode
from games.core.questions import Choice, Question
from games.core.types import Seat, Seated, Unreadable
from tests.chat import match_views
from tests.chat.conftest import World
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, begin, buttons, choices, ids, words


async def test_orders_are_given_from_the_own_page_after_a_look(world: World, toy: Guest) -> None:
    mine = await toy.types("orders")
    assert "**Standing orders**: none set" in mine.words
    shown = await toy.presses("Standing orders", mine.message)
    assert shown.private
    assert shown.message.id == mine.message.id
    assert "Defaults:\n- Rest: ask me" in shown.words
    assert {"Clear all", "I am back"}.isdisjoint(buttons(shown.message))
    asked = await toy.picks("rest", shown.message)
    looked = await toy.picks("dry", asked.message)
    assert "Standing order: REST DRY" in looked.words
    assert "Rest: when you have no oil left." in looked.words
    match_view = await views.load_for_user(world.app, (await world.match()).id, toy.id)
    assert match_view.answers.orders == ()
    left = await toy.presses("All my answers", looked.message)
    assert "Defaults:\n- Rest: ask me" in left.words
    assert "What do you decide in advance?" in left.words
    looked = await toy.picks("dry", (await toy.picks("rest", left.message)).message)
    given = await toy.presses("Set this order", looked.message)
    assert "Standing order set: REST DRY." in given.words
    assert "- Rest: when you have no oil left." in given.words
    again = await toy.types("orders")
    assert "**Standing orders**: REST DRY" in again.words


async def test_an_order_is_typed_into_a_command_or_a_form(toy: Guest) -> None:
    assert await toy.suggested("orders", "order", "rest d") == ["REST DRY"]
    assert len(await toy.suggested("orders", "order", "")) == 5
    told = await toy.types("orders", order="rest once")
    assert told.private
    assert "Standing order set: REST ONCE." in told.words
    form = await toy.presses("Type it", told.message)
    assert form.result.modal is not None
    assert faults_of_form(form.result.modal) == ()
    given = await toy.fills(form, text="REST ALWAYS")
    assert "Rest: in every turn." in given.words
    refused = await toy.fills(await toy.presses("Type it", given.message), text="SLEEP")
    assert refused.private
    assert "is not a standing order." in refused.words
    refused = await toy.types("orders", order="SLEEP")
    assert "Orders begin with REST." in refused.words


async def test_one_order_is_taken_back_and_all_are_cleared(toy: Guest) -> None:
    given = await toy.types("orders", order="REST DRY")
    take = next(each for each in ids(given.message) if ":take:" in each)
    mark = choices(given.message)[-1]
    back = await toy.picks(mark, given.message, custom_id=take)
    assert "Defaults:\n- Rest: ask me" in back.words
    assert "Clear all" not in buttons(back.message)
    given = await toy.types("orders", order="REST ONCE")
    late = await toy.opens("orders", "Standing orders")
    given = await toy.types("orders", order="REST ALWAYS")
    refused = await toy.picks(choices(late.message)[-1], late.message, custom_id=take)
    assert "That answer is gone." in refused.words
    cleared = await toy.presses("Clear all", given.message)
    assert "Your answers in advance are cleared." in cleared.words


async def test_an_order_answers_and_the_log_says_so_but_nobody_sees_it_before(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await toy.types("orders", order="REST ALWAYS")
    await bo.types("orders", order="REST ALWAYS")
    assert "REST" not in "\n".join(cy.reads())
    await toy.types("move", text="LAMP1")
    await bo.types("move", text="LAMP2")
    told = (await cy.types("match log")).words
    assert "Red (Ann): REST (automatic)" in told
    assert "Green (Bo): REST (automatic)" in told
    assert "A draw" in words(cy.newest)


async def test_before_the_start_and_after_the_end_there_are_no_orders(
    ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice")
    assert "has not started yet" in (await ann.types("orders", order="REST DRY")).words
    await bo.presses("Join as Green")
    await ann.presses("Start")
    await ann.resigns()
    assert "This match is over." in (await ann.types("orders", order="REST DRY")).words
    assert await ann.suggested("orders", "order", "") == []


async def test_a_game_without_standing_orders_says_so(ann: Guest, bo: Guest) -> None:
    await begin(ann, bo, game="astralis")
    assert "Astralis has no standing orders." in (await ann.types("orders", order="REST")).words
    assert "Standing orders" not in buttons((await ann.types("orders")).message)
    assert await ann.suggested("orders", "order", "") == []


@pytest.mark.parametrize(("number", "first"), [(0, "K0"), (1, "K25"), (7, "K75")])
def test_many_choices_and_many_orders_fit(
    number: int, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_view = match_views.seen(viewer=Seated(Seat(0)))
    many = tuple(Choice(f"K{n}", "🚀" * 50, f"A1-K{n}", detail="x" * 120) for n in range(100))
    shown = ("星" * 400,) * 60
    asked = TreeNode(match_view, ("A", "B"), Question("Which?", many), told=shown)
    made = asyncio.run(ORDERS.build_page(asked, Pictures({}), number))
    assert message_faults(made) == ()
    (select,) = [part for part in match_views.parts(made.view) if part["type"] == 3]
    assert select["options"][0]["value"] == first
    monkeypatch.setattr(prepared_answers, "build_node", lambda *_: asked)
    made = prepared_answers.build_page(match_view, "x" * 4000, {QuestionTree.ORDER: number})
    assert message_faults(made) == ()
    done = TreeNode(match_view, ("A", "B"), None, text="x" * 200, told=shown)
    made = asyncio.run(ORDERS.build_page(done, Pictures({})))
    assert message_faults(made) == ()


def test_a_path_that_fits_into_no_button_is_refused_kindly() -> None:
    match_view = match_views.seen(viewer=Seated(Seat(0)))
    asked = TreeNode(match_view, ("longer",) * 12, None, text="REST")
    with pytest.raises(Unreadable, match="too long for a button") as refused:
        asyncio.run(ORDERS.build_page(asked, Pictures({})))
    assert (
        refused.value.instead
        == "Type it with `/orders` instead: its option order takes longer text."
    )
