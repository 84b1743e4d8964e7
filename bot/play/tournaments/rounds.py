"""The rounds of a tournament: who meets whom next, and whether it is over.

Pure functions over the records of its sides and pairings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.play.storage.tournaments import (
    Bracket,
    Entrant,
    Pairing,
    PairingResult,
    Tournament,
    TournamentFormat,
)
from bot.play.tournaments.matching import Past, match_up
from bot.play.tournaments.standings import LIVES, count_losses, find_winner, rank


def usual_rounds(sides: int) -> int:
    """How many rounds a Swiss tournament has: as few as leave one side that won all."""
    return max(1, (sides - 1).bit_length())


def count_rounds(tournament: Tournament, sides: int) -> int:
    """How many rounds it has; 0 where its results say that."""
    match tournament.format:
        case TournamentFormat.SWISS:
            return min(tournament.rounds or usual_rounds(sides), max(1, sides - 1))
        case TournamentFormat.ROUND_ROBIN:
            return sides - 1 + sides % 2
        case TournamentFormat.KNOCK_OUT:
            return max(1, (sides - 1).bit_length())
    return 0


def pair_round(
    tournament: Tournament, entrants: Sequence[Entrant], pairings: Sequence[Pairing]
) -> tuple[Pairing, ...]:
    """The pairings of the next round, by table; none when the tournament is over.

    All pairings before have a result. Those against a side that has left have theirs at once.
    Takes its time: to be run in a thread.
    """
    number = tournament.round + 1
    there = [each for each in entrants if each.left_in is None]
    match tournament.format:
        case TournamentFormat.SWISS:
            over = number > tournament.rounds or len(there) < 2
            made = () if over else _pair_swiss(tournament, entrants, pairings)
        case TournamentFormat.ROUND_ROBIN:
            over = number > tournament.rounds or len(there) < 2
            made = () if over else _pair_all(tournament, entrants)
        case _:
            made = _pair_bracket(tournament, entrants, pairings)
    return tuple(decide(replace(each, round=number), entrants) for each in made)


def forfeit(pairing: Pairing, gone: Iterable[int]) -> Pairing:
    """``pairing`` as it ends without these sides; as it is where both are there."""
    gone = set(gone)
    if pairing.one not in gone and pairing.other not in gone:
        return pairing
    result = PairingResult.ONE if pairing.one not in gone else PairingResult.OTHER
    if pairing.one in gone and (pairing.other is None or pairing.other in gone):
        result = PairingResult.NEITHER
    return replace(pairing, result=result, forfeit=pairing.other is not None, margin="")


def decide(pairing: Pairing, entrants: Iterable[Entrant]) -> Pairing:
    """The pairing, with its result where there is nothing to play."""
    if pairing.other is None:
        return replace(pairing, result=PairingResult.ONE)
    return forfeit(pairing, (each.number for each in entrants if each.left_in is not None))


def _pair_swiss(
    tournament: Tournament, entrants: Sequence[Entrant], pairings: Sequence[Pairing]
) -> tuple[Pairing, ...]:
    standings = rank(tournament.format, entrants, pairings)
    points = {each.entrant.number: each.points for each in standings}
    ranked = [each.entrant.number for each in standings if each.entrant.left_in is None]
    return _seat(tournament, match_up(ranked, points, Past.of(pairings)))


def _seat(
    tournament: Tournament,
    pairs: Iterable[tuple[int, int | None]],
    bracket: Bracket = Bracket.MAIN,
    before: int = 0,
) -> tuple[Pairing, ...]:
    """``before``: tables that are taken."""
    return tuple(
        Pairing(tournament.id, 0, before + table, one, other, bracket)
        for table, (one, other) in enumerate(pairs, start=1)
    )


def _pair_all(tournament: Tournament, entrants: Sequence[Entrant]) -> tuple[Pairing, ...]:
    """One stays in its place, and the others move on by one around it."""
    # Nobody has joined since the draw.
    circle: list[int | None] = [
        each.number for each in sorted(entrants, key=lambda each: each.seed)
    ]
    if len(circle) % 2:
        circle.append(None)
    last = len(circle) - 1
    turn = tournament.round % last
    circle[1:] = circle[1 + turn :] + circle[1 : 1 + turn]
    pairs = []
    for at, one in enumerate(circle[: len(circle) // 2]):
        other = circle[last - at]
        # Each moves on by one place a round, so that it goes first every other time.
        first = turn % 2 == 0 if at == 0 else at % 2 == 0
        if one is not None and other is not None:
            pairs.append((one, other) if first else (other, one))
    return _seat(tournament, pairs)


def _pair_bracket(
    tournament: Tournament, entrants: Sequence[Entrant], pairings: Sequence[Pairing]
) -> tuple[Pairing, ...]:
    """The next round of a knock-out or a double elimination."""
    lost = count_losses(entrants, pairings)
    lives = LIVES[tournament.format]
    there = {each.number for each in entrants if each.left_in is None}
    unbeaten = {each for each in there if not lost[each]}
    beaten = [
        each.entrant.number
        for each in rank(tournament.format, entrants, pairings)
        if each.entrant.number in there and 0 < len(lost[each.entrant.number]) < lives
    ]
    past = Past.of(pairings)
    if len(unbeaten) + len(beaten) < 2:
        return ()
    if len(unbeaten) < 2 and len(unbeaten) + len(beaten) == 2:
        # With the unbeaten side first; if that loses, the two meet once more.
        one, other = (*unbeaten, *beaten)
        return _seat(tournament, (past.orient(one, other),), Bracket.FINAL)
    made: tuple[Pairing, ...] = ()
    if len(unbeaten) > 1:
        made = _pair_tree(tournament, entrants, pairings, unbeaten, past)
    if len(beaten) > 1:
        before = max((each.table for each in made), default=0)
        # Not the points count here but who has waited, and who has met whom.
        pairs = match_up(beaten, dict.fromkeys(beaten, 0), past)
        made = (*made, *_seat(tournament, pairs, Bracket.LOSERS, before))
    return made


def _pair_tree(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    unbeaten: set[int],
    past: Past,
) -> tuple[Pairing, ...]:
    """The unbeaten in the order of the tree, neighbours against each other; a table where nobody
    is left stays empty."""
    seeds = {each.number: each.seed for each in entrants}
    if tournament.round == 0:
        drawn = {seed: number for number, seed in seeds.items()}
        slots = [drawn.get(seed) for seed in _seed_order(len(entrants))]
    else:
        before = {
            each.table: find_winner(each, seeds)
            for each in pairings
            if each.round == tournament.round and each.bracket is Bracket.MAIN
        }
        slots = [before.get(table) for table in range(1, max(before) + 1 + max(before) % 2)]
    made = []
    for at in range(0, len(slots), 2):
        pair = [each for each in slots[at : at + 2] if each in unbeaten and each is not None]
        if len(pair) == 2:
            one, other = past.orient(pair[0], pair[1])
            made.append(Pairing(tournament.id, 0, at // 2 + 1, one, other))
        elif pair:
            made.append(Pairing(tournament.id, 0, at // 2 + 1, pair[0]))
    return tuple(made)


def _seed_order(sides: int) -> list[int]:
    """The seeds in the order of a tree in which the first two can meet in the final only; numbers
    above ``sides`` stand for nobody."""
    order = [1]
    while len(order) < sides:
        total = 2 * len(order) + 1
        order = [seed for first in order for seed in (first, total - first)]
    return order
