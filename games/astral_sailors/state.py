"""What is true in a match, secrets included."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.astral_sailors.secrets import Answer, Draft, TeamSecret
from games.astral_sailors.table import Table


@dataclass(frozen=True, slots=True)
class Secrets:
    """By team and by seat."""

    teams: tuple[TeamSecret, ...]
    drafts: tuple[Draft, ...]
    answers: tuple[Answer, ...] = ()

    def with_team(self, number: int, secret: TeamSecret) -> Secrets:
        return replace(self, teams=(*self.teams[:number], secret, *self.teams[number + 1 :]))

    def with_draft(self, seat: int, draft: Draft) -> Secrets:
        return replace(self, drafts=(*self.drafts[:seat], draft, *self.drafts[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class State:
    """``table.units`` holds all units, those too that not everybody may know of yet."""

    table: Table
    secrets: Secrets
