"""Dice that can be checked afterwards.

A match has a secret seed and shows the ``commitment`` to it before the first
roll. Every roll derives from the seed: die ``i`` of roll ``r`` of the entry at
place ``n`` comes from HMAC-SHA256(seed, "match:n:r:i:attempt"). The place is counted
along the entries that count, so that undo never re-rolls. With the seed shown at the
end everybody can compute all of it again; a ``Proof`` holds what is needed, and
``check`` does the sums. Dice that a referee has brought from a real table come from
no seed: they are marked.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from games.core.chance import Chance, Roll, Rolled

_WORD = 1 << 64


def commitment(seed: bytes, match: str) -> str:
    """SHA-256, in hex, of three lines of text: ``starpost dice``, the match, the seed in hex.

    No line break follows the third: ``printf 'starpost dice\\nMATCH\\nSEED' | sha256sum``.
    """
    return hashlib.sha256(f"starpost dice\n{match}\n{seed.hex()}".encode()).hexdigest()


def roll(seed: bytes, match: str, place: int, chance: Chance) -> Rolled:
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


class Asked(_Form):
    """One roll that the rules asked for."""

    count: Annotated[StrictInt, Field(ge=0, le=1000)]
    sides: Annotated[StrictInt, Field(ge=1, le=1_000_000)]
    why: Annotated[str, Field(max_length=500)] = ""


class Thrown(_Form):
    """An entry of the log that holds dice: ``faces[i]`` answers ``asked[i]``.

    ``entry``       its number in the log
    ``place``       what its dice come from; ``None`` in files of old, where it is ``entry``
    ``by_hand``     whether the referee has set some of the faces
    ``taken_back``  whether it counts no more: the same place may come again then
    """

    entry: Annotated[StrictInt, Field(ge=1)]
    asked: Annotated[tuple[Asked, ...], Field(max_length=1000)]
    faces: tuple[tuple[StrictInt, ...], ...]
    place: Annotated[StrictInt, Field(ge=1)] | None = None
    by_hand: StrictBool = False
    taken_back: StrictBool = False

    @property
    def number(self) -> int:
        """What its dice come from, beside the seed and the match."""
        return self.entry if self.place is None else self.place


class Proof(_Form):
    """Everything about the dice of a match that is over. ``seed`` and ``commitment`` are hex."""

    match: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    game: Annotated[str, Field(max_length=64)]
    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    seed: Annotated[str, Field(pattern=r"^([0-9a-f]{2}){16,64}$")]
    rolls: Annotated[tuple[Thrown, ...], Field(max_length=100_000)] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not agree. ``place`` in ``Proof.rolls``, ``None`` for the seed."""

    place: int | None
    sentence: str


def check(proof: Proof) -> tuple[Fault, ...]:
    """What differs from what the seed gives; empty when all is as it should be.

    It cannot tell when a whole entry was left out of the file: the rolls shown
    in the match are to be compared with those listed in it.
    """
    return tuple(_faults(proof))


def _faults(proof: Proof) -> Iterator[Fault]:
    seed = bytes.fromhex(proof.seed)
    if not hmac.compare_digest(commitment(seed, proof.match), proof.commitment):
        yield Fault(None, "The seed is not the one that the match committed to.")
    before = counted = 0
    for place, thrown in enumerate(proof.rolls):
        if thrown.entry <= before:
            yield Fault(place, f"Entry {thrown.entry} stands after entry {before}.")
        before = thrown.entry
        if thrown.place is not None and not thrown.taken_back:
            if thrown.place <= counted:
                told = f"at place {thrown.place}, after place {counted}"
                yield Fault(place, f"The dice of entry {thrown.entry} were thrown {told}.")
            counted = thrown.place
        chance = Chance(tuple(Roll(each.count, each.sides, each.why) for each in thrown.asked))
        if not Rolled(thrown.faces).answers(chance):
            yield Fault(place, f"The dice of entry {thrown.entry} are not those asked for.")
            continue
        if thrown.by_hand:
            continue
        right = roll(seed, proof.match, thrown.number, chance).faces
        for number, (shown, due) in enumerate(zip(thrown.faces, right, strict=True), 1):
            if shown != due:
                yield Fault(
                    place,
                    f"Roll {number} of entry {thrown.entry} shows {_list(shown)}; "
                    f"the seed gives {_list(due)}.",
                )


def _list(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))
