"""What holds of every match at every moment, whatever has been done to it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from bot.play.application import Application
from bot.play.clocks import time_controls
from bot.play.positions import ENDINGS, THROWS, counting_entries
from bot.play.seat_holders import anyone_present, spare_seats
from bot.play.storage import queries
from bot.play.storage.profiles import PlayerResult
from bot.play.storage.records import (
    CHANGING,
    Entry,
    EntryKind,
    Match,
    MatchId,
    OpenDecision,
    SeatHolder,
    Status,
)
from games.core.contract import AnyGame
from games.core.log import dice_proofs, match_file
from games.core.log.verification import follow
from games.core.types import Chance, Decisions, Ending, Viewer
from tests.play.folding import from_log, kept_position

CUTTING = (EntryKind.UNDONE, EntryKind.ADJUSTED, EntryKind.POSITION)


async def sound(app: Application, match_id: MatchId) -> None:
    """The log gives the state, and everything that is stored beside it agrees with it."""
    async with app.store.reading() as reader:
        found = await reader.read(queries.SeatedMatch(match_id))
        assert found is not None
        match, holders = found
        entries = await reader.read(queries.Entries(match_id))
        rows = await reader.read(queries.OpenDecisions(match_id))
        stored = await kept_position(reader, match_id, match.seq)
        results = [
            each
            for each in await reader.read(queries.Results(None, None))
            if each.match == match_id
        ]
        proposals = await reader.read(queries.OpenProposals(match_id))
        kept = await app.executor.positions.load(reader, match)
        game = app.games[match.game]
        folded = kept
        if match.rules_version == game.meta.rules_version:
            folded = await from_log(reader, match, app.games[match.game])
    written = game.state_form.write
    assert written(folded) == stored == written(kept)
    _numbered(match, entries)
    _thrown_once(match, entries)
    _timed(match, holders, rows)
    users = {holder.seat: holder.user for holder in holders}
    if match.status is Status.OVER:
        assert rows == ()
        assert match.paused_at is None
        assert match.ending is not None
        had_seats = {holder.user for holder in holders if holder.user is not None} | set(
            match.resigned_by
        )
        counts = ENDINGS.read(match.ending).kind != Ending.ABANDONED and not spare_seats(holders)
        fared = {each.user: each.outcome for each in results}
        assert set(fared) >= had_seats if counts else not fared
        began = {user for _, user, _ in json.loads(entries[0].seating)}
        for user in set(fared) - had_seats:
            assert (user in began, fared[user]) == (True, PlayerResult.LEFT)
        return
    assert (results, match.ending) == ([], None)
    _open(game, match, kept, rows)
    for each in proposals:
        assert users.get(each.seat) == each.user
        assert set(each.agreed) <= set(users)


def _numbered(match: Match, entries: tuple[Entry, ...]) -> None:
    assert [entry.seq for entry in entries] == list(range(1, match.seq + 1))
    shown = [entry.shown for entry in entries if entry.shown is not None]
    assert shown == list(range(1, match.shown + 1))
    counting = counting_entries(entries)
    places = [
        each.place for each in counting if each.kind in CHANGING or each.kind is EntryKind.START
    ]
    assert places == list(range(1, len(places) + 1))
    assert match.place == places[-1]
    assert match.branch == max((e.seq for e in entries if e.kind in CUTTING), default=0)
    answered = [(entry.branch, entry.decision) for entry in entries if entry.decision]
    assert len(answered) == len(set(answered))


def _thrown_once(match: Match, entries: tuple[Entry, ...]) -> None:
    for entry in entries:
        if entry.kind is EntryKind.DICE:
            throw = THROWS.read(entry.body)
            rolled = dice_proofs.roll(match.seed, match.id, throw.place, Chance(throw.asked))
            assert throw.by_hand or throw.given or rolled.faces == throw.faces
    rolls = ""
    for throw in (
        THROWS.read(each.body) for each in counting_entries(entries) if each.kind is EntryKind.DICE
    ):
        assert throw.place == dice_proofs.next_place(rolls, Chance((), only=throw.only))
        rolls = dice_proofs.with_place(rolls, throw.place)
    assert match.rolls == rolls


def _open(game: AnyGame, match: Match, state: Any, rows: tuple[OpenDecision, ...]) -> None:
    pending = game.pending(state)
    # A paused match may have dice to throw.
    assert isinstance(pending, Decisions) or (match.paused_at and isinstance(pending, Chance))
    open_now = pending.open if isinstance(pending, Decisions) else ()
    assert {(each.key, each.seat, each.kind, each.waits, each.secret) for each in open_now} == {
        (row.key, row.seat, row.kind, row.waits, row.secret) for row in rows
    }


def _timed(match: Match, holders: tuple[SeatHolder, ...], rows: tuple[OpenDecision, ...]) -> None:
    agreed = time_controls.from_stored(match.clock)
    held = {holder.seat: holder for holder in holders}
    for row in rows:
        holder = held.get(row.seat)
        if not agreed.has_limits or holder is None or holder.is_computer:
            assert (row.due_at, row.act_at, row.late) == (None, None, False)
            continue
        if row.due_at is None:
            assert (row.act_at, row.late) == (None, False)
            forgotten = not row.waits or holder.is_autopilot or not anyone_present(holders)
            assert forgotten or agreed.pace(row.kind).time is None
        elif match.paused_at is not None:
            assert row.act_at is None
        elif not row.late:
            assert row.act_at is not None
            assert row.act_at <= row.due_at
    secret = {(row.kind, row.due_at) for row in rows if row.secret and row.waits and row.due_at}
    assert len({kind for kind, _ in secret}) == len(secret), "a time of one's own tells"


def whole(game: AnyGame, data: bytes) -> match_file.MatchLog:
    """A complete file that the rules of today follow to the state that it names."""
    log = match_file.read(data)
    assert (log.broken, log.match.complete) == ("", True)
    [*_, last] = follow(game, log)
    assert hashlib.sha256(game.state_form.write(last.state)).hexdigest() == log.end.state
    return log


def tells_only(
    game: AnyGame, match: Match, viewer: Viewer, entries: tuple[Entry, ...], data: bytes
) -> None:
    """A file from before the end holds no word of what its viewer may not know."""
    known, unknown = set[str](), set[str]()
    for entry in entries:
        for raw in json.loads(entry.events):
            event = game.event_form.read(json.dumps(raw))
            if said := game.words.tell(event):
                (known if event.visible_to(viewer) else unknown).add(said)
    file = json.loads(data)
    told = {said for entry in file["entries"] for said in entry.get("told", ())}
    assert not told & (unknown - known)
    assert match.seed.hex() not in data.decode()
    assert not any("move" in entry or "faces" in entry for entry in file["entries"])
