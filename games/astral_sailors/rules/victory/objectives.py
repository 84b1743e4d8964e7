"""Objectives, the victory check and the end of a match (2.17, D-57 to D-66, D-74)."""

from __future__ import annotations

from games.astral_sailors import events as e
from games.astral_sailors.rules.victory import conditions, quadrants
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Result, Table
from games.astral_sailors.tasks import NOBODY, DiceOff
from games.core.types import Decision, Seat


def win(builder: StepBuilder, team: int, rule: str = "") -> None:
    """``team`` has won by its objective, or by ``rule``.

    Players whose Commander is dead have fallen, unless the option shares the victory with them.
    """
    table, secret = builder.table, builder.secrets[team]
    seats = tuple(seat for seat in table.teams[team].seats if not table.players[seat].removed)
    victors = seats if table.agreement.fallen_share else conditions.able(table, team)
    fallen = tuple(seat for seat in seats if seat not in victors)
    rule = rule or conditions.RULES[secret.objective]
    reveal(builder, team)
    objectives, targets = _secrets(builder)
    builder.tell(e.MatchWon(team, rule, victors, fallen, objectives, targets))
    _close(builder, Result("won", rule, team, victors, fallen))


def draw(builder: StepBuilder, rule: str) -> None:
    """The match ends without a winner, by ``rule``."""
    builder.tell(e.MatchDrawn(rule, *_secrets(builder)))
    _close(builder, Result("draw", rule))


def reveal(builder: StepBuilder, team: int) -> None:
    """Show the team's objective to everybody (ASCW-113), if there is one to show."""
    secret = builder.secrets[team]
    if not secret.objective or builder.table.teams[team].objective:
        return
    target = secret.target if secret.objective == conditions.MANHUNT else NOBODY
    builder.put_team(team, objective=secret.objective, hunted=target)
    builder.tell(e.ObjectiveRevealed(team, secret.objective, target))


def _secrets(builder: StepBuilder) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Objectives and targets by team; -1 for the objective of a team that has not got one yet."""
    teams = builder.secrets
    given = builder.table.phase != "bellicose"
    return (
        tuple(each.objective if given else NOBODY for each in teams),
        tuple(each.target for each in teams),
    )


def _close(builder: StepBuilder, result: Result) -> None:
    """Close the questions about objectives and lift their secrecy."""
    for number, secret in enumerate(builder.secrets):
        known = bool(secret.bellicose)
        builder.put_team(number, objective=secret.objective, hunted=NOBODY, bellicose=known)
        builder.put_secret(number, asked=False)
    builder.answers = ()
    builder.change(phase="over", agenda=(), result=result)


# --- Objectives ---


def check(builder: StepBuilder, about: str) -> None:
    """Step ``check``: intrusions, victory, endings without a winner, new targets."""
    if builder.table.result is not None:
        return
    if builder.table.phase not in conditions.MUSTER:
        quadrants.intrude(builder)
        if _victory(builder):
            return
    if _abandoned(builder) or builder.table.phase in conditions.MUSTER:
        return
    _retarget(builder)
    _hopeless(builder)


def _victory(builder: StepBuilder) -> bool:
    """End the match for the team that meets its condition; several at once roll for it, unless
    one of them is having its turn (D-57)."""
    table = builder.table
    teams = range(len(table.teams))
    winners = tuple(team for team in teams if conditions.met(table, team, builder.secrets[team]))
    if not winners:
        return False
    turn = _turn_of(table)
    if len(winners) == 1 or turn in winners:
        win(builder, turn if turn in winners else winners[0])
    else:
        builder.tell(e.DiceOffCalled("victory", winners))
        builder.push(DiceOff("victory", winners))
    return True


def _turn_of(table: Table) -> int:
    """The team whose turn it is; nobody's between turns, as while income is paid."""
    seat = table.turn.seat
    if seat == NOBODY or between_turns(table):
        return NOBODY
    return table.team(seat)


IN_TURN = ("check", "arrive", "strike-terrain", "end-activation", "end-spent-turn", "remove-army")
"""Steps that may lie on the agenda while somebody's turn goes on."""

TURN_ENDS = ("next-turn", "next-deployment", "next-piece")
"""Steps that end a turn."""


def between_turns(table: Table) -> bool:
    """Whether the bot is working on the round itself: what lies on the agenda tells."""
    return not all(
        task.task in ("attack", "act")
        or (task.task == "do" and task.step in (*IN_TURN, *TURN_ENDS))
        for task in table.agenda
    )


def _abandoned(builder: StepBuilder) -> bool:
    """Endings that no objective brings: nobody left, one team left, no Commander left."""
    table = builder.table
    teams = range(len(table.teams))
    there = [
        number
        for number, team in enumerate(table.teams)
        if any(conditions.present(table, seat) for seat in team.seats)
    ]
    if not there:
        draw(builder, "ASCW-D75")
    elif not any(conditions.lives(table, team) for team in teams):
        draw(builder, "ASCW-D58")
    elif len(there) == 1 and conditions.lives(table, there[0]):
        win(builder, there[0], "ASCW-D59")
    else:
        return False
    return True


def _retarget(builder: StepBuilder) -> None:
    """A Manhunt whose target has no Commander left names another, if it can (D-61)."""
    table = builder.table
    for team, secret in enumerate(builder.secrets):
        if secret.target == NOBODY or not conditions.lives(table, team):
            continue
        if conditions.gone(table, team, secret.target) and conditions.replaceable(table, team):
            count = secret.retarget + 1
            builder.put_secret(team, target=NOBODY, asked=True, retarget=count)
            builder.tell(e.TargetLost(team, only=builder.members(team)))


def _hopeless(builder: StepBuilder) -> None:
    """Tell teams whose objective is out of reach; end the match when nobody can win (D-74)."""
    table = builder.table
    alive = [team for team in range(len(table.teams)) if conditions.lives(table, team)]
    lost = [team for team in alive if conditions.unreachable(table, team, builder.secrets[team])]
    for team in lost:
        if not builder.secrets[team].hopeless:
            builder.put_secret(team, hopeless=True)
            builder.tell(e.ObjectiveUnreachable(team, only=builder.members(team)))
    if not alive or lost != alive:
        return
    if len(lost) == 1 and table.agreement.unreachable == "win":
        win(builder, lost[0], "ASCW-D74")
    else:
        draw(builder, "ASCW-D74")


def offers(state: State) -> tuple[Decision, ...]:
    """``target`` for the members of a team that has one to name (P2c and D-61).

    Nobody waits for it; the first answer of a member counts (D-56).
    """
    table = state.table
    return tuple(
        Decision(Seat(seat), "target", secret.retarget, secret=True, waits=False, by_team=True)
        for team, secret in enumerate(state.secrets)
        if secret.asked
        for seat in table.teams[team].seats
        if not table.players[seat].left
    )


def targets(table: Table, team: int) -> tuple[int, ...]:
    """The teams that a Manhunt of ``team`` may be after, clockwise; the first is the default."""
    return conditions.rivals(table, team)


def set_target(builder: StepBuilder, team: int, target: int) -> None:
    """Set the target of a team's Manhunt."""
    builder.put_secret(team, target=target, asked=False)
    builder.tell(e.TargetSet(team, target, only=builder.members(team)))
