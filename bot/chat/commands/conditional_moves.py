"""``/match conditional``: answers to moves that the other side has not made yet."""

from __future__ import annotations

from discord import app_commands

from bot.chat.boundary import answering
from bot.chat.commands.arguments import match_view_here
from bot.chat.commands.match import match
from bot.chat.match import conditional_moves
from bot.chat.platform.context import Interaction, command_of, context_of
from bot.chat.platform.replies import answer
from bot.play.match import conditional_moves as play_conditional_moves
from bot.play.refusals import NotNow
from games.core.refusals import Refusal

Choices = list[app_commands.Choice[str]]
_AT_ONCE = 25


async def _moves(interaction: Interaction, typed: str) -> Choices:
    """What the other side can play."""
    return await _suggested(interaction, typed, None)


async def _answers(interaction: Interaction, typed: str) -> Choices:
    """What can be answered to the condition that has been typed already."""
    when: str | None = getattr(interaction.namespace, "when", None)
    return await _suggested(interaction, typed, when) if when else []


async def _suggested(interaction: Interaction, typed: str, when: str | None) -> Choices:
    try:
        match_view = await match_view_here(interaction)
        found = await play_conditional_moves.completions(
            context_of(interaction).app,
            match_view.match.id,
            interaction.user.id,
            typed,
            when,
            _AT_ONCE,
        )
    except Refusal:
        return []
    return [
        app_commands.Choice(name=f"{each.text}: {each.label}"[:100], value=each.text[:100])
        for each in found
    ]


@match.command(
    name="conditional", description="Set a conditional move: if they play this, I answer that"
)
@app_commands.describe(
    when="What the other side plays: a move, or * for anything",
    reply="Your answer; use / to look further ahead",
)
@app_commands.autocomplete(when=_moves, reply=_answers)
async def match_conditional(
    interaction: Interaction,
    when: app_commands.Range[str, 1, conditional_moves.LONGEST] | None = None,
    reply: app_commands.Range[str, 1, conditional_moves.LONGEST] | None = None,
) -> None:
    async with answering(interaction) as context:
        match_view = await match_view_here(interaction)
        said = ""
        if (when is None) != (reply is None):
            raise NotNow(
                "A conditional move needs both: what the other side plays, and your answer.",
                instead="Leave both out to see your conditional moves.",
            )
        if when is not None and reply is not None:
            receipt = await play_conditional_moves.add(
                context.app,
                command_of(interaction, match_view.match.id),
                f"{when} : {reply}",
            )
            said = receipt.text
        page = conditional_moves.CONDITIONAL_MOVES.shown
        await answer(interaction, await page(context.app, match_view, interaction.user.id, said))
