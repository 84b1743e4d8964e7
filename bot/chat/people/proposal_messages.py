"""Delivery of proposals and their outcome: a DM, or a line in the channel."""

from __future__ import annotations

from bot.chat.messages import awaited
from bot.chat.people import proposals
from bot.chat.platform import blocks
from bot.chat.platform.blocks import link_to, title, who
from bot.chat.platform.message import Message
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.replies import board_button
from bot.play.application import Application
from bot.play.match.views import MatchView
from bot.play.people import proposals as play_proposals
from bot.play.people.proposals import OpenProposal
from bot.play.storage.profiles import ProposalStatus, Proposed
from bot.play.storage.records import Status
from games.core.seats import Seat


async def question(
    app: Application, match_view: MatchView, put: OpenProposal, user: int, pictures: Pictures
) -> Message:
    """The DM to somebody who is asked: the private page of the proposal. Raises a
    ``Refusal``."""
    return await proposals.question(
        app, match_view, put, user, pictures, extra=(_to_match(match_view),)
    )


def question_aloud(public: MatchView, put: OpenProposal, user: int) -> Message:
    """In the channel: somebody is asked, and answers in private."""
    until = awaited.until(put.proposal.until)
    line = proposals.line(public, put)
    text = f"🗳️ <@{user}>: {line} Press **Answer**. No answer by {until} counts as no."
    parts = (
        blocks.text(text),
        *blocks.rows((proposals.answer_button(public.match.id, put.proposal.id),)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def for_referee(app: Application, public: MatchView, put: OpenProposal) -> Message | None:
    """Nobody is there who could agree: how the referee decides it. ``None`` when it is too late."""
    if play_proposals.why_not(public.match, put.proposal, app.clock.now()):
        return None
    until = awaited.until(put.proposal.until)
    said = (
        f"🗳️ {proposals.line(public, put)} Nobody else is there who could agree, so you decide as "
        f"the referee: to grant it, type `{_GRANTED[put.terms.kind].format(put.terms.number)}` in "
        f"the match. No answer by {until} counts as no."
    )
    parts = (blocks.text(f"### {title(public)}", said), *blocks.rows((link_to(public.match),)))
    return Message(blocks.layout(blocks.PRIVATE, parts))


_GRANTED = {
    Proposed.UNDO: "/referee undo to:{}",
    Proposed.DRAW: "/referee close winners:draw",
}


def still_asked(match_view: MatchView, put: OpenProposal) -> bool:
    """Whether this viewer still has to answer."""
    answered = (*put.proposal.agreed, *put.proposal.declined)
    return match_view.seat in put.proposal.asked and match_view.seat not in answered


def worth_telling(match_view: MatchView, put: OpenProposal) -> bool:
    """Whether the proposer has to be told the outcome: what was agreed on and shows as the
    newest thing on the board needs no DM."""
    running = match_view.match.status is Status.RUNNING
    return (
        running
        and match_view.seat == put.proposal.seat
        and put.proposal.fate is not ProposalStatus.AGREED
    )


def fate(match_view: MatchView, put: OpenProposal) -> Message:
    """The outcome, for the proposer."""
    parts = (
        blocks.text(f"### {title(match_view)}", _said(match_view, put)),
        *blocks.rows((board_button(match_view.match.id), _to_match(match_view))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def fate_aloud(public: MatchView, put: OpenProposal) -> Message:
    parts = (blocks.text(f"<@{put.proposal.user}>: {_said(public, put)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(put.proposal.user,))


def _to_match(match_view: MatchView) -> blocks.Pressable:
    return link_to(match_view.match, "Go to the match")


def _said(match_view: MatchView, put: OpenProposal) -> str:
    what = proposals.about(match_view, put.terms)
    if put.terms.kind is Proposed.DRAW:
        what = "your offer of a draw"
    if put.proposal.fate is ProposalStatus.LAPSED:
        return f"🗳️ Nobody agreed in time, so it is declined: {what}."
    against = ", ".join(who(match_view, Seat(seat)) for seat in put.proposal.declined)
    if not against:
        return f"🗳️ Declined: {what}."
    return f"🗳️ Declined by {against}: {what}."
