"""What seats propose to each other, in words and on private pages with the buttons to answer."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord

from bot.chat.history import undo_page
from bot.chat.messages import awaited, clock_words
from bot.chat.platform import blocks, limits
from bot.chat.platform.blocks import Part, Pressable, title, who
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Context
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.replies import OutOfDate, board_button, note
from bot.chat.platform.safe_text import escape
from bot.play.application import Application
from bot.play.history import undo as play_undo
from bot.play.match.views import MatchView
from bot.play.people import proposals
from bot.play.people.proposal_kinds import MORE_TIME, Consent, ProposalTerms
from bot.play.people.proposals import OpenProposal
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.profiles import Proposed
from bot.play.storage.records import MatchId
from games.core.refusals import Refusal
from games.core.seats import Seat

_PAUSES = (24, 72, 168, 336, 720)
"""Hours."""
_EXTENSIONS = (12, 24, 72)
_ALL = "all"
_UNDO = "undo"
_ASK = "ask"
_AGREE, _DECLINE, _WITHDRAW = "yes", "no", "withdraw"
_PLAINLY = {
    Proposed.DRAW: "a draw",
    Proposed.PAUSE: "pause the match",
    Proposed.RESUME: "end the pause",
    Proposed.ABANDON: "abandon the match, without a result",
    Proposed.CLAIM: "claim the win, because the other side has left or is out of time",
}


def about(match_view: MatchView, terms: ProposalTerms) -> str:
    """What is proposed, for everybody to read: ``take back #12``."""
    name = "" if terms.seat is None else who(match_view, terms.seat)
    match terms.kind:
        case Proposed.UNDO:
            return f"take back {terms.numbers}"
        case Proposed.PAUSE if terms.until is not None:
            return f"pause the match until {awaited.until(terms.until)}"
        case Proposed.EXTEND:
            length = clock_words.lasting(timedelta(hours=terms.hours))
            return f"{length} more time for this turn"
        case Proposed.DEFAULT if terms.seat is None:
            return "play the default of those who missed the time for a secret choice"
        case Proposed.DEFAULT:
            return f"play {name}'s default"
        case Proposed.OPEN_SEAT:
            return f"open the seat of {name}, for somebody else to take it"
    return _PLAINLY[terms.kind]


def line(match_view: MatchView, put: OpenProposal) -> str:
    """``Red (Ann) proposes: take back #12. 1 of 2 agree.``"""
    proposal = put.proposal
    agreed = ""
    if proposal.needed > 1:
        agreed = f" {len(proposal.agreed)} of {proposal.needed} agree."
    what = about(match_view, put.terms)
    return f"{who(match_view, Seat(proposal.seat))} proposes: {what}.{agreed}"


async def press(pressed: ComponentPress, match_view: MatchView) -> None:
    """The page; what was chosen there; or the proposal itself."""
    match_view.own_seat()
    if not pressed.id.args:
        await pressed.answer(await page(pressed.context.app, match_view, pressed.user))
    elif pressed.id.args == ("pick",):
        if not pressed.values:
            raise OutOfDate("Nothing was chosen.")
        await pressed.answer(
            await chosen(pressed.context, match_view, pressed.user, pressed.values[0])
        )
    elif pressed.id.args[0] == _ASK:
        await pressed.answer(
            await chosen(pressed.context, match_view, pressed.user, pressed.argument(1))
        )
    else:
        terms = terms_of(pressed.context.app, pressed.argument(1))
        receipt = await proposals.propose(pressed.context.app, pressed.command, terms)
        await pressed.answer(note(escape(receipt.text), (board_button(pressed.match),)))


