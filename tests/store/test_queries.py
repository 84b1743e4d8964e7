"""Looking things up."""

from __future__ import annotations

from dataclasses import asdict, replace

from bot.play.storage import queries
from bot.play.storage.profiles import Holiday, Player, Proposal
from bot.play.storage.records import (
    EntryKind,
    Match,
    MatchId,
    OpenDecision,
    Pack,
    PreparedAnswers,
    SeatHolder,
    Server,
    Status,
)
from bot.store.store import SqlStore
from games.core.types import Seat
from tests.store.make import a_match, an_entry, an_outbox_message, at, look_up, opening, step


async def keep(store: SqlStore, *matches: Match, held_by: tuple[int, ...] = ()) -> None:
    async with store.writing() as work:
        for match in matches:
            holders = tuple(
                SeatHolder(match.id, Seat(seat), user, f"Player {user}")
                for seat, user in enumerate(held_by)
            )
            await work.record(replace(opening(match), holders=holders))
        await work.commit()


async def test_what_is_not_there_is_none(store: SqlStore) -> None:
    nowhere = MatchId("zzzzzzz7")
    assert await look_up(store, queries.MatchById(nowhere)) is None
    assert await look_up(store, queries.MatchIn(1)) is None
    assert await look_up(store, queries.Holders(nowhere)) == ()
    assert await look_up(store, queries.Entries(nowhere)) == ()
    assert await look_up(store, queries.Snapshots(nowhere, 1)) == ()
    assert await look_up(store, queries.PressOf(1)) is None
    assert await look_up(store, queries.OpenOn(7, 10)) == ()
    assert await look_up(store, queries.OpenOf(7, 10)) == ()


async def test_a_channel_shows_its_open_match_else_the_one_that_ended_last(store: SqlStore) -> None:
    def ended(number: int, began: float, ended_at: float) -> Match:
        match = replace(a_match(number, status=Status.OVER, minutes=began), channel=1)
        return replace(match, finished_at=at(ended_at))

    early, late = ended(1, began=0, ended_at=50), ended(2, began=5, ended_at=20)
    await keep(store, early, late)
    assert await look_up(store, queries.MatchIn(1)) == early
    running = replace(a_match(3, status=Status.RUNNING, minutes=-90), channel=1)
    await keep(store, running)
    assert await look_up(store, queries.MatchIn(1)) == running
    assert await look_up(store, queries.MatchIn(2)) is None


async def test_open_matches_of_a_server_come_newest_first(store: SqlStore) -> None:
    old = a_match(1, minutes=1, status=Status.RUNNING)
    new = a_match(2, minutes=3, status=Status.OVER)
    middle = a_match(3, minutes=2)
    elsewhere = replace(a_match(4, minutes=9), server=8)
    await keep(store, old, new, middle, elsewhere)
    assert await look_up(store, queries.OpenOn(7, 10)) == (middle, old)
    assert await look_up(store, queries.OpenOn(7, 1)) == (middle,)
    assert await look_up(store, queries.OpenOn(8, 10)) == (elsewhere,)


async def test_open_matches_of_a_user_are_those_with_a_seat_of_theirs(store: SqlStore) -> None:
    mine = a_match(1, minutes=1)
    mine_twice = a_match(2, minutes=2, status=Status.RUNNING)
    others = a_match(3, minutes=3)
    await keep(store, mine, held_by=(61, 62))
    await keep(store, mine_twice, held_by=(61, 61))
    await keep(store, others, held_by=(62,))
    await keep(store, a_match(4, status=Status.OVER), held_by=(61,))
    assert await look_up(store, queries.OpenOf(61, 10)) == (mine_twice, mine)
    assert await look_up(store, queries.OpenOf(61, 1)) == (mine_twice,)
    assert await look_up(store, queries.OpenOf(63, 10)) == ()


async def test_holds_come_by_seat(store: SqlStore) -> None:
    match = a_match()
    holders = tuple(SeatHolder(match.id, Seat(seat), 60 + seat, "x") for seat in (2, 0, 1))
    async with store.writing() as work:
        await work.record(replace(opening(match), holders=holders))
        assert [holder.seat for holder in await work.read(queries.Holders(match.id))] == [0, 1, 2]


