"""The live message of a match, for everybody; and a viewer's own board, in private."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import discord
from discord import ui

from bot.chat.lobby import idle_lobbies
from bot.chat.lobby import lessons as teaching
from bot.chat.lobby.lobby_panel import build_lobby_panel
from bot.chat.match import looks as looking
from bot.chat.match import step_buttons
from bot.chat.match.looks import Looks
from bot.chat.messages import awaited, dms, ending, news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import (
    Part,
    Pressable,
    board_file,
    button,
    rows,
    seat_and_player,
    seat_sign,
    title,
)
from bot.chat.platform.custom_ids import Action, join_path
from bot.chat.platform.message import (
    Attached,
    Message,
    attach,
    first_fitting,
    panel_faults,
    shown_files,
)
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.lobby.lessons import Progress
from bot.play.match.views import LogLine, MatchView
from bot.play.seat_holders import find_claimants
from bot.play.storage.profiles import Follower
from bot.play.storage.records import Match, Pauser, Status
from games.core.telling import ScoreHistory
from games.core.types import Ending, Seat
from renderers.results.ending import lines as lines_of

_MOST_TAKES = 4
_LONGEST_RESULT = 100
"""Characters of a heading."""
_MOST_NAMED = 5


async def build_panel(
    match_view: MatchView,
    lines: tuple[LogLine, ...],
    pictures: Pictures,
    *,
    unreachable: frozenset[Seat] = frozenset(),
    invited: tuple[int, ...] = (),
    unseen: tuple[LogLine, ...] = (),
    proposed: tuple[str, ...] = (),
    score_history: ScoreHistory | None = None,
    lessons: Progress | None = None,
    followers: Sequence[Follower] = (),
    tournament: str = "",
) -> Message:
    """The panel of a match in any condition. ``match_view`` is a spectator's.

    ``lines``        the news to tell
    ``unreachable``  seats whose players take no DMs: in a game with secrets the
                     panel reminds them where to look
    ``invited``      users for whom a rematch waits
    ``unseen``       what the referee did unseen, told when the match is over
    ``proposed``     what seats have proposed and can still be answered
    ``score_history``  of a match that is over
    ``lessons``      how far the learner of a first match has come
    ``followers``    of the match
    ``tournament``   to which it belongs, and in which round
    """
    if match_view.view is None:
        return build_lobby_panel(match_view, invited)
    look = build_look(match_view, lines)
    files = attach(
        await pictures.render(match_view.match.game, match_view.view, look), board_file(match_view)
    )
    result = None if score_history is None else ending.build_result(match_view, score_history)
    if result is not None:
        files = (*await ending.render_picture(match_view, result, pictures), *files)
    told = news.digest(match_view, lines)
    below = (
        *(f"🗳️ {each}" for each in proposed),
        _describe_unreachable(match_view, unreachable),
        *news.unseen_lines(match_view, unseen),
        "" if match_view.match.status is Status.OVER else _describe_followers(followers),
        f"-# 🏆 {escape(tournament)}" if tournament else "",
        *(f"-# {_to_sentence(line)}" for line in (lines_of(result) if result else ())),
    )
    buttons = partial(_buttons, match_view, asked=bool(proposed))
    return first_fitting(
        (
            partial(
                _build_match_panel, match_view, lines, told[:count], files, below, buttons, lessons
            )
            for count in range(len(told), -1, -1)
        ),
        panel_faults,
    )


def _build_match_panel(
    match_view: MatchView,
    lines: tuple[LogLine, ...],
    told: tuple[str, ...],
    files: tuple[Attached, ...],
    below: tuple[str, ...],
    buttons: Callable[[], list[Part]],
    lessons: Progress | None,
) -> Message:
    over = match_view.match.status is Status.OVER
    standing, pings = _describe_result(match_view) if over else _describe_awaited(match_view, lines)
    view = blocks.layout(
        blocks.OVER if over else blocks.RUNNING,
        (
            blocks.text(f"### {title(match_view)}", *told),
            *blocks.pictures(files),
            *(teaching.build_parts(match_view, lessons) if lessons else ()),
            blocks.text(*standing, *below),
            *buttons(),
        ),
    )
    return Message(view, files, pings)


def _describe_awaited(
    match_view: MatchView, lines: tuple[LogLine, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The standing and who must decide, with the users to notify."""
    said, pings = awaited.awaited_lines(match_view, lines)
    dice = news.describe_dice(match_view.match)
    return (_to_sentence(match_view.game.words.standing(match_view.view)), dice, *said), pings


