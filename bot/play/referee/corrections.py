"""The referee takes back: to any entry, past dice and reveals, after the end as well; and what was
taken back counts again when the referee goes back to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.play.executor import PlayContext
from bot.play.history.undo_rules import build_mark
from bot.play.match import preset_dice
from bot.play.match.rewind import backwards, entries_beyond, rewind_match
from bot.play.match.views import LogLine, MatchView, readable_line
from bot.play.referee import referee_views
from bot.play.referee.authority import ActionResult, RefereeCase, Ruling, open_trial, referee_action
from bot.play.refusals import NotNow
from bot.play.seat_holders import load_seatings
from bot.play.storage import queries
from bot.play.storage.records import CHANGING, MOVES, Entry, EntryKind, Status
from games.core.types import Ending, Seat


@dataclass(frozen=True, slots=True)
class RewindPreview:
    """What rewinding a match would do, as its referee may know it.

    ``number``  the public number of the last entry that would count
    ``taken``   what would not count any more, and ``again`` what would count again
    ``after``   the board as the referee would see it
    ``reopens`` whether the match is over and would go on
    ``mark``    names this rewinding and no other: what is confirmed is what was looked at
    """

    match_view: MatchView
    number: int
    taken: tuple[LogLine, ...]
    again: tuple[LogLine, ...]
    after: Any
    reopens: bool
    mark: str


@dataclass(frozen=True, slots=True)
class _Rewind:
    """Back to entry ``to``. ``line``: what its entry bears beside the referee's name."""

    to: int
    number: int
    line: Mapping[str, Any]


@referee_action("undo", after_the_end=True)
async def undo(case: RefereeCase, number: int, mark: str | None = None) -> ActionResult:
    """Rewind the match to the entry that people know by ``number``.

    Args:
        mark: that of the preview which was looked at; a match that has moved on is refused
    """
    rewind = await _to_entry(case, number)
    await _check_mark(case, rewind, mark)
    await rewind_match(case.work, case.context, case.transition, rewind.to, **case.line)
    again = " The match is running again." if case.is_over else ""
    return ActionResult(f"Rewound to #{number}.{again}")


@referee_action("reopen")
async def reopen(case: RefereeCase, seat: Seat, mark: str | None = None) -> ActionResult:
    """Take back the last answer of ``seat``, so that it is asked again; ``mark`` as in ``undo``."""
    rewind = await _to_answer(case, seat)
    await _check_mark(case, rewind, mark)
    await rewind_match(case.work, case.context, case.transition, rewind.to, **rewind.line)
    told = " Nobody else is told before the match is over." if rewind.line["hidden"] else ""
    return ActionResult(f"{case.seat_name(seat)} is asked again.{told}")


async def preview_undo(context: PlayContext, ruling: Ruling, number: int) -> RewindPreview:
    """Raises a ``Refusal`` where ``undo`` does."""
    async with open_trial(context, ruling, after_the_end=True) as case:
        return await _preview(case, await _to_entry(case, number))


async def preview_reopen(context: PlayContext, ruling: Ruling, seat: Seat) -> RewindPreview:
    """Raises a ``Refusal`` where ``reopen`` does."""
    async with open_trial(context, ruling) as case:
        return await _preview(case, await _to_answer(case, seat))


async def _preview(case: RefereeCase, rewind: _Rewind) -> RewindPreview:
    match, transition = case.match, case.transition
    match_view = await referee_views.load_view(
        case.context, match.id, case.ruling.user, manages=case.ruling.manages
    )
    taken = await _known_entries(
        case, await entries_beyond(case.work, match.id, match.seq, rewind.to)
    )
    again = await _known_entries(
        case, await entries_beyond(case.work, match.id, rewind.to, match.seq)
    )
    seated = await load_seatings(case.work, match)

    def lines(entries: tuple[Entry, ...]) -> tuple[LogLine, ...]:
        found = (
            readable_line(transition.game, e, match_view.viewer, seated=seated) for e in entries
        )
        return tuple(line for line in found if line is not None)

    await rewind_match(case.work, case.context, transition, rewind.to, **rewind.line)
    after = transition.game.view(transition.state, match_view.viewer)
    return RewindPreview(
        match_view,
        rewind.number,
        lines(taken),
        lines(again),
        after,
        case.is_over,
        build_mark(match, taken),
    )


async def _check_mark(case: RefereeCase, rewind: _Rewind, mark: str | None) -> None:
    """Raises ``NotNow`` when another rewinding was looked at."""
    if mark is None:
        return
    taken = await entries_beyond(case.work, case.match.id, case.match.seq, rewind.to)
    if mark != build_mark(case.match, await _known_entries(case, taken)):
        raise NotNow("The match has moved on since you looked.", instead="Please look again.")


