"""What people are told of a match: phrases, digests of events, and how it went."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

from games.core.events import ENDS, Event, News, Owned
from games.core.overlay import Loss, Overlay
from games.core.types import Seat

E = TypeVar("E", bound=Event)

# --- Phrases ---

MOST_NAMED: Final = 8
"""Where all could be named of each, texts would grow with the square of the units."""


def counted(count: int, thing: str, things: str = "") -> str:
    """``1 hit``, ``3 hits``"""
    return f"1 {thing}" if count == 1 else f"{count} {things or f'{thing}s'}"


def plural(name: str) -> str:
    """``Gun Crews``, ``Batteries``; names of groups such as ``Pilgrims`` stay as they are."""
    if name.endswith("s"):
        return name
    if name.endswith("man"):
        return f"{name[:-3]}men"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("ch", "sh", "x")) else f"{name}s"


def roster(names: Iterable[str]) -> str:
    """``Commander, 2 Gun Crews and 3 Guards``, in the order in which each comes first."""
    return listed(
        name if count == 1 else f"{count} {plural(name)}" for name, count in Counter(names).items()
    )


def listed(names: Iterable[object], last: str = "and") -> str:
    """``R1``, ``R1 and R2``, ``R1, R2 and R3``"""
    *rest, end = [*map(str, names)] or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end


def shortened(names: Sequence[str]) -> list[str]:
    """The first ones and the number of the others: ``R1``, ``R2``, ``5 more``"""
    more = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else ())]


def told_score(score: Fraction) -> str:
    """``9 1/4``, ``−1/2``"""
    if score < 0:
        return f"−{told_score(-score)}"
    whole, rest = divmod(score, 1)
    return f"{whole} {rest}" if rest and whole else f"{rest or whole}"


def signed(number: int) -> str:
    """``+1``, ``−2``"""
    return f"+{number}" if number >= 0 else f"−{-number}"


def decimal(number: float | Fraction) -> str:
    """``3.5``, ``−2``"""
    return f"{float(number):g}".replace("-", "−")


def percent(chance: Fraction) -> str:
    """``42%``; only what is certain is 0% or 100%."""
    rounded = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1 and rounded in (0, 100):
        return "under 1%" if rounded == 0 else "over 99%"
    return f"{rounded}%"


def average(count: Fraction) -> str:
    """A mean with one decimal: ``1.3``"""
    tenths = (20 * count.numerator + count.denominator) // (2 * count.denominator)
    return f"{tenths // 10}.{tenths % 10}"


# --- Digests ---

DIGESTED: Final = 4
"""Most sentences of a digest: a headline and three more."""
LONGEST: Final = 250
"""Characters of a sentence about several sides; a longer one becomes one for each."""
LOSSES_NAMED, DEEDS_NAMED = 6, 3
"""Pieces that a sentence about losses or deeds names by more than their codes."""


def _seat_of(piece: Any) -> Any:
    return piece if isinstance(piece, int) else getattr(piece, "seat", None)


@dataclass(frozen=True, slots=True)
class Nouns:
    """What a game calls what its events speak of.

    ``side``    the name of an owner, ``Red``
    ``of``      whose a piece is, ``None`` for what belongs to nobody; of an owner itself
    ``piece``   the name of a piece, ``R4 Brigade``
    ``you``     the owners that are addressed, and ``ours`` those who lose with them
    ``nobody``  who did what nobody did
    ``score``   how it stands, told where that has changed; empty where it stands beside the digest
    """

    side: Callable[[Any], str]
    of: Callable[[Any], Any] = _seat_of
    piece: Callable[[Any], str] = str
    you: Collection[Any] = ()
    ours: Collection[Any] = ()
    nobody: str = "something"
    score: str = ""

    def owner(self, piece: Any) -> Any:
        return piece.owner if isinstance(piece, Owned) else self.of(piece)

    def doer(self, by: Any) -> str:
        """How a sentence names the acting side or piece: ``you``, ``Red`` or ``T2``."""
        if by is None:
            return self.nobody
        owner = self.owner(by)
        return str(by) if owner is None else "you" if owner in self.you else self.side(owner)


@dataclass(slots=True)
class _Sum:
    """What is told of one piece, added up; ``at`` is the place of the newest event."""

    news: News
    by: Any = None
    at: int = 0
    amount: int = 0
    marks: tuple[str, ...] = ()
    left: str = ""

    def add(self, news: News, by: Any, at: int) -> None:
        self.news, self.by, self.at = news, by, at
        self.amount += news.amount
        self.marks += news.marks
        self.left = news.left or self.left


class _Said(NamedTuple):
    """A sentence with its weight and place in time.

    ``loss``  2 if the reader loses by it, 1 if somebody else does
    """

    weight: int
    loss: int
    at: int
    words: str


def digest(events: Sequence[E], tell: Callable[[E], str], nouns: Nouns) -> tuple[str, ...]:
    """The heaviest sentences, headline first; of those of one weight the newest are kept."""
    said = [*_tell_whole(events, tell), *_tell_sums(_add_up(events), nouns)]
    ended = any(event.weight == ENDS for event in events)
    if nouns.score and not ended and any(event.sums.scores for event in events):
        said.append(_Said(1, 0, len(events), _sentence(nouns.score)))
    trifles = ((at, each) for at, each in enumerate(events) if not each.quiet)
    said = said or [_Said(each.weight, 0, at, tell(each)) for at, each in trifles]
    once = {each.words: each for each in said if each.words}.values()
    kept = sorted(once, reverse=True)[:DIGESTED]
    kept.sort(key=lambda each: (-each.weight, -each.loss, each.at))
    return tuple(each.words for each in kept)


def _add_up(events: Iterable[Event]) -> Iterator[_Sum]:
    """Add up the news: for a piece that suffered only the worst, by whoever attacked it last."""
    sums: dict[Any, _Sum] = {}
    attackers: dict[Any, Any] = {}
    for at, event in enumerate(events):
        for news in event.news() or ():
            by = news.by if news.by is not None else attackers.get(news.to)
            whose = by if news.harm is None else None
            key = news.key or (news.did, whose, None if event.sums.latest else news.to)
            if news.over:
                sums.pop(key, None)
                continue
            if news.harm == 0:
                attackers[news.to] = news.by
            if key not in sums:
                sums[key] = _Sum(news)
            sums[key].add(news, by, at)
    worst: dict[Any, int] = {}
    for each in sums.values():
        worst[each.news.to] = max(worst.get(each.news.to, 0), each.news.harm or 0)
    yield from (each for each in sums.values() if each.news.harm in (None, worst[each.news.to]))


def _tell_whole(events: Sequence[E], tell: Callable[[E], str]) -> Iterator[_Said]:
    """Events that are told in their own sentence; a secret weighs more."""
    newest = {type(event): event for event in events}
    for at, event in enumerate(events):
        replaced = event.sums.latest and event is not newest[type(event)]
        if event.news() is None and event.weight and not event.quiet and not replaced:
            yield _Said(event.weight + 2 * (event.only is not None), 0, at, tell(event))


def _tell_sums(sums: Iterable[_Sum], nouns: Nouns) -> Iterator[_Said]:
    """A sentence about losses of the reader, one about those of others, one about attacks without
    effect, and one about all deeds of the same weight."""
    groups: dict[tuple[int, int], list[_Sum]] = defaultdict(list)
    for each in sorted(sums, key=lambda each: -(each.news.harm or 0)):
        if each.news.harm is None:
            groups[0, each.news.weight].append(each)
        else:
            groups[_loss(each, nouns) if each.news.harm else 1, bool(each.news.harm)].append(each)
    for (_, weight), found in groups.items():
        clauses = _clauses(found, nouns)
        together = "; ".join(said for _, said in clauses)
        for part, said in [(found, together)] if len(together) <= LONGEST else clauses:
            harm = max(each.news.harm or 0 for each in part)
            loss = max(_loss(each, nouns) for each in part)
            at = max(each.at for each in part)
            yield _Said(harm + loss if loss else weight, loss, at, _sentence(said))


def _loss(told: _Sum, nouns: Nouns) -> int:
    if told.news.harm is None:
        return 0
    return 2 if nouns.owner(told.news.to) in nouns.ours else 1


def _clauses(sums: Sequence[_Sum], nouns: Nouns) -> list[tuple[Sequence[_Sum], str]]:
    """``Red hit your R4 and shook R5``, ``your R6 fell back``, ``you hit Red's R3``"""
    doers: dict[str, list[_Sum]] = defaultdict(list)
    for each in sums:
        doers[nouns.doer(each.by) if "{by}" in each.news.did else ""].append(each)
    pieces = sum(nouns.owner(each.news.to) is not None for each in sums)
    brief = pieces > (DEEDS_NAMED if sums[0].news.harm is None else LOSSES_NAMED)
    return [
        (doers[by], f"{by} {_deeds(doers[by], by, nouns, brief)}".lstrip())
        for by in sorted(doers, key="you".__eq__)
    ]


