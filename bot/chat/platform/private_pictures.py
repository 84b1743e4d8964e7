"""Pictures for one person: what is new on them is explained once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, board_file, put_below
from bot.chat.platform.message import LONGEST_ALT, Attached, FileShown, Message, attach
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.safe_text import escape
from bot.play.match.views import MatchView
from bot.play.storage.profiles import Explained
from renderers import Scene
from renderers.cards.legend import LegendLine

_MOST = 3
"""Marks that are explained at a time."""


@dataclass(frozen=True, slots=True)
class PrivatePicture:
    """``explained`` are the marks that ``note``, in markdown, explains."""

    files: tuple[Attached, ...] = ()
    note: str = ""
    explained: tuple[Explained, ...] = ()

    @property
    def parts(self) -> tuple[Part | None, ...]:
        return (*blocks.pictures(self.files), blocks.text(self.note))


NO_PICTURE = PrivatePicture()


async def render_private(
    match_view: MatchView, scene: Scene, pictures: Pictures, name: str
) -> PrivatePicture:
    files = attach(await pictures.paint(scene), name)
    new = [line for line in scene.legend if line.mark not in match_view.explained][:_MOST]
    marks = new_explanations(match_view, new)
    return PrivatePicture(files, _legend_text(new) if marks else "", marks)


async def put_below_board(
    match_view: MatchView,
    pictures: Pictures,
    message: Message,
    before: Sequence[FileShown] = (),
    *,
    again: bool = True,
) -> Message:
    """``message`` below the board of now, which is not drawn where it is there already.

    ``before``  the files of the message that was pressed; ``again``: this one takes its place
    """
    scene = pictures.build_scene(match_view.match.game, match_view.view, build_look(match_view))
    # The alt text says all that the picture shows, where Discord has the whole of it.
    name = board_file(match_view)
    shown = [(each.filename, each.description) for each in before]
    if len(scene.alt) > LONGEST_ALT or (name, scene.alt) not in shown:
        board = await render_private(match_view, scene, pictures, name)
        return replace(
            put_below(message, *board.parts), files=board.files, explained=board.explained
        )
    if not again:
        return message
    kept = tuple(each for each in before if each.filename.endswith(name))
    as_before = [Attached(each.filename, b"", each.description) for each in kept]
    return replace(put_below(message, *blocks.pictures(as_before)), kept=kept)


def new_explanations(match_view: MatchView, lines: Sequence[LegendLine]) -> tuple[Explained, ...]:
    """What the person who looks has been explained with these lines, and not before; nothing
    where several look."""
    user, game = match_view.person, match_view.match.game
    new = (line.mark for line in lines if line.mark not in match_view.explained)
    return () if user is None else tuple(Explained(user, game, key) for key in new)


def _legend_text(lines: Sequence[LegendLine]) -> str:
    marks = " · ".join(f"**{escape(line.mark)}**: {escape(line.means)}" for line in lines)
    return f"-# New on this board: {marks}" if lines else ""
