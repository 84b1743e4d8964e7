"""Leaving, resigning, taking over and claiming, as players live it."""

from __future__ import annotations

from bot.play.people import preferences
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, buttons, words


async def three(ann: Guest, bo: Guest, cy: Guest, game: str = "toy") -> None:
    await ann.types("match new", game=game, seating="choice", players=3)
    for guest in (bo, cy):
        label = next(each for each in buttons(guest.newest) if each.startswith("Join as"))
        await guest.presses(label)
    await ann.presses("Start")


async def test_leaving_asks_to_leave_to_hand_over_or_to_resign(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await three(ann, bo, cy)
    asked = await bo.types("match leave")
    assert "**Leave** your seat to a computer player, or empty" in asked.words
    assert "The match goes on without you, for Red (Ann) and Blue (Cy)." in asked.words
    leave = ["Leave it to a computer player", "Leave it empty"]
    assert list(buttons(asked.message)) == [*leave, "Offer a draw …", "Resign …", "Board"]
    resign = await bo.presses("Resign …", asked.message)
    back = await bo.presses("Leave instead", resign.message)
    assert list(buttons(back.message)) == list(buttons(asked.message))
    await cy.presses("Leave it empty", (await cy.types("match leave")).message)
    await ann.presses("Leave it empty", (await ann.types("match leave")).message)
    last = await bo.types("match leave")
    assert "resign.** The match is over then, and" in last.words
    await bo.presses("Resign", last.message)
    assert (await world.match()).status is Status.OVER


async def test_the_question_says_that_two_go_on_and_the_last_says_who_wins(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await three(ann, bo, cy)
    asked = await bo.opens("match leave", "Resign …")
    assert "The match goes on without you, for Red (Ann) and Blue (Cy)." in asked.words
    assert "You lose it in any case, and cannot come back." in asked.words
    labels = ["Resign: a computer player plays on", "Resign: the seat stays empty"]
    assert list(buttons(asked.message)) == [*labels, "Leave instead", "Board"]
    await world.restart()
    done = await bo.presses("Resign: the seat stays empty", asked.message)
    assert done.message.id == asked.message.id
    assert "the others go on" in done.words
    told = words(ann.newest)
    assert "Bo gives up Green" in told
    assert "🏳️ Green: resigned" in told
    refused = await bo.types("match join", seat="Green")
    assert "resigned for good" in refused.words
    assert await bo.suggested("match join", "seat", "") == []
    last = await cy.types("match leave")
    assert "The match is over then, and Red (Ann) wins." in last.words
    await cy.presses("Resign", last.message)
    assert (await world.match()).status is Status.OVER
    assert "Red wins" in words(ann.newest)
    assert "Well played, Red (Ann)!" in words(ann.newest)
    assert "This match is over." in (await cy.types("match leave")).words


async def test_a_button_of_a_question_that_has_changed_its_answer_still_gives_up(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await three(ann, bo, cy)
    asked = await cy.opens("match leave", "Resign …")
    await bo.opens("match leave", "Resign …", "Resign: the seat stays empty")
    await cy.presses("Resign: a computer player plays on", asked.message)
    assert (await world.match()).status is Status.OVER


async def test_a_game_with_a_rule_for_leaving_says_so(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await three(ann, bo, cy, "astral_sailors")
    asked = await bo.types("match leave")
    resign = await bo.presses("Resign …", asked.message)
    assert all("LEAVE takes your units off" in page.words for page in (asked, resign))
    assert (await world.match()).status is Status.RUNNING


async def test_an_open_seat_is_taken_with_a_button_and_its_secrets_come_by_dm(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await bo.types("move", text="LAMP2")
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    assert "Take over Green" in buttons(cy.newest)
    taken = await cy.presses("Take over Green")
    assert "My orders tells what your seat knows" in taken.words
    letter = words(cy.at_home.newest)
    assert "For your eyes only" in letter
    assert "beacon 2" in letter
    assert "Take over Green" not in buttons(toy.newest)
    assert "beacon 2" not in "\n".join(toy.reads())
    await cy.presses("Resign", (await cy.types("match leave")).message)
    page = (await cy.types("stats")).words
    assert "1 played, 0 won, 0 drawn, 0 lost, 1 helped" in page
    assert "0 won, 0 drawn, 1 lost." in (await bo.types("stats")).words


async def test_a_player_who_takes_over_a_seat_gets_its_open_decisions(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await bo.presses("Leave it to a computer player", (await bo.types("match leave")).message)
    await toy.presses("Leave it empty", (await toy.types("match leave")).message)
    await cy.presses("Take over Red")
    assert "Hide your lamp" in words(cy.at_home.newest)
    done = await cy.at_home.presses("Make a move", cy.at_home.newest)
    assert "Where do you hide your lamp?" in done.words


async def test_leaving_a_match_asks_who_shall_play_on(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    asked = await bo.types("match leave")
    assert asked.private
    assert (await world.match()).status is Status.RUNNING
    assert await _users(world) == {toy.id, bo.id}
    assert {"Leave it to a computer player", "Leave it empty"} <= set(buttons(asked.message))
    left = await bo.presses("Leave it to a computer player", asked.message)
    assert left.message.id == asked.message.id
    assert "Computer 1 plays on for you." in left.words
    assert "Bo has left Green" in "\n".join(cy.reads())
    assert "🤖 Green: computer player" in words(cy.newest)
    assert await cy.suggested("match join", "seat", "") == ["Green"]
    told = await cy.types("match join")
    assert "Which seat do you want?" in told.words
    assert "Cy takes over Green" not in words(cy.newest)
    told = await cy.picks("1", told.message)
    said = "You have a seat: Green, in place of Computer 1. The match goes on as it stands"
    assert said in told.words
    assert "Cy takes over Green" in words(cy.newest)
    assert await _users(world) == {toy.id, cy.id}
    assert "You have no seat in this match" in (await bo.types("match leave")).words


async def test_the_last_player_left_is_told_and_claims_the_win_from_the_panel(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    await preferences.change_player(world.app, toy.id, asked="dm")
    asked = await bo.types("match leave")
    assert "you take the loss if it ends against your seat" in asked.words
    await bo.presses("Leave it empty", asked.message)
    panel = toy.newest
    assert f"🪑 <@{toy.id}>: the other side is empty." in words(panel)
    assert {"Claim the win", "Take over Green"} <= set(buttons(panel))
    assert toy.id in {user.id for user in panel.mentions}
    letter = toy.at_home.newest
    assert "🪑 Bo has left Green. You can claim the win now, or wait" in words(letter)
    assert "Claim the win" in buttons(letter)
    assert "You have no seat" in (await cy.presses("Claim the win")).words
    page = await toy.at_home.presses("Claim the win", letter)
    await world.restart()
    done = await toy.at_home.presses("Do it", page.message)
    assert "The win is yours." in done.words
    assert "🏆 Green has left the match: Red wins." in words(toy.newest)


async def test_nobody_is_told_to_claim_the_win_while_the_match_is_paused(
    toy: Guest, bo: Guest, gm: Guest
) -> None:
    await gm.types("referee clock", do="pause", reason="Holidays")
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    assert "⏸️" in words(toy.newest)
    assert "Claim the win" not in buttons(toy.newest)
    assert "the other side is empty" not in words(toy.newest)


async def _users(world: World) -> set[int | None]:
    return {holder.user for holder in await world.holders()}
