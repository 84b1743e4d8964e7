"""Teams in words: "1v2v2v3" is one seat against two, two and three.

The seats of a team follow one another. A match in which every seat is a team
of its own may be written "1v1v1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.play.refusals import NotNow
from games.core.contract import Meta
from games.core.types import Seats

_FORM = re.compile(r"[0-9]{1,2}(?:V[0-9]{1,2})*")


def parse(text: str, meta: Meta) -> tuple[int, ...]:
    """The team of each seat. Raises ``NotNow`` with what would be possible."""
    tidy = re.sub(r"\s+|\.", "", text).upper().replace("VS", "V")
    if not _FORM.fullmatch(tidy):
        raise NotNow(
            "Teams are written as numbers of seats with a v between them.",
            instead=f"For example: {example_text(meta)}.",
        )
    sizes = [int(size) for size in tidy.split("V")]
    seats = sum(sizes)
    if len(sizes) < 2:
        raise NotNow(
            "A match needs at least two teams.", instead=f"For example: {example_text(meta)}."
        )
    if len(sizes) > meta.most_teams:
        raise NotNow(
            f"{meta.title} has at most {meta.most_teams} teams, not {len(sizes)}.",
            instead=f"For example: {example_text(meta)}.",
        )
    if 0 in sizes:
        raise NotNow("A team has at least one seat.", instead=f"For example: {example_text(meta)}.")
    if max(sizes) > meta.largest_team:
        if meta.largest_team == 1:
            raise NotNow(
                f"{meta.title} has no teams: every seat plays for itself.",
                instead=f"For example: {example_text(meta)}.",
            )
        raise NotNow(
            f"A team of {meta.title} has at most {meta.largest_team} seats, not {max(sizes)}.",
            instead=f"For example: {example_text(meta)}.",
        )
    if seats not in meta.players:
        raise NotNow(
            f"{meta.title} is for {join_numbers(meta.players)} players, and these teams have "
            f"{seats}.",
            instead=f"For example: {example_text(meta)}.",
        )
    return tuple(team for team, size in enumerate(sizes) for _ in range(size))


def usual(seats: int, meta: Meta) -> tuple[int, ...]:
    """The team of each of so many seats where not each can be a team of its own: the fewest teams,
    as even as can be. Empty where it can."""
    if seats <= meta.most_teams:
        return ()
    count = max(2, -(-seats // meta.largest_team))
    sizes = [seats // count + (team < seats % count) for team in range(count)]
    return tuple(team for team, size in enumerate(sizes) for _ in range(size))


def to_text(seats: Seats) -> str:
    """The text form of teams whose seats follow one another."""
    return "v".join(str(seats.teams.count(team)) for team in dict.fromkeys(seats.teams))


def team_letter(number: int) -> str:
    """The letter of a team: A, B and so on, in the order of their seats."""
    return chr(ord("A") + number)


def list_choices(meta: Meta, most: int = 25) -> tuple[str, ...]:
    """Teams that a game allows, as text: those of equal size first, then by number of seats."""
    found = [
        sizes
        for seats in meta.players
        for sizes in _partitions(seats, meta.largest_team)
        if 1 < len(sizes) <= meta.most_teams
    ]
    found.sort(key=lambda sizes: (len(set(sizes)) > 1, sum(sizes), len(sizes)))
    return tuple("v".join(map(str, sizes)) for sizes in found[:most])


def example_text(meta: Meta) -> str:
    return list_choices(meta, 1)[0]


def join_numbers(numbers: Sequence[int]) -> str:
    """Numbers as people say them: "2, 3 or 4"."""
    *most, last = (str(number) for number in numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _partitions(seats: int, largest: int, smallest: int = 1) -> Iterator[tuple[int, ...]]:
    """Ways to split ``seats`` into teams of rising size."""
    if seats == 0:
        yield ()
    for first in range(smallest, min(seats, largest) + 1):
        for rest in _partitions(seats - first, largest, first):
            yield (first, *rest)
