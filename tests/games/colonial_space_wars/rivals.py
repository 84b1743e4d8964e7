"""Players of Colonial Space Wars to measure the computer player by."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from games.colonial_space_wars import moves as m
from games.colonial_space_wars.computer import COMPUTER
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.rules import attacks, deployment
from games.colonial_space_wars.rules.movement import stops
from games.colonial_space_wars.table import Table, Unit, other
from games.colonial_space_wars.view import View
from games.core.decisions import Decision
from games.core.geometry.squares import Square
from games.core.seats import Seat, Seats
from tests.games.duels import Chooser, duel

BOARDS = ("drill_field", "broken_march", "split_river")
FACTIONS = ("union", "centauri")
MEETINGS = tuple(product(BOARDS, (0, 1), FACTIONS, FACTIONS))
"""Board, own seat, own faction, and that of the other."""


def won(number: int, player: Chooser, rival: Chooser) -> bool:
    """Whether a player wins a match: numbers in a row go through boards, seats and factions."""
    board, own, *factions = MEETINGS[number % len(MEETINGS)]
    pair = [of(faction, each) for faction, each in zip(factions, (player, rival), strict=True)]
    players = pair if own == 0 else pair[::-1]
    state = GAME.setup(GAME.settings.model_validate({"board": board}), Seats.alone(2))
    return duel(GAME, state, players, random.Random(number)).winners == (Seat(own),)


def of(faction: str, player: Chooser) -> Chooser:
    """The player with the army of a faction."""

    def choose(view: View, decision: Decision, rng: random.Random) -> Any:
        if decision.kind == "army":
            return m.Ready() if _chosen(view, decision.seat) else m.Faction(faction)
        return player(view, decision, rng)

    return choose


def _chosen(view: View, seat: Seat) -> bool:
    sheet = view.sheets[seat]
    return sheet is not None and bool(sheet.sword)


def nearest(view: View, decision: Decision, rng: random.Random) -> Any:
    """One that only attacks the nearest unit: each unit that can, from the cheapest square in
    range, with all points; then the others come as near to it as they can, leaders last."""
    if decision.kind == "deploy":
        return m.DeployAuto() if deployment.missing(view.table, decision.seat) else m.DeployDone()
    if decision.kind != "turn":
        return COMPUTER.choose(view, decision, rng)
    table = view.table
    ready = [
        unit
        for unit in table.on_board(decision.seat)
        if not unit.activated and table.cost(unit) <= table.pool
    ]
    ready.sort(key=lambda unit: table.kind(unit).leader)
    for steps in (_attack, _approach):
        for unit in ready:
            if found := tuple(steps(table, unit, _target(table, unit))):
                return m.Order(unit.code, found)
    return m.End()


def _far(table: Table, at: Square | None, enemy: Unit) -> int:
    assert at is not None
    assert enemy.at is not None
    return table.board.distance(at, enemy.at)


def _target(table: Table, unit: Unit) -> Unit:
    return min(table.on_board(other(unit.seat)), key=lambda enemy: _far(table, unit.at, enemy))


def _attack(table: Table, unit: Unit, target: Unit) -> Iterator[m.OrderStep]:
    if not attacks.points_against(table, unit, target):
        return
    for at in stops(table, unit, table.kind(unit).movement):
        if attacks.out_of_sight(table, unit, target, at) is None:
            if at != unit.at:
                yield m.MoveTo(at)
            yield m.Attack(target.code, None)
            return


def _approach(table: Table, unit: Unit, target: Unit) -> Iterator[m.OrderStep]:
    reached = stops(table, unit, table.kind(unit).movement)
    to = min(reached, key=lambda at: _far(table, at, target))
    if to != unit.at:
        yield m.MoveTo(to)
