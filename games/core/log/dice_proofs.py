"""Dice that can be checked afterwards.

A match has a secret seed and shows the ``commitment`` to it before the first
roll. Every roll derives from the seed: die ``i`` of roll ``r`` of the entry at
place ``n`` comes from HMAC-SHA256(seed, "match:n:r:i:attempt"). Places count the entries
with dice, and nothing else, along those that count: undo never re-rolls, and nothing done
unseen moves the dice. ``all-12`` is the 12th that everybody knows of; dice that only some
may know of have places of their own: ``0+2-3`` is the third of seats 0 and 2. With the seed
shown at the end everybody can recompute all rolls; a ``Proof`` holds what is needed, and
``check`` recomputes them. Dice that a referee entered by hand come from no seed and are
marked.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from games.core.types import Chance, Roll, Rolled

_WORD = 1 << 64
_WHOSE = r"(all|none|[0-9]{1,2}(\+[0-9]{1,2}){0,98})"

Place: TypeAlias = Annotated[str, Field(pattern=rf"^{_WHOSE}-[1-9][0-9]{{0,5}}$")]
"""Audience and running number of a roll: ``all-12``, ``0+2-3``."""


def commitment(seed: bytes, match: str) -> str:
    """SHA-256, in hex, of three lines of text: ``starpost dice``, the match, the seed in hex.

    No line break follows the third: ``printf 'starpost dice\\nMATCH\\nSEED' | sha256sum``.
    """
    return hashlib.sha256(f"starpost dice\n{match}\n{seed.hex()}".encode()).hexdigest()


def next_place(rolls: str, chance: Chance) -> str:
    """The place of the next dice.

    ``rolls``  the last place of each audience so far, with blanks between
    """
    whose = "all" if chance.only is None else "+".join(map(str, sorted(chance.only))) or "none"
    return f"{whose}-{_counts(rolls).get(whose, 0) + 1}"


def with_place(rolls: str, place: str) -> str:
    """Add ``place`` to ``rolls``, as the last one of its audience."""
    counts = _counts(rolls) | _counts(place)
    return " ".join(f"{whose}-{number}" for whose, number in counts.items())


def _counts(rolls: str) -> dict[str, int]:
    pairs = (place.rsplit("-", 1) for place in rolls.split())
    return {whose: int(number) for whose, number in pairs}


def roll(seed: bytes, match: str, place: str, chance: Chance) -> Rolled:
    """The faces for the rolls that the entry at ``place`` answers."""
    return Rolled(
        tuple(
            tuple(
                _face(seed, f"{match}:{place}:{number}:{die}", each.sides)
                for die in range(each.count)
            )
            for number, each in enumerate(chance.rolls)
        )
    )


def _face(seed: bytes, name: str, sides: int) -> int:
    """A face from 1 to ``sides``, without the bias that a plain remainder has."""
    limit = _WORD - _WORD % sides
    for attempt in count():
        digest = hmac.digest(seed, f"{name}:{attempt}".encode(), hashlib.sha256)
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            return word % sides + 1
    raise AssertionError("unreachable: count() does not end")


# --- Proofs ---


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class RequestedRoll(_Form):
    """One roll that the rules asked for."""

    count: Annotated[StrictInt, Field(ge=0, le=1000)]
    sides: Annotated[StrictInt, Field(ge=1, le=1_000_000)]
    why: Annotated[str, Field(max_length=500)] = ""


class DiceEntry(_Form):
    """An entry of the log that holds dice: ``faces[i]`` answers ``asked[i]``.

    ``entry``       its number in the log
    ``place``       what its dice come from, beside the seed and the match
    ``by_hand``     whether the referee has set some of the faces
    ``taken_back``  whether it counts no more: the same place may come again then
    """

    entry: Annotated[StrictInt, Field(ge=1)]
    asked: Annotated[tuple[RequestedRoll, ...], Field(max_length=1000)]
    faces: tuple[tuple[StrictInt, ...], ...]
    place: Place
    by_hand: StrictBool = False
    taken_back: StrictBool = False


class Proof(_Form):
    """Everything about the dice of a match that is over. ``seed`` and ``commitment`` are hex."""

    match: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    game: Annotated[str, Field(max_length=64)]
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    seed: Annotated[str, Field(pattern=r"^([0-9a-f]{2}){16,64}$")]
    rolls: Annotated[tuple[DiceEntry, ...], Field(max_length=100_000)] = ()


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A mismatch at ``place`` in ``Proof.rolls``, or of the seed if ``None``."""

    place: int | None
    sentence: str


def check(proof: Proof) -> tuple[Mismatch, ...]:
    """All mismatches with the seed; empty if there are none.

    Places without a gap show that no entry was left out, but for the last ones: the rolls
    shown in the match are to be compared with those listed in the file.
    """
    return tuple(_faults(proof))


def _faults(proof: Proof) -> Iterator[Mismatch]:
    seed = bytes.fromhex(proof.seed)
    if not hmac.compare_digest(commitment(seed, proof.match), proof.commitment):
        yield Mismatch(None, "The seed does not match the commitment.")
    before, rolls = 0, ""
    for place, thrown in enumerate(proof.rolls):
        if thrown.entry <= before:
            yield Mismatch(place, f"Entry {thrown.entry} comes after entry {before}.")
        before = thrown.entry
        if not thrown.taken_back:
            whose = thrown.place.rsplit("-", 1)[0]
            if thrown.place != (due := f"{whose}-{_counts(rolls).get(whose, 0) + 1}"):
                told = f"at place {thrown.place}, but the next was {due}"
                yield Mismatch(place, f"The dice of entry {thrown.entry} were rolled {told}.")
            rolls = with_place(rolls, thrown.place)
        chance = Chance(tuple(Roll(each.count, each.sides, each.why) for each in thrown.asked))
        if not Rolled(thrown.faces).answers(chance):
            yield Mismatch(place, f"The dice of entry {thrown.entry} are not the ones asked for.")
            continue
        if thrown.by_hand:
            continue
        right = roll(seed, proof.match, thrown.place, chance).faces
        for at, (shown, owed) in enumerate(zip(thrown.faces, right, strict=True), 1):
            if shown != owed:
                yield Mismatch(
                    place,
                    f"Roll {at} of entry {thrown.entry} shows {_list(shown)}; "
                    f"the seed gives {_list(owed)}.",
                )


def _list(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