async def test_answers_in_advance_come_with_the_holders_and_change_without_them(
    store: SqlStore,
) -> None:
    match = replace(a_match(), status=Status.RUNNING)

    def given(seat: int, answers: str) -> PreparedAnswers:
        return PreparedAnswers(match.id, Seat(seat), answers)

    async def found() -> set[tuple[str, ...]]:
        async with store.reading() as reader:
            seated = await reader.read(queries.SeatedMatch(match.id))
            looked = await reader.read(queries.Looked(match.id, 61))
            here = await reader.read(queries.LookedIn(match.channel, 61))
            (mine,) = await reader.read(queries.LookedOf(61, 5))
            assert seated is not None
            assert looked is not None
            assert here is not None
            held = (seated[1], looked.holders, here.holders, mine.holders)
            return {tuple(each.answers for each in holders) for holders in held}

    async with store.writing() as work:
        holders = tuple(SeatHolder(match.id, Seat(seat), 61 + seat, "x") for seat in range(3))
        await work.record(replace(opening(match), holders=holders))
        await work.record(
            replace(opening(match), expected=0, answers=(given(1, "[1]"), given(2, "[2]")))
        )
        await work.commit()
    assert await found() == {("", "[1]", "[2]")}
    async with store.writing() as work:
        later = tuple(replace(each, expired=1) for each in holders)
        await work.record(
            replace(opening(match), expected=0, holders=later, answers=(given(1, ""),))
        )
        await work.commit()
    assert await found() == {("", "", "[2]")}


async def test_entries_come_in_order_after_a_given_one(store: SqlStore) -> None:
    match = a_match()
    entries = tuple(an_entry(match, seq) for seq in (3, 1, 2, 10))
    async with store.writing() as work:
        await work.record(opening(match))
        await work.record(replace(step(match), entries=entries))
        await work.commit()
    async with store.reading() as reader:
        assert [e.seq for e in await reader.read(queries.Entries(match.id))] == [1, 2, 3, 10]
        assert [e.seq for e in await reader.read(queries.Entries(match.id, after=2))] == [3, 10]
        assert [e.seq for e in await reader.read(queries.Entries(match.id, after=1, limit=2))] == [
            2,
            3,
        ]
        assert await reader.read(queries.Entries(match.id, limit=0)) == ()


async def test_the_entries_that_take_back_are_found_among_the_others(store: SqlStore) -> None:
    match = a_match()
    entries = [an_entry(match, seq) for seq in range(1, 6)]
    entries[2:4] = [replace(entry, kind=EntryKind.UNDONE) for entry in entries[2:4]]
    async with store.writing() as work:
        await work.record(opening(match))
        await work.record(replace(step(match), entries=tuple(reversed(entries))))
        await work.commit()
    assert [entry.seq for entry in await look_up(store, queries.Cuts(match.id))] == [3, 4]
    assert await look_up(store, queries.Cuts(MatchId("zzzzzzz7"))) == ()


async def test_a_seat_acts_by_its_own_moves_and_when_somebody_takes_it(store: SqlStore) -> None:
    own = replace(an_entry(a_match(), 1), kind=EntryKind.MOVE, seat=Seat(1), decision=None)
    other = replace(own, seat=Seat(0))
    taken, others_taken = replace(own, kind=EntryKind.TAKEN), replace(other, kind=EntryKind.TAKEN)
    by_itself = [replace(own, kind=kind) for kind in (EntryKind.STANDING, EntryKind.DEFAULT)]
    unasked = replace(own, again=True), replace(own, referee="Cy")
    for number, (last, entries) in enumerate(
        (
            (0, [other, *by_itself, *unasked]),
            (1, [own, other, *by_itself, *unasked, others_taken]),
            (3, [other, own, taken, *unasked]),
            (3, [own, taken, own]),
        )
    ):
        match = a_match(number)
        log = [
            replace(each, match=match.id, seq=seq, shown=seq)
            for seq, each in enumerate(entries, start=1)
        ]
        async with store.writing() as work:
            await work.record(opening(match))
            await work.record(replace(step(match), entries=tuple(log)))
            assert await work.read(queries.LastActed(match.id, Seat(1))) == last


async def test_a_player_has_the_defaults_until_they_wish_otherwise(store: SqlStore) -> None:
    assert await look_up(store, queries.PlayerOf(61)) == Player(61)
    for preferences in (
        Player(61, dm_turn=True, dm_closed_at=at(4)),
        Player(61, dm_over=True),
        Player(62, dm_turn=True, dm_over=True),
    ):
        async with store.writing() as work:
            await work.keep(preferences)
            await work.commit()
        assert await look_up(store, queries.PlayerOf(preferences.user)) == preferences
    assert (await store.counts())["players"] == 2


async def test_a_server_is_remembered_from_the_first_time(store: SqlStore) -> None:
    for minutes in (1, 2):
        async with store.writing() as work:
            await work.see_server(7, at(minutes))
            await work.commit()
    assert (await store.counts())["servers"] == 1


