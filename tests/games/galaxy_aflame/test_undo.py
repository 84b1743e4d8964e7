"""Steps of one's own turn are taken back as far as the last roll, through the host (GA-A15)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.play.executor import Command
from bot.play.history import undo
from bot.play.history.undo_rules import UndoClass
from bot.play.match import views
from bot.play.storage.records import MatchId
from games import all_games
from games.galaxy_aflame.table import RED, Table
from tests.play.conftest import ALICE, BOB, Club, a_club

SETTINGS = {"muster": "ranked", "layout": "open_basin", "deploy_mode": "secret"}


async def table_of(club: Club, match: MatchId) -> Table:
    found = (await views.load_public(club.app, match)).view.table
    assert isinstance(found, Table)
    return found


async def begun(club: Club) -> MatchId:
    """Red's turn, with the Infectors and the Reef Guard on the table, and Blue 24 inches away."""
    match = await club.begin(game="galaxy_aflame", settings=SETTINGS)
    await club.say(match, ALICE, "ARMY AQUANARATTA")
    await club.say(match, BOB, "ARMY HALCYON")
    await club.say(match, ALICE, "RANK OWN INF REE")
    await club.say(match, BOB, "RANK OWN RIF STO")
    await club.say(match, BOB, "RANK ENEMY LEV")
    await club.say(match, ALICE, "RANK ENEMY WAL")
    table = await table_of(club, match)
    red, blue = (6, 30) if table.is_north(RED) else (30, 6)
    for person, texts in (
        (ALICE, (f"DEPLOY INF 24 {red}", f"DEPLOY REE 30 {red}")),
        (BOB, (f"DEPLOY RIF 24 {blue}", f"DEPLOY STO 18 {blue}")),
    ):
        for text in texts:
            await club.say(match, person, text)
    if (await table_of(club, match)).active != RED:
        await club.say(match, BOB, "END")
    return match


async def taken_back(club: Club, match: MatchId) -> None:
    await undo.undo(club.app, Command(match, ALICE.user, next(club.interactions)))


@pytest.mark.rules("T34")
async def test_two_moves_are_taken_back_but_not_a_shot(tmp_path: Path) -> None:
    async with a_club(tmp_path, all_games()) as club:
        match = await begun(club)
        start = await table_of(club, match)
        y = 12 if start.is_north(RED) else 24
        infectors, guard = (
            next(unit.code for unit in start.of(RED) if unit.card == card)
            for card in ("INF", "REE")
        )
        await club.say(match, ALICE, f"MOVE {infectors} 24 {y}")
        moved = await table_of(club, match)
        await club.say(match, ALICE, f"MOVE {guard} 30 {y + 1 if y > 18 else y - 1}")
        await taken_back(club, match)
        assert (await table_of(club, match)).units == moved.units
        await taken_back(club, match)
        assert (await table_of(club, match)).units == start.units
        await club.say(match, ALICE, f"MOVE {infectors} 24 {y}")
        await club.say(match, ALICE, f"SHOOT {infectors} RIF KILL")
        found = await undo.classify(club.app, match, ALICE.user)
        assert found.plan is not None
        assert found.plan.verdict.of is UndoClass.REFUSED
        assert "dice" in found.plan.verdict.reason
        await club.replayed(match)
