"""``/match undo`` and ``/match propose``: what a seat asks of the others."""

from __future__ import annotations

from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.commands.arguments import load_match_view_here
from bot.chat.commands.match import match
from bot.chat.history import undo_page
from bot.chat.people import proposals
from bot.chat.platform.interactions import Interaction, answer, get_context
from bot.chat.platform.safe_text import shorten
from bot.play.history import undo
from games.core.types import Refusal

Choices = list[app_commands.Choice[str]]
_AT_ONCE = 25
_LONGEST = 100


async def _suggest_entries(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The entries to which the match could go back, the newest first, with what happened there."""
    try:
        match_view = await load_match_view_here(interaction)
        places = await undo.list_places(
            get_context(interaction).app,
            match_view.match.id,
            interaction.user.id,
            _AT_ONCE,
            typed.strip().lstrip("#"),
        )
    except Refusal:
        return []
    return [
        app_commands.Choice(name=shorten(f"#{number}: {action}", _LONGEST), value=number)
        for number, action in places
    ]


async def _suggest_proposals(interaction: Interaction, typed: str) -> Choices:
    """What makes sense now."""
    try:
        match_view = await load_match_view_here(interaction)
    except Refusal:
        return []
    app = get_context(interaction).app
    found = await proposals.suggest(app, match_view, interaction.user.id)
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=label, value=value)
        for value, label in found
        if wanted in label.casefold() or value == typed
    ][:_AT_ONCE]


@match.command(name="undo", description="Undo your last move, or everything after an entry")
@app_commands.describe(to="The entry to rewind to; your last move if you leave it out")
@app_commands.autocomplete(to=_suggest_entries)
async def match_undo(
    interaction: Interaction, to: app_commands.Range[int, 1, 999_999] | None = None
) -> None:
    async with answer_command(interaction) as context:
        match_view = await load_match_view_here(interaction)
        await answer(
            interaction, await undo_page.build_page(context, match_view, interaction.user.id, to)
        )


@match.command(name="propose", description="Propose a draw, a pause, more time, …; answer others")
@app_commands.describe(what="What to propose; leave it out to see all proposals")
@app_commands.autocomplete(what=_suggest_proposals)
async def match_propose(
    interaction: Interaction, what: app_commands.Range[str, 1, 40] | None = None
) -> None:
    async with answer_command(interaction) as context:
        match_view, user = await load_match_view_here(interaction), interaction.user.id
        if what is None:
            page = await proposals.build_page(context.app, match_view, user)
        else:
            page = await proposals.build_confirmation(context, match_view, user, what)
        await answer(interaction, page)
