"""The commands with which a referee puts a running match right, each with a reason."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.chat.boundary import answering
from bot.chat.commands.autocomplete import completed
from bot.chat.match.picker import LONGEST_TYPED
from bot.chat.platform.context import Interaction, context_of, manages, match_here
from bot.chat.platform.replies import answer
from bot.chat.platform.safe_text import safe_name, shortened
from bot.chat.referee.commands import referee
from bot.chat.referee.request import (
    AT_ONCE,
    LONGEST,
    WHY,
    Choices,
    Reason,
    match_view_of_referee,
    names,
    ruling,
    ruling_here,
    seat_here,
    seats,
    seats_for,
    told,
)
from bot.play.history import excerpts
from bot.play.lobby.seating import Person, Replacement
from bot.play.match.views import LogLine
from bot.play.referee import adjusting, assignments, corrections, moves
from bot.play.referee import views as referee_views
from bot.play.refusals import NotNow
from bot.play.storage.records import MOVES, Kind, Status
from games.core.computer import Level
from games.core.refusals import Refusal, Unreadable
from games.core.seats import SPECTATOR

_LONGEST_FACES = 200
_LINES = 200


# --- The log ---


async def _entries(interaction: Interaction, typed: str) -> Choices:
    """The last entries, newest first, for the referee."""
    try:
        match_view = await match_view_of_referee(interaction)
    except Refusal:
        return []
    if match_view.match.status is Status.LOBBY:
        return []
    app, match = context_of(interaction).app, match_view.match
    newest = range(match.shown - _LINES + 1, match.shown + 1)
    lines = [
        line
        for line in await excerpts.numbered(app, match, SPECTATOR, newest)
        if line.kind is not Kind.UNDONE and line.shown not in (None, match.shown)
    ]
    try:
        for line in lines[-1:]:  # what is true of it is true of all
            as_referee = ruling(interaction, match.id, "tried")
            await corrections.undo(app, replace(as_referee, trial=True), line.shown or 0)
    except Refusal:
        return []
    wanted = typed.strip().lstrip("#").casefold()
    known = names(match_view)
    found = []
    for line in reversed(lines):
        said = _in_short(known, line)
        if wanted in said.casefold():
            value = str(line.shown)
            found.append(app_commands.Choice(name=shortened(said, LONGEST), value=value))
    return found[:AT_ONCE]


def _in_short(known: tuple[str, ...], line: LogLine) -> str:
    seat = "" if line.seat is None else f" {known[line.seat]}"
    kind = "" if line.kind in MOVES else f" {line.kind.value.replace('-', ' ')}"
    text = f": {line.text}" if line.text else ""
    gone = " (taken back)" if line.undone else ""
    return f"#{line.shown}{seat}{kind}{text}{gone}"


@referee.command(name="undo", description="Rewind the match to an entry of the log")
@app_commands.describe(to="The number of the entry to rewind to", reason=WHY)
@app_commands.autocomplete(to=_entries)
async def undo(
    interaction: Interaction, to: app_commands.Range[str, 1, LONGEST], reason: Reason
) -> None:
    async with answering(interaction) as context:
        as_referee = await ruling_here(interaction, reason)
        number = to.strip().lstrip("#")
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise Unreadable("Entries are named by their numbers.", instead="For example: 12.")
        await answer(
            interaction, told(await corrections.undo(context.app, as_referee, int(number)))
        )


@referee.command(name="reopen", description="Ask a seat again for its last answer")
@app_commands.describe(seat="Whose answer", reason=WHY)
@app_commands.autocomplete(seat=seats_for(corrections.reopen))
async def reopen(interaction: Interaction, seat: str, reason: Reason) -> None:
    async with answering(interaction) as context:
        as_referee, which = (
            await ruling_here(interaction, reason),
            await seat_here(interaction, seat),
        )
        await answer(interaction, told(await corrections.reopen(context.app, as_referee, which)))


# --- Answers, dice ---


async def _moves(interaction: Interaction, typed: str) -> Choices:
    """What the chosen seat may play, for a referee who may know it."""
    named: str | None = interaction.namespace.seat
    try:
        match, seat = await match_here(interaction), await seat_here(interaction, named or "")
    except Refusal:
        return []
    found, more = await referee_views.moves(
        context_of(interaction).app,
        match.id,
        interaction.user.id,
        seat,
        typed,
        AT_ONCE,
        manages=manages(interaction),
    )
    return completed(found, more, typed)


@referee.command(name="move", description="Enter a move for a seat")
@app_commands.describe(seat="For whom", text="The move, as the seat would type it", reason=WHY)
@app_commands.autocomplete(seat=seats, text=_moves)
async def move(
    interaction: Interaction,
    seat: str,
    text: app_commands.Range[str, 1, LONGEST_TYPED],
    reason: Reason,
) -> None:
    async with answering(interaction) as context:
        as_referee, which = (
            await ruling_here(interaction, reason),
            await seat_here(interaction, seat),
        )
        receipt = await moves.move(context.app, as_referee, which, text)
        await answer(interaction, told(receipt))


@referee.command(name="default", description="Play the default of a seat")
@app_commands.describe(seat="The seat that the match waits for", reason=WHY)
@app_commands.autocomplete(seat=seats_for(moves.default))
async def default(interaction: Interaction, seat: str, reason: Reason) -> None:
    async with answering(interaction) as context:
        as_referee, which = (
            await ruling_here(interaction, reason),
            await seat_here(interaction, seat),
        )
        receipt = await moves.default(context.app, as_referee, which)
        await answer(interaction, told(receipt))


@referee.command(name="dice", description="Set the next dice, as rolled at a real table")
@app_commands.describe(faces="Such as 6 3 1; leave it out to clear dice that were set", reason=WHY)
async def dice(
    interaction: Interaction,
    reason: Reason,
    faces: app_commands.Range[str, 1, _LONGEST_FACES] | None = None,
) -> None:
    async with answering(interaction) as context:
        as_referee = await ruling_here(interaction, reason)
        receipt = await adjusting.set_dice(context.app, as_referee, faces or "")
        await answer(interaction, told(receipt))


# --- Seats ---


async def _seats_to_give(interaction: Interaction, typed: str) -> Choices:
    """Those of which can become what is filled in already."""
    instead: str | None = interaction.namespace.instead
    if instead not in list(Replacement):
        return await seats(interaction, typed)
    act = partial(assignments.clear, instead=Replacement(instead))
    return await seats_for(act)(interaction, typed)


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
@app_commands.autocomplete(seat=_seats_to_give)
async def give(
    interaction: Interaction,
    seat: str,
    reason: Reason,
    user: discord.Member | None = None,
    instead: str | None = None,
    level: Level | None = None,
) -> None:
    async with answering(interaction) as context:
        as_referee, which = (
            await ruling_here(interaction, reason),
            await seat_here(interaction, seat),
        )
        if (user is None) == (instead is None):
            raise NotNow(
                "Either somebody takes the seat, or it is left to a computer player or to nobody.",
                instead="Fill in user, or instead.",
            )
        if user is None:
            wanted = Replacement(instead or "vacant")
            receipt = await assignments.clear(context.app, as_referee, which, wanted, level or "")
        elif user.bot:
            raise NotNow("A bot cannot play.", instead="For a computer player, fill in instead.")
        else:
            person = Person(user.id, safe_name(user.display_name))
            receipt = await assignments.give(context.app, as_referee, which, person)
        await answer(interaction, told(receipt))
