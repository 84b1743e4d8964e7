"""Objectives and endings in sentences."""

from __future__ import annotations

from games.astral_sailors.names import listed, objective_name, seat_name, team_with_seats
from games.astral_sailors.rules.victory import conditions, quadrants
from games.astral_sailors.rules.victory.commanders import able, lives
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY

_WON = {
    **{rule: f" by {objective_name(number)}" for number, rule in conditions.RULES.items()},
    conditions.RULES[conditions.BELLICOSE]: " as Bellicose Hedonists",
    "ASCW-D59": ", the last team in the match",
    "ASCW-D74": ", as no other team has a living Commander",
}
_DRAWN = {
    "ASCW-D58": "no team has a living Commander left",
    "ASCW-D67": "the last round is over",
    "ASCW-D74": "no team can reach its aim any more",
    "ASCW-D75": "the players agreed to a draw",
}
"""Phrases for a win or a draw, by the rule that ended the match."""

IN_SHORT = {
    1: "Kill the Commanders of all other teams and keep one of yours alive",
    2: "Save up points in the pool",
    3: "Capture and deliver the Commanders of a team that you choose",
    4: "Have each of your Commanders eliminate military enemies",
    5: "Capture connected quadrants",
    6: "Eliminate enemy civilians",
}
"""Short texts for newly rolled objectives; ``aim`` has the numbers."""

HEDONISTS = "all Commanders of all other teams are dead, and one of yours lives"


def aim(table: Table, team: int, known: TeamSecret) -> str:
    """The condition that completes the sentence ``You win when ...``."""
    match known.objective:
        case 1:
            return (
                "no other team has a living Commander, your team has killed at least one of them, "
                "and one of yours lives"
            )
        case 2:
            return _glory(table, team)
        case 3:
            prey = "the team you name" if known.target == NOBODY else _prey(table, known.target)
            return f"the last Commanders of {prey} have been captured and delivered"
        case 4:
            return f"each of your Commanders has eliminated {conditions.KILLS} military enemies"
        case 5:
            wanted = quadrants.wanted(table)
            most = quadrants.most_at_home(table)
            home = f", at most {most} of them at home" if most < wanted else ""
            return f"your team has captured {wanted} connected quadrants{home}"
        case 6:
            wanted = conditions.civilians_wanted(table)
            return f"{_each(table, team)} has eliminated {wanted} enemy civilians"
        case _:
            return HEDONISTS


def _glory(table: Table, team: int) -> str:
    """The target for Glory; only players with a living Commander count (D-60)."""
    size, counting = table.agreement.army_size, able(table, team)
    if len(table.teams[team].seats) == 1:
        return f"your pool holds {size} points"
    names = listed([seat_name(seat) for seat in counting])
    if len(counting) == 1:
        return f"the pool of {names} holds {size} points"
    return conditions.GLORY_READINGS[table.agreement.glory].wanted.format(
        all=names,
        either=listed([seat_name(seat) for seat in counting], "or"),
        points=conditions.glory_wanted(table, team),
    )


def _each(table: Table, team: int) -> str:
    """The players with a living Commander, each of whom must do it (D-64)."""
    counting = able(table, team)
    if len(table.teams[team].seats) == 1:
        return "your army"
    names = listed([seat_name(seat) for seat in counting])
    return names if len(counting) == 1 else f"each of {names}"


def _prey(table: Table, target: int) -> str:
    return team_with_seats(table, target) if 0 <= target < len(table.teams) else "your target"


def named(known: TeamSecret) -> str:
    """``2, Glory``, or ``Bellicose Hedonists``."""
    name = objective_name(known.objective)
    return f"{known.objective}, {name}" if known.objective else name


def secret(table: Table, team: int, known: TeamSecret) -> tuple[str, ...]:
    """The team's objective, its condition and the progress so far."""
    if not known.objective and not known.bellicose:
        return ("Your team has no objective yet.",)
    if not lives(table, team):
        return (f"Your objective: {named(known)}.", *conditions.tally(table, team, known.objective))
    said = [f"Your objective: {named(known)}. You win when {aim(table, team, known)}."]
    if known.asked:
        said.append("Your team must name the target of its Manhunt.")
    return (*said, *conditions.tally(table, team, known.objective))


def won(rule: str) -> str:
    """The phrase that follows ``Team A wins``."""
    return _WON.get(rule, "")


def drawn(rule: str) -> str:
    """One sentence about a match without a winner."""
    reason = _DRAWN.get(rule)
    return f"The match ends without a winner{f': {reason}' if reason else ''}."
