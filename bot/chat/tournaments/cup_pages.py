"""The panel of a tournament, and its private pages."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import discord

from bot.chat.lobby.lobby_panel import settings_in_words
from bot.chat.lobby.lobby_settings import list_settings
from bot.chat.messages.clock_words import count_things
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape, isolate_name
from bot.chat.tournaments import cup_words
from bot.play.match.views import MatchView
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.tournaments import Stage, Tournament, TournamentNote
from bot.play.tournaments import progress, rulings
from bot.play.tournaments.progress import Present
from bot.play.tournaments.sign_up import build_match, complete_sides, is_open
from games.core.types import SPECTATOR

STANDINGS, PAIRINGS, LOG, SIDES, REFEREE = "standings", "pairings", "log", "sides", "referee"
SETTINGS = "settings"
JOIN, LEAVE = "join", "leave"
"""What a press asks for."""
A_PAGE, _ON_PANEL = 16, 12
"""Lines of a page, and of the panel."""
_LEAST, _MOST = 2**16, 2**31 - 1


def build_mark(tournament: Tournament) -> int:
    """The id of the first component of its panel, to find it again."""
    said = f"{tournament.id} {phase_of(tournament)}".encode()
    return _LEAST + zlib.crc32(said) % (_MOST - _LEAST)


def phase_of(tournament: Tournament) -> int:
    """Counts its panels: one for the sign-up, one for each round, and one for the end."""
    return tournament.round + (tournament.stage in (Stage.OVER, Stage.CANCELLED))


# --- The panel ---


async def build_panel(context: Context, present: Present) -> Message:
    """The one live message of a tournament, for everybody."""
    known, tournament = present.known, present.tournament
    notes = await rulings.load_notes(context.app, tournament.id)
    files = await cup_words.render(context, known)
    lines = _sign_up_lines(context, known)
    accent = blocks.OPEN
    if tournament.stage is Stage.RUNNING:
        lines, accent = _running_lines(present), blocks.RUNNING
    elif tournament.stage in (Stage.OVER, Stage.CANCELLED):
        lines, accent = _ending_lines(known), blocks.OVER
    note = _note_line(notes[0]) if notes and tournament.stage is not Stage.OVER else ""
    parts: list[Part | None] = [
        blocks.text(f"## 🏆 {escape(tournament.title)}", _heading(context, tournament)),
        blocks.text(*lines),
        *blocks.pictures(files),
        blocks.text(note),
        *blocks.rows(_panel_buttons(tournament)),
    ]
    return Message(blocks.layout(accent, parts), files)


def build_former(known: TournamentRecords, phase: int) -> Message:
    """What becomes of the panel of a round that is over."""
    tournament = known.tournament
    title = f"### {escape(tournament.title)}"
    if phase == 0:
        lines = [f"{title}: sign-up is over."]
    else:
        pairings = cup_words.pairing_lines(known, phase, {})
        lines = [f"{title}: round {phase} is over.", *_cut(pairings, _ON_PANEL, "pairings")]
    return Message(blocks.layout(blocks.OVER, (blocks.text(*lines),)))


def _heading(context: Context, tournament: Tournament) -> str:
    title = escape(cup_words.title_of_game(context, tournament))
    size = tournament.side_size
    teams = f" · teams of {size}" if size > 1 else ""
    return f"{title} · {cup_words.FORMATS[tournament.format]}{teams}"


def _sign_up_lines(context: Context, known: TournamentRecords) -> list[str]:
    tournament = known.tournament
    there, size = len(complete_sides(known)), tournament.side_size
    what = "team" if size > 1 else "player"
    ends = f"with {count_things(tournament.places, what)}"
    if tournament.begins_at is not None:
        at = int(tournament.begins_at.timestamp())
        ends = f"<t:{at}:f> (<t:{at}:R>), or {ends}"
    # On a date it begins with those who are there; else not before all are.
    sides = tournament.places if tournament.begins_at is None else there
    rounds = cup_words.usual_rounds(known, max(sides, 2))
    count = f" With {sides}: {count_things(rounds, 'round')}." if rounds and sides > 1 else ""
    names = [isolate_name(each.name) for each in known.entrants]
    shown = (
        f"{', '.join(names[:A_PAGE])}{f' and {len(names) - A_PAGE} more' * (len(names) > A_PAGE)}"
    )
    paused = "⏸️ Paused." if tournament.paused_at is not None else ""
    free = f"📝 {there} of {count_things(tournament.places, what)} signed up."
    return [
        paused,
        f"{free} It begins {ends}.{count}",
        f"-# {shown}" if names else "",
        _describe_round_time(tournament),
        *settings_lines(context, tournament),
    ]


def _describe_round_time(tournament: Tournament) -> str:
    hours = tournament.round_hours
    if not hours:
        return ""
    length = count_things(hours // 24, "day") if hours % 24 == 0 else count_things(hours, "hour")
    return f"- A round takes at most {length}: then its matches end as a draw."


def settings_lines(context: Context, tournament: Tournament) -> Sequence[str]:
    """What its matches are agreed to be, in short."""
    match_view = _match_view(context, tournament)
    return () if match_view is None else settings_in_words(match_view)


def _list_settings(context: Context, tournament: Tournament) -> Sequence[str]:
    match_view = _match_view(context, tournament)
    if match_view is None:
        return ()
    # How seats are given is the tournament's business.
    return [each for each in list_settings(match_view) if not each.startswith("- Seats: ")]


def _match_view(context: Context, tournament: Tournament) -> MatchView | None:
    """A match of it, before anybody has a seat; ``None`` where its game is gone."""
    game = context.app.games.get(tournament.game)
    if game is None:
        return None
    match = build_match(context.app, tournament, tournament.channel)
    return MatchView(match, game, (), SPECTATOR)


def _running_lines(present: Present) -> list[str]:
    known, tournament = present.known, present.tournament
    pairings = present.pairings
    over = sum(each.result is not None for each in pairings)
    ends = tournament.round_ends_at
    until = f" It ends <t:{int(ends.timestamp())}:R>." if ends is not None else ""
    head = f"**{cup_words.describe_round(tournament)}**: {over} of {len(pairings)} decided.{until}"
    if tournament.paused_at is not None:
        head = (
            f"⏸️ **{cup_words.describe_round(tournament)}**: paused. No match begins, no round ends."
        )
    if not tournament.round:
        return ["The first round is being paired."]
    lines = cup_words.pairing_lines(known, tournament.round, present.matches)
    return [head, *_cut(lines, _ON_PANEL, "pairings")]


def _cut(lines: Sequence[str], most: int, what: str) -> list[str]:
    more = len(lines) - most
    return [*lines[:most], *([f"-# and {more} more {what}"] if more > 0 else [])]


def _ending_lines(known: TournamentRecords) -> list[str]:
    tournament = known.tournament
    if tournament.stage is Stage.CANCELLED:
        few = len(known.entrants) < 2
        return ["It is cancelled: too few have signed up." if few else "It is cancelled."]
    table = cup_words.rank(known)
    said = [f"🥇 **{isolate_name(table[0].entrant.name)}** has won {escape(tournament.title)}."]
    said += [
        f"{medal} {isolate_name(each.entrant.name)}"
        for medal, each in zip(("🥈", "🥉"), table[1:], strict=False)
    ]
    return [*said, *cup_words.tie_lines(table[:4])]


def _note_line(note: TournamentNote) -> str:
    return (
        f"⚖️ {escape(note.said)} {isolate_name(note.by)}: “{escape(note.reason)}” "
        f"<t:{int(note.at.timestamp())}:R>"
    )


def _panel_buttons(tournament: Tournament) -> Iterator[Pressable]:
    if is_open(tournament):
        action = Action.CUPFORM if tournament.side_size > 1 else Action.CUP
        style = discord.ButtonStyle.success
        yield blocks.button("Join", action, None, tournament.id, JOIN, style=style)
    if tournament.stage in (Stage.SIGN_UP, Stage.RUNNING):
        yield blocks.button("Withdraw", Action.CUP, None, tournament.id, LEAVE)
    yield from _page_buttons(tournament, "")


def _page_buttons(tournament: Tournament, here: str) -> Iterator[Pressable]:
    pages = {SIDES: "Sides"}
    if tournament.round:
        pages = {PAIRINGS: "Pairings", STANDINGS: "Standings"}
    pages[SETTINGS] = "Settings"
    if tournament.stage is not Stage.CANCELLED:
        pages[REFEREE] = "Referee"
    pages[LOG] = "Rulings"
    for what, label in pages.items():
        if what != here:
            yield blocks.button(label, Action.CUP, None, tournament.id, what)


# --- Private pages ---


async def build_page(
    context: Context, present: Present, what: str = "", at: tuple[int, ...] = ()
) -> Message:
    """``what`` to show: by default the sides.

    ``at``  which page, from 0; of pairings before it the round, 0 for the newest
    """
    number = at[0] if at else 0
    known, tournament = present.known, present.tournament
    title = f"### {escape(tournament.title)}"
    lines: list[str] = []
    steps: Sequence[Pressable] = ()
    files: tuple[Attached, ...] = ()
    match what:
        case "standings":
            files = await cup_words.render(context, known) if number == 0 else ()
            lines = ["**Standings**", *cup_words.standing_lines(known, number * A_PAGE, A_PAGE)]
            steps = _steps(tournament, what, number, len(known.entrants))
        case "pairings":
            lines, steps = _pairings_page(present, *at)
        case "settings":
            lines = ["**Settings of every match**", *_list_settings(context, tournament)]
        case "log":
            notes = await rulings.load_notes(context.app, tournament.id)
            lines = ["**Rulings of the referee**", *map(_note_line, notes[:A_PAGE])]
            lines = lines if notes else [*lines, "None so far."]
        case _:
            shown_sides = _side_lines(known)
            lines = ["**Sides**", *shown_sides[number * A_PAGE : (number + 1) * A_PAGE]]
            lines = lines if shown_sides else [*lines, "Nobody has signed up yet."]
            steps = _steps(tournament, SIDES, number, len(shown_sides))
    parts: list[Part | None] = [
        blocks.text(title, _heading(context, tournament)),
        blocks.text(*lines),
        *blocks.pictures(files),
        *blocks.rows(steps),
        *blocks.rows(_page_buttons(tournament, what or SIDES)),
    ]
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def _side_lines(known: TournamentRecords) -> list[str]:
    size = known.tournament.side_size
    missing = {each.number for each in cup_words.still_missing(known)}
    lines = []
    for each in known.entrants:
        names = [m.name for m in known.members if m.entrant == each.number]
        level = f" (computer player, {each.level})" if each.level else ""
        people = f": {', '.join(map(isolate_name, names))}" if size > 1 and names else ""
        short = f" · {size - len(names)} missing" if each.number in missing and size > 1 else ""
        gone = " · withdrawn" if each.left_in is not None else ""
        lines.append(f"{each.number}\\. {isolate_name(each.name)}{level}{people}{short}{gone}")
    return lines


def _steps(tournament: Tournament, what: str, number: int, count: int) -> list[Pressable]:
    last = max(0, (count - 1) // A_PAGE)
    return blocks.page_buttons(number, last, Action.CUP, None, tournament.id, what)


def _pairings_page(
    present: Present, number: int = 0, page: int = 0
) -> tuple[list[str], list[Pressable]]:
    """Some of the pairings of a round, and the ways to the others."""
    known, tournament = present.known, present.tournament
    shown = min(number or tournament.round, tournament.round)
    pairings = cup_words.pairing_lines(known, shown, present.matches)
    last = max(0, (len(pairings) - 1) // A_PAGE)
    page = min(page, last)
    steps = [(shown, page - 1, "Previous"), (shown, page + 1, "Next")]
    ways = [(to, at, label) for to, at, label in steps if 0 <= at <= last]
    ways += [(to, 0, f"Round {to}") for to in (shown - 1, shown + 1)]
    buttons = [
        blocks.button(label, Action.CUP, None, tournament.id, PAIRINGS, f"{to}.{at}")
        for to, at, label in ways
        if 1 <= to <= tournament.round
    ]
    return [f"**Round {shown}**", *pairings[page * A_PAGE : (page + 1) * A_PAGE]], buttons


async def load_page(context: Context, tournament: Tournament, what: str) -> Message:
    """Raises ``NoMatch``."""
    return await build_page(context, await progress.load_present(context.app, tournament.id), what)
