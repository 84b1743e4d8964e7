"""Two rankings of each seat, written in secret, that run the draft (GA-D01, GA-A04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from games.core.moves import move
from games.core.notation import one_of
from games.core.steps import all_locked
from games.core.types import Decision, Forbidden, Seat
from games.galaxy_aflame.notation import CARDS, CardCode, Move
from games.galaxy_aflame.rules import deployment, draft
from games.galaxy_aflame.rules.values import forbid
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, other
from games.galaxy_aflame.view import Request

Cards = tuple[str, ...]


def deck(table: Table, seat: Seat, which: str) -> Cards:
    """The deck that a list of a seat ranks."""
    return table.decks[seat if which == "own" else other(seat)]


@move("rank", "ranking", "RANK {deck} {cards}")
class Rank(Move):
    """``RANK OWN LAM SPA``, ``RANK ENEMY HUN WAL``: cards in order, the most wanted first."""

    deck: Annotated[Literal["own", "enemy"], DECK]
    cards: Annotated[tuple[CardCode, ...], Field(min_length=1, max_length=40), CARDS]

    def refuse(self, request: Request) -> Forbidden | None:
        return not_in_deck(deck(request.view.table, request.decision.seat, self.deck), self.cards)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The second list locks the seat's sheet."""
        seat = decision.seat
        cards = completed(builder.table, deck(builder.table, seat, self.deck), self.cards)
        sheet = builder.sheets[seat]
        locked = bool(sheet.enemy if self.deck == "own" else sheet.own)
        deployment.write(builder, seat, locked=locked, **{self.deck: cards})
        if all_locked(builder.sheets):
            draft.ranked(builder)


def not_in_deck(cards: Cards, named: Sequence[str]) -> Forbidden | None:
    """E_CARD: a card that the deck lacks, or has less often."""
    there = Counter(cards)
    for card, count in Counter(named).items():
        if not there[card]:
            can = f"Its cards are {', '.join(there)}."
            return forbid("CARD", "25", f"{card} is not in that deck.", can)
        if count > there[card]:
            why = f"{card} is named {count} times, but the deck has it {there[card]} times."
            return forbid("CARD", "25", why)
    return None


def completed(table: Table, cards: Cards, named: Sequence[str]) -> Cards:
    """A ranking of all cards of a deck: those that are missing follow by PV."""
    named_counts = Counter(named)
    missing = (Counter(cards) - named_counts).elements()
    return (*named, *draft.by_value(table, sorted(missing, key=cards.index)))


DECK = one_of("OWN or ENEMY", {"OWN": "own", "ENEMY": "enemy"})
