"""Rules of undo: what may be undone freely, with the others' consent, or never.

The class of an undo is derived from the log alone: from the kinds of the entries that would
no longer count, and from the labels of their events. Secret choices of other seats are not looked
at, so that no answer tells whether there are any.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.play.match.rewind import backwards, is_hidden_from
from bot.play.positions import read_events, undone_to
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import CHANGING, MOVES, Entry, EntryKind, Match
from games.core.contract import AnyGame
from games.core.types import Seat, Seated


class UndoClass(StrEnum):
    FREE = "free"
    """Nobody else has acted since, and nothing was rolled or revealed."""
    CONSENT = "consent"
    """The other people at the table must agree."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class UndoVerdict:
    """``reason`` says why the undo is not free; ``instead`` what would be possible."""

    of: UndoClass
    reason: str = ""
    instead: str = ""


FREE = UndoVerdict(UndoClass.FREE)
_REFEREE = "Only the referee can take that back: `/referee undo`."
_NOT_ACTS = frozenset(
    {
        EntryKind.PAUSED,
        EntryKind.RESUMED,
        EntryKind.EXTENDED,
        EntryKind.MOVED,
        EntryKind.LOOKED,
        EntryKind.TRIED,
        EntryKind.SET_DICE,
    }
)
"""Entries that never prevent an undo."""


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """``seat`` wants to rewind the match to entry ``to``.

    ``taken``   the entries that would no longer count, in order, as far as ``seat`` may know of
                them; those that change no position stay in force and are not among them
    ``number``  the public number of the last entry that would count; 0 for none
    """

    seat: Seat
    to: int
    number: int
    taken: tuple[Entry, ...]
    verdict: UndoVerdict

    @property
    def is_hidden(self) -> bool:
        """Whether nobody else may learn of it, because ``seat`` alone knows of what it undoes."""
        return all(entry.shown is None for entry in self.taken)

    def mark(self, match: Match) -> str:
        return build_mark(match, self.taken)


def build_mark(match: Match, taken: Iterable[Entry]) -> str:
    """Identify an undo within the match without disclosing anything about it.

    Args:
        taken: the entries that would not count any more, as far as the one who asks may know them
    """
    # Made only of what unseen entries of others cannot change.
    each = (str(entry.shown or f"{entry.decision} {entry.body}") for entry in taken)
    what = ":".join(("undo", match.id, *each))
    return hmac.digest(match.seed, what.encode(), hashlib.sha256).hex()[:12]


async def plan_undo(
    reader: Reader,
    game: AnyGame,
    match: Match,
    seat: Seat,
    others: Collection[Seat],
    number: int | None = None,
) -> UndoPlan:
    """Plan an undo of the last move of ``seat``, or of all after the public entry ``number``.

    Args:
        others: The seats of other people.
    """

    def refuse(reason: str, instead: str = "") -> UndoPlan:
        return UndoPlan(seat, 0, 0, (), UndoVerdict(UndoClass.REFUSED, reason, instead))

    wanted = None
    if number is not None:
        wanted = await reader.read(queries.EntryShown(match.id, number))
        if wanted is None:
            return refuse(f"There is no #{number} in this match.", _describe_newest(match))
    target = 0 if wanted is None else wanted.seq
    if wanted is not None and wanted.kind is EntryKind.UNDONE:
        target = undone_to(wanted)
    taken: list[Entry] = []
    verdict, beside, found = FREE, FREE, False
    async for entry in backwards(reader, match.id, match.seq):
        if is_hidden_from(entry, seat):
            continue
        if found or (wanted is not None and entry.seq <= target):
            if wanted is not None and entry.seq < target and wanted.kind is not EntryKind.UNDONE:
                nearest = _nearest_number(entry)
                return refuse(f"#{number} has itself been taken back.", nearest)
            if not taken:
                return refuse(f"The match is already at #{match.shown}.")
            if entry.rules_version != game.meta.rules_version:
                return refuse(
                    "Everything before was played under an earlier version of the rules.", _REFEREE
                )
            back = await _load_number(reader, match, entry)
            plan = UndoPlan(seat, entry.seq, back, tuple(reversed(taken)), verdict)
            # What nobody else knows of needs no consent of those who joined later.
            return plan if plan.is_hidden else replace(plan, verdict=_worse(verdict, beside))
        if entry.kind is EntryKind.START:
            break
        judgement = judge(game, entry, seat, others)
        if entry.kind in CHANGING:
            taken.append(entry)
            verdict = _worse(verdict, judgement)
        else:
            beside = _worse(beside, judgement)
        if judgement.of is UndoClass.REFUSED:
            return UndoPlan(seat, 0, 0, tuple(reversed(taken)), judgement)
        found = wanted is None and entry.seat == seat and entry.kind in MOVES
    return refuse("You have made no move that could be taken back.")


