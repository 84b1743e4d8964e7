"""Export of a match as a file: all of it, or what one viewer may know before the end."""

from __future__ import annotations

import asyncio
import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.play.executor import PlayContext
from bot.play.history import looking_back
from bot.play.history.filling import fill
from bot.play.history.imports import MOST_BYTES, MOST_ENTRIES
from bot.play.match import views
from bot.play.match.rewind import ActivePath
from bot.play.match.views import LogLine, MatchView
from bot.play.positions import ENDINGS, THROWS, WrittenState, undone_to, unpack_rows
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.packing import pack
from bot.play.storage.ports import Reader
from bot.play.storage.records import MOVES, Entry, EntryKind, MatchId, Status
from games.core.contract import AnyGame
from games.core.log import dice_proofs, match_file
from games.core.log.dice_proofs import RequestedRoll
from games.core.log.match_file import FinalState, Head, Line
from games.core.types import REFEREE, Seat, Seated

_TELLING = MOVES | {EntryKind.UNDONE, EntryKind.SET_DICE}
"""The text of these goes along; that of others may be somebody's name, and stays in the match."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A match file.

    ``complete``    it can be replayed, except for what was played under ``older`` rules
    ``secrets``     it holds what was secret
    ``importable``  a match can go on from it; what cannot be replayed comes with its positions
    """

    name: str
    data: bytes
    complete: bool
    secrets: bool
    importable: bool = False
    older: bool = False


async def export(
    context: PlayContext, match_id: MatchId, user: int, board: Callable[[MatchView], str]
) -> Exported:
    """Export a match for ``user``.

    Everything when nothing in it is secret, or when it is over: it counts as disclosed then.
    Before that what their viewer may read, and ``board``, the text of what they see.
    Raises ``NoMatch``, or ``NotNow`` before the start.
    """
    match_view = await views.load_for_user(context, match_id, user)
    if match_view.view is None:
        raise NotNow("Nothing has been played in this match yet.")
    match, secrets = match_view.match, match_view.game.meta.secrets
    over = match.status is Status.OVER
    if over and (secrets or match_view.game.meta.dice):
        await looking_back.disclose(context, match.id)
    name = f"match-{match.id}-{match.shown}.json"
    if over or not secrets:
        await fill(context, match.id)
    async with context.store.reading() as reader:
        if over or not secrets:
            entries = await reader.read(queries.Entries(match.id, until=match.seq))
            data, shows_all = await _build_file(reader, context, match_view, entries)
            can = shows_all and len(data) <= MOST_BYTES and len(entries) <= MOST_ENTRIES
            older = any(_is_older(match_view.game, entry) for entry in entries)
            return Exported(name, data, True, secrets, importable=can, older=older)
        lines = await views.read_lines(reader, context, match, match_view.viewer, until=match.seq)
    end = FinalState(
        stands=match_view.game.words.standing(match_view.view), board=board(match_view)
    )
    told = tuple(_readable_line(line, entry) for entry, line in lines)
    data = match_file.written(_build_head(match_view, _reader_name(match_view)), told, end)
    return Exported(name, data, complete=False, secrets=False)


async def _build_file(
    reader: Reader, context: PlayContext, match_view: MatchView, entries: Sequence[Entry]
) -> tuple[bytes, bool]:
    """The file, and whether it has the position of each entry that cannot be replayed."""
    match, game = match_view.match, match_view.game
    active_path = ActivePath(match.seq, await reader.read(queries.Cuts(match.id)))
    state = await context.positions.load(reader, match)
    older = [entry for entry in entries if _is_older(game, entry)]
    kept: dict[int, WrittenState] = {}
    if older:
        rows = await reader.read(queries.Snapshots(match.id, older[-1].seq, after=0))
        kept = await asyncio.to_thread(unpack_rows, rows)
    data = await asyncio.to_thread(
        _build_complete, match_view, game, entries, active_path, state, kept
    )
    return data, all(entry.seq in kept for entry in older)


def _is_older(game: AnyGame, entry: Entry) -> bool:
    return entry.rules_version != game.meta.rules_version


