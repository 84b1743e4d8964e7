"""Simple choices: Bellicose, target, unlocking, leaving."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors.names import counted, team_with_seats
from games.astral_sailors.options import sketches
from games.astral_sailors.options.gated import Gated
from games.astral_sailors.rules.any_time import Leave
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import Target, Unlock
from games.astral_sailors.tasks import Move
from games.core.questions import Ask, Node, leaf

PROMPTS = {
    "bellicose": "Will your team fight as Bellicose Hedonists?",
    "army-open": "Your army is locked. Unlock it?",
    "target": "Which team does your Manhunt target?",
    "talk": "What would you like to do?",
}


class OfferTree(Gated):
    """One question each; what is illegal is sifted out."""

    def root(self) -> Ask[Move]:
        prompt = PROMPTS.get(self.decision.kind, "What would you like to do?")
        return Ask(prompt, self._answers)

    def _answers(self) -> Iterator[Node[Move]]:
        match self.decision.kind:
            case "bellicose":
                only = "no objective and only one way to win"
                yield leaf("yes", "Yes", Bellicose(yes=True), only, "YES")
                yield leaf("no", "No", Bellicose(yes=False), "your team rolls an objective", "NO")
            case "army-open":
                until = "possible until all armies are locked"
                yield leaf("unlock", "Unlock my army", Unlock(), until)
            case "target":
                yield from self._targets()
            case "talk":
                yield leaf("leave", "Leave the match", Leave(), "your units are removed")

    def _targets(self) -> Iterator[Node[Move]]:
        for number, team in enumerate(self.table.teams):
            label = team_with_seats(self.table, number)
            detail = counted(len(team.seats), "player")
            at = sketches.commander(self.table, number)
            yield leaf(f"t{number + 1}", label, Target(number), detail, at=at)
