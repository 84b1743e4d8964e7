"""Opening a tournament, signing up for it, and withdrawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.lobby import agreement, alpha, lobby
from bot.play.refusals import NoMatch, NotNow
from bot.play.seat_holders import TOURNAMENT
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.queries import TournamentRecords
from bot.play.storage.records import Match, SeatingOrder, Status
from bot.play.storage.stored_fields import MatchId, TournamentId
from bot.play.storage.tournaments import Entrant, Stage, TeamMember, Tournament, TournamentFormat
from games.core.computer import usual
from games.core.contract import AnyGame

MOST_SIDES = 256
LONGEST_TITLE, LONGEST_TEAM = 50, 32
MOST_ROUNDS = 30
LONGEST_ROUND = 24 * 60
"""Hours."""
LONGEST_SIGN_UP = timedelta(days=180)
FORMER = "a former player"
"""Instead of a name that was to be forgotten."""
_MOST_ON_A_SERVER, _MOST_OF_A_USER = 10, 10
"""That are not over."""
_LISTED = 25


def new_id(context: PlayContext) -> TournamentId:
    return TournamentId(lobby.new_id(context))


async def load(reader: Reader, tournament: TournamentId) -> TournamentRecords:
    """Raises ``NoMatch``."""
    found = await reader.read(queries.TournamentById(tournament))
    if found is None:
        raise NoMatch("There is no such tournament.")
    return found


async def load_on(context: PlayContext, server: int) -> tuple[Tournament, ...]:
    """Load the tournaments of a server, the newest first."""
    async with context.store.reading() as reader:
        return await reader.read(queries.TournamentsOn(server, _LISTED))


def origin_of(tournament: TournamentId) -> str:
    """``Match.origin`` of its matches."""
    return f"{TOURNAMENT}{tournament}"


async def find_title(reader: Reader, match: Match) -> str:
    """The tournament that a match belongs to, and its round; empty for none."""
    if not match.origin.startswith(TOURNAMENT):
        return ""
    tournament = TournamentId(match.origin.removeprefix(TOURNAMENT))
    found = await reader.read(queries.RoundOf(tournament, match.id))
    return "" if found is None else f"{found[0]}, round {found[1]}"


def build_match(context: PlayContext, tournament: Tournament, channel: int) -> Match:
    """A match of the tournament that nobody has a seat in yet."""
    now = context.clock.now()
    return Match(
        id=MatchId(lobby.new_id(context)),
        game=tournament.game,
        settings=tournament.settings,
        rules_version=context.games[tournament.game].meta.rules_version,
        status=Status.LOBBY,
        server=tournament.server,
        channel=channel,
        host=tournament.host,
        seats=2 * tournament.side_size,
        seating=SeatingOrder.CHOICE,
        seed=context.entropy.bytes(32),
        created_at=now,
        touched_at=now,
        teams=tournament.teams,
        clock=tournament.clock,
        pack=tournament.pack,
        origin=origin_of(tournament.id),
    )


# --- Opening ---


@transactional_beside
async def create(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    tournament: Tournament,
    computers: int = 0,
    level: str = "",
) -> Noted:
    """Open the sign-up for ``tournament``, with so many computer players in it. Raises a
    ``Refusal`` for what no tournament can be."""
    game = context.games[tournament.game]
    await alpha.check(work, game, tournament.server)
    _check_sides(game, tournament)
    now = context.clock.now()
    if tournament.begins_at is not None and not (
        now < tournament.begins_at <= now + LONGEST_SIGN_UP
    ):
        raise NotNow("Sign-up ends on a day to come, within half a year.")
    there = await work.read(queries.TournamentsOn(tournament.server, _LISTED))
    going = [each for each in there if each.stage in (Stage.SIGN_UP, Stage.RUNNING)]
    if len(going) >= _MOST_ON_A_SERVER:
        raise NotNow(
            f"This server has {_MOST_ON_A_SERVER} tournaments that are not over; that is the limit."
        )
    if any(each.title.casefold() == tournament.title.casefold() for each in going):
        raise NotNow("There is a tournament of that title.", instead="Choose another title.")
    await agreement.final_settings(work, game, build_match(context, tournament, 0))
    entrants = _seat_computers(game, tournament, computers, level)
    begins = now if len(entrants) == tournament.places else tournament.begins_at
    await work.see_server(tournament.server, now)
    await work.keep(replace(tournament, begins_at=begins))
    await work.keep(*entrants)
    return Noted("tournament", tournament.id, f"Sign-up for {tournament.title} is open.")


def _check_sides(game: AnyGame, tournament: Tournament) -> None:
    """Raises ``NotNow`` unless the game is for two sides like these."""
    size = tournament.side_size
    if 2 * size not in game.meta.players or size > game.meta.largest_team:
        raise NotNow(
            f"{game.meta.title} has no match of two sides with {size} each.",
            instead="A match of a tournament has two sides.",
        )
    if tournament.teams and tournament.teams != (0,) * size + (1,) * size:
        raise NotNow("A match of a tournament has two sides of equal size.")


def _seat_computers(
    game: AnyGame, tournament: Tournament, count: int, level: str
) -> Sequence[Entrant]:
    if not count:
        return ()
    if game.computer is None:
        raise NotNow(f"{game.meta.title} has no computer player.")
    if count > tournament.places:
        raise NotNow(f"{count} computer players are more than the {tournament.places} places.")
    level = level or usual(game.computer.levels)
    if level not in game.computer.levels:
        raise NotNow(
            f"{game.meta.title} has no computer player of that level.",
            instead=f"There are: {', '.join(game.computer.levels)}.",
        )
    return tuple(
        Entrant(tournament.id, number, f"Computer {number}", level)
        for number in range(1, count + 1)
    )


# --- Signing up and withdrawing ---


@transactional_beside
async def join(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    tournament_id: TournamentId,
    name: str,
    team: str = "",
) -> Noted:
    """Sign up, in a team tournament for ``team``. Raises a ``Refusal``."""
    known = await load(work, tournament_id)
    tournament = known.tournament
    _check_open(known)
    if any(member.user == user for member in known.members):
        raise NotNow("You have signed up already.", instead="Withdraw takes it back.")
    mine = await work.read(queries.TakesPartIn(user))
    going = [each for _, each in mine if each.stage in (Stage.SIGN_UP, Stage.RUNNING)]
    if len(going) >= _MOST_OF_A_USER:
        raise NotNow(f"You take part in {len(going)} tournaments; that is the limit.")
    entrant = _find_side(known, name, team)
    members = (*known.members, TeamMember(tournament.id, user, entrant.number, name))
    entrants = {each.number: each for each in known.entrants} | {entrant.number: entrant}
    if tournament.stage is Stage.RUNNING:
        entrants[entrant.number] = replace(entrant, seed=1 + max(e.seed for e in known.entrants))
    await work.keep(entrants[entrant.number])
    await work.keep(members[-1])
    grown = replace(known, entrants=tuple(entrants.values()), members=members)
    full = len(complete_sides(grown)) == tournament.places
    now = context.clock.now()
    begins = now if full and tournament.stage is Stage.SIGN_UP else tournament.begins_at
    await work.keep(replace(tournament, begins_at=begins, version=tournament.version + 1))
    said = f"You take part in {tournament.title}{f' with {entrant.name}' if team else ''}."
    return Noted("tournament join", tournament.id, said, sends=True)


def is_open(tournament: Tournament) -> bool:
    """Whether it can be joined: before its start, and a Swiss one of single players later."""
    late = (
        tournament.stage is Stage.RUNNING
        and tournament.format is TournamentFormat.SWISS
        and tournament.side_size == 1
        and tournament.round < tournament.rounds
    )
    return tournament.stage is Stage.SIGN_UP or late


def _check_open(known: TournamentRecords) -> None:
    """Raises ``NotNow`` where nobody can sign up any more."""
    tournament = known.tournament
    if not is_open(tournament):
        raise NotNow(
            "Sign-up is over.",
            instead="Only a Swiss tournament of single players can be joined after its start.",
        )
    if len(known.entrants) >= tournament.places and tournament.side_size == 1:
        raise NotNow(f"All {tournament.places} places are taken.")


def _find_side(known: TournamentRecords, name: str, team: str) -> Entrant:
    """The side that somebody joins: one of their own, or a team. Raises ``NotNow``."""
    tournament, size = known.tournament, known.tournament.side_size
    number = 1 + max((each.number for each in known.entrants), default=0)
    if size == 1:
        return Entrant(tournament.id, number, name)
    if not team:
        raise NotNow(
            f"{tournament.title} is for teams of {size}.",
            instead="Name your team; those who name the same one play together.",
        )
    found = next((each for each in known.entrants if each.name.casefold() == team.casefold()), None)
    if found is None:
        if len(known.entrants) >= tournament.places:
            raise NotNow(f"All {tournament.places} places are taken.")
        return Entrant(tournament.id, number, team)
    there = sum(member.entrant == found.number for member in known.members)
    if found.level or there >= size:
        raise NotNow(f"{found.name} is complete.", instead="Name another team.")
    return found


def complete_sides(known: TournamentRecords) -> tuple[Entrant, ...]:
    """The sides that can play: of teams, those in which nobody is missing."""
    size = known.tournament.side_size
    numbers = [member.entrant for member in known.members]
    return tuple(
        each for each in known.entrants if each.level or numbers.count(each.number) == size
    )


@transactional_beside
async def withdraw(
    work: UnitOfWork, context: PlayContext, user: int, tournament_id: TournamentId
) -> Noted:
    """Take back the sign-up; later, forfeit what is left to play. Raises a ``Refusal``."""
    known = await load(work, tournament_id)
    member = next((each for each in known.members if each.user == user), None)
    if member is None:
        raise NotNow("You do not take part in it.")
    said = await leave(work, known, member)
    return Noted("tournament withdraw", tournament_id, said, sends=True)


async def leave(work: UnitOfWork, known: TournamentRecords, member: TeamMember) -> str:
    """Withdraw ``member``, and with them their team once the tournament runs. What to say."""
    tournament = known.tournament
    entrant = next(each for each in known.entrants if each.number == member.entrant)
    if tournament.stage is Stage.SIGN_UP:
        await work.drop(TeamMember, tournament=tournament.id, user=member.user)
        if sum(each.entrant == entrant.number for each in known.members) == 1:
            await work.drop(Entrant, tournament=tournament.id, number=entrant.number)
        await work.keep(replace(tournament, version=tournament.version + 1))
        return f"You do not take part in {tournament.title} any more."
    if tournament.stage is not Stage.RUNNING:
        raise NotNow(f"{tournament.title} is over.")
    if entrant.left_in is not None:
        raise NotNow("You have withdrawn already.")
    await work.keep(replace(entrant, left_in=tournament.round))
    await work.keep(replace(tournament, version=tournament.version + 1))
    team = f"{entrant.name} has" if tournament.side_size > 1 else "You have"
    return (
        f"{team} withdrawn from {tournament.title}. What was played counts; the rest is won by "
        "the others."
    )


async def forget_names(context: PlayContext, user: int) -> None:
    """Take somebody's name out of all tournaments, and them out of those that have not begun."""
    async with context.store.writing() as work:
        for member, tournament in await work.read(queries.TakesPartIn(user)):
            known = await load(work, tournament.id)
            if tournament.stage is Stage.SIGN_UP:
                await leave(work, known, member)
                continue
            for entrant in known.entrants:
                if entrant.number == member.entrant and entrant.name == member.name:
                    await work.keep(replace(entrant, name=FORMER))
            if tournament.stage is Stage.RUNNING:
                await work.keep(replace(member, name=FORMER))
            else:
                await work.drop(TeamMember, tournament=tournament.id, user=user)
            await work.keep(replace(tournament, version=tournament.version + 1))
        await work.commit()
