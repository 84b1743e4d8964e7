"""Where the state of a match is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.play import queries
from bot.play.ports import Reader
from bot.play.positions import Lost, Positions
from bot.play.records import Entry, Match, Snapshot
from tests.play.conftest import Club
from tests.toy import GAME as TOY


class Shelf:
    """A reader of one match that has been played up to here, with what is stored of it."""

    def __init__(self, snapshot: Snapshot | None, entries: tuple[Entry, ...]) -> None:
        self._snapshot, self._entries = snapshot, entries

    async def read(self, query: queries.Query[Any]) -> Any:
        if not isinstance(query, queries.Entries):
            return self._snapshot
        last = self._entries[-1].seq if query.until is None else query.until
        return tuple(entry for entry in self._entries if query.after < entry.seq <= last)


async def shelved(club: Club) -> tuple[Match, Snapshot, tuple[Entry, ...]]:
    match = await club.begin_with_lamps()
    person, _ = await club.on_turn(match)
    await club.say(match, person, "REST")
    stored = await club.match(match)
    async with club.app.store.reading() as reader:
        snapshot = await reader.read(queries.SnapshotAt(stored.id, stored.seq))
        assert snapshot is not None
        return stored, snapshot, await reader.read(queries.Entries(stored.id))


async def test_a_snapshot_that_cannot_be_read_is_folded_from_the_log(club: Club) -> None:
    match, snapshot, entries = await shelved(club)
    for unreadable in (None, replace(snapshot, state=b"{")):
        shelf = cast(Reader, Shelf(unreadable, entries))
        state = await Positions(club.app.games).of(shelf, match)
        assert TOY.state_form.write(state) == snapshot.state


async def test_a_match_of_older_rules_goes_on_from_its_snapshot_and_is_not_played_again(
    club: Club,
) -> None:
    match, snapshot, entries = await shelved(club)
    older = tuple(replace(entry, rules_version=0) for entry in entries)
    # What the rules of then made of the same moves.
    then = TOY.state_form.write(replace(TOY.state_form.read(snapshot.state), oil=(1, 1)))
    shelf = cast(Reader, Shelf(replace(snapshot, rules_version=0, state=then), older))
    state = await Positions(club.app.games).of(shelf, match)
    assert TOY.state_form.write(state) == then
    with pytest.raises(Lost, match="other rules"):
        await Positions(club.app.games).of(cast(Reader, Shelf(None, older)), match)


async def test_what_was_entered_after_the_look_is_no_part_of_the_state(club: Club) -> None:
    """The snapshot of that moment may be gone meanwhile: the newest takes its place."""
    match, _, entries = await shelved(club)
    earlier = replace(match, seq=match.seq - 1)
    positions = Positions(club.app.games)
    state = await positions.of(cast(Reader, Shelf(None, entries)), earlier)
    then = await positions.of(cast(Reader, Shelf(None, entries[:-1])), earlier)
    assert state == then
    assert await positions.of(cast(Reader, Shelf(None, entries)), match) != state
