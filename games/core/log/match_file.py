"""The match file format with its hash chain.

The form of it is described in ``docs/export-format.md``. A complete file can be played again
entry by entry; a partial one holds what one viewer may know, in sentences. What is read here
may come from anywhere: sizes and forms are checked, the rules are the caller's to ask.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from games.core.log import bounded_json
from games.core.log.dice_proofs import Place, RequestedRoll

FORMAT = "starpost-match"
VERSION = 2
_READ = (1, 2)
"""Version 1 had no positions of entries under older rules."""
MOST_BYTES = 24 << 20
MOST_ENTRIES = 20_000

MOVES = frozenset({"move", "standing", "default", "conditional"})
"""Entries that answer a decision."""
CHANGING = MOVES | {"dice", "adjusted", "position"}
"""Entries that change the state."""

MOST_PARTS = 2_000_000
"""Most keys and values: one of 2 bytes takes some 60 in memory."""

Hash: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_Number: TypeAlias = Annotated[StrictInt, Field(ge=1, le=10 * MOST_ENTRIES)]
_Place: TypeAlias = Annotated[StrictInt, Field(ge=0, le=10 * MOST_ENTRIES)]
_Seat: TypeAlias = Annotated[StrictInt, Field(ge=0, le=99)]
_Name: TypeAlias = Annotated[str, Field(max_length=100)]
_Version: TypeAlias = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
_Text: TypeAlias = Annotated[str, Field(max_length=8000)]


class UnreadableFile(ValueError):
    """The file is unreadable or not genuine; the message is one line for people."""


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Head(_Form):
    """The fixed facts of the match.

    ``whose``       ``everybody`` when the file is complete; else the viewer whose knowledge it
                    holds: ``spectator``, ``seat 0``
    ``teams``       the team of each seat
    ``seats``       the names of the seats in the game
    ``commitment``  to the seed of the dice; empty in a game without dice
    """

    id: Annotated[str, Field(pattern=r"^[a-z2-7]{8}$")]
    game: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    title: _Name
    settings: dict[str, Any]
    teams: Annotated[tuple[_Seat, ...], Field(min_length=1, max_length=100)]
    seats: Annotated[tuple[_Name, ...], Field(min_length=1, max_length=100)]
    whose: Annotated[str, Field(pattern=r"^(everybody|spectator|seat [0-9]{1,2})$")]
    commitment: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""

    @property
    def complete(self) -> bool:
        return self.whose == "everybody"


class Line(_Form):
    """One entry; keys without a value are left out.

    ``number``    counts the entries of a complete file from 1; in a partial one it is the number
                  that everybody knows, and missing where only the viewer knows of the entry
    ``shown``     the public number, in a complete file
    ``told``      the sentences of the game
    ``move``, ``faces`` and ``asked``, ``adjustment``, ``position``
                  what it did, in JSON; in complete files only
    ``roll``      the place of its dice, which they come from
    ``by_hand``   whether the referee has set some of the dice; ``given`` whether they were taken
                  over from the file of another match
    ``to``        the entry to which the match was rewound
    ``events``, ``after``, ``form``
                  of an entry that was played under older rules than those of its program, and so
                  cannot be played again: what happened, in JSON; the position after it, packed
                  (``bot.play.storage.packing``) as its difference to the last one before it in the
                  file, in base64; the version of the rules whose form that has
    ``place``, ``branch``
                  its position on the path of entries that count, and the entry that last cut
                  or bent that path
    ``undone``    whether it has been taken back since
    """

    number: _Number | None = None
    shown: _Number | None = None
    kind: Annotated[str, Field(pattern=r"^[a-z-]{1,20}$")]
    at: Annotated[str, Field(max_length=40)]
    rules: _Version
    seat: _Seat | None = None
    decision: Annotated[str, Field(max_length=200)] | None = None
    text: _Text | None = None
    told: Annotated[tuple[_Text, ...], Field(max_length=1000)] = ()
    move: Any = None
    asked: Annotated[tuple[RequestedRoll, ...], Field(max_length=1000)] | None = None
    faces: (
        Annotated[
            tuple[Annotated[tuple[StrictInt, ...], Field(max_length=1000)], ...],
            Field(max_length=1000),
        ]
        | None
    ) = None
    roll: Place | None = None
    by_hand: StrictBool = False
    given: StrictBool = False
    adjustment: Any = None
    position: Any = None
    events: Annotated[tuple[Any, ...], Field(max_length=1000)] = ()
    after: Annotated[str, Field(max_length=400_000)] | None = None
    form: _Version | None = None
    to: _Place | None = None
    reason: _Text | None = None
    place: _Place | None = None
    branch: _Place | None = None
    undone: StrictBool = False
    hash: Hash = ""


class FinalState(_Form):
    """The state after the last entry.

    ``stands``  in one sentence; ``board`` as text, in a partial file
    ``state``   the SHA-256 of the state, in a complete file
    ``ending``  once the match is over; ``seed``, in hex, likewise
    """

    stands: _Text
    board: Annotated[str, Field(max_length=200_000)] = ""
    state: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    ending: dict[str, Any] | None = None
    seed: Annotated[str, Field(pattern=r"^(([0-9a-f]{2}){16,64})?$")] = ""


class _File(_Form):
    format: Literal["starpost-match"]
    version: Literal[1, 2]
    match: Head
    end: FinalState
    head: Hash


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A file that has been read. ``broken`` says where the hash chain is broken; empty when it is
    intact."""

    match: Head
    entries: tuple[Line, ...]
    end: FinalState
    head: str
    broken: str = ""


