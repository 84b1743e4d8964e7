"""What can be set of players and teams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing import agreed
from games.astral_sailors.editing.values import (
    BATTLE,
    SEAT,
    TEAM,
    UNIT,
    is_hidden,
    not_in,
    refuse,
    same,
    some,
)
from games.astral_sailors.events.battle import ArmyHandedOver, TeamChanged
from games.astral_sailors.names import called, kind_name, listed, seat_name, team_name
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Player
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, number
from games.core.refusals import Forbidden
from games.core.settings import bounds_of

FULLEST = 9999
MOST_KILLS = 99
MOST_DELIVERED = 40
LARGEST_TEAM = 4


def _player(view: SailorsView, seat: int) -> Player:
    return view.table.players[seat]


def _counted(field: str) -> Callable[[StepBuilder, int, int], None]:
    def put(builder: StepBuilder, seat: int, value: int) -> None:
        changed: dict[str, Any] = {field: value}
        builder.put_player(replace(builder.player(seat), **changed))

    return put


def _of_team(field: str) -> Callable[[StepBuilder, int, Any], None]:
    def put(builder: StepBuilder, team: int, value: Any) -> None:
        changed: dict[str, Any] = {field: value}
        builder.put_team(team, replace(builder.table.teams[team], **changed))

    return put


# --- Points and kills ---

SIZES = bounds_of(Agreement.model_fields["army_size"])


def _size(view: SailorsView, seat: int) -> int:
    return view.table.agreed_with(seat).agreement.army_size


def _no_size(view: SailorsView, seat: int, points: int) -> Forbidden | None:
    table, now, name = view.table, _size(view, seat), seat_name(seat)
    if found := not_in(table, MUSTER, "Army sizes can be set"):
        return found
    if points == now or points % SIZES.step:
        return None
    if table.phase != "bellicose" and points < now:
        why = f"{name} is already building for {now} points, so the size can only go up."
        return refuse(why, rule="ASCW-D53")
    if points not in SIZES:
        return None
    before = table.agreed_with(seat).agreement
    return agreed.fault(table, before, before.replace(army_size=points))


def _no_kills(view: SailorsView, _: int, __: int) -> Forbidden | None:
    return not_in(view.table, BATTLE, "Civilians can fall")


def _no_fall(view: SailorsView, *_: Any) -> Forbidden | None:
    return not_in(view.table, BATTLE, "Commanders can fall or be delivered")


def _not_delivered(view: SailorsView, team: int, teams: tuple[int, ...]) -> Forbidden | None:
    if team in teams:
        return refuse("A team cannot deliver its own Commanders.", rule="ASCW-119")
    if len(teams) > len(view.table.players) * 3:
        return refuse("There are not that many Commanders.", rule="ASCW-119")
    return _no_fall(view)


def _prey(_: SailorsView, teams: tuple[int, ...]) -> str:
    return listed([f"a Commander of {team_name(each)}" for each in teams]) or "nothing"


def _next_prey(view: SailorsView, team: int) -> list[tuple[int, ...]]:
    """One more, or none."""
    before = view.table.teams[team].delivered
    return [(), *((*before, other) for other in range(len(view.table.teams)))]


PREY = Argument(
    some(TEAM.value, MOST_DELIVERED),
    "Whose Commanders?",
    _next_prey,
    label=lambda view, teams: _prey(view, teams).capitalize(),
    called=_prey,
    example="B",
)


def _commanders(view: SailorsView, seat: int) -> list[str]:
    table = view.table
    return [each.code for each in table.of(seat) if table.kind(each).category == "commander"]


def _no_main(view: SailorsView, seat: int, code: str) -> Forbidden | None:
    table, unit = view.table, view.table.units[code]
    if unit.seat != seat or table.kind(unit).category != "commander":
        why = f"{called(table, code)} is not a Commander of {seat_name(seat)}."
        return refuse(why, rule="ASCW-D45")
    if is_hidden(table, unit):
        return refuse(f"{code} is not yet known to everyone.", f"{code} SEEN")
    main = table.players[seat].main == code
    return same(f"{code} is already the main Commander.") if main else None


COMMANDER = replace(
    UNIT,
    offered=_commanders,
    group=None,
    label=lambda view, code: f"{code} {kind_name(view.table, view.table.units[code])}",
    called=lambda view, code: called(view.table, code),
)

# --- Who plays ---


def _mates(view: SailorsView, seat: int) -> list[int]:
    mates = view.table.teams[view.table.team(seat)].seats
    return [mate for mate in mates if mate != seat]


def _no_heir(view: SailorsView, seat: int, to: int) -> Forbidden | None:
    player, heir = _player(view, seat), _player(view, to)
    if seat == to:
        return refuse("That is the same player.", f"RETURN {seat_name(seat).upper()}")
    if player.team != heir.team:
        mates = _mates(view, seat)
        instead = f"The team-mates are {listed(list(map(seat_name, mates)))}." if mates else ""
        return refuse("Only a team-mate can take an army over.", instead, "ASCW-D77")
    if player.removed:
        return refuse(f"{seat_name(seat)} is out of the match.", rule="ASCW-D77")
    if heir.left or heir.removed:
        return refuse(f"{seat_name(to)} has left the match.", rule="ASCW-D77")
    if view.table.controller(seat) == to:
        return same(f"{seat_name(to)} already plays that army.")
    return None


def _no_return(view: SailorsView, seat: int) -> Forbidden | None:
    player = _player(view, seat)
    if not player.left:
        return same(f"{seat_name(seat)} has not left the match.")
    if player.removed and view.table.phase in ("scenery", "deployment"):
        why = f"{seat_name(seat)} cannot return while the others set up."
        return refuse(why, "Let the player return once the first round has begun.")
    return None


def _no_team(view: SailorsView, seat: int, team: int) -> Forbidden | None:
    table, player = view.table, _player(view, seat)
    if found := not_in(table, (*MUSTER, "scenery"), "Players can change teams"):
        return found
    if player.team == team:
        return same(f"{seat_name(seat)} is already in that team.")
    own, other = table.teams[player.team].seats, table.teams[team].seats
    if any(table.players[each].left for each in (*own, *other)):
        return refuse("A player of one of these teams has left the match.")
    if len(own) == 1:
        return refuse(f"{team_name(player.team)} would be empty.", rule="ASCW-28")
    if len(other) == LARGEST_TEAM:
        return refuse(f"{team_name(team)} already has {LARGEST_TEAM} players.", rule="ASCW-28")
    if seat not in (other[0] - 1, other[-1] + 1):
        why = f"{seat_name(seat)} does not sit next to {team_name(team)}, and teams sit together."
        return refuse(why, "Let the players swap seats instead.", "ASCW-30")
    return None


def _hand_over(builder: StepBuilder, seat: int, to: int) -> None:
    """Hand all armies of a seat to a team-mate (D-77)."""
    _leave(builder, seat)
    for army in sorted({seat, *leaving.armies(builder.table, seat)}):
        builder.put_player(replace(builder.player(army), played_by=to))
        builder.tell(ArmyHandedOver(seat=army, to=to))
    _settle(builder)


def _return(builder: StepBuilder, seat: int) -> None:
    """Bring a player back; removed units stay removed."""
    player = replace(builder.player(seat), left=False, removed=False, played_by=NOBODY)
    builder.put_player(player)


def _leave(builder: StepBuilder, seat: int) -> None:
    """Mark the player as having left."""
    builder.put_player(replace(builder.player(seat), left=True))


def _settle(builder: StepBuilder) -> None:
    """Continue the match if no army list is missing any more."""
    if builder.table.phase in MUSTER:
        muster.settle(builder)


def _change(builder: StepBuilder, seat: int, team: int) -> None:
    own = builder.player(seat).team
    builder.tell(TeamChanged(seat=seat, team=own, to=team))
    builder.put_player(replace(builder.player(seat), team=team))
    for each in (own, team):
        seats = tuple(one.seat for one in builder.table.players if one.team == each)
        builder.put_team(each, replace(builder.table.teams[each], seats=seats))
    _settle(builder)


PEOPLE = (
    Act(
        "pool", "POOL {seat} {points}", "A player's points",
        {"seat": SEAT, "points": number(range(FULLEST + 1))}, _counted("pool"),
        "the pool of {seat}", lambda view, seat: _player(view, seat).pool,
    ),
    Act(
        "size", "SIZE {seat} {points}", "A player's army size",
        {"seat": SEAT, "points": number(SIZES)}, _counted("army_size"),
        "the army size of {seat}", _size, rule="ASCW-24", refuse=_no_size,
    ),
    Act(
        "civilians", "CIVILIANS {seat} {count}", "Civilians eliminated by a player",
        {"seat": SEAT, "count": number(range(MOST_KILLS + 1))}, _counted("civilians"),
        "the civilians eliminated by {seat}", lambda view, seat: _player(view, seat).civilians,
        rule="ASCW-133", refuse=_no_kills,
    ),
    Act(
        "main", "MAIN {seat} {unit}", "The main Commander", {"seat": SEAT, "unit": COMMANDER},
        lambda builder, seat, code: builder.put_player(replace(builder.player(seat), main=code)),
        said="makes {unit} the main Commander of {seat}", refuse=_no_main,
    ),
    Act(
        "handover", "HANDOVER {seat} {heir}", "Hand an army to a team-mate",
        {"seat": SEAT, "heir": replace(SEAT, prompt="To whom?", offered=_mates)}, _hand_over,
        said="gives the army of {seat} to {heir}", refuse=_no_heir,
        also=("HANDOVER {seat} TO {heir}",),
    ),
    Act(
        "team", "TEAM {seat} {team}", "Move a player to another team",
        {"seat": SEAT, "team": TEAM}, _change, said="moves {seat}", refuse=_no_team,
        words=lambda view, seat, team: (team_name(_player(view, seat).team), team_name(team)),
    ),
    Act(
        "return", "RETURN {seat}", "Bring a player back", {"seat": SEAT}, _return,
        said="brings {seat} back into the match", refuse=_no_return,
    ),
    Act(
        "commanders", "COMMANDERS {team} {count}", "Commanders eliminated by a team",
        {"team": TEAM, "count": number(range(MOST_KILLS + 1))}, _of_team("commanders"),
        "the Commanders eliminated by {team}",
        lambda view, team: view.table.teams[team].commanders, rule="ASCW-116", refuse=_no_fall,
    ),
    Act(
        "delivered", "DELIVERED {team} {teams}", "Commanders delivered by a team",
        {"team": TEAM, "teams": PREY}, _of_team("delivered"),
        "the Commanders delivered by {team}", lambda view, team: view.table.teams[team].delivered,
        refuse=_not_delivered,
    ),
)  # fmt: skip