def _deeds(sums: Iterable[_Sum], by: str, nouns: Nouns, brief: bool) -> str:
    """``hit your R4 Guard (2 hits) and shook your R5 Scout``, ``your R6 cloaked and decloaked``"""
    deeds: dict[str, list[_Sum]] = defaultdict(list)
    for each in sums:
        deeds[each.news.did.removeprefix("{by} ")].append(each)
    said: dict[str, list[str]] = {}
    for did, found in deeds.items():
        name, own = _name(found, by, nouns, brief), did.removeprefix("{to} ")
        if own == did:
            said[did.format(to=name)] = []
        else:
            said.setdefault(name, []).append(own)
    return listed(f"{name} {listed(own)}".rstrip() for name, own in said.items())


def _sentence(said: str) -> str:
    return f"{said[0].upper()}{said[1:]}."


def _name(sums: Iterable[_Sum], by: str, nouns: Nouns, brief: bool) -> str:
    """``your R5 Guard (1 hit) and R9 Scout and Blue's B3``; not whose it is to who did it."""
    owners: dict[str, list[_Sum]] = defaultdict(list)
    for each in sums:
        owner = nouns.owner(each.news.to)
        name = "" if owner is None else nouns.doer(owner)
        owners["" if name == by else name].append(each)
    groups = []
    for owner, found in owners.items():
        names = list(dict.fromkeys(_name_piece(each, nouns, brief) for each in found))
        kinds = _kinds(found, nouns) if brief else []
        said = roster(kinds) if kinds else _list(names, found[0].news.noun)
        groups.append(f"{_whose(owner)}{said}")
    return listed(groups)


