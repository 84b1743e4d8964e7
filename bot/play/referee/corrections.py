"""The referee takes back: to any entry, past dice and reveals, after the end as well; and what was
taken back counts again when the referee goes back to it."""

from __future__ import annotations

from bot.play.match import preset_dice
from bot.play.match.rewind import backwards, cut_back
from bot.play.referee.authority import (
    ActionResult,
    RefereeCase,
    referee_action,
)
from bot.play.referee.views import known, may_answer
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.records import CHANGING, MOVES, Entry, Kind, Status
from games.core.endings import Ending
from games.core.seats import Seat


@referee_action("undo", after_the_end=True)
async def undo(case: RefereeCase, number: int) -> ActionResult:
    """The match stands again as after the entry that people know by ``number``."""
    entry = await _entry(case, number)
    if case.over:
        await _check_can_open(case)
    case.transition.dice = await _dice_then(case, entry.seq)
    await cut_back(case.work, case.context, case.transition, entry.seq, **case.line)
    again = " The match is running again." if case.over else ""
    back = f"Rewound to #{number}.{again}"
    return ActionResult(back)


@referee_action("reopen")
async def reopen(case: RefereeCase, seat: Seat) -> ActionResult:
    """The last answer of ``seat`` is taken back, and it is asked again."""
    answer, before = await _last_answer(case, seat)
    hidden = answer.shown is None
    line = {**case.line, "seat": seat, "hidden": hidden}
    await cut_back(case.work, case.context, case.transition, before, **line)
    told = " Nobody else is told before the match is over." if hidden else ""
    return ActionResult(f"{case.name(seat)} is asked again.{told}")


async def _entry(case: RefereeCase, number: int) -> Entry:
    """The entry that the referee means. Raises ``NotNow``."""
    match = case.match
    entry = await case.work.read(queries.EntryShown(match.id, number))
    if entry is None:
        raise NotNow(f"There is no entry #{number}.", instead=f"The last one is #{match.shown}.")
    if entry.kind is Kind.UNDONE:
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
            instead="/match fork starts a practice match from any of its entries.",
        )
    if match.disclosed:
        raise NotNow(
            "The seed of the dice, or what seats kept secret, has been handed out since the end: "
            "this match cannot be opened again.",
            instead="/match fork starts a practice match from any of its entries.",
        )
    case.lock_channel(match.channel)
    there = await case.work.read(queries.MatchIn(match.channel))
    if there is not None and there.id != match.id and there.status is not Status.OVER:
        raise NotNow(
            "Another match is played in this channel now.",
            instead="When that one is over or has moved, this one can be opened again.",
        )


async def _dice_then(case: RefereeCase, to: int) -> str:
    """What lay of the dice that the referee had set, after entry ``to``."""
    found: list[Entry] = []
    if not case.transition.game.meta.dice:
        return ""
    set_then = [
        entry
        for entry in await case.work.read(queries.Refereed(case.match.id))
        if entry.kind is Kind.SET_DICE and entry.seq <= to
    ]
    if not set_then:
        return ""
    async for entry in backwards(case.work, case.match.id, to):
        found.append(entry)
        if entry.kind is Kind.SET_DICE or entry.seq <= set_then[0].seq:
            break
    return preset_dice.left_after(reversed(found))


async def _last_answer(case: RefereeCase, seat: Seat) -> tuple[Entry, int]:
    """The last answer of ``seat``, and the entry that counts before it. Raises ``NotNow``.

    A referee who has not looked is told of public answers only: what a seat has chosen in secret
    must not be found out by trying.
    """
    answer: Entry | None = None
    name = case.name(seat)
    looked = await known(case.work, case.transition.game, case.match.id, case.ruling.user)
    sees = may_answer(case.transition.game, case.seat, looked, seat)
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
                instead="Take that back first, or both at once: /referee undo.",
            )
    instead = ""
    if case.seat is None and not sees:
        instead = f"For what was chosen in secret, look first: /referee look seat:{name}."
    raise NotNow(f"{name} has given no answer yet that could be asked again.", instead=instead)
