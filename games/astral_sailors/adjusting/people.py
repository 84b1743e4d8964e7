"""Adjustments of players and teams."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.adjusting import agreed
from games.astral_sailors.adjusting.kinds import (
    ChangeTeam,
    HandOver,
    OfPlayer,
    Remove,
    Return,
    Seating,
    SetCivilians,
    SetCommanders,
    SetDelivered,
    SetMain,
    SetPool,
    SetSize,
    Tally,
)
from games.astral_sailors.adjusting.replies import (
    BATTLE,
    is_hidden,
    no_seat,
    no_team,
    no_unit,
    not_in,
    outside,
    refuse,
    same,
    told,
)
from games.astral_sailors.events.battle import ArmyHandedOver, TeamChanged
from games.astral_sailors.names import called, listed, seat_name, team_name
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import NOBODY, Table
from games.core.refusals import Forbidden

FULLEST = 9999
MOST_KILLS = 99
LARGEST_TEAM = 4


def refusal(table: Table, adjustment: OfPlayer) -> Forbidden | None:
    if isinstance(adjustment, SetCommanders | SetDelivered):
        return no_team(table, adjustment.team) or _of_team(table, adjustment)
    if absent := no_seat(table, adjustment.seat):
        return absent
    if isinstance(adjustment, Tally):
        return _tally(table, adjustment)
    return _seating(table, adjustment)


def _of_team(table: Table, adjustment: SetCommanders | SetDelivered) -> Forbidden | None:
    if found := not_in(table, BATTLE, "Commanders can fall or be delivered"):
        return found
    team = table.teams[adjustment.team]
    match adjustment:
        case SetCommanders(_, count):
            if count == team.commanders:
                return same(f"It is already {count}.")
            return outside(
                f"The Commanders of {team_name(adjustment.team)}", count, 0, MOST_KILLS, "ASCW-116"
            )
        case SetDelivered(number, teams):
            if teams == team.delivered:
                return same("It already is.")
            if number in teams:
                return refuse("A team cannot deliver its own Commanders.", rule="ASCW-119")
            if len(teams) > len(table.players) * 3:
                return refuse("There are not that many Commanders.", rule="ASCW-119")
            return next((wrong for each in teams if (wrong := no_team(table, each))), None)


def _tally(table: Table, adjustment: Tally) -> Forbidden | None:
    player, name = table.players[adjustment.seat], seat_name(adjustment.seat)
    match adjustment:
        case SetPool(_, points):
            if points == player.pool:
                return same(f"The pool of {name} already holds {points}.")
            return outside(f"The pool of {name}", points, 0, FULLEST, "ASCW-D46")
        case SetSize(seat, points):
            return _size(table, seat, points)
        case SetCivilians(_, count):
            if count == player.civilians:
                return same(f"It is already {count}.")
            return not_in(table, BATTLE, "Civilians can fall") or outside(
                f"The civilians eliminated by {name}", count, 0, MOST_KILLS, "ASCW-133"
            )
        case SetMain(seat, unit):
            return no_unit(table, unit) or _main(table, seat, unit)


def _seating(table: Table, adjustment: Seating) -> Forbidden | None:
    match adjustment:
        case HandOver(seat, to):
            return no_seat(table, to) or _hand_over(table, seat, to)
        case Remove(seat):
            gone = table.players[seat].removed
            return same(f"{seat_name(seat)} is already out of the match.") if gone else None
        case Return(seat):
            return _return(table, seat)
        case ChangeTeam(seat, team):
            return no_team(table, team) or _change_team(table, seat, team)


def _size(table: Table, seat: int, points: int) -> Forbidden | None:
    lowest, highest, step = agreed.limits("army_size")
    now = table.agreed_with(seat).agreement.army_size
    if found := not_in(table, MUSTER, "Army sizes can be set"):
        return found
    if points == now:
        return same(f"{seat_name(seat)} already builds for {now} points.")
    if points % step:
        why = f"An army size must be a multiple of {step}, not {points}."
        return refuse(why, rule="ASCW-24")
    if table.phase != "bellicose" and points < now:
        why = f"{seat_name(seat)} is already building for {now} points, so the size can only go up."
        return refuse(why, rule="ASCW-D53")
    if found := outside("An army size", points, lowest, highest, "ASCW-24"):
        return found
    return agreed.fault(table, table.agreed_with(seat).agreement, army_size=points)


def _main(table: Table, seat: int, code: str) -> Forbidden | None:
    unit = table.units[code]
    if unit.seat != seat or table.kind(unit).category != "commander":
        why = f"{called(table, code)} is not a Commander of {seat_name(seat)}."
        return refuse(why, rule="ASCW-D45")
    if is_hidden(table, unit):
        return refuse(f"{code} is not yet known to everyone.", f"{code} SEEN")
    if table.players[seat].main == code:
        return same(f"{code} is already the main Commander.")
    return None


def _hand_over(table: Table, seat: int, to: int) -> Forbidden | None:
    player, heir = table.players[seat], table.players[to]
    if seat == to:
        return refuse("That is the same player.", f"RETURN {seat_name(seat).upper()}")
    if player.team != heir.team:
        mates = [each for each in table.teams[player.team].seats if each != seat]
        instead = f"The team-mates are {listed(list(map(seat_name, mates)))}." if mates else ""
        return refuse("Only a team-mate can take an army over.", instead, "ASCW-D77")
    if player.removed:
        return refuse(f"{seat_name(seat)} is out of the match.", rule="ASCW-D77")
    if heir.left or heir.removed:
        return refuse(f"{seat_name(to)} has left the match.", rule="ASCW-D77")
    if table.controller(seat) == to:
        return same(f"{seat_name(to)} already plays that army.")
    return None


def _return(table: Table, seat: int) -> Forbidden | None:
    player = table.players[seat]
    if not player.left:
        return same(f"{seat_name(seat)} has not left the match.")
    if player.removed and table.phase in ("scenery", "deployment"):
        why = f"{seat_name(seat)} cannot return while the others set up."
        return refuse(why, "Let the player return once the first round has begun.")
    return None


def _change_team(table: Table, seat: int, team: int) -> Forbidden | None:
    player = table.players[seat]
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


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: OfPlayer) -> None:
    if isinstance(adjustment, SetCommanders):
        number, count = adjustment.team, adjustment.count
        team = builder.table.teams[number]
        told(builder, "commanders", team_name(number), team.commanders, count)
        builder.put_team(number, replace(team, commanders=count))
    elif isinstance(adjustment, SetDelivered):
        number, teams = adjustment.team, adjustment.teams
        team = builder.table.teams[number]
        told(builder, "delivered", team_name(number), *map(_prey, (team.delivered, teams)))
        builder.put_team(number, replace(team, delivered=teams))
    elif isinstance(adjustment, Tally):
        _set_tally(builder, adjustment)
    else:
        _seat(builder, adjustment)


def _prey(teams: tuple[int, ...]) -> str:
    return listed([f"a Commander of {team_name(each)}" for each in teams])


def _set_tally(builder: StepBuilder, adjustment: Tally) -> None:
    player, name = builder.player(adjustment.seat), seat_name(adjustment.seat)
    match adjustment:
        case SetPool(_, points):
            told(builder, "pool", name, player.pool, points)
            builder.put_player(replace(player, pool=points))
        case SetSize(seat, points):
            before = builder.table.agreed_with(seat).agreement.army_size
            told(builder, "size", name, before, points)
            builder.put_player(replace(player, army_size=points))
        case SetCivilians(_, count):
            told(builder, "civilians", name, player.civilians, count)
            builder.put_player(replace(player, civilians=count))
        case SetMain(_, unit):
            told(builder, "main", name, "", called(builder.table, unit))
            builder.put_player(replace(player, main=unit))


def _seat(builder: StepBuilder, adjustment: Seating) -> None:
    player, name = builder.player(adjustment.seat), seat_name(adjustment.seat)
    match adjustment:
        case HandOver(seat, to):
            told(builder, "hand-over", name, "", seat_name(to))
            _leave(builder, seat)
            for army in sorted({seat, *leaving.armies(builder.table, seat)}):
                builder.put_player(replace(builder.player(army), handover=False, played_by=to))
                builder.tell(ArmyHandedOver(seat=army, to=to))
            _settle(builder)
        case Remove(seat):
            told(builder, "remove", name)
            _remove(builder, seat)
        case Return():
            told(builder, "return", name)
            back = replace(
                player, left=False, removed=False, handover=False, declined=(), played_by=NOBODY
            )
            builder.put_player(back)
        case ChangeTeam(seat, team):
            builder.tell(TeamChanged(seat=seat, team=player.team, to=team))
            _change(builder, seat, team)


def _leave(builder: StepBuilder, seat: int) -> None:
    """Mark the player as having left."""
    builder.put_player(replace(builder.player(seat), left=True, handover=False, declined=()))
    draw = tuple(agreed for agreed in builder.table.draw if agreed != seat)
    builder.table = replace(builder.table, draw=draw)


def _remove(builder: StepBuilder, seat: int) -> None:
    """Remove a player's own army and those it plays."""
    playing = not builder.player(seat).left
    armies = {seat, *(leaving.armies(builder.table, seat) if playing else ())}
    _leave(builder, seat)
    leaving.take_out(builder, tuple(sorted(armies)))


def _settle(builder: StepBuilder) -> None:
    """Continue the match if no army list is missing any more."""
    if builder.table.phase in MUSTER:
        muster.settle(builder)


def _change(builder: StepBuilder, seat: int, team: int) -> None:
    own = builder.player(seat).team
    builder.put_player(replace(builder.player(seat), team=team))
    for number in (own, team):
        seats = tuple(each.seat for each in builder.table.players if each.team == number)
        builder.put_team(number, replace(builder.table.teams[number], seats=seats))
    _settle(builder)
