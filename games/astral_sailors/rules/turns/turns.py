"""Whose turn it is: the order of players, and the decision of the turn (D-41, D-59, D-77)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Player, Table, Turn
from games.astral_sailors.tasks import NOBODY
from games.core.types import Decision, Seat

KINDS = {
    "scenery": "scenery",
    "deployment": "deploy",
    "activation": "activate",
    "reinforcement": "reinforce",
}
"""The kind of decision in each phase of turns."""


def takes_part(player: Player) -> bool:
    """Whether the army of this seat is still in the match: the seat may have been left, if a
    team-mate plays it now."""
    if player.removed:
        return False
    return not player.left or player.played_by != NOBODY


def seats(table: Table) -> tuple[int, ...]:
    """All seats whose armies are still in the match."""
    return tuple(player.seat for player in table.players if takes_part(player))


def teams(table: Table) -> tuple[int, ...]:
    """All teams that still have such a seat, by their lowest seat."""
    return tuple(sorted({table.team(seat) for seat in seats(table)}))


def line(table: Table, team: int) -> tuple[int, ...]:
    """The order of players when ``team`` starts (D-41): from team to team, a player of each."""
    count = len(table.teams)
    left = {
        number: [seat for seat in table.teams[number].seats if takes_part(table.players[seat])]
        for number in range(count)
    }
    found = []
    at = team
    while any(left.values()):
        if left[at]:
            found.append(left[at].pop(0))
        at = (at + 1) % count
    return tuple(found)


def give(builder: StepBuilder, turn: Turn) -> None:
    """A new turn of the match begins."""
    begun = replace(turn, number=builder.table.turn.number + 1, first=builder.table.turns)
    builder.table = replace(builder.table, turn=begun)


def nobodys(builder: StepBuilder) -> None:
    """Between the phases it is nobody's turn."""
    builder.table = replace(builder.table, turn=Turn(number=builder.table.turn.number))


def count_move(builder: StepBuilder) -> None:
    """A decision of a turn has been answered: the next one has a key of its own."""
    builder.table = replace(builder.table, turns=builder.table.turns + 1)


def decisions(table: Table) -> tuple[Decision, ...]:
    """The decision of the turn, for the player of the army whose turn it is."""
    kind, seat = KINDS.get(table.phase), table.turn.seat
    if kind is None or seat == NOBODY:
        return ()
    player = Seat(table.controller(seat))
    return (Decision(player, kind, table.turns, batch=f"half-{table.turn.number}-{seat}"),)
