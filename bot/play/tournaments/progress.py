"""A tournament goes on by itself: it begins, its matches open, their results count, rounds follow.

A sweep looks at each tournament that is under way, and does what is due, one transaction a step.
What is stored says what is left to do, so that it can be cut off anywhere: a pairing without a
match waits for one, and is given it in the transaction that opens the match.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from bot.play.executor import Outcome, PlayContext, Receipt
from bot.play.lobby import lobby
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry
from bot.play.positions import ENDINGS
from bot.play.storage import queries
from bot.play.storage.ports import Reader, StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.records import EntryKind, Match, MatchId, SeatHolder, Status
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import (
    Entrant,
    Pairing,
    PairingResult,
    Stage,
    TeamMember,
    Tournament,
)
from bot.play.tournaments import rounds
from bot.play.tournaments.sign_up import build_match, complete_sides, load, origin_of
from bot.play.tournaments.standings import sides_of
from games.core.types import SPECTATOR, Ending, Seat

log = logging.getLogger(__name__)

_STEPS = 8
"""At most in one sweep."""
_RESULTS = (PairingResult.ONE, PairingResult.OTHER)


def lock_of(tournament: TournamentId) -> str:
    return f"tournament {tournament}"


@dataclass(frozen=True, slots=True)
class Present:
    """A tournament as it stands, with its matches that are not over and who sits in them."""

    known: TournamentRecords
    matches: Mapping[MatchId, Match]
    holders: Mapping[MatchId, tuple[SeatHolder, ...]]

    @property
    def tournament(self) -> Tournament:
        return self.known.tournament

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairings of the round."""
        return tuple(p for p in self.known.pairings if p.round == self.tournament.round)


async def load_under_way(context: PlayContext) -> tuple[TournamentId, ...]:
    async with context.store.reading() as reader:
        return await reader.read(queries.TournamentsUnderWay())


async def load_present(context: PlayContext, tournament: TournamentId) -> Present:
    """Raises ``NoMatch``."""
    async with context.store.reading() as reader:
        known = await load(reader, tournament)
        there = await reader.read(queries.OpenOn(known.tournament.server, None))
        mine = {each.id: each for each in there if each.origin == origin_of(tournament)}
        seated = await reader.read(queries.HoldersIn(tuple(mine)))
    holders: dict[MatchId, tuple[SeatHolder, ...]] = dict.fromkeys(mine, ())
    for holder in seated:
        holders[holder.match] = (*holders[holder.match], holder)
    return Present(known, mine, holders)


@asynccontextmanager
async def changing(
    context: PlayContext, tournament: TournamentId
) -> AsyncIterator[tuple[UnitOfWork, TournamentRecords]]:
    """One transaction about a tournament, which is left by a commit."""
    async with context.store.writing(lock_of(tournament)) as work:
        yield work, await load(work, tournament)
        await work.commit()


async def advance(context: PlayContext, tournament: TournamentId) -> Present:
    """Carry a tournament on as far as it goes without Discord; how it stands then.

    Raises ``NoMatch`` and ``StoreBusy``.
    """
    for _ in range(_STEPS):
        present = await load_present(context, tournament)
        if not await _step(context, present):
            return present
    return await load_present(context, tournament)


async def _step(context: PlayContext, present: Present) -> bool:
    """Carry the tournament on by a step; false if there is nothing to do."""
    tournament, now = present.tournament, context.clock.now()
    if tournament.paused_at is not None:
        return False
    if tournament.stage is Stage.SIGN_UP:
        due = tournament.begins_at is not None and tournament.begins_at <= now
        return due and await _begin(context, tournament)
    if tournament.stage is not Stage.RUNNING:
        return False
    ended = [await _try_end(context, *each) for each in _matches_to_end(present, now)]
    decided = [p for each in present.pairings if (p := await _decide(context, present, each))]
    if decided:
        return await _store_results(context, present, decided)
    if any(ended):
        return True
    open_ones = any(each.result is None for each in present.pairings)
    return not open_ones and await _pair_next(context, present)


