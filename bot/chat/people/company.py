"""Whom one plays with and watches: looking for an opponent, invitations, blocks, following."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import discord

from bot.chat.match import opening
from bot.chat.match.match_lists import link_text
from bot.chat.match.opening import NewMatchOptions
from bot.chat.messages.clock_words import describe_clocks
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    check_channel,
    get_context,
    get_person,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.clocks import time_controls
from bot.play.lobby import seating
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import following, opponents, preferences
from bot.play.people.following import FollowPace
from bot.play.people.opponents import MOST_BLOCKED
from bot.play.positions import Lost
from bot.play.refusals import NotNow
from bot.play.storage.profiles import Wish
from bot.play.storage.records import MatchId
from games.core.contract import AnyGame

PAGE, INVITES, BLOCKS, WISH = "page", "invites", "blocks", "wish"
_PACES = {
    FollowPace.TURN: ("After every turn", "At most every two minutes."),
    FollowPace.HOUR: ("At most once an hour", ""),
    FollowPace.DAY: ("At most once a day", ""),
}
_STOP, _NAMED, _HIDDEN = "stop", "named", "hidden"


# --- Looking for an opponent ---


async def find_opponent(
    interaction: Interaction, game: AnyGame, clock: str, *, near: bool
) -> Message:
    """A match with somebody who wants the same, or to wait for one. Raises a ``Refusal``."""
    context, here = get_context(interaction), interaction.guild_id or 0
    await check_channel(interaction)
    if not isinstance(interaction.channel, discord.TextChannel):
        raise NotNow(
            "Here the match could not get a thread of its own.",
            instead="Ask for an opponent in a text channel.",
        )
    wish = await opponents.build_wish(
        context.app, game, here, get_person(interaction), clock, near=near
    )
    partner = await opponents.find_partner(context.app, context.app.statistics, wish)
    if partner is None:
        receipt = await opponents.keep_wish(context.app, interaction.user.id, interaction.id, wish)
        clock = describe_clocks(time_controls.from_stored(wish.clock), game.meta)
        withdraw = blocks.button(
            "Withdraw", Action.COMPANY, None, WISH, f"{wish.server}.{wish.game}"
        )
        return note(f"{escape(receipt.text)}\n- Time to think: {clock}", (withdraw,))
    options = NewMatchOptions(
        game,
        players=2,
        thread=True,
        clock=clock,
        guests=(seating.Person(partner.user, partner.name),),
    )
    return await opening.open_match(interaction, options)


# --- The page ---


async def show(pressed: ComponentPress) -> None:
    """Carry out what was chosen on the page, and show it again."""
    said = await _change(pressed) if pressed.id.args[:1] not in ((), (PAGE,)) else ""
    await pressed.answer(await build_page(pressed, said))


async def build_page(pressed: ComponentPress, said: str = "") -> Message:
    app, user = pressed.context.app, pressed.user
    player = await preferences.load_player(app, user)
    state = "not wanted" if player.uninvited else "welcome"
    invites = blocks.button(
        f"Invitations: {state}", Action.COMPANY, None, INVITES, "on" if player.uninvited else "off"
    )
    parts: list[Part | None] = [
        blocks.text(escape(said), "### Whom you play with and watch"),
        blocks.text("**Invitations** to matches come by DM, from people on your servers."),
        *blocks.rows([invites]),
        blocks.text(
            "**Blocked**\n-# They cannot invite you, nor you them, and no standing wish pairs you."
        ),
        blocks.user_select(
            await opponents.load_blocked(app, user),
            *(MOST_BLOCKED, Action.COMPANY, None, BLOCKS),
            hint="Whom do you block?",
        ),
        *[part async for part in _wish_parts(pressed)],
        *[part async for part in _followed_parts(pressed)],
        *blocks.rows([blocks.button("Back", Action.ME, None, PAGE)]),
    ]
    return Message(blocks.layout(blocks.PRIVATE, parts))


async def _wish_parts(pressed: ComponentPress) -> AsyncIterator[Part | None]:
    wishes = await opponents.load_wishes(pressed.context.app, pressed.user)
    if not wishes:
        return
    lines = [_describe_wish(pressed, wish) for wish in wishes]
    options = (
        blocks.option(f"{wish.server}.{wish.game}", _title(pressed, wish.game)) for wish in wishes
    )
    yield blocks.text("**You wait for an opponent in**", *lines)
    yield blocks.select(options, Action.COMPANY, None, WISH, hint="Withdraw …")


def _describe_wish(pressed: ComponentPress, wish: Wish) -> str:
    game = pressed.context.app.games.get(wish.game)
    meta = None if game is None else game.meta
    clock = describe_clocks(time_controls.from_stored(wish.clock), meta)
    near = ", somebody about as strong" if wish.near else ""
    return f"- {escape(_title(pressed, wish.game))}; time to think: {clock}{near}"


def _title(pressed: ComponentPress, game: str) -> str:
    found = pressed.context.app.games.get(game)
    return game if found is None else found.meta.title


async def _followed_parts(pressed: ComponentPress) -> AsyncIterator[Part | None]:
    app = pressed.context.app
    followed = (await following.load_followed(app, pressed.user))[: blocks.MOST_OPTIONS]
    lines, options = [], []
    for each in followed:
        try:
            match_view = await views.load_public(app, each.match)
        except Lost:
            continue
        lines.append(f"- {link_text(match_view)}: {_PACES[FollowPace(each.pace)][0].lower()}")
        options.append(blocks.option(each.match, match_view.game.meta.title))
    if lines:
        yield blocks.text("**You follow**", *lines)
        yield blocks.select(options, Action.COMPANY, None, _STOP, hint="Unfollow …")


async def _change(pressed: ComponentPress) -> str:
    """What was done. Raises a ``Refusal``."""
    app, user, interaction = pressed.context.app, pressed.user, pressed.interaction.id
    what, values = pressed.argument(0), pressed.values
    if what == INVITES:
        await preferences.change_player(app, user, uninvited=pressed.argument(1) == "off")
        return ""
    if what == BLOCKS and all(map(str.isdecimal, values)):
        await opponents.block(app, user, interaction, tuple(map(int, values)))
        return ""
    if what == WISH:
        server, _, game = (values[0] if values else pressed.argument(1)).partition(".")
        if server.isdecimal():
            return (await opponents.withdraw_wish(app, user, interaction, int(server), game)).text
    if what == _STOP and values:
        return (await following.unfollow(app, user, interaction, MatchId(values[0]))).text
    raise OutOfDate("There is no such setting any more.")


# --- Invitations ---


async def join_invited(pressed: ComponentPress) -> None:
    """The invited sit down by a button of the DM, where no match is known to those without a
    seat."""
    await opponents.check_invited(pressed.context.app, pressed.command)
    name = get_person(pressed.interaction).name
    receipt = await seating.join(pressed.context.app, pressed.command, name)
    match_view = await views.load_public(pressed.context.app, receipt.match)
    link = blocks.link_to(match_view.match)
    await pressed.answer(note(escape(receipt.text), (link,)))


# --- Following ---


async def show_following(pressed: ComponentPress, match_view: MatchView) -> None:
    """How one follows the match, after that was changed: with a pace, or no longer."""
    app, user, interaction = pressed.context.app, pressed.user, pressed.interaction.id
    match, said = match_view.match.id, ""
    known = await following.load_follower(app, match, user)
    what = pressed.values[0] if pressed.values else next(iter(pressed.id.args), "")
    if what == _STOP:
        said = (await following.unfollow(app, user, interaction, match)).text
    elif known is None or what in (_NAMED, _HIDDEN, *_PACES):
        pace = FollowPace(what if what in _PACES else known.pace if known else FollowPace.TURN)
        name = known.name if known else ""
        if what in (_NAMED, _HIDDEN):
            name = get_person(pressed.interaction).name if what == _NAMED else ""
        said = (await following.follow(app, user, interaction, match, pace, name=name)).text
    now = await following.load_follower(app, match, user)
    parts: list[Part | None] = [blocks.text(f"### {blocks.title(match_view)}", escape(said))]
    if now is not None:
        options = (
            blocks.option(pace.value, label, about, chosen=now.pace == pace)
            for pace, (label, about) in _PACES.items()
        )
        hint = "How often do you want news?"
        parts.append(blocks.select(options, Action.FOLLOW, match, "pace", hint=hint))
    parts += blocks.rows(_following_buttons(match, named=None if now is None else bool(now.name)))
    await pressed.answer(Message(blocks.layout(blocks.PRIVATE, parts)))


def _following_buttons(match: MatchId, *, named: bool | None) -> Iterator[Pressable]:
    """``named``: whether the players see who follows; ``None`` for who does not."""
    if named is None:
        yield blocks.button("Follow", Action.FOLLOW, match)
        return
    label = f"My name: {'shown to' if named else 'hidden from'} the players"
    yield blocks.button(label, Action.FOLLOW, match, _HIDDEN if named else _NAMED)
    yield blocks.button("Unfollow", Action.FOLLOW, match, _STOP)
