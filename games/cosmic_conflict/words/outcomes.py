"""What came of an event, for receipts and digests: without dice, and lengths to a tenth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, Final

from games.core.events import Event
from games.core.telling import shortened
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.contacts import STAND_INS, is_contact
from games.cosmic_conflict.events import (
    ConditionApplied,
    DamageIgnored,
    HealthDamaged,
    UnitDestroyed,
)
from games.cosmic_conflict.rules.turns.resolution import CONDITIONS
from games.cosmic_conflict.space import distance, rounded, rounded_point
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import sentences
from games.cosmic_conflict.words.reports import told_condition
from games.cosmic_conflict.words.sentences import aboard, side_name

_CONTACTS: Final = frozenset(each.name for each in STAND_INS.values() if is_contact(each))


def outcome(view: View, event: Event) -> str:
    if view.table.stealth != "off":
        named = {each.name: name_known(view, getattr(event, each.name)) for each in fields(event)}
        event = replace(event, **named)
    if isinstance(event, e.SheetChanged):
        if event.sheet.fleet and view.table.units and view.table.stealth == "off":
            return ""  # the fleets are open since, and that is told
        known = view.course.agreement.catalogue
        told = shortened(sentences.told_sheet(event.sheet, known=known))
        return f"Your choice so far: {'; '.join(told) or 'nothing'}."
    if isinstance(event, e.GameOver):
        return told_result(view, event)
    build = _BUILT.get(type(event))
    return build(event) if build else sentences.tell(event)


def name_known(view: View, value: Any) -> Any:
    """A contact by the name of its ship, or several, for who knows it: events have names that
    everybody may read."""
    if isinstance(value, tuple) and any(isinstance(each, e.Piece) for each in value):
        return tuple(name_known(view, each) for each in value)
    if not isinstance(value, e.Piece) or value.name not in _CONTACTS:
        return value
    unit = view.table.units.get(value.id)
    design = unit and view.table.design(unit)
    return replace(value, name=unit.name or design.name) if unit and design else value


def is_of_contact(view: View, event: Event) -> bool:
    """Whether a preview can only guess this, since it is about a ship that the viewer does not
    know."""
    if not isinstance(event, e.ShipRevealed | e.UnitDamaged):
        return False
    return str(name_known(view, event.unit).name) in _CONTACTS


def _initiative(event: e.InitiativeRolled) -> str:
    if not event.side:
        return "A tie for the initiative, rolled again."
    return f"{side_name(event.side)} has the initiative."


def _deployed(event: e.Deployed) -> str:
    how = "" if event.fighter else f", heading {event.heading}°, Velocity {event.velocity}"
    return f"{event.unit} starts at {rounded_point(event.at)}{how}."


# --- Attacks ---


def told_shot(event: e.Attacked) -> str:
    """``hits b1 Dart for 3``, ``misses b1 Dart``"""
    does = {"hit": "hits", "glance": "grazes", "miss": "misses"}[event.band]
    if event.band == "miss":
        return f"{does} {event.target}"
    return f"{does} {event.target}{f' for {event.applied}' if event.applied else ': no damage'}"


def _attacked(event: e.Attacked) -> str:
    whose = f"{event.token} of {event.unit}" if event.token else str(event.unit)
    return f"{whose} {told_shot(event)}{'' if event.token else f' ({event.weapon[0]})'}."


_FROM = {
    "hazard": " from {by}",
    "danger": " from {by}",
    "pws": " from the PWS of {by}",
    "aws": " from the AWS of {by}",
}


def _damaged(event: e.UnitDamaged) -> str:
    """``b1 Dart: 3 Health lost, 2 of 5 left.``"""
    cause = _FROM.get(event.cause, "").format(by=event.by)
    for part in event.parts:
        if isinstance(part, UnitDestroyed):
            return f"{event.unit} is destroyed{aboard(part.aboard)}{cause}."
    lost = sum(each.boxes for each in event.parts if isinstance(each, HealthDamaged))
    told = [f"{lost} Health lost{cause}, {event.boxes - event.filled} of {event.boxes} left"]
    if not lost:
        told = [f"absorbs {event.amount}{cause}"] if event.amount else []
    told += (
        told_condition(part, event.labels)
        for part in event.parts
        if isinstance(part, ConditionApplied)
    )
    told += ["the rest is stopped"] * any(isinstance(part, DamageIgnored) for part in event.parts)
    joined = ", ".join(told)
    return f"{event.unit}{' ' if joined.startswith('absorbs') else ': '}{joined}." if told else ""


def _launched(event: e.MissileLaunched) -> str:
    return f"{event.unit} launches {event.token} at {event.target}, to {rounded_point(event.at)}."


def _missile_lost(event: e.MissileLost) -> str:
    if event.reason != "range":
        return sentences.tell(event)
    return f"{event.token} is lost: {event.target} is out of its range."


def _exchanged(event: e.Exchanged) -> str:
    own, other = sum(event.own), sum(event.other)
    return f"{event.mover} deals {own} to {event.enemy} and takes {other} as they pass (PWS)."


# --- Moves ---


def _moved(event: e.Moved) -> str:
    if event.fighter:
        far = rounded(distance(event.start, event.end))
        return f"{event.unit} flies {far} to {rounded_point(event.end)}."
    change = f"Velocity {event.velocity}, heading {event.heading}°"
    return f"{event.unit} moves to {rounded_point(event.end)}: {change}."


def _displaced(event: e.Displaced) -> str:
    return f"{event.unit} is shifted by {event.feature} to {rounded_point(event.end)}."


def _fled(event: e.Fled) -> str:
    how = "left the board" if event.how == "edge" else "jumped to Hyperspace"
    return f"{event.unit} has fled{aboard(event.aboard)}: it {how}."


def _crashed(event: e.Crashed) -> str:
    return f"{event.unit} is destroyed{aboard(event.aboard)} inside {event.feature}."


def _scuttled(event: e.Scuttled) -> str:
    return f"{event.unit} destroys itself{aboard(event.aboard)}."


def _fighter_launched(event: e.FighterLaunched) -> str:
    return f"{event.unit} leaves {event.carrier} for {rounded_point(event.end)}."


def _terrain(event: e.TerrainMoved) -> str:
    parts = [f"{id} moves to {rounded_point(end)}" for id, _, end in event.moved]
    parts += [f"{id} leaves the board" for id in event.gone]
    return f"{', '.join(parts)}." if parts else ""


# --- The end ---


def _turn_ended(event: e.TurnEnded) -> str:
    return f"Turn {event.turn} {'was the last' if event.over else 'is over'}."


def _drawn(event: e.VictoryDrawn) -> str:
    if not event.condition:
        return "No victory condition is drawn, so the die is rolled again."
    return f"{CONDITIONS[event.condition]} is drawn as a victory condition."


def told_result(view: View, event: e.GameOver) -> str:
    """The end with what decided it, word for word as in the result of the match."""
    won = sentences.told_result(event.won, event.winner, event.margin)
    return sentences.with_scores(won, view.course.scores)


_BUILT: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    e.InitiativeRolled: _initiative,
    e.TerrainPlaced: partial(sentences.told_terrain, point=rounded_point),
    e.Deployed: _deployed,
    e.ShipRevealed: lambda e: sentences.tell(replace(e, dice=())),
    e.Attacked: _attacked,
    e.UnitDamaged: _damaged,
    e.MissileLaunched: _launched,
    e.MissileLost: _missile_lost,
    e.Exchanged: _exchanged,
    e.Moved: _moved,
    e.Displaced: _displaced,
    e.Fled: _fled,
    e.Crashed: _crashed,
    e.Scuttled: _scuttled,
    e.FighterLaunched: _fighter_launched,
    e.TerrainMoved: _terrain,
    e.TurnEnded: _turn_ended,
    e.VictoryDrawn: _drawn,
    e.VictoryScored: lambda _: "",  # the result tells it
}
