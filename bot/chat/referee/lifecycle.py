"""The commands with which a referee lets a match rest or go on, gives time or ends it; and the
forms that ask for a reason last."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.chat.boundary import answering, boundary
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Interaction, manages, match_here
from bot.chat.platform.custom_ids import path_of
from bot.chat.platform.replies import OutOfDate, answer, defer, show_form
from bot.chat.platform.safe_text import shortened
from bot.chat.referee.commands import referee
from bot.chat.referee.request import (
    AT_ONCE,
    FIELD,
    LONGEST,
    WHY,
    Choices,
    Reason,
    match_view_of_referee,
    names,
    reason_form,
    ruling,
    ruling_here,
    seat_here,
    seats_for,
    told,
)
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.referee import adjusting, lifecycle
from bot.play.referee.adjusting import AdjustmentInput
from bot.play.referee.authority import check_referee
from bot.play.refusals import NotNow
from bot.play.storage.records import Match, Status
from games.core.refusals import Refusal
from games.core.seats import SPECTATOR, Seat

_MOST_HOURS = 24 * 14
DRAW, NOBODY = "draw", "nobody"
CLOSE = "close"


@referee.command(name="pause", description="Pause the match: nobody moves, all clocks stop")
@app_commands.describe(
    reason=WHY, hours="How many hours; until you resume it if you leave this out"
)
async def pause(
    interaction: Interaction,
    reason: Reason,
    hours: app_commands.Range[int, 1, 24 * 30] | None = None,
) -> None:
    async with answering(interaction) as context:
        as_referee = await ruling_here(interaction, reason)
        await answer(interaction, told(await lifecycle.rest(context.app, as_referee, hours)))


@referee.command(name="resume", description="Resume a paused match")
@app_commands.describe(reason=WHY)
async def resume(interaction: Interaction, reason: Reason) -> None:
    async with answering(interaction) as context:
        as_referee = await ruling_here(interaction, reason)
        await answer(interaction, told(await lifecycle.go_on(context.app, as_referee)))


@referee.command(name="time", description="Give a seat more time for what it must decide now")
@app_commands.describe(seat="Which seat", hours="How many hours more", reason=WHY)
@app_commands.autocomplete(seat=seats_for(partial(lifecycle.more_time, hours=1)))
async def time(
    interaction: Interaction,
    seat: str,
    hours: app_commands.Range[int, 1, _MOST_HOURS],
    reason: Reason,
) -> None:
    async with answering(interaction) as context:
        as_referee, which = (
            await ruling_here(interaction, reason),
            await seat_here(interaction, seat),
        )
        receipt = await lifecycle.more_time(context.app, as_referee, which, hours)
        await answer(interaction, told(receipt))


async def _results(interaction: Interaction, typed: str) -> Choices:
    try:
        match_view = await match_view_of_referee(interaction)
    except Refusal:
        return []
    if match_view.match.status is not Status.RUNNING:
        return []
    known = names(match_view)
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


@referee.command(name="close", description="End the match with a result")
@app_commands.describe(
    winners="Who has won, with commas between them; draw, or nobody",
    reason="Why; everybody can read it. You are asked if you leave it out",
)
@app_commands.autocomplete(winners=_results)
async def close(
    interaction: Interaction,
    winners: app_commands.Range[str, 1, LONGEST],
    reason: Reason | None = None,
) -> None:
    """Without a reason it is asked for in a form, and nothing happens before that is sent."""
    async with boundary(interaction) as context:
        match = await match_here(interaction)
        check_referee(match, interaction.user.id, manages=manages(interaction))
        match_view = await views.by_viewer(context.app, match.id, SPECTATOR)
        won = _winners(match_view, winners)
        title = f"End the match: {_result(match_view, won)}"
        if reason is not None:
            await defer(interaction)
            as_referee = ruling(interaction, match.id, reason)
            await answer(interaction, told(await lifecycle.close(context.app, as_referee, won)))
            return
        key = NOBODY if won is None else "-".join(map(str, won)) or DRAW
        form = reason_form(shortened(title, 45), match.id, CLOSE, key)
        await show_form(interaction, form)


def _winners(match_view: MatchView, text: str) -> tuple[Seat, ...] | None:
    """Raises ``NotNow``."""
    _check_begun(match_view.match)
    said = text.strip().casefold()
    if said in (DRAW, NOBODY):
        return () if said == DRAW else None
    known = [name.casefold() for name in names(match_view)]
    won: list[Seat] = []
    for part in said.split(","):
        if part.strip() not in known:
            raise NotNow(
                "There is no such seat.",
                instead=f"There are: {', '.join(names(match_view))}; or draw, or nobody.",
            )
        won.append(Seat(known.index(part.strip())))
    return tuple(dict.fromkeys(won))


def _check_begun(match: Match) -> None:
    if match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be closed.")


def _result(match_view: MatchView, won: tuple[Seat, ...] | None) -> str:
    if won is None:
        return "no result"
    known = names(match_view)
    return f"{', '.join(known[seat] for seat in won)} won" if won else "a draw"


# --- Acts whose reason comes from a form ---


async def ask_reason(pressed: ComponentPress, match_view: MatchView) -> None:
    """Open the form for the reason of what has been looked at."""
    act, about = pressed.argument(0), pressed.argument(1)
    title = {"adjust": "Set it by hand"}.get(act)
    if title is None:
        raise OutOfDate("There is no such button any more.")
    await show_form(pressed.interaction, reason_form(title, pressed.match, act, about))


async def ruled(pressed: ComponentPress, match_view: MatchView) -> None:
    """The form came back: carry out what it was about."""
    act, about = pressed.argument(0), pressed.argument(1)
    reason = (pressed.fields or {}).get(FIELD, "")
    as_referee = ruling(pressed.interaction, pressed.match, reason)
    if act == "adjust":
        receipt = await adjusting.adjust(
            pressed.context.app, as_referee, AdjustmentInput(path=path_of(about))
        )
    elif act == CLOSE:
        receipt = await lifecycle.close(
            pressed.context.app, as_referee, _seats_of(match_view, about)
        )
    else:
        raise OutOfDate("There is no such form any more.")
    await pressed.answer(told(receipt))


def _seats_of(match_view: MatchView, key: str) -> tuple[Seat, ...] | None:
    """The winners, as they stand in a custom id."""
    if key in (DRAW, NOBODY):
        return () if key == DRAW else None
    parts = key.split("-")
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise OutOfDate("There is no such seat.")
    won = tuple(Seat(int(part)) for part in parts)
    if any(seat >= match_view.match.seats for seat in won):
        raise OutOfDate("There is no such seat.")
    return won