def _describe_result(match_view: MatchView) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The result, without notifying anybody."""
    ending = match_view.ending
    said = _describe_standing(match_view)
    people = [seat for seat in (ending.winners if ending else ()) if match_view.user(seat)]
    winners = [seat_and_player(match_view, seat) for seat in people]
    mark = _ending_mark(ending)
    well_played = f"Well played, {' and '.join(winners)}!" if winners else ""
    again = "-# Another round? **Rematch** opens one with the seats swapped."
    if _goes_on(match_view):
        again += " **Next in campaign** goes on with what is left, in the same seats."
    result, detail = split_result(said)
    heading = f"## {mark} {_to_sentence(result)}"
    return (heading, _to_sentence(detail), well_played, again), ()


def split_result(said: str) -> tuple[str, str]:
    """A result as long as a heading can be, and what is left of a longer one."""
    at = said.rfind(": ", 0, _LONGEST_RESULT)
    if len(said) <= _LONGEST_RESULT or at < 0:
        return said, ""
    return f"{said[:at]}.", f"{said[at + 2 : at + 3].upper()}{said[at + 3 :]}"


def _goes_on(match_view: MatchView) -> bool:
    """Whether another match of a campaign can follow."""
    view = match_view.view
    return view is not None and bool(match_view.game.follow_up(view))


def _ending_mark(ending: Ending | None) -> str:
    if ending is None or ending.kind == Ending.ABANDONED:
        return "🏁"
    return "🏆" if ending.winners else "🤝"


def _describe_unreachable(match_view: MatchView, seats: frozenset[Seat]) -> str:
    if not seats or not match_view.game.meta.secrets or match_view.match.status is Status.OVER:
        return ""
    names = ", ".join(seat_and_player(match_view, seat) for seat in sorted(seats))
    return f"-# {names}: your DMs are closed. Your secrets are under *My orders*."


def _describe_followers(followers: Sequence[Follower]) -> str:
    """How many follow the match, and who of them wants to be seen."""
    if not followers:
        return ""
    seen = [isolate_name(each.name) for each in followers if each.name][:_MOST_NAMED]
    follow = "1 person follows" if len(followers) == 1 else f"{len(followers)} people follow"
    return f"-# 👀 {follow} this match{': ' if seen else ''}{', '.join(seen)}."


def _buttons(match_view: MatchView, *, asked: bool = False) -> list[Part]:
    match = match_view.match.id
    look = [button("Board", Action.BOARD, match), button("Log", Action.LOG, match)]
    if match_view.match.status is Status.OVER:
        dice = [button("Check the dice", Action.VERIFY, match)] if match_view.game.meta.dice else []
        primary = discord.ButtonStyle.primary
        again = button("Rematch", Action.REMATCH, match, style=primary)
        following = button("Next in campaign", Action.REMATCH, match, "next")
        more = [following] if _goes_on(match_view) else []
        return rows([again, *more, *look, *dice, button("Replay", Action.REPLAY, match)])
    play = button("Make a move", Action.PLAY, match, style=discord.ButtonStyle.success)
    orders = button("My orders", Action.ORDERS, match, style=discord.ButtonStyle.primary)
    answer = [button("Answer", Action.PROPOSE, match)] if asked else []
    claimants = find_claimants(match_view.match, match_view.holders)
    claim = [dms.claim_button(match_view)] if claimants else []
    moves = [] if match_view.match.paused_at is not None else [play]
    if match_view.match.paused_by == Pauser.IDLE:
        moves = [idle_lobbies.go_on_button(match)]
    follow = [] if match_view.match.practice else [button("Follow", Action.FOLLOW, match)]
    return rows([*moves, orders, *look, *answer, *claim, *_take_buttons(match_view), *follow])


def _take_buttons(match_view: MatchView) -> list[Pressable]:
    """A button for each seat that is open to a new player; with many, one button for any."""
    held = {holder.seat for holder in match_view.holders}
    seats = [seat for seat in match_view.match.sides.all() if seat not in held]
    free = [seat for seat in seats if seat not in match_view.match.resigned]
    match, green = match_view.match.id, discord.ButtonStyle.success
    if len(free) > _MOST_TAKES:
        return [button("Take over a seat", Action.JOIN, match, style=green)]
    return [
        button(
            f"Take over {_plain_name(match_view, seat)}",
            Action.JOIN,
            match,
            str(seat),
            style=green,
            sign=seat_sign(match_view, seat),
        )
        for seat in free
    ]


def _plain_name(match_view: MatchView, seat: Seat) -> str:
    """A seat's name without formatting, for a button."""
    return match_view.game.words.seat(match_view.view, seat)


