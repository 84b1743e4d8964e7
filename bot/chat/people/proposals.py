"""What seats propose to each other: in words, on private pages, and in DMs."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord

from bot.chat.history import undo_page
from bot.chat.messages import awaited, clock_words
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable, link_to, seat_and_player, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, Context, OutOfDate, board_button, note
from bot.chat.platform.message import Message, first_fitting
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.safe_text import escape_around
from bot.play.application import Application
from bot.play.history import undo as play_undo
from bot.play.match.views import MatchView
from bot.play.people import proposals
from bot.play.people.proposal_kinds import KINDS, UNDO, Consent, ProposalTerms, read_choice
from bot.play.people.proposals import OpenProposal
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.profiles import ProposalStatus
from bot.play.storage.records import MatchId, Status
from games.core.types import Refusal, Seat

_ASK = "ask"
_AGREE, _DECLINE, _WITHDRAW = "yes", "no", "withdraw"


def describe(match_view: MatchView, terms: ProposalTerms) -> str:
    """What is proposed, for everybody to read: ``take back #12``."""
    name = "" if terms.seat is None else seat_and_player(match_view, terms.seat)
    return _fill_in(KINDS[terms.kind].wording(terms).sentence, terms, name)


def _terms_label(match_view: MatchView, terms: ProposalTerms) -> str:
    """How it is called in a list, in plain text."""
    name = ""
    if terms.seat is not None:
        holder = match_view.holder(terms.seat)
        name = match_view.game.words.seat(match_view.view, terms.seat)
        name = name if holder is None else f"{name} ({holder.name})"
    return _fill_in(KINDS[terms.kind].wording(terms).label, terms, name)


def _fill_in(words: str, terms: ProposalTerms, seat: str) -> str:
    return words.format(
        seat=seat,
        hours=terms.hours,
        length=clock_words.describe_length(timedelta(hours=terms.hours)),
        until="" if terms.until is None else awaited.timestamp(terms.until),
        numbers=terms.numbers,
    )


def proposal_line(match_view: MatchView, put: OpenProposal) -> str:
    """``Red (Ann) proposes: take back #12. 1 of 2 agree.``"""
    proposal = put.proposal
    agreed = ""
    if proposal.needed > 1:
        agreed = f" {len(proposal.agreed)} of {proposal.needed} agree."
    what = describe(match_view, put.terms)
    return f"{seat_and_player(match_view, Seat(proposal.seat))} proposes: {what}.{agreed}"


async def open_or_propose(pressed: ComponentPress, match_view: MatchView) -> None:
    """Show the page, ask about what was chosen there, or make the proposal."""
    match_view.own_seat()
    if not pressed.id.args:
        await pressed.answer(await build_page(pressed.context.app, match_view, pressed.user))
    elif pressed.id.args == ("pick",):
        if not pressed.values:
            raise OutOfDate("Nothing was chosen.")
        await pressed.answer(
            await build_confirmation(pressed.context, match_view, pressed.user, pressed.values[0])
        )
    elif pressed.id.args[0] == _ASK:
        await pressed.answer(
            await build_confirmation(pressed.context, match_view, pressed.user, pressed.argument(1))
        )
    else:
        terms = read_choice(pressed.argument(1), pressed.context.app.clock.now())
        receipt = await proposals.propose(pressed.context.app, pressed.command, terms)
        await pressed.answer(note(escape_around(receipt.text), (board_button(pressed.match),)))


async def build_page(app: Application, match_view: MatchView, user: int) -> Message:
    """What is proposed just now, with the buttons to answer, and what could be."""
    own = match_view.own_seat()
    puts = await proposals.load_open(app, match_view.match)
    lines = [f"### {title(match_view)}: proposals"]
    buttons: list[Pressable] = []
    for number, put in enumerate(puts, 1):
        mark = f"{number}. " if len(puts) > 1 else ""
        lines.append(
            f"{mark}{proposal_line(match_view, put)}\n-# Until "
            f"{awaited.timestamp(put.proposal.until)}"
        )
        if own in put.proposal.asked or own == put.proposal.seat:
            label = "Withdraw" if own == put.proposal.seat else "Answer"
            where = (put.proposal.id,)
            buttons.append(
                blocks.button(f"{label} {mark}".strip(), Action.ANSWER, match_view.match.id, *where)
            )
    if not puts:
        lines.append("Nothing is proposed just now.")
    parts: list[Part | None] = [blocks.text(*lines), *blocks.rows(buttons)]
    options = await _load_options(app, match_view, user)
    if options:
        match, hint = match_view.match.id, "Propose …"
        parts.append(blocks.select(options, Action.PROPOSE, match, "pick", hint=hint))
    parts += blocks.rows((board_button(match_view.match.id),))
    return Message(blocks.layout(blocks.PRIVATE, parts))


