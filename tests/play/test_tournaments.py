"""Tournaments without Discord: results by themselves, leavers, rulings, and kills at any commit."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine.default import DefaultDialect

from bot.play.application import build
from bot.play.lobby.seating import Person
from bot.play.people import preferences
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.records import Match, Status
from bot.play.storage.stored_fields import MatchId
from bot.play.storage.tournaments import Pairing, PairingResult, Stage, Tournament, TournamentFormat
from bot.play.tournaments import progress, rulings, sign_up
from bot.play.tournaments.rulings import TournamentRuling
from bot.play.tournaments.standings import sides_of
from bot.store.store import SqlStore
from tests.amounts import amount
from tests.databases import Server
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, SERVER, Club, HeldClock, KnownEntropy
from tests.play.killed import KILLED, kill_me, run_apart
from tests.toy import GAME as TOY

DAN = Person(4, "Dan")
HOUR = 3_600


@dataclass
class Cup:
    club: Club
    channels: count[int] = field(default_factory=lambda: count(1_000))
    id: Any = None

    async def open(
        self, form: TournamentFormat, *people: Person, computers: int = 0, **more: Any
    ) -> None:
        app = self.club.app
        tournament = Tournament(
            *(sign_up.new_id(app), SERVER, CHANNEL, 9, more.pop("title", "Cup"), "toy", form),
            *(Stage.SIGN_UP, app.clock.now()),
            **{"places": len(people) + computers, **more},
        )
        self.id = tournament.id
        await sign_up.create(app, 9, self.press, tournament, computers)
        for person in people:
            await self.join(person)
        await self.go_on()

    @property
    def press(self) -> int:
        return next(self.club.interactions)

    async def join(self, person: Person, team: str = "") -> None:
        app = self.club.app
        await sign_up.join(app, person.user, self.press, self.id, person.name, team)

    async def withdraw(self, person: Person) -> None:
        await sign_up.withdraw(self.club.app, person.user, self.press, self.id)
        await self.go_on()

    async def go_on(self, most: int = 20) -> None:
        """What sweeps do, until nothing goes by itself any more."""
        for _ in range(most):
            present = await progress.advance(self.club.app, self.id)
            waiting = progress.pairings_to_open(present)
            for pairing in waiting:
                await progress.open_match(self.club.app, pairing, next(self.channels))
            await self.club.settled()
            if not waiting and present.known == (await self.present()).known:
                return

    async def present(self) -> progress.Present:
        return await progress.load_present(self.club.app, self.id)

    async def tournament(self) -> Tournament:
        return (await self.present()).tournament

    async def pairing(self, person: Person) -> Pairing:
        """The newest in which somebody plays."""
        known = (await self.present()).known
        side = next(each.entrant for each in known.members if each.user == person.user)
        return [each for each in known.pairings if side in sides_of(each)][-1]

    async def match(self, person: Person) -> Match:
        pairing = await self.pairing(person)
        assert pairing.played_in is not None
        return await self.club.match(pairing.played_in)

    async def result(self, person: Person) -> str:
        """``won``, ``lost``, ``draw`` or ``neither``; empty while it is open."""
        pairing, known = await self.pairing(person), (await self.present()).known
        side = next(each.entrant for each in known.members if each.user == person.user)
        if pairing.result in (None, PairingResult.DRAW, PairingResult.NEITHER):
            return pairing.result or ""
        first = pairing.result is PairingResult.ONE
        return "won" if first == (pairing.one == side) else "lost"

    def ruling(self, reason: str = "a phone call") -> TournamentRuling:
        return TournamentRuling(self.id, "Gm", reason)

    async def rule(self, act: Any, *args: Any, reason: str = "a phone call") -> str:
        receipt = await act(self.club.app, 9, self.press, self.ruling(reason), *args)
        await self.go_on()
        return str(receipt.text)


@pytest.fixture
def cup(club: Club) -> Cup:
    return Cup(club)


async def check_whole(cup: Cup, *, over: bool = True) -> None:
    """Every pairing has one match, every match one pairing, and nothing is left over."""
    present = await cup.present()
    async with cup.club.app.store.reading() as reader:
        there = await reader.read(queries.OpenOn(SERVER, None))
        finished = await reader.read(queries.FinishedOn(SERVER, 1_000))
    played = Counter(each.played_in for each in present.known.pairings if each.played_in)
    assert max(played.values(), default=1) == 1
    every = {match.id for match in (*there, *finished)}
    assert set(played) <= every
    assert {match.id for match in there} <= set(played)
    pairs = Counter(
        (each.round, side) for each in present.known.pairings for side in sides_of(each)
    )
    assert max(pairs.values()) == 1, "nobody plays twice in a round"
    if over:
        assert present.tournament.stage is Stage.OVER
        assert not there


# --- Results by themselves ---


@pytest.mark.on_both
@pytest.mark.parametrize("form", list(TournamentFormat))
async def test_computers_play_a_tournament_to_its_end_by_themselves(
    cup: Cup, form: TournamentFormat
) -> None:
    await cup.open(form, computers=5)
    await check_whole(cup)
    known = (await cup.present()).known
    assert all(each.result is not None for each in known.pairings)
    assert any(each.margin not in ("", "0") for each in known.pairings)


async def test_computers_that_were_cut_off_play_on_after_the_start(cup: Cup) -> None:
    app = cup.club.app
    app.executor.go_on = lambda *_: None
    await cup.open(TournamentFormat.KNOCK_OUT, computers=2)
    present = await cup.present()
    assert [match.status for match in present.matches.values()] == [Status.RUNNING]
    app.executor.go_on = app.computers.wake
    await app.computers.wake_all()
    await app.computers.wait_until_settled()
    await cup.go_on()
    await check_whole(cup)


async def test_it_begins_on_its_date_and_not_with_one_side(cup: Cup) -> None:
    begins = cup.club.clock.now() + timedelta(days=1)
    await cup.open(TournamentFormat.SWISS, ALICE, places=8, begins_at=begins)
    assert (await cup.tournament()).stage is Stage.SIGN_UP
    await cup.join(BOB)
    cup.club.clock.advance(24 * HOUR)
    await cup.go_on()
    assert (await cup.tournament()).round == 1
    other = Cup(cup.club)
    begins = cup.club.clock.now() + timedelta(days=1)
    await other.open(TournamentFormat.SWISS, CAROL, places=8, begins_at=begins, title="Cup 2")
    cup.club.clock.advance(24 * HOUR)
    await other.go_on()
    assert (await other.tournament()).stage is Stage.CANCELLED


# --- Leavers and dates ---


@pytest.mark.on_both
async def test_who_withdraws_forfeits_the_match_and_all_to_come(cup: Cup) -> None:
    await cup.open(TournamentFormat.ROUND_ROBIN, ALICE, BOB, CAROL, DAN)
    gone = await cup.match(ALICE)
    await cup.withdraw(ALICE)
    assert (await cup.club.match(gone.id)).status is Status.OVER
    assert (await cup.pairing(ALICE)).forfeit
    assert await cup.result(ALICE) == "lost"
    with pytest.raises(NotNow, match="withdrawn already"):
        await cup.withdraw(ALICE)
    while (await cup.tournament()).stage is Stage.RUNNING:
        for match in (await cup.present()).matches.values():
            seats = {holder.seat: holder for holder in await cup.club.holders(match.id)}
            person = Person(seats[1].user or 0, seats[1].name)  # type: ignore[index]
            await cup.club.resign(match.id, person)
        await cup.go_on()
    await check_whole(cup)
    known = (await cup.present()).known
    hers = [p for p in known.pairings if 1 in sides_of(p)]
    assert len(hers) == 3
    assert all(each.forfeit for each in hers)
    assert sum(each.played_in is None for each in hers) == 2, "no match was opened for these"


async def test_a_side_for_whom_nobody_plays_any_more_has_forfeited(cup: Cup) -> None:
    await cup.open(TournamentFormat.ROUND_ROBIN, ALICE, BOB, CAROL)
    (match,) = (await cup.present()).matches.values()
    first, second = [Person(each.user or 0, each.name) for each in await cup.club.holders(match.id)]
    await cup.club.leave(match.id, first)
    await cup.go_on()
    assert await cup.result(second) in ("won", "")  # the next round has begun
    assert (await cup.club.match(match.id)).status is Status.OVER
    (match,) = (await cup.present()).matches.values()
    for holder in await cup.club.holders(match.id):
        await cup.club.leave(match.id, Person(holder.user or 0, holder.name))
    await cup.go_on()
    known = (await cup.present()).known
    (second_round,) = [each for each in known.pairings if each.round == 2]
    assert second_round.result is PairingResult.NEITHER


async def test_a_round_that_reaches_its_date_ends_its_matches_as_draws(cup: Cup) -> None:
    await cup.open(TournamentFormat.SWISS, ALICE, BOB, CAROL, DAN, round_hours=24)
    before = list((await cup.present()).matches)
    cup.club.clock.advance(23 * HOUR)
    await cup.go_on()
    assert (await cup.tournament()).round == 1
    cup.club.clock.advance(HOUR)
    await cup.go_on()
    present = await cup.present()
    assert present.tournament.round == 2
    assert [p.result for p in present.known.pairings[:2]] == [PairingResult.DRAW] * 2
    assert {(await cup.club.match(each)).status for each in before} == {Status.OVER}
    assert present.tournament.round_ends_at == cup.club.clock.now() + timedelta(hours=24)


async def test_a_swiss_tournament_can_be_joined_late_and_others_cannot(cup: Cup) -> None:
    await cup.open(TournamentFormat.SWISS, ALICE, BOB, CAROL, DAN, places=4)
    with pytest.raises(NotNow, match="All 4 places"):
        await cup.join(Person(5, "Eve"))
    other = Cup(cup.club)
    begins = cup.club.clock.now() + timedelta(hours=1)
    await other.open(
        TournamentFormat.SWISS, ALICE, BOB, CAROL, places=9, begins_at=begins, title="Late"
    )
    cup.club.clock.advance(HOUR)
    await other.go_on()
    await other.join(DAN)
    await other.rule(rulings.begin_now)
    assert (await other.tournament()).round == 2
    assert (await other.pairing(DAN)).round == 2
    third = Cup(cup.club)
    await third.open(TournamentFormat.KNOCK_OUT, ALICE, BOB, title="Cup 3")
    with pytest.raises(NotNow, match="Sign-up is over"):
        await third.join(CAROL)


# --- Rulings ---


async def test_a_result_set_by_the_referee_ends_the_match_and_is_told_with_its_reason(
    cup: Cup,
) -> None:
    await cup.open(TournamentFormat.SWISS, ALICE, BOB, CAROL, DAN)
    pairing, match = await cup.pairing(ALICE), await cup.match(ALICE)
    with pytest.raises(NotNow, match="must give a reason"):
        await cup.rule(rulings.award, 1, pairing.table, PairingResult.ONE, reason=" ")
    said = await cup.rule(rulings.award, 1, pairing.table, PairingResult.OTHER)
    assert f"Round 1, table {pairing.table}: " in said
    ended = await cup.club.match(match.id)
    assert ended.status is Status.OVER
    assert '"winners":[1]' in (ended.ending or "").replace(" ", "")
    (note,) = await rulings.load_notes(cup.club.app, cup.id)
    assert (note.by, note.said, note.reason) == ("Gm", said, "a phone call")
    await cup.rule(rulings.award, 1, pairing.table, PairingResult.DRAW)
    assert (await cup.pairing(ALICE)).result is PairingResult.DRAW
    with pytest.raises(NotNow, match="has no table"):
        await cup.rule(rulings.award, 1, 9, PairingResult.ONE)


async def test_sides_that_change_places_get_new_matches(cup: Cup) -> None:
    await cup.open(TournamentFormat.KNOCK_OUT, ALICE, BOB, CAROL, DAN)
    known = (await cup.present()).known
    names = {each.number: each.name for each in known.entrants}
    first, second = known.pairings
    old = [each.played_in for each in known.pairings]
    assert second.other is not None
    await cup.rule(rulings.swap, names[first.one], f"#{second.other}")
    after = (await cup.present()).known.pairings
    assert {sides_of(each) for each in after} == {
        (second.other, first.other),
        (second.one, first.one),
    }
    assert not {each.played_in for each in after} & set(old)
    for match in old:
        assert (await cup.club.match(match or MatchId(""))).status is Status.OVER
    assert {(each.result, each.played_in is None) for each in after} == {(None, False)}
    await check_whole(cup, over=False)
    await cup.rule(rulings.award, 1, 1, PairingResult.ONE)
    with pytest.raises(NotNow, match="has a result"):
        await cup.rule(rulings.swap, str(first.other), str(second.one))
    await cup.rule(rulings.award, 1, 2, PairingResult.ONE)
    with pytest.raises(NotNow, match="has been paired"):
        await cup.rule(rulings.award, 1, 2, PairingResult.OTHER)


async def test_places_are_changed_with_the_side_without_an_opponent_and_within_a_pair(
    cup: Cup,
) -> None:
    await cup.open(TournamentFormat.SWISS, ALICE, BOB, CAROL)
    pair, free = sorted((await cup.present()).known.pairings, key=lambda each: not each.other)
    await cup.rule(rulings.swap, str(free.one), str(pair.one))
    after = {each.table: each for each in (await cup.present()).known.pairings}
    assert sides_of(after[free.table]) == (pair.one,)
    assert after[free.table].result is PairingResult.ONE
    assert sides_of(after[pair.table]) == (free.one, pair.other)
    again = after[pair.table]
    assert (again.result, again.played_in is None) == (None, False)
    await cup.rule(rulings.swap, str(free.one), str(pair.other))
    last = {each.table: each for each in (await cup.present()).known.pairings}
    assert sides_of(last[pair.table]) == (pair.other, free.one), "who goes first has changed"
    assert last[pair.table].played_in not in (None, again.played_in)
    await check_whole(cup, over=False)
    with pytest.raises(NotNow, match="one and the same"):
        await cup.rule(rulings.swap, str(free.one), str(free.one))
    with pytest.raises(NotNow, match="No side has that"):
        await cup.rule(rulings.swap, "Nobody", str(free.one))


async def test_somebody_else_plays_on_for_a_side(cup: Cup) -> None:
    await cup.open(TournamentFormat.ROUND_ROBIN, ALICE, BOB, computers=1)
    with pytest.raises(NotNow, match="takes part already"):
        await cup.rule(rulings.substitute, "Alice", BOB)
    said = await cup.rule(rulings.substitute, "Alice", CAROL)
    assert said == "Carol plays in place of Alice."
    await cup.rule(rulings.substitute, "Computer 1", DAN)
    known = (await cup.present()).known
    assert {each.name for each in known.entrants} == {"Carol", "Bob", "Dan"}
    assert {each.user for each in known.members} == {2, 3, 4}
    assert not any(each.level for each in known.entrants)


async def test_nothing_begins_or_ends_in_a_pause_and_dates_move(cup: Cup) -> None:
    await cup.open(TournamentFormat.SWISS, ALICE, BOB, CAROL, DAN, round_hours=24)
    await cup.rule(rulings.pause)
    await cup.club.resign((await cup.match(ALICE)).id, ALICE)
    cup.club.clock.advance(30 * HOUR)
    await cup.go_on()
    assert await cup.result(ALICE) == ""
    await cup.rule(rulings.resume, CHANNEL + 1)
    tournament = await cup.tournament()
    assert await cup.result(ALICE) == "lost"
    assert (tournament.round, tournament.channel) == (1, CHANNEL + 1)
    assert tournament.round_ends_at == cup.club.clock.now() + timedelta(hours=24)
    await cup.rule(rulings.remove, "Bob")
    assert (await cup.present()).known.entrants[1].left_in == 1
    await cup.rule(rulings.cancel)
    assert (await cup.tournament()).stage is Stage.CANCELLED


# --- Names ---


async def test_a_forgotten_player_leaves_no_name(cup: Cup) -> None:
    await cup.open(TournamentFormat.KNOCK_OUT, ALICE, BOB)
    other = Cup(cup.club)
    await other.open(TournamentFormat.SWISS, ALICE, BOB, places=9, title="Later")
    await preferences.forget(cup.club.app, ALICE.user)
    await sign_up.forget_names(cup.club.app, ALICE.user)
    known, later = (await cup.present()).known, (await other.present()).known
    assert [each.name for each in known.entrants] == [sign_up.FORMER, "Bob"]
    assert [each.name for each in later.entrants] == ["Bob"]
    assert [each.user for each in later.members] == [BOB.user]
    await cup.club.resign((await cup.match(BOB)).id, BOB)
    await cup.go_on()
    assert (await cup.tournament()).stage is Stage.OVER
    await sign_up.forget_names(cup.club.app, ALICE.user)
    assert [each.user for each in (await cup.present()).known.members] == [BOB.user]


# --- Killed at any commit ---


async def open_and_die(file: Path, commits: int, moment: str) -> None:
    """Four computer players begin a tournament, in a process that is killed around a commit."""
    cup, numbers = await killed_cup(file, 0), count(1)
    commit: Any = DefaultDialect.do_commit

    def counted(self: DefaultDialect, connection: Any) -> None:
        number = next(numbers)
        if number == commits and moment == "before":
            kill_me()
        commit(self, connection)
        if number == commits:
            kill_me()

    DefaultDialect.do_commit = counted  # type: ignore[method-assign]  # in a process of its own
    await cup.open(TournamentFormat.KNOCK_OUT, computers=4)


class LaterEntropy(KnownEntropy):
    """Other bytes than those of a process before."""

    def bytes(self, count: int) -> bytes:
        return bytes(each ^ 0x55 for each in super().bytes(count))


async def killed_cup(file: Path, generation: int) -> Cup:
    return await shared_cup(f"sqlite:///{file}", generation)


async def shared_cup(database: str, generation: int) -> Cup:
    """In a process of this number."""
    store = await SqlStore.open(database)
    clock, entropy = HeldClock(), LaterEntropy() if generation else KnownEntropy()
    app = build(store, (TOY,), clock, entropy)
    return Cup(Club(app, clock, count(1 + 1_000 * generation)), count(1_000 + 1_000 * generation))


@pytest.mark.parametrize("form", [TournamentFormat.SWISS, TournamentFormat.KNOCK_OUT])
async def test_two_processes_that_both_carry_it_on_pair_nobody_twice(
    server: Server, form: TournamentFormat
) -> None:
    with server.database() as url:
        cups = [await shared_cup(url, generation) for generation in (0, 1)]
        start = cups[0].club.clock.now() + timedelta(hours=1)
        await cups[0].open(form, computers=8, places=9, begins_at=start)
        for each in cups:
            each.id = cups[0].id
            each.club.clock.advance(2 * HOUR)
        for _ in range(30):
            await carry_on_together(cups)
            if (await cups[0].tournament()).stage is Stage.OVER:
                break
        await check_whole(cups[0])
        for each in cups:
            each.club.app.computers.stop()
            await each.club.app.store.aclose()  # type: ignore[attr-defined]  # it is a SqlStore


async def carry_on_together(cups: list[Cup]) -> None:
    """Both processes pair the next round, and open each of its matches, at the same moments."""
    await asyncio.gather(*(progress.advance(each.club.app, each.id) for each in cups))
    waiting = progress.pairings_to_open(await cups[0].present())
    opened = await asyncio.gather(
        *(
            progress.open_match(each.club.app, pairing, next(each.channels))
            for pairing in waiting
            for each in cups
        )
    )
    assert sum(opened) == len(waiting)
    for each in cups:
        await each.club.settled()


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_tournament_that_is_killed_at_any_commit_goes_on_and_pairs_nobody_twice(
    tmp_path: Path, moment: str
) -> None:
    for number in range(2, 200, amount(4, 1)):
        file = tmp_path / f"{number}.db"
        code = run_apart(open_and_die, file, number, moment)
        if code == 0:
            assert number > 9, "so many commits are there at least"
            break
        assert code == KILLED
        cup = await killed_cup(file, 1)
        async with cup.club.app.store.reading() as reader:
            there = await reader.read(queries.TournamentsUnderWay())
        if there:
            (cup.id,) = there
            await cup.club.app.computers.wake_all()
            await cup.club.settled()
            await cup.go_on()
            await check_whole(cup)
        cup.club.app.computers.stop()
        await cup.club.app.store.aclose()  # type: ignore[attr-defined]  # it is a SqlStore
