"""What breaks beneath a press: everybody is answered, and nothing else is drawn in."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy.engine.default import DefaultDialect

from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.router import HANDLERS
from bot.play.storage.records import Pauser, Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, files, words
from tests.chat.hall import letters
from tests.chat.test_router import posted


def full(*_: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


async def test_a_full_disk_is_told_kindly_and_the_move_is_not_half_played(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, before = await world.match(), await world.store.counts()
    with monkeypatch.context() as patched:
        patched.setattr(DefaultDialect, "do_commit", full)
        told = await toy.types("move", text="LAMP1")
        assert told.private
        assert "Nothing was recorded" in told.words
        assert files((await toy.types("match show")).message)
    assert await world.match() == match
    assert await world.store.counts() == before
    assert "Your lamp is in beacon 1." in (await toy.types("move", text="LAMP1")).words
    assert "Red has hidden a lamp" in words(toy.newest)


def spoil(world: World, *statements: str) -> None:
    with closing(sqlite3.connect(world.file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def test_a_spoilt_snapshot_is_made_again_from_the_log(world: World, toy: Guest) -> None:
    await toy.types("move", text="LAMP1")
    spoil(world, "UPDATE snapshots SET state = x'00'")
    await world.restart()
    assert "Your lamp is in beacon 1." in (await toy.types("match show", text=True)).words


async def test_a_match_that_cannot_be_read_keeps_nobody_from_the_others(
    world: World, toy: Guest, bo: Guest
) -> None:
    broken = await world.match()
    hall = world.guild.create_text_channel("other")
    await begin(toy.at(hall), bo.at(hall))
    old = await posted(world, "launch:77", str(CustomId(Action.BOARD, broken.id)))
    spoil(
        world,
        f"UPDATE snapshots SET state = x'00' WHERE match_id = '{broken.id}'",
        f"UPDATE entries SET body = 'x' WHERE match_id = '{broken.id}'",
    )
    await world.restart()
    assert (await world.match()).paused_by == Pauser.UNREADABLE
    assert letters(toy.user, "I cannot open your match of Beacons")
    # The answer to the second press would show the board of the channel's match.
    for label in ("1", "0"):
        told = await toy.presses(label, old)
        assert told.private
        assert "Something went wrong" not in told.words
    overview = (await toy.at_home.types("orders")).words
    assert overview.count("Hide your lamp") == 1
    assert "Your lamp is in beacon 3." in (await toy.at(hall).types("move", text="LAMP3")).words
    assert (await world.match(hall)).status is Status.RUNNING


async def test_a_form_that_nobody_answers_any_more_is_out_of_date(
    world: World, toy: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await toy.presses("Make a move")
    form = await toy.presses("Type it", asked.message)
    match = await world.match()
    monkeypatch.delitem(HANDLERS, Action.TYPE)
    told = await toy.fills(form, text="LAMP1")
    assert told.private
    assert "out of date" in told.words
    assert await world.match() == match
