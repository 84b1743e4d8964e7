"""Summaries of several events, worst news for the viewer first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from games.core.editing.acts import Edited
from games.core.events import weightiest
from games.core.seats import Seat
from games.core.telling.phrases import counted, listed
from games.galaxy_aflame import events as e
from games.galaxy_aflame.table import NAMES, SEATS
from games.galaxy_aflame.words.sentences import tell

ENDED, OWN_LOSSES, EDITED, OWN_STATES, LOSSES, STATES = 100, 90, 85, 80, 70, 60
SET_UP, TURN, ARRIVED, DRAFTED, UNHURT, MOVED = 50, 40, 35, 33, 30, 10
"""The weights of what a digest tells."""

MOST_NAMED: Final = 6
_WHOLE: Final = {
    e.GameOver: ENDED,
    Edited: EDITED,
    e.OrderStopped: OWN_STATES,
    e.ArmiesRevealed: SET_UP,
    e.RolledOff: SET_UP,
    e.PrivilegeSet: SET_UP,
    e.HandsDrawn: SET_UP,
    e.Drafted: DRAFTED,
    e.TurnStarted: TURN,
}
"""Events that are told in their own sentence."""

Said = tuple[int, str]


def digest(viewer: Seat | None, events: Sequence[e.GaEvent]) -> tuple[str, ...]:
    """A headline and at most three sentences; ``viewer`` is addressed as "you"."""
    turns = [event for event in events if isinstance(event, e.TurnStarted)]
    skipped: list[e.GaEvent] = [*turns[:-1]]
    if any(isinstance(event, e.HandsDrawn) for event in events):
        skipped += [event for event in events if isinstance(event, e.Drafted)]
    whole = [event for event in events if type(event) in _WHOLE and event not in skipped]
    found = [(_WHOLE[type(event)], tell(event)) for event in whole]
    for seat in SEATS:
        found += _told(_facts_of(seat, events), seat, seat == viewer)
    return weightiest(found or ((0, tell(event)) for event in events))


Facts = Mapping[str, Mapping[str, int]]
"""By what happened to them the codes of units, in the order of events, and how often."""


def _facts_of(seat: Seat, events: Iterable[e.GaEvent]) -> Facts:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for event in events:
        for kind, piece, count in _facts(event):
            if piece.seat == seat:
                found[kind][piece.code] += count
        if isinstance(event, e.SuppressionEnded):
            for piece in event.units:
                found["suppressed"].pop(piece.code, None)
    return found


def _facts(event: e.GaEvent) -> Iterator[tuple[str, e.Piece, int]]:
    match event:
        case e.Removed(unit):
            yield "out", unit, 1
        case e.Attacked(target=target, suppressed=suppressed, checks=checks):
            yield "struck", target, 1
            yield from (("suppressed", piece, 1) for piece in suppressed)
            yield from _checked(checks)
        case e.Returned(checks=checks) | e.GotOut(checks=checks):
            yield from _checked(checks)
        case e.FellBack(unit):
            yield "back", unit, 1
        case e.Moved(unit) | e.Embarked(unit) | e.Disembarked(unit):
            yield "moved", unit, 1
        case e.Placed(unit, arrives=arrives):
            yield ("arrived" if arrives else "deployed"), unit, 1


def _checked(checks: e.CheckReport | None) -> Iterator[tuple[str, e.Piece, int]]:
    if checks is not None and checks.lost:
        yield "models", checks.unit, checks.lost
    if checks is not None and checks.fate == "shaken":
        yield "shaken", checks.unit, 1


def _told(found: Facts, seat: Seat, own: bool) -> Iterator[Said]:
    side, whose = ("You", "Your") if own else (NAMES[seat], f"{NAMES[seat]}'s")
    out = found["out"]
    losses = [_named(out)] if out else []
    models = {code: lost for code, lost in found["models"].items() if code not in out}
    losses += [f"{counted(lost, 'model')} of {code}" for code, lost in models.items()]
    if losses:
        yield OWN_LOSSES if own else LOSSES, f"{side} lost {listed(losses)}."
    if states := list(_states(found)):
        yield OWN_STATES if own else STATES, f"{whose} {', '.join(states)}."
    hurt = {*out, *models, *found["suppressed"], *found["shaken"]}
    if unhurt := [code for code in found["struck"] if code not in hurt]:
        yield UNHURT, f"{whose} {_named(unhurt)} came under fire without loss."
    for weight, kind, does in _DEEDS:
        if found[kind]:
            yield weight, f"{side} {does} {_named(found[kind])}."


_DEEDS = (
    (ARRIVED, "arrived", "brought"),
    (MOVED, "moved", "moved"),
    (MOVED, "deployed", "deployed"),
)


def _states(found: Facts) -> Iterator[str]:
    """``B1 fell back``, ``B2 and B3 are suppressed``, of units that are still there."""
    for kind in ("back", "suppressed", "shaken"):
        if codes := [code for code in found[kind] if code not in found["out"]]:
            is_so = (
                "fell back" if kind == "back" else f"{'is' if len(codes) == 1 else 'are'} {kind}"
            )
            yield f"{_named(codes)} {is_so}"


def _named(codes: Iterable[str]) -> str:
    """``R1, R2 and R3``; of more than a few only their number."""
    found = list(codes)
    return f"{len(found)} units" if len(found) > MOST_NAMED else listed(found)