async def _known_entries(case: RefereeCase, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that change the position and that the referee may know of."""
    game = case.transition.game
    looked = await referee_views.load_seen(case.work, game, case.match.id, case.ruling.user)

    def is_known(entry: Entry) -> bool:
        if entry.shown is not None or entry.seat is None:
            return entry.shown is not None
        return entry.seat == case.seat or referee_views.may_answer(
            game, case.seat, looked, entry.seat
        )

    return tuple(each for each in entries if each.kind in CHANGING and is_known(each))


async def _to_entry(case: RefereeCase, number: int) -> _Rewind:
    """Raises ``NotNow``."""
    entry = await _find_entry(case, number)
    if case.is_over:
        await _check_can_open(case)
    case.transition.dice = await _preset_dice_at(case, entry.seq)
    return _Rewind(entry.seq, number, case.line)


async def _to_answer(case: RefereeCase, seat: Seat) -> _Rewind:
    """Raises ``NotNow``."""
    answer, before = await _find_last_answer(case, seat)
    line = {**case.line, "seat": seat, "hidden": answer.shown is None}
    shown = case.match.shown if answer.shown is None else answer.shown - 1
    return _Rewind(before, shown, line)


async def _find_entry(case: RefereeCase, number: int) -> Entry:
    """The entry that the referee means. Raises ``NotNow``."""
    match = case.match
    entry = await case.work.read(queries.EntryShown(match.id, number))
    if entry is None:
        raise NotNow(f"There is no entry #{number}.", instead=f"The last one is #{match.shown}.")
    if entry.kind is EntryKind.UNDONE:
        raise NotNow(
            f"#{number} is itself an undo.",
            instead="Enter the entry to rewind to, taken back or not.",
        )
    if number == match.shown:
        raise NotNow(
            f"#{number} is the last entry, so there is nothing to take back.",
            instead=f"To undo it, write {number - 1}." if number > 1 else "",
        )
    return entry


async def _check_can_open(case: RefereeCase) -> None:
    """Whether a match that is over can go on. Raises ``NotNow``."""
    match, transition = case.match, case.transition
    if transition.game.meta.secrets and isinstance(transition.pending, Ending):
        # Views of what is over by its rules hide nothing: all have seen what the others kept.
        raise NotNow(
            "This match ended by its rules, and everybody has seen what was secret in it: it "
            "cannot be opened again.",
            instead="Try it out, on `/match show`, begins a practice match from any entry.",
        )
    if match.disclosed:
        raise NotNow(
            "The seed of the dice, or what seats kept secret, has been handed out since the end: "
            "this match cannot be opened again.",
            instead="Try it out, on `/match show`, begins a practice match from any entry.",
        )
    case.lock_channel(match.channel)
    there = await case.work.read(queries.MatchIn(match.channel))
    if there is not None and there.id != match.id and there.status is not Status.OVER:
        raise NotNow(
            "Another match is played in this channel now.",
            instead="When that one is over or has moved, this one can be opened again.",
        )


async def _preset_dice_at(case: RefereeCase, to: int) -> str:
    """The dice set by the referee that were left after entry ``to``."""
    found: list[Entry] = []
    if not case.transition.game.meta.dice:
        return ""
    set_then = [
        entry
        for entry in await case.work.read(queries.Refereed(case.match.id))
        if entry.kind is EntryKind.SET_DICE and entry.seq <= to
    ]
    if not set_then:
        return ""
    async for entry in backwards(case.work, case.match.id, to):
        found.append(entry)
        if entry.kind is EntryKind.SET_DICE or entry.seq <= set_then[0].seq:
            break
    return preset_dice.faces_left_after(reversed(found))


async def _find_last_answer(case: RefereeCase, seat: Seat) -> tuple[Entry, int]:
    """The last answer of ``seat``, and the entry that counts before it. Raises ``NotNow``.

    A referee who has not looked is told of public answers only: what a seat has chosen in secret
    must not be found out by trying.
    """
    answer: Entry | None = None
    name = case.seat_name(seat)
    looked = await referee_views.load_seen(
        case.work, case.transition.game, case.match.id, case.ruling.user
    )
    sees = referee_views.may_answer(case.transition.game, case.seat, looked, seat)
    async for entry in backwards(case.work, case.match.id, case.match.seq):
        if answer is not None:
            return answer, entry.seq
        unseen = entry.shown is None
        if unseen and (entry.seat != seat or not sees):
            continue
        if entry.kind in MOVES and entry.seat == seat:
            answer = entry
        elif entry.kind in CHANGING and not unseen:
            raise NotNow(
                f"The match has moved on since {name}'s last answer: #{entry.shown}.",
                instead="Take that back first, or both at once: `/referee undo`.",
            )
    instead = ""
    if case.seat is None and not sees:
        instead = f"For what was chosen in secret, look first: `/referee look seat:{name}`."
    raise NotNow(f"{name} has given no answer yet that could be asked again.", instead=instead)
