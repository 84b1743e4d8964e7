"""The commands with which a referee puts a running match right, each with a reason."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat import permissions
from bot.chat.answers import OutOfDate, answer, boundary, defer
from bot.chat.custom_id import path_of
from bot.chat.desk import Interaction, desk_of, match_here
from bot.chat.pressed import Pressed
from bot.chat.referee_bench import (
    AT_ONCE,
    FIELD,
    LONGEST,
    Choices,
    manages,
    names,
    reason_form,
    ruling,
    ruling_here,
    seat_here,
    seats,
    sight_of_referee,
    told,
)
from bot.chat.referee_commands import referee
from bot.chat.safe_text import safe_name, shortened
from bot.chat.suggestions import completed
from bot.play import (
    referee_adjusting,
    referee_course,
    referee_log,
    referee_moves,
    referee_seats,
)
from bot.play.chairs import Instead, Person
from bot.play.records import MOVES, Match, Status
from bot.play.referee import LONGEST_REASON, check_referee
from bot.play.referee_adjusting import Wanted
from bot.play.refusals import NotNow
from bot.play.sight import LogLine, Sight
from games.core.refusals import Refusal, Unreadable
from games.core.seats import SPECTATOR, Seat

LONGEST_MOVE = 100
_MOST_HOURS = 24 * 14
_WHY = "Why; everybody reads it"
_LONGEST_FACES = 200
_LINES = 60
DRAW, NOBODY = "draw", "nobody"
CLOSE = "close"

Reason = app_commands.Range[str, 1, LONGEST_REASON]
Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


# --- The log ---


async def _entries(interaction: Interaction, typed: str) -> Choices:
    """The last entries, newest first, for the referee."""
    try:
        sight = await sight_of_referee(interaction)
    except Refusal:
        return []
    if sight.match.status is Status.LOBBY:
        return []
    after = max(0, sight.match.seq - 4 * _LINES)
    lines = await desk_of(interaction).house.eyes.log(sight.match.id, SPECTATOR, after=after)
    wanted = typed.strip().lstrip("#").casefold()
    known = names(sight)
    found = []
    for line in reversed(lines):
        said = _in_short(known, line)
        if line.shown is not None and wanted in said.casefold():
            value = str(line.shown)
            found.append(app_commands.Choice(name=shortened(said, LONGEST), value=value))
    return found[:AT_ONCE]


def _in_short(known: tuple[str, ...], line: LogLine) -> str:
    seat = "" if line.seat is None else f" {known[line.seat]}"
    kind = "" if line.kind in MOVES else f" {line.kind.value.replace('-', ' ')}"
    text = f": {line.text}" if line.text else ""
    gone = " (taken back)" if line.undone else ""
    return f"#{line.shown}{seat}{kind}{text}{gone}"


@referee.command(name="undo", description="Let the match stand again as after an entry of the log")
@app_commands.describe(to="The entry as after which it shall stand: its number", reason=_WHY)
@app_commands.autocomplete(to=_entries)
async def undo(
    interaction: Interaction, to: app_commands.Range[str, 1, LONGEST], reason: Reason
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        number = to.strip().lstrip("#")
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise Unreadable("Entries are named by their numbers.", instead="For example: 12.")
        await answer(
            interaction, told(await referee_log.undo(desk.house.referee, wish, int(number)))
        )


@referee.command(name="reopen", description="Ask a seat again for what it has answered last")
@app_commands.describe(seat="Whose answer", reason=_WHY)
@app_commands.autocomplete(seat=seats)
async def reopen(interaction: Interaction, seat: str, reason: Reason) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish, which = await ruling_here(interaction, reason), await seat_here(interaction, seat)
        await answer(interaction, told(await referee_log.reopen(desk.house.referee, wish, which)))


# --- Answers, dice ---


async def _moves(interaction: Interaction, typed: str) -> Choices:
    """What the chosen seat may play, for a referee who may know it."""
    named: str | None = interaction.namespace.seat
    try:
        match, seat = await match_here(interaction), await seat_here(interaction, named or "")
    except Refusal:
        return []
    found, more = await desk_of(interaction).house.referee_eyes.moves(
        match.id, interaction.user.id, seat, typed, AT_ONCE, manages=manages(interaction)
    )
    return completed(found, more, typed)


@referee.command(name="move", description="Enter a move for a seat")
@app_commands.describe(seat="For whom", text="The move, as the seat would type it", reason=_WHY)
@app_commands.autocomplete(seat=seats, text=_moves)
async def move(
    interaction: Interaction,
    seat: str,
    text: app_commands.Range[str, 1, LONGEST_MOVE],
    reason: Reason,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish, which = await ruling_here(interaction, reason), await seat_here(interaction, seat)
        receipt = await referee_moves.move(desk.house.referee, wish, which, text)
        await answer(interaction, told(receipt))


@referee.command(name="default", description="Wait no longer for a seat: its default is played")
@app_commands.describe(seat="For whom the match waits", reason=_WHY)
@app_commands.autocomplete(seat=seats)
async def default(interaction: Interaction, seat: str, reason: Reason) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish, which = await ruling_here(interaction, reason), await seat_here(interaction, seat)
        receipt = await referee_moves.default(desk.house.referee, wish, which)
        await answer(interaction, told(receipt))


@referee.command(name="dice", description="Say what the next dice show, from a real table")
@app_commands.describe(
    faces="Such as 6 3 1; left out, dice that were set are taken away", reason=_WHY
)
async def dice(
    interaction: Interaction,
    reason: Reason,
    faces: app_commands.Range[str, 1, _LONGEST_FACES] | None = None,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        receipt = await referee_adjusting.set_dice(desk.house.referee, wish, faces or "")
        await answer(interaction, told(receipt))


# --- Seats ---


@referee.command(name="seat", description="Give a seat to somebody, to a computer, or to nobody")
@app_commands.describe(
    seat="Which seat",
    reason=_WHY,
    user="Who takes it, with all that it knows",
    instead="Without a user: what becomes of the seat",
)
@app_commands.choices(
    instead=[
        app_commands.Choice(name="Nobody holds it", value=Instead.VACANT.value),
        app_commands.Choice(name="A computer player", value=Instead.COMPUTER.value),
    ]
)
@app_commands.autocomplete(seat=seats)
async def give(
    interaction: Interaction,
    seat: str,
    reason: Reason,
    user: discord.Member | None = None,
    instead: str | None = None,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish, which = await ruling_here(interaction, reason), await seat_here(interaction, seat)
        acts = desk.house.referee
        if (user is None) == (instead is None):
            raise NotNow(
                "Either somebody takes the seat, or it is left to a computer player or to nobody.",
                instead="Fill in user, or instead.",
            )
        if user is None:
            receipt = await referee_seats.clear(acts, wish, which, Instead(instead or "vacant"))
        elif user.bot:
            raise NotNow("A bot cannot play.", instead="For a computer player, fill in instead.")
        else:
            person = Person(user.id, safe_name(user.display_name))
            receipt = await referee_seats.give(acts, wish, which, person)
        await answer(interaction, told(receipt))


# --- The course of the match ---


@referee.command(name="pause", description="Let the match rest: nobody moves, no time runs out")
@app_commands.describe(reason=_WHY, hours="For so many hours; until you resume it, if left out")
async def pause(
    interaction: Interaction,
    reason: Reason,
    hours: app_commands.Range[int, 1, 24 * 30] | None = None,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        await answer(interaction, told(await referee_course.rest(desk.house.referee, wish, hours)))


@referee.command(name="resume", description="Let a match that rests go on")
@app_commands.describe(reason=_WHY)
async def resume(interaction: Interaction, reason: Reason) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        await answer(interaction, told(await referee_course.go_on(desk.house.referee, wish)))


@referee.command(name="time", description="Give a seat more time for what it must decide now")
@app_commands.describe(seat="Which seat", hours="How many hours more", reason=_WHY)
@app_commands.autocomplete(seat=seats)
async def time(
    interaction: Interaction,
    seat: str,
    hours: app_commands.Range[int, 1, _MOST_HOURS],
    reason: Reason,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish, which = await ruling_here(interaction, reason), await seat_here(interaction, seat)
        receipt = await referee_course.more_time(desk.house.referee, wish, which, hours)
        await answer(interaction, told(receipt))


async def _results(interaction: Interaction, typed: str) -> Choices:
    try:
        sight = await sight_of_referee(interaction)
    except Refusal:
        return []
    known = names(sight)
    offered = [
        ("A draw", DRAW),
        ("No result: the match is abandoned", NOBODY),
        *((f"{name} wins", name) for name in known),
    ]
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=shortened(said, LONGEST), value=shortened(value, LONGEST))
        for said, value in offered
        if wanted in said.casefold()
    ][:AT_ONCE]


@referee.command(name="close", description="End the match with a result; you are asked why")
@app_commands.describe(
    winners="Who has won, with commas between them; draw, or nobody",
    reason="Why; you can still change it before you confirm",
)
@app_commands.autocomplete(winners=_results)
async def close(
    interaction: Interaction,
    winners: app_commands.Range[str, 1, LONGEST],
    reason: Reason | None = None,
) -> None:
    """The form is the confirmation: without sending it, nothing happens."""
    async with boundary(interaction) as desk:
        match = await match_here(interaction)
        check_referee(match, interaction.user.id, manages=manages(interaction))
        sight = await desk.house.eyes.by_viewer(match.id, SPECTATOR)
        won = _winners(sight, winners)
        title = f"End the match: {_result(sight, won)}"
        key = NOBODY if won is None else "-".join(map(str, won)) or DRAW
        form = reason_form(shortened(title, 45), match.id, CLOSE, key, reason=reason or "")
        await interaction.response.send_modal(form)


def _winners(sight: Sight, text: str) -> tuple[Seat, ...] | None:
    """Raises ``NotNow``."""
    _check_begun(sight.match)
    said = text.strip().casefold()
    if said in (DRAW, NOBODY):
        return () if said == DRAW else None
    known = [name.casefold() for name in names(sight)]
    won: list[Seat] = []
    for part in said.split(","):
        if part.strip() not in known:
            raise NotNow(
                "There is no such seat.",
                instead=f"There are: {', '.join(names(sight))}; or draw, or nobody.",
            )
        won.append(Seat(known.index(part.strip())))
    return tuple(dict.fromkeys(won))


def _check_begun(match: Match) -> None:
    if match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be closed.")


def _result(sight: Sight, won: tuple[Seat, ...] | None) -> str:
    if won is None:
        return "no result"
    known = names(sight)
    return f"{', '.join(known[seat] for seat in won)} won" if won else "a draw"


@referee.command(name="move-to", description="Take the match to another channel or thread")
@app_commands.describe(channel="Where it goes on", reason=_WHY)
async def move_to(interaction: Interaction, channel: Place, reason: Reason) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        guild = interaction.guild
        if guild is None or channel.guild.id != guild.id:
            raise NotNow("The match can only move to a channel of this server.")
        in_thread = isinstance(channel, discord.Thread)
        may = channel.permissions_for(guild.me)
        permissions.check(may, permissions.to_play(in_thread=in_thread), "over there")
        receipt = await referee_course.move_to(desk.house.referee, wish, channel.id)
        await answer(interaction, told(receipt))


# --- Acts whose reason comes from a form ---


async def ask_reason(pressed: Pressed) -> None:
    """Open the form for the reason of what has been looked at."""
    await pressed.sight()
    act, about = pressed.argument(0), pressed.argument(1)
    title = {"adjust": "Set it by hand"}.get(act)
    if title is None:
        raise OutOfDate("There is no such button any more.")
    await pressed.interaction.response.send_modal(reason_form(title, pressed.match, act, about))


async def ruled(pressed: Pressed) -> None:
    """The form came back: carry out what it was about."""
    sight = await pressed.sight()
    act, about = pressed.argument(0), pressed.argument(1)
    acts = pressed.desk.house.referee
    reason = (pressed.fields or {}).get(FIELD, "")
    wish = ruling(pressed.interaction, pressed.match, reason)
    if act == "adjust":
        receipt = await referee_adjusting.adjust(acts, wish, Wanted(path=path_of(about)))
    elif act == CLOSE:
        receipt = await referee_course.close(acts, wish, _seats_of(sight, about))
    else:
        raise OutOfDate("There is no such form any more.")
    await pressed.answer(told(receipt))


def _seats_of(sight: Sight, key: str) -> tuple[Seat, ...] | None:
    """The winners, as they stand in a custom id."""
    if key in (DRAW, NOBODY):
        return () if key == DRAW else None
    parts = key.split("-")
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise OutOfDate("There is no such seat.")
    won = tuple(Seat(int(part)) for part in parts)
    if any(seat >= sight.match.seats for seat in won):
        raise OutOfDate("There is no such seat.")
    return won