async def _load_options(
    app: Application, match_view: MatchView, user: int
) -> list[discord.SelectOption]:
    """What could be proposed now, by what is chosen: a pause and more time in several lengths.
    Raises a ``Refusal`` for somebody who has no say in the match."""
    match, now = match_view.match.id, app.clock.now()
    found = [ProposalTerms(UNDO)] if await play_undo.is_possible(app, match, user) else []
    for terms in await proposals.load_possible(app, match, user):
        found += KINDS[terms.kind].vary(terms, now)
    return [blocks.option(each.choice, _terms_label(match_view, each)) for each in found[:25]]


async def build_confirmation(
    context: Context, match_view: MatchView, user: int, value: str
) -> Message:
    """What proposing it means, and the button that does it; or the same thing that somebody else
    has proposed. Raises a ``Refusal``."""
    if value == UNDO:
        return await undo_page.build_page(context, match_view, user)
    own, terms = match_view.own_seat(), read_choice(value, context.app.clock.now())
    for put in await proposals.load_open(context.app, match_view.match):
        if put.proposal.kind == terms.kind:
            return await build_question(context.app, match_view, put, user, context.pictures)
    if terms.seat is not None and terms.seat >= match_view.match.seats:
        raise OutOfDate("There is no such seat.")
    consent = await proposals.load_consent(context.app, match_view.match.id, user, terms)
    said = [f"### {title(match_view)}: propose", f"**{_capitalise(describe(match_view, terms))}**"]
    said.append(f"-# {_describe_consent(match_view, consent)}")
    style = discord.ButtonStyle.primary if consent.needed else discord.ButtonStyle.danger
    label = "Propose it" if consent.needed else "Do it"
    button = blocks.button(label, Action.PROPOSE, match_view.match.id, "do", value, style=style)
    assert own not in consent.asked
    return note("\n".join(said), (button, board_button(match_view.match.id)))


def _capitalise(words: str) -> str:
    return words[:1].upper() + words[1:]


def _describe_consent(match_view: MatchView, consent: Consent) -> str:
    if not consent.needed:
        return "Nobody has to agree, so this happens immediately."
    if not consent.asked:
        return f"The others are away, so <@{match_view.match.referee}> decides as the referee."
    names = ", ".join(seat_and_player(match_view, seat) for seat in consent.asked)
    if consent.needed == len(consent.asked):
        return f"{names} must agree; no answer counts as no."
    return f"{consent.needed} of these must agree: {names}. No answer counts as no."


async def answer_proposal(pressed: ComponentPress, match_view: MatchView) -> None:
    """The private page of one proposal; or it is agreed to, declined, or withdrawn."""
    match_view.own_seat()
    app = pressed.context.app
    put = await proposals.load(app, pressed.argument(0))
    if put.proposal.match != pressed.match:
        raise NoMatch("There is no such proposal.")
    if len(pressed.id.args) == 1:
        page = await build_question(app, match_view, put, pressed.user, pressed.context.pictures)
        await pressed.answer(page)
        return
    said = pressed.argument(1)
    if said == _WITHDRAW:
        receipt = await proposals.withdraw(app, pressed.command, put.proposal.id)
    elif said in (_AGREE, _DECLINE):
        receipt = await proposals.answer(
            app, pressed.command, put.proposal.id, agree=said == _AGREE
        )
    else:
        raise OutOfDate("There is no such answer.")
    await pressed.answer(note(escape_around(receipt.text), (board_button(pressed.match),)))


async def build_question(
    app: Application,
    match_view: MatchView,
    put: OpenProposal,
    user: int,
    pictures: Pictures,
    *,
    extra: tuple[Pressable, ...] = (),
) -> Message:
    """What is asked, with pictures of now and then where something is to be taken back.

    Raises a ``Refusal`` when it cannot be answered any more.
    """
    over = proposals.why_not(match_view.match, put.proposal, app.clock.now())
    if over:
        raise NotNow(over)
    end = awaited.timestamp(put.proposal.until)
    until = f"-# Until {end}. No answer counts as no."
    lines = [f"### {title(match_view)}", f"**{proposal_line(match_view, put)}**"]
    buttons = (*answer_buttons(match_view, put), *extra)
    if put.terms.kind != UNDO:
        return note("\n".join((*lines, until)), (*buttons, board_button(match_view.match.id)))
    undo = await play_undo.load_asked_undo(app, put, user)
    now = await undo_page.render_board(
        pictures, match_view, undo.before, f"now-{match_view.match.shown}.png"
    )
    then = await undo_page.render_board(
        pictures, match_view, undo.after, f"back-{put.terms.number}.png"
    )

    def lay_out(count: int) -> Message:
        parts: list[Part | None] = [
            blocks.text(*lines, undo_page.describe_taken(match_view, undo.lines, count), until),
            blocks.text("**The board now**"),
            *blocks.pictures(now),
            blocks.text(
                f"**The board after a rewind to {undo_page.entry_name(put.terms.number)}**"
            ),
            *blocks.pictures(then),
            *blocks.rows(buttons),
        ]
        return Message(blocks.layout(blocks.PRIVATE, parts), (*now, *then))

    most = min(len(undo.lines), undo_page.MOST_LINES)
    return first_fitting(partial(lay_out, count) for count in range(most, -1, -1))


