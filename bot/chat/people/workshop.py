"""The workshop of a game: pages on which a person makes things of their own, such as ships.

Every change is kept at once. A page may belong to a match, whose decision a creation can answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.chat.match.picker import MOVES
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action, join_path, split_path
from bot.chat.platform.interactions import ComponentPress, OutOfDate, note, show_form
from bot.chat.platform.message import Attached, Message, attach
from bot.chat.platform.safe_text import escape
from bot.play import workshop
from bot.play.executor import PlayContext
from bot.play.match.questions import read_move
from bot.play.people import preferences
from bot.play.refusals import NotNow
from bot.play.storage.records import MatchId, Status
from bot.play.workshop import Made
from games.core.content import EditedCreation
from games.core.contract import AnyGame
from games.core.questions import Question, typed_key
from games.core.settings import Settings
from games.core.types import Refusal

HOME, NEW, OPEN, PICK, COPY = "home", "new", "open", "pick", "copy"
SHARE, WITHDRAW, DELETE, SURE, TAKE = "share", "withdraw", "delete", "sure", "take"
TYPE, PASTE = "type", "paste"
"""The first argument of an id."""
FIELD = "text"
PICTURE = "card.png"
_MOST_FAULTS, _SHORT_FIELD = 3, 200
Keys = tuple[str, ...]


def home_button(label: str, game: AnyGame, match: MatchId | None = None) -> Pressable:
    """A button that leads to the workshop of a game."""
    return blocks.button(label, Action.WORK, match, HOME, game.meta.id)


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages for one press; ``settings`` are those of the match that they belong to."""

    pressed: ComponentPress
    settings: Settings | None = None
    lobby: bool = False

    @property
    def match(self) -> MatchId | None:
        return self.pressed.id.match

    def button(self, label: str, *args: str, danger: bool = False) -> Pressable:
        style = discord.ButtonStyle.danger if danger else discord.ButtonStyle.secondary
        return blocks.button(label, Action.WORK, self.match, *args, style=style)

    @property
    def app(self) -> PlayContext:
        return self.pressed.context.app

    @property
    def user(self) -> int:
        return self.pressed.user

    @property
    def interaction(self) -> int:
        return self.pressed.interaction.id

    @property
    def number(self) -> int:
        """The number of the creation that was pressed on. Raises ``OutOfDate``."""
        return _parse_ref(self.pressed.argument(1))[0]

    async def load_all(self, game: AnyGame) -> tuple[Made, ...]:
        return await workshop.load_all(self.app, self.user, game.meta.id, self.settings)

    async def load_one(self, number: int) -> tuple[Made, tuple[Made, ...]]:
        return await workshop.load_one(self.app, self.user, number, self.settings)

    # --- All that somebody has made ---

    async def home(self, game: AnyGame, said: str = "") -> Message:
        made = await self.load_all(game)
        there = workshop.workshop_of(game)
        parts: list[Part | None] = [
            blocks.text(
                escape(said),
                f"### {there.title} of {escape(game.meta.title)}",
                "-# Only you see these pages. Whatever you change is kept at once.",
            )
        ]
        for kind, title in there.kinds.items():
            parts += self._list(title, kind, [each for each in made if each.row.kind == kind])
        new = (self.button(f"New {t}", NEW, game.meta.id, k) for k, t in there.kinds.items())
        paste = blocks.button("Paste …", Action.WORKFORM, self.match, PASTE, game.meta.id)
        back = blocks.button("Your settings", Action.ME, None, "page")
        if self.match is not None and not self.lobby:
            back = MOVES.button_to("Back to the match", self.match)
        parts += blocks.rows((*new, paste))
        parts += blocks.rows((back,))
        return Message(blocks.layout(blocks.PRIVATE, parts))

    def _list(self, title: str, kind: str, made: Sequence[Made]) -> Iterator[Part | None]:
        if not made:
            return
        options = (
            blocks.option(
                str(each.row.number),
                f"{'⚠️ ' if each.summary.faults else ''}{each.summary.name}",
                each.summary.line,
            )
            for each in made
        )
        hint = f"Open a {title} ({len(made)} of {workshop.MOST})"
        yield blocks.select(options, Action.WORK, self.match, OPEN, kind, hint=hint)

    # --- One of them ---

    async def page(self, number: int, path: Keys = (), said: str = "") -> Message:
        """A question about a creation, by default the first, with what it amounts to."""
        made, others = await self.load_one(number)
        question = _nearest(made, others, path)
        path, asked = question or ((), None)
        parts = [
            blocks.text(escape(said), *_head(made)),
            blocks.text(*(f"-# {escape(line)}" for line in made.summary.lines)),
            blocks.text(f"```\n{made.row.text}\n```") if not path and made.value else None,
        ]
        files = await self._picture(made)
        parts += blocks.pictures(files)
        parts += self._choices(made, path, asked) if asked else ()
        parts += blocks.rows(tuple(self._buttons(made, path)))
        return Message(blocks.layout(blocks.PRIVATE, parts), files)

    async def _picture(self, made: Made) -> tuple[Attached, ...]:
        pictures = self.pressed.context.pictures
        player = await preferences.load_player(self.app, self.user)
        scene = None
        if made.value is not None:
            scene = pictures.build_creation(made.row.game, made.value, player.palette)
        return () if scene is None else attach(await pictures.paint(scene), PICTURE)

    def _choices(self, made: Made, path: Keys, asked: Question) -> Iterator[Part | None]:
        ref, argument = _ref(made), join_path(path)
        yield blocks.text(f"**{escape(asked.prompt)}**")
        if asked.choices:
            options = (blocks.option(each.key, each.label, each.detail) for each in asked.choices)
            args = (PICK, ref, argument)
            yield blocks.select(options, Action.WORK, self.match, *args, hint=asked.prompt)
        buttons = []
        if asked.field is not None:
            args = (TYPE, ref, argument)
            buttons.append(blocks.button(asked.field.label, Action.WORKFORM, self.match, *args))
        if path:
            buttons.append(self.button("Back", PICK, ref, join_path(path[:-1])))
        yield from blocks.rows(buttons)

    def _buttons(self, made: Made, path: Keys) -> Iterator[Pressable]:
        ref, game = _ref(made), made.row.game
        if path:
            return
        playing = self.match is not None and not self.lobby
        if playing and made.row.kind in made.workshop.answers.values():
            green = discord.ButtonStyle.success
            yield blocks.button(
                f"Take {made.summary.name}", Action.WORK, self.match, TAKE, ref, style=green
            )
        if made.value is not None:
            yield self.button("Copy", COPY, ref)
            yield self.button("New code" if made.row.code else "Share …", SHARE, ref)
        if made.row.code:
            yield self.button("Share no longer", WITHDRAW, ref)
        yield self.button("Delete", DELETE, ref, danger=True)
        yield self.button(f"All {made.workshop.title.lower()}", HOME, game)


