"""Summaries of several events, worst news for the viewer first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from games.colonial_space_wars import events as e
from games.colonial_space_wars.table import BLUE, LETTERS, NAMES, RED
from games.core.editing.acts import Edited
from games.core.events import weightiest
from games.core.seats import Seat
from games.core.telling.phrases import listed

ENDED, OWN_LOSSES, EDITED, OWN_HURT, LOSSES, HURT = 100, 90, 85, 80, 70, 60
SET_UP, INCOME, ATTACKED, HEALED, MOVED = 50, 40, 30, 20, 10
"""The weights of what a digest tells."""

MOST_NAMED: Final = 6
_WHOLE: Final = {
    e.Defeated: ENDED,
    e.GameOver: ENDED,
    Edited: EDITED,
    e.ArmiesRevealed: SET_UP,
    e.InitiativeRolled: SET_UP,
    e.RolesSet: SET_UP,
    e.ZonesSet: SET_UP,
    e.DeploymentDone: SET_UP,
    e.TurnStarted: INCOME,
}
"""Events that are told in their own sentence."""

Said = tuple[int, str]


def digest(
    viewer: Seat | None, events: Sequence[e.CswEvent], tell: Callable[[e.CswEvent], str]
) -> tuple[str, ...]:
    """A headline and at most three sentences; ``viewer`` is addressed as "you"."""
    turns = [event for event in events if isinstance(event, e.TurnStarted)]
    whole = [event for event in events if type(event) in _WHOLE and event not in turns[:-1]]
    found = [(_WHOLE[type(event)], tell(event)) for event in whole]
    found += _counted(viewer, events)
    return weightiest(found or ((0, tell(event)) for event in events))


def _counted(viewer: Seat | None, events: Sequence[e.CswEvent]) -> Iterator[Said]:
    """What the units of each side suffered and did, added up."""
    finished = any(isinstance(event, e.DeploymentDone) for event in events)
    for seat in (RED, BLUE):
        side, own = ("You" if seat == viewer else NAMES[seat]), seat == viewer
        found: dict[str, dict[str, int]] = defaultdict(dict)
        for event in events:
            for kind, unit, value in _facts(event):
                if unit.code[0] == LETTERS[seat]:
                    found[kind][unit.code] = value
        lost, hurt = found["lost"], found["hurt"]
        if lost:
            yield (OWN_LOSSES if own else LOSSES), f"{side} lost {_listed(lost)}."
        if left := {code: health for code, health in hurt.items() if code not in lost}:
            told = _listed(f"{code} at health {health}" for code, health in left.items())
            yield (OWN_HURT if own else HURT), f"{side} {'have' if own else 'has'} {told}."
        if missed := [code for code in found["struck"] if code not in lost and code not in hurt]:
            verb = "was" if len(missed) == 1 else "were"
            yield ATTACKED, f"{_listed(missed)} {verb} attacked without a hit."
        if found["healed"]:
            yield HEALED, f"{side} restored {_listed(found['healed'])}."
        if found["moved"]:
            yield MOVED, f"{side} moved {_listed(found['moved'])}."
        if found["placed"] and not finished:
            yield MOVED, f"{side} placed {_listed(found['placed'])}."


def _facts(event: e.CswEvent) -> Iterator[tuple[str, e.Piece, int]]:
    match event:
        case e.Destroyed(unit):
            yield "lost", unit, 0
        case e.HealthLost(unit, _, after):
            yield "hurt", unit, after
        case e.Attacked(target=unit):
            yield "struck", unit, 0
        case e.HealthRegained(unit, after):
            yield "healed", unit, after
        case e.Moved(unit) | e.Embarked(unit) | e.Disembarked(unit):
            yield "moved", unit, 0
        case e.UnitDeployed(unit) if event.at or event.inside:
            yield "placed", unit, 0


def _listed(names: Iterable[str]) -> str:
    """``R1, R2 and R3``; of more than a few only their number."""
    found = list(names)
    return f"{len(found)} units" if len(found) > MOST_NAMED else listed(found)
