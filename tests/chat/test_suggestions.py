"""Whole moves on the first question of a turn, and the order of its choices."""

from __future__ import annotations

import pytest

from games.colonial_space_wars.computer import suggestions
from games.core.questions import Question
from tests.chat.conftest import World
from tests.chat.guests import Guest, Seen, Told, buttons, choices, parts
from tests.chat.sailors import Party
from tests.chat.test_csw_match import BLUE, GAME, RED, prepared


def whole_moves(message: Seen) -> list[str]:
    """The buttons with the numbers of markers on the board."""
    return [label for label in buttons(message) if label[:2] in ("1.", "2.", "3.")]


async def alone(world: World, ann: Guest) -> Told:
    """Against a computer player, at the first question of the first turn."""
    await ann.types("match new", game=GAME, computers=1, seating="choice")
    await ann.presses("Start")
    asked = await ann.presses("Make a move")
    looked = await ann.picks("autounion", asked.message)
    await ann.presses("Confirm", looked.message)
    return await ann.presses("Make a move")


async def between_people(world: World, ann: Guest, bo: Guest, hints: str = "") -> Party:
    await ann.types("match new", game=GAME, seating="choice")
    if hints:
        await ann.chooses("hints", await ann.presses("Settings"), hints)
    await bo.presses("Join as Blue")
    await ann.presses("Start")
    return await prepared(world, ann, bo)


async def units_of(party: Party, seat: int) -> list[str]:
    """In the order of the game: those last that can neither move nor attack."""
    match_view = await party.match_view(seat)
    (decision,) = match_view.mine
    question = match_view.game.options(match_view.view, decision).question(())
    assert isinstance(question, Question)
    return [each.key for each in question.choices]


async def test_one_press_shows_a_whole_move_and_the_next_plays_it(world: World, ann: Guest) -> None:
    asked = await alone(world, ann)
    assert asked.private
    first, *others = whole_moves(asked.message)
    assert 1 <= len(others) <= 2
    reasons = [line for line in asked.words.splitlines() if ": ★ " in line]
    assert [line.partition(":")[0].replace("*", "") for line in reasons] == [
        label.replace(".", r"\.", 1) for label in (first, *others)
    ]
    looked = await ann.presses(first, asked.message)
    assert "Your move: ORDER R" in looked.words
    assert "Nothing is played before you confirm." in looked.words
    played = await ann.presses("Confirm", looked.message)
    assert "Activate a unit" in played.words, "a whole order was played, no unit is left open"


async def test_units_come_in_the_order_of_their_best_moves_and_idle_ones_say_why(
    world: World, ann: Guest
) -> None:
    asked = await alone(world, ann)
    best = [label.split()[1] for label in whole_moves(asked.message)]
    rest = [key for key in choices(asked.message) if not key.startswith("_")]
    assert rest[: len(best)] == best
    (select,) = [part for part in parts(asked.message) if part["type"] == 3]
    assert select["placeholder"] == "Or choose step by step"
    found = select["options"]
    end = rest.index("end")
    assert found[0]["description"].startswith("on "), "its best stands above, as a whole move"
    others = found[len(best) : end]
    assert others
    told = (each["description"].removeprefix("best: ") for each in others)
    assert all(map(str.startswith, told, (f"{each['value']} " for each in others)))
    idle = [option for option in found if option["value"] in rest[end + 1 :]]
    assert {option["description"] for option in idle} <= {suggestions.IDLE}


async def test_whole_moves_are_worked_out_once_for_a_question(
    world: World, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await alone(world, ann)
    monkeypatch.setattr(suggestions, "rated", None)
    looked = await ann.presses(whole_moves(asked.message)[0], asked.message)
    assert "Confirm" in buttons(looked.message)


async def test_whole_moves_come_first_while_a_move_is_typed(world: World, ann: Guest) -> None:
    asked = await alone(world, ann)
    looked = await ann.presses(whole_moves(asked.message)[0], asked.message)
    typed = await ann.suggested("move", "text", "")
    (first,) = [line for line in looked.words.splitlines() if line.startswith("-# Your move: ")]
    assert typed[0] == first.removeprefix("-# Your move: ").replace("\\", "")
    assert typed[0].startswith("ORDER R")
    assert (await ann.suggested("move", "text", typed[0][:12]))[0] == typed[0]
    assert len(typed) == len(set(typed))


async def test_people_who_play_for_a_rating_see_the_order_only(
    world: World, ann: Guest, bo: Guest
) -> None:
    party = await between_people(world, ann, bo)
    asked = await party.guests[await party.on_turn()].presses("Make a move")
    assert not [label for label in whole_moves(asked.message) if " to " in label]
    assert "★" not in asked.words


@pytest.mark.parametrize(("hints", "whole"), [("full", True), ("order", False), ("off", False)])
async def test_the_host_sets_what_hints_there_are(
    world: World, ann: Guest, bo: Guest, hints: str, whole: bool
) -> None:
    party = await between_people(world, ann, bo, hints)
    seat = await party.on_turn()
    asked = await party.guests[seat].presses("Make a move")
    assert bool([label for label in whole_moves(asked.message) if " to " in label]) is whole
    units = [key for key in choices(asked.message) if key != "end" and key[0] != "_"]
    canonical = [each for each in await units_of(party, seat) if each != "end"]
    assert (units == canonical) is (hints == "off")
    assert seat in (RED, BLUE)
