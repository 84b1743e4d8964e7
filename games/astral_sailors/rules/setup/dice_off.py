"""Dice-offs (ASCW-03, 04, D-72)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.events.battle import DiceOffRolled
from games.astral_sailors.rules.setup import bellicose, deployment, scenery
from games.astral_sailors.rules.turns import rounds
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.tasks import NOBODY, DiceOff


def rolled(builder: StepBuilder, task: DiceOff, faces: tuple[int, ...]) -> None:
    """Somebody wins, or those tied roll again; the winner is told to who asked (``purpose``)."""
    if task.purpose == "bellicose":
        bellicose.rolled(builder, task, faces)
        return
    highest = max(faces)
    tied = tuple(team for team, face in zip(task.left, faces, strict=True) if face == highest)
    winner = tied[0] if len(tied) == 1 else NOBODY
    builder.tell(DiceOffRolled(purpose=task.purpose, teams=task.left, rolls=faces, winner=winner))
    if winner == NOBODY:
        builder.push(replace(task, left=tied, rolls=(*task.rolls, faces)))
        return
    match task.purpose:
        case "scenery":
            scenery.ordered(builder, winner)
        case "deployment":
            deployment.ordered(builder, winner)
        case "start" | "round":
            rounds.ordered(builder, winner)
        case "victory":
            objectives.win(builder, winner)
