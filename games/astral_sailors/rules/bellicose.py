"""Who fights as Bellicose Hedonists (ASCW-32, 134, D-65)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.astral_sailors.events.battle import (
    BellicoseAnswered,
    BellicoseResolved,
    DiceOffCalled,
    DiceOffRolled,
)
from games.astral_sailors.moves import Bellicose
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import NOBODY, DiceOff
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat


def most(teams: int) -> int:
    """How many of so many teams may be Bellicose: all but 2 (ASCW-134)."""
    return max(0, teams - 2)


def decisions(state: State) -> tuple[Decision, ...]:
    """Every member of a team that has not answered is asked; the first answer counts."""
    return tuple(
        Decision(Seat(player.seat), "bellicose", 0, secret=True, by_team=True)
        for player in state.table.players
        if not player.left and state.secrets.teams[player.team].bellicose is None
    )


def refusal(answered: bool | None) -> Forbidden | None:
    """Why a team can no longer answer; ``answered`` is what its members know of it."""
    if answered is None:
        return None
    word = "yes" if answered else "no"
    return Forbidden(
        "ASCW-D56",
        f"Your team has answered {word} already, and the first answer of a member is final.",
        code="NOT_POSSIBLE",
    )


def answer(course: Course, seat: int, move: Bellicose) -> None:
    """The answer of a team."""
    team = course.table.team(seat)
    _say(course, team, move.yes)
    course.tell(BellicoseAnswered(team=team, yes=move.yes, only=course.members(team)))
    settle(course)


def settle(course: Course) -> None:
    """Go on when no answer is missing. A team that nobody plays any more says no."""
    for team in range(len(course.table.teams)):
        members = (course.player(seat) for seat in course.table.teams[team].seats)
        answered = course.secrets.teams[team].bellicose is not None
        if not answered and all(player.left for player in members):
            _say(course, team, yes=False)
    if any(secret.bellicose is None for secret in course.secrets.teams):
        return
    public, willing = course.table.agreement.bellicose_public, _willing(course)
    if public and len(willing) <= most(len(course.table.teams)):
        _resolve(course, willing)
        return
    rolling = willing if public else tuple(range(len(course.table.teams)))
    if public:
        _show(
            course,
            [team for team in range(len(course.table.teams)) if team not in willing],
            yes=False,
        )
    course.tell(DiceOffCalled(purpose="bellicose", teams=rolling))
    course.push(DiceOff("bellicose", rolling))


def rolled(course: Course, task: DiceOff, faces: tuple[int, ...]) -> None:
    """The dice-off of the willing: the highest get the places, those tied for the last roll again.

    Whoever is beaten for good says no from now on; places already won are those
    of the willing who do not roll any more.
    """
    if not course.table.agreement.bellicose_public:
        _rolled_in_secret(course, task, faces)
        return
    placed = [team for team in _willing(course) if team not in task.left]
    places = most(len(course.table.teams)) - len(placed)
    ranked = sorted(faces, reverse=True)
    last = ranked[places - 1]
    results = tuple(zip(task.left, faces, strict=True))
    in_play = tuple(team for team, face in results if face == last)
    ahead = sum(face > last for face in faces)
    tied = ahead + len(in_play) > places
    won = tuple(team for team, face in results if face > last or (face == last and not tied))
    course.tell(
        DiceOffRolled(
            purpose=task.purpose,
            teams=task.left,
            rolls=faces,
            winner=won[0] if places == 1 and won else NOBODY,
            placed=won if places > 1 else (),
            again=in_play if tied and places > 1 else (),
        )
    )
    lost = [team for team, face in results if face < last]
    for team in lost:
        _say(course, team, yes=False)
    _show(course, lost, yes=False)
    _show(course, won, yes=True)
    if tied:
        course.push(replace(task, left=in_play, rolls=(*task.rolls, faces)))
    else:
        _resolve(course, _willing(course))


def _say(course: Course, team: int, yes: bool) -> None:
    secret = replace(course.secrets.teams[team], bellicose=yes)
    course.secrets = course.secrets.with_team(team, secret)


def _show(course: Course, teams: Iterable[int], *, yes: bool) -> None:
    """The dice-off has told this of ``teams``."""
    for team in teams:
        course.put_team(team, replace(course.table.teams[team], bellicose=yes))


def _willing(course: Course) -> tuple[int, ...]:
    return tuple(team for team, secret in enumerate(course.secrets.teams) if secret.bellicose)


def _rolled_in_secret(course: Course, task: DiceOff, faces: tuple[int, ...]) -> None:
    """All teams roll, the unwilling and those that are not too many too, until no two of them are
    tied: who rolls, and how often, says nothing of the answers. Each team sees its own dice."""
    for team, face in zip(task.left, faces, strict=True):
        course.tell(
            DiceOffRolled(
                purpose=task.purpose, teams=(team,), rolls=(face,), only=course.members(team)
            )
        )
    rolls = (*task.rolls, faces)
    ranks = {team: tuple(turn[at] for turn in rolls) for at, team in enumerate(task.left)}
    if len(set(ranks.values())) < len(ranks):
        course.tell(DiceOffCalled(purpose="bellicose", teams=task.left))
        course.push(replace(task, rolls=rolls))
        return
    ranked = sorted(_willing(course), key=lambda team: ranks[team], reverse=True)
    places = most(len(course.table.teams))
    for team in ranked[places:]:
        _say(course, team, yes=False)
        course.tell(BellicoseResolved(teams=(), only=course.members(team)))
    _resolve(course, tuple(sorted(ranked[:places])))


def _resolve(course: Course, granted: tuple[int, ...]) -> None:
    """The roles are settled: tell them, and go on with objectives and armies."""
    if course.table.agreement.bellicose_public:
        _show(course, range(len(course.table.teams)), yes=False)
        _show(course, granted, yes=True)
        course.tell(BellicoseResolved(teams=granted))
    else:
        for number in granted:
            course.tell(BellicoseResolved(teams=(number,), only=course.members(number)))
    course.then("muster")
