"""The end of a match: who has won, who has fallen, and what everybody may know now (D-57, D-58)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.events.battle import MatchDrawn, MatchWon, ObjectiveRevealed
from games.astral_sailors.rules.victory.commanders import able
from games.astral_sailors.rules.victory.conditions import MANHUNT, RULES
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Result
from games.astral_sailors.tasks import NOBODY


def win(builder: StepBuilder, team: int, rule: str = "") -> None:
    """``team`` has won by its objective, or by ``rule``.

    Players whose Commander is dead have fallen, unless the option shares the victory with them.
    """
    table, secret = builder.table, builder.secrets.teams[team]
    seats = tuple(seat for seat in table.teams[team].seats if not table.players[seat].removed)
    victors = seats if table.agreement.fallen_share else able(table, team)
    fallen = tuple(seat for seat in seats if seat not in victors)
    rule = rule or RULES[secret.objective]
    reveal(builder, team)
    objectives, targets = _secrets(builder)
    builder.tell(
        MatchWon(
            team=team,
            rule=rule,
            victors=victors,
            fallen=fallen,
            objectives=objectives,
            targets=targets,
        )
    )
    _close(builder, Result("won", rule, team, victors, fallen))


def draw(builder: StepBuilder, rule: str) -> None:
    """The match ends without a winner, by ``rule``."""
    objectives, targets = _secrets(builder)
    builder.tell(MatchDrawn(rule=rule, objectives=objectives, targets=targets))
    _close(builder, Result("draw", rule))


def reveal(builder: StepBuilder, team: int) -> None:
    """Show the team's objective to everybody (ASCW-113), if there is one to show."""
    secret = builder.secrets.teams[team]
    if not secret.objective or builder.table.teams[team].objective:
        return
    target = secret.target if secret.objective == MANHUNT else NOBODY
    known = replace(builder.table.teams[team], objective=secret.objective, hunted=target)
    builder.put_team(team, known)
    builder.tell(ObjectiveRevealed(team=team, objective=secret.objective, target=target))


def _secrets(builder: StepBuilder) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Objectives and targets by team; -1 for the objective of a team that has not got one yet."""
    teams = builder.secrets.teams
    given = builder.table.phase != "bellicose"
    return (
        tuple(each.objective if given else NOBODY for each in teams),
        tuple(each.target for each in teams),
    )


def _close(builder: StepBuilder, result: Result) -> None:
    """Nothing is asked any more, and nothing of the objectives is secret."""
    for number, secret in enumerate(builder.secrets.teams):
        team = builder.table.teams[number]
        known = replace(
            team, objective=secret.objective, hunted=NOBODY, bellicose=bool(secret.bellicose)
        )
        builder.put_team(number, known)
        builder.secrets = builder.secrets.with_team(number, replace(secret, asked=False))
    builder.secrets = replace(builder.secrets, answers=())
    builder.table = replace(builder.table, phase="over", agenda=(), result=result)
