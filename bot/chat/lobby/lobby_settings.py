"""The host's private form for what the players agree on before the start.

Built from what is to be agreed on: a choice becomes a select, anything else a
button that opens a form. A game with many settings gets a list to choose one
from. Everybody else may read how things stand.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.chat.lobby import agreement, referee_field
from bot.chat.lobby.agreement import NO_PACK, AgreementItem
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part
from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.platform.interactions import ComponentPress, OutOfDate, note, show_form
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.application import Application
from bot.play.lobby import lobby as play_lobby
from bot.play.lobby import packs as play_packs
from bot.play.lobby import server_settings
from bot.play.lobby.agreement import PACK, REFEREE
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import count_offer
from bot.play.refusals import NotNow, NotSeated
from bot.play.seat_holders import free_seats
from bot.play.storage.records import Pack, Status

FIELD = "value"
A_PAGE = 25
"""Settings in the list of a game that has many."""
_LONGEST_VALUE, _LONGEST_TYPED = 20, 300


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """The form for the host of a lobby; for others, and later, how things stand."""
    await pressed.answer(
        await build_page(pressed.context.app, match_view, pressed.user, pressed.id.args)
    )


async def build_page(
    app: Application, match_view: MatchView, user: int, args: Sequence[str] = ()
) -> Message:
    packs = await _load_packs(app, match_view)
    if match_view.match.status is not Status.LOBBY or match_view.match.host != user:
        return build_overview(match_view, packs)
    number = args[0] if args else ""
    page = int(number) if number.isdecimal() and len(number) < 4 else 0
    return await _load_form(app, match_view, packs, page)


async def _load_form(
    app: Application, match_view: MatchView, packs: Sequence[Pack], number: int = 0
) -> Message:
    server = await server_settings.load(app, match_view.match.server)
    return build_form(match_view, packs, number, offers=server.open_seats is not None)


async def choose(pressed: ComponentPress, match_view: MatchView) -> None:
    """Show the one setting that was chosen from the list, to be changed."""
    packs = await _check_own_lobby(pressed, match_view)
    number = pressed.argument(0)
    if not pressed.values or not number.isdecimal():
        raise OutOfDate("There is no such setting.")
    field = _find_setting(match_view, packs, pressed.values[0])
    back = blocks.button("Back", Action.SETUP, match_view.match.id, number)
    parts = (
        blocks.text(_heading(match_view)),
        *_field_parts(match_view, field),
        *blocks.rows((back,)),
    )
    await pressed.answer(Message(blocks.layout(blocks.PRIVATE, parts)))


async def change_setting(pressed: ComponentPress, match_view: MatchView) -> None:
    """A select was used, or the form of a typed value came back."""
    packs = await _check_own_lobby(pressed, match_view)
    field = _find_setting(match_view, packs, pressed.argument(0))
    if field.choices and (pressed.fields is None or not field.typed):
        value = _read_choice(field, pressed.values)
    else:
        value = field.read((pressed.fields or {}).get(FIELD, "").strip())
    await play_lobby.change_setting(pressed.context.app, pressed.command, field.name, value)
    page = _find_page(match_view, packs, field)
    app, changed = pressed.context.app, await pressed.load_match_view()
    await pressed.answer(await _load_form(app, changed, packs, page))


async def fill_preset(pressed: ComponentPress, match_view: MatchView) -> None:
    """A preset was pressed: the settings of the game become what it says."""
    packs = await _check_own_lobby(pressed, match_view)
    app = pressed.context.app
    await play_lobby.fill_settings(app, pressed.command, pressed.argument(0))
    await pressed.answer(await _load_form(app, await pressed.load_match_view(), packs))


async def offer(pressed: ComponentPress, match_view: MatchView) -> None:
    """Offer the free seats where the server wants them."""
    _check_host(pressed, match_view)
    app = pressed.context.app
    await count_offer(app, pressed.user, match_view.match.server)
    receipt = await play_lobby.offer(app, pressed.command)
    await pressed.answer(note(escape(receipt.text)))


def _read_choice(field: AgreementItem, sent: Sequence[str]) -> object:
    """The value that was picked from the choices, or all of them. Raises ``OutOfDate``."""
    known = {str(value): value for _, value in field.choices}
    if not set(sent) <= set(known) or not (sent or field.several):
        raise OutOfDate("There is no such choice.")
    if field.several:
        return [known[each] for each in sent]
    return "" if field.name == PACK and sent[0] == NO_PACK else known[sent[0]]


async def name_referee(pressed: ComponentPress, match_view: MatchView) -> None:
    """Set the referee that was chosen, or remove the present one."""
    packs = await _check_own_lobby(pressed, match_view)
    chosen = [int(value) for value in pressed.values if value.isdecimal() and len(value) < 20]
    app = pressed.context.app
    await play_lobby.change_setting(app, pressed.command, REFEREE, next(iter(chosen), None))
    await pressed.answer(await _load_form(app, await pressed.load_match_view(), packs))


async def ask_value(pressed: ComponentPress, match_view: MatchView) -> None:
    packs = await _check_own_lobby(pressed, match_view)
    field = _find_setting(match_view, packs, pressed.argument(0))
    most = field.longest or (_LONGEST_TYPED if field.typed else _LONGEST_VALUE)
    now = str(field.value) if field.scale is None else field.text
    needed = not field.longest
    box = blocks.field(field.title, FIELD, most, about=field.about, value=now, needed=needed)
    modal = blocks.form(field.title, CustomId(Action.SET, pressed.match, (field.name,)), box)
    await show_form(pressed.interaction, modal)


def build_form(
    match_view: MatchView, packs: Sequence[Pack] = (), number: int = 0, *, offers: bool = True
) -> Message:
    """All settings as they stand, and the means to change them.

    ``number``  the page of the list, in a game with many settings
    ``offers``  whether the server has a channel for open seats
    """
    fields = tuple(agreement.agreement_items(match_view, packs))
    own = tuple(field for field in fields if field.own)
    # All of it has to fit into one message.
    few = len(own) + len(match_view.game.meta.presets) <= agreement.FEW
    parts: list[Part | None] = [blocks.text(_heading(match_view))]
    for field in (each for each in fields if not each.own):
        parts.extend(_field_parts(match_view, field))
    parts.extend(referee_field.build_parts(match_view))
    parts.extend(_preset_buttons(match_view))
    for field in own if few else ():
        parts.extend(_field_parts(match_view, field))
    if not few:
        parts.extend(_settings_select(match_view, own, number))
    match = match_view.match
    if offers and not match.offered and free_seats(match, match_view.holders):
        parts += blocks.rows((blocks.button("Offer the free seats", Action.OFFER, match.id),))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def build_overview(match_view: MatchView, packs: Sequence[Pack] = ()) -> Message:
    """Everything that is agreed on, to be read."""
    lobby = match_view.match.status is Status.LOBBY
    who = "Only the player who opened the match can change these." if lobby else ""
    fixed = "" if lobby else "They are fixed: the match has started."
    lines = (_heading(match_view), f"-# {who}{fixed}", *list_settings(match_view, packs))
    return note("\n".join(lines))


def list_settings(match_view: MatchView, packs: Sequence[Pack] = ()) -> tuple[str, ...]:
    """A line for all that is agreed on; house rules as usual are counted."""
    fields = tuple(agreement.agreement_items(match_view, packs))
    shown = (each for each in fields if not each.house or each.value != each.usual)
    lines = tuple(map(agreement.item_line, shown))
    if usual := sum(each.house and each.value == each.usual for each in fields):
        lines = (*lines, f"- House rules: {usual} as usual")
    return (*lines, *filter(None, (referee_field.referee_line(match_view),)))


def _heading(match_view: MatchView) -> str:
    return f"### Settings of this match of {escape(match_view.game.meta.title)}"


def _preset_buttons(match_view: MatchView) -> list[Part | None]:
    """A button for each preset of the game; that of the one that holds cannot be pressed."""
    now, match = agreement.find_preset(match_view), match_view.match.id
    buttons = [
        blocks.button(
            f"{agreement.to_label(name)} ✓" if name == now else agreement.to_label(name),
            Action.PRESET,
            match,
            name,
            disabled=name == now,
        )
        for name in match_view.game.meta.presets
    ]
    about = "**Presets**\n-# A press fills in all rules of the match; change them afterwards."
    return [blocks.text(about), *blocks.rows(buttons)] if buttons else []


def _split_into_pages(own: Sequence[AgreementItem]) -> list[Sequence[AgreementItem]]:
    """The settings of a game in lists to choose one from; the house rules come last, apart."""
    groups = ([each for each in own if each.house is house] for house in (False, True))
    return [group[at : at + A_PAGE] for group in groups for at in range(0, len(group), A_PAGE)]


def _settings_select(
    match_view: MatchView, own: tuple[AgreementItem, ...], number: int
) -> list[Part]:
    """The settings to choose one from; those that are not as usual are marked."""
    pages, match = _split_into_pages(own), match_view.match.id
    number = min(number, len(pages) - 1)
    shown = pages[number]
    unusual = [field for field in own if field.value != field.usual]
    words = [agreement.item_line(field) for field in unusual[:20]]
    if len(unusual) > len(words):
        words.append(f"- … and {len(unusual) - len(words)} more")
    title = "House rules" if shown[0].house else "Rules of the match"
    about = ["-# How to read what the rules leave unclear; the usual readings are the common ones."]
    text = blocks.text(
        f"**{title}**", *(about if shown[0].house else ()), *(words or ["- all defaults"])
    )
    options = (
        blocks.option(field.name, f"{field.title}: {field.text}", field.about) for field in shown
    )
    hint = f"Change a {'house rule' if shown[0].house else 'rule of the match'}"
    select = blocks.select(options, Action.SETTING, match, str(number), hint=hint)
    steps = (
        blocks.button("House rules" if page[0].house else "Rules", Action.SETUP, match, str(at))
        if page[0].house is not shown[0].house
        else blocks.button("Next" if at > number else "Previous", Action.SETUP, match, str(at))
        for at, page in enumerate(pages)
        if abs(at - number) == 1
    )
    made = [text, select, *blocks.rows(tuple(steps))]
    return [part for part in made if part is not None]


def _field_parts(match_view: MatchView, field: AgreementItem) -> tuple[Part | None, ...]:
    about = f"**{escape(field.title)}**\n-# {escape(field.about)}"
    if field.choices:
        match = match_view.match.id
        head: Part | None = blocks.text(about)
        if field.typed:
            # Its id must not be that of the select.
            other = blocks.button("Type your own", Action.SET, match, field.name, "typed")
            head = discord.ui.Section(about, accessory=other)
        several = field.several
        now = field.value if several else (field.value,)
        options = (
            blocks.option(str(value), words, chosen=value in now) for words, value in field.choices
        )
        hint = "None" if several else field.title
        select = blocks.select(options, Action.SET, match, field.name, hint=hint, several=several)
        return head, select
    button = blocks.button(f"Change {field.text}", Action.SET, match_view.match.id, field.name)
    return (discord.ui.Section(about, accessory=button),)


def _find_setting(match_view: MatchView, packs: Sequence[Pack], name: str) -> AgreementItem:
    for field in agreement.agreement_items(match_view, packs):
        if field.name == name:
            return field
    raise OutOfDate("There is no such setting.")


def _find_page(match_view: MatchView, packs: Sequence[Pack], wanted: AgreementItem) -> int:
    """The list that a setting of the game is in, from 0."""
    pages = _split_into_pages(
        [field for field in agreement.agreement_items(match_view, packs) if field.own]
    )
    found = (at for at, page in enumerate(pages) if wanted.name in {each.name for each in page})
    return next(found, 0)


async def _load_packs(app: Application, match_view: MatchView) -> tuple[Pack, ...]:
    if match_view.game.packs is None:
        return ()
    return await play_packs.list_packs(app, match_view.match.server, match_view.match.game)


async def _check_own_lobby(pressed: ComponentPress, match_view: MatchView) -> tuple[Pack, ...]:
    """The packs for the lobby, if the presser may set it up. Raises a ``Refusal``."""
    _check_host(pressed, match_view)
    return await _load_packs(pressed.context.app, match_view)


def _check_host(pressed: ComponentPress, match_view: MatchView) -> None:
    if match_view.match.status is not Status.LOBBY:
        raise NotNow("The settings are fixed once a match has started.")
    if match_view.match.host != pressed.user:
        raise NotSeated("Only the player who opened the match sets it up.")
