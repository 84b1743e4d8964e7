"""Seats that change hands in a match, time that runs out, and what the panel says of both."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

from bot.chat.messages import awaited, news, reminders
from bot.chat.platform.message import TEXT
from bot.play.match.views import LogLine
from bot.play.storage import queries
from bot.play.storage.records import EntryKind, SeatHolder
from games.core.types import Seat, Seated
from tests.chat import match_views
from tests.chat.conftest import SWEEP, World
from tests.chat.guests import Guest, begin, buttons, choices, parts, words
from tests.chat.match_views import ANN, BO, PLAYING, seen

HOUR = 3600
MOMENT = datetime(2026, 1, 2, tzinfo=UTC)


async def timed(world: World, ann: Guest, bo: Guest) -> tuple[Guest, Guest]:
    """A match with an hour for each decision; who is to move, and the other."""
    await begin(ann, bo, clock="1h")
    mover, other = await world.to_the_turns(ann, bo)
    return mover, other


async def test_the_panel_says_until_when_and_what_happens_otherwise(
    world: World, ann: Guest, bo: Guest
) -> None:
    mover, other = await timed(world, ann, bo)
    due = int(world.env.now().timestamp()) + HOUR
    said = f"⏳ Time until <t:{due}:f> (<t:{due}:R>). Otherwise the seat rests."
    assert said in words(mover.newest)
    assert said in (await mover.types("orders")).words
    assert said not in (await other.types("orders")).words
    assert said in (await mover.presses("Make a move")).words


async def test_a_secret_choice_has_a_time_but_names_nobody(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, clock="1h")
    due = int(world.env.now().timestamp()) + HOUR
    assert f"⏳ Time until <t:{due}:f> (<t:{due}:R>). Missing choices" in words(ann.newest)
    assert "Otherwise the lamp goes to beacon 1." not in words(ann.newest)
    assert "Otherwise the lamp goes to beacon 1." in (await ann.types("orders")).words
    (letter,) = ann.at_home.reads()
    assert f"⏳ Time until <t:{due}:f> (<t:{due}:R>). Otherwise the lamp goes" in letter


async def test_somebody_who_stays_away_is_shown_as_away_until_back(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice", clock="1h", computers=1)
    await ann.presses("Start")
    await ann.types("move", text="LAMP1")
    match = await world.match()
    async with world.app.store.writing() as work:
        holders = await work.read(queries.Holders(match.id))
    away = tuple(replace(each, away=True) if each.user else each for each in holders)
    assert away[0].is_autopilot
    match_view = replace(match_views.seen(), holders=away, paused=True)
    said, pings = awaited.awaited_lines(match_view, ())
    text = "\n".join(said)
    assert "💤 Red: away" in text
    assert "🤖 Green: computer player" in text
    assert "Nobody is here." in text
    assert pings == (ann.id,)


async def test_a_player_who_was_away_presses_a_button_and_is_waited_for_again(
    world: World, ann: Guest, bo: Guest
) -> None:
    await begin(ann, bo, game="night", clock="1h")
    await bo.types("move", text="LAMP2")
    away = "💤 Red: away"
    for _ in range(12):
        if away in words(ann.newest):
            break
        await world.env.advance_time(HOUR + SWEEP)
        if f"<@{bo.id}>" in words(bo.newest):
            for _ in range(3):
                await bo.types("move", text="REST")
    assert away in words(ann.newest)
    panels = len(ann.place.history())
    page = await ann.types("orders")
    assert "You were away" in page.words
    back = await ann.presses("I am back", page.message)
    assert "Welcome back" in back.words
    assert "I am back" not in buttons(back.message)
    assert away not in words(ann.newest)
    assert len(ann.place.history()) == panels


async def test_with_several_seats_to_be_had_it_is_asked_which(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice", players=3, computers=1)
    asked = await bo.types("match join")
    assert asked.private
    assert choices(asked.message) == ["2", "1"]
    selects = [each["options"] for each in parts(asked.message) if "options" in each]
    labels = [option["label"] for options in selects for option in options]
    assert labels == ["Blue", "Green (Computer 1)"]
    assert "Blue: *free*" in words(ann.newest)
    told = await bo.picks("1", asked.message)
    assert "You have a seat: Green, in place of Computer 1. Have fun!" in told.words
    assert "Green: Bo" in words(ann.newest)
    assert "You have a seat: Blue. Have fun!" in (await cy.types("match join")).words
    assert "Blue: Cy" in words(ann.newest)
    assert "already have a seat in this match" in (await cy.types("match join")).words


async def test_a_choice_of_seats_that_came_too_late_takes_nobody_elses(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice", players=3)
    asked = await bo.types("match join")
    await cy.types("match join", seat="Green")
    refused = await bo.picks("1", asked.message)
    assert "Cy already has that seat." in refused.words


async def test_where_seats_are_drawn_no_seat_is_named(world: World, ann: Guest, bo: Guest) -> None:
    await ann.types("match new", game="toy", players=3)
    told = await bo.types("match join")
    assert "You have a seat; which one is drawn at the start. Have fun!" in told.words


async def test_an_empty_seat_is_played_by_default_and_can_be_taken(
    world: World, toy: Guest, bo: Guest, cy: Guest
) -> None:
    page = await bo.types("orders")
    asked = await bo.presses("Draw, leave, resign …", page.message)
    await bo.presses("Leave it empty", asked.message)
    assert "🪑 Green: empty." in words(cy.newest)
    await toy.types("move", text="LAMP4")
    log = (await cy.types("match log")).words
    assert re.search(r"\*\*#\d+ Green \(default: empty seat\)\*\*\nGreen has hidden a lamp", log)
    told = await cy.types("match join")
    assert "You have a seat: Green. The match goes on as it stands" in told.words
    log = (await cy.types("match log")).words
    assert re.search(r"\*\*#\d+ Green \(default: empty seat\)\*\*\nGreen has hidden a lamp", log)
    assert "Cy takes over Green" in log


async def test_a_seat_of_another_team_is_not_for_somebody_who_knows_its_enemies(
    world: World, toy: Guest, bo: Guest
) -> None:
    await toy.types("move", text="LAMP4")
    await toy.presses("Leave it empty", (await toy.types("match leave")).message)
    await bo.presses("Leave it empty", (await bo.types("match leave")).message)
    refused = await toy.types("match join", seat="Green")
    assert "You have played for another team in this match" in refused.words
    assert "⏸️ Nobody is here." in words(toy.newest)
    assert "You have a seat" in (await toy.types("match join", seat="Red")).words


def test_why_a_default_was_played_is_told_by_who_held_the_seat_then() -> None:
    def said(then: tuple[SeatHolder, ...] | None, *now: SeatHolder) -> str:
        line = LogLine(1, EntryKind.DEFAULT, Seat(1), "", (), holders=then)
        return news.paragraph(seen(holders=now), line)

    assert said(None, ANN, BO) == "**#1 Green (Bo) (default: timeout)**"
    assert said(None, ANN) == "**#1 Green (default: empty seat)**"
    assert said((ANN, BO), ANN) == "**#1 Green (Bo) (default: timeout)**"
    assert said((ANN,), ANN, BO) == "**#1 Green (default: empty seat)**"


def test_a_computer_player_has_no_orders_to_speak_of() -> None:
    line = LogLine(4, EntryKind.STANDING, Seat(1), "REST", ("Green rests.",))
    assert "Green (Bo): REST (automatic)" in news.paragraph(seen(), line)
    machine = SeatHolder(BO.match, Seat(1), None, "Computer 1")
    told = news.paragraph(seen(holders=(ANN, machine)), line)
    assert told == "**#4 Green (🤖 Computer 1): REST**\nGreen rests."


def test_an_offer_that_may_be_left_alone_has_no_time_that_runs_out() -> None:
    match_view = seen(viewer=Seated(Seat(0)))
    (turn,) = match_view.mine
    due = replace(match_view, due={turn.key: MOMENT})
    assert awaited.describe_time_left(match_view, turn) == ""
    assert awaited.describe_time_left(due, turn).endswith("Otherwise the seat rests.")
    offer = replace(turn, kind="offer", waits=False)
    assert awaited.describe_time_left(replace(due, due={offer.key: MOMENT}), offer) == ""


def test_many_seats_with_times_of_their_own_fit_the_panel() -> None:
    state = replace(PLAYING, lamps=(1,) * 3, oil=(4,) * 3)
    match_view = seen(state, seats=3, holders=(ANN,))
    (turn,) = match_view.waiting
    every = tuple(replace(turn, seat=Seat(seat)) for seat in range(3))
    due = {each.key: MOMENT for each in every}
    match_view = replace(match_view, waiting=every, awaited=(Seat(0), Seat(1), Seat(2)), due=due)
    said, pings = awaited.awaited_lines(match_view, ())
    stamp = int(MOMENT.timestamp())
    assert said[2:5] == tuple(
        f"-# {name}: ⏳ Time until <t:{stamp}:f> (<t:{stamp}:R>). Otherwise the seat rests."
        for name in ("Red", "Green", "Blue")
    )
    assert pings == (1,)
    assert sum(map(len, said)) < TEXT


def test_the_start_shows_the_commitment_of_the_dice_once() -> None:
    match_view = replace(seen(viewer=Seated(Seat(0))), commitment="ab" * 32)
    start = LogLine(1, EntryKind.START, None, "", ())
    told = news.paragraph(match_view, start)
    assert f"🎲 The dice are bound: `{'ab' * 8}…` " in told
    assert "ab" * 9 not in told
    assert "🎲" not in news.paragraph(match_view, replace(start, kind=EntryKind.DICE))


def test_the_referee_reads_of_a_late_player_until_they_are_back() -> None:
    late, away = replace(BO, expired=2), replace(BO, expired=3, away=True)

    def said(holder: SeatHolder, about: str) -> str:
        made = reminders.build_for_referee(seen(holders=(ANN, holder)), about)
        return "" if made is None else match_views.words(made)

    runs = "Green (Bo) has let 2 turns in a row run out: standing orders"
    assert runs in said(late, "late:1")
    gone = "Green (Bo) has let 3 turns in a row run out and is not waited for any more:"
    assert gone in said(away, "away:1")
    assert said(BO, "late:1") == said(late, "away:1") == said(late, "late:9") == ""
