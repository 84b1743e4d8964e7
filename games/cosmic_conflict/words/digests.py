"""Summaries of several events, worst news for the viewer first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.core.editing.acts import Edited
from games.core.events import weightiest
from games.core.seats import Seat
from games.core.telling.phrases import counted, listed
from games.cosmic_conflict import events as e
from games.cosmic_conflict.course import side_of
from games.cosmic_conflict.rules.conditions import LASTING, NAMES
from games.cosmic_conflict.rules.damage_events import ConditionApplied, UnitDestroyed
from games.cosmic_conflict.space import EDGES
from games.cosmic_conflict.words.sentences import side_name, tell

ENDED, OWN_LOSSES, EDITED, OWN_STATES, LOSSES, STATES = 100, 90, 85, 80, 70, 60
SCORED, LAUNCHED, FOUND, TURN, BEGUN, UNHURT, MOVED = 95, 75, 50, 40, 35, 30, 10
"""The weights of what a digest tells."""

MOST_NAMED: Final = 4
_WHOLE: Final = {
    e.GameOver: ENDED,
    e.VictoryScored: SCORED,
    Edited: EDITED,
    e.StepsStopped: OWN_STATES,
    e.ScanFound: FOUND,
    e.Surveyed: FOUND,
    e.FleetsRevealed: FOUND,
    e.TurnBegan: TURN,
    e.OrdersGiven: BEGUN,
}
"""Events that are told in their own sentence."""

Said = tuple[int, str]


def digest(viewer: Seat | None, events: Sequence[e.CosmicEvent]) -> tuple[str, ...]:
    """A headline and at most three sentences; ``viewer`` is addressed as "you"."""
    events = tuple(_latest(events))
    whole = [event for event in events if type(event) in _WHOLE]
    found = [(_WHOLE[type(event)], tell(event)) for event in whole]
    for side in EDGES:
        own = viewer is not None and side == side_of(viewer)
        found += _told(_Facts(side, events), own)
    return weightiest(found or ((0, tell(event)) for event in events))


def _latest(events: Sequence[e.CosmicEvent]) -> Iterator[e.CosmicEvent]:
    """Only the last turn begins, only its Orders are told, and only Missiles on their way."""
    last = {type(event): event for event in events}
    over = {event.token for event in events if isinstance(event, e.Attacked | e.MissileLost)}
    for event in events:
        replaced = isinstance(event, e.TurnBegan | e.OrdersGiven) and event is not last[type(event)]
        if not replaced and not (isinstance(event, e.MissileLaunched) and event.token in over):
            yield event


@dataclass(slots=True)
class _Harm:
    """What a unit took, the Conditions it received, and its Health at the end."""

    unit: e.Piece
    damage: int = 0
    conditions: list[str] = field(default_factory=list)
    health: str = ""

    def add(self, event: e.UnitDamaged) -> None:
        self.damage += event.amount
        if event.filled:
            self.health = f"Health {event.boxes - event.filled} of {event.boxes} left"
        applied = (part for part in event.parts if isinstance(part, ConditionApplied))
        self.conditions += [NAMES[part.result] for part in applied if part.result in LASTING]


class _Facts:
    """What happened to a side, and what it did."""

    def __init__(self, side: int, events: Iterable[e.CosmicEvent]) -> None:
        self.side = side
        self.named: dict[str, dict[str, str]] = defaultdict(dict)
        self.harmed: dict[str, _Harm] = {}
        for event in events:
            for kind, unit, aboard in _fates(event):
                if unit.side == side:
                    self.named[kind] |= {unit.id: str(unit), **{id: id for id in aboard}}
            if isinstance(event, e.UnitDamaged) and event.unit.side == side:
                self.harmed.setdefault(event.unit.id, _Harm(event.unit)).add(event)


def _fates(event: e.CosmicEvent) -> Iterator[tuple[str, e.Piece, tuple[str, ...]]]:
    match event:
        case e.UnitDamaged(unit, parts=parts):
            gone = (part for part in parts if isinstance(part, UnitDestroyed))
            yield from (("gone", unit, part.aboard) for part in gone)
        case e.Crashed(unit, aboard=aboard):
            yield "gone", unit, aboard
        case e.Fled(unit, aboard=aboard):
            yield "fled", unit, aboard
        case e.Attacked(target=target):
            yield "attacked", target, ()
        case e.MissileLaunched(target=target):
            yield "aimed", target, ()
        case e.Activated(unit):
            yield "activated", unit, ()


def _told(facts: _Facts, own: bool) -> Iterator[Said]:
    name = "You" if own else side_name(facts.side)
    whose = "Your" if own else f"{name}'s"
    gone, fled = facts.named["gone"], facts.named["fled"]
    if gone:
        were = "was" if len(gone) == 1 else "were"
        yield OWN_LOSSES if own else LOSSES, f"{whose} {_named(gone)} {were} destroyed."
    if fled:
        yield OWN_LOSSES if own else LOSSES, f"{whose} {_named(fled)} fled."
    lost = {*gone, *fled}
    if harmed := [each for id, each in facts.harmed.items() if id not in lost]:
        yield OWN_STATES if own else STATES, f"{whose} {_told_harm(harmed)}."
    if aimed := facts.named["aimed"]:
        yield (
            LAUNCHED,
            f"Missiles are on their way to {whose.lower() if own else whose} {_named(aimed)}.",
        )
    unhurt = {id: unit for id, unit in facts.named["attacked"].items() if id not in facts.harmed}
    if unhurt:
        yield UNHURT, f"{whose} {_named(unhurt)} came under fire without damage."
    if activated := facts.named["activated"]:
        yield MOVED, f"{name} activated {_named(activated)}."


def _told_harm(harmed: Sequence[_Harm]) -> str:
    """``a3 Bulwark took 9 (Serious Damage, Health 18 of 30 left)``"""
    if len(harmed) > MOST_NAMED:
        damage = sum(each.damage for each in harmed)
        conditions = sum(len(each.conditions) for each in harmed)
        more = f" and {counted(conditions, 'Condition')}" if conditions else ""
        return f"{len(harmed)} units took {damage}{more}"
    parts = []
    for each in harmed:
        facts = ", ".join(filter(None, (*each.conditions, each.health))) or "absorbed"
        took = f"took {each.damage}" if each.damage else "was hit further"
        parts.append(f"{each.unit} {took} ({facts})")
    return listed(parts)


def _named(units: dict[str, str]) -> str:
    """Of more than a few only their number."""
    return f"{len(units)} units" if len(units) > MOST_NAMED else listed(units.values())
