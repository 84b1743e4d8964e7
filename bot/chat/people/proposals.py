"""What seats propose to each other, in words and on private pages with the buttons to answer."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
from discord import ui

from bot.chat import blocks, clock_words, limits
from bot.chat.blocks import Part, Pressable, title, who
from bot.chat.component_press import ComponentPress
from bot.chat.context import Context
from bot.chat.custom_ids import Action, CustomId
from bot.chat.history import undo_page
from bot.chat.message import Message
from bot.chat.panels import awaited
from bot.chat.pictures import Pictures
from bot.chat.replies import OutOfDate, board_button, note
from bot.chat.safe_text import escape
from bot.play.application import Application
from bot.play.match.views import MatchView
from bot.play.people.proposal_kinds import MORE_TIME, Consent, ProposalTerms
from bot.play.people.proposals import OpenProposal
from bot.play.profiles import Proposed
from bot.play.records import MatchId
from bot.play.refusals import NoMatch, NotNow
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
    Proposed.CLAIM: "claim the win, because the other side has left or its time is over",
}


def about(sight: MatchView, wish: ProposalTerms) -> str:
    """What is proposed, for everybody to read: ``take back #12``."""
    name = "" if wish.seat is None else who(sight, wish.seat)
    match wish.kind:
        case Proposed.UNDO:
            return f"take back {wish.numbers}"
        case Proposed.PAUSE if wish.until is not None:
            return f"pause the match until {awaited.until(wish.until)}"
        case Proposed.EXTEND:
            length = clock_words.lasting(timedelta(hours=wish.hours))
            return f"{length} more time for this turn"
        case Proposed.DEFAULT if wish.seat is None:
            return "choose as usual for those whose time for a secret choice is over"
        case Proposed.DEFAULT:
            return f"play {name}'s default"
        case Proposed.OPEN_SEAT:
            return f"open the seat of {name}, for somebody else to take it"
    return _PLAINLY[wish.kind]


def line(sight: MatchView, put: OpenProposal) -> str:
    """``Red (Ann) proposes: take back #12. 1 of 2 agree.``"""
    proposal = put.proposal
    agreed = ""
    if proposal.needed > 1:
        agreed = f" {len(proposal.agreed)} of {proposal.needed} agree."
    what = about(sight, put.wish)
    return f"{who(sight, Seat(proposal.seat))} proposes: {what}.{agreed}"


async def press(pressed: ComponentPress) -> None:
    """The page; what was chosen there; or the proposal itself."""
    sight = await pressed.sight()
    sight.own_seat()
    if not pressed.id.args:
        await pressed.answer(await page(pressed.desk.house, sight, pressed.user))
    elif pressed.id.args == ("pick",):
        if not pressed.values:
            raise OutOfDate("Nothing was chosen.")
        await pressed.answer(await chosen(pressed.desk, sight, pressed.user, pressed.values[0]))
    elif pressed.id.args[0] == _ASK:
        await pressed.answer(await chosen(pressed.desk, sight, pressed.user, pressed.argument(1)))
    else:
        wish = wish_of(pressed.desk.house, pressed.argument(1))
        receipt = await pressed.desk.house.proposals.propose(
            pressed.match, pressed.user, pressed.interaction.id, wish
        )
        await pressed.answer(note(escape(receipt.text), (board_button(pressed.match),)))


async def page(house: Application, sight: MatchView, user: int) -> Message:
    """What is proposed just now, with the buttons to answer, and what could be."""
    own = sight.own_seat()
    puts = await house.proposals.open_in(sight.match)
    lines = [f"### {title(sight)}: proposals"]
    buttons: list[Pressable] = []
    for number, put in enumerate(puts, 1):
        mark = f"{number}. " if len(puts) > 1 else ""
        lines.append(f"{mark}{line(sight, put)}\n-# Until {awaited.until(put.proposal.until)}")
        if own in put.proposal.asked or own == put.proposal.seat:
            label = "Withdraw" if own == put.proposal.seat else "Answer"
            where = (put.proposal.id,)
            buttons.append(
                blocks.button(f"{label} {mark}".strip(), Action.QUESTION, sight.match.id, *where)
            )
    if not puts:
        lines.append("Nothing is proposed just now.")
    parts: list[Part | None] = [blocks.text(*lines), *blocks.rows(buttons)]
    options = await _options(house, sight, user)
    if options:
        select: ui.Select[ui.LayoutView] = ui.Select(
            custom_id=str(CustomId(Action.PROPOSE, sight.match.id, ("pick",))),
            placeholder="Propose …",
            options=options,
        )
        parts.append(ui.ActionRow(select))
    parts += blocks.rows((board_button(sight.match.id),))
    return Message(blocks.layout(blocks.PRIVATE, parts))


