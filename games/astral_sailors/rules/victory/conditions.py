"""When an objective is met or lost, and whose Commanders live (D-58 to D-66, D-74)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from games.astral_sailors.names import listed, seat_name
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import NOBODY

MUSTER = ("bellicose", "muster")
"""Phases in which no army is on the table yet."""

PEACE = (*MUSTER, "scenery", "deployment")
"""Phases in which nobody can have fallen; with closed armies Commanders may be unknown then."""


def living(table: Table, seat: int) -> tuple[Unit, ...]:
    """The seat's Commanders that are alive. A captive lives until it is delivered (D-61)."""
    return tuple(unit for unit in commanders(table, seat) if unit.place != "out")


def commanders(table: Table, seat: int) -> tuple[Unit, ...]:
    """All Commanders of the seat's army, the dead too."""
    return tuple(unit for unit in table.of(seat) if table.kind(unit).category == "commander")


def commands(table: Table, seat: int) -> bool:
    """Whether the seat has a living Commander, so that it can win (ASCW-114)."""
    if table.players[seat].removed:
        return False
    return table.phase in PEACE or bool(living(table, seat))


def able(table: Table, team: int) -> tuple[int, ...]:
    """The seats of the team that can still win."""
    return tuple(seat for seat in table.teams[team].seats if commands(table, seat))


def lives(table: Table, team: int) -> bool:
    """Whether a Commander of the team is alive."""
    return any(commands(table, seat) for seat in table.teams[team].seats)


def present(table: Table, seat: int) -> bool:
    """Whether the seat is in the match: not removed, and with a unit left somewhere (D-59)."""
    if table.players[seat].removed:
        return False
    return table.phase in MUSTER or any(unit.place != "out" for unit in table.of(seat))


def rivals(table: Table, team: int) -> tuple[int, ...]:
    """The other teams with a living Commander, clockwise from ``team``."""
    count = len(table.teams)
    others = ((team + step) % count for step in range(1, count))
    return tuple(other for other in others if lives(table, other))


# --- Conditions ---

BELLICOSE = 0
ASSASSINATION, GLORY, MANHUNT, PROMOTION, OCCUPATION, MANPOWER = range(1, 7)

RULES = {
    BELLICOSE: "ASCW-135",
    ASSASSINATION: "ASCW-116",
    GLORY: "ASCW-118",
    MANHUNT: "ASCW-119",
    PROMOTION: "ASCW-128",
    OCCUPATION: "ASCW-129",
    MANPOWER: "ASCW-133",
}
"""The rule by which each objective wins."""

KILLS = 3
"""What every Commander has to eliminate for a Promotion (ASCW-128)."""


def met(table: Table, team: int, aims: TeamSecret) -> bool:
    """Whether the team fulfils its condition now. Without a living Commander none is (ASCW-114)."""
    if table.phase in MUSTER or not lives(table, team):
        return False
    match aims.objective:
        case 1:
            return not rivals(table, team) and table.teams[team].commanders >= 1
        case 2:
            return _glory(table, team) >= glory_wanted(table, team)
        case 3:
            return (
                aims.target != NOBODY
                and aims.target in table.teams[team].delivered
                and not lives(table, aims.target)
            )
        case 4:
            return all(unit.kills >= KILLS for unit in promoted(table, team))
        case 5:
            return quadrants.largest(table, team) >= quadrants.wanted(table)
        case 6:
            return all(
                table.players[seat].civilians >= civilians_wanted(table)
                for seat in able(table, team)
            )
        case _:
            return hedonists(table, team, aims) and not rivals(table, team)


def hedonists(table: Table, team: int, aims: TeamSecret) -> bool:
    """Whether the team is known to fight as Bellicose Hedonists: an objective may be unknown."""
    return bool(aims.bellicose or table.teams[team].bellicose)


def lost(table: Table, team: int, aims: TeamSecret) -> bool:
    """Whether the condition can never be met any more (D-74); ``met`` has been asked before.

    A Manhunt that may still name a target is not lost: see ``replaceable``.
    """
    match aims.objective:
        case 1:
            return not rivals(table, team)
        case 3:
            return gone(table, team, aims.target) and not replaceable(table, team)
        case 4:
            return any(unit.place == "out" and unit.kills < KILLS for unit in promoted(table, team))
        case _:
            return False


def unreachable(table: Table, team: int, aims: TeamSecret) -> bool:
    """Whether the team does not fulfil its condition, and never can any more."""
    return lost(table, team, aims) and not met(table, team, aims)


