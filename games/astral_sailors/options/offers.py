"""Simple choices: Bellicose, target, unlocking, draws, leaving, takeover."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors import moves as m
from games.astral_sailors import subjects
from games.astral_sailors.names import counted, seat_name, team_with_seats
from games.astral_sailors.options import sketches
from games.astral_sailors.options.gated import Gated
from games.core.tree import Ask, Node, leaf

PROMPTS = {
    "bellicose": "Will your team fight as Bellicose Hedonists?",
    "army-open": "Your army is locked. Unlock it?",
    "target": "Which team does your Manhunt target?",
    "talk": "What would you like to do?",
    "takeover": "Will you take over the army?",
}


class OfferTree(Gated):
    """One question each; what is illegal is sifted out."""

    def root(self) -> Ask[m.Move]:
        prompt = PROMPTS.get(self.decision.kind, "What would you like to do?")
        return Ask(prompt, self._answers)

    def _answers(self) -> Iterator[Node[m.Move]]:
        match self.decision.kind:
            case "bellicose":
                only = "no objective and only one way to win"
                yield leaf("yes", "Yes", m.Bellicose(yes=True), only, "YES")
                yield leaf("no", "No", m.Bellicose(yes=False), "your team rolls an objective", "NO")
            case "army-open":
                until = "possible until all armies are locked"
                yield leaf("unlock", "Unlock my army", m.Unlock(), until)
            case "target":
                yield from self._targets()
            case "talk":
                yield from self._talk()
            case "takeover":
                yield from self._takeovers()

    def _targets(self) -> Iterator[Node[m.Move]]:
        for number, team in enumerate(self.table.teams):
            label = team_with_seats(self.table, number)
            detail = counted(len(team.seats), "player")
            at = sketches.commander(self.table, number)
            yield leaf(f"t{number + 1}", label, m.Target(number), detail, at=at)

    def _talk(self) -> Iterator[Node[m.Move]]:
        yield leaf("draw", "Offer a draw", m.OfferDraw(), "expires at the end of the round")
        yield leaf("agree", "Agree to the draw", m.AgreeDraw())
        yield leaf("withdraw", "Withdraw my draw offer", m.WithdrawDraw())
        yield leaf("claim", "Claim victory", m.Claim())
        yield leaf("leave", "Leave the match", m.Leave(), "your units are removed")
        handover = "a team-mate may play on with it"
        yield leaf("handover", "Leave and hand over my army", m.Leave(handover=True), handover)

    def _takeovers(self) -> Iterator[Node[m.Move]]:
        for seat in subjects.leavers(self.view, self.decision):
            own, take = f"the army of {seat_name(seat)}", m.TakeOver(seat, yes=True)
            yield leaf(f"yes{seat + 1}", f"Take over {own}", take)
            yield leaf(f"no{seat + 1}", f"Do not take over {own}", m.TakeOver(seat, yes=False))
