"""Plain choices: Bellicose or not, a target, unlocking, draws, leaving, taking an army over."""

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
    "bellicose": "Does your team fight as Bellicose Hedonists?",
    "army-open": "Your army is locked. Do you open it again?",
    "target": "Which team does your Manhunt go after?",
    "talk": "What do you want?",
    "takeover": "Do you take over the army?",
}


def offer_options(view: SailorsView, decision: Decision) -> TreeOptions:
    def nodes() -> Iterator[Node]:
        for node in _answers(view, decision):
            if node.move is not None and refusal(view, decision, node.move) is None:
                yield node

    ask = Ask(PROMPTS.get(decision.kind, "What do you want?"), nodes)
    return TreeOptions(lambda move: refusal(view, decision, move), ask)


def _answers(view: SailorsView, decision: Decision) -> Iterator[Node]:
    match decision.kind:
        case "bellicose":
            yield leaf("yes", "Yes", Bellicose(yes=True), "no objective, one way to win", "YES")
            yield leaf("no", "No", Bellicose(yes=False), "an objective is rolled", "NO")
        case "army-open":
            yield leaf("unlock", "Unlock my army", Unlock(), "until all are locked")
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
    yield leaf("draw", "Offer a draw", OfferDraw(), "lapses at the end of the round")
    yield leaf("agree", "Agree to the draw", AgreeDraw())
    yield leaf("withdraw", "Withdraw from the draw", WithdrawDraw())
    yield leaf("claim", "Claim the victory", Claim())
    yield leaf("leave", "Leave the match", Leave(), "your units are taken away")
    handover = "a team-mate may play your army on"
    yield leaf("handover", "Leave, and hand the army over", Leave(handover=True), handover)


def _takeovers(view: SailorsView, decision: Decision) -> Iterator[Node]:
    for seat in subjects.leavers(view, decision):
        name = seat_name(seat)
        yield leaf(f"yes{seat + 1}", f"Take the army of {name} over", TakeOver(seat, yes=True))
        yield leaf(f"no{seat + 1}", f"Leave the army of {name}", TakeOver(seat, yes=False))
