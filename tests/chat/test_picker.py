"""The guided flow: pages, several decisions, and what stands on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.chat.match.picker import MOVES
from bot.chat.platform.message import message_faults
from bot.chat.platform.pictures import Pictures
from bot.play.match import views
from bot.play.match.questions import TreeNode
from bot.play.match.views import MatchView
from games.core.questions import Choice, Options, Question, TextField
from games.core.types import Decision, Seat, Seated, Unreadable
from tests.chat import match_views
from tests.chat.conftest import World
from tests.chat.forms import faults_of_form
from tests.chat.guests import Guest, Told, begin, buttons, choices, files, words
from tests.toy import RENDERER
from tests.toy.game import Move, Toy, ToyOptions
from tests.toy.view import View

TURN = Decision(Seat(0), "turn", 0)
OFFER = Decision(Seat(0), "offer", 0, waits=False)
HIDE = Decision(Seat(0), "hide", 0)


def question(count: int, number: int) -> TreeNode:
    many = tuple(Choice(f"K{n}", f"Hex {n}", f"A1-K{n}") for n in range(count))
    match_view = match_views.seen(viewer=Seated(Seat(0)))
    match_view = replace(match_view, mine=(TURN,))
    return TreeNode(match_view, (TURN.key,), Question("Where to?", many), TURN)


@pytest.mark.parametrize(
    ("count", "number", "first", "shown", "labels"),
    [
        (6, 0, "K0", 6, ["Type it"]),
        (25, 0, "K0", 25, ["Type it"]),
        (26, 0, "K0", 25, ["Next", "Type it"]),
        (26, 1, "K25", 1, ["Previous", "Type it"]),
        (169, 3, "K75", 25, ["Previous", "Next", "Type it"]),
        (169, 6, "K150", 19, ["Previous", "Type it"]),
        (169, 99, "K150", 19, ["Previous", "Type it"]),
    ],
)
def test_choices_come_in_pages_of_25(
    count: int, number: int, first: str, shown: int, labels: list[str]
) -> None:
    asked = question(count, number)
    assert asked.question is not None
    message = MOVES.build_question_page(asked, asked.question, number)
    assert message_faults(message) == ()
    parts = match_views.parts(message.view)
    (select,) = [part for part in parts if part["type"] == 3]
    assert select["options"][0]["value"] == first
    assert len(select["options"]) == shown
    assert [p["label"] for p in parts if p["type"] == 2 and not p.get("disabled")] == labels


def test_up_to_five_choices_are_buttons_below_what_is_worth_knowing_of_them() -> None:
    few = Question(
        "What now?",
        (
            Choice("A", "Attack *B1*", "A", detail="2 dice", reason="likely"),
            Choice("H", "Hide", "H", reason="out of sight"),
            Choice("R", "Rest", "R", detail="±0; no gain", mark="±0"),
        ),
    )
    asked = replace(question(3, 0), path=(TURN.key, "R1"))
    message = MOVES.build_question_page(asked, few)
    assert message_faults(message) == ()
    assert match_views.labels(message) == ["Attack *B1*", "Hide", "Rest · ±0", "Back", "Type it"]
    told = (
        "**Attack \\*B1\\***: ★ likely · 2 dice\n**Hide**: ★ out of sight\n**Rest · ±0**: no gain"
    )
    assert told in match_views.words(message)
    assert "s1:pick:abcdefg2:move:turn-0-0.R1.H" in match_views.ids(message)
    six = replace(few, choices=tuple(Choice(f"{n}", f"{n}", "", reason="near") for n in range(6)))
    (select,) = [
        part
        for part in match_views.parts(MOVES.build_question_page(asked, six).view)
        if part["type"] == 3
    ]
    assert select["options"][0]["description"] == "★ near"
    assert "Hide" not in match_views.labels(MOVES.build_question_page(asked, six))


def test_a_choice_whose_path_fits_into_no_button_is_picked_from_a_select() -> None:
    asked = question(3, 0)
    assert asked.question is not None
    message = MOVES.build_question_page(replace(asked, path=(TURN.key, "x" * 64)), asked.question)
    assert message_faults(message) == ()
    (select,) = [part for part in match_views.parts(message.view) if part["type"] == 3]
    assert select["placeholder"] == asked.question.prompt


def test_the_choices_of_a_drawn_question_have_the_numbers_of_its_markers() -> None:
    asked = question(3, 0)
    assert asked.question is not None
    many = tuple(Choice(f"K{n}", f"Hex {n}", f"A1-K{n}", at=n, mark="+7") for n in range(30))
    drawn = Question("Where to?", many)
    message = MOVES.build_question_page(asked, drawn, 1)
    (select,) = [part for part in match_views.parts(message.view) if part["type"] == 3]
    assert [each["label"] for each in select["options"]][:2] == [
        "26. Hex 25 · +7",
        "27. Hex 26 · +7",
    ]
    assert select["placeholder"] == "Choose from 26. Hex 25 to 30. Hex 29"
    few = MOVES.build_question_page(asked, Question("Where to?", many[:2]))
    assert match_views.labels(few)[:2] == ["1. Hex 0 · +7", "2. Hex 1 · +7"]
    end = Choice("end", "End your turn", "END")
    begun = MOVES.build_question_page(asked, Question("Where to?", (end, *many[:2])))
    assert match_views.labels(begun)[:2] == ["End your turn", "1. Hex 0 · +7"]


def test_an_offer_is_one_press_away_from_the_decision_that_the_match_waits_for() -> None:
    asked = question(3, 0)
    assert asked.question is not None
    asked = replace(asked, match_view=replace(asked.match_view, mine=(TURN, OFFER)))
    assert asked.question is not None
    message = MOVES.build_question_page(asked, asked.question, 0)
    assert match_views.labels(message)[-1] == "Other decisions"
    assert match_views.ids(message)[-1] == "s1:orders:abcdefg2:0"
    assert "Or: " not in match_views.words(message)
    assert message_faults(message) == ()
    alone = replace(asked, match_view=replace(asked.match_view, mine=(TURN,)))
    assert "Other decisions" not in match_views.labels(
        MOVES.build_question_page(alone, asked.question)
    )


def test_a_player_who_is_not_on_turn_first_reads_whose_turn_it_is() -> None:
    asked = question(3, 0)
    assert asked.question is not None
    match_view = replace(asked.match_view, awaited=(Seat(1),), mine=(OFFER,))
    early = replace(asked, match_view=match_view, decision=OFFER, path=(OFFER.key,))
    message = MOVES.build_question_page(early, asked.question, 0)
    assert match_views.words(message).startswith("It waits for Green (Bo).\n### Where to?")
    both = MOVES.ask_which(replace(match_view, mine=(OFFER, replace(OFFER, number=1))))
    assert "\nIt waits for Green (Bo).\n1. " in match_views.words(both)
    own = replace(match_view, awaited=(Seat(0),), mine=(TURN, OFFER))
    message = MOVES.build_question_page(replace(asked, match_view=own), asked.question, 0)
    assert "It waits for" not in match_views.words(message)


def test_several_decisions_that_wait_are_asked_for_first() -> None:
    match_view = replace(match_views.seen(viewer=Seated(Seat(0))), mine=(TURN, HIDE, OFFER))
    message = MOVES.ask_which(match_view)
    assert match_views.labels(message) == [
        "1. Light a beacon or rest. You have 4 o…",
        "2. Hide your lamp in one of the beacons…",
        "3. Light a beacon or rest. You have 4 o…",
    ]
    assert match_views.ids(message) == [
        "s1:pick:abcdefg2:move:turn-0-0",
        "s1:pick:abcdefg2:move:hide-0-0",
        "s1:pick:abcdefg2:move:offer-0-0",
    ]
    assert "1. Light a beacon or rest." in match_views.words(message)


def test_what_is_worth_knowing_stands_before_the_confirmation() -> None:
    match_view = match_views.seen(viewer=Seated(Seat(0)))
    asked = TreeNode(
        match_view,
        (TURN.key, "4", "2"),
        None,
        TURN,
        "B4+2",
        ("Odds: 3 in 4.", "*Costs* 2."),
        match_view.view,
    )
    message = asyncio.run(MOVES.build_page(asked, Pictures({"toy": RENDERER})))
    told = match_views.words(message)
    assert "### Your move: B4+2\n- Odds: 3 in 4.\n- \\*Costs\\* 2.\n-# Nothing" in told
    named = replace(asked, does="Red lights *beacon* 4.")
    message = asyncio.run(MOVES.build_page(named, Pictures({"toy": RENDERER})))
    told = match_views.words(message)
    assert "### Red lights \\*beacon\\* 4.\n-# Your move: B4+2\n- Odds: 3 in 4.\n" in told
    after = match_view.game.preview(
        match_view.view, TURN, match_view.game.options(match_view.view, TURN).question(("4", "2"))
    )
    message = asyncio.run(
        MOVES.build_page(replace(asked, preview=after), Pictures({"toy": RENDERER}))
    )
    assert "\\*Costs\\* 2.\nThen: Red 6" in match_views.words(message)
    assert message_faults(message) == ()
    many = replace(asked, told=("🚀" * 900,) * 30, text="星" * 900)
    message = asyncio.run(MOVES.build_page(many, Pictures({"toy": RENDERER})))
    assert message_faults(message) == ()


@pytest.mark.parametrize("longest", [60, 61, 62, 63])
def test_the_longest_path_that_fits_goes_into_every_id(longest: int) -> None:
    match_view = match_views.seen(viewer=Seated(Seat(0)))
    path = ("x" * (longest - 2), "y")
    many = tuple(Choice(f"K{n}", f"Hex {n}", f"A1-K{n}") for n in range(99))
    match_view = replace(match_view, mine=(TURN,), game=Anything())
    asked = TreeNode(match_view, (TURN.key, *path), Question("Where to?", many), TURN)
    assert asked.question is not None
    assert message_faults(MOVES.build_question_page(asked, asked.question, 3)) == ()


class Anything(Toy):
    """Takes any path."""

    def options(self, view: View, decision: Decision) -> Options[Move]:
        class Every(ToyOptions):
            def question(self, path: Sequence[str]) -> Question | Move:
                return super().question(())

        return Every(view, decision)


def test_a_path_that_fits_into_no_button_is_refused_with_a_way_out() -> None:
    asked = question(3, 0)
    assert asked.question is not None
    with pytest.raises(Unreadable, match="too long for a button") as refused:
        MOVES.build_question_page(replace(asked, path=(TURN.key, "x" * 70)), asked.question, 0)
    assert refused.value.instead == "Type it with `/move` instead: it takes longer text."


def quick_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the toy nothing has to be looked at before it is played; beacons may burn twice."""

    def question(self: ToyOptions, path: Sequence[str]) -> Question | Move:
        found = asked(self, path)
        if isinstance(found, Question):
            choices = tuple(replace(each, quick=each.final) for each in found.choices)
            return replace(found, choices=choices)
        return found

    def dark(self: ToyOptions) -> list[int]:
        return list(range(1, 7))

    asked = ToyOptions.question
    monkeypatch.setattr(ToyOptions, "question", question)
    monkeypatch.setattr(ToyOptions, "dark", dark)


