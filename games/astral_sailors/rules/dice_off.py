"""Dice-offs (ASCW-03, 04, D-72)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.events.battle import DiceOffRolled
from games.astral_sailors.rules import bellicose, deployment, objectives, rounds, scenery
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import NOBODY, DiceOff


def rolled(course: Course, task: DiceOff, faces: tuple[int, ...]) -> None:
    """Somebody wins, or those tied roll again; the winner is told to who asked (``purpose``)."""
    if task.purpose == "bellicose":
        bellicose.rolled(course, task, faces)
        return
    highest = max(faces)
    tied = tuple(team for team, face in zip(task.left, faces, strict=True) if face == highest)
    winner = tied[0] if len(tied) == 1 else NOBODY
    course.tell(DiceOffRolled(purpose=task.purpose, teams=task.left, rolls=faces, winner=winner))
    if winner == NOBODY:
        course.push(replace(task, left=tied, rolls=(*task.rolls, faces)))
        return
    match task.purpose:
        case "scenery":
            scenery.ordered(course, winner)
        case "deployment":
            deployment.ordered(course, winner)
        case "start" | "round":
            rounds.ordered(course, winner)
        case "victory":
            objectives.win(course, winner)