async def _options(house: Application, sight: MatchView, user: int) -> list[discord.SelectOption]:
    """What could be proposed now, by what is chosen: a pause and more time in several lengths.
    Raises a ``Refusal`` for somebody who has no say in the match."""
    found: list[discord.SelectOption] = []
    if await house.undoing.possible(sight.match.id, user):
        found.append(discord.SelectOption(label="Take back my last move …", value=_UNDO))
    for wish in await house.proposals.possible(sight.match.id, user):
        for value, label in _choices(sight, wish):
            found.append(discord.SelectOption(label=label[:100], value=value))
    return found[:25]


def _choices(sight: MatchView, wish: ProposalTerms) -> list[tuple[str, str]]:
    name = "" if wish.seat is None else _name(sight, wish.seat)
    kind = wish.kind.value
    match wish.kind:
        case Proposed.PAUSE:
            days = [(f"{kind}.{each}", f"Pause for {_days(each)}") for each in _PAUSES]
            return [(kind, "Pause until all want to go on"), *days]
        case Proposed.EXTEND:
            return [(f"{kind}.{each}", f"{each} more hours for me") for each in _EXTENSIONS]
        case Proposed.DEFAULT if wish.seat is None:
            return [(f"{kind}.{_ALL}", "Choose as usual for those who are late")]
        case Proposed.DEFAULT:
            return [(f"{kind}.{wish.seat}", f"{name} is late: do what happens otherwise")]
        case Proposed.OPEN_SEAT:
            return [(f"{kind}.{wish.seat}", f"{name} is away: open the seat")]
    return [(kind, _LABELS[wish.kind])]


_LABELS = {
    Proposed.DRAW: "A draw",
    Proposed.RESUME: "End the pause",
    Proposed.ABANDON: "Abandon the match, without a result",
    Proposed.CLAIM: "Claim the win",
}


def _days(hours: int) -> str:
    return clock_words.lasting(timedelta(hours=hours))


def _name(sight: MatchView, seat: Seat) -> str:
    hold = sight.holder(seat)
    seat_name = sight.game.words.seat(sight.view, seat)
    return seat_name if hold is None else f"{seat_name} ({hold.name})"


def wish_of(house: Application, value: str) -> ProposalTerms:
    """What a value of the select, or of a custom id, means. Raises ``OutOfDate``."""
    name, _, detail = value.partition(".")
    number = int(detail) if detail.isdecimal() and len(detail) < 5 else None
    try:
        kind = Proposed(name)
    except ValueError:
        raise OutOfDate("That cannot be proposed any more.") from None
    if kind is Proposed.PAUSE:
        now = house.clock.now()
        return ProposalTerms(kind, until=None if number is None else now + timedelta(hours=number))
    if kind is Proposed.EXTEND:
        return ProposalTerms(kind, hours=MORE_TIME if number is None else number)
    if kind is Proposed.OPEN_SEAT and number is None:
        raise OutOfDate("Whose seat that is was not said.")
    if kind in (Proposed.DEFAULT, Proposed.OPEN_SEAT):
        return ProposalTerms(kind, None if number is None else Seat(number))
    if kind is Proposed.UNDO:
        raise OutOfDate("What is to be taken back was not said.", instead="Press Take back.")
    return ProposalTerms(kind)


async def chosen(desk: Context, sight: MatchView, user: int, value: str) -> Message:
    """What proposing it means, and the button that does it; or the same thing that somebody else
    has proposed. Raises a ``Refusal``."""
    if value == _UNDO:
        return await undo_page.page(desk, sight, user)
    own, wish = sight.own_seat(), wish_of(desk.house, value)
    for put in await desk.house.proposals.open_in(sight.match):
        if put.proposal.kind is wish.kind:
            return await question(desk.house, sight, put, user, desk.pictures)
    if wish.seat is not None and wish.seat >= sight.match.seats:
        raise OutOfDate("There is no such seat.")
    terms = await desk.house.proposals.terms(sight.match.id, user, wish)
    said = [f"### {title(sight)}: propose", f"**{_capital(about(sight, wish))}**"]
    said.append(f"-# {_terms(sight, terms)}")
    style = discord.ButtonStyle.primary if terms.needed else discord.ButtonStyle.danger
    label = "Propose it" if terms.needed else "Do it"
    button = blocks.button(label, Action.PROPOSE, sight.match.id, "do", value, style=style)
    assert own not in terms.asked
    return note("\n".join(said), (button, board_button(sight.match.id)))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _terms(sight: MatchView, terms: Consent) -> str:
    if not terms.needed:
        return "Nobody has to be asked, so this happens at once."
    if not terms.asked:
        return f"The others are away, so <@{sight.match.referee}> decides as the referee."
    names = ", ".join(who(sight, seat) for seat in terms.asked)
    if terms.needed == len(terms.asked):
        return f"{names} must agree; silence is no."
    return f"{terms.needed} of these must agree: {names}. Silence is no."