async def long_night(ann: Guest) -> Told:
    """Ann's first turn of three actions; the picker is open."""
    await ann.types("match new", game="night", seating="choice", computers=1)
    await ann.presses("Start")
    await ann.types("move", text="LAMP1")
    return await ann.presses("Make a move")


async def test_a_quick_choice_is_played_at_once_and_the_same_question_comes_again(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_choices(monkeypatch)
    asked = await long_night(ann)
    heights = await ann.picks("4", asked.message)
    played = await ann.picks("1", heights.message)
    assert played.message.id == asked.message.id
    assert " lights beacon 4, 1 high." in played.words
    assert "How much oil?" in played.words
    assert "So far: B4+" in played.words
    back = await ann.presses("Back", played.message)
    assert "Which beacon?" in back.words
    assert "Back" not in buttons(back.message)
    heights = await ann.picks("2", back.message)
    played = await ann.picks("3", heights.message)
    assert " lights beacon 2, 3 high." in played.words
    assert "Which beacon?" in played.words, "no oil is left: the question there is gone"
    done = await ann.picks("R", played.message)
    assert " rests." in done.words
    assert "B4+1" in (await ann.types("match log")).words


async def test_the_live_panel_grows_while_the_same_seat_goes_on(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, game="night")
    mover, _ = await world.to_the_turns(ann, bo)
    panel = ann.newest.id
    await mover.types("move", text="B4+1")
    await mover.types("move", text="B5+1")
    assert ann.newest.id == panel
    told = words(ann.newest)
    assert "Red lights beacon 4, 1 high. Red lights beacon 5, 1 high." in told
    assert "The wind blows" in told
    await mover.types("move", text="REST")
    assert ann.newest.id != panel
    assert "beacon 5, 1 high" not in words(ann.newest)


async def test_a_press_looks_its_match_up_once(toy: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = await toy.presses("Make a move")
    found: list[object] = []
    real = views.load_for_user

    async def counted(*of: Any) -> MatchView:
        found.append(of)
        return await real(*of)

    monkeypatch.setattr(views, "load_for_user", counted)
    await toy.picks("3", asked.message)
    assert len(found) == 1


async def pressed_to_turn(world: World, toy: Guest, bo: Guest) -> Guest:
    mover, _ = await world.to_the_turns(toy, bo)
    return mover


async def test_a_move_of_two_questions_goes_on_back_and_to_its_end(
    world: World, toy: Guest, bo: Guest
) -> None:
    mover = await pressed_to_turn(world, toy, bo)
    asked = await mover.presses("Make a move")
    heights = await mover.picks("4", asked.message)
    assert heights.message.id == asked.message.id
    assert "How much oil?" in heights.words
    assert "So far: B4+" in heights.words
    assert choices(heights.message) == ["1", "2", "3"]
    back = await mover.presses("Back", heights.message)
    assert "Which beacon?" in back.words
    assert "So far" not in back.words
    heights = await mover.picks("2", back.message)
    looked = await mover.picks("3", heights.message)
    assert "Your move: B2+3" in looked.words
    again = await mover.presses("Back", looked.message)
    assert "So far: B2+" in again.words
    looked = await mover.picks("1", again.message)
    done = await mover.presses("Confirm", looked.message)
    assert " lights beacon 2, 1 high." in done.words
    assert not files(done.message)
    assert set(buttons(done.message)) == {"Take back", "Board"}


async def test_what_no_choice_offers_is_typed_at_its_own_question(
    world: World, toy: Guest, bo: Guest
) -> None:
    mover = await pressed_to_turn(world, toy, bo)
    asked = await mover.presses("Make a move")
    heights = await mover.picks("5", asked.message)
    form = await mover.presses("Any amount", heights.message)
    modal = form.result.modal
    assert modal is not None
    assert faults_of_form(modal) == ()
    assert "'label': 'Any amount'" in str(modal)
    assert "'placeholder': '4'" in str(modal)
    refused = await mover.fills(form, text="9")
    assert refused.private
    assert refused.message.id != asked.message.id
    assert "A beacon takes 1 to 4 oil, not 9." in refused.words
    form = await mover.presses("Any amount", heights.message)
    looked = await mover.fills(form, text=" 4 ")
    assert looked.message.id == asked.message.id
    assert "Your move: B5+4" in looked.words
    again = await mover.presses("Back", looked.message)
    assert "So far: B5+" in again.words
    looked = await mover.fills(await mover.presses("Any amount", again.message), text="4")
    done = await mover.presses("Confirm", looked.message)
    assert " lights beacon 5, 4 high." in done.words


def test_a_question_of_only_a_field_has_no_select() -> None:
    asked = question(3, 0)
    far = Question("How far?", (), TextField("Any distance", "17", 4))
    path = (TURN.key, "3")
    message = MOVES.build_question_page(replace(asked, path=path, question=far), far)
    assert message_faults(message) == ()
    assert "s1:type:abcdefg2:move:turn-0-0.3:own" in match_views.ids(message)
    assert match_views.labels(message) == ["Any distance", "Back", "Type it"]
    assert not [part for part in match_views.parts(message.view) if part["type"] == 3]


def test_at_the_first_question_one_button_is_for_typing() -> None:
    """What its own field takes there is a whole move."""
    asked = question(3, 0)
    assert asked.question is not None
    first = replace(asked.question, field=TextField("Any move", "A1-K9", 40))
    message = MOVES.build_question_page(replace(asked, question=first), first)
    assert match_views.labels(message)[-1] == "Type it"
    assert "Any move" not in match_views.labels(message)


@pytest.mark.rules("TOY-04", "TOY-05")
async def test_a_typed_move_that_a_rule_forbids_is_refused_apart_and_the_picker_stays(
    world: World, toy: Guest, bo: Guest
) -> None:
    mover = await pressed_to_turn(world, toy, bo)
    asked = await mover.presses("Make a move")
    form = await mover.presses("Type it", asked.message)
    assert form.result.modal is not None
    assert faults_of_form(form.result.modal) == ()
    refused = await mover.fills(form, text="B1+9")
    assert refused.private
    assert "A beacon takes 1 to 4 oil, not 9." in refused.words
    assert "Rule TOY-04, Lighting. Read it: `/rules words:TOY-04`" in refused.words
    assert refused.message.id != asked.message.id
    assert "Type it" in buttons(asked.message)
    again = await mover.presses("Type it", asked.message)
    unreadable = await mover.fills(again, text="fly me")
    assert "For example: B3+2 or REST." in unreadable.words


async def test_a_typed_move_of_two_questions_is_confirmed_by_its_path(
    world: World, toy: Guest, bo: Guest
) -> None:
    mover = await pressed_to_turn(world, toy, bo)
    asked = await mover.presses("Make a move")
    form = await mover.presses("Type it", asked.message)
    looked: Told = await mover.fills(form, text="b6+2")
    assert buttons(looked.message)["Confirm"].endswith(".6.2")
    done = await mover.presses("Confirm", looked.message)
    assert " lights beacon 6, 2 high." in done.words
