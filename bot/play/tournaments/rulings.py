"""What the referee of a tournament does by hand: each with a reason that everybody can read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.lobby.seating import Person
from bot.play.referee.authority import clean_reason
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import (
    Entrant,
    Pairing,
    PairingResult,
    Stage,
    TeamMember,
    Tournament,
    TournamentNote,
)
from bot.play.tournaments import rounds
from bot.play.tournaments.sign_up import load
from bot.play.tournaments.standings import LIVES, sides_of

_NOTES = 50
_OVER = (Stage.OVER, Stage.CANCELLED)


@dataclass(frozen=True, slots=True)
class TournamentRuling:
    """A referee's act on a tournament, with the reason. The caller checks that they may."""

    tournament: TournamentId
    by: str
    reason: str


async def load_notes(context: PlayContext, tournament: TournamentId) -> tuple[TournamentNote, ...]:
    """Load the notes of a tournament, the newest first."""
    async with context.store.reading() as reader:
        return await reader.read(queries.NotesOf(tournament, _NOTES))


async def _keep(
    work: UnitOfWork,
    context: PlayContext,
    ruling: TournamentRuling,
    tournament: Tournament,
    said: str,
) -> Noted:
    """Store the tournament as the ruling leaves it, and what everybody can read of it."""
    now = context.clock.now()
    note = TournamentNote(tournament.id, now, ruling.by, said, clean_reason(ruling.reason))
    await work.keep(replace(tournament, version=tournament.version + 1))
    await work.keep(note)
    return Noted("tournament ruling", tournament.id, said, sends=True)


def _check_running(known: TournamentRecords) -> Tournament:
    tournament = known.tournament
    if tournament.stage is not Stage.RUNNING:
        over = tournament.stage in _OVER
        raise NotNow(f"{tournament.title} is over." if over else "It has not begun yet.")
    return tournament


def find_side(known: TournamentRecords, text: str) -> Entrant:
    """The side with this number or name. Raises ``NotNow``."""
    wanted = text.strip().lstrip("#").casefold()
    for each in known.entrants:
        if wanted in (str(each.number), each.name.casefold()):
            return each
    raise NotNow("No side has that number or name.", instead="Show lists them with their numbers.")


def _find_pairing(pairings: Iterable[Pairing], number: int, table: int) -> Pairing:
    for each in pairings:
        if (each.round, each.table) == (number, table):
            return each
    raise NotNow(f"Round {number} has no table {table}.", instead="Pairings lists the tables.")


def _name(known: TournamentRecords, number: int | None) -> str:
    return next((each.name for each in known.entrants if each.number == number), "nobody")


# --- Results and pairings ---


@transactional_beside
async def award(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    ruling: TournamentRuling,
    number: int,
    table: int,
    result: PairingResult,
) -> Noted:
    """Set the result at a table of a round; a match that is under way ends with it. In a bracket
    that is possible while the round lasts: those after it are paired by its results."""
    known = await load(work, ruling.tournament)
    tournament = known.tournament
    if tournament.stage not in (Stage.RUNNING, Stage.OVER):
        raise NotNow("There are no results to set.")
    pairing = _find_pairing(known.pairings, number, table)
    if pairing.other is None:
        raise NotNow("Nobody meets anybody at that table.")
    last = tournament.stage is Stage.RUNNING and number == tournament.round
    if tournament.format in LIVES and not last:
        raise NotNow(
            "The next round follows from this result, and has been paired.",
            instead="In a bracket a result is set while its round lasts.",
        )
    ruled = replace(pairing, result=result, ruled=True, forfeit=False, margin="")
    await work.keep(ruled)
    said = f"Round {number}, table {table}: {_describe(known, ruled)}."
    return await _keep(work, context, ruling, tournament, said)


def _describe(known: TournamentRecords, pairing: Pairing) -> str:
    one, other = _name(known, pairing.one), _name(known, pairing.other)
    match pairing.result:
        case PairingResult.ONE:
            return f"{one} wins against {other}"
        case PairingResult.OTHER:
            return f"{other} wins against {one}"
        case PairingResult.DRAW:
            return f"a draw between {one} and {other}"
    return f"neither {one} nor {other} wins"


@transactional_beside
async def swap(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    ruling: TournamentRuling,
    one: str,
    other: str,
) -> Noted:
    """Let two sides change places in the pairings of the round; their matches begin anew. Two that
    are paired with each other change who goes first."""
    known = await load(work, ruling.tournament)
    tournament = _check_running(known)
    first, second = find_side(known, one), find_side(known, other)
    pair = {first.number: second.number, second.number: first.number}
    if len(pair) == 1:
        raise NotNow("These are one and the same side.")
    touched = [
        each
        for each in known.pairings
        if each.round == tournament.round and not pair.keys().isdisjoint(sides_of(each))
    ]
    if {side for each in touched for side in sides_of(each)} & pair.keys() != pair.keys():
        raise NotNow("Both have to be paired in this round.")
    if any(each.result is not None and each.other is not None for each in touched):
        raise NotNow("One of them has a result in this round already.")
    if len({each.bracket for each in touched}) > 1:
        raise NotNow("They are in different parts of the bracket.")
    for each in touched:
        changed = replace(
            each,
            one=pair.get(each.one, each.one),
            other=None if each.other is None else pair.get(each.other, each.other),
            played_in=None,
            result=None,
        )
        await work.keep(rounds.decide(changed, known.entrants))
    said = f"{first.name} and {second.name} have changed places in round {tournament.round}."
    return await _keep(work, context, ruling, tournament, said)


