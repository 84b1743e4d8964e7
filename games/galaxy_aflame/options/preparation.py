"""Questions before a turn: armies, the draft, rankings, starting places and reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Overlay, Region
from games.core.questions.tree import Ask, Node, branch, grouped, leaf
from games.core.telling import counted, listed
from games.core.types import Seat
from games.galaxy_aflame.catalogue import Card
from games.galaxy_aflame.ground import INCH, INCHES, inches
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options.fields import limits, place_field
from games.galaxy_aflame.options.markers import seen_by
from games.galaxy_aflame.rules import armies, deployment, draft, falling, ranking
from games.galaxy_aflame.rules.armies import ChooseArmy, Privilege, Unlock
from games.galaxy_aflame.rules.deployment import AutoAll, Deploy, DeployInside
from games.galaxy_aflame.rules.draft import Draft
from games.galaxy_aflame.rules.ranking import Rank
from games.galaxy_aflame.rules.reinforcements import (
    Auto,
    NoReinforcement,
    Reinforce,
    ReinforceInside,
)
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.table import DEPLOYED, Table, Unit, other
from games.galaxy_aflame.view import Request

Nodes = Iterator[Node[Move]]
BY_THE_BOT = "your next question is your first turn, or the draft"
PLACES = 9
"""So many places along the zone are offered."""
AT_ONCE = 22


# --- Armies and privileges ---


def armies_of(request: Request) -> Nodes:
    table = request.view.table
    found = armies.choices(table, request.decision.seat)
    for key in found:
        name, move = table.catalogue.armies[key].name, ChooseArmy(key, auto=True)
        if NOTATION.refusal(request, move) is None:
            label = f"Take {name} and deploy for me"
            yield leaf(f"auto{key.replace('_', '')}", label, move, BY_THE_BOT)
    for key in found:
        cards = ", ".join(card.name for card in table.catalogue.deck(key))
        name = table.catalogue.armies[key].name
        label = f"{name}, to deploy yourself"
        yield leaf(key.replace("_", ""), label, ChooseArmy(key), cards)


def privileges() -> Nodes:
    game = "you move first from the south edge; your opponent is first in the draft"
    yield leaf("game", "First in the game", Privilege("game"), game)
    first = "you take the first card; your opponent has the first turn"
    yield leaf("draft", "First in the draft", Privilege("draft"), first)


def unlocking() -> Nodes:
    yield leaf("unlock", "Change it", Unlock())


# --- Cards ---


def told_card(card: Card) -> str:
    """``10 x 1d4, D d4, moves 6 in, C A, Vehicle``."""
    ranges = " ".join(letter for letter in "CAT" if letter in card.ranges)
    values = f"{card.models} x {card.dice}d{card.sides}, defence d{card.defence}"
    moves = f"moves {inches(card.move)}"
    return ", ".join((values, moves, ranges, *card.told_keywords))


def _card_label(card: Card) -> str:
    return f"{card.code} {card.name}, {card.value} PV"


def draft_step(request: Request) -> Ask[Move]:
    table, seat = request.view.table, request.decision.seat
    if table.decks[seat]:
        return Ask("Which card do you take?", partial(_picks, request))
    return Ask("Which card do you deny?", partial(_denials, request, ""))


def _picks(request: Request) -> Nodes:
    """The cards to draft, the best first; then the card to deny, where one must be."""
    table, seat = request.view.table, request.decision.seat
    for code in _best_first(table, table.decks[seat]):
        card = table.catalogue.cards[code]
        label, detail = _card_label(card), told_card(card)
        if not draft.denies(table):
            yield leaf(code, label, Draft(code), detail, kind=code)
            continue
        below = Ask[Move]("Which card do you deny your opponent?", partial(_denials, request, code))
        yield branch(code, label, f"DRAFT {code} DENY ", below, detail, kind=code)


def _denials(request: Request, taken: str) -> Nodes:
    table = request.view.table
    for code in _best_first(table, table.decks[other(request.decision.seat)]):
        card = table.catalogue.cards[code]
        yield leaf(code, _card_label(card), Draft(taken, code), told_card(card), kind=code)


def _best_first(table: Table, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(draft.by_value(table, cards)))


def rankings(request: Request) -> Nodes:
    """Rankings: each list by value in one press, or with one card in front."""
    table, seat = request.view.table, request.decision.seat
    sheet = request.view.sheet(seat)
    for which, verb in (("own", "Your own cards"), ("enemy", "Your opponent's cards")):
        done = sheet.own if which == "own" else sheet.enemy
        cards = draft.by_value(table, ranking.deck(table, seat, which))
        label, detail = f"{verb} by value", f"{' '.join(dict.fromkeys(cards))}"
        state = "written; " if done else ""
        yield leaf(f"{which}", label, _ranked(which, cards), f"{state}{detail}")
        below = Ask[Move](f"{verb}: which comes first?", partial(_first_of, table, which, cards))
        text = f"RANK {which.upper()} "
        yield branch(f"{which}first", f"{verb}, one in front", text, below, "the others by value")


def _ranked(which: str, cards: tuple[str, ...]) -> Rank:
    return Rank("own" if which == "own" else "enemy", cards)


def _first_of(table: Table, which: str, cards: tuple[str, ...]) -> Nodes:
    for code in dict.fromkeys(cards):
        card = table.catalogue.cards[code]
        yield leaf(code, _card_label(card), _ranked(which, (code,)), told_card(card))


# --- Places at the own edge ---


def zone(table: Table, seat: Seat) -> Rectangle:
    """Where units are placed (GA-29, GA-90)."""
    ground, hand = table.ground, table.agreement.hand
    top = 0 if table.is_north(seat) else ground.height - hand
    return Rectangle(0, top, ground.width, top + hand)


def zone_overlay(request: Request) -> Overlay[Any]:
    """The zone, all along which the picture should reach."""
    found = zone(request.view.table, request.decision.seat)
    told = "The hatched area is your home zone"
    region: Region[Any] = Region(places=frozenset((found,)), seat=request.decision.seat, told=told)
    middle = (found.y0 + found.y1) // 2
    return Overlay((region,), (Point(found.x0, middle), Point(found.x1, middle)))


def deployment_of(request: Request) -> Nodes:
    """What can be deployed: AUTO first, then each unit."""
    table = deployment.planned(request.view, request.decision.seat)
    placed = len(table.in_play(request.decision.seat))
    if placed < DEPLOYED - 1 and NOTATION.refusal(request, AutoAll()) is None:
        detail = f"{counted(DEPLOYED - placed, 'unit')}, those with the highest PV"
        yield leaf("all", "Deploy all for me", AutoAll(), detail)
    yield from _auto(request, table)
    units = [
        _to_place(request, table, unit, "DEPLOY") for unit in table.reserve(request.decision.seat)
    ]
    found = [node for node in units if node is not None]
    yield from grouped(found, AT_ONCE, "DEPLOY ", "Which unit?", partial(zone_overlay, request))


def arrivals(request: Request) -> Nodes:
    table, seat = request.view.table, request.decision.seat
    yield from _auto(request, table)
    units = [_to_place(request, table, unit, "REINFORCE") for unit in table.reserve(seat)]
    found = [node for node in units if node is not None]
    yield from grouped(found, AT_ONCE, "REINFORCE ", "Which unit?", partial(zone_overlay, request))
    if NOTATION.refusal(request, NoReinforcement()) is None:
        yield leaf("none", "Bring nothing", NoReinforcement(), "the right is lost")


def _auto(request: Request, table: Table) -> Nodes:
    if NOTATION.refusal(request, Auto()) is not None:
        return
    found = deployment.choice(table, request.decision.seat)
    if found is not None:
        unit, at = found
        detail = f"{piece(table, unit)} to {INCHES.name(at)}"
        yield leaf("auto", "Let the bot place a unit", Auto(), detail)


def _to_place(request: Request, table: Table, unit: Unit, verb: str) -> Node[Move] | None:
    begun = f"{verb} {unit.code} "
    area = zone(table, unit.seat)
    field = place_field(request, begun, "24 31", limits(table, unit, area))
    below = Ask[Move](
        f"Where is {unit.code} placed?",
        partial(_places, request, table, unit, verb),
        field,
        ground=partial(zone_overlay, request),
        once=True,
    )
    if not below.nodes:
        return None
    card = table.card(unit)
    label = f"{piece(table, unit)}, {card.value} PV"
    return branch(unit.code, label, begun, below, told_card(card), kind=unit.card)


def _places(request: Request, table: Table, unit: Unit, verb: str) -> Nodes:
    for transport in table.on_table(unit.seat):
        inside = _inside(verb)(unit.code, transport.code)
        if NOTATION.refusal(request, inside) is None:
            detail = f"room for {table.room(transport)} models"
            yield leaf(transport.code, f"Inside {piece(table, transport)}", inside, detail)
    for at in home_spots(table, unit):
        move: Move = Deploy(unit.code, at) if verb == "DEPLOY" else Reinforce(unit.code, at)
        if NOTATION.refusal(request, move) is None:
            detail = told_home(table, unit, at)
            yield leaf(f"{at.x}x{at.y}", INCHES.name(at), move, detail, at=at)


def _inside(verb: str) -> Callable[[str, str], Move]:
    return DeployInside if verb == "DEPLOY" else ReinforceInside


def home_spots(table: Table, unit: Unit, count: int = PLACES) -> Iterator[Point]:
    """Legal places along the border of the zone, as evenly as possible."""
    area = zone(table, unit.seat)
    y = area.y1 if table.is_north(unit.seat) else area.y0
    seen = set[Point]()
    for number in range(1, count + 1):
        x = table.ground.width * number // (count + 1) // INCH * INCH
        tried = (Point(x + aside, y) for aside in (0, 10, -10, 20, -20, 30, -30))
        at = next((at for at in tried if table.is_legal_spot(unit, at)), None)
        if at is not None and at not in seen:
            seen.add(at)
            yield at


def told_home(table: Table, unit: Unit, at: Point) -> str:
    """``in cover, seen by B2, lost if it falls back from there``."""
    parts = ["in cover"] if table.ground.in_cover(at) else []
    seen = seen_by(table, unit, at)
    parts += [f"seen by {listed(seen)}"] if seen else []
    if falling.end_point(table, replace(unit, at=at))[1] is None and not table.card(unit).fearless:
        parts.append("lost if it falls back from there")
    return ", ".join(parts)