def _build_complete(
    match_view: MatchView,
    game: AnyGame,
    entries: Sequence[Entry],
    active_path: ActivePath,
    state: Any,
    kept: Mapping[int, WrittenState],
) -> bytes:
    match = match_view.match
    over = match.status is Status.OVER
    # Entries told only after the end are left out without a gap in the numbers.
    shown = [entry for entry in entries if over or entry.shown is not None]
    numbers = {0: 0}
    for number, entry in enumerate(shown, 1):
        numbers[entry.seq] = number
    lines = [
        _complete_line(game, entry, numbers, undone=active_path.is_undone(entry)) for entry in shown
    ]
    base = b""
    for at, entry in enumerate(shown):
        if _is_older(game, entry) and entry.seq in kept:
            written = kept[entry.seq]
            after = {
                "events": tuple(json.loads(entry.events)),
                "after": b64encode(pack(written.data, base)).decode(),
                "form": written.rules_version,
            }
            lines[at], base = lines[at].model_copy(update=after), written.data
    ending = ENDINGS.read(match.ending) if match.ending else None
    end = FinalState(
        stands=game.words.standing(game.view(state, REFEREE)),
        state=hashlib.sha256(game.state_form.write(state)).hexdigest(),
        ending=None if ending is None else json.loads(ENDINGS.write(ending)),
        seed=match.seed.hex() if over and game.meta.dice else "",
    )
    return match_file.written(_build_head(match_view, "everybody"), tuple(lines), end)


def _build_head(match_view: MatchView, whose: str) -> Head:
    match, words = match_view.match, match_view.game.words
    seats = tuple(words.seat(match_view.view, Seat(seat))[:100] for seat in range(match.seats))
    return Head(
        id=match.id,
        game=match.game,
        title=match_view.game.meta.title,
        settings=json.loads(match.settings),
        teams=match.sides.teams,
        seats=seats,
        whose=whose,
        commitment=dice_proofs.commitment(match.seed, match.id)
        if match_view.game.meta.dice
        else "",
    )


def _reader_name(match_view: MatchView) -> str:
    return (
        f"seat {match_view.viewer.seat}" if isinstance(match_view.viewer, Seated) else "spectator"
    )


def _readable_line(line: LogLine, entry: Entry) -> Line:
    """The entry in sentences, with no more than the log shows."""
    return Line(
        number=line.shown,
        kind=line.kind.value,
        at=entry.at.isoformat(timespec="seconds"),
        rules=entry.rules_version,
        seat=line.seat,
        text=(line.text or None) if line.kind in _TELLING else None,
        told=line.sentences,
        reason=line.reason or None,
        undone=line.undone,
    )


def _complete_line(
    game: AnyGame, entry: Entry, numbers: Mapping[int, int], *, undone: bool
) -> Line:
    """The entry with all its data."""
    told = (game.event_form.read(json.dumps(raw)) for raw in json.loads(entry.events))
    throw = THROWS.read(entry.body) if entry.kind is EntryKind.DICE else None
    kind, body = entry.kind, entry.body
    return Line(
        number=numbers[entry.seq],
        shown=entry.shown,
        kind=kind.value,
        at=entry.at.isoformat(timespec="seconds"),
        rules=entry.rules_version,
        seat=entry.seat,
        decision=entry.decision,
        text=(entry.text or None) if kind in _TELLING else None,
        told=tuple(filter(None, (game.words.tell(event) for event in told))),
        move=json.loads(body) if kind in MOVES else None,
        asked=None if throw is None else _to_asked(throw.asked),
        faces=None if throw is None else throw.faces,
        roll=None if throw is None else throw.place,
        by_hand=throw is not None and throw.by_hand,
        given=throw is not None and throw.given,
        adjustment=json.loads(body) if kind is EntryKind.ADJUSTED else None,
        position=json.loads(body) if kind is EntryKind.POSITION else None,
        to=_nearest_number(numbers, undone_to(entry)) if kind is EntryKind.UNDONE else None,
        reason=entry.reason or None,
        place=entry.place,
        branch=_nearest_number(numbers, entry.branch),
        undone=undone,
    )


def _to_asked(rolls: Sequence[Any]) -> tuple[RequestedRoll, ...]:
    return tuple(
        RequestedRoll(count=roll.count, sides=roll.sides, why=roll.why[:500]) for roll in rolls
    )


def _nearest_number(numbers: Mapping[int, int], seq: int) -> int:
    """The number of this entry, or of the last one before it that is in the file."""
    while seq not in numbers:
        seq -= 1
    return numbers[seq]
