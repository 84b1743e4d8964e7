"""The draft of both decks, by turns, by rankings or at random (2.4, GA-D01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from games.core.moves import also, move
from games.core.types import Decision, Forbidden, Roll, Rolled, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.events import Piece
from games.galaxy_aflame.notation import CardCode, Move
from games.galaxy_aflame.rules import deployment
from games.galaxy_aflame.rules.values import forbid, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import LETTERS, NAMES, SEATS, Table, Unit, other
from games.galaxy_aflame.table.tasks import DrawDecks
from games.galaxy_aflame.view import Request, Sheet

Cards = tuple[str, ...]

# --- The decks ---


def lay_out(builder: StepBuilder) -> None:
    """All cards of both armies are on the draft table (GA-22)."""
    red, blue = (_deck(builder.table, army) for army in builder.table.armies)
    builder.change(decks=(red, blue))


def _deck(table: Table, army: str) -> Cards:
    copies = table.agreement.deck_copies
    return tuple(card.code for card in table.catalogue.deck(army) for _ in range(copies))


def begin(builder: StepBuilder) -> None:
    """Units are chosen; who is first in the game is second in the draft (GA-23)."""
    lay_out(builder)
    match builder.table.agreement.muster:
        case "draft":
            builder.change(phase="draft", active=other(builder.table.first))
        case "ranked":
            builder.change(phase="ranking")
            builder.sheets = (Sheet(), Sheet())
        case "random":
            builder.change(phase="draft")
            builder.push(DrawDecks())


def by_value(table: Table, cards: Sequence[str]) -> Cards:
    """The highest PV first, in list order among equals (4.1)."""
    return tuple(sorted(cards, key=lambda card: -table.catalogue.cards[card].value))


# --- A step of the draft ---


def denies(table: Table) -> bool:
    """Whether the next step needs a denial (GA-24, GA-26)."""
    return table.drafted > 0 and bool(table.decks[other(table.active)])


@move("draft", "draft", "DRAFT DENY {deny}", also("draft", "DRAFT {card}[ DENY {deny}]"), card="")
class Draft(Move):
    """``DRAFT LAM DENY HUN``, ``DRAFT LAM`` in the first step, ``DRAFT DENY HUN`` without own
    cards (GA-24 to GA-26)"""

    card: CardCode | Literal[""] = ""
    deny: CardCode | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        table, seat = request.view.table, request.decision.seat
        return _not_taken(table, seat, self.card) or _not_denied(table, seat, self.deny)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _take(builder, self)
        if not any(builder.table.decks):
            _drafted(builder)


def _not_taken(table: Table, seat: Seat, card: str) -> Forbidden | None:
    """Why a card cannot be taken in the draft (E_CARD)."""
    own = table.decks[seat]
    if card in own or not (card or own):
        return None
    can = f"You can take {_listed(own)}." if own else "Write DRAFT DENY and a card."
    if not card:
        return forbid("CARD", "25", f"Take one of your {len(own)} cards too.", can)
    return forbid("CARD", "25", f"{card} is not among your cards on the table.", can)


def _not_denied(table: Table, seat: Seat, deny: str) -> Forbidden | None:
    """Why a card cannot be denied to the opponent (E_DENY)."""
    theirs = table.decks[other(seat)]
    if not denies(table):
        if not deny:
            return None
        if table.drafted:
            return forbid("DENY", "26", "Your opponent has no card left to deny.")
        return forbid("DENY", "24", "Nothing is denied in the first step.", "Write DRAFT LAM.")
    can = f"You can deny {_listed(theirs)}."
    if not deny:
        return forbid("DENY", "25", "Deny one of your opponent's cards too.", can)
    if deny not in theirs:
        why = f"{deny} is not among your opponent's cards on the table."
        return forbid("DENY", "25", why, can)
    return None


def _listed(cards: Cards) -> str:
    return ", ".join(dict.fromkeys(cards))


def _take(builder: StepBuilder, move: Draft) -> None:
    """Take a card into the hand, put another out of play; then it is the other seat's step."""
    table = builder.table
    seat, enemy = table.active, other(table.active)
    decks, denied = list(table.decks), list(table.denied)
    unit, name = None, ""
    if move.card:
        decks[seat] = _without(decks[seat], move.card)
        unit = _join(builder, seat, move.card)
    if move.deny:
        decks[enemy] = _without(decks[enemy], move.deny)
        denied[enemy] = (*denied[enemy], move.deny)
        name = table.catalogue.cards[move.deny].name
    builder.change(
        decks=tuple(decks), denied=tuple(denied), drafted=table.drafted + 1, active=enemy
    )
    builder.tell(e.Drafted(seat, unit, name))


