"""Who fights as Bellicose Hedonists (ASCW-32, 134, D-65)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from games.astral_sailors import events as e
from games.astral_sailors.notation import YES
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.tasks import NOBODY, DiceOff, Move
from games.astral_sailors.view import Request
from games.core.moves import move
from games.core.types import Decision, Forbidden, Seat


def most(teams: int) -> int:
    """How many of so many teams may be Bellicose: all but 2 (ASCW-134)."""
    return max(0, teams - 2)


def decisions(state: State) -> tuple[Decision, ...]:
    """Every member of a team that has not answered is asked; the first answer counts."""
    return tuple(
        Decision(Seat(player.seat), "bellicose", 0, secret=True, by_team=True)
        for player in state.table.players
        if not player.left and state.secrets[player.team].bellicose is None
    )


@move("bellicose", "bellicose", "BELLICOSE {yes}", short="{yes}")
class Bellicose(Move):
    """A team's answer whether it fights as Bellicose Hedonists (D-65)."""

    yes: Annotated[bool, YES]

    def refuse(self, request: Request) -> Forbidden | None:
        answered = request.view.known(request.decision.seat).bellicose
        if answered is None:
            return None
        word = "yes" if answered else "no"
        why = f"Your team has already answered {word}, and its first answer is final."
        return Forbidden("ASCW-D56", why, code="NOT_POSSIBLE")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        team = builder.table.team(decision.seat)
        _say(builder, (team,), yes=self.yes)
        builder.tell(e.BellicoseAnswered(team, self.yes, only=builder.members(team)))
        settle(builder)


def settle(builder: StepBuilder) -> None:
    """Go on when no answer is missing. A team that nobody plays any more says no."""
    teams = range(len(builder.table.teams))
    for team in teams:
        members = (builder.player(seat) for seat in builder.table.teams[team].seats)
        if builder.secrets[team].bellicose is None and all(player.left for player in members):
            _say(builder, (team,), yes=False)
    if any(secret.bellicose is None for secret in builder.secrets):
        return
    public, willing = builder.table.agreement.bellicose_public, _willing(builder)
    if public and len(willing) <= most(len(teams)):
        _resolve(builder, willing)
        return
    if public:
        _show(builder, [team for team in teams if team not in willing], yes=False)
    rolling = willing if public else tuple(teams)
    builder.tell(e.DiceOffCalled("bellicose", rolling))
    builder.push(DiceOff("bellicose", rolling))


def rolled(builder: StepBuilder, task: DiceOff, faces: tuple[int, ...]) -> None:
    """The dice-off of the willing: the highest get the places, those tied for the last roll again.

    Whoever is beaten for good says no from now on; places already won are those
    of the willing who do not roll any more.
    """
    if not builder.table.agreement.bellicose_public:
        _rolled_in_secret(builder, task, faces)
        return
    placed = [team for team in _willing(builder) if team not in task.left]
    places = most(len(builder.table.teams)) - len(placed)
    last = sorted(faces, reverse=True)[places - 1]
    results = tuple(zip(task.left, faces, strict=True))
    in_play = tuple(team for team, face in results if face == last)
    tied = sum(face >= last for face in faces) > places
    won = tuple(team for team, face in results if face > last or (face == last and not tied))
    winner = won[0] if places == 1 and won else NOBODY
    placed_now, again = (won, in_play if tied else ()) if places > 1 else ((), ())
    builder.tell(e.DiceOffRolled(task.purpose, task.left, faces, winner, placed_now, again))
    lost = [team for team, face in results if face < last]
    _say(builder, lost, yes=False)
    _show(builder, lost, yes=False)
    _show(builder, won, yes=True)
    if tied:
        builder.push(replace(task, left=in_play, rolls=(*task.rolls, faces)))
    else:
        _resolve(builder, _willing(builder))


def _say(builder: StepBuilder, teams: Iterable[int], *, yes: bool) -> None:
    for team in teams:
        builder.put_secret(team, bellicose=yes)


def _show(builder: StepBuilder, teams: Iterable[int], *, yes: bool) -> None:
    """The dice-off has told this of ``teams``."""
    for team in teams:
        builder.put_team(team, bellicose=yes)


def _willing(builder: StepBuilder) -> tuple[int, ...]:
    return tuple(team for team, secret in enumerate(builder.secrets) if secret.bellicose)


def _rolled_in_secret(builder: StepBuilder, task: DiceOff, faces: tuple[int, ...]) -> None:
    """All teams roll, the unwilling and those that are not too many too, until no two of them are
    tied: who rolls, and how often, says nothing of the answers. Each team sees its own dice."""
    for team, face in zip(task.left, faces, strict=True):
        only = builder.members(team)
        builder.tell(e.DiceOffRolled(task.purpose, (team,), (face,), only=only))
    rolls = (*task.rolls, faces)
    ranks = {team: tuple(turn[at] for turn in rolls) for at, team in enumerate(task.left)}
    if len(set(ranks.values())) < len(ranks):
        builder.tell(e.DiceOffCalled("bellicose", task.left))
        builder.push(replace(task, rolls=rolls))
        return
    ranked = sorted(_willing(builder), key=lambda team: ranks[team], reverse=True)
    places = most(len(builder.table.teams))
    for team in ranked[places:]:
        _say(builder, (team,), yes=False)
        builder.tell(e.BellicoseResolved((), only=builder.members(team)))
    _resolve(builder, tuple(sorted(ranked[:places])))


def _resolve(builder: StepBuilder, granted: tuple[int, ...]) -> None:
    """The roles are settled: tell them, and go on with objectives and armies."""
    if builder.table.agreement.bellicose_public:
        _show(builder, range(len(builder.table.teams)), yes=False)
        _show(builder, granted, yes=True)
        builder.tell(e.BellicoseResolved(granted))
    else:
        for number in granted:
            builder.tell(e.BellicoseResolved((number,), only=builder.members(number)))
    builder.then("muster")
