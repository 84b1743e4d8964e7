"""The exact chances of an attack (D-21 to D-26)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from games.astral_sailors.odds.exchanges import Exchange, chances
from games.astral_sailors.rules.combat import rerolls
from games.astral_sailors.rules.combat.exchange import by_total
from games.astral_sailors.rules.combat.modifiers import modifiers, total
from games.astral_sailors.table import Table, Unit


def of_attack(
    table: Table, attacker: Unit, target: Unit, how: str, dice: int, *, half: bool = False
) -> Mapping[int, Fraction]:
    """Chance of each number of wounds of one target, before Tough and payment, without reactions;
    re-rolls as their owners' automatic choices make them (D-26). Sums to 1."""
    return chances(exchange(table, attacker, target, how, dice, half=half))


def of_automatic(table: Table, victim: Unit, damage: int) -> Mapping[int, Fraction]:
    """The same for the one die of dangerous ground or poison, which has no base (D-20, D-25)."""
    return chances(exchange(table, None, victim, "terrain", 1, damage=damage))


def exchange(
    table: Table,
    attacker: Unit | None,
    target: Unit,
    how: str,
    dice: int,
    *,
    half: bool = False,
    counter: bool = False,
    damage: int = 0,
) -> Exchange:
    """The parameters of this attack's dice; ``counter`` for a Counter-attack."""
    agreed = table.agreement
    attack, defence = modifiers(table, how, attacker, target, counter=counter, damage=damage)
    other = table.kind(target).base
    own = other if attacker is None else table.kind(attacker).base
    return Exchange(
        dice,
        total(attack),
        total(defence),
        half,
        extension=own < 2 * other,
        a_again=attacker is not None and bool(rerolls.sources(table, attacker, "attack")),
        d_again=bool(rerolls.sources(table, target, "defence")),
        by_total=by_total(agreed),
        a_extension=agreed.attacker_extension and other < 2 * own,
    )
