"""Sentences about dice, with their arithmetic (D-21 to D-25)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.events import battle as e
from games.astral_sailors.names import (
    counted,
    facing_name,
    hidden_per_cent,
    inside,
    listed,
    seat_name,
)
from games.astral_sailors.rules.combat.exchange import ENOUGH
from games.core.telling import signed

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces 1 to 6."""

_DOES = {
    "shoot": "shoots at",
    "melee": "strikes",
    "charge": "charges",
    "counter": "strikes back at",
}


def dice(faces: Sequence[int]) -> str:
    """``⚅⚃``."""
    return "".join(DICE[face - 1] if 1 <= face <= 6 else str(face) for face in faces)


def in_order(faces: Sequence[int]) -> list[int]:
    return sorted(faces, reverse=True)


@cache
def piece_name(code: str) -> str:
    """A piece of the base game by its name, one of a pack by its code."""
    known = catalogue_of("").pieces.get(code)
    return inside(known.name) if known else code


def declared(event: e.AttackDeclared) -> str:
    """``R3 shoots at B2 with 2 dice and B4 with 1 die in half cover (50% hidden).``

    Empty for terrain and poison, whose dice come next.
    """
    if event.how not in _DOES:
        return ""
    parts = []
    for place, code in enumerate(event.targets):
        hidden = _hidden(event.scores[place]) if place < len(event.scores) else ""
        number = event.dice[place] if place < len(event.dice) else 0
        parts.append(f"{code} with {counted(number, 'die', 'dice')}{hidden}")
    return f"{event.attacker} {_DOES[event.how]} {listed(parts)}."


def _hidden(score: int) -> str:
    return f" in half cover ({hidden_per_cent(score)}% hidden)" if score >= 32 else ""


def deployed(event: e.RestDeployed) -> str:
    """``Red deploys R1 on H1 and R2 on J1, facing south.``"""
    ways = {facing_name(facing) for facing in event.facings}
    placed = []
    for code, at, facing in zip(event.units, event.squares, event.facings, strict=False):
        own_way = f", facing {facing_name(facing)}" if len(ways) > 1 else ""
        placed.append(f"{code} on {at}{own_way}")
    said = f"{seat_name(event.seat)} deploys {listed(placed) or 'nothing'}"
    return f"{said}, facing {ways.pop()}." if len(ways) == 1 else f"{said}."


def rerolled(event: e.Rerolled) -> str:
    source = "Elite" if event.source == "elite" else "Commander nearby"
    kind = "attack" if event.role == "attack" else "defence"
    which = counted(len(event.before), f"{kind} die", f"{kind} dice")
    turns = "becomes" if len(event.before) == 1 else "become"
    return (
        f"{event.unit} re-rolls {which} ({source}): "
        f"{dice(event.before)} {turns} {dice(event.after)}."
    )


def resolved(event: e.ExchangeResolved) -> str:
    """``R3 shoots at B2: 1 wound (⚅⚃, +1 Damage: 7 and 5; against ⚄⚁: 5 and 2).``"""
    throw = event.throw
    attack = _side(throw.attack, event.a_why, [a for a, _ in event.pairs], half=throw.half)
    defence = _side(throw.defence, event.d_why, [d for _, d in event.pairs])
    result = counted(event.wounds, "wound") if event.wounds else "no wound"
    extension = f"; {_extension(event)}" if throw.extended else ""
    return f"{_who(event)}: {result} ({attack} against {defence}{extension})."


def _who(event: e.ExchangeResolved) -> str:
    throw = event.throw
    if event.how == "terrain":
        return f"The {piece_name(event.piece)} attacks {throw.defender}"
    if event.how == "poison":
        return f"{throw.attacker}'s poison attacks {throw.defender}"
    return f"{throw.attacker} {_DOES[event.how]} {throw.defender}"


def _side(
    faces: Sequence[int],
    why: Sequence[tuple[str, int]],
    totals: Sequence[int],
    *,
    half: bool = False,
) -> str:
    """``⚅⚃ halved by cover +1 Damage = 4 and 3``."""
    said = [dice(in_order(faces)) + (" halved by cover" if half else "")]
    said += [f"{signed(number)} {reason}" for reason, number in why if number]
    shown = listed([str(total) for total in totals])
    return f"{' '.join(said)} = {shown}" if totals else said[0]


def _extension(event: e.ExchangeResolved) -> str:
    """The extension: second dice of the defence, or by option of the attacker.

    The attacker gets them only if none of its dice could win, the defence only for lost pairs.
    """
    throw = event.throw
    attacking = not any(a > d for a, d in event.pairs)
    plus = throw.a_mod if attacking else throw.d_mod
    parts = []
    for _, face in throw.extended:
        total = face + plus
        good = "wounds" if attacking else "blocks"
        verdict = good if total >= ENOUGH else "fails"
        parts.append(f"{dice((face,))} {signed(plus)} = {total} {verdict}")
    attacker = throw.attacker or f"the {piece_name(event.piece)}"
    return f"{attacker if attacking else throw.defender} extends: {listed(parts)}"


def hurt(event: e.WoundsTaken) -> str:
    """``B2 has 1 RE left: 2 wounds, 1 absorbed by Tough and 1 RE lost.``"""
    parts = []
    if event.absorbed:
        parts.append(f"{event.absorbed} absorbed by Tough")
    if event.paid:
        parts.append(f"{event.paid} paid off for {counted(event.price, 'point')}")
    if event.lost and parts:  # alone it would only repeat the wounds
        parts.append(f"{event.lost} RE lost")
    left = f"{event.unit} has {event.left} RE left"
    if not parts:
        return f"{left}."
    pool = f" The pool holds {event.pool}." if event.paid else ""
    return f"{left}: {counted(event.wounds, 'wound')}, {listed(parts)}.{pool}"
