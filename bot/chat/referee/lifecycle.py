"""The commands with which a referee pauses and resumes a match, gives time, and ends it."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    answer,
    load_match_here,
    may_referee,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import shorten
from bot.chat.referee.commands import referee
from bot.chat.referee.previews import close_page
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
    suggest_seats_for,
)
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.referee import lifecycle
from bot.play.referee.authority import Ruling, check_referee
from bot.play.refusals import NotNow
from bot.play.storage.records import Match, MatchId, Status
from games.core.types import SPECTATOR, Refusal, Seat

MOST_HOURS = 24 * 30
"""Of a pause."""
MOST_MORE = 24 * 14
DRAW, NOBODY = "draw", "nobody"
RESULTS = (("A draw", DRAW), ("No result: the match is abandoned", NOBODY))
"""Those without a winner: what they are called, and their keys."""
PAUSE, RESUME, MORE = "pause", "resume", "more"
"""What can be done to the clocks."""


@referee.command(name="clock", description="Pause or resume the match, or give a seat more time")
@app_commands.describe(
    do="What to do",
    reason=WHY,
    seat="Who gets more time",
    hours="How many hours more; for a pause: how long, or until you resume it",
)
@app_commands.choices(
    do=[
        app_commands.Choice(name="Pause: nobody moves, all clocks stop", value=PAUSE),
        app_commands.Choice(name="Resume a paused match", value=RESUME),
        app_commands.Choice(name="More time for a seat", value=MORE),
    ]
)
@app_commands.autocomplete(seat=suggest_seats_for(partial(lifecycle.more_time, hours=1)))
async def clock(
    interaction: Interaction,
    do: str,
    reason: Reason,
    seat: str | None = None,
    hours: app_commands.Range[int, 1, MOST_HOURS] | None = None,
) -> None:
    async with answer_command(interaction) as context:
        as_referee = await build_ruling_here(interaction, reason)
        which = None if seat is None else await find_seat_here(interaction, seat)
        await answer(interaction, await set_clock(context, as_referee, do, which, hours))


async def set_clock(
    context: Context, as_referee: Ruling, do: str, seat: Seat | None, hours: int | None
) -> Message:
    """Pause or resume the match, or give ``seat`` more time. Raises a ``Refusal``."""
    if do == PAUSE:
        return build_receipt(await lifecycle.rest(context.app, as_referee, hours))
    if do == RESUME:
        return build_receipt(await lifecycle.go_on(context.app, as_referee))
    if seat is None or hours is None:
        raise NotNow("Who gets how much more time?", instead="Fill in seat and hours.")
    if hours > MOST_MORE:
        raise NotNow(f"A seat can get at most {MOST_MORE} hours more at once.")
    return build_receipt(await lifecycle.more_time(context.app, as_referee, seat, hours))


async def _suggest_results(interaction: Interaction, typed: str) -> Choices:
    try:
        match_view = await load_referee_view(interaction)
    except Refusal:
        return []
    if match_view.match.status is not Status.RUNNING:
        return []
    known = seat_names(match_view)
    offered = [*RESULTS, *((f"{name} wins", name) for name in known)]
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=shorten(said, LONGEST), value=shorten(value, LONGEST))
        for said, value in offered
        if wanted in said.casefold()
    ][:AT_ONCE]


@referee.command(name="close", description="End the match with a result; shown first")
@app_commands.describe(winners="Who has won, with commas between them; draw, or nobody")
@app_commands.autocomplete(winners=_suggest_results)
async def close(interaction: Interaction, winners: app_commands.Range[str, 1, LONGEST]) -> None:
    """Preview the result; nothing happens before the reason is given."""
    async with answer_command(interaction) as context:
        match = await load_match_here(interaction)
        check_referee(match, interaction.user.id, manages=await may_referee(interaction))
        match_view = await views.load_for_viewer(context.app, match.id, SPECTATOR)
        won = _parse_winners(match_view, winners)
        await answer(interaction, await preview_close(context, interaction, match.id, won))


async def preview_close(
    context: Context, interaction: Interaction, match: MatchId, won: tuple[Seat, ...] | None
) -> Message:
    """Raises a ``Refusal``."""
    tried = await build_ruling(interaction, match, TRIED)
    preview = await lifecycle.preview_close(context.app, tried, won)
    key = NOBODY if won is None else "-".join(map(str, won)) or DRAW
    return close_page(preview, key)


def _parse_winners(match_view: MatchView, text: str) -> tuple[Seat, ...] | None:
    """Raises ``NotNow``."""
    _check_running(match_view.match)
    said = text.strip().casefold()
    if said in (DRAW, NOBODY):
        return () if said == DRAW else None
    known = [name.casefold() for name in seat_names(match_view)]
    won: list[Seat] = []
    for part in said.split(","):
        if part.strip() not in known:
            raise NotNow(
                "There is no such seat.",
                instead=f"There are: {', '.join(seat_names(match_view))}; or draw, or nobody.",
            )
        won.append(Seat(known.index(part.strip())))
    return tuple(dict.fromkeys(won))


def _check_running(match: Match) -> None:
    if match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be closed.")
