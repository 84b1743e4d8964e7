"""The commands with which a referee rewinds a match, answers for a seat, gives seats to others,
and sets the next dice."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands.autocomplete import completion_choices
from bot.chat.match.picker import LONGEST_TYPED
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    answer,
    get_context,
    load_match_here,
    may_referee,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import safe_name, shorten
from bot.chat.referee.commands import referee
from bot.chat.referee.previews import rewind_page
from bot.chat.referee.request import (
    AT_ONCE,
    LONGEST,
    TRIED,
    WHY,
    Choices,
    Reason,
    build_receipt,
    build_ruling,
    build_ruling_here,
    find_seat_here,
    load_referee_view,
    seat_names,
    suggest_seats,
    suggest_seats_for,
)
from bot.play.history import excerpts
from bot.play.lobby.seating import Person
from bot.play.match.views import LogLine, MatchView
from bot.play.people.leaving import Replacement
from bot.play.referee import adjusting, assignments, corrections, moves, referee_views
from bot.play.referee.authority import Ruling
from bot.play.refusals import NotNow
from bot.play.storage.records import MOVES, EntryKind, Status
from games.core.computer import Level
from games.core.types import SPECTATOR, Refusal, Seat, Unreadable

LONGEST_FACES = 200
_LINES = 200


# --- The log ---


async def rewindable(context: Context, match_view: MatchView, tried: Ruling) -> list[LogLine]:
    """The last entries to which the referee can rewind the match, newest first."""
    match = match_view.match
    if match.status is Status.LOBBY:
        return []
    newest = range(match.shown - _LINES + 1, match.shown + 1)
    lines = [
        line
        for line in await excerpts.numbered_lines(context.app, match, SPECTATOR, newest)
        if line.kind is not EntryKind.UNDONE and line.shown not in (None, match.shown)
    ]
    try:
        for line in lines[-1:]:  # what is true of it is true of all
            await corrections.preview_undo(context.app, tried, line.shown or 0)
    except Refusal:
        return []
    return lines[::-1]


async def _suggest_entries(interaction: Interaction, typed: str) -> Choices:
    """The last entries, newest first, for the referee."""
    try:
        match_view = await load_referee_view(interaction)
    except Refusal:
        return []
    tried = await build_ruling(interaction, match_view.match.id, TRIED)
    lines = await rewindable(get_context(interaction), match_view, tried)
    wanted = typed.strip().lstrip("#").casefold()
    known = seat_names(match_view)
    found = ((summary(known, line), str(line.shown)) for line in lines)
    return [
        app_commands.Choice(name=shorten(said, LONGEST), value=value)
        for said, value in found
        if wanted in said.casefold()
    ][:AT_ONCE]


def summary(known: tuple[str, ...], line: LogLine) -> str:
    """One entry on one line; ``known``: the names of the seats."""
    seat = "" if line.seat is None else f" {known[line.seat]}"
    kind = "" if line.kind in MOVES else f" {line.kind.value.replace('-', ' ')}"
    text = f": {line.text}" if line.text else ""
    gone = " (taken back)" if line.undone else ""
    return f"#{line.shown}{seat}{kind}{text}{gone}"


@referee.command(name="undo", description="Rewind the match, or ask a seat again; shown first")
@app_commands.describe(
    to="The number of the entry to rewind to, even after the end",
    seat="In place of an entry: whose last answer is asked again",
)
@app_commands.autocomplete(to=_suggest_entries, seat=suggest_seats_for(corrections.reopen))
async def undo(
    interaction: Interaction,
    to: app_commands.Range[str, 1, LONGEST] | None = None,
    seat: str | None = None,
) -> None:
    async with answer_command(interaction) as context:
        tried = await build_ruling_here(interaction, TRIED)
        if to is not None and seat is None:
            message = await preview_undo(context, tried, to)
        elif seat is not None and to is None:
            message = await preview_reopen(context, tried, await find_seat_here(interaction, seat))
        else:
            raise NotNow(
                "Either the match is rewound to an entry, or a seat is asked again.",
                instead="Fill in to, or seat.",
            )
        await answer(interaction, message)


async def preview_undo(context: Context, tried: Ruling, to: str) -> Message:
    """Raises a ``Refusal``."""
    number = to.strip().lstrip("#")
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise Unreadable("Entries are named by their numbers.", instead="For example: 12.")
    preview = await corrections.preview_undo(context.app, tried, int(number))
    return await rewind_page(context, preview, "undo", str(int(number)))


async def preview_reopen(context: Context, tried: Ruling, seat: Seat) -> Message:
    """Raises a ``Refusal``."""
    preview = await corrections.preview_reopen(context.app, tried, seat)
    return await rewind_page(context, preview, "reopen", str(seat))


# --- Answers, dice ---


async def _suggest_moves(interaction: Interaction, typed: str) -> Choices:
    """What the chosen seat may play, for a referee who may know it."""
    named: str | None = interaction.namespace.seat
    try:
        match, seat = (
            await load_match_here(interaction),
            await find_seat_here(interaction, named or ""),
        )
    except Refusal:
        return []
    found, more = await referee_views.complete_move(
        get_context(interaction).app,
        match.id,
        interaction.user.id,
        seat,
        typed,
        AT_ONCE,
        manages=await may_referee(interaction),
    )
    return completion_choices(found, more, typed)


@referee.command(name="answer", description="Enter a move for a seat, or play its default")
@app_commands.describe(
    seat="For whom",
    reason=WHY,
    move="The move, as the seat would type it; its default if you leave this out",
)
@app_commands.autocomplete(seat=suggest_seats, move=_suggest_moves)
async def answer_for(
    interaction: Interaction,
    seat: str,
    reason: Reason,
    move: app_commands.Range[str, 1, LONGEST_TYPED] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        as_referee = await build_ruling_here(interaction, reason)
        which = await find_seat_here(interaction, seat)
        await answer(interaction, await answer_seat(context, as_referee, which, move or ""))


async def answer_seat(context: Context, as_referee: Ruling, seat: Seat, text: str) -> Message:
    """Play the move that ``text`` is, or the default of the seat when it is empty. Raises a
    ``Refusal``."""
    if text:
        return build_receipt(await moves.move(context.app, as_referee, seat, text))
    return build_receipt(await moves.default(context.app, as_referee, seat))


@referee.command(name="dice", description="Set the next dice, as rolled at a real table")
@app_commands.describe(faces="Such as 6 3 1; leave it out to clear dice that were set", reason=WHY)
async def dice(
    interaction: Interaction,
    reason: Reason,
    faces: app_commands.Range[str, 1, LONGEST_FACES] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        as_referee = await build_ruling_here(interaction, reason)
        receipt = await adjusting.set_dice(context.app, as_referee, faces or "")
        await answer(interaction, build_receipt(receipt))


# --- Seats ---


async def _suggest_seats(interaction: Interaction, typed: str) -> Choices:
    """Suggest seats, of those for which the other options can still be met."""
    instead: str | None = interaction.namespace.instead
    if instead not in list(Replacement):
        return await suggest_seats(interaction, typed)
    act = partial(assignments.clear, instead=Replacement(instead))
    return await suggest_seats_for(act)(interaction, typed)


@referee.command(name="seat", description="Give a seat to somebody, to a computer, or to nobody")
@app_commands.describe(
    seat="Which seat",
    reason=WHY,
    user="Who takes it, with everything it knows",
    instead="Without a user: what happens to the seat",
    level="How well the computer player plays",
)
@app_commands.choices(
    instead=[
        app_commands.Choice(name="Nobody holds it", value=Replacement.VACANT.value),
        app_commands.Choice(name="A computer player", value=Replacement.COMPUTER.value),
    ]
)
@app_commands.autocomplete(seat=_suggest_seats)
async def give(
    interaction: Interaction,
    seat: str,
    reason: Reason,
    user: discord.Member | None = None,
    instead: str | None = None,
    level: Level | None = None,
) -> None:
    async with answer_command(interaction) as context:
        as_referee = await build_ruling_here(interaction, reason)
        which = await find_seat_here(interaction, seat)
        if (user is None) == (instead is None):
            raise NotNow(
                "Either somebody takes the seat, or it is left to a computer player or to nobody.",
                instead="Fill in user, or instead.",
            )
        if user is None:
            wanted = Replacement(instead or "vacant")
            receipt = await assignments.clear(context.app, as_referee, which, wanted, level or "")
            await answer(interaction, build_receipt(receipt))
            return
        person = Person(user.id, safe_name(user.display_name))
        message = await give_seat(context, as_referee, which, person, is_bot=user.bot)
        await answer(interaction, message)


async def give_seat(
    context: Context, as_referee: Ruling, seat: Seat, person: Person, *, is_bot: bool
) -> Message:
    """Raises a ``Refusal``."""
    if is_bot:
        raise NotNow("A bot cannot play.", instead="Leave the seat to a computer player.")
    return build_receipt(await assignments.give(context.app, as_referee, seat, person))
