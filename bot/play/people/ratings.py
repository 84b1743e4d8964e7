"""Ratings after Elo, folded from the results in their order: nothing of them is stored.

A team stands with the average of its members. In a match of many teams each plays each of the
others at once, and what they win and lose is averaged: so a match weighs the same whatever the
number of its teams, and the order of its seats is of no matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from bot.play.storage.profiles import PlayerResult, Result

START = 1500.0
SCALE = 400.0
"""A team that stands so much higher is expected to score ten times as often."""
NEW, SETTLED = 40.0, 20.0
"""At most so much is won or lost in a match: by somebody new, and by all others."""
NEWCOMER = 20
"""Rated matches for which somebody is new."""


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """How one person stands.

    ``rating``  ``START`` before the first rated match; ``change`` is that of the last one
    ``rated``   how many of the matches ``played`` count for it
    ``helped``  in how many they took a seat over that did not win
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rated: int = 0
    rating: float = START
    change: float = 0.0
    helped: int = 0

    @property
    def weight(self) -> float:
        return NEW if self.rated < NEWCOMER else SETTLED

    def with_outcome(self, outcome: PlayerResult) -> RatingRecord:
        return replace(
            self,
            played=self.played + 1,
            won=self.won + (outcome is PlayerResult.WON),
            drawn=self.drawn + (outcome is PlayerResult.DRAWN),
            lost=self.lost + (outcome in (PlayerResult.LOST, PlayerResult.LEFT)),
            helped=self.helped + (outcome is PlayerResult.HELPED),
        )

    def with_change(self, change: float) -> RatingRecord:
        rating = self.rating + change
        return replace(self, rated=self.rated + 1, rating=rating, change=change)


Records = Mapping[int, RatingRecord]
"""By user."""


def rate(results: Iterable[Result]) -> dict[int, RatingRecord]:
    """Everybody who stands in ``results``, which come in the order in which the matches ended,
    those of a match together."""
    known: dict[int, RatingRecord] = {}
    for _, rows in groupby(results, key=lambda row: row.match):
        match = tuple(rows)
        changes = _rating_changes(tuple(row for row in match if row.rated), known)
        for row in match:
            record = known.get(row.user, RatingRecord()).with_outcome(row.outcome)
            known[row.user] = (
                record.with_change(changes[row.user]) if row.user in changes else record
            )
    return known


def rank(records: Records) -> tuple[tuple[int, RatingRecord], ...]:
    """Who has played a rated match, the highest first."""
    rated = [(user, record) for user, record in records.items() if record.rated]
    return tuple(sorted(rated, key=lambda each: (-each[1].rating, -each[1].rated, each[0])))


def expected_score(own: float, other: float) -> float:
    """The score that a rating may expect against another: between 0 and 1."""
    return 1.0 / (1.0 + math.pow(10.0, (other - own) / SCALE))


def _rating_changes(match: tuple[Result, ...], known: Records) -> dict[int, float]:
    """What a rated match changes, by user."""
    teams: dict[int, list[Result]] = {}
    for row in match:
        teams.setdefault(row.team, []).append(row)
    if len(teams) < 2:
        return {}
    standing = {
        team: sum(known.get(row.user, RatingRecord()).rating for row in rows) / len(rows)
        for team, rows in teams.items()
    }
    scored = {team: max(_SCORES[row.outcome] for row in rows) for team, rows in teams.items()}

    def gain(row: Result) -> float:
        # Each with their own outcome: a player who resigned has lost, whatever the team did later.
        against = [other for other in sorted(teams) if other != row.team]
        gains = (
            _score_against(_SCORES[row.outcome], scored[other])
            - expected_score(standing[row.team], standing[other])
            for other in against
        )
        gained = sum(gains) / len(against)
        # Losing alongside somebody much stronger may be a gain, but never for leaving them to it.
        return min(0.0, gained) if row.outcome is PlayerResult.LEFT else gained

    return {row.user: known.get(row.user, RatingRecord()).weight * gain(row) for row in match}


_SCORES = {PlayerResult.WON: 2, PlayerResult.DRAWN: 1, PlayerResult.LOST: 0, PlayerResult.LEFT: 0}


def _score_against(own: int, other: int) -> float:
    """The score of one team against another: 1, 0, or a half for both when they fared alike."""
    return 0.5 if own == other else float(own > other)
