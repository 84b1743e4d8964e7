"""Digests: several events in a headline and three sentences, worst news for the reader first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from games.core.events import ENDS, Event, News, Owned
from games.core.telling.phrases import counted, listed, shortened

E = TypeVar("E", bound=Event)
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
        """Who did it: ``you``, ``Red`` or ``T2``."""
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
    kept = sorted((each for each in said if each.words), reverse=True)[:DIGESTED]
    kept.sort(key=lambda each: (-each.weight, -each.loss, each.at))
    return tuple(each.words for each in kept)


def _add_up(events: Iterable[Event]) -> Iterator[_Sum]:
    """Of a piece that suffered, the heaviest alone, by who attacked it last."""
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
    """``hit your R4 Guard (2 hits) and shook your R5 Scout``"""
    deeds: dict[str, list[_Sum]] = defaultdict(list)
    for each in sums:
        deeds[each.news.did.removeprefix("{by} ")].append(each)
    return listed(did.format(to=_name(found, by, nouns, brief)) for did, found in deeds.items())


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
        groups.append(f"{_whose(owner)}{_list(names, found[0].news.noun)}")
    return listed(groups)


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
