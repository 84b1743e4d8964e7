"""Text forms of moves, the inverse of ``reading``."""

from __future__ import annotations

from games.astral_sailors.moves import (
    AgreeDraw,
    Aim,
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


def text_of(move: Move) -> str:
    """The canonical text form: ``R3 RUN SE 4 ON B2``."""
    match move:
        case Bellicose() | Enlist() | Dismiss() | TakeList() | Lock() | Unlock() | Target():
            return _preparation(move)
        case PlacePiece() | AutoPlace() | Deploy() | TakeBack() | DeployRest() | Reinforce():
            return _placement(move)
        case OfferDraw() | AgreeDraw() | WithdrawDraw() | Leave() | Claim() | TakeOver():
            return _talk(move)
        case Done(hold):
            return " ".join(("DONE HOLD", *hold)) if hold else "DONE"
        case EndUnit():
            return "ENDUNIT"
        case React(unit, choice):
            return f"{unit} {choice.upper()}"
        case Reroll(dice):
            return f"REROLL {' '.join(str(die + 1) for die in dice) or 'NONE'}"
        case Pay(unit, wounds):
            return f"{unit} PAY {wounds}"
        case _:
            return _action(move)


def _preparation(
    move: Bellicose | Enlist | Dismiss | TakeList | Lock | Unlock | Target,
) -> str:
    match move:
        case Bellicose(yes):
            return f"BELLICOSE {_answer(yes)}"
        case Enlist(kind, count):
            return f"ADD {_some(count, kind)}"
        case Dismiss(kind, count):
            return f"DROP {_some(count, kind)}"
        case TakeList(key):
            return f"LIST {key.upper()}" if key else "CLEAR"
        case Lock(main):
            return f"LOCK {main}" if main else "LOCK"
        case Unlock():
            return "UNLOCK"
        case Target(team):
            return f"TARGET {team + 1}"


def _placement(
    move: PlacePiece | AutoPlace | Deploy | TakeBack | DeployRest | Reinforce,
) -> str:
    match move:
        case PlacePiece(kind, at, turned):
            return f"{kind} {at}{' TURNED' if turned else ''}"
        case AutoPlace():
            return "PLACE AUTO"
        case Deploy(unit, at, facing):
            return f"DEPLOY {unit} {at} {facing.name}"
        case TakeBack(unit):
            return f"UNDO {unit}"
        case DeployRest():
            return "DEPLOY REST"
        case Reinforce(unit, at, facing):
            return f"BRING {unit} {at} {facing.name}"


def _action(
    move: March | TurnTo | Run | Jump | Shoot | Melee | Capture | Release | Hold,
) -> str:
    match move:
        case March(unit, to, path):
            via = f" VIA {' '.join(step.name for step in path)}" if path else ""
            return f"{unit} MOVE {to}{via}"
        case TurnTo(unit, facing):
            return f"{unit} TURN {facing.name}"
        case Run(unit, facing, steps, target):
            return f"{unit} RUN {facing.name} {steps}{f' ON {target}' if target else ''}"
        case Jump(unit, facing, squares):
            return f"{unit} JUMP {facing.name} {squares}"
        case Shoot(unit, aims):
            return f"{unit} SHOOT {_aims(aims)}"
        case Melee(unit, aims):
            return f"{unit} MELEE {_aims(aims)}"
        case Capture(unit, target):
            return f"{unit} CAPTURE {target}"
        case Release(unit):
            return f"{unit} RELEASE"
        case Hold(unit):
            return f"{unit} HOLD"


def _talk(move: OfferDraw | AgreeDraw | WithdrawDraw | Leave | Claim | TakeOver) -> str:
    match move:
        case OfferDraw():
            return "DRAW"
        case AgreeDraw():
            return "AGREE"
        case WithdrawDraw():
            return "WITHDRAW"
        case Leave(handover):
            return "LEAVE HANDOVER" if handover else "LEAVE"
        case Claim():
            return "CLAIM"
        case TakeOver(seat, yes):
            return f"TAKE {seat + 1} {_answer(yes)}"


def _answer(yes: bool) -> str:
    return "YES" if yes else "NO"


def _some(count: int, kind: str) -> str:
    return kind if count == 1 else f"{count} {kind}"


def _aims(aims: tuple[Aim, ...]) -> str:
    """Targets with their dice, so that the text is complete."""
    return " ".join(f"{aim.target}:{aim.dice}" for aim in aims)