def answer_buttons(match_view: MatchView, put: OpenProposal) -> tuple[Pressable, ...]:
    """The viewer's buttons: those who are asked answer, and the proposer can withdraw."""
    match, known = match_view.match.id, put.proposal.id
    if match_view.seat == put.proposal.seat:
        return (blocks.button("Withdraw", Action.ANSWER, match, known, _WITHDRAW),)
    if match_view.seat not in put.proposal.asked:
        return ()
    green, red = discord.ButtonStyle.success, discord.ButtonStyle.danger
    return (
        blocks.button("Agree", Action.ANSWER, match, known, _AGREE, style=green),
        blocks.button("Decline", Action.ANSWER, match, known, _DECLINE, style=red),
    )


def answer_button(match: MatchId, proposal: str) -> Pressable:
    """The button in the channel that opens the private page of one proposal."""
    return blocks.button(
        "Answer", Action.ANSWER, match, proposal, style=discord.ButtonStyle.primary
    )


async def suggest(app: Application, match_view: MatchView, user: int) -> list[tuple[str, str]]:
    """What could be proposed now, as values and words; nothing for those who have no say."""
    try:
        found = await _load_options(app, match_view, user)
    except Refusal:
        return []
    return [(option.value, option.label) for option in found]


# --- Messages ---


async def build_dm(
    app: Application, match_view: MatchView, put: OpenProposal, user: int, pictures: Pictures
) -> Message:
    """The DM to somebody who is asked. Raises a ``Refusal``."""
    return await build_question(
        app, match_view, put, user, pictures, extra=(_match_button(match_view),)
    )


def build_public_question(public: MatchView, put: OpenProposal, user: int) -> Message:
    """The notice in the channel that a player is asked and answers in private."""
    until = awaited.timestamp(put.proposal.until)
    text = (
        f"🗳️ <@{user}>: {proposal_line(public, put)} Press **Answer**. No answer by {until} "
        "counts as no."
    )
    parts = (blocks.text(text), *blocks.rows((answer_button(public.match.id, put.proposal.id),)))
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def build_for_referee(app: Application, public: MatchView, put: OpenProposal) -> Message | None:
    """Nobody is there who could agree: how the referee decides it. ``None`` when it is too late."""
    if proposals.why_not(public.match, put.proposal, app.clock.now()):
        return None
    until, granted = awaited.timestamp(put.proposal.until), KINDS[put.terms.kind].by_referee
    said = (
        f"🗳️ {proposal_line(public, put)} Nobody else is there who could agree, so you decide as "
        f"the referee: to grant it, type `{granted.format(number=put.terms.number)}` in the match, "
        f"or press **Referee …** there, under **My orders**. No answer by {until} counts as no."
    )
    parts = (blocks.text(f"### {title(public)}", said), *blocks.rows((link_to(public.match),)))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def is_still_asked(match_view: MatchView, put: OpenProposal) -> bool:
    """Whether this viewer still has to answer."""
    answered = (*put.proposal.agreed, *put.proposal.declined)
    return match_view.seat in put.proposal.asked and match_view.seat not in answered


def is_worth_telling(match_view: MatchView, put: OpenProposal) -> bool:
    """Whether the proposer needs a DM: not for what shows as the newest entry on the board."""
    running = match_view.match.status is Status.RUNNING
    return (
        running
        and match_view.seat == put.proposal.seat
        and put.proposal.fate is not ProposalStatus.AGREED
    )


def build_outcome(match_view: MatchView, put: OpenProposal) -> Message:
    """The outcome, for the proposer."""
    parts = (
        blocks.text(f"### {title(match_view)}", _describe_outcome(match_view, put)),
        *blocks.rows((board_button(match_view.match.id), _match_button(match_view))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def build_public_outcome(public: MatchView, put: OpenProposal) -> Message:
    parts = (blocks.text(f"<@{put.proposal.user}>: {_describe_outcome(public, put)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(put.proposal.user,))


def _match_button(match_view: MatchView) -> blocks.Pressable:
    return link_to(match_view.match, "Go to the match")


def _describe_outcome(match_view: MatchView, put: OpenProposal) -> str:
    what = KINDS[put.terms.kind].offer or describe(match_view, put.terms)
    if put.proposal.fate is ProposalStatus.LAPSED:
        return f"🗳️ Nobody agreed in time, so it is declined: {what}."
    against = ", ".join(seat_and_player(match_view, Seat(seat)) for seat in put.proposal.declined)
    if not against:
        return f"🗳️ Declined: {what}."
    return f"🗳️ Declined by {against}: {what}."
