"""The rounds of tournaments: who meets whom, and who stands where, over random tournaments."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import pytest

from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import (
    Bracket,
    Entrant,
    Pairing,
    PairingResult,
    Stage,
    Tournament,
    TournamentFormat,
)
from bot.play.tournaments import rounds, standings
from bot.play.tournaments.matching import Past
from tests.amounts import amount

ID = TournamentId("aaaaaaaa")
LEAGUES = (TournamentFormat.SWISS, TournamentFormat.ROUND_ROBIN)
MOST_ROUNDS = 60


@dataclass
class Event:
    """A tournament that is under way; ``left`` and ``joined`` happened between its rounds."""

    tournament: Tournament
    entrants: list[Entrant]
    pairings: list[Pairing]

    @property
    def form(self) -> TournamentFormat:
        return self.tournament.format

    @property
    def there(self) -> list[int]:
        return [each.number for each in self.entrants if each.left_in is None]

    def of_round(self, number: int) -> list[Pairing]:
        return [each for each in self.pairings if each.round == number]

    def standings(self) -> tuple[standings.Standing, ...]:
        return standings.rank(self.form, self.entrants, self.pairings)

    def pair(self) -> tuple[Pairing, ...]:
        made = rounds.pair_round(self.tournament, self.entrants, self.pairings)
        self.pairings.extend(made)
        if made:
            self.tournament = replace(self.tournament, round=self.tournament.round + 1)
        return made

    def leave(self, number: int) -> None:
        at = number - 1
        self.entrants[at] = replace(self.entrants[at], left_in=self.tournament.round)

    def set(self, pairing: Pairing, result: PairingResult, margin: str = "") -> None:
        at = self.pairings.index(pairing)
        self.pairings[at] = replace(pairing, result=result, margin=margin)


def begin(form: TournamentFormat, sides: int, rng: random.Random, swiss: int = 0) -> Event:
    seeds = list(range(1, sides + 1))
    rng.shuffle(seeds)
    entrants = [Entrant(ID, n, f"S{n}", seed=seed) for n, seed in enumerate(seeds, start=1)]
    now = datetime(2026, 1, 1, tzinfo=UTC)
    plain = Tournament(ID, 1, 2, 3, "Cup", "noughts", form, Stage.RUNNING, now, rounds=swiss)
    return Event(replace(plain, rounds=rounds.count_rounds(plain, sides)), entrants, [])


def play(event: Event, rng: random.Random) -> None:
    for pairing in event.of_round(event.tournament.round):
        if pairing.result is not None:
            continue
        drawn = rng.random()
        result = (
            PairingResult.DRAW
            if drawn < 0.2
            else PairingResult.NEITHER
            if drawn < 0.22
            else rng.choice((PairingResult.ONE, PairingResult.OTHER))
        )
        margin = rng.choice(("", str(Fraction(rng.randrange(-6, 7), 2))))
        event.set(pairing, result, margin)


def correct(event: Event, rng: random.Random) -> None:
    """The referee sets a result of a league anew."""
    played = [each for each in event.pairings if each.other is not None]
    if played and event.form in LEAGUES:
        event.set(rng.choice(played), rng.choice(list(PairingResult)))


def tournaments(seed: int) -> Iterator[tuple[Event, tuple[Pairing, ...]]]:
    """A random tournament, after each of its rounds is paired, and a last time without any."""
    rng = random.Random(seed)
    form = rng.choice(list(TournamentFormat))
    event = begin(form, rng.choice((2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 20)), rng, seed % 8)
    for _ in range(MOST_ROUNDS):
        made = event.pair()
        yield event, made
        if not made:
            return
        play(event, rng)
        if rng.random() < 0.25:
            event.leave(rng.choice(range(1, len(event.entrants) + 1)))
        if form is TournamentFormat.SWISS and rng.random() < 0.2:
            number = len(event.entrants) + 1
            event.entrants.append(Entrant(ID, number, f"S{number}", seed=number))
        if rng.random() < 0.2:
            correct(event, rng)
    raise AssertionError("a tournament without end")


# --- What must hold, each worked out a second time and plainly ---


def fewest_rematches(sides: Sequence[int], met: set[frozenset[int]]) -> int:
    """Of all ways to pair ``sides``, one of an odd number left out, by trying them."""

    @cache
    def fewest(left: frozenset[int], odd: bool) -> int:
        if len(left) < 2:
            return 0
        one, best = min(left), len(sides)
        if odd:
            best = fewest(left - {one}, False)
        for other in left - {one}:
            again = frozenset((one, other)) in met
            best = min(best, again + fewest(left - {one, other}, odd))
            if best == 0:
                break
        return best

    return fewest(frozenset(sides), len(sides) % 2 == 1)


def recount(event: Event) -> list[int]:
    """The numbers of all sides, the best first, counted side by side in floats of points."""
    games = [each for each in event.pairings if each.result is not None]
    seed = {each.number: each.seed for each in event.entrants}

    @cache
    def points(who: int, among: tuple[int, ...] | None = None) -> float:
        total = 0.0
        for game in games:
            if among is not None and (game.other is None or not {game.one, game.other} <= {*among}):
                continue
            if game.one == who:
                total += {"one": 1.0, "draw": 0.5}.get(str(game.result), 0.0)
            if game.other == who:
                total += {"other": 1.0, "draw": 0.5}.get(str(game.result), 0.0)
        return total

    @cache
    def met(who: int) -> list[int]:
        ones = [game.other for game in games if game.one == who and game.other is not None]
        return ones + [game.one for game in games if game.other == who]

    def margin(who: int) -> float:
        return sum(
            float(Fraction(game.margin or "0")) * ((game.one == who) - (game.other == who))
            for game in games
        )

    def through(game: Pairing) -> int | None:
        if game.result in (PairingResult.ONE, PairingResult.OTHER):
            return game.one if game.result is PairingResult.ONE else game.other
        if game.result is PairingResult.NEITHER or game.other is None:
            return None
        ahead = float(Fraction(game.margin or "0"))
        return game.one if (ahead, seed[game.other]) > (0, seed[game.one]) else game.other

    @cache
    def reached(entrant: Entrant) -> float:
        if event.form in LEAGUES:
            return 0
        lives = 1 if event.form is TournamentFormat.KNOCK_OUT else 2
        fell = sorted(
            game.round
            for game in games
            if entrant.number in (game.one, game.other) and through(game) != entrant.number
        )
        out = fell[lives - 1] if len(fell) >= lives else float("inf")
        return min(out, float("inf") if entrant.left_in is None else entrant.left_in)

    def key(entrant: Entrant) -> tuple[float, ...]:
        who = entrant.number
        level = tuple(
            each.number
            for each in event.entrants
            if points(each.number) == points(who) and reached(each) == reached(entrant)
        )
        all_met = all(b in met(a) for a, b in combinations(level, 2))
        direct = points(who, level) if all_met else 0.0
        opponents = sum(points(each) for each in met(who))
        return (-reached(entrant), -points(who), -direct, -opponents, -margin(who), seed[who], who)

    return [each.number for each in sorted(event.entrants, key=key)]


def check_round(event: Event, made: Sequence[Pairing]) -> None:
    here = [side for each in made for side in standings.sides_of(each)]
    assert max(Counter(here).values()) == 1, "nobody plays twice in a round"
    assert len({each.table for each in made}) == len(made)
    for pairing in made:
        gone = [side for side in standings.sides_of(pairing) if side not in event.there]
        assert (pairing.result is not None) == (pairing.other is None or bool(gone))
    if event.form is TournamentFormat.SWISS:
        assert sorted(here) == sorted(event.there)
        before = {
            frozenset(standings.sides_of(each))
            for each in event.pairings
            if each.round < event.tournament.round and each.other is not None
        }
        again = sum(frozenset(standings.sides_of(each)) in before for each in made)
        assert again == 0 or again == fewest_rematches(tuple(event.there), before)


def check_end(event: Event) -> None:
    table = event.standings()
    assert [each.entrant.number for each in table] == recount(event)
    for better, worse in pairwise(table):
        keys = ("reached", "points", "direct", "buchholz", "margin", "entrant")
        first = next(key for key in keys if getattr(better, key) != getattr(worse, key))
        expected = {"reached": None, "points": None, "entrant": "seed"}.get(first, first)
        assert standings.told_apart_by(better, worse) == expected
    lost = standings.count_losses(event.entrants, event.pairings)
    if event.form is TournamentFormat.ROUND_ROBIN and len(event.there) > 1:
        met = Counter(frozenset(standings.sides_of(each)) for each in event.pairings)
        everybody = (frozenset(pair) for pair in combinations(range(1, len(event.entrants) + 1), 2))
        assert met == Counter(everybody), "everybody meets everybody once"
    if event.form in standings.LIVES:
        lives = standings.LIVES[event.form]
        alive = [number for number in event.there if len(lost[number]) < lives]
        assert len(alive) <= 1
        assert not alive or table[0].entrant.number == alive[0]
        for pairing in event.pairings:
            for side in standings.sides_of(pairing):
                before = [number for number in lost[side] if number < pairing.round]
                assert len(before) < lives, "who is out plays no more"
    if event.form is TournamentFormat.SWISS and len(event.there) > 1:
        assert event.tournament.round == event.tournament.rounds


@pytest.mark.parametrize("part", range(10))
def test_random_tournaments_end_and_their_standings_are_those_of_a_plain_recount(part: int) -> None:
    for seed in range(part, amount(400, 10_000), 10):
        for event, made in tournaments(seed):
            if made:
                check_round(event, made)
            else:
                check_end(event)


@pytest.mark.parametrize("form", LEAGUES)
@pytest.mark.parametrize("sides", [5, 12, 20])
def test_everybody_goes_first_about_as_often_as_second(form: TournamentFormat, sides: int) -> None:
    for seed in range(10):
        rng = random.Random(seed)
        event = begin(form, sides, rng)
        while event.pair():
            play(event, rng)
            balance = Past.of(event.pairings).balance
            assert all(abs(each) <= 2 for each in balance.values())


def test_an_odd_number_leaves_nobody_without_an_opponent_twice() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        event = begin(TournamentFormat.SWISS, 9, rng, 7)
        while event.pair():
            play(event, rng)
        assert max(Past.of(event.pairings).byes.values()) == 1


def test_opponents_have_about_as_many_points() -> None:
    rng = random.Random(5)
    event = begin(TournamentFormat.SWISS, 64, rng, 6)
    while True:
        points = {each.entrant.number: each.points for each in event.standings()}
        made = event.pair()
        if not made:
            break
        gaps = [abs(points[each.one] - points[each.other or each.one]) for each in made]
        assert max(gaps) <= 2
        assert sum(gaps) <= len(gaps)
        play(event, rng)


def test_a_swiss_tournament_of_256_is_paired_in_five_seconds_of_cpu() -> None:
    rng = random.Random(3)
    event = begin(TournamentFormat.SWISS, 256, rng, 8)
    slowest = 0.0
    while True:
        started = time.process_time()
        made = event.pair()
        slowest = max(slowest, time.process_time() - started)
        if not made:
            break
        assert not any(each.other is None for each in made)
        play(event, rng)
    met = Counter(frozenset(standings.sides_of(each)) for each in event.pairings)
    assert max(met.values()) == 1
    assert slowest < 5


def test_the_tree_of_a_knock_out_keeps_the_first_two_apart_until_the_final() -> None:
    event = begin(TournamentFormat.KNOCK_OUT, 6, random.Random(1))
    event.entrants = [replace(each, seed=each.number) for each in event.entrants]
    first = event.pair()
    assert [standings.sides_of(each) for each in first] == [(1,), (4, 5), (2,), (3, 6)]
    assert [each.result for each in first] == [PairingResult.ONE, None, PairingResult.ONE, None]
    for pairing in first[1::2]:
        event.set(pairing, PairingResult.ONE)
    second = event.pair()
    assert [sorted(standings.sides_of(each)) for each in second] == [[1, 4], [2, 3]]
    for pairing in second:
        event.set(pairing, PairingResult.DRAW)  # the better place in the draw goes on
    assert [sorted(standings.sides_of(each)) for each in event.pair()] == [[1, 2]]


def test_who_was_ahead_in_the_games_own_score_goes_on_after_a_draw() -> None:
    pairing = Pairing(ID, 1, 1, 1, 2, result=PairingResult.DRAW, margin="-1/2")
    assert standings.find_winner(pairing, {1: 1, 2: 2}) == 2
    assert standings.find_winner(replace(pairing, margin="0"), {1: 1, 2: 2}) == 1


def test_the_unbeaten_side_of_a_double_elimination_has_to_be_beaten_twice() -> None:
    event = begin(TournamentFormat.DOUBLE_ELIMINATION, 4, random.Random(2))
    while True:
        made = event.pair()
        if any(each.bracket is Bracket.FINAL for each in made):
            break
        for pairing in made:
            if pairing.result is None:
                event.set(pairing, PairingResult.ONE)
    (final,) = made
    unbeaten = next(
        n for n, lost in standings.count_losses(event.entrants, event.pairings).items() if not lost
    )
    event.set(final, PairingResult.OTHER if final.one == unbeaten else PairingResult.ONE)
    (again,) = event.pair()
    assert {again.one, again.other} == {final.one, final.other}
    assert again.one == final.other, "they change sides"
    event.set(again, PairingResult.ONE)
    assert event.pair() == ()
    assert event.standings()[0].entrant.number == again.one