async def page(app: Application, match_view: MatchView, user: int) -> Message:
    """What is proposed just now, with the buttons to answer, and what could be."""
    own = match_view.own_seat()
    puts = await proposals.open_in(app, match_view.match)
    lines = [f"### {title(match_view)}: proposals"]
    buttons: list[Pressable] = []
    for number, put in enumerate(puts, 1):
        mark = f"{number}. " if len(puts) > 1 else ""
        lines.append(f"{mark}{line(match_view, put)}\n-# Until {awaited.until(put.proposal.until)}")
        if own in put.proposal.asked or own == put.proposal.seat:
            label = "Withdraw" if own == put.proposal.seat else "Answer"
            where = (put.proposal.id,)
            buttons.append(
                blocks.button(f"{label} {mark}".strip(), Action.ANSWER, match_view.match.id, *where)
            )
    if not puts:
        lines.append("Nothing is proposed just now.")
    parts: list[Part | None] = [blocks.text(*lines), *blocks.rows(buttons)]
    options = await _options(app, match_view, user)
    if options:
        match, hint = match_view.match.id, "Propose …"
        parts.append(blocks.select(options, Action.PROPOSE, match, "pick", hint=hint))
    parts += blocks.rows((board_button(match_view.match.id),))
    return Message(blocks.layout(blocks.PRIVATE, parts))


async def _options(
    app: Application, match_view: MatchView, user: int
) -> list[discord.SelectOption]:
    """What could be proposed now, by what is chosen: a pause and more time in several lengths.
    Raises a ``Refusal`` for somebody who has no say in the match."""
    found: list[discord.SelectOption] = []
    if await play_undo.possible(app, match_view.match.id, user):
        found.append(blocks.option(_UNDO, "Take back my last move …"))
    for terms in await proposals.possible(app, match_view.match.id, user):
        for value, label in _choices(match_view, terms):
            found.append(blocks.option(value, label))
    return found[:25]


def _choices(match_view: MatchView, terms: ProposalTerms) -> list[tuple[str, str]]:
    name = "" if terms.seat is None else _name(match_view, terms.seat)
    kind = terms.kind.value
    match terms.kind:
        case Proposed.PAUSE:
            days = [(f"{kind}.{each}", f"Pause for {_days(each)}") for each in _PAUSES]
            return [(kind, "Pause until all want to go on"), *days]
        case Proposed.EXTEND:
            return [(f"{kind}.{each}", f"{each} more hours for me") for each in _EXTENSIONS]
        case Proposed.DEFAULT if terms.seat is None:
            return [(f"{kind}.{_ALL}", "Play the default of those who are late")]
        case Proposed.DEFAULT:
            return [(f"{kind}.{terms.seat}", f"{name} is late: play the default")]
        case Proposed.OPEN_SEAT:
            return [(f"{kind}.{terms.seat}", f"{name} is away: open the seat")]
    return [(kind, _LABELS[terms.kind])]


_LABELS = {
    Proposed.DRAW: "A draw",
    Proposed.RESUME: "End the pause",
    Proposed.ABANDON: "Abandon the match, without a result",
    Proposed.CLAIM: "Claim the win",
}


def _days(hours: int) -> str:
    return clock_words.lasting(timedelta(hours=hours))


def _name(match_view: MatchView, seat: Seat) -> str:
    holder = match_view.holder(seat)
    seat_name = match_view.game.words.seat(match_view.view, seat)
    return seat_name if holder is None else f"{seat_name} ({holder.name})"


def terms_of(app: Application, value: str) -> ProposalTerms:
    """What a value of the select, or of a custom id, means. Raises ``OutOfDate``."""
    name, _, detail = value.partition(".")
    number = int(detail) if detail.isdecimal() and len(detail) < 5 else None
    try:
        kind = Proposed(name)
    except ValueError:
        raise OutOfDate("That cannot be proposed any more.") from None
    if kind is Proposed.PAUSE:
        now = app.clock.now()
        return ProposalTerms(kind, until=None if number is None else now + timedelta(hours=number))
    if kind is Proposed.EXTEND:
        return ProposalTerms(kind, hours=MORE_TIME if number is None else number)
    if kind is Proposed.OPEN_SEAT and number is None:
        raise OutOfDate("Say which seat.")
    if kind in (Proposed.DEFAULT, Proposed.OPEN_SEAT):
        return ProposalTerms(kind, None if number is None else Seat(number))
    if kind is Proposed.UNDO:
        raise OutOfDate("Say what to take back.", instead="Press Take back.")
    return ProposalTerms(kind)


