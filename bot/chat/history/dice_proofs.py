"""The proof of a match's dice: the commitment before the end, the seed after it."""

from __future__ import annotations

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part
from bot.chat.platform.interactions import ComponentPress, Interaction, board_button, get_context
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape
from bot.play.history import dice_proofs as play_dice_proofs
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow
from bot.play.storage.records import Status
from games.core.log import dice_proofs


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    await pressed.answer(await build_page(pressed.interaction, match_view))


async def build_page(interaction: Interaction, match_view: MatchView) -> Message:
    """The page with the commitment or the proof. Raises ``NotNow`` for a game without dice."""
    title = escape(match_view.game.meta.title)
    if not match_view.game.meta.dice:
        raise NotNow(f"{match_view.game.meta.title} has no dice.")
    if match_view.match.status is not Status.OVER:
        return _committed_page(match_view, title)
    proof = await play_dice_proofs.build_proof(get_context(interaction).app, match_view.match.id)
    return _proof_page(match_view, title, proof)


def _committed_page(match_view: MatchView, title: str) -> Message:
    text = blocks.text(
        f"### The dice of this match of {title}",
        f"Commitment: `{match_view.commitment}`",
        "It was made before the first roll and binds all of them: they come from a secret seed "
        "of which this is the fingerprint.",
        "When the match is over, **Check the dice** hands out the seed with every roll, for "
        "anybody to check. Showing it earlier would give away the dice still to come.",
    )
    buttons = (
        blocks.rows((board_button(match_view.match.id),)) if match_view.view is not None else ()
    )
    return Message(blocks.layout(blocks.PRIVATE, (text, *buttons)))


def _proof_page(match_view: MatchView, title: str, proof: bytes) -> Message:
    file = Attached(f"dice-{match_view.match.id}.json", proof)
    found = dice_proofs.Proof.model_validate_json(proof)
    faults = dice_proofs.check(found)
    entries = len(found.rolls)
    count = "1 entry" if entries == 1 else f"{entries} entries"
    by_hand = sum(thrown.by_hand for thrown in found.rolls)
    result = f"✅ I have computed the dice of {count} again: all agree with the seed."
    if by_hand:
        whose = "1 of them has" if by_hand == 1 else f"{by_hand} of them have"
        result = (
            f"✅ I have computed the dice of {count} again. {whose} dice that the referee set by "
            "hand; all others agree with the seed."
        )
    if faults:
        result = f"❌ {len(faults)} of them do not agree: {escape(faults[0].sentence)}"
    text = blocks.text(
        f"### The dice of this match of {title}",
        f"Commitment: `{match_view.commitment}`",
        result,
        "You need not believe me: the file holds the seed and every roll. Check it yourself, "
        f"without the bot: `python -m games verify {file.name}`",
        "Compare the rolls it lists with those of the log, and the commitment with the digits "
        "shown when the match began.",
    )
    parts: tuple[Part | None, ...] = (text, discord.ui.File(f"attachment://{file.name}"))
    return Message(blocks.layout(blocks.PRIVATE, parts), (file,))