async def test_one_server_is_changed_and_no_other(store: SqlStore) -> None:
    wide = 2**62
    for changed in (
        Server(7, at(1)),
        Server(7, at(1), at(3), at(2), (wide, 5), (wide + 1,), wide + 2, 6, 8),
        Server(7, at(1)),
    ):
        async with store.writing() as work:
            for server in (7, 8):
                await work.see_server(server, at(1))
            await work.change_server(7, asdict(changed))
            assert await work.read(queries.ServerById(7)) == changed
            await work.commit()
        assert await look_up(store, queries.ServerById(7)) == changed
        assert await look_up(store, queries.ServerById(8)) == Server(8, at(1))
        assert await look_up(store, queries.ServerById(9)) is None


def an_open_decision(match: Match, key: str, due: float | None) -> OpenDecision:
    due_at = None if due is None else at(due)
    return OpenDecision(match.id, key, Seat(0), "turn", True, due_at, due_at)


async def test_what_is_due_comes_in_the_order_in_which_it_fell_due(store: SqlStore) -> None:
    one, other = a_match(1), a_match(2)
    rows = {
        one: [an_open_decision(one, "a", 30), an_open_decision(one, "b", None)],
        other: [an_open_decision(other, "c", 10), an_open_decision(other, "d", 31)],
    }
    async with store.writing() as work:
        for match, opened in rows.items():
            await work.record(replace(opening(match), opened=tuple(opened)))
        await work.commit()
    async with store.reading() as reader:
        assert [row.key for row in await reader.read(queries.DueDecisions(at(30), 10))] == [
            "c",
            "a",
        ]
        assert [row.key for row in await reader.read(queries.DueDecisions(at(30), 1))] == ["c"]
        assert await reader.read(queries.DueDecisions(at(9), 10)) == ()
    async with store.writing() as work:
        await work.clear_due(other.id, ("c", "d", "nothing"))
        await work.commit()
    assert [row.key for row in await look_up(store, queries.DueDecisions(at(99), 10))] == ["a"]
    assert [row.key for row in await look_up(store, queries.OpenDecisions(other.id))] == ["c", "d"]


async def test_what_ended_while_nobody_looked_is_found_whatever_it_was(store: SqlStore) -> None:
    match = a_match(1)
    rows = (
        an_open_decision(match, "before", 10),
        an_open_decision(match, "ended", 20),
        an_open_decision(match, "later", 31),
        # A reminder alone has cost nobody any time.
        replace(an_open_decision(match, "reminder", 40), act_at=at(25)),
        replace(an_open_decision(match, "remindable", 28), act_at=at(25)),
        replace(an_open_decision(match, "grace", 5), act_at=at(22), late=True),
        replace(an_open_decision(match, "others", 22), act_at=None, late=True),
        replace(an_open_decision(match, "paused", 23), act_at=None),
        an_open_decision(match, "unlimited", None),
    )
    async with store.writing() as work:
        await work.record(replace(opening(match), opened=rows))
        found = await work.read(queries.FellDue(at(10), at(30)))
    assert [row.key for row in found] == ["ended", "grace", "remindable"]


async def test_who_rests_is_found_in_one_look(store: SqlStore) -> None:
    async with store.writing() as work:
        await work.keep(Player(51, zone="Europe/Berlin", quiet="22:00-07:00"))
        await work.keep(Player(52, zone="Europe/Berlin"))
        for user, begins in ((53, 20), (51, 10), (99, 1)):
            await work.keep(Holiday(user, at(begins), at(begins + 5)))
        await work.commit()
    async with store.reading() as reader:
        players, holidays = await reader.read(queries.RestsOf((51, 52, 53)))
        assert [player.user for player in players] == [51]
        assert [holiday.user for holiday in holidays] == [51, 53]
        assert await reader.read(queries.RestsOf(())) == ((), ())


async def test_paused_matches_that_are_to_go_on_are_found(store: SqlStore) -> None:
    paused = replace(a_match(1, status=Status.RUNNING), paused_at=at(1), paused_until=at(10))
    openly = replace(a_match(2, status=Status.RUNNING), paused_at=at(1))
    over = replace(a_match(3, status=Status.OVER), paused_at=at(1), paused_until=at(10))
    async with store.writing() as work:
        for match in (paused, openly, over):
            await work.record(opening(match))
        assert await work.read(queries.ToResume(at(9), 10)) == ()
        assert await work.read(queries.ToResume(at(10), 10)) == (paused.id,)


