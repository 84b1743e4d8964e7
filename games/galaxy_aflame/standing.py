"""Answers in advance: rankings, reinforcements, and steps of the next turn (GA-A16, GA-A17)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from games.core.geometry.plane import Point
from games.core.questions import TextField
from games.core.standing import ASK, Answered, GivenOrders, StandingOrders, Topic, TypedValue
from games.core.standing.queues import TurnQueue
from games.core.types import Decision, Seat, Unreadable
from games.galaxy_aflame.ground import INCHES
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move, TurnStep
from games.galaxy_aflame.options import questions
from games.galaxy_aflame.options.fields import LONGEST_TYPED
from games.galaxy_aflame.rules import armies, deployment, draft, ranking, reinforcements
from games.galaxy_aflame.rules.armies import ChooseArmy, Privilege
from games.galaxy_aflame.rules.deployment import Deploy
from games.galaxy_aflame.rules.orders import Order
from games.galaxy_aflame.rules.ranking import Rank
from games.galaxy_aflame.rules.reinforcements import NoReinforcement, Reinforce
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.table import other
from games.galaxy_aflame.view import View

COMMANDS = (*TurnStep.declared(), End, Order)
VALUE, AUTO, STOP, GO = "value", "auto", "stop", "continue"
MOST_PLACES, MOST_CARDS = 10, 40

# --- What can be typed ---


def _cards(view: View, text: str, *, enemy: bool = False) -> str:
    """Cards of a seat's army, or of any before it is known. E_CARD."""
    words, table = text.split(), view.table
    seat = Seat(view.seat or 0)
    army = table.armies[other(seat) if enemy else seat]
    there = _of_army(view, army)
    for card in words:
        if card not in there:
            can = f"Cards are {', '.join(there)}." if army else ""
            raise forbid("CARD", "25", f"{card[:20]} is not a card of that army.", can)
    if len(words) > MOST_CARDS:
        raise Unreadable(f"At most {MOST_CARDS} cards can be named, not {len(words)}.")
    return " ".join(words)


def _of_army(view: View, army: str) -> tuple[str, ...]:
    cards = view.table.catalogue.cards
    return tuple(code for code, card in cards.items() if army in ("", card.army))


def _places(view: View, text: str) -> str:
    return "; ".join(INCHES.name(point) for point in _points(text))


def _points(text: str) -> list[Point]:
    points = [INCHES.point(each) for each in text.strip(" ;").split(";")]
    if len(points) > MOST_PLACES:
        raise Unreadable(f"At most {MOST_PLACES} places can be named, not {len(points)}.")
    return points


def _list_of(cards: str, example: str, *, enemy: bool = False) -> TypedValue[View]:
    field = TextField(cards, example, LONGEST_TYPED)
    return TypedValue(field, f"cards such as {example}", partial(_cards, enemy=enemy))


PLACED: TypedValue[View] = TypedValue(
    TextField("Places, the first choice first", "24 31; 20 31", LONGEST_TYPED),
    "places such as 24 31; 20 31",
    _places,
)

# --- Topics ---

_FIRST = {ASK: "ask me", "game": "be first in the game", "draft": "be first in the draft"}
_RANKED = {ASK: "ask me", VALUE: "the highest PV first"}
PRIVILEGE: Topic[View] = Topic(
    "privilege", "If you win the roll-off", _FIRST, ASK, aliases=("first",)
)
OWN: Topic[View] = Topic(
    "own", "Cards to take in the draft", _RANKED, ASK, typed=_list_of("Your cards", "LAM SPA")
)
DENY: Topic[View] = Topic(
    "deny",
    "Cards to deny in the draft",
    _RANKED,
    ASK,
    typed=_list_of("Your opponent's cards", "HUN WAL", enemy=True),
)
BRING: Topic[View] = Topic(
    "reinforce", "Reinforcements", {ASK: "ask me", AUTO: "bring as many as allowed"}, ASK
)
PREFER: Topic[View] = Topic(
    "prefer",
    "Cards to bring first",
    {VALUE: "those with the highest PV"},
    VALUE,
    typed=_list_of("Your cards", "INF CAR"),
)
PLACES: Topic[View] = Topic(
    "places", "Where they arrive", {AUTO: "in the middle of your edge"}, AUTO, typed=PLACED
)
LOSSES: Topic[View] = Topic(
    "losses",
    "Your queue once you have lost a unit",
    {GO: "goes on", STOP: "stops, and you are asked"},
    GO,
)
TURNS: TurnQueue[Move] = TurnQueue(NOTATION, questions, COMMANDS, End, "MOVE R1 24 18")
UNLESS = {
    "army": "the first army is taken",
    "privilege": "the winner is first in the game",
    "draft": "the cards with the highest PV are taken and denied",
    "ranking": "cards are ranked by PV",
    "deploy": "the units with the highest PV are placed automatically",
    "reinforce": "the units with the highest PV arrive automatically",
    "turn": "the turn ends",
}


