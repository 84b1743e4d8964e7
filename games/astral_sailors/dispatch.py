"""Which chapter of the rules carries out which move."""

from __future__ import annotations

from games.astral_sailors.moves import (
    AgreeDraw,
    AutoPlace,
    Bellicose,
    Capture,
    Claim,
    Deploy,
    DeployRest,
    Dismiss,
    Done,
    EndUnit,
    Enlist,
    Hold,
    Jump,
    Leave,
    Lock,
    March,
    Melee,
    Move,
    OfferDraw,
    Pay,
    PlacePiece,
    React,
    Reinforce,
    Release,
    Reroll,
    Run,
    Shoot,
    TakeBack,
    TakeList,
    TakeOver,
    Target,
    TurnTo,
    Unlock,
    WithdrawDraw,
)
from games.astral_sailors.rules import (
    activation,
    any_time,
    attack,
    deployment,
    muster,
    reinforcing,
    scenery,
)
from games.astral_sailors.step_builder import Course
from games.core.decisions import Decision


def perform(course: Course, decision: Decision, move: Move) -> None:
    """Carry out a legal ``move``. The agenda is not worked off yet.

    Turns are played for an army: a seat may play that of a team-mate who left (D-77).
    """
    seat, army = decision.seat, course.table.turn.seat
    match move:
        case Bellicose() | Enlist() | Dismiss() | TakeList() | Lock() | Unlock() | Target():
            muster.perform(course, seat, move)
        case PlacePiece():
            scenery.perform(course, army, move)
        case AutoPlace():
            scenery.perform(course, army, scenery.automatic(course.table))
        case Deploy() | TakeBack() | DeployRest():
            deployment.perform(course, army, move)
        case Done() if decision.kind == "deploy":
            deployment.perform(course, army, move)
        case Reinforce():
            reinforcing.perform(course, army, move)
        case Done() if decision.kind == "reinforce":
            reinforcing.perform(course, army, move)
        case React() | Reroll() | Pay():
            attack.answer(course, seat, move)
        case OfferDraw() | AgreeDraw() | WithdrawDraw() | Leave() | Claim() | TakeOver():
            any_time.perform(course, seat, move)
        case (
            March()
            | TurnTo()
            | Run()
            | Jump()
            | Shoot()
            | Melee()
            | Capture()
            | Release()
            | Hold()
            | EndUnit()
            | Done()
        ):
            activation.perform(course, army, move)
