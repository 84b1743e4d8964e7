"""The computer player: sees its seat's view and gives one order after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.colonial_space_wars.computer.plans import best_order
from games.colonial_space_wars.computer.situation import PlayerSkill, Situation
from games.colonial_space_wars.computer.suggestions import suggest
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.rules import armies, deployment
from games.colonial_space_wars.rules.armies import ChooseFaction, ListArmy, Ready
from games.colonial_space_wars.rules.deployment import (
    ChooseZone,
    Deploy,
    DeployAuto,
    DeployDone,
    DeployInside,
    Role,
)
from games.colonial_space_wars.rules.turns import End, Finish
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.view import Request, View
from games.core.computer import Computer, ComputerPlayer, Level
from games.core.types import Decision

SLOW = 2
"""Units with at most this many movement points are carried where possible."""


SKILLS: Mapping[Level, PlayerSkill] = {
    "easy": PlayerSkill(noise=0.6, fear=0.0, joins=False, retreats=False),
    "normal": PlayerSkill(),
    "hard": PlayerSkill(closer=2),
}


def think(view: View, decision: Decision, rng: random.Random, skill: PlayerSkill) -> Move | None:
    if not decision.waits:
        return None
    request = Request(view, decision)
    match decision.kind:
        case "faction":
            return ChooseFaction(rng.choice(armies.factions(view.table, decision.seat)))
        case "army":
            return _army(request, rng)
        case "role":
            return Role(attacker=True)
        case "zone":
            return ChooseZone("south")
        case "deploy":
            return _deploy(request)
        case "turn" if view.table.open is not None:
            return Finish()
        case "turn":
            return best_order(Situation(request, skill), rng) or End()
        case _:
            return None


def _army(request: Request, rng: random.Random) -> Move:
    """The standard army of any faction."""
    table, sheet = request.view.table, armies.own_sheet(request)
    if not sheet.sword and not table.swords[request.decision.seat]:
        return ChooseFaction(rng.choice(armies.factions(table, request.decision.seat)))
    if Ready().refuse(request) is None:
        return Ready()
    sword = sheet.sword or table.swords[request.decision.seat]
    return ListArmy(armies.standard(table, sword))


def _deploy(request: Request) -> Move:
    """Transports first, with slow units inside; the rest by the rule."""
    table, seat = request.view.table, request.decision.seat
    missing = deployment.missing(table, seat)
    for unit in missing:
        for transport in table.on_board(seat):
            move = DeployInside(unit.code, transport.code)
            if _slow(table, unit) and move.refuse(request) is None:
                return move
    waiting = [unit for unit in missing if table.kind(unit).seats]
    if waiting and any(_slow(table, unit) for unit in missing):
        squares = sorted(
            deployment.free_squares(table, seat),
            key=lambda at: (
                list(table.zone_rows(seat)).index(at.r),
                abs(2 * at.c + 1 - table.board.columns),
            ),
        )
        return Deploy(waiting[0].code, squares[0])
    return DeployAuto() if missing else DeployDone()


def _slow(table: Table, unit: Unit) -> bool:
    return table.kind(unit).light and table.kind(unit).movement <= SLOW


COMPUTER: Computer[View, Move] = ComputerPlayer(SKILLS, think, suggest)