async def asked(pressed: ComponentPress) -> None:
    """The private page of one proposal."""
    sight = await pressed.sight()
    sight.own_seat()
    put = await _put(pressed)
    await pressed.answer(
        await question(pressed.desk.house, sight, put, pressed.user, pressed.desk.pictures)
    )


async def answered(pressed: ComponentPress) -> None:
    """Agreed, declined, or withdrawn."""
    (await pressed.sight()).own_seat()
    put, said = await _put(pressed), pressed.argument(1)
    proposals, press_id = pressed.desk.house.proposals, pressed.interaction.id
    if said == _WITHDRAW:
        receipt = await proposals.withdraw(put.proposal.id, pressed.user, press_id)
    elif said in (_AGREE, _DECLINE):
        receipt = await proposals.answer(
            put.proposal.id, pressed.user, press_id, agree=said == _AGREE
        )
    else:
        raise OutOfDate("There is no such answer.")
    await pressed.answer(note(escape(receipt.text), (board_button(pressed.match),)))


async def _put(pressed: ComponentPress) -> OpenProposal:
    put, match = await pressed.desk.house.proposals.put(pressed.argument(0))
    if match.id != pressed.match:
        raise NoMatch("There is no such proposal.")
    return put


async def question(
    house: Application,
    sight: MatchView,
    put: OpenProposal,
    user: int,
    pictures: Pictures,
    *,
    extra: tuple[Pressable, ...] = (),
) -> Message:
    """What is asked, with pictures of now and then where something is to be taken back.

    Raises a ``Refusal`` when it cannot be answered any more.
    """
    over = house.proposals.why_not(sight.match, put)
    if over:
        raise NotNow(over)
    end = awaited.until(put.proposal.until)
    until = f"-# Until {end}. Silence is no."
    lines = [f"### {title(sight)}", f"**{line(sight, put)}**"]
    buttons = (*answers(sight, put), *extra)
    if put.wish.kind is not Proposed.UNDO:
        return note("\n".join((*lines, until)), (*buttons, board_button(sight.match.id)))
    undo = await house.undoing.asked(put, user)
    now = await undo_page.drawn(pictures, sight, undo.before, f"now-{sight.match.shown}.png")
    then = await undo_page.drawn(pictures, sight, undo.after, f"back-{put.wish.number}.png")

    def laid_out(count: int) -> Message:
        parts: list[Part | None] = [
            blocks.text(*lines, undo_page.taken(sight, undo.lines, count), until),
            blocks.text("**As it stands**"),
            *blocks.pictures(now),
            blocks.text(f"**As it would stand, {undo_page.since(put.wish.number)}**"),
            *blocks.pictures(then),
            *blocks.rows(buttons),
        ]
        return Message(blocks.layout(blocks.PRIVATE, parts), (*now, *then))

    most = min(len(undo.lines), undo_page.MOST_LINES)
    return limits.fitting(partial(laid_out, count) for count in range(most, -1, -1))


def answers(sight: MatchView, put: OpenProposal) -> tuple[Pressable, ...]:
    """The buttons of whoever looks: those who are asked answer, whoever proposed it withdraws."""
    match, known = sight.match.id, put.proposal.id
    if sight.seat == put.proposal.seat:
        return (blocks.button("Withdraw", Action.ANSWER, match, known, _WITHDRAW),)
    if sight.seat not in put.proposal.asked:
        return ()
    green, red = discord.ButtonStyle.success, discord.ButtonStyle.danger
    return (
        blocks.button("Agree", Action.ANSWER, match, known, _AGREE, style=green),
        blocks.button("Decline", Action.ANSWER, match, known, _DECLINE, style=red),
    )


def answer_button(match: MatchId, proposal: str) -> Pressable:
    """For the channel: opens the private page of one proposal."""
    return blocks.button(
        "Answer", Action.QUESTION, match, proposal, style=discord.ButtonStyle.primary
    )


async def suggested(house: Application, sight: MatchView, user: int) -> list[tuple[str, str]]:
    """What could be proposed now, as values and words; nothing for those who have no say."""
    try:
        found = await _options(house, sight, user)
    except Refusal:
        return []
    return [(option.value, option.label) for option in found]
