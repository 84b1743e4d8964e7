"""Simple choices: Bellicose, target, unlocking, draws, leaving, takeover."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors import subjects
from games.astral_sailors.moves import (
    AgreeDraw,
    Bellicose,
    Claim,
    Leave,
    OfferDraw,
    TakeOver,
    Target,
    Unlock,
    WithdrawDraw,
)
from games.astral_sailors.names import counted, seat_name, team_with_seats
from games.astral_sailors.options.legality import refusal
from games.astral_sailors.options.tree import Ask, Node, TreeOptions, leaf
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision

PROMPTS = {
    "bellicose": "Will your team fight as Bellicose Hedonists?",
    "army-open": "Your army is locked. Unlock it?",
    "target": "Which team does your Manhunt target?",
    "talk": "What would you like to do?",
    "takeover": "Will you take over the army?",
}


def offer_options(view: SailorsView, decision: Decision) -> TreeOptions:
    def nodes() -> Iterator[Node]:
        for node in _answers(view, decision):
            if node.move is not None and refusal(view, decision, node.move) is None:
                yield node

    ask = Ask(PROMPTS.get(decision.kind, "What would you like to do?"), nodes)
    return TreeOptions(lambda move: refusal(view, decision, move), ask)


def _answers(view: SailorsView, decision: Decision) -> Iterator[Node]:
    match decision.kind:
        case "bellicose":
            yield leaf(
                "yes", "Yes", Bellicose(yes=True), "no objective and only one way to win", "YES"
            )
            yield leaf("no", "No", Bellicose(yes=False), "your team rolls an objective", "NO")
        case "army-open":
            yield leaf("unlock", "Unlock my army", Unlock(), "possible until all armies are locked")
        case "target":
            yield from _targets(view)
        case "talk":
            yield from _talk()
        case "takeover":
            yield from _takeovers(view, decision)


def _targets(view: SailorsView) -> Iterator[Node]:
    for number, team in enumerate(view.table.teams):
        label = team_with_seats(view.table, number)
        yield leaf(f"t{number + 1}", label, Target(number), counted(len(team.seats), "player"))


def _talk() -> Iterator[Node]:
    yield leaf("draw", "Offer a draw", OfferDraw(), "expires at the end of the round")
    yield leaf("agree", "Agree to the draw", AgreeDraw())
    yield leaf("withdraw", "Withdraw my draw offer", WithdrawDraw())
    yield leaf("claim", "Claim victory", Claim())
    yield leaf("leave", "Leave the match", Leave(), "your units are removed")
    handover = "a team-mate may play on with it"
    yield leaf("handover", "Leave and hand over my army", Leave(handover=True), handover)


def _takeovers(view: SailorsView, decision: Decision) -> Iterator[Node]:
    for seat in subjects.leavers(view, decision):
        name = seat_name(seat)
        yield leaf(f"yes{seat + 1}", f"Take over the army of {name}", TakeOver(seat, yes=True))
        yield leaf(
            f"no{seat + 1}", f"Do not take over the army of {name}", TakeOver(seat, yes=False)
        )
