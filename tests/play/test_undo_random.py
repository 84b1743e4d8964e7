"""Random play with random undos: the state is what the path folds to, whatever was taken back."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.executor import Command
from bot.play.history import undo
from bot.play.lobby.seating import Person
from bot.play.match import submission
from bot.play.match.computers import random_move
from bot.play.match.rewind import ActivePath
from bot.play.match.submission import TypedMove
from bot.play.people import proposals
from bot.play.positions import THROWS, Positions, counting_entries
from bot.play.storage.records import MOVES, EntryKind, MatchId, Status
from games.core.types import Decision, Decisions, Refusal, Seat
from tests.amounts import amount
from tests.play.conftest import ALICE, BOB, Club, a_club
from tests.play.folding import folded, kept_position

PEOPLE = (ALICE, BOB)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=amount(6, 100))
def test_whatever_is_played_and_taken_back_the_log_folds_to_the_state(seed: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_played(Path(folder), random.Random(seed)))


async def _played(folder: Path, rng: random.Random) -> None:
    async with a_club(folder) as club:
        match = await club.begin(game=rng.choice(("toy", "night", "night")))
        for _ in range(45):
            if (await club.match(match)).status is Status.OVER:
                break
            person = rng.choice(PEOPLE)
            if rng.random() < 0.3:
                await _taken_back(club, match, person, rng)
            else:
                await _moved(club, match, person, rng)
            await _holds_together(club, match)


async def _moved(club: Club, match: MatchId, person: Person, rng: random.Random) -> None:
    match_view = await club.sees(match, person)
    if not match_view.mine:
        return
    decision: Decision = rng.choice(match_view.mine)
    move = random_move(match_view.game.options(match_view.view, decision), rng)
    text = match_view.game.write(move)
    wish = club.command(match, person)
    await submission.submit(club.app, wish, TypedMove(text))


async def _taken_back(club: Club, match: MatchId, person: Person, rng: random.Random) -> None:
    """The last move or all after a number; what must be asked for is agreed to at random."""
    to = rng.choice((None, rng.randint(1, max(1, (await club.match(match)).shown))))
    before = await _hidden(club, match)
    back = {(await club.sees(match, person)).own_seat()}
    with suppress(Refusal):
        found = await undo.classify(club.app, match, person.user, to)
        await undo.undo(club.app, club.command(match, person), to, found.mark)
    for put in await proposals.load_open(club.app, await club.match(match)):
        back.add(Seat(put.proposal.seat))
        other = PEOPLE[1 - put.proposal.seat]
        await proposals.answer(
            club.app,
            Command(put.proposal.match, other.user, next(club.interactions)),
            put.proposal.id,
            agree=rng.random() < 0.7,
        )
    after = await _hidden(club, match)
    for (seat, decision), move in before.items():
        assert seat in back or after[seat, decision] == move


async def _hidden(club: Club, match: MatchId) -> dict[tuple[Seat | None, str | None], str]:
    """What has been chosen unseen and counts, by seat and decision."""
    return {
        (entry.seat, entry.decision): entry.body
        for entry in counting_entries(await club.entries(match))
        if entry.shown is None and entry.kind in MOVES
    }


async def _holds_together(club: Club, match: MatchId) -> None:
    stored, entries = await club.match(match), await club.entries(match)
    game = club.app.games[stored.game]
    counting = counting_entries(entries)
    from_start = game.state_form.write(folded(game, counting))
    async with club.app.store.reading() as reader:
        snapshot = await kept_position(reader, match, stored.seq)
        kept = await Positions(club.app.games).load(reader, stored)
    assert from_start == snapshot == game.state_form.write(kept)
    # Places follow each other on the path, and nothing counts that the trail does not count.
    places = [
        e.place for e in counting if e.kind in MOVES or e.kind in (EntryKind.START, EntryKind.DICE)
    ]
    assert places == list(range(1, len(places) + 1))
    assert stored.place == places[-1]
    active_path = ActivePath(
        stored.seq, [entry for entry in entries if entry.kind is EntryKind.UNDONE]
    )
    assert [entry.seq for entry in entries if active_path.counts(entry.seq)] == [
        entry.seq for entry in counting
    ]
    answered = [(entry.branch, entry.decision) for entry in entries if entry.decision]
    assert len(answered) == len(set(answered))
    # Dice fall once for each place of the path.
    thrown: dict[str, Any] = {}
    for entry in entries:
        if entry.kind is EntryKind.DICE:
            place = THROWS.read(entry.body).place
            assert thrown.setdefault(place, entry.body) == entry.body
    # What is open is stored as open.
    pending = game.pending(kept)
    if stored.status is Status.RUNNING:
        assert isinstance(pending, Decisions)
        assert set(await club.decisions(match)) == {each.key for each in pending.open}