def _is_link(part: ui.Item[ui.LayoutView]) -> bool:
    """Whether the part is a button with a link, as on a retired panel."""
    return isinstance(part, ui.Button) and part.url is not None


def retire_panel(message: discord.Message, moved_to: Match | None = None) -> Message | None:
    """An old panel without its buttons; ``None`` when it has none.

    ``moved_to``  the match, when it has gone to another channel: the old panel leads there
    Its pictures are named by their files again: the addresses that Discord
    hands out for them expire.
    """
    view = ui.LayoutView.from_message(message, timeout=None)
    holders: list[ui.LayoutView | ui.Container[ui.LayoutView]] = [view]
    holders += [part for part in view.children if isinstance(part, ui.Container)]
    gone = [
        (holder, part)
        for holder in holders
        for part in holder.children
        if isinstance(part, ui.ActionRow) and not all(map(_is_link, part.children))
    ]
    if not gone:
        return None
    for holder, part in gone:
        holder.remove_item(part)
    kept = shown_files(message)
    names = {file.media.url: file.filename for file in kept}
    for gallery in view.walk_children():
        if isinstance(gallery, ui.MediaGallery):
            for item in gallery.items:
                name = names.get(item.media.url)
                if name is not None:
                    item.media = f"attachment://{name}"
    if moved_to is not None:
        view.add_item(ui.TextDisplay(f"-# This match continues in <#{moved_to.channel}>."))
        view.add_item(ui.ActionRow(blocks.link_to(moved_to)))
    return Message(view, kept=kept)


async def build_board(
    match_view: MatchView,
    pictures: Pictures,
    looks: Looks = looking.STANDARD,
    said: str = "",
    more: Iterable[Pressable] = (),
) -> Message:
    """What one viewer sees of the match: what only they know, and their board; or the lobby.

    ``more``  buttons beside those of every board
    """
    if match_view.view is None:
        return build_lobby_panel(match_view)
    shown = await looking.build_board(match_view, pictures, looks)
    match, looks = match_view.match, shown.looks

    def button_to(label: str, looks: Looks, _: str) -> Pressable:
        return button(label, Action.BOARD, match.id, join_path(looks.words))

    ask = button("Around…", Action.AROUND, match.id, looking.NOW, join_path(looks.words))
    secrets = [
        f"- {_to_sentence(secret)}"
        for secret in match_view.game.words.secrets(match_view.view)[:10]
    ]
    over = match.status is Status.OVER
    known = (blocks.secrets_heading(match_view), *secrets) if secrets and not over else ()
    back = step_buttons.build_buttons(match, match.shown, match.shown, looks)[:2]
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(
                f"### {title(match_view)}", _to_sentence(_describe_standing(match_view)), *known
            ),
            *shown.parts,
            blocks.text(said or shown.said),
            *rows(looking.windows(shown, button_to, ask)),
            *rows(looking.switch_buttons(match_view, shown, button_to)),
            *rows([*back, button("Catch up", Action.CATCHUP, match.id), *more]),
            *rows(_match_buttons(match_view)),
        ),
    )
    return Message(view, shown.files, explained=shown.explained)


def _match_buttons(match_view: MatchView) -> Iterator[Pressable]:
    """What one may want of the whole match, beside its board."""
    match = match_view.match
    yield button("Settings", Action.SETUP, match.id)
    yield button("Replay", Action.REPLAY, match.id)
    if match.status is Status.RUNNING:  # what the rules have ended goes on from no newest entry
        yield button("Try it out", Action.FORK, match.id, str(match.shown))
    yield button("Export", Action.EXPORT, match.id)
    if match_view.game.meta.dice:
        yield button("Check the dice", Action.VERIFY, match.id)


def _describe_standing(match_view: MatchView) -> str:
    """How the match stands, or how it ended."""
    return match_view.result or match_view.game.words.standing(match_view.view)


def _to_sentence(words: str) -> str:
    return escape(shorten(words, 400))