def _kinds(sums: Sequence[_Sum], nouns: Nouns) -> list[str]:
    """The kinds of pieces of whom no more is told than a deed; empty where some have none."""
    more = any(
        each.news.harm is not None or each.amount or each.marks or each.left for each in sums
    )
    pieces = dict.fromkeys("" if more else nouns.piece(each.news.to) for each in sums)
    kinds = [name.partition(" ")[2] for name in pieces]
    return kinds if all(kinds) else []


def _whose(owner: str) -> str:
    return "your " if owner == "you" else f"{owner}'s " if owner else ""


def _list(names: list[str], noun: str) -> str:
    """``R5, R9 and 7 more``; ``3 planets: D4, D5 and E5``"""
    few, count = listed(shortened(names)), len(names)
    if not noun:
        return few
    return f"{count} {noun}s: {few}" if count > 1 else f"a {noun} on {few}"


def _name_piece(told: _Sum, nouns: Nouns, brief: bool) -> str:
    """``R5 Guard (2 models lost, 3 left)``; of many only the code, ``R5 (2 models lost)``"""
    amount = (counted(told.amount, *told.news.counts),) if told.amount else ()
    notes = ", ".join(filter(None, (*amount, *told.marks, told.left)))
    name = nouns.piece(told.news.to)
    name = name.split()[0] if brief and not isinstance(told.news.to, Owned) else name
    return f"{name} ({notes})" if notes else name


# --- How a match went ---


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A seat or team with a score of its own, by its name in the game."""

    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a match stands in numbers.

    ``turn``     the turn that is under way: ``Turn 12``, ``Round 2, Blue``. Turns that follow one
                 another have different names
    ``measure``  what the scores count: ``Hexes``
    ``scores``   by side; empty while there is nothing to count
    """

    turn: str
    measure: str
    sides: tuple[ScoredSide, ...]
    scores: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A turn: the scores after it, and what each side lost in it, by name."""

    turn: str
    scores: tuple[Fraction, ...]
    lost: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn ``samples[at]`` of a history, and by how much it changed the score of each side."""

    at: int
    changes: tuple[Fraction, ...]

    @property
    def swing(self) -> Fraction:
        """How much the gap between the sides changed."""
        return max(self.changes) - min(self.changes)


@dataclass(frozen=True, slots=True)
class ScoreHistory:
    """A match from its first turn with a score to its last; without samples if it had none."""

    measure: str = ""
    sides: tuple[ScoredSide, ...] = ()
    samples: tuple[Sample, ...] = ()

    def lost(self, side: int) -> tuple[str, ...]:
        """What a side lost in the whole match, in order."""
        return tuple(piece for sample in self.samples for piece in sample.lost[side])

    def turning_points(self, most: int = 3) -> tuple[TurningPoint, ...]:
        """The turns with the largest swings, in order of play."""
        found = [
            TurningPoint(at, tuple(b - a for a, b in zip(before.scores, after.scores, strict=True)))
            for at, (before, after) in enumerate(pairwise(self.samples), start=1)
        ]
        best = sorted(found, key=lambda each: -each.swing)[:most]
        return tuple(sorted((each for each in best if each.swing > 0), key=lambda each: each.at))


class ScoreRecorder:
    """Follows a match view by view."""

    def __init__(self) -> None:
        self._under_way = "Start"
        self._last: Tally | None = None
        self._samples: list[Sample] = []

    def add(self, tally: Tally | None, story: Overlay[Any]) -> None:
        """Add the next position and the events that led to it; skip it without a tally."""
        if tally is None:
            return
        turn, self._under_way = self._under_way, tally.turn
        if not tally.scores:
            return
        self._last = tally
        lost = _losses(tally.sides, story)
        if self._samples and self._samples[-1].turn == turn:
            before = self._samples.pop().lost
            lost = tuple(a + b for a, b in zip(before, lost, strict=True))
        self._samples.append(Sample(turn, tally.scores, lost))

    @property
    def score_history(self) -> ScoreHistory:
        if self._last is None:
            return ScoreHistory()
        return ScoreHistory(self._last.measure, self._last.sides, tuple(self._samples))


def _losses(sides: Sequence[ScoredSide], story: Overlay[Any]) -> tuple[tuple[str, ...], ...]:
    """The names of the pieces that each side lost. A loss's label begins with the name."""
    lost = [(part.seat, part.label.split()[0]) for part in story.parts if isinstance(part, Loss)]
    return tuple(tuple(name for seat, name in lost if seat in side.seats) for side in sides)
