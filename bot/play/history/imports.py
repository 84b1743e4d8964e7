"""Import of match files.

A file is never trusted: its entries are replayed one by one, and the results of that are stored.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.play.executor import PlayContext, Receipt
from bot.play.history.older_entries import OlderPart, check_can_continue
from bot.play.lobby import practice
from bot.play.lobby.practice import PracticePlace
from bot.play.match.transitions import PendingEntry, Transition, start_body
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import MOVES, EntryKind
from games.core.contract import AnyGame
from games.core.events import Step
from games.core.log import match_file, replay
from games.core.log.match_file import MatchLog, UnreadableFile
from games.core.log.replay import Adjusted, Played, Replaced, Thrown
from games.core.log.verification import Followed, Wrong, first_played, follow, settings_of
from games.core.types import Chance, Seat, Unreadable

MOST_ENTRIES = 5_000
MOST_BYTES = 4 << 20
MOST_PARTS = 400_000
"""A match of 5,000 entries takes half of each."""


async def start(
    context: PlayContext,
    data: bytes,
    place: PracticePlace,
    at: int | None = None,
    *,
    manages: bool = False,
) -> Receipt:
    """Begin the match of a complete file, from its last entry or the public entry ``at``.

    What was played under older rules is not replayed: its positions in the file are kept for
    looking back, and the match goes on from the last of them if the game accepts it.

    Args:
        manages: Whether the host may manage the server, and so may bring content to it.

    Raises:
        Refusal: It names the entry and what is wrong with it.
    """
    log = await asyncio.to_thread(_read, data)
    game = context.games.get(log.match.game)
    if game is None:
        known = ", ".join(each.meta.title for each in context.games.values())
        raise NotNow("This bot does not have the game of this file.", instead=f"There are: {known}")
    log = _cut_at(log, at)
    pack = await _find_pack_key(context, game, log, place.server, manages=manages)
    try:
        settings = (await asyncio.to_thread(settings_of, game, log)).model_dump_json()
        match = practice.build_match(context, game, place, settings, log.match.teams)
        match = replace(match, origin=f"{practice.IMPORT}{log.match.id}", pack=pack)
        transition = Transition(
            game, match, practice.build_holders(game, match, place), None, begun=False
        )
        await asyncio.to_thread(_copy_log, transition, log)
    except Wrong as wrong:
        raise _to_refusal(log, wrong) from None
    return await practice.begin(
        context, place, transition, "import", _describe_start(game, transition)
    )


async def _find_pack_key(
    context: PlayContext, game: AnyGame, log: MatchLog, server: int, *, manages: bool
) -> str | None:
    """The key of the server's content pack that the file uses; ``None`` if it has none.

    Raises:
        NotSeated: The server lacks that content, and the host does not manage it.
    """
    content = log.match.settings.get(game.packs.setting) if game.packs else None
    if not content:
        return None
    async with context.store.reading() as reader:
        packs = await reader.read(queries.ServerPacks(server, game.meta.id))
    key = next((pack.key for pack in packs if pack.text == content), None)
    if key is None and not manages:
        raise NotSeated(
            "The match of this file has a content pack that this server does not have.",
            instead="Those who may manage this server can add the pack with `/server pack`, or "
            "import the file themselves.",
        )
    return key


def _read(data: bytes) -> MatchLog:
    """Raises ``Unreadable``."""
    try:
        log = match_file.read(data, MOST_BYTES, MOST_PARTS)
    except UnreadableFile as fault:
        raise Unreadable(str(fault)) from None
    if not log.match.complete:
        raise Unreadable(
            "This file holds only what one viewer knew of a match that was not over.",
            instead="A complete file can be exported when the match is over.",
        )
    if log.broken:
        raise Unreadable(f"The file has been changed: its chain breaks at {log.broken}.")
    if len(log.entries) > MOST_ENTRIES:
        raise Unreadable(f"The file has {len(log.entries)} entries; {MOST_ENTRIES} is the limit.")
    return log


def _cut_at(log: MatchLog, at: int | None) -> MatchLog:
    """The file up to the public entry ``at``. Raises ``NotNow``."""
    if at is None:
        return log
    for place, entry in enumerate(log.entries, 1):
        if entry.shown == at:
            return replace(log, entries=log.entries[:place])
    last = max((entry.shown or 0 for entry in log.entries), default=0)
    raise NotNow(f"There is no entry #{at} in this file.", instead=f"The last is #{last}.")


def _to_refusal(log: MatchLog, wrong: Wrong) -> Unreadable:
    rule = f" [{wrong.rule}]" if wrong.rule else ""
    if wrong.number == 0:
        return Unreadable(f"The file cannot be imported. {wrong.sentence}{rule}")
    shown = log.entries[wrong.number - 1].shown
    number = f"{wrong.number} (#{shown})" if shown else f"{wrong.number}"
    return Unreadable(f"Entry {number} of the file cannot be: {wrong.sentence}{rule}")


def _copy_log(transition: Transition, log: MatchLog) -> None:
    """Copy the entries that led to the position. Raises ``Wrong``.

    What concerned the people of that match (seats, pauses, clocks) is left out.
    """
    game, seqs = transition.game, {0: 0}
    first = first_played(game, log)
    older, seats = OlderPart(game, transition.match.seats), transition.match.seats
    for at, followed in enumerate(follow(game, log)):
        if at < first:
            older.copy(transition, followed.entry, seqs)
        else:
            if followed.entry.kind == "position":
                check_can_continue(game, followed.state, seats, followed.entry.number or 0)
            under = log.entries[at - 1].rules if at == first > 0 else None
            _copy_entry(transition, followed, seqs, under)
        seqs[followed.entry.number or 0] = len(transition.lines)
    if first == len(log.entries):
        last = log.entries[-1]
        check_can_continue(game, transition.state, seats, last.number or 0)
        transition.set_position(transition.state, played_under=last.rules)


def _copy_entry(
    transition: Transition, followed: Followed, seqs: dict[int, int], under: int | None
) -> None:
    """``under``  the older version of the rules that led here, where those of today begin"""
    entry, log_action, state = followed.entry, followed.log_action, followed.state
    if entry.kind == "start":
        teams = transition.match.teams
        transition.add(
            PendingEntry(EntryKind.START, start_body(transition.match.settings, teams), state)
        )
    elif isinstance(log_action, Played):
        kind = EntryKind(entry.kind)
        assert kind in MOVES
        decision = replay.open_decision(
            transition.game, followed.before, Seat(log_action.seat), log_action.decision
        )
        transition.play(kind, decision, log_action.move, Step(state, followed.events), None)
    elif isinstance(log_action, Thrown):
        pending = transition.game.pending(followed.before)
        assert isinstance(pending, Chance)
        done = Step(state, followed.events)
        transition.add_throw(pending, log_action.rolled, done, by_hand=entry.by_hand, given=True)
    elif isinstance(log_action, Adjusted):
        transition.adjust(log_action.adjustment)
    elif entry.kind == "undone":
        to = seqs[entry.to or 0]
        number = sum(line.public for line in transition.lines[:to])
        line = PendingEntry(EntryKind.UNDONE, f'{{"to":{to}}}', state, text=str(number))
        transition.cut(line, transition.lines[to - 1])
    elif isinstance(log_action, Replaced):
        transition.set_position(state, played_under=under)


def _describe_start(game: AnyGame, transition: Transition) -> str:
    said = f"The match of {game.meta.title} goes on from the file, for practice."
    if game.meta.secrets:
        said += " Anybody with the file knows its secrets."
    if len(transition.holders) < transition.match.seats:
        said += " The other seats are free: `/match join`."
    return said
