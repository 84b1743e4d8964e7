"""Who stands where in a tournament: points and tie-breaks, from its results alone.

A win is a point, a draw half a point, and a round without an opponent a point. Sides with as many
points are told apart by

1. the points from the matches between them, where each of them has met each other;
2. Buchholz: the points of all opponents met;
3. the game's own score: by how much all matches together were won, where the game has one;
4. the draw.

In a knock-out or double elimination it counts first how far a side has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import Literal, TypeAlias

from bot.play.storage.tournaments import Entrant, Pairing, PairingResult, TournamentFormat

WIN, DRAW = 2, 1
"""Half points."""
LIVES: Mapping[TournamentFormat, int] = {
    TournamentFormat.KNOCK_OUT: 1,
    TournamentFormat.DOUBLE_ELIMINATION: 2,
}
"""After so many losses a side is out."""
TieBreak: TypeAlias = Literal["direct", "buchholz", "margin", "seed"]
_STILL_IN = 1_000_000


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side stands; points are half points.

    ``reached``  the round in which it went out; in a league, and while it is in, the same for all
    ``direct``   half points from the matches against those with as many points; 0 where it does
                 not count
    """

    entrant: Entrant
    reached: int
    points: int
    direct: int
    buchholz: int
    margin: Fraction
    won: int
    drawn: int
    lost: int


def half_points(pairing: Pairing, entrant: int) -> int:
    if pairing.result is PairingResult.DRAW:
        return DRAW
    won = PairingResult.ONE if pairing.one == entrant else PairingResult.OTHER
    return WIN if pairing.result is won else 0


def find_winner(pairing: Pairing, seeds: Mapping[int, int]) -> int | None:
    """Who goes on from a pairing of a bracket; after a draw the one that was ahead in the game's
    own score, else the one that was drawn first. Nobody before there is a result."""
    if pairing.result in (None, PairingResult.NEITHER):
        return None
    if pairing.other is None or pairing.result is PairingResult.ONE:
        return pairing.one
    if pairing.result is PairingResult.OTHER:
        return pairing.other
    ahead = Fraction(pairing.margin or 0)
    first = seeds[pairing.one] < seeds[pairing.other]
    return pairing.one if ahead > 0 or (not ahead and first) else pairing.other


def count_losses(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> dict[int, list[int]]:
    """The rounds in which each side did not go on, in order."""
    seeds = {each.number: each.seed for each in entrants}
    lost: dict[int, list[int]] = {number: [] for number in seeds}
    for pairing in sorted(pairings, key=lambda each: (each.round, each.table)):
        if pairing.result is None:
            continue
        winner = find_winner(pairing, seeds)
        for side in sides_of(pairing):
            if side != winner:
                lost[side].append(pairing.round)
    return lost


def sides_of(pairing: Pairing) -> tuple[int, ...]:
    return (pairing.one,) if pairing.other is None else (pairing.one, pairing.other)


def rank(
    form: TournamentFormat, entrants: Sequence[Entrant], pairings: Sequence[Pairing]
) -> tuple[Standing, ...]:
    """All sides, the best first. Pairings without a result do not count."""
    decided = [each for each in pairings if each.result is not None]
    lives = LIVES.get(form)
    lost = count_losses(entrants, decided) if lives else {}
    plain = []
    for entrant in entrants:
        reached = _STILL_IN
        if lives:
            rounds = lost[entrant.number]
            out = rounds[lives - 1] if len(rounds) >= lives else _STILL_IN
            reached = min(out, _STILL_IN if entrant.left_in is None else entrant.left_in)
        plain.append(_count(entrant, reached, decided))
    points = {each.entrant.number: each.points for each in plain}
    plain.sort(key=lambda each: (-each.reached, -each.points))
    found: list[Standing] = []
    for _, tied in groupby(plain, key=lambda each: (each.reached, each.points)):
        found.extend(_break_tie(tuple(tied), points, decided))
    return tuple(found)


def told_apart_by(better: Standing, worse: Standing) -> TieBreak | None:
    """The first tie-break that puts one before the other; ``None`` where none is needed."""
    if (better.reached, better.points) != (worse.reached, worse.points):
        return None
    breaks: tuple[TieBreak, ...] = ("direct", "buchholz", "margin")
    return next((each for each in breaks if getattr(better, each) != getattr(worse, each)), "seed")


def _count(entrant: Entrant, reached: int, decided: Iterable[Pairing]) -> Standing:
    own = [each for each in decided if entrant.number in sides_of(each)]
    scored = [half_points(each, entrant.number) for each in own]
    margin = sum(
        (Fraction(each.margin or 0) * (1 if each.one == entrant.number else -1) for each in own),
        Fraction(),
    )
    met = [each for each in own if each.other is not None]
    return Standing(
        entrant,
        reached,
        sum(scored),
        0,
        0,
        margin,
        scored.count(WIN),
        scored.count(DRAW),
        sum(half_points(each, entrant.number) == 0 for each in met),
    )


def _break_tie(
    tied: Sequence[Standing], points: Mapping[int, int], decided: Sequence[Pairing]
) -> list[Standing]:
    numbers = {each.entrant.number for each in tied}
    between = [each for each in decided if each.other and {each.one, each.other} <= numbers]
    met = {frozenset(sides_of(each)) for each in between}
    counts = all(frozenset(pair) in met for pair in combinations(numbers, 2))
    full = []
    for each in tied:
        number = each.entrant.number
        own = [game for game in decided if number in sides_of(game)]
        opponents = [side for game in own for side in sides_of(game) if side != number]
        direct = sum(half_points(game, number) for game in between if number in sides_of(game))
        full.append(
            Standing(
                each.entrant,
                each.reached,
                each.points,
                direct if counts else 0,
                sum(points[opponent] for opponent in opponents),
                each.margin,
                each.won,
                each.drawn,
                each.lost,
            )
        )
    return sorted(
        full, key=lambda s: (-s.direct, -s.buchholz, -s.margin, s.entrant.seed, s.entrant.number)
    )