def _ref(made: Made) -> str:
    return f"{made.row.number}.{made.row.edits}"


def _parse_ref(ref: str) -> tuple[int, int]:
    """The number of a creation and of its changes. Raises ``OutOfDate``."""
    number, _, edits = ref.partition(".")
    if not (number.isdecimal() and edits.isdecimal()) or len(ref) > 18:
        raise OutOfDate("There is nothing like that.")
    return int(number), int(edits)


def _head(made: Made) -> Iterator[str]:
    summary, row = made.summary, made.row
    yield f"### {escape(summary.name)}"
    yield f"**{escape(summary.line)}**" if summary.line else ""
    for fault in summary.faults[:_MOST_FAULTS]:
        rule = f" ({fault.rule})" if fault.rule else ""
        yield f"⚠️ {escape(fault.sentence)}{rule}"
    if len(summary.faults) > _MOST_FAULTS:
        yield f"⚠️ … and {len(summary.faults) - _MOST_FAULTS} more"
    if row.code:
        changed = " It has been changed since." if row.shared != row.text else ""
        yield (
            f"Shared with the code `{workshop.write_code(row.code)}`. Anyone who pastes it gets "
            f"their own copy.{changed}"
        )


def _nearest(made: Made, others: Sequence[Made], path: Keys) -> tuple[Keys, Question] | None:
    """The question at a path, or the nearest above it; none about what cannot be read."""
    if made.value is None:
        return None
    while path:
        try:
            found = workshop.ask(made, others, path)
        except Refusal:
            found = None
        if isinstance(found, Question):
            return path, found
        path = path[:-1]
    found = workshop.ask(made, others, ())
    assert isinstance(found, Question)
    return (), found


# --- Presses ---


async def show(pressed: ComponentPress) -> None:
    """One of the pages, after what the press has done."""
    pages = await _load_pages(pressed)
    press = _PRESSES.get(pressed.argument(0))
    if press is None:
        raise OutOfDate("There is no such page any more.")
    await pressed.answer(await press(pages))


async def _load_pages(pressed: ComponentPress) -> _Pages:
    """Load the pages. Raises a ``Refusal`` where their match is not known here."""
    if pressed.id.match is None:
        return _Pages(pressed)
    match_view = await pressed.load_match_view()
    settings = await workshop.load_settings(pressed.context.app, match_view)
    return _Pages(pressed, settings, lobby=match_view.match.status is Status.LOBBY)


async def _home(pages: _Pages) -> Message:
    return await pages.home(workshop.find_game(pages.app, pages.pressed.argument(1)))


async def _new(pages: _Pages) -> Message:
    game = workshop.find_game(pages.app, pages.pressed.argument(1))
    await workshop.begin(pages.app, pages.user, pages.interaction, game, pages.pressed.argument(2))
    return await _newest(pages, game)


async def _newest(pages: _Pages, game: AnyGame, said: str = "") -> Message:
    made = await pages.load_all(game)
    return await pages.page(made[-1].row.number, said=said)


async def _open(pages: _Pages) -> Message:
    number = next(iter(pages.pressed.values), "")
    return await pages.page(_parse_ref(f"{number}.0")[0])