def _without(cards: Cards, card: str) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _join(builder: StepBuilder, seat: Seat, card: str) -> Piece:
    """A card becomes a unit in reserve."""
    table = builder.table
    code = f"{LETTERS[seat]}{len(table.of(seat)) + 1}"
    unit = Unit(code, card, seat, table.catalogue.cards[card].models)
    builder.join(unit)
    return piece(table, unit)


def _drafted(builder: StepBuilder) -> None:
    """All cards are taken or denied (GA-26)."""
    red, blue = (
        tuple(piece(builder.table, unit) for unit in builder.table.of(seat)) for seat in SEATS
    )
    builder.tell(e.HandsDrawn((red, blue)))
    deployment.begin(builder)


# --- Rankings ---


def by_ranking(table: Table, own: Sequence[str] = (), enemy: Sequence[str] = ()) -> Draft:
    """The step of the active seat by its rankings, and by PV where they end (4.1)."""
    seat = table.active
    taken = [unit.card for unit in table.of(seat)]
    card = _wanted(table, seat, own, taken)
    if not denies(table):
        return Draft(card)
    return Draft(card, _wanted(table, other(seat), enemy, table.denied[other(seat)]))


def _wanted(table: Table, seat: Seat, ranking: Sequence[str], used: Sequence[str]) -> str:
    """The first card of a ranking that is still on the table, apart from the copies that have
    been used; without one that with the highest PV."""
    deck, spent = table.decks[seat], Counter(used)
    for card in ranking:
        if spent[card]:
            spent[card] -= 1
        elif card in deck:
            return card
    return next(iter(by_value(table, deck)), "")


def ranked(builder: StepBuilder) -> None:
    """The bot runs the same draft with the rankings of both seats (GA-D01)."""
    found = builder.sheets
    builder.sheets = ()
    builder.tell(e.RankingsRevealed((found[0].own, found[1].own), (found[0].enemy, found[1].enemy)))
    builder.change(phase="draft", active=other(builder.table.first))
    while any(builder.table.decks):
        sheet = found[builder.table.active]
        _take(builder, by_ranking(builder.table, sheet.own, sheet.enemy))
    _drafted(builder)


# --- At random ---


def draw_rolls(table: Table) -> tuple[Roll, ...]:
    """Half of each deck, rounded up, is drawn card by card (GA-D01)."""
    return tuple(
        Roll(1, len(deck) - at, f"{NAMES[seat]}'s card {at + 1}")
        for seat, deck in zip(SEATS, table.decks, strict=True)
        for at in range(_drawn_from(deck))
    )


def _drawn_from(deck: Cards) -> int:
    return (len(deck) + 1) // 2


def drawn(builder: StepBuilder, rolled: Rolled) -> None:
    """Draw hands by dice, which count through the cards that are left, in list order."""
    faces = iter(face for (face,) in rolled.faces)
    for seat, deck in zip(SEATS, builder.table.decks, strict=True):
        left = list(deck)
        for _ in range(_drawn_from(deck)):
            _join(builder, seat, left.pop(next(faces) - 1))
    builder.change(decks=((), ()))
    _drafted(builder)