def canonical(value: Any) -> str:
    """JSON with sorted keys, without blanks, in ASCII: equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def linked(before: str, value: Any) -> str:
    """The hash of ``value`` on top of the one before it."""
    return hashlib.sha256(f"{before}{canonical(value)}".encode()).hexdigest()


def written(match: Head, entries: tuple[Line, ...], end: FinalState) -> bytes:
    """The file, an entry on a line."""
    head = match.model_dump(mode="json")
    last = linked("", {"format": FORMAT, "version": VERSION, "match": head})
    lines: list[str] = []
    for entry in entries:
        raw = entry.model_dump(mode="json", exclude_defaults=True)
        last = linked(last, raw)
        lines.append(json.dumps({**raw, "hash": last}, ensure_ascii=False))
    footer = end.model_dump(mode="json", exclude_defaults=True)
    parts = (
        f'"format": "{FORMAT}"',
        f'"version": {VERSION}',
        f'"match": {json.dumps(head, ensure_ascii=False)}',
        '"entries": [\n' + ",\n".join(lines) + "\n]",
        f'"end": {json.dumps(footer, ensure_ascii=False)}',
        f'"head": "{linked(last, footer)}"',
    )
    return ("{" + ",\n".join(parts) + "}\n").encode()


def is_file(raw: Any) -> bool:
    """Whether this JSON says that it is the file of a match."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def read(data: bytes, most_bytes: int = MOST_BYTES, most_parts: int = MOST_PARTS) -> MatchLog:
    """Raises ``UnreadableFile`` unless it is a match file; a broken hash chain is only noted."""
    try:
        raw = bounded_json.parsed(data, most_bytes, most_parts)
    except bounded_json.Unfit as unfit:
        raise UnreadableFile(str(unfit)) from None
    if not is_file(raw):
        raise UnreadableFile(f"This is not a match file: its format is not {FORMAT!r}.")
    if raw.get("version") not in _READ:
        version = raw.get("version")
        said = version if isinstance(version, int) and 0 <= version < 10_000 else "another"
        raise UnreadableFile(
            f"The file uses version {said} of the format; this program reads version 1 and 2."
        )
    entries = raw.get("entries")
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        raise UnreadableFile(f"The file is damaged: it has no list of 1 to {MOST_ENTRIES} entries.")
    try:
        file = _File.model_validate({name: raw[name] for name in raw if name != "entries"})
    except ValidationError as error:
        raise UnreadableFile(f"The file is damaged: {_where(error)}.") from None
    # One by one: a step that took all of them would hold up everything else.
    lines = tuple(map(_line, entries, range(1, len(entries) + 1)))
    return MatchLog(file.match, lines, file.end, file.head, _broken(raw))


def _line(raw: Any, number: int) -> Line:
    try:
        return Line.model_validate(raw)
    except ValidationError as error:
        raise UnreadableFile(f"The file is damaged: entry {number}, {_where(error)}.") from None


def _broken(raw: dict[str, Any]) -> str:
    match = {name: raw[name] for name in ("format", "version", "match")}
    last = linked("", match)
    for place, entry in enumerate(raw["entries"], 1):
        rest = {name: value for name, value in entry.items() if name != "hash"}
        last = linked(last, rest)
        if entry.get("hash") != last:
            number = entry.get("number")
            return f"entry {number}" if isinstance(number, int) else f"entry {place} in the file"
    return "" if linked(last, raw["end"]) == raw["head"] else "the end of the file"


def _where(error: ValidationError) -> str:
    """Places and kinds of faults, never the values."""
    faults = error.errors(include_input=False, include_url=False, include_context=False)
    return "; ".join(
        f"{'.'.join(map(str, each['loc']))[:80]}: {each['type']}" for each in faults[:3]
    )