async def _pick(pages: _Pages) -> Message:
    path = (*split_path(pages.pressed.argument(2)), *pages.pressed.values[:1])
    return await _go_on(pages, path)


async def _go_on(pages: _Pages, path: Keys) -> Message:
    """The question at a path, or what follows from an answer."""
    number, edits = _parse_ref(pages.pressed.argument(1))
    made, others = await pages.load_one(number)
    if made.row.edits != edits:
        return await pages.page(number, said=workshop.CHANGED)
    found = workshop.ask(made, others, path)
    if isinstance(found, EditedCreation):
        await workshop.change(pages.app, pages.user, made, found.creation)
        path = path[: len(path) - found.up] if len(path) > found.up else ()
    return await pages.page(number, path)


async def _copy(pages: _Pages) -> Message:
    number = pages.number
    made, _ = await pages.load_one(number)
    receipt = await workshop.copy(pages.app, pages.user, pages.interaction, number)
    return await _newest(pages, made.game, receipt.text)


async def _share(pages: _Pages) -> Message:
    number = pages.number
    await workshop.share(pages.app, pages.user, pages.interaction, number)
    return await pages.page(number)


async def _withdraw(pages: _Pages) -> Message:
    number = pages.number
    await workshop.withdraw(pages.app, pages.user, pages.interaction, number)
    return await pages.page(number, said="The code is void.")


async def _ask_to_delete(pages: _Pages) -> Message:
    ref = pages.pressed.argument(1)
    made, _ = await pages.load_one(_parse_ref(ref)[0])
    sure = pages.button("Delete it", SURE, ref, danger=True)
    keep = pages.button("Keep it", PICK, ref, "")
    asked = f"Delete {escape(made.summary.name)}? Matches that have it keep their own copy."
    return note(asked, (sure, keep))


async def _delete(pages: _Pages) -> Message:
    number = pages.number
    made, _ = await pages.load_one(number)
    receipt = await workshop.delete(pages.app, pages.user, pages.interaction, number)
    return await pages.home(made.game, receipt.text)


async def _take(pages: _Pages) -> Message:
    """Look at the move that a creation stands for, before it is confirmed."""
    match_view = await pages.pressed.load_match_view()
    number = pages.number
    made, _ = await pages.load_one(number)
    for fault in made.summary.faults:
        raise fault
    answers = made.workshop.answers
    for decision in match_view.mine if made.game is match_view.game else ():
        if answers.get(decision.kind) == made.row.kind:
            text = made.workshop.answer(match_view.view, decision, made.value)
            node = await read_move(match_view, decision.key, text)
            return await MOVES.build_page(node, pages.pressed.context.pictures)
    raise NotNow("The match does not ask you for that now.")


_PRESSES: dict[str, Callable[[_Pages], Awaitable[Message]]] = {
    HOME: _home,
    NEW: _new,
    OPEN: _open,
    PICK: _pick,
    COPY: _copy,
    SHARE: _share,
    WITHDRAW: _withdraw,
    DELETE: _ask_to_delete,
    SURE: _delete,
    TAKE: _take,
}


# --- Forms ---


async def open_form(pressed: ComponentPress) -> None:
    """Open the form for a text: an answer, or what is pasted."""
    pages = await _load_pages(pressed)
    app = pressed.context.app
    if pressed.argument(0) == PASTE:
        game = workshop.find_game(app, pressed.argument(1))
        title, label, longest = "Paste", "A code, or text", workshop.workshop_of(game).longest
        about, example = "What somebody has shared with you, or the text of a page like these", ""
    else:
        number, _ = _parse_ref(pressed.argument(1))
        made, others = await pages.load_one(number)
        asked = workshop.ask(made, others, split_path(pressed.argument(2)))
        if not isinstance(asked, Question) or asked.field is None:
            raise OutOfDate("There is nothing to type here any more.")
        field = asked.field
        title, label, longest = asked.prompt, field.label, field.longest
        about, example = "", field.example
    style = discord.TextStyle
    box = blocks.field(
        label,
        FIELD,
        longest,
        about=about,
        example=example,
        style=style.paragraph if longest > _SHORT_FIELD else style.short,
    )
    await show_form(pressed.interaction, blocks.form(title, pressed.id, box))


async def submit_form(pressed: ComponentPress) -> None:
    pages = await _load_pages(pressed)
    text = (pressed.fields or {}).get(FIELD, "")
    if pressed.argument(0) != PASTE:
        path = (*split_path(pressed.argument(2)), typed_key(text.strip()))
        await pressed.answer(await _go_on(pages, path))
        return
    app, user = pressed.context.app, pressed.user
    game = workshop.find_game(app, pressed.argument(1))
    said = await workshop.paste(app, user, pressed.interaction.id, game, text)
    await pressed.answer(await _newest(pages, game, said))


def list_buttons(games: Iterable[AnyGame]) -> Iterator[Pressable]:
    """A button to each workshop that there is."""
    for game in games:
        if game.workshop is not None:
            yield home_button(f"{game.workshop.title} of {game.meta.title}", game)