# --- Sides ---


@transactional_beside
async def substitute(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    ruling: TournamentRuling,
    side: str,
    person: Person,
    instead_of: int | None = None,
) -> Noted:
    """Let ``person`` play for a side from now on: in place of a member, of a computer player, or
    in the place that is free."""
    known = await load(work, ruling.tournament)
    tournament = known.tournament
    if tournament.stage in _OVER:
        raise NotNow(f"{tournament.title} is over.")
    entrant = find_side(known, side)
    members = [each for each in known.members if each.entrant == entrant.number]
    if any(each.user == person.user for each in known.members):
        raise NotNow(f"{person.name} takes part already.")
    if tournament.side_size == 1 and members:
        instead_of = members[0].user
    leaving = next((each for each in members if each.user == instead_of), None)
    if leaving is None and (instead_of is not None or len(members) == tournament.side_size):
        raise NotNow(f"Say whom {person.name} replaces: one who plays for {entrant.name}.")
    if leaving is not None:
        await work.drop(TeamMember, tournament=tournament.id, user=leaving.user)
    await work.keep(TeamMember(tournament.id, person.user, entrant.number, person.name))
    name = person.name if tournament.side_size == 1 else entrant.name
    await work.keep(replace(entrant, name=name, level="", left_in=None))
    was = entrant.name if tournament.side_size == 1 or leaving is None else leaving.name
    said = f"{person.name} plays in place of {was}."
    return await _keep(work, context, ruling, tournament, said)


@transactional_beside
async def remove(
    work: UnitOfWork, context: PlayContext, user: int, ruling: TournamentRuling, side: str
) -> Noted:
    """Take a side out of the tournament: what it has still to play is won by the others."""
    known = await load(work, ruling.tournament)
    tournament, entrant = known.tournament, find_side(known, side)
    if tournament.stage is Stage.SIGN_UP:
        await work.drop(TeamMember, tournament=tournament.id, entrant=entrant.number)
        await work.drop(Entrant, tournament=tournament.id, number=entrant.number)
    else:
        _check_running(known)
        if entrant.left_in is not None:
            raise NotNow(f"{entrant.name} has withdrawn already.")
        await work.keep(replace(entrant, left_in=tournament.round))
    return await _keep(work, context, ruling, tournament, f"{entrant.name} is out.")


# --- The course ---


@transactional_beside
async def begin_now(
    work: UnitOfWork, context: PlayContext, user: int, ruling: TournamentRuling
) -> Noted:
    """End the sign-up, or the round with all its matches."""
    known = await load(work, ruling.tournament)
    tournament, now = known.tournament, context.clock.now()
    if tournament.stage is Stage.SIGN_UP:
        if len(known.entrants) < 2:
            raise NotNow("Nobody has signed up against whom to play.")
        ends, said = replace(tournament, begins_at=now), "Sign-up is over."
    else:
        _check_running(known)
        ends = replace(tournament, round_ends_at=now)
        said = f"Round {tournament.round} is over."
    return await _keep(work, context, ruling, ends, said)


@transactional_beside
async def pause(
    work: UnitOfWork, context: PlayContext, user: int, ruling: TournamentRuling
) -> Noted:
    """Pause the tournament: no match begins and no round ends; matches under way go on."""
    tournament = (await load(work, ruling.tournament)).tournament
    if tournament.stage in _OVER or tournament.paused_at is not None:
        raise NotNow("It does not go on at the moment.")
    rests = replace(tournament, paused_at=context.clock.now())
    return await _keep(work, context, ruling, rests, "The tournament is paused.")


@transactional_beside
async def resume(
    work: UnitOfWork, context: PlayContext, user: int, ruling: TournamentRuling, channel: int
) -> Noted:
    """Go on, in ``channel``; dates move by the time of the pause."""
    tournament = (await load(work, ruling.tournament)).tournament
    if tournament.paused_at is None:
        raise NotNow("It is not paused.")
    by = context.clock.now() - tournament.paused_at
    moved = channel != tournament.channel
    goes_on = replace(
        tournament,
        paused_at=None,
        channel=channel,
        panel=None if moved else tournament.panel,
        begins_at=_later(tournament.begins_at, by),
        round_ends_at=_later(tournament.round_ends_at, by),
    )
    return await _keep(work, context, ruling, goes_on, "The tournament goes on.")


def _later(at: datetime | None, by: timedelta) -> datetime | None:
    return None if at is None else at + by


@transactional_beside
async def cancel(
    work: UnitOfWork, context: PlayContext, user: int, ruling: TournamentRuling
) -> Noted:
    """End the tournament without a winner. Its matches go on as any others."""
    tournament = (await load(work, ruling.tournament)).tournament
    if tournament.stage in _OVER:
        raise NotNow(f"{tournament.title} is over.")
    now = context.clock.now()
    ends = replace(tournament, stage=Stage.CANCELLED, finished_at=now, paused_at=None)
    return await _keep(work, context, ruling, ends, "The tournament is cancelled.")


async def pause_by_itself(context: PlayContext, tournament: TournamentId, why: str) -> None:
    """Pause where no match can be opened, until a referee has seen to that."""
    async with context.store.writing() as work:
        known = await load(work, tournament)
        if known.tournament.stage is Stage.RUNNING and known.tournament.paused_at is None:
            ruling = TournamentRuling(tournament, "Starpost", why)
            rests = replace(known.tournament, paused_at=context.clock.now())
            await _keep(work, context, ruling, rests, "The tournament is paused.")
            await work.commit()
