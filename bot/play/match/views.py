"""Looking at a match: what one viewer may see of it, and nothing else.

Everything the chat shows comes from here, as views: panels, private pictures,
autocomplete, the log. No state leaves this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.play.clocks.due_times import shown_end, time_banks
from bot.play.executor import PlayContext, Receipt
from bot.play.match import outcomes
from bot.play.match.rewind import ActivePath
from bot.play.positions import ENDINGS, THROWS, Lost, read_events
from bot.play.refusals import ONLY_WATCHING, NoMatch, NotSeated, load_seated
from bot.play.seat_holders import (
    NONE,
    Answers,
    Seatings,
    acting_seat,
    goes_on,
    known_answers,
    spare_seats,
)
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.profiles import Player
from bot.play.storage.queries import MatchRecords, Query
from bot.play.storage.records import Entry, EntryKind, Hints, Match, MatchId, SeatHolder, Status
from games.core import questions
from games.core.contract import AnyGame
from games.core.events import Event
from games.core.log import dice_proofs
from games.core.questions import Completion
from games.core.settings import Settings
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Decision,
    Decisions,
    Ending,
    Refusal,
    Seat,
    Seated,
    Viewer,
)

_LONGEST = 400
"""Characters of what dice were for."""
MOST_SUGGESTED, LONGEST_SUGGESTED = 3, 100
"""Whole moves that are suggested while somebody types, and their characters."""
AT_HAND = 40
"""Entries that are read without a thread of their own."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as one viewer sees it.

    ``view``      ``None`` in the lobby
    ``mine``      the viewer's own open decisions
    ``awaited``   the seats the match is publicly waiting for
    ``waiting``   the decisions it publicly waits for
    ``secretly``  whether the match waits for secret choices; who has chosen is not told
    ``due``       when what the match publicly waits for, and what the viewer is asked, is due:
                  by key, for decisions with a time limit; of what is late, when its grace ends
    ``late``      keys of what is late among these; without a time in ``due`` it is for the others
                  to decide how to go on
    ``secretly_due``  when the time for the secret choices is over, if they have a limit, or the
                  grace after it; ``secretly_late``: whether they are late
    ``banks``     what seats have in their banks while nothing runs there
    ``answers``   what the viewer's own seat has decided in advance
    ``commitment``  to the seed of the dice; empty in a game without dice
    ``paused``    nobody is there to play for, so the match does not go on by itself
    ``person``    the user who looks; ``None`` for what is shown to several
    ``palette``   the colours that this person has chosen; empty as usual
    ``revealed``  after the end, what the seats had kept to themselves, a sentence each
    ``explained``  the marks on the boards of this game that this person knows
    ``signs``   what the chat writes for seats and kinds of pieces, by ``seat_key`` or code

    ``holders`` are without what only the seats themselves may know.
    """

    match: Match
    game: AnyGame
    holders: tuple[SeatHolder, ...]
    viewer: Viewer
    view: Any = None
    mine: tuple[Decision, ...] = ()
    awaited: tuple[Seat, ...] = ()
    secretly: bool = False
    ending: Ending | None = None
    waiting: tuple[Decision, ...] = ()
    due: Mapping[str, datetime] = field(default_factory=dict)
    secretly_due: datetime | None = None
    late: frozenset[str] = frozenset()
    secretly_late: bool = False
    banks: Mapping[Seat, timedelta] = field(default_factory=dict)
    answers: Answers = NONE
    commitment: str = ""
    paused: bool = False
    person: int | None = None
    palette: str = ""
    explained: frozenset[str] = frozenset()
    revealed: tuple[str, ...] = ()
    signs: Mapping[str, str] = field(default_factory=dict)

    @property
    def seat(self) -> Seat | None:
        return self.viewer.seat if isinstance(self.viewer, Seated) else None

    def own_seat(self) -> Seat:
        """The viewer's seat. Raises ``NotSeated`` for somebody who can only watch."""
        if self.seat is None:
            raise NotSeated(ONLY_WATCHING)
        return self.seat

    @property
    def settings(self) -> Settings:
        """All settings of the match, those that nobody named at their defaults."""
        return self.game.settings.model_validate_json(self.match.settings)

    def describe_default(self, decision: Decision) -> str:
        """Say what happens to ``decision`` when nobody answers it; empty for nothing.

        For others than its seat it is told from the public view, without any orders.
        """
        standing = self.game.standing
        if standing is None or self.view is None:
            return ""
        orders = self.answers.orders if decision.seat == self.seat else ()
        return standing.unless(self.view, decision, orders)

    @property
    def hints(self) -> Hints:
        """How much is told of good moves: as the host has set it, or as usual (record 62)."""
        if self.match.hints is not None:
            return self.match.hints
        people = all(holder.user is not None for holder in self.holders)
        return Hints.ORDER if people and not self.match.practice else Hints.FULL

    @property
    def result(self) -> str:
        """How the match ended, in a sentence; empty while it goes on."""
        if self.ending is None or self.view is None:
            return ""
        return outcomes.describe_ending(self.game, self.view, self.ending, self.match.sides)

    def holder(self, seat: Seat) -> SeatHolder | None:
        return next((holder for holder in self.holders if holder.seat == seat), None)

    def user(self, seat: Seat) -> int | None:
        """The user in the seat; ``None`` for a computer player and an empty seat."""
        holder = self.holder(seat)
        return None if holder is None else holder.user

    @property
    def names(self) -> tuple[str, ...]:
        """Display names by seat; a seat that nobody holds has an empty one."""
        held = {holder.seat: holder.name for holder in self.holders}
        return tuple(held.get(Seat(s), "") for s in range(self.match.seats))


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as a viewer may read it.

    ``text``    that of the move; the name of who came or went; of an entry that takes back, the
                number of the one as after which the match stands again
    ``reason``  why the referee did it
    ``referee``, ``referee_seat``  the name of the referee who did it, and the seat they held
    ``undone``  whether it has been taken back since
    ``holders``   who held the seats then; ``None`` for those of today
    ``agreed``  where players agreed on it: the seat that proposed it, then those that agreed
    ``instead`` of a seat that was taken: the name of who held it before, if anybody did
    ``events``  what happened, as far as the viewer may know of it
    """

    shown: int | None
    kind: EntryKind
    seat: Seat | None
    text: str
    sentences: tuple[str, ...] = ()
    reason: str = ""
    referee: str = ""
    referee_seat: Seat | None = None
    at: datetime | None = None
    undone: bool = False
    holders: tuple[SeatHolder, ...] | None = None
    agreed: tuple[Seat, ...] = ()
    instead: str = ""
    events: tuple[Event, ...] = ()


def events_of(lines: Iterable[LogLine]) -> tuple[Event, ...]:
    """The events of some entries, without those taken back since."""
    return tuple(event for line in lines if not line.undone for event in line.events)


def to_public(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """The same entries as everybody may read them."""
    return tuple(
        replace(line, events=tuple(each for each in line.events if each.only is None))
        for line in lines
    )


async def load_match_in(context: PlayContext, channel: int, server: int | None = None) -> Match:
    """The match of a channel. Raises ``NoMatch``."""
    async with context.store.reading() as reader:
        return check_here(await reader.read(queries.MatchIn(channel)), server)


def check_here(match: Match | None, server: int | None) -> Match:
    """The match of a channel on ``server``. Raises ``NoMatch``."""
    if match is None or (server is not None and match.server != server):
        raise NoMatch("There is no match in this channel.", instead="Start one: `/match new`")
    return match


async def load_for_user(
    context: PlayContext, match_id: MatchId, user: int, key: str | None = None
) -> MatchView:
    """What this person may see: their seat's view, or a spectator's. With several seats it is
    that of the one that is asked; for the decision ``key``, if that is given."""
    async with context.store.reading() as reader:
        records = check_found(await reader.read(queries.Looked(match_id, user)))
        return await _build_for_user(reader, context, records, key)


async def load_after(
    context: PlayContext,
    receipt: Receipt,
    user: int,
    key: str | None = None,
    *,
    before: MatchView | None = None,
) -> MatchView:
    """What this person may see of the match as their command has left it.

    ``before``  what they saw: the pictures of one without it are for nobody in particular
    """
    if receipt.after is None:
        return await load_for_user(context, receipt.match, user, key)
    records = replace(receipt.after, player=Player(user))
    if before is not None:
        player = Player(user, palette=before.palette)
        records = replace(records, player=player, explained=before.explained)
    async with context.store.reading() as reader:
        return await _build_for_user(reader, context, records, key)


async def load_here(context: PlayContext, channel: int, server: int | None, user: int) -> MatchView:
    """What this person may see of the match of a channel. Raises ``NoMatch``."""
    async with context.store.reading() as reader:
        records = await reader.read(queries.LookedIn(channel, user))
        check_here(None if records is None else records.match, server)
        return await _build_for_user(reader, context, check_found(records))


async def load_open(
    context: PlayContext, user: int, most: int, wanted: Callable[[Match], bool]
) -> tuple[Player, list[MatchView]]:
    """A person, and what they may see of their ``wanted`` matches that are not over; those that
    cannot be opened are left out."""
    found = list[MatchView]()
    async with context.store.reading() as reader:
        player, theirs = await reader.read_together(
            queries.PlayerOf(user), queries.LookedOf(user, most)
        )
        for records in theirs:
            if wanted(records.match):
                with suppress(Lost):
                    found.append(await _build_for_user(reader, context, records))
    return player, found


async def load_for_message(
    context: PlayContext, match_id: MatchId, user: int
) -> tuple[Player, MatchView, MatchView]:
    """A person, what they may see of the match, and what everybody may."""
    async with context.store.reading() as reader:
        records = check_found(await reader.read(queries.Looked(match_id, user)))
        own = await _build_for_user(reader, context, records)
        return records.player, own, await build_view(reader, context, records, SPECTATOR)


async def _build_for_user(
    reader: Reader, context: PlayContext, records: MatchRecords, key: str | None = None
) -> MatchView:
    match, holders, player = records.match, records.holders, records.player
    opened: tuple[Decision, ...] = ()
    if player.user in {holder.user for holder in holders if holder.seat in spare_seats(holders)}:
        game = context.games[match.game]
        pending = game.pending(await context.positions.load(reader, match))
        opened = pending.open if isinstance(pending, Decisions) else ()
    seat = acting_seat(holders, player.user, opened, key)
    viewer: Viewer = SPECTATOR if seat is None else Seated(seat)
    match_view = await build_view(reader, context, records, viewer)
    known = records.explained
    return replace(match_view, person=player.user, palette=player.palette, explained=known)


async def load_public(context: PlayContext, match_id: MatchId) -> MatchView:
    """What everybody in the channel may see."""
    return await load_for_viewer(context, match_id, SPECTATOR)


async def load_for_viewer(context: PlayContext, match_id: MatchId, viewer: Viewer) -> MatchView:
    """What ``viewer`` sees. Who may ask for whose eyes is for the caller to check."""
    async with context.store.reading() as reader:
        return await build_view(
            reader, context, check_found(await reader.read(queries.Looked(match_id))), viewer
        )


def check_found(records: MatchRecords | None) -> MatchRecords:
    """Raises ``NoMatch``."""
    if records is None:
        raise NoMatch("There is no such match.")
    return records


async def load_completions(
    context: PlayContext, channel: int, server: int | None, user: int, typed: str, limit: int
) -> tuple[tuple[Completion, ...], int]:
    """Suggestions for a half-typed move, and how many more there are."""
    try:
        match_view = await load_here(context, channel, server, user)
        found = await asyncio.to_thread(_complete_typed, match_view, typed)
    except Refusal:
        return (), 0
    return tuple(found[:limit]), max(0, len(found) - limit)


async def load_log(context: PlayContext, match_id: MatchId, viewer: Viewer) -> tuple[LogLine, ...]:
    """What ``viewer`` may read of all entries, in order."""
    async with context.store.reading() as reader:
        match, _ = await load_seated(reader, match_id)
        return tuple(line for _, line in await read_lines(reader, context, match, viewer))


async def read_lines(
    reader: Reader,
    context: PlayContext,
    match: Match,
    viewer: Viewer,
    *,
    after: int = 0,
    until: int | None = None,
) -> tuple[tuple[Entry, LogLine], ...]:
    """The entries after ``after`` that say something to ``viewer``, with what they say. The raw
    entry is not for people."""
    asked = queries.Entries(match.id, after=after, until=until)
    [found] = await read_for_viewers(reader, context, match, asked, viewer)
    return found


async def read_for_viewers(
    reader: Reader,
    context: PlayContext,
    match: Match,
    asked: Query[tuple[Entry, ...]],
    *viewers: Viewer,
) -> tuple[tuple[tuple[Entry, LogLine], ...], ...]:
    """The lines that each of the ``viewers`` may read of these entries."""
    changes = queries.SeatingChanges(match.id)
    # Most matches have nothing to look up here: nothing was ever taken back in them.
    if match.branch:
        entries, changed, cuts = await reader.read_together(asked, changes, queries.Cuts(match.id))
    else:
        (entries, changed), cuts = await reader.read_together(asked, changes), ()
    active_path, holders = ActivePath(match.seq, cuts), Seatings(match, changed)
    game = context.games[match.game]
    over = match.status is Status.OVER

    def lines_for(viewer: Viewer) -> tuple[tuple[Entry, LogLine], ...]:
        lines = (
            (entry, readable_line(game, entry, viewer, seated=holders, over=over))
            for entry in entries
        )
        return tuple(
            (entry, replace(line, undone=bool(cuts) and active_path.is_undone(entry)))
            for entry, line in lines
            if line is not None
        )

    def lines_for_all() -> tuple[tuple[tuple[Entry, LogLine], ...], ...]:
        return tuple(map(lines_for, viewers))

    # Of a thousand entries it takes some tenths of a second: the others do not wait for it.
    return lines_for_all() if len(entries) <= AT_HAND else await asyncio.to_thread(lines_for_all)


async def build_view(
    reader: Reader, context: PlayContext, records: MatchRecords, viewer: Viewer
) -> MatchView:
    """What ``viewer`` sees of a match that has been looked up already."""
    match, holders = records.match, records.holders
    game = context.games[match.game]
    seat = viewer.seat if isinstance(viewer, Seated) else None
    own = next((holder for holder in holders if holder.seat == seat), None)
    running = match.status is Status.RUNNING
    known = MatchView(
        match,
        game,
        tuple(replace(holder, answers="", lapsed="", time="") for holder in holders),
        viewer,
        answers=NONE if own is None else known_answers(own, game),
        commitment=dice_proofs.commitment(match.seed, match.id) if game.meta.dice else "",
        paused=running and not goes_on(match, holders),
        signs=context.signs.get(match.game, {}),
    )
    if match.seq == 0:
        return known
    state = await context.positions.load(reader, match)
    view = game.view(state, viewer)
    if match.status is Status.OVER:
        ending = ENDINGS.read(match.ending) if match.ending else None
        revealed = game.words.secrets(game.view(state, REFEREE)) if game.meta.secrets else ()
        return replace(known, view=view, ending=ending, revealed=revealed)
    pending = game.pending(state)
    opened = pending.open if isinstance(pending, Decisions) else ()
    mine = tuple(d for d in opened if d.seat == seat)
    waiting = tuple(d for d in opened if d.waits and not d.secret)
    # What is secret and not waited for must not show anywhere but in ``mine``.
    secretly = {d.key for d in opened if d.waits and d.secret}
    rows = {row.key: row for row in records.decisions if row.due_at is not None}
    due = {key: at for key, row in rows.items() if (at := shown_end(row, match)) is not None}
    resting = match.paused_at is not None
    late = {key for key, row in rows.items() if row.late and not resting}
    told = {d.key for d in (*waiting, *mine)}
    runs = {row.seat for row in rows.values() if row.waits and not row.secret}
    return replace(
        known,
        view=view,
        mine=mine,
        waiting=waiting,
        awaited=tuple(dict.fromkeys(d.seat for d in waiting)),
        secretly=bool(secretly),
        due={key: due_at for key, due_at in due.items() if key in told},
        secretly_due=max((due[key] for key in secretly if key in due), default=None),
        late=frozenset(late & told),
        secretly_late=bool(late & secretly),
        banks={seat: left for seat, left in time_banks(match, holders).items() if seat not in runs},
    )


def _complete_typed(match_view: MatchView, typed: str) -> list[Completion]:
    """Completions of what was typed, each once: suggested moves first, then all others."""
    wanted, found = "".join(typed.upper().split()), dict[str, Completion]()
    for decision in match_view.mine:
        options = match_view.game.options(match_view.view, decision)
        for each in (
            *_suggested(match_view, decision, wanted),
            *questions.complete(options, wanted),
        ):
            found.setdefault(each.text, each)
    return list(found.values())


def _suggested(match_view: MatchView, decision: Decision, wanted: str) -> list[Completion]:
    """What is suggested as one move, as far as the match has agreed on hints."""
    game = match_view.game
    if game.computer is None or match_view.hints is not Hints.FULL:
        return []
    found = game.computer.suggest(match_view.view, decision)
    whole = [
        Completion(game.write(each.moves[0]), f"{each.label}: {each.reason}")
        for each in found
        if len(each.moves) == 1
    ]
    fitting = (each for each in whole if "".join(each.text.upper().split()).startswith(wanted))
    return [each for each in fitting if len(each.text) <= LONGEST_SUGGESTED][:MOST_SUGGESTED]


def readable_line(
    game: AnyGame,
    entry: Entry,
    viewer: Viewer,
    *,
    seated: Seatings | None = None,
    over: bool = False,
) -> LogLine | None:
    """The entry as ``viewer`` may read it, ``None`` when it holds nothing for them.

    ``over``  whether the match is: what the referee did unseen is told to all then
    """
    events = tuple(event for event in read_events(game, entry) if event.visible_to(viewer))
    own = isinstance(viewer, Seated) and viewer.seat == entry.seat
    taken_back = entry.kind is EntryKind.UNDONE and own
    told_late = over and bool(entry.referee)
    if entry.again or (entry.shown is None and not events and not taken_back and not told_late):
        return None
    told = tuple(said for event in events if (said := game.words.tell(event)))
    if entry.kind is EntryKind.DICE and entry.shown is not None and not told:
        told = _describe_roll(entry)
    return LogLine(
        entry.shown,
        entry.kind,
        entry.seat,
        entry.text,
        told,
        entry.reason,
        entry.referee,
        entry.referee_seat,
        entry.at,
        holders=None if seated is None else seated.holders_after(entry.seq),
        agreed=tuple(map(Seat, entry.agreed)),
        instead="" if seated is None else _replaced_name(seated, entry),
        events=events,
    )


def _describe_roll(entry: Entry) -> tuple[str, ...]:
    """What dice were for of which the game tells nothing yet; only its events say who may know
    their faces."""
    why = "; ".join(filter(None, (roll.why for roll in THROWS.read(entry.body).asked)))
    return (f"Rolled: {why[:_LONGEST]}{'' if why.endswith('?') else '.'}",) if why else ()


def _replaced_name(seated: Seatings, entry: Entry) -> str:
    if entry.kind is not EntryKind.TAKEN:
        return ""
    before = seated.holders_after(entry.seq - 1)
    return next((holder.name for holder in before if holder.seat == entry.seat), "")
