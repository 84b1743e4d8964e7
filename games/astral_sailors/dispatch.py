"""Dispatches moves to the chapters of the rules."""

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
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.setup import deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing
from games.astral_sailors.step_builder import StepBuilder
from games.core.decisions import Decision


def perform(builder: StepBuilder, decision: Decision, move: Move) -> None:
    """Carry out a legal ``move`` without running the agenda.

    Turns are played for an army: a seat may play that of a team-mate who left (D-77).
    """
    seat, army = decision.seat, builder.table.turn.seat
    match move:
        case Bellicose() | Enlist() | Dismiss() | TakeList() | Lock() | Unlock() | Target():
            muster.perform(builder, seat, move)
        case PlacePiece():
            scenery.perform(builder, army, move)
        case AutoPlace():
            scenery.perform(builder, army, scenery.automatic(builder.table))
        case Deploy() | TakeBack() | DeployRest():
            deployment.perform(builder, army, move)
        case Done() if decision.kind == "deploy":
            deployment.perform(builder, army, move)
        case Reinforce():
            reinforcing.perform(builder, army, move)
        case Done() if decision.kind == "reinforce":
            reinforcing.perform(builder, army, move)
        case React() | Reroll() | Pay():
            attack.answer(builder, seat, move)
        case OfferDraw() | AgreeDraw() | WithdrawDraw() | Leave() | Claim() | TakeOver():
            any_time.perform(builder, seat, move)
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
            activation.perform(builder, army, move)
