"""Astral Sailors in the host: deadlines that wait for each other, leavers, a new rules version."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.play.match import views
from bot.play.match.automation import Automation
from bot.play.match.transitions import Transition
from bot.play.seat_holders import Answers, with_answers
from bot.play.storage.records import EntryKind, MatchId, SeatHolder, Status
from games.astral_sailors import GAME
from games.astral_sailors.rules.any_time import Leave
from games.astral_sailors.rules.combat.answering import Pay
from games.core.types import Seat
from tests.games.astral_sailors.duels import orders as standing_orders
from tests.games.astral_sailors.duels import wounded
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.store.make import a_match

PEOPLE = (ALICE, BOB, CAROL)


@pytest.fixture
async def sailors(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, (GAME,)) as there:
        yield there


async def hunting(club: Club) -> MatchId:
    """A match of three in which somebody's objective is a Manhunt, before targets are named."""
    for channel in range(20):
        match = await club.open("astral_sailors", channel=channel, seats=3, clock="1h")
        for person in (BOB, CAROL):
            await club.join(match, person)
        await club.start(match)
        for person in PEOPLE:
            await club.say(match, person, "BELLICOSE NO")
        if any(key.startswith("target") for key in await club.decisions(match)):
            return match
    raise AssertionError("nobody hunts")


@pytest.mark.rules("ASCW-120", "ASCW-D56", "ASCW-D78")
async def test_a_ready_list_is_locked_once_time_has_named_the_target(sailors: Club) -> None:
    match = await hunting(sailors)
    for person in PEOPLE:
        await sailors.say(match, person, "LIST hammer")
    await sailors.after(1)
    phases = {key.split("-")[0] for key in await sailors.decisions(match)}
    assert "army" not in phases, "all lists are locked"
    assert "scenery" in phases


@pytest.mark.rules("ASCW-D59", "ASCW-D69", "ASCW-D77")
@pytest.mark.parametrize(
    ("orders", "kind", "paid"),
    [
        ((), EntryKind.STANDING, 0),
        (("PAY ALL LETHAL",), EntryKind.STANDING, 2),
        (("PAY ALL ASK",), EntryKind.DEFAULT, 0),
    ],
)
def test_open_questions_of_a_leaver_fall_to_its_orders(
    orders: tuple[str, ...], kind: EntryKind, paid: int
) -> None:
    fight = wounded("B2", "EX5", 40, 6, 6, 6, 1, 1, 1)  # RE 2, price 5, 3 wounds
    state = fight.done().state
    match = replace(a_match(), game="astral_sailors", status=Status.RUNNING)
    given = Answers(standing_orders(*orders))
    holders = [
        SeatHolder(match.id, Seat(0), 1, "Alice"),
        with_answers(SeatHolder(match.id, Seat(1), 2, "Bob"), given),
    ]
    transition = Transition(GAME, match, holders, state)
    (talk,) = (each for each in transition.open_decisions if (each.seat, each.kind) == (1, "talk"))
    transition.play(EntryKind.MOVE, talk, Leave(), GAME.apply(state, Seat(1), talk, Leave()), 2)
    Automation(transition).carry_on(1)
    answer = transition.lines[-1]
    assert answer.decision is not None
    assert (answer.decision.kind, answer.kind) == ("pay", kind)
    assert GAME.move_form.read(answer.body) == Pay("B2", paid)


@pytest.mark.rules("ASCW-D63")
async def test_a_match_of_the_first_rules_goes_on_in_an_epoch_of_the_second(sailors: Club) -> None:
    match = await sailors.open("astral_sailors", channel=1, seats=2)
    await sailors.join(match, BOB)
    await sailors.start(match)
    await sailors.say(match, ALICE, "LIST hammer")
    before = await sailors.match(match)
    store: Any = sailors.app.store
    with closing(sqlite3.connect(store.databases._writer._file)) as connection, connection:
        for table, column in (("matches", "settings"), ("entries", "body")):
            connection.execute(
                f"UPDATE {table} SET rules_version = 1, {column} = "
                f"replace({column}, '\"home_quadrants\":\"half\",', '')"
            )
        connection.execute("UPDATE snapshots SET rules_version = 1")
        (left,) = connection.execute(
            "SELECT count(*) FROM snapshots WHERE instr(state, 'home_quadrants')"
        ).fetchone()
    assert left == 0, "what is as usual is not written into snapshots"
    sailors.app.executor.positions._states.clear()
    await sailors.say(match, BOB, "LIST boardroom")
    kinds = [entry.kind for entry in await sailors.entries(match) if entry.seq > before.seq]
    assert kinds == [EntryKind.POSITION, EntryKind.MOVE]
    assert (await sailors.match(match)).rules_version == GAME.meta.rules_version
    view = (await views.load_public(sailors.app, match)).view
    assert view.table.agreement.home_quadrants == "half"
    await sailors.say(match, ALICE, "LOCK")
    await sailors.replayed(match)