async def chosen(context: Context, match_view: MatchView, user: int, value: str) -> Message:
    """What proposing it means, and the button that does it; or the same thing that somebody else
    has proposed. Raises a ``Refusal``."""
    if value == _UNDO:
        return await undo_page.page(context, match_view, user)
    own, terms = match_view.own_seat(), terms_of(context.app, value)
    for put in await proposals.open_in(context.app, match_view.match):
        if put.proposal.kind is terms.kind:
            return await question(context.app, match_view, put, user, context.pictures)
    if terms.seat is not None and terms.seat >= match_view.match.seats:
        raise OutOfDate("There is no such seat.")
    consent = await proposals.consent(context.app, match_view.match.id, user, terms)
    said = [f"### {title(match_view)}: propose", f"**{_capital(about(match_view, terms))}**"]
    said.append(f"-# {_consent(match_view, consent)}")
    style = discord.ButtonStyle.primary if consent.needed else discord.ButtonStyle.danger
    label = "Propose it" if consent.needed else "Do it"
    button = blocks.button(label, Action.PROPOSE, match_view.match.id, "do", value, style=style)
    assert own not in consent.asked
    return note("\n".join(said), (button, board_button(match_view.match.id)))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _consent(match_view: MatchView, consent: Consent) -> str:
    if not consent.needed:
        return "Nobody has to agree, so this happens immediately."
    if not consent.asked:
        return f"The others are away, so <@{match_view.match.referee}> decides as the referee."
    names = ", ".join(who(match_view, seat) for seat in consent.asked)
    if consent.needed == len(consent.asked):
        return f"{names} must agree; no answer counts as no."
    return f"{consent.needed} of these must agree: {names}. No answer counts as no."


async def answered(pressed: ComponentPress, match_view: MatchView) -> None:
    """The private page of one proposal; or it is agreed to, declined, or withdrawn."""
    match_view.own_seat()
    put = await _put(pressed)
    if len(pressed.id.args) == 1:
        app, pictures = pressed.context.app, pressed.context.pictures
        await pressed.answer(await question(app, match_view, put, pressed.user, pictures))
        return
    said = pressed.argument(1)
    press_id = pressed.interaction.id
    if said == _WITHDRAW:
        receipt = await proposals.withdraw(
            pressed.context.app, put.proposal.id, pressed.user, press_id
        )
    elif said in (_AGREE, _DECLINE):
        receipt = await proposals.answer(
            pressed.context.app, put.proposal.id, pressed.user, press_id, agree=said == _AGREE
        )
    else:
        raise OutOfDate("There is no such answer.")
    await pressed.answer(note(escape(receipt.text), (board_button(pressed.match),)))


async def _put(pressed: ComponentPress) -> OpenProposal:
    put, match = await proposals.put(pressed.context.app, pressed.argument(0))
    if match.id != pressed.match:
        raise NoMatch("There is no such proposal.")
    return put


async def question(
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
    end = awaited.until(put.proposal.until)
    until = f"-# Until {end}. No answer counts as no."
    lines = [f"### {title(match_view)}", f"**{line(match_view, put)}**"]
    buttons = (*answers(match_view, put), *extra)
    if put.terms.kind is not Proposed.UNDO:
        return note("\n".join((*lines, until)), (*buttons, board_button(match_view.match.id)))
    undo = await play_undo.asked(app, put, user)
    now = await undo_page.drawn(
        pictures, match_view, undo.before, f"now-{match_view.match.shown}.png"
    )
    then = await undo_page.drawn(pictures, match_view, undo.after, f"back-{put.terms.number}.png")

    def laid_out(count: int) -> Message:
        parts: list[Part | None] = [
            blocks.text(*lines, undo_page.taken(match_view, undo.lines, count), until),
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
    return limits.fitting(partial(laid_out, count) for count in range(most, -1, -1))


def answers(match_view: MatchView, put: OpenProposal) -> tuple[Pressable, ...]:
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
    """For the channel: opens the private page of one proposal."""
    return blocks.button(
        "Answer", Action.ANSWER, match, proposal, style=discord.ButtonStyle.primary
    )


async def suggested(app: Application, match_view: MatchView, user: int) -> list[tuple[str, str]]:
    """What could be proposed now, as values and words; nothing for those who have no say."""
    try:
        found = await _options(app, match_view, user)
    except Refusal:
        return []
    return [(option.value, option.label) for option in found]