def judge(game: AnyGame, entry: Entry, seat: Seat, others: Collection[Seat]) -> UndoVerdict:
    """Decide whether ``seat`` may undo ``entry`` freely, with consent, or never."""
    number = "What you have chosen last" if entry.shown is None else f"#{entry.shown}"
    if entry.kind is EntryKind.DICE and entry.shown is None:
        return _refuse(
            "Dice have been thrown in secret since, and nobody may choose again knowing them."
        )
    if entry.kind is EntryKind.DICE:
        return _refuse(
            f"The dice of {number} have been thrown, and nobody may choose again knowing them."
        )
    if entry.rules_version != game.meta.rules_version:
        return _refuse(f"{number} was played under an earlier version of the rules.", _REFEREE)
    if entry.kind is EntryKind.POSITION and entry.reason and not entry.referee:
        return _refuse(
            f"With {number} the rules have changed, and what was before stays.", _REFEREE
        )
    if entry.kind in (EntryKind.ADJUSTED, EntryKind.POSITION):
        return _refuse(f"{number} was not played: the match was set up like that.", _REFEREE)
    if entry.kind in (EntryKind.RESIGNATION, EntryKind.DRAWN, EntryKind.CLOSED):
        return _refuse(
            f"{number} is final: a player has given up, or the match was ended.", _REFEREE
        )
    # Asking for an undo must not tell what the seat may not see.
    mine = (event for event in read_events(game, entry) if event.visible_to(Seated(seat)))
    if any(event.reveals for event in mine):
        return _refuse(f"{number} has revealed something that nobody can un-see.")
    if entry.kind in _NOT_ACTS or not others:
        return FREE
    if entry.kind in (EntryKind.LEFT, EntryKind.TAKEN):
        return _ask_others(f"A seat has changed hands since then ({number}).")
    if entry.kind is EntryKind.DEFAULT and (entry.seat == seat or entry.seat in others):
        return _ask_others(f"{number} was played because of a timeout.")
    return (
        _ask_others(f"Somebody else has acted since then ({number}).")
        if entry.seat in others
        else FREE
    )


def _refuse(reason: str, instead: str = "") -> UndoVerdict:
    return UndoVerdict(UndoClass.REFUSED, reason, instead)


def _ask_others(reason: str) -> UndoVerdict:
    return UndoVerdict(UndoClass.CONSENT, reason)


def _worse(one: UndoVerdict, other: UndoVerdict) -> UndoVerdict:
    rank = list(UndoClass)
    return other if rank.index(other.of) >= rank.index(one.of) and other is not FREE else one


def describe_numbers(plan: UndoPlan) -> str:
    """Describe the entries of an undo: ``#12``, or ``everything after #12``."""
    public = [entry.shown for entry in plan.taken if entry.shown is not None]
    return f"#{public[0]}" if len(public) == 1 else f"everything after #{plan.number}"


def _describe_newest(match: Match) -> str:
    return f"The newest is #{match.shown}."


def _nearest_number(entry: Entry) -> str:
    return f"The nearest earlier entry that still counts is #{entry.shown}." if entry.shown else ""


async def _load_number(reader: Reader, match: Match, entry: Entry) -> int:
    """The public number of ``entry``, or of the last entry before it that has one."""
    if entry.shown is not None:
        return entry.shown
    async for each in backwards(reader, match.id, entry.seq):
        if each.shown is not None:
            return each.shown
    return 0
