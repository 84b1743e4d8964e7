"""What players are told by DM, and the one line in the channel when that cannot be."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial

import discord

from bot.chat import awaited, blocks, limits, news
from bot.chat.blocks import Pressable, board_file, button, link_to, seat_name, title, who
from bot.chat.custom_id import Action
from bot.chat.looks import look_of
from bot.chat.message import Message, attached
from bot.chat.pictures import Picture, Pictures
from bot.chat.safe_text import escape, shortened, shown
from bot.chat.texts import say
from bot.play.people import Proposed
from bot.play.records import Hold
from bot.play.sight import LogLine, Sight
from games.core.seats import Seat

_MOST_LINES = 12


async def turn(sight: Sight, pictures: Pictures) -> Message:
    """The match waits for the seat whose sight this is."""
    asks = asked(sight, secret=False)
    return _letter(sight, "letter.turn", (), asks, await _drawn(sight, pictures), "turn")


async def secret(
    sight: Sight, learned: tuple[str, ...], pictures: Pictures, *, asks: tuple[str, ...] = ()
) -> Message:
    """What the seat alone has learned and is asked, with the board as it sees it."""
    opening = "letter.learned" if learned else "letter.choose"
    return _letter(sight, opening, learned, asks, await _drawn(sight, pictures))


def asked(sight: Sight, *, secret: bool) -> tuple[str, ...]:
    """What the seat whose sight this is must answer: in secret, or as its turn."""
    return tuple(
        sight.game.words.ask(sight.view, decision)
        for decision in sight.mine
        if decision.secret == secret and (secret or decision.waits)
    )


async def reminder(sight: Sight, keys: Container[str], pictures: Pictures) -> Message:
    """The time for some of what the seat is asked runs out."""
    asks = tuple(
        sight.game.words.ask(sight.view, decision)
        for decision in sight.mine
        if decision.key in keys
    )
    return _letter(sight, "letter.reminder", (), asks, await _drawn(sight, pictures))


async def over(sight: Sight, pictures: Pictures) -> Message:
    """The result."""
    said = sight.result or sight.game.words.standing(sight.view)
    return _letter(sight, "letter.over", (said,), (), await _drawn(sight, pictures), "over")


def vacant(sight: Sight, line: LogLine, *, claim: bool) -> Message:
    """Somebody has left a seat: what the reader can do now."""
    seat = "" if line.seat is None else seat_name(sight, line.seat)
    name = shown(line.text)
    choices = say(sight.language, "letter.can_claim" if claim else "letter.can_wait", name=name)
    buttons = [link_to(sight.match, say(sight.language, "button.to_match"))]
    if claim:
        buttons.insert(0, claim_button(sight))
    parts = (
        blocks.text(
            f"### {title(sight)}",
            say(sight.language, "letter.vacant", name=name, seat=seat, choices=choices),
        ),
        *blocks.rows(buttons),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def claim_button(sight: Sight) -> Pressable:
    style = discord.ButtonStyle.primary
    args = ("ask", Proposed.CLAIM.value)
    return button("Claim the win", Action.PROPOSE, sight.match.id, *args, style=style)


def removed(sight: Sight, line: LogLine) -> Message:
    """Others have given the reader's seat away, and why."""
    parts = (
        blocks.text(
            f"### {title(sight)}",
            f"**{_put_out(sight, line, sight.language)}**",
            news.paragraph(sight, line),
        ),
        *blocks.rows((link_to(sight.match, say(sight.language, "button.to_match")),)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def removed_aloud(public: Sight, line: LogLine, user: int) -> Message:
    """The same in the channel, to somebody who cannot be reached by DM."""
    parts = (blocks.text(f"<@{user}>: {_put_out(public, line)}"),)
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(user,))


def _put_out(sight: Sight, line: LogLine, language: str = "") -> str:
    key = "letter.removed" if line.referee else "letter.voted_out"
    return say(language, key, seat="" if line.seat is None else seat_name(sight, line.seat))


def closed(public: Sight, hold: Hold) -> Message:
    """In the channel: this player cannot be reached by DM. Says nothing of what it was about."""
    line = (
        f"<@{hold.user}> ({seat_name(public, hold.seat)}), your DMs are closed to me. "
        "Press **My orders** to see here, in private, what I would have sent."
    )
    orders = button("My orders", Action.ORDERS, public.match.id, style=discord.ButtonStyle.primary)
    parts = (blocks.text(line), *blocks.rows((orders,)))
    return Message(blocks.layout(blocks.PRIVATE, parts), pings=(hold.user,) if hold.user else ())


async def _drawn(sight: Sight, pictures: Pictures) -> Picture:
    return await pictures.of(sight.match.game, sight.view, look_of(sight))


def _letter(
    sight: Sight,
    opening: str,
    lines: tuple[str, ...],
    asks: tuple[str, ...],
    drawn: Picture,
    wish: str = "",
) -> Message:
    """The lines may be too many, and the last ones fall away; what is asked stays.

    ``opening``  the key of its text
    ``wish`` is the one that brought this message; a button takes it back.
    """
    most = min(len(lines), _MOST_LINES)
    return limits.fitting(
        partial(_laid_out, sight, opening, (*lines[:count], *asks), drawn, wish)
        for count in range(most, -1, -1)
    )


def _laid_out(
    sight: Sight, opening: str, lines: tuple[str, ...], drawn: Picture, wish: str
) -> Message:
    files = attached(drawn, board_file(sight))
    told = (escape(shortened(line, 400)) for line in lines)
    head = f"**{say(sight.language, opening)}**"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(f"### {title(sight)}", head, *told, _time(sight), _table(sight)),
            *blocks.pictures(files),
            *blocks.rows(_buttons(sight, wish)),
        ),
    )
    return Message(view, files)


def _time(sight: Sight) -> str:
    """Until when the seat must answer, and what happens otherwise, for what is due first."""
    first = awaited.first_due(sight, sight.mine)
    return "" if first is None else f"-# {awaited.time_left(sight, first, sight.language)}"


def _table(sight: Sight) -> str:
    """Which of one's matches this is: the own seat, and those of the others."""
    others = [Seat(number) for number in range(sight.match.seats) if number != sight.seat]
    language, own = sight.language, sight.seat
    if own is None:
        return f"-# {say(language, 'letter.watching', names=_names(sight, others))}"
    seat, teams = seat_name(sight, own), sight.match.sides.teams
    if len(set(teams)) == len(teams):
        return f"-# {say(language, 'letter.alone', seat=seat, names=_names(sight, others))}"
    mates = [each for each in others if teams[each] == teams[own]]
    against = _names(sight, (each for each in others if each not in mates))
    if not mates:
        return f"-# {say(language, 'letter.without_mates', seat=seat, names=against)}"
    beside = _names(sight, mates)
    return f"-# {say(language, 'letter.team', seat=seat, mates=beside, names=against)}"


def _names(sight: Sight, seats: Iterable[Seat]) -> str:
    return ", ".join(who(sight, seat) for seat in seats)


def _buttons(sight: Sight, wish: str) -> tuple[Pressable, ...]:
    match, language = sight.match.id, sight.language
    buttons: list[Pressable] = []
    if sight.mine:
        green = discord.ButtonStyle.success
        buttons.append(button(say(language, "button.move"), Action.PLAY, match, style=green))
    if sight.ending is None:
        buttons.append(button(say(language, "button.orders"), Action.ORDERS, match))
    if sight.match.gone_at is None:
        buttons.append(link_to(sight.match, say(language, "button.to_match")))
    if wish:
        buttons.append(button(say(language, "button.no_more"), Action.WISH, None, wish, "off"))
    return tuple(buttons)
