"""The legality check of moves, with refusals.

First the kind of the move must fit the decision, then the decision must be the
seat's own and open, then the units named must exist. All else is asked of the
chapters of the rules.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from games.astral_sailors import subjects
from games.astral_sailors.board import paths
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
from games.astral_sailors.names import counted, seat_name
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.setup import deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing
from games.astral_sailors.table import Phase
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision
from games.core.refusals import Forbidden, OutOfPlace

ANSWERS: Mapping[str, tuple[type[Move], ...]] = {
    "bellicose": (Bellicose,),
    "army": (Enlist, Dismiss, TakeList, Lock),
    "army-open": (Unlock,),
    "target": (Target,),
    "scenery": (PlacePiece, AutoPlace),
    "deploy": (Deploy, TakeBack, DeployRest, Done),
    "activate": (
        *(March, TurnTo, Run, Jump, Shoot, Melee, Capture, Release),
        *(Hold, EndUnit, Done),
    ),
    "react": (React,),
    "reroll": (Reroll,),
    "pay": (Pay,),
    "reinforce": (Reinforce, Done),
    "talk": (OfferDraw, AgreeDraw, WithdrawDraw, Leave, Claim),
    "takeover": (TakeOver,),
}
"""Which moves answer which kind of decision."""

WANTED: Mapping[str, tuple[str, str]] = {
    "bellicose": ("ASCW-D65", "Each team is choosing whether to fight as Bellicose Hedonists."),
    "army": ("ASCW-07", "Armies are being built now."),
    "army-open": ("ASCW-D54", "Your army is locked; you can only unlock it."),
    "target": ("ASCW-119", "Your team must name the target of its Manhunt now."),
    "scenery": ("ASCW-21", "Scenery is being placed now."),
    "deploy": ("ASCW-36", "Armies are being deployed now."),
    "activate": ("ASCW-48", "Units are being activated now."),
    "react": ("ASCW-D21", "You must react to an attack now."),
    "reroll": ("ASCW-D26", "You must choose which dice to re-roll now."),
    "pay": ("ASCW-91", "You must choose how many wounds to pay off now."),
    "reinforce": ("ASCW-54", "Reinforcements are being brought in now."),
    "talk": ("ASCW-D75", "It is not your turn; you can offer a draw, leave or claim victory."),
    "takeover": ("ASCW-D77", "You must choose whether to take over an army now."),
}
"""The rule, and a sentence, for a move of a kind that the decision does not want."""

PHASES: Mapping[str, tuple[Phase, ...]] = {
    "bellicose": ("bellicose",),
    "scenery": ("scenery",),
    "deploy": ("deployment",),
    "activate": ("activation",),
    "reinforce": ("reinforcement",),
}


LONGEST = 400
"""Characters of a refusal; lists of codes in a big army can be longer."""

ATTACK_FIRST = "An attack must be answered before the turn goes on."


def refusal(view: SailorsView, decision: Decision, move: Move) -> Forbidden | None:
    """Why ``move`` cannot answer ``decision``, or ``None`` when it can."""
    found = _refusal(view, decision, move)
    return found if found is None or len(str(found)) <= LONGEST else _shortened(found)


def _shortened(refused: Forbidden) -> Forbidden:
    """Shorten the advice first, then the sentence, at word boundaries."""
    sentence = textwrap.shorten(refused.sentence, LONGEST, placeholder=" …")
    left = LONGEST - len(sentence) - 1
    instead = textwrap.shorten(refused.instead, left, placeholder=" …") if left > 20 else ""
    return Forbidden(refused.rule, sentence, instead=instead, code=refused.code)


def _refusal(view: SailorsView, decision: Decision, move: Move) -> Forbidden | None:
    wanted = ANSWERS.get(decision.kind)
    if wanted is None or not 0 <= decision.seat < len(view.table.players):
        return Forbidden("ASCW-06", "That question is not open.", code="NO_QUESTION")
    if not isinstance(move, wanted):
        return _out_of_place(view, decision, move)
    if closed := _closed(view, decision):
        return closed
    for code in _codes(move):
        if code not in view.table.units:
            rule = WANTED[decision.kind][0]
            return Forbidden(rule, f"There is no unit {code}.", code="UNKNOWN_UNIT")
    return _by_the_rules(view, decision, move)


def _out_of_place(view: SailorsView, decision: Decision, move: Move) -> Forbidden:
    """Refuse a move that does not fit the decision."""
    seat = view.table.turn.seat
    for kind in sorted(subjects.TURNS):
        answered = isinstance(move, ANSWERS[kind]) and not isinstance(move, Done)
        if answered and view.table.phase in PHASES[kind] and kind != decision.kind and seat >= 0:
            controller = view.table.controller(seat)
            if controller != decision.seat:
                sentence = f"It is the turn of {seat_name(seat)}, not yours."
                return Forbidden("ASCW-06", sentence, code="NOT_YOUR_TURN")
            if subjects.attack_under_way(view.table) is not None:
                return Forbidden("ASCW-D21", ATTACK_FIRST, code="OPEN_REACTION")
    rule, sentence = WANTED[decision.kind]
    example = subjects.example(view, decision)
    return OutOfPlace(rule, sentence, instead=f"For example: {example}.", code="NO_QUESTION")


def _closed(view: SailorsView, decision: Decision) -> Forbidden | None:
    """Refuse a decision that is not open to this viewer."""
    rule, _ = WANTED[decision.kind]
    table = view.table
    if table.result is not None:
        return Forbidden(rule, "The match is over.", code="NO_QUESTION")
    phases = PHASES.get(decision.kind)
    if phases is not None and table.phase not in phases:
        return Forbidden(rule, f"This is the {table.phase} phase.", code="NO_QUESTION")
    if decision.kind in subjects.TURNS and subjects.army(view, decision) is None:
        sentence = f"It is the turn of {seat_name(table.turn.seat)}, not yours."
        return Forbidden("ASCW-06", sentence, code="NOT_YOUR_TURN")
    if decision.kind in subjects.TURNS and subjects.attack_under_way(table) is not None:
        return Forbidden("ASCW-D21", ATTACK_FIRST, code="OPEN_REACTION")
    if decision.kind in ("react", "reroll", "pay") and not subjects.unit_asked(view, decision):
        return Forbidden(rule, "None of your units has to answer that now.", code="NO_QUESTION")
    return None


def _codes(move: Move) -> Iterator[str]:
    """All unit codes that a move names."""
    match move:
        case Shoot(unit, aims) | Melee(unit, aims):
            yield unit
            yield from (aim.target for aim in aims)
        case Run(unit=unit, target=target):
            yield from (code for code in (unit, target) if code or code == unit)
        case Capture(unit, target):
            yield from (unit, target)
        case Done(hold):
            yield from hold
        case (
            March()
            | TurnTo()
            | Jump()
            | Release()
            | Hold()
            | Deploy()
            | TakeBack()
            | Reinforce()
            | React()
            | Pay()
        ):
            yield move.unit
        case _:
            return


def _by_the_rules(view: SailorsView, decision: Decision, move: Move) -> Forbidden | None:
    """Check that the move fits the decision and that its units exist."""
    table, seat = view.table, decision.seat
    own = subjects.own(view, decision)
    army = table.turn.seat
    match move:
        case Bellicose() | Enlist() | Dismiss() | TakeList() | Lock() | Unlock() | Target():
            return muster.refusal(table, own, subjects.draft(view, decision), seat, move)
        case AutoPlace():
            return None
        case PlacePiece():
            return scenery.refusal(table, army, move)
        case Deploy() | TakeBack() | DeployRest():
            return deployment.refusal(table, army, move)
        case Done() if decision.kind == "deploy":
            return deployment.refusal(table, army, move)
        case Reinforce():
            return reinforcing.refusal(table, army, move)
        case Done() if decision.kind == "reinforce":
            return reinforcing.refusal(table, army, move)
        case React() | Pay() if move.unit != subjects.unit_asked(view, decision):
            sentence = f"The open question is about {subjects.unit_asked(view, decision)}."
            return Forbidden(WANTED[decision.kind][0], sentence, code="NO_QUESTION")
        case Reroll(dice) if dice != tuple(sorted(set(dice))):
            sentence = "Name each die once, in order."
            return Forbidden("ASCW-D26", sentence)
        case React() | Reroll() | Pay():
            return attack.refusal(table, seat, move)
        case OfferDraw() | AgreeDraw() | WithdrawDraw() | Leave() | Claim() | TakeOver():
            return any_time.refusal(view, seat, move)
        case Run(target=""):
            return activation.refusal(table, own, army, move) or _unnamed(view, move)
        case _:
            return activation.refusal(table, own, army, move)


def _unnamed(view: SailorsView, run: Run) -> Forbidden | None:
    """Refuse a Charge without a target (D-19)."""
    unit = view.table.units[run.unit]
    path = paths.runs(view.table, unit, run.facing)[run.steps]
    charged = paths.charged(view.table, unit, path)
    if not charged:
        return None
    ran = counted(run.steps, "step")
    sentence = (
        f"A Run of {ran} takes {run.unit} into contact, so it is a Charge and needs a target."
    )
    instead = f"Name one, for example: ON {charged[0]}."
    return Forbidden("ASCW-D19", sentence, instead=instead)