# --- The start, and the next round ---


async def _begin(context: PlayContext, tournament: Tournament) -> bool:
    """Close the sign-up and draw the order of the sides; incomplete teams are left out."""
    async with changing(context, tournament.id) as (work, known):
        if known.tournament.stage is not Stage.SIGN_UP:
            return False
        sides = complete_sides(known)
        for each in set(known.entrants) - set(sides):
            await work.drop(Entrant, tournament=tournament.id, number=each.number)
            await work.drop(TeamMember, tournament=tournament.id, entrant=each.number)
        order = list(sides)
        drawn: list[Entrant] = []
        while order:
            at = int.from_bytes(context.entropy.bytes(8), "big") % len(order)
            drawn.append(replace(order.pop(at), seed=len(drawn) + 1))
        await work.keep(*drawn)
        stage = Stage.RUNNING if len(drawn) > 1 else Stage.CANCELLED
        begun = replace(
            known.tournament,
            stage=stage,
            rounds=rounds.count_rounds(known.tournament, len(drawn)) if len(drawn) > 1 else 0,
            finished_at=None if len(drawn) > 1 else context.clock.now(),
            version=known.tournament.version + 1,
        )
        await work.keep(begun)
    return True


async def _pair_next(context: PlayContext, present: Present) -> bool:
    """The pairings of the next round, or the end of the tournament."""
    known = present.known
    # It may take seconds, and nothing is locked meanwhile.
    made = await asyncio.to_thread(
        rounds.pair_round, known.tournament, known.entrants, known.pairings
    )
    now = context.clock.now()
    async with changing(context, known.tournament.id) as (work, newest):
        tournament = newest.tournament
        if tournament.version != known.tournament.version or tournament.paused_at is not None:
            return True  # paired anew, for what has changed
        later = replace(tournament, version=tournament.version + 1)
        if made:
            hours = tournament.round_hours
            ends = now + timedelta(hours=hours) if hours else None
            later = replace(later, round=tournament.round + 1, round_ends_at=ends)
            await work.keep(*made)
        else:
            later = replace(later, stage=Stage.OVER, finished_at=now, round_ends_at=None)
        await work.keep(later)
    return True


# --- Matches begin ---


def pairings_to_open(present: Present) -> tuple[Pairing, ...]:
    """The pairings of the round for which no match has been opened yet."""
    if present.tournament.stage is not Stage.RUNNING or present.tournament.paused_at is not None:
        return ()
    return tuple(p for p in present.pairings if p.result is None and p.played_in is None)


async def open_match(context: PlayContext, pairing: Pairing, channel: int) -> bool:
    """Begin the match of a pairing in a channel; ``False`` where it has one or needs none by now.

    Raises a ``Refusal`` for settings that no match can have any more.
    """
    # The match does not exist yet: what must not happen twice is told by the tournament.
    name = MatchId(lock_of(pairing.tournament))
    return await context.executor.execute_automatic(name, _open, context, pairing, channel)


async def _open(
    work: UnitOfWork, context: PlayContext, pairing: Pairing, channel: int
) -> Outcome | None:
    known = await load(work, pairing.tournament)
    tournament = known.tournament
    if pairing not in known.pairings or tournament.paused_at is not None:
        return None
    if tournament.stage is not Stage.RUNNING or pairing.round != tournament.round:
        return None
    match = build_match(context, tournament, channel)
    begun = await lobby.begin(work, context, match, _seat(known, pairing, match), 0)
    await work.keep(replace(pairing, played_in=match.id))
    await work.keep(replace(tournament, version=tournament.version + 1))
    return replace(begun, change=replace(begun.change, expected=None))