def gone(table: Table, team: int, target: int) -> bool:
    """Whether a Manhunt of ``team`` has nothing to hunt: no target, or all of its Commanders are
    gone and none was delivered (D-61)."""
    if target == NOBODY:
        return True
    return not lives(table, target) and target not in table.teams[team].delivered


def replaceable(table: Table, team: int) -> bool:
    """Whether a Manhunt may name another target."""
    return table.agreement.retarget and bool(rivals(table, team))


def promoted(table: Table, team: int) -> tuple[Unit, ...]:
    """The Commanders that a Promotion counts (D-62): the living, with an option the dead too."""
    of = commanders if table.agreement.promotion_dead == "count" else living
    seats = (seat for seat in table.teams[team].seats if not table.players[seat].removed)
    return tuple(unit for seat in seats for unit in of(table, seat))


class Glory(NamedTuple):
    """How to read the Glory of a team (D-60): what of its pools is ``measured`` and ``called``,
    whether their sizes are added, and what it takes, in words."""

    measured: Callable[[tuple[int, ...]], int]
    called: str
    wanted: str
    adds: bool = False


GLORY_READINGS: Final[Mapping[str, Glory]] = {
    "sum": Glory(sum, "Points", "the pools of {all} hold {points} points together", adds=True),
    "any": Glory(max, "Points in the fullest pool", "the pool of {either} holds {points} points"),
    "each": Glory(
        min, "Points in the emptiest pool", "the pools of {all} hold {points} points each"
    ),
}
"""By the setting."""


def glory_wanted(table: Table, team: int) -> int:
    """Points that the pools of the team must hold."""
    adds = GLORY_READINGS[table.agreement.glory].adds
    return table.agreement.army_size * (len(able(table, team)) if adds else 1)


def civilians_wanted(table: Table) -> int:
    """Civilian kills that every player of a Manpower team needs (ASCW-133)."""
    return table.agreement.army_size // 10


def _glory(table: Table, team: int) -> int:
    """The points that a team holds for Glory."""
    pools = tuple(table.players[seat].pool for seat in able(table, team))
    return GLORY_READINGS[table.agreement.glory].measured(pools)


def tally(table: Table, team: int, objective: int) -> tuple[str, ...]:
    """How far the team is, a sentence each: for its members only."""
    if table.phase in MUSTER:
        return ()
    if not lives(table, team):
        return ("Without a living Commander your team cannot win.",)
    match objective:
        case 1:
            killed = table.teams[team].commanders
            return (
                _tally_enemies(table, team),
                f"Enemy Commanders eliminated by your team: {killed}.",
            )
        case 2:
            called, wanted = GLORY_READINGS[table.agreement.glory].called, glory_wanted(table, team)
            return (f"{called}: {_glory(table, team)} of {wanted}.",)
        case 3:
            return _tally_manhunt(table, team)
        case 4:
            return tuple(
                f"{unit.code} has eliminated {unit.kills} of {KILLS} military units."
                for unit in promoted(table, team)
            )
        case 5:
            return _tally_quadrants(table, team)
        case 6:
            return tuple(
                f"{seat_name(seat)} has eliminated {table.players[seat].civilians} of "
                f"{civilians_wanted(table)} civilians."
                for seat in able(table, team)
            )
        case _:
            return (_tally_enemies(table, team),)


def _tally_enemies(table: Table, team: int) -> str:
    alive = [
        unit
        for other in rivals(table, team)
        for seat in able(table, other)
        for unit in living(table, seat)
    ]
    return f"Enemy Commanders alive: {len(alive)}."


def _tally_quadrants(table: Table, team: int) -> tuple[str, ...]:
    held = listed(
        f"{name} ({'captured' if counter > 1 else 'for one round'})"
        for name, counter in table.teams[team].quadrants.items()
    )
    group, wanted = quadrants.largest(table, team), quadrants.wanted(table)
    most = quadrants.most_at_home(table)
    limit = f" (at most {most} at home)" if most < wanted else ""
    return (
        f"Largest connected group: {group} of {wanted} quadrants{limit}.",
        f"Quadrants held: {held or 'none'}.",
    )


def _tally_manhunt(table: Table, team: int) -> tuple[str, ...]:
    held = [unit for unit in table.units.values() if unit.holds and table.team(unit.seat) == team]
    delivered = len(table.teams[team].delivered)
    carried = ", ".join(f"{unit.code} holds {unit.holds}" for unit in held)
    return (f"Commanders delivered: {delivered}.", *((f"{carried}.",) if carried else ()))
