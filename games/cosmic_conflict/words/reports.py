"""Attacks and damage as sentences: the outcome, then numbers, then what made them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from games.core.telling import listed, signed
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.hulls import Band
from games.cosmic_conflict.content.weapons import VARIANTS
from games.cosmic_conflict.events import (
    Absorbed,
    Bypassed,
    ConditionApplied,
    ConditionKept,
    ConditionRolled,
    DamageIgnored,
    HealthDamaged,
    UnitDestroyed,
)
from games.cosmic_conflict.odds import DICE, Die, Modifier
from games.cosmic_conflict.space import shown
from games.cosmic_conflict.table.conditions import FEED, NAMES


def number(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def die_name(die: Die, dice: Sequence[int]) -> str:
    """``ACC``, ``DMG1``; ``DMG`` where there is one only."""
    return "DMG" if len(dice) == 2 and die != "acc" else die.upper()


# --- Attacks ---

_BY = {"focus": "Offensive Focus", "veteran": "veterans", "reaim": "Re-aim", "blocking": "Blocking"}
_MEANS = {
    "again": " a second time",
    "contingent": " by Contingent Attack",
    "snap": " by Snap Attack",
}
BANDS: Final[Mapping[Band, str]] = {"hit": "hits", "glance": "grazes", "miss": "misses"}
_SOURCES = {
    "size": "Size",
    "range": "range",
    "mark": "mark",
    "evasive": "Evasive Actions",
    "ecm": "ECM",
    "pws": "PWS",
    "aws": "AWS",
    "dodge": "Dodge",
}


def told_modifier(line: Modifier) -> str:
    """``Size −1``, ``Linked 2 +3``, ``terrain T2 −1``"""
    what = {"support": "support of"}.get(line.source, line.source)
    name = VARIANTS[line.by].name if line.source == "variant" else f"{what} {line.by}"
    return f"{_SOURCES.get(line.source, name)} {signed(line.value)}"


def told_attack(event: e.Attacked) -> str:
    effect = f"for {event.applied or 'no damage'}"
    if event.band == "glance" and event.applied:
        effect += f" (half of {event.before})"
    elif event.band == "miss":
        effect = f"by {event.short}" if event.short else ""
    label, name = event.weapon
    weapon = f"{label} ({name}){f' from {event.token}' if event.token else ''}"
    parts = (
        event.unit,
        BANDS[event.band],
        event.target,
        "with",
        weapon,
        effect,
        "over",
        shown(event.distance),
    )
    means = _MEANS.get(event.means, "")
    return f"{' '.join(filter(None, map(str, parts)))}{means}: {_told_sums(event)}."


def _told_sums(event: e.Attacked) -> str:
    accuracy = (f"die {_die(event, 'acc')}", *map(told_modifier, event.accuracy))
    told = f"Accuracy {number(event.total)} ({', '.join(accuracy)})"
    if event.band == "miss":
        return told
    damage = (_damage_dice(event), *map(told_modifier, event.damage))
    return f"{told}, Damage {event.before} ({', '.join(damage)})"


def _die(event: e.Attacked, die: Die) -> str:
    """``3``, ``1 → 3 by Offensive Focus``"""
    again = [each for each in event.rerolls if each.die == die]
    first = again[0].old if again else event.dice[DICE.index(die)]
    return "".join((str(first), *(f" → {each.new} by {_BY[each.by]}" for each in again)))


def _damage_dice(event: e.Attacked) -> str:
    """``die 4``, ``higher of 2 and 6``, ``sum of 2 and 6``: what was done shows in X."""
    dice = event.dice[1:]
    told = " and ".join(_die(event, die) for die in DICE[1 : len(event.dice)])
    if len(dice) == 1:
        return f"die {told}"
    base = event.before - sum(line.value for line in event.damage)
    how = {max(dice): "higher of", sum(dice): "sum of"}.get(base, "dice") if event.before else ""
    return f"{how or 'dice'} {told}"


# --- Damage ---

_CAUSES = {
    "attack": "from {}",
    "missile": "from a missile of {}",
    "hazard": "from {}, which is Hazardous",
    "danger": "from {}, which is Dangerous",
    "pws": "from the PWS of {}",
    "aws": "from the AWS of {}",
}


def told_damage(event: e.UnitDamaged) -> str:
    told = ", ".join(filter(None, _told_parts(event)))
    gone = [part for part in event.parts if isinstance(part, UnitDestroyed)]
    by = f" {_CAUSES[event.cause].format(event.by)}" if event.cause in _CAUSES else ""
    if gone:
        lost = f" with {listed(gone[0].aboard)} aboard" if gone[0].aboard else ""
        amount = f" by {event.amount}{by}" if event.amount else ""
        begins = f"{event.unit} is destroyed{lost}{amount}"
    else:
        begins = f"{event.unit} takes {event.amount}{by}" if event.amount else str(event.unit)
    return f"{begins}: {told}." if told else f"{begins}."


def _told_parts(event: e.UnitDamaged) -> Iterator[str]:
    rolled = ""
    for part, after in pairwise((*event.parts, None)):
        match part:
            case Absorbed(item=item, boxes=boxes, left=left):
                yield f"{_track(event, item)} {left + boxes} → {left}"
            case Bypassed(item=item, left=left, accuracy=accuracy):
                why = f"Accuracy {accuracy} above {left} left"
                yield f"{_track(event, item)} bypassed ({why})"
            case HealthDamaged(boxes=boxes, structural=more, health=health):
                extra = f" ({more} by Structural Damage)" if more else ""
                left = event.boxes - health
                yield f"Health {left + boxes} → {left} of {event.boxes}{extra}"
            case ConditionRolled(dice=dice, result=0, card=card):
                yield (
                    f"the card {NAMES[card]} without effect, another is drawn"
                    if card
                    else f"dice {joined(dice)} without effect, rolled again"
                )
            case ConditionRolled(dice=dice, result=result, card=card):
                rolled = " (a card)" if card else f" (dice {joined(dice)})"
                if not (isinstance(after, ConditionApplied) and after.result == result):
                    yield f"{NAMES[result]} comes up{rolled}"
                    rolled = ""
            case ConditionKept(result=result, other=other):
                yield f"{NAMES[result]} kept, not {NAMES[other]}"
            case ConditionApplied():
                yield f"{told_condition(part, event.labels)}{rolled}"
                rolled = ""
            case DamageIgnored(damage=damage):
                yield f"{damage} more stopped by Brace for Impact"


def joined(faces: Sequence[int]) -> str:
    return listed(faces)


def _track(event: e.UnitDamaged, place: int) -> str:
    """``Shields``; ``SHD2`` where there are several."""
    label = event.labels[place]
    alone = sum(each[:3] == label[:3] for each in event.labels) == 1
    return {"SHD": "Shields", "ARM": "Armor"}[label[:3]] if alone else label


_EFFECTS: Final[Mapping[tuple[int, str], str]] = {
    (3, ""): " with two more Conditions",
    (6, ""): " for 2 more",
    (7, ""): " for 2 more",
    (11, "a"): " bars Hyperspace",
    (11, "b"): " locks its Velocity",
    (14, ""): " takes 1 from its Maneuver and Heading",
    (15, ""): " costs it its next activation",
}


def told_condition(part: ConditionApplied, labels: Sequence[str]) -> str:
    """A Condition with its name and what it deactivates."""
    items = [labels[at] for at in part.items]
    if part.result == FEED:
        return f"{NAMES[FEED]}: {listed(items)} attacks once more"
    if items:
        return f"{NAMES[part.result]} deactivates {listed(items)}"
    return f"{NAMES[part.result]}{_EFFECTS.get((part.result, part.option), '')}"