def _seat(known: TournamentRecords, pairing: Pairing, match: Match) -> tuple[SeatHolder, ...]:
    """The sides in their seats; where somebody of a team is missing, their seat is empty."""
    size = known.tournament.side_size
    entrants = {each.number: each for each in known.entrants}
    found: list[SeatHolder] = []
    for team, number in enumerate(sides_of(pairing)):
        entrant = entrants[number]
        people = [(each.user, each.name) for each in known.members if each.entrant == number]
        for place in range(size):
            seat = Seat(team * size + place)
            if entrant.level:
                which = "" if size == 1 else f", {place + 1}"
                name = f"{entrant.name}{which} ({entrant.level})"
                found.append(SeatHolder(match.id, seat, None, name, level=entrant.level))
            elif place < len(people):
                found.append(SeatHolder(match.id, seat, *people[place]))
    return tuple(found)


def holders_of(present: Present, entrant: int) -> tuple[SeatHolder, ...]:
    """Who sits for a side in its match of the round, if that is under way."""
    size = present.tournament.side_size
    for pairing in present.pairings:
        if entrant in sides_of(pairing) and pairing.played_in is not None:
            team = sides_of(pairing).index(entrant)
            there = present.holders.get(pairing.played_in, ())
            return tuple(each for each in there if each.seat // size == team)
    return ()


# --- Matches end ---


def _matches_to_end(present: Present, now: datetime) -> Iterator[tuple[Match, Ending]]:
    """The matches that the tournament ends, and how: somebody has left, the date is reached, the
    referee has set another result, or the two are paired no more."""
    ends_at = present.tournament.round_ends_at
    late = ends_at is not None and ends_at <= now
    played = {each.played_in for each in present.known.pairings}
    for left_over in present.matches.values():
        if left_over.id not in played:
            yield left_over, Ending.abandoned()
    for pairing in present.pairings:
        match = present.matches.get(pairing.played_in) if pairing.played_in else None
        if match is None:
            continue
        gone = _gone_sides(present.known, pairing, present.holders[match.id])
        if pairing.result is not None:
            won = [team for team, result in enumerate(_RESULTS) if result is pairing.result]
            yield match, Ending.ruled(_seats_of(match, won))
        elif len(gone) == 2:
            yield match, Ending.abandoned()
        elif gone:
            yield match, Ending.left(_seats_of(match, {0, 1} - gone))
        elif late:
            away = _away_sides(match, present.holders[match.id])
            if len(away) == 1:
                seat = _seats_of(match, away)[0]
                yield match, Ending.out_of_time(match.sides, seat)
            else:
                yield match, Ending.ruled(())


def _seats_of(match: Match, teams: Collection[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat in match.sides.all() if match.sides.teams[seat] in teams)


def _gone_sides(
    known: TournamentRecords, pairing: Pairing, holders: tuple[SeatHolder, ...]
) -> set[int]:
    """0 and 1 for the sides that have withdrawn, or for whom nobody plays any more."""
    entrants, size = {each.number: each for each in known.entrants}, known.tournament.side_size
    gone = set()
    for team, number in enumerate(sides_of(pairing)):
        there = any(holder.user is not None and holder.seat // size == team for holder in holders)
        entrant = entrants[number]
        if entrant.left_in is not None or not (entrant.level or there):
            gone.add(team)
    return gone


def _away_sides(match: Match, holders: tuple[SeatHolder, ...]) -> set[int]:
    """The sides for which the match no longer waits."""
    teams = match.sides.teams
    return {
        team
        for team in set(teams)
        if all(each.is_autopilot for each in holders if teams[each.seat] == team)
    }


async def _try_end(context: PlayContext, match: Match, ending: Ending) -> bool:
    """One match that cannot be ended must not stop the others: its result can be set by hand."""
    try:
        return await context.executor.execute_automatic(match.id, _end, context, match.id, ending)
    except (StoreBusy, StoreUnwritable):
        raise
    except Exception as error:  # noqa: BLE001  a fault in one match must not affect others
        ids = {"match": match.id, "fault": type(error).__name__}
        log.error("a match of a tournament could not be ended", extra={"ids": ids})
        return False


async def _end(
    work: UnitOfWork, context: PlayContext, match: MatchId, ending: Ending
) -> Outcome | None:
    found = await work.read(queries.MatchById(match))
    if found is None or found.status is not Status.RUNNING:
        return None
    transition = await submission.begin_transition(work, context, match, paused=True)
    winners = None if ending.kind == Ending.ABANDONED else list(ending.winners)
    body = json.dumps({"winners": winners})
    transition.add(PendingEntry(EntryKind.CLOSED, body, transition.state))
    cause = Cause("tournament", ending=ending)
    change = await submission.build_change(work, context, transition, cause)
    return Outcome(change, Receipt(match, ""))


async def _decide(context: PlayContext, present: Present, pairing: Pairing) -> Pairing | None:
    """The pairing with its result, as soon as that is known."""
    tournament, now = present.tournament, context.clock.now()
    if pairing.result is not None or pairing.played_in in present.matches:
        return None
    if pairing.played_in is not None:
        async with context.store.reading() as reader:
            found = await reader.read(queries.SeatedMatch(pairing.played_in))
            if found is None or found[0].status is not Status.OVER:
                return None
            return await _read_result(context, reader, present.known, pairing, *found)
    gone = [each.number for each in present.known.entrants if each.left_in is not None]
    forfeited = rounds.forfeit(pairing, gone)
    late = tournament.round_ends_at is not None and tournament.round_ends_at <= now
    if forfeited.result is None and late:
        return replace(pairing, result=PairingResult.DRAW)
    return forfeited if forfeited.result is not None else None


async def _read_result(
    context: PlayContext,
    reader: Reader,
    known: TournamentRecords,
    pairing: Pairing,
    match: Match,
    holders: tuple[SeatHolder, ...],
) -> Pairing:
    """The pairing as its match has ended. Without a result it counts as a draw, unless both sides
    have left."""
    ending = ENDINGS.read(match.ending) if match.ending else Ending.abandoned()
    won = {match.sides.teams[seat] for seat in ending.winners}
    result = _RESULTS[won.pop()] if len(won) == 1 else PairingResult.DRAW
    if ending.kind == Ending.ABANDONED and len(_gone_sides(known, pairing, holders)) == 2:
        result = PairingResult.NEITHER
    forfeited = ending.kind == Ending.LEFT or result is PairingResult.NEITHER
    margin = "" if forfeited else await _measure(context, reader, match)
    return replace(pairing, result=result, forfeit=forfeited, margin=margin)


async def _measure(context: PlayContext, reader: Reader, match: Match) -> str:
    """By how much the first side was ahead in the game's own score; empty where it has none."""
    game = context.games[match.game]
    try:
        state = await context.positions.load(reader, match)
        tally = game.words.tally(game.view(state, SPECTATOR))
    except (StoreBusy, StoreUnwritable):
        raise
    except Exception as error:  # noqa: BLE001  the result counts without it
        ids = {"match": match.id, "fault": type(error).__name__}
        log.error("a match of a tournament could not be measured", extra={"ids": ids})
        return ""
    if tally is None or not tally.scores:
        return ""
    ahead = Fraction()
    for side, score in zip(tally.sides, tally.scores, strict=True):
        first = match.sides.teams[side.seats[0]] == 0
        ahead += score if first else -score
    return str(ahead)


async def _store_results(context: PlayContext, present: Present, decided: list[Pairing]) -> bool:
    before = {(each.round, each.table): each for each in present.known.pairings}
    async with changing(context, present.tournament.id) as (work, newest):
        still = [each for each in decided if before[each.round, each.table] in newest.pairings]
        if still:
            await work.keep(*still)
            tournament = newest.tournament
            await work.keep(replace(tournament, version=tournament.version + 1))
    return bool(still)


async def note_told(context: PlayContext, shown: Tournament, panel: int | None, phase: int) -> None:
    """Note that the message ``panel`` shows ``shown``, and in which phase it was posted."""
    async with changing(context, shown.id) as (work, newest):
        told = replace(newest.tournament, panel=panel, panel_round=phase, told=shown.version)
        await work.keep(told)
