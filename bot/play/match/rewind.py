"""Rewinding a match to an earlier entry.

The log only grows: an ``UNDONE`` entry names the one to which the match goes back. The path
consists of the entries that count; it is walked from its end, so that a long match costs no more
than a short one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.play.executor import PlayContext
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.positions import THROWS, Lost, undone_to
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import CHANGING, MOVES, Entry, EntryKind, MatchId
from games.core.log import replay
from games.core.types import Chance, Forbidden, Malformed, Seat

_PAGE = 32
"""Entries fetched at once."""


class ActivePath:
    """The path that leads to entry ``last``.

    ``cuts``  the entries of the log that take back, in order
    """

    def __init__(self, last: int, cuts: Sequence[Entry]) -> None:
        self._cuts = tuple((cut.seq, undone_to(cut), cut.seat) for cut in cuts if cut.seq <= last)
        self._parts: list[tuple[int, int]] = []
        """The stretches that count, first and last entry of each, in order."""
        for seq, to, _ in reversed(self._cuts):
            if seq <= last:
                if seq < last:
                    self._parts.insert(0, (seq + 1, last))
                last = to
        if last > 0:
            self._parts.insert(0, (1, last))

    def counts(self, seq: int) -> bool:
        """Whether this entry is on the path. An undo never is."""
        found = self._find_part(seq)
        return found is not None and found[0] <= seq <= found[1]

    def newest_up_to(self, seq: int) -> int:
        """The newest entry that counts and is not newer than ``seq``; 0 for none."""
        found = self._find_part(seq)
        return 0 if found is None else min(seq, found[1])

    def is_undone(self, entry: Entry) -> bool:
        """Whether this entry has been taken back, as far as those may know who can read it.

        What only a seat knows of is taken back by nobody else: when the others go back, it is
        chosen again.
        """
        if entry.kind not in CHANGING:
            return False  # what is agreed on beside the board stays in force
        cutters = [seat for seq, to, seat in self._cuts if to < entry.seq < seq]
        if not cutters or self.counts(entry.seq):
            return False
        return entry.shown is not None or entry.seat in cutters

    def _find_part(self, seq: int) -> tuple[int, int] | None:
        at = bisect_right(self._parts, seq, key=lambda part: part[0])
        return self._parts[at - 1] if at else None


async def backwards(reader: Reader, match: MatchId, seq: int) -> AsyncIterator[Entry]:
    """The entries that count, from ``seq`` back to the start."""
    known: dict[int, Entry] = {}
    while seq > 0:
        if seq not in known:
            page = await reader.read(queries.Entries(match, after=max(0, seq - _PAGE), until=seq))
            known = {entry.seq: entry for entry in page}
        entry = known[seq]
        if entry.kind is EntryKind.UNDONE:
            seq = undone_to(entry)
            continue
        yield entry
        seq -= 1


async def entries_beyond(reader: Reader, match: MatchId, seq: int, to: int) -> tuple[Entry, ...]:
    """The entries that count after entry ``seq`` and would not after entry ``to``, in order.

    ``to`` may have been taken back itself: going back to it makes it count again.
    """
    later: list[Entry] = []
    there = backwards(reader, match, to)
    reached = await anext(there, None)
    async for entry in backwards(reader, match, seq):
        while reached is not None and reached.seq > entry.seq:
            reached = await anext(there, None)
        if reached is None or reached.seq == entry.seq:
            break
        later.append(entry)
    return tuple(reversed(later))


def is_hidden_from(entry: Entry, seat: Seat | None) -> bool:
    """Whether ``seat`` may not know of this entry, nor anybody but another seat or the referee:
    what the referee has found out is told to nobody before the end."""
    if entry.kind in (EntryKind.LOOKED, EntryKind.TRIED):
        return True
    if entry.shown is not None or seat is None:
        return entry.shown is None
    if entry.kind is EntryKind.DICE:
        return seat not in (THROWS.read(entry.body).only or ())
    return entry.seat != seat


async def rewind_match(
    reader: Reader, context: PlayContext, transition: Transition, to: int, **line: Any
) -> None:
    """Add the entry that rewinds the match to entry ``to``.

    ``line``  what else ``PendingEntry`` has of it: ``seat``, ``user``, ``reason``, ``hidden``

    What other seats than ``seat`` have chosen unseen since then is chosen again where it still
    can be: whether there was anything shows nowhere. Whatever is open afterwards is put to its
    player, whatever their standing orders say: an order that answered at once would make it
    impossible to think again. Raises ``NotNow`` when the state of then cannot be found.
    """
    seat: Seat | None = line.get("seat")
    later = await entries_beyond(reader, transition.match.id, transition.match.seq, to)
    # What only others know of and follows at once need not be chosen again: it stays.
    while (
        later and later[0].place == (await _load_entry(reader, transition.match.id, to)).place + 1
    ):
        if not is_hidden_from(later[0], seat):
            break
        to, later = later[0].seq, later[1:]
    there = await _load_entry(reader, transition.match.id, to)
    number = await _load_number(reader, transition.match.id, to)
    try:
        state = await context.positions.load_after(reader, transition.match, to)
    except Lost:
        if await reader.read(queries.UnfilledMatches(transition.match.id)):
            raise NotNow(
                f"The position after #{number} is still being worked out.",
                instead="Please try again in a minute.",
            ) from None
        raise NotNow(
            f"No position was kept after #{number}.",
            instead="A later entry may still be available.",
        ) from None
    body = f'{{"to":{to}}}'
    transition.cut(PendingEntry(EntryKind.UNDONE, body, state, text=str(number), **line), there)
    if there.rules_version != transition.game.meta.rules_version:
        transition.set_position(state, played_under=there.rules_version)
    if not line.get("hidden"):
        for holder in tuple(transition.holders.values()):
            if holder.lapsed:
                transition.keep(replace(holder, lapsed=""))
    while isinstance(transition.pending, Chance):
        transition.throw(transition.pending)
    _ask_again(transition, (each for each in later if is_hidden_from(each, seat)))
    transition.put |= {each.key for each in transition.open_decisions}


def _ask_again(transition: Transition, entries: Iterable[Entry]) -> None:
    for entry in entries:
        decision = next(
            (each for each in transition.open_decisions if each.key == entry.decision), None
        )
        if entry.kind not in MOVES or decision is None or decision.seat != entry.seat:
            continue
        try:
            move = transition.game.move_form.read(entry.body)
            done = replay.play(transition.game, transition.state, decision, move)
        except (Forbidden, Malformed):
            continue
        if any(event.only is None or event.reveals for event in done.events):
            continue  # it was unseen, and must not be seen by being made again
        transition.play(entry.kind, decision, move, done, entry.user)
        first = len(transition.lines) - 1
        while isinstance(transition.pending, Chance) and transition.pending.only is not None:
            transition.throw(transition.pending)
        # Its seat reads of it where it was chosen first: twice would tell that others went back.
        transition.lines[first:] = (replace(each, again=True) for each in transition.lines[first:])


async def _load_entry(reader: Reader, match: MatchId, seq: int) -> Entry:
    [found] = await reader.read(queries.Entries(match, after=seq - 1, until=seq))
    return found


async def _load_number(reader: Reader, match: MatchId, seq: int) -> int:
    """The public number of the newest entry that counts and is not newer than ``seq``."""
    async for entry in backwards(reader, match, seq):
        if entry.shown is not None:
            return entry.shown
    return 0
