"""The rulebook of a game, to search and to leaf through."""

from __future__ import annotations

from bot.chat.lobby.lessons import learn_button
from bot.chat.platform import blocks
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, OutOfDate, note
from bot.chat.platform.message import Message, attach
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.safe_text import escape, shorten
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow
from games.core.contract import AnyGame
from games.core.rulebook import Chapter, Rule

A_PAGE = 3000
"""Characters; Discord takes 4,000 in a message, and markup is to be added."""


async def turn_page(pressed: ComponentPress) -> None:
    game = pressed.context.app.games.get(pressed.argument(0))
    number = pressed.argument(1)
    if game is None or not number.isdecimal() or len(number) > 4:
        raise OutOfDate("There is no such page of rules.")
    await pressed.answer(build_page(game, int(number)))


def build_page(game: AnyGame, number: int) -> Message:
    """Page 0 tells whose game it is; then come the chapters."""
    pages = _build_pages(game)
    number = min(number, len(pages) - 1)
    text = f"{pages[number]}\n-# Page {number + 1} of {len(pages)}"
    buttons = blocks.page_buttons(number, len(pages) - 1, Action.RULE, None, game.meta.id)
    learn = () if game.lessons is None else (learn_button(game),)
    return note(text, (*buttons, *learn))


def find_rules(game: AnyGame, words: str) -> Message:
    """The rules that hold these words. Raises ``NotNow`` when there are none."""
    rules = game.rulebook.find(words)
    if not rules:
        raise NotNow(
            f"No rule of {game.meta.title} mentions that.",
            instead="Try another word, or leaf through all of them with `/rules`.",
        )
    texts: list[str] = []
    for rule in rules:
        text = _format_rule(rule)
        if sum(map(len, texts)) + len(text) > A_PAGE and texts:
            texts.append(f"-# … and {len(rules) - len(texts)} more. Use more words.")
            break
        texts.append(text)
    return note("\n".join(texts))


async def build_card(
    pictures: Pictures, game: AnyGame, name: str, match_view: MatchView | None
) -> Message:
    """A unit as a picture, as it is in this match where there is one. Raises ``NotNow``."""
    view = None if match_view is None else match_view.view
    scene = pictures.build_card(game.meta.id, name, view)
    if scene is None:
        if not pictures.list_kinds(game.meta.id, view):
            raise NotNow(f"{game.meta.title} has no cards of units.")
        raise NotNow(
            f"{game.meta.title} has no unit {shorten(name, 40)}.",
            instead="Choose one while you type: by code or by name.",
        )
    files = attach(await pictures.paint(scene), "card.png")
    said = blocks.text(escape(scene.board))
    return Message(blocks.layout(blocks.PRIVATE, (*blocks.pictures(files), said)), files)


def suggest_units(
    pictures: Pictures, game: AnyGame, typed: str, limit: int
) -> tuple[tuple[str, str], ...]:
    """Units to choose from while typing: what a person reads, and the code."""
    wanted = typed.strip().casefold()
    found = [
        (title[:100], code)
        for code, title in pictures.list_kinds(game.meta.id, None).items()
        if wanted in title.casefold()
    ]
    return tuple(found[:limit])


def suggest_rules(game: AnyGame, typed: str, limit: int) -> tuple[tuple[str, str], ...]:
    """Rules to choose from while typing: what a person reads, and the ID."""
    rules = game.rulebook.find(typed) if typed.strip() else tuple(game.rulebook)
    return tuple((f"{rule.id} {rule.title}"[:100], rule.id) for rule in rules[:limit])


def _build_pages(game: AnyGame) -> list[str]:
    book, meta = game.rulebook, game.meta
    named = meta.rules_url in book.credit
    cover = (
        f"## Rules of {escape(book.title)}",
        escape(book.summary),
        f"**Designed by** {escape(meta.designer)}",
        escape(book.credit),
        "" if named else f"The rules in the author's own words: <{meta.rules_url}>",
    )
    pages = ["\n".join(filter(None, cover))]
    for chapter in book.chapters:
        pages.extend(_chapter_pages(chapter))
    return pages


def _chapter_pages(chapter: Chapter) -> list[str]:
    title = f"## {escape(chapter.title)}"
    pages: list[str] = []
    text = title
    for rule in chapter.rules:
        told = _format_rule(rule)
        if len(text) + len(told) > A_PAGE and text != title:
            pages.append(text)
            text = f"{title} (continued)"
        text = f"{text}\n{told}"
    return [*pages, text]


def _format_rule(rule: Rule) -> str:
    reason = f"\n-# Our decision: {escape(rule.reason)}" if rule.reason else ""
    return f"**{rule.id} {escape(rule.title)}**\n{escape(rule.text)}{reason}"
