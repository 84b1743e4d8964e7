"""Text forms of adjustments, the inverse of ``reading``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from games.astral_sailors.adjusting.kinds import (
    AddPiece,
    Adjustment,
    Become,
    ChangePiece,
    ChangeTeam,
    Create,
    Delete,
    Drop,
    Face,
    GiveObjective,
    GiveRole,
    GiveTarget,
    HandOver,
    Hold,
    Link,
    LockDraft,
    MovePiece,
    OfBoard,
    OfPlayer,
    OfRound,
    OfUnit,
    PutAway,
    PutOn,
    Remove,
    RemovePiece,
    Return,
    Secret,
    SetActive,
    SetCivilians,
    SetCommanders,
    SetDelivered,
    SetDraft,
    SetFlag,
    SetMain,
    SetNumber,
    SetOption,
    SetOrder,
    SetPhase,
    SetPoison,
    SetPool,
    SetQuadrant,
    SetQuota,
    SetRound,
    SetSize,
    SetStarter,
    SetUses,
    Show,
    TurnPiece,
)
from games.astral_sailors.names import seat_name, team_letter
from games.astral_sailors.table import NOBODY

NONE = "NONE"


def text_of(adjustment: Adjustment) -> str:
    """``R3 TO C5 SE``, ``POOL RED 12``, ``SCENERY ADD WA D4``."""
    match adjustment:
        case AddPiece() | MovePiece() | TurnPiece() | ChangePiece() | RemovePiece() | SetQuadrant():
            return _board(adjustment)
        case (
            SetOption()
            | SetRound()
            | SetPhase()
            | SetActive()
            | SetOrder()
            | SetQuota()
            | SetStarter()
            | Drop()
        ):
            return _round(adjustment)
        case (
            SetPool()
            | SetSize()
            | SetCivilians()
            | SetCommanders()
            | SetDelivered()
            | SetMain()
            | HandOver()
            | Remove()
            | Return()
            | ChangeTeam()
        ):
            return _player(adjustment)
        case GiveObjective() | GiveTarget() | GiveRole() | SetDraft() | LockDraft():
            return _secret(adjustment)
        case _:
            return _unit(adjustment)


def _unit(adjustment: OfUnit | Link) -> str:
    match adjustment:
        case SetNumber(unit, of, value):
            return f"{unit} {of.upper()} {value}"
        case SetFlag(unit, of, on):
            return f"{unit} {of.upper()} {yes(on)}"
        case Face(unit, facing):
            return f"{unit} FACES {facing.name}"
        case PutOn(unit, at, facing):
            return f"{unit} TO {at}{'' if facing is None else f' {facing.name}'}"
        case PutAway(unit, to):
            return f"{unit} {to.upper()}"
        case Show(unit):
            return f"{unit} SEEN"
        case SetPoison(unit, marks):
            return f"{unit} POISON {_all(f'{m.source}:{m.damage}:{m.ticks}' for m in marks)}"
        case SetUses(unit, of, uses):
            return f"{unit} {of.upper()} {_all(use.upper() for use in uses)}"
        case Hold(unit, captive):
            return f"{unit} HOLDS {captive}"
        case Become(unit, code):
            return f"{unit} BECOMES {code}"
        case Create(unit, of):
            return f"CREATE {unit} {of.upper()}"
        case Delete(unit):
            return f"DELETE {unit}"


def _board(adjustment: OfBoard) -> str:
    match adjustment:
        case AddPiece(piece, at, turned):
            return f"SCENERY ADD {piece.upper()} {at}{' TURNED' if turned else ''}"
        case MovePiece(at, to):
            return f"SCENERY {at} TO {to}"
        case TurnPiece(at):
            return f"SCENERY {at} TURN"
        case ChangePiece(at, piece):
            return f"SCENERY {at} AS {piece.upper()}"
        case RemovePiece(at):
            return f"SCENERY {at} REMOVE"
        case SetQuadrant(quadrant, team, counter):
            return f"QUADRANT {quadrant} {team_letter(team)} {counter}"


def _round(adjustment: OfRound) -> str:
    match adjustment:
        case SetOption(option, value):
            said = yes(value) if isinstance(value, bool) else str(value).upper()
            return f"OPTION {option.upper()} {said}"
        case SetRound(number):
            return f"ROUND {number}"
        case SetPhase(phase, half):
            return f"PHASE {phase.upper()}{f' {half}' if phase == 'activation' else ''}"
        case SetActive(seat):
            return f"ACTIVE {player(seat)}"
        case SetOrder(seats):
            return f"ORDER {' '.join(map(player, seats))}"
        case SetQuota(units):
            return f"QUOTA {units}"
        case SetStarter(team):
            return f"STARTER {team_letter(team)}"
        case Drop(everything):
            return "DROP ALL" if everything else "DROP ATTACK"


def _player(adjustment: OfPlayer) -> str:
    match adjustment:
        case SetPool(seat, points):
            return f"POOL {player(seat)} {points}"
        case SetSize(seat, points):
            return f"SIZE {player(seat)} {points}"
        case SetCivilians(seat, count):
            return f"CIVILIANS {player(seat)} {count}"
        case SetCommanders(team, count):
            return f"COMMANDERS {team_letter(team)} {count}"
        case SetDelivered(team, teams):
            return f"DELIVERED {team_letter(team)} {_all(map(team_letter, teams))}"
        case SetMain(seat, unit):
            return f"MAIN {player(seat)} {unit}"
        case HandOver(seat, to):
            return f"HANDOVER {player(seat)} {player(to)}"
        case Remove(seat):
            return f"REMOVE {player(seat)}"
        case Return(seat):
            return f"RETURN {player(seat)}"
        case ChangeTeam(seat, team):
            return f"TEAM {player(seat)} {team_letter(team)}"


def _secret(adjustment: Secret) -> str:
    match adjustment:
        case GiveObjective(team, objective):
            return f"OBJECTIVE {team_letter(team)} {objective}"
        case GiveTarget(team, target):
            return f"TARGET {team_letter(team)} {NONE if target == NOBODY else team_letter(target)}"
        case GiveRole(team, bellicose):
            return f"BELLICOSE {team_letter(team)} {yes(bellicose)}"
        case SetDraft(seat, units):
            return f"DRAFT {player(seat)} {_list(units)}"
        case LockDraft(seat, locked):
            return f"{'LOCK' if locked else 'UNLOCK'} {player(seat)}"


def yes(on: bool) -> str:
    return "YES" if on else "NO"


def player(seat: int) -> str:
    return seat_name(seat).upper()


def _all(words: Iterable[str]) -> str:
    return " ".join(words) or NONE


def _list(units: Sequence[str]) -> str:
    """``EX1 2 EX3``: counts equal units in a row."""
    runs = [(kind.upper(), len(list(same))) for kind, same in groupby(units)]
    return " ".join(kind if many == 1 else f"{many} {kind}" for kind, many in runs) or NONE