async def test_running_matches_that_go_on_without_a_person_are_found(store: SqlStore) -> None:
    matches = [
        a_match(1, status=Status.RUNNING),
        a_match(2, status=Status.LOBBY),
        a_match(3, status=Status.OVER),
        a_match(4, status=Status.RUNNING),
    ]
    seconds = [a_match(number, status=Status.RUNNING) for number in (5, 6, 7)]
    async with store.writing() as work:
        for match in matches:
            person = SeatHolder(match.id, Seat(0), 51, "Ann")
            computer = SeatHolder(match.id, Seat(1), None, "Computer 1")
            holders = (person,) if match is matches[3] else (person, computer)
            await work.record(replace(opening(match), holders=holders))
        for match, second in zip(seconds, (None, 0, 3), strict=True):
            people = [SeatHolder(match.id, Seat(0), 51, "Ann")]
            if second is not None:
                people.append(
                    SeatHolder(match.id, Seat(1), 52, "Ben", expired=second, away=second > 0)
                )
            await work.record(replace(opening(match), holders=tuple(people)))
        await work.commit()
    absent = {matches[0].id, matches[3].id, seconds[0].id, seconds[2].id}
    assert await look_up(store, queries.WithAbsent()) == tuple(sorted(absent))


async def test_packs_belong_to_a_server_and_a_game(store: SqlStore) -> None:
    pack = Pack(7, "toy", "winter", "Winter", "# Winter\n", 51, at(1))
    others = (replace(pack, key="autumn"), replace(pack, server=8), replace(pack, game="other"))
    async with store.writing() as work:
        for each in (pack, *others):
            await work.keep(each)
        longer = replace(pack, title="Longer winter", at=at(2))
        await work.keep(longer)
        await work.commit()
    assert await look_up(store, queries.ServerPacks(7, "toy")) == (others[0], longer)
    assert await look_up(store, queries.PackByKey(7, "toy", "winter")) == longer
    assert await look_up(store, queries.PackByKey(9, "toy", "winter")) is None
    async with store.writing() as work:
        assert await work.drop(Pack, server=7, game="toy", key="winter")
        assert not await work.drop(Pack, server=7, game="toy", key="winter")
        await work.commit()
    assert [each.key for each in await look_up(store, queries.ServerPacks(7, "toy"))] == ["autumn"]
    assert await look_up(store, queries.PackByKey(8, "toy", "winter")) == others[1]


async def test_the_players_of_a_match_are_those_who_hold_its_seats(store: SqlStore) -> None:
    match, other = a_match(), a_match(1)
    await keep(store, match, held_by=(51, 52))
    await keep(store, other, held_by=(53,))
    async with store.writing() as work:
        for user in (51, 53, 54):
            await work.keep(Player(user, dm_turn=True))
        await work.commit()
    async with store.reading() as reader:
        assert await reader.read(queries.PlayersIn(match.id)) == {
            51: Player(51, dm_turn=True),
            52: Player(52),
        }


async def test_a_sweep_is_told_of_what_there_is_something_to_do(store: SqlStore) -> None:
    async def due(minutes: float, idle_before: float = 0) -> tuple[bool, ...]:
        found = await look_up(store, queries.DueNow(at(minutes), at(idle_before)))
        return found.deadlines, found.proposals, found.lobbies, found.messages

    lobby, acting, paused, gone, asked, told = (
        replace(a_match(number), status=Status.RUNNING) for number in range(6)
    )
    lobby = replace(lobby, status=Status.LOBBY, touched_at=at(6))
    paused = replace(paused, paused_until=at(3))
    gone = replace(gone, paused_until=at(1), gone_at=at(0))
    async with store.writing() as work:
        for match in (lobby, acting, paused, gone, asked, told):
            await work.record(opening(match))
        await work.commit()
    assert await due(2) == (False, False, False, False)
    assert await due(3) == (True, False, False, False)
    proposal = Proposal("p", asked.id, "draw", Seat(0), 0, "", 1, at(0), at(2), (), 1)
    decision = replace(step(acting).opened[0], match=acting.id, act_at=at(1))
    async with store.writing() as work:
        await work.record(replace(opening(acting), expected=0, opened=(decision,)))
        await work.record(replace(opening(asked), expected=0, proposals=(proposal,)))
        await work.post((an_outbox_message(told, 1, minutes=2.5),))
        await work.commit()
    assert await due(0.5, 6) == (False, False, False, False)
    assert await due(1, 6.1) == (True, False, True, False)
    assert await due(2) == (True, True, False, False)
    assert await due(2.5) == (True, True, False, True)
