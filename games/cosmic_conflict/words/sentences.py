"""Each event as one sentence, without markup: the outcome, then numbers, then what made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.core.events import Event, Phrases
from games.core.geometry.plane import Point
from games.core.telling import counted, listed, roster, shortened, signed
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.catalogue import BASE, Catalogue
from games.cosmic_conflict.content.maps import KINDS, kind_name
from games.cosmic_conflict.meta import SIDE_NAMES
from games.cosmic_conflict.rules.setup.fleets import OWN_FLEET
from games.cosmic_conflict.rules.turns.resolution import CONDITIONS
from games.cosmic_conflict.space import distance, rounded_point, shown, shown_point
from games.cosmic_conflict.table.conditions import NAMES, restored
from games.cosmic_conflict.table.course import ConditionScore, Margin, Totals
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, ORDERS, Orders
from games.cosmic_conflict.table.units import MarkEffect
from games.cosmic_conflict.view import Sheet
from games.cosmic_conflict.words.facts import EDGE_NAMES, told_totals
from games.cosmic_conflict.words.reports import BANDS, joined, told_attack, told_damage


def tell(event: Event) -> str:
    """One event as one sentence; empty if it needs none."""
    return PHRASES.tell(event, _BUILT)


# --- Phrases ---


def side_name(side: int) -> str:
    return SIDE_NAMES[side - 1]


def told_orders(orders: Orders, labels: Sequence[str] = ()) -> str:
    """``Evasive Actions``, ``Token and Change Velocity (NAV1)``; the labels are those of items."""
    parts = ["Token"] * orders.token
    for slot, name in orders.hidden:
        where = "" if slot == MAIN else f" ({labels[slot] if labels else 'extra slot'})"
        parts.append(f"{ORDERS[name].name}{where}")
    return listed(parts) if parts else "nothing"


# --- Before turn 1 ---


def _sheet(event: e.SheetChanged) -> str:
    return f"Your choice so far: {'; '.join(shortened(told_sheet(event.sheet))) or 'nothing'}."


def told_sheet(
    sheet: Sheet, labels: Mapping[str, Sequence[str]] = {}, known: Catalogue = BASE
) -> list[str]:
    """What a seat has chosen, unit by unit; the labels are those of the items of its units."""
    parts = [_told_fleet(sheet, known)] * bool(sheet.code or sheet.fleet)
    parts += ["the bot deploys it"] * (bool(parts) and sheet.auto)
    for place in sheet.places:
        heading = "" if place.heading is None else f", heading {place.heading}°"
        parts.append(f"{place.unit} at {rounded_point(place.at)}{heading}")
    for id, orders in sheet.orders.items():
        parts.append(f"{id} {told_orders(orders, labels.get(id, ()))}")
    return parts


def _told_fleet(sheet: Sheet, known: Catalogue) -> str:
    """``fleet Q1, Mercenary: Vanguard, 2 Veteran Wrens``"""
    names = {code: design.name for code, design in known.designs.items()}
    names |= {design.code: design.name for design in sheet.designs}
    traits = {code: trait.name for code, trait in known.traits.items()}
    found = []
    for each in sheet.fleet:
        crew = listed(traits.get(code, code) for code in each.traits)
        name = each.name or names.get(each.design, each.design)
        found.append(f"{crew} {name}".lstrip())
    units, faction = roster(found), known.factions.get(sheet.faction)
    fleet = f"fleet {sheet.code or sheet.name}".rstrip() + (f", {faction.name}" if faction else "")
    return ": ".join(filter(None, (fleet, units)))


def _fleets(event: e.FleetsRevealed) -> str:
    parts = []
    for side, name in enumerate(event.fleets, 1):
        units = shortened([str(unit) for unit in event.units if unit.side == side])
        called = f"{name}: ".replace(OWN_FLEET, "a fleet of its own", 1) if name else ""
        parts.append(f"{side_name(side)} brings {called}{listed(units) if units else 'nothing'}.")
    if event.crews:
        parts.append(f"Crews: {listed(shortened(event.crews))}.")
    return " ".join(parts)


def _initiative(event: e.InitiativeRolled) -> str:
    first, *rest = (f"{face}" for face in event.faces)
    rest = [f"{side_name(side)} {face}" for side, face in enumerate(rest, 2)]
    rolled = ", ".join([f"{side_name(1)} rolls {first}", *rest])
    if not event.side:
        return f"A tie for the initiative, rolled again: {rolled}."
    return f"{side_name(event.side)} has the initiative: {rolled}."


def told_terrain(event: e.TerrainPlaced, point: Callable[[Point], str] = shown_point) -> str:
    """``Side 1 places Dust Cloud T3 at (20.00, 12.00).``"""
    who = f"{side_name(event.side)} places" if event.side else "The dice place"
    at = listed(f"{id} at {point(at)}" for id, at in event.places)
    kind = KINDS.get(event.terrain)
    way = f", direction {event.direction}°" if kind and kind.has_direction else ""
    return f"{who} {kind_name(event.terrain)} {at}{way}."


def _edge(event: e.EdgeChosen) -> str:
    turned = f"the terrain is turned by {event.degrees}°" if event.degrees else "nothing is turned"
    return f"{side_name(event.side)} starts from the {EDGE_NAMES[event.edge]} edge: {turned}."


def _deployed(event: e.Deployed) -> str:
    how = "" if event.fighter else f", heading {event.heading}°, Velocity {event.velocity}"
    return f"{event.unit} starts at {shown_point(event.at)}{how}."


# --- The turn ---


def _orders(event: e.OrdersGiven) -> str:
    both = (("Orders", event.orders), ("Tokens", event.tokens))
    parts = [f"{what}: {listed(ids) if ids else 'none'}." for what, ids in both]
    if event.second:
        parts.append(f"By Command AI a Token more: {listed(event.second)}.")
    return " ".join(parts)


def _turn_ended(event: e.TurnEnded) -> str:
    die = f" (die {event.die})" if event.die else ""
    if event.over:
        return f"Turn {event.turn} was the last{die}."
    return f"Turn {event.turn} is over{f', another follows{die}' if die else ''}."


# --- Orders and Commands ---


def _revealed(event: e.OrderRevealed) -> str:
    change = f" {signed(event.change)}" if event.change else ""
    target = f" on {event.target}" if event.target else ""
    return f"{event.unit} reveals {ORDERS[event.order].name}{change}{target}."


def _command(event: e.CommandUsed) -> str:
    change = f" {signed(event.change)}" if event.change else ""
    slot = "its main slot" if event.paid == "main" else event.paid
    paid = "its Token" if event.paid == "token" else f"the hidden Order of {slot}"
    return f"{event.unit} uses {COMMANDS[event.command].name}{change}, paid with {paid}."


def _scan_found(event: e.ScanFound) -> str:
    found = [ORDERS[name].name for name in event.orders]
    return f"{event.target} hides {listed(found) if found else 'no Order'}."


_MARK_EFFECTS: Mapping[MarkEffect, str] = {
    "accuracy": "+2 Accuracy against it",
    "terrain": "no effect of terrain against it",
    "range": "4 more range",
}


PHRASES: Final = Phrases(side=side_name, point=shown_point, mark=_MARK_EFFECTS.__getitem__)

# --- Missiles ---


def _launched(event: e.MissileLaunched) -> str:
    label, name = event.weapon
    how = f"with {label} ({name}), to {shown_point(event.at)}"
    return f"{event.unit} launches {event.token} at {event.target} {how}."


def _missile_lost(event: e.MissileLost) -> str:
    why = {
        "target": f"{event.target} is gone",
        "range": f"{event.target} is {shown(event.distance)} away, out of its range",
        "line": f"{event.feature} hides {event.target}",
        "aws": f"the AWS of {event.by} shot it down",
    }[event.reason]
    return f"{event.token} is lost: {why}."


# --- Stealth ---


def _contact_attacked(event: e.ContactAttacked) -> str:
    effect = "" if event.band == "miss" else f" for {event.applied or 'no damage'}"
    label, name = event.weapon
    token = f" from {event.token}" if event.token else ""
    far = f"with {label} ({name}){token}, over {shown(event.distance)}"
    return f"{event.unit} {BANDS[event.band]} {event.target}{effect} {far}."


def _told_ship(unit: e.Piece, size: int, role: str) -> str:
    article = "an" if role[:1] in ("a", "e", "i", "o", "u") else "a"
    return f"{unit}, {f'{article} {role} of' if role else 'of'} Size {size}"


def _ship_revealed(event: e.ShipRevealed) -> str:
    thrown = (f"{who} with {label} {joined(dice)}" for who, label, dice in event.dice)
    dice = f" Dice thrown at it before: {'; '.join(thrown)}." if event.dice else ""
    return f"{_told_ship(event.unit, event.size, event.role)}, is revealed.{dice}"


# --- Moves ---


def _moved(event: e.Moved) -> str:
    end = shown_point(event.end)
    if event.fighter:
        return f"{event.unit} flies {shown(distance(event.start, event.end))} to {end}."
    parts = [f"{shown(distance(event.start, event.straight))} ahead"]
    if event.end != event.straight:
        far = shown(distance(event.straight, event.end))
        parts.append(f"shift {far} from {shown_point(event.straight)}")
    velocity = event.velocity
    before = f"{velocity - event.change} → " if event.change else ""
    parts.append(f"Velocity {before}{velocity}")
    turn = f" after a turn of {signed(event.turn)}°" if event.turn else ""
    return f"{event.unit} moves to {end}: {', '.join(parts)}, heading {event.heading}°{turn}."


def _displaced(event: e.Displaced) -> str:
    dice = f" (dice {joined(event.dice)})" if event.dice else ""
    where = f"from {shown_point(event.start)} to {shown_point(event.end)}"
    return f"{event.unit} is shifted by {event.feature} {where}{dice}."


def _fled(event: e.Fled) -> str:
    how = "left the board" if event.how == "edge" else "jumped to Hyperspace"
    return f"{event.unit} has fled{aboard(event.aboard)}: it {how} at {shown_point(event.at)}."


def _crashed(event: e.Crashed) -> str:
    where = f"{shown_point(event.at)} is inside {event.feature}, which is Solid"
    return f"{event.unit} is destroyed{aboard(event.aboard)}: {where}."


def _repaired(event: e.Repaired) -> str:
    what = f"{event.unit} {'repairs' if event.done else 'fails to repair'} {NAMES[event.result]}"
    return f"{what} (die {event.die}){restored(event.items) if event.done else ''}."


def _rerouted(event: e.Rerouted) -> str:
    how = "it jumps no more" if event.option == "a" else "its Velocity no longer changes"
    back = restored(event.items)
    return f"{event.unit} exchanges Component Damage for Propulsion Damage: {how}{back}."


def _scuttled(event: e.Scuttled) -> str:
    return f"{event.unit} destroys itself{aboard(event.aboard)} at {shown_point(event.at)}."


def aboard(ids: Sequence[str]) -> str:
    return f" with {listed(ids)} aboard" if ids else ""


def _exchanged(event: e.Exchanged) -> str:
    own, other = sum(event.own), sum(event.other)
    dice = (f"dice {joined(faces)}" if faces else "no dice" for faces in (event.own, event.other))
    gives, takes = dice
    begins = f"{event.mover} deals {own} to {event.enemy} and takes {other}"
    return f"{begins} in a PWS exchange: {gives} against {takes}."


# --- The Resolution Phase and the end ---


def _terrain(event: e.TerrainMoved) -> str:
    parts = [f"{id} moves to {shown_point(end)}" for id, _, end in event.moved]
    parts += [f"{id} leaves the board" for id in event.gone]
    return f"{', '.join(parts)}." if parts else ""


def _resupplied(event: e.Resupplied) -> str:
    are = "is" if len(event.units) == 1 else "are"
    return f"{listed(event.units)} {are} resupplied." if event.units else ""


MARGINS: Final[Mapping[Margin, str]] = {
    "draw": "a draw",
    "victory": "a victory",
    "decisive": "a decisive victory",
    "total": "a total victory",
}


def _drawn(event: e.VictoryDrawn) -> str:
    if not event.condition:
        return f"No victory condition is drawn (die {event.die}), so it is rolled again."
    return f"{CONDITIONS[event.condition]} is drawn as a victory condition (die {event.die})."


def _scored(event: e.VictoryScored) -> str:
    score = event.score
    winner = side_name(score.winner) if score.winner else "Nobody"
    dice = f" (dice {joined(event.dice)})" if len(event.dice) > 1 else ""
    dice = f" (die {event.dice[0]})" if len(event.dice) == 1 else dice
    return f"{winner} wins {CONDITIONS[score.condition]}: {told_totals(score)}{dice}."


def told_result(won: Totals, winner: int, margin: Margin) -> str:
    """``Side 1 wins: 2 victory conditions to 1, a victory``"""
    if not winner:
        if len(set(won)) > 1:
            return f"The battle is a draw: victory conditions {' to '.join(map(str, won))}"
        if not any(won):
            return "The battle is a draw: nobody wins a victory condition"
        return f"The battle is a draw: {counted(won[0], 'victory condition')} on each side"
    most, *others = won[winner - 1], *won[: winner - 1], *won[winner:]
    conditions = f"{counted(most, 'victory condition')} to {' to '.join(map(str, others))}"
    return f"{side_name(winner)} wins: {conditions}, {MARGINS[margin]}"


def with_scores(result: str, scores: Sequence[ConditionScore]) -> str:
    """``…, a victory. Ships Remaining for Side 1, 377 to 371 by points.``"""
    told = "; ".join(
        f"{CONDITIONS[score.condition]} for "
        f"{side_name(score.winner) if score.winner else 'nobody'}, {told_totals(score)}"
        for score in scores
    )
    return f"{result}{f'. {told}' if told else ''}."


def _activated(event: e.Activated) -> str:
    others = f" with {listed(map(str, event.group))}" if event.group else ""
    return f"{event.unit} is activated{others}."


def _formation(event: e.FormationChanged) -> str:
    what = "an Offensive" if event.stance == "offensive" else "a Defensive"
    return f"{event.lead} leads {what} Formation with {listed(map(str, event.members))}."


_BUILT: Mapping[type[Event], Callable[[Any], str]] = {
    e.SheetChanged: _sheet,
    e.SheetLocked: lambda e: f"Your choice is {'locked' if e.locked else 'open again'}.",
    e.FleetsRevealed: _fleets,
    e.InitiativeRolled: _initiative,
    e.TerrainPlaced: told_terrain,
    e.EdgeChosen: _edge,
    e.Deployed: _deployed,
    e.OrdersGiven: _orders,
    e.FormationChanged: _formation,
    e.Activated: _activated,
    e.OrderRevealed: _revealed,
    e.CommandUsed: _command,
    e.ScanFound: _scan_found,
    e.Attacked: told_attack,
    e.ContactAttacked: _contact_attacked,
    e.ContactDice: lambda e: f"Your dice against {e.target}: {joined(e.dice)}.",
    e.ShipRevealed: _ship_revealed,
    e.ContactIdentified: lambda e: f"The scan finds {_told_ship(e.target, e.size, e.role)}.",
    e.MissileLaunched: _launched,
    e.MissileLost: _missile_lost,
    e.UnitDamaged: told_damage,
    e.Moved: _moved,
    e.Displaced: _displaced,
    e.Fled: _fled,
    e.Crashed: _crashed,
    e.Repaired: _repaired,
    e.Rerouted: _rerouted,
    e.Scuttled: _scuttled,
    e.Exchanged: _exchanged,
    e.ShieldsRestored: lambda e: f"{e.unit} regains {counted(e.boxes, 'box', 'boxes')} of Shields.",
    e.TerrainMoved: _terrain,
    e.Resupplied: _resupplied,
    e.TurnEnded: _turn_ended,
    e.VictoryDrawn: _drawn,
    e.VictoryScored: _scored,
    e.GameOver: lambda e: f"{told_result(e.won, e.winner, e.margin)}.",
}