class GaStanding(StandingOrders[View]):
    """Implements ``games.core.standing.Standing``."""

    def __init__(self) -> None:
        topics = (PRIVILEGE, OWN, DENY, BRING, PREFER, PLACES, TURNS.topic, LOSSES)
        example = "For example: OWN LAM SPA, REINFORCE AUTO or QUEUE MOVE R1 24 18."
        unless = {kind: f"Otherwise {said}." for kind, said in UNLESS.items()}
        super().__init__(topics, "GA-34", example, unless)

    def answer(self, view: View, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
        if decision.kind == "turn":
            return _queued(view, decision, orders)
        if not _is_ordered(view, decision, orders):
            return None
        move = self.default(view, decision, orders)
        return None if move is None else Answered(move, orders)

    def default(self, view: View, decision: Decision, orders: GivenOrders) -> Move | None:
        """What happens when time runs out (4.1)."""
        match decision.kind:
            case "army":
                return _army(view, decision.seat)
            case "privilege":
                return Privilege("draft" if PRIVILEGE.value(orders) == "draft" else "game")
            case "draft":
                return _drafted(view, orders)
            case "ranking":
                return _ranked(view, decision.seat, orders)
            case "deploy":
                return _deployed(view, decision.seat, orders)
            case "reinforce":
                return _brought(view, decision.seat, orders)
            case "turn":
                return End()
        return None


def _is_ordered(view: View, decision: Decision, orders: GivenOrders) -> bool:
    """Whether the answer was wished for. Reopened rankings are the player's to lock."""
    match decision.kind:
        case "privilege":
            return not PRIVILEGE.asks(orders)
        case "draft":
            return not _asks(view, orders)
        case "ranking":
            sheet = view.sheet(decision.seat)
            return not (OWN.asks(orders) or DENY.asks(orders) or (sheet.own and sheet.enemy))
        case "reinforce":
            return not BRING.asks(orders)
    return False


def _asks(view: View, orders: GivenOrders) -> bool:
    """Whether a step of the draft needs a list that was not given."""
    table = view.table
    takes = bool(table.decks[table.active])
    return (takes and OWN.asks(orders)) or (draft.denies(table) and DENY.asks(orders))


def _listed(topic: Topic[View], orders: GivenOrders) -> tuple[str, ...]:
    """The cards of a list, none where another value was set."""
    value = topic.value(orders)
    return () if value in topic.values else tuple(value.split())


def _army(view: View, seat: Seat) -> Move:
    """The army that was chosen before it was unlocked, or the first."""
    return ChooseArmy(view.sheet(seat).army or armies.choices(view.table, seat)[0])


def _drafted(view: View, orders: GivenOrders) -> Move:
    return draft.by_ranking(view.table, _listed(OWN, orders), _listed(DENY, orders))


def _ranked(view: View, seat: Seat, orders: GivenOrders) -> Move:
    """The list that is missing; the second of them locks."""
    which: Literal["own", "enemy"] = "enemy" if view.sheet(seat).own else "own"
    topic = OWN if which == "own" else DENY
    deck = ranking.deck(view.table, seat, which)
    named: list[str] = []
    for card in _listed(topic, orders):
        if ranking.not_in_deck(deck, [*named, card]) is None:
            named.append(card)
    return Rank(which, ranking.completed(view.table, deck, named))


def _deployed(view: View, seat: Seat, orders: GivenOrders) -> Move | None:
    table = deployment.planned(view, seat)
    found = deployment.choice(table, seat, _listed(PREFER, orders))
    return None if found is None else Deploy(found[0].code, found[1])


def _brought(view: View, seat: Seat, orders: GivenOrders) -> Move | None:
    """By preference, at the places that were named. Who must bring a unit is asked where there
    is no place."""
    places = PLACES.value(orders)
    points = [] if places in PLACES.values else _points(places)
    found = deployment.choice(view.table, seat, _listed(PREFER, orders), points)
    if found is not None:
        return Reinforce(found[0].code, found[1])
    return None if reinforcements.must(view.table, seat) else NoReinforcement()


def _queued(view: View, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
    """The next command. The queue is discarded where it stops at losses and there are some."""
    table = view.table
    lost = table.fallen + table.losses[decision.seat][1]
    kept = tuple(order for order in orders if order.topic != TURNS.topic.key)
    if LOSSES.value(orders) == STOP and lost and kept != orders:
        return Answered(None, kept)
    return TURNS.answer(view, decision, orders)


STANDING = GaStanding()
