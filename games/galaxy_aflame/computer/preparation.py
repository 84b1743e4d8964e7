"""How the computer player chooses cards, starting places and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.geometry.plane import Point
from games.core.types import Seat
from games.galaxy_aflame.catalogue import Card
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options.preparation import home_spots
from games.galaxy_aflame.rules import deployment, draft, ranking
from games.galaxy_aflame.rules.deployment import Deploy, DeployInside
from games.galaxy_aflame.rules.draft import Draft
from games.galaxy_aflame.rules.ranking import Rank
from games.galaxy_aflame.rules.reinforcements import Auto, Reinforce, ReinforceInside
from games.galaxy_aflame.table import Table, Unit, other
from games.galaxy_aflame.view import Request

SPOTS = 11
"""So many places along the own edge are compared."""


ARMOUR, TRANSPORT, ARMED, DISTANT = 3.0, 3.5, 2.5, -1.0
"""What fighting vehicles, transports, Anti-Vehicle and a lack of close range are worth besides
the points of a card."""


# --- Cards ---


def _worth(card: Card) -> float:
    """Vehicles first: few units can hurt them."""
    found = card.value + ARMED * card.anti_vehicle + TRANSPORT * bool(card.capacity)
    return (
        found + ARMOUR * (card.vehicle and card.anti_vehicle) + DISTANT * ("C" not in card.ranges)
    )


def _first(table: Table, seat: Seat, cards: tuple[str, ...]) -> str:
    """The card that a seat needs most: before all others one that can destroy vehicles."""
    units = table.of(seat)
    armed = any(table.card(unit).anti_vehicle for unit in units)

    def need(code: str) -> float:
        card = table.catalogue.cards[code]
        return _worth(card) + 20 * (card.anti_vehicle and not armed)

    return max(cards, key=need, default="")


def draft_step(table: Table) -> Draft:
    seat = table.active
    deny = _first(table, other(seat), table.decks[other(seat)]) if draft.denies(table) else ""
    return Draft(_first(table, seat, table.decks[seat]), deny)


def ranking_of(request: Request) -> Rank:
    """The own cards, then the opponent's; vehicles' enemies in front of both."""
    table, seat = request.view.table, request.decision.seat
    which = "enemy" if request.view.sheet(seat).own else "own"
    cards = ranking.deck(table, seat, which)
    armed = {code for code in cards if table.catalogue.cards[code].anti_vehicle}
    first = max(armed, key=lambda code: _worth(table.catalogue.cards[code]), default="")

    def order(code: str) -> tuple[bool, float]:
        ahead = code in armed if which == "enemy" else code == first
        return not ahead, -_worth(table.catalogue.cards[code])

    return Rank("own" if which == "own" else "enemy", tuple(sorted(cards, key=order)))


# --- Places ---


def deployed(request: Request) -> Move:
    """A transport with a unit inside if there is a pair, else what is worth most."""
    table = deployment.planned(request.view, request.decision.seat)
    return _placed(request, table, "deploy") or Auto()


def reinforced(request: Request) -> Move:
    return _placed(request, request.view.table, "reinforce") or Auto()


def _placed(request: Request, table: Table, kind: str) -> Move | None:
    for unit in sorted(
        table.reserve(request.decision.seat), key=lambda unit: -_urgency(table, unit)
    ):
        for move in _ways(table, unit, kind):
            if NOTATION.refusal(request, move) is None:
                return move
    return None


def _urgency(table: Table, unit: Unit) -> float:
    """Transports with someone to carry first, then who can ride in them, then vehicles."""
    card = table.card(unit)
    if card.capacity:
        riders = [each for each in table.reserve(unit.seat) if _rides(table, each, card.capacity)]
        return card.value + (9 if riders else 0)
    inside = any(_rides(table, unit, table.room(each)) for each in table.on_table(unit.seat))
    return _worth(card) + 8 * inside


def _rides(table: Table, unit: Unit, room: int) -> bool:
    """Whether a unit gains by being carried."""
    card = table.card(unit)
    return not card.vehicle and "C" in card.ranges and unit.models <= room


def _ways(table: Table, unit: Unit, kind: str) -> Iterator[Move]:
    deploys = kind == "deploy"
    for transport in table.on_table(unit.seat):
        if _rides(table, unit, table.room(transport)):
            inside = DeployInside if deploys else ReinforceInside
            yield inside(unit.code, transport.code)
    for at in sorted(home_spots(table, unit, SPOTS), key=lambda at: _exposure(table, unit, at)):
        yield Deploy(unit.code, at) if deploys else Reinforce(unit.code, at)


def _exposure(table: Table, unit: Unit, at: Point) -> float:
    """How far a place lies from the middle, better in cover and near friends."""
    found = abs(at.x - table.ground.width // 2) / 20
    enemies = [each.at for each in table.on_table(other(unit.seat)) if each.at is not None]
    if enemies:
        found = min(abs(at.x - each.x) + abs(at.y - each.y) for each in enemies) / 20
    return found - 2.0 * table.ground.in_cover(at)
