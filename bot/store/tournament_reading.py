"""Looking up what is stored of tournaments: as in ``reading``, one function for each query."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.play.storage import queries
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import Entrant, Pairing, TeamMember, Tournament, TournamentNote
from bot.store import tables
from bot.store.codec import columns, record, records

_TOURNAMENT = select(*columns(tables.tournaments, Tournament))
_ENTRANT = select(*columns(tables.entrants, Entrant))
_MEMBER = select(*columns(tables.team_members, TeamMember))
_PAIRING = select(*columns(tables.pairings, Pairing))
_NOTE = select(*columns(tables.tournament_notes, TournamentNote))


def tournament(
    connection: Connection, query: queries.TournamentById
) -> queries.TournamentRecords | None:
    wanted = query.tournament
    found = record(
        Tournament, connection.execute(_TOURNAMENT.where(tables.tournaments.c.id == wanted)).first()
    )
    if found is None:
        return None
    entrant, member, pairing = tables.entrants.c, tables.team_members.c, tables.pairings.c
    entrants = _ENTRANT.where(entrant.tournament == wanted).order_by(entrant.number)
    members = _MEMBER.where(member.tournament == wanted).order_by(member.user)
    pairings = _PAIRING.where(pairing.tournament == wanted).order_by(pairing.round, pairing.table)
    return queries.TournamentRecords(
        found,
        records(Entrant, connection.execute(entrants)),
        records(TeamMember, connection.execute(members)),
        records(Pairing, connection.execute(pairings)),
    )


def round_of(connection: Connection, query: queries.RoundOf) -> tuple[str, int] | None:
    each, cup = tables.pairings.c, tables.tournaments.c
    these = select(cup.title, each.round).join_from(
        tables.pairings, tables.tournaments, cup.id == each.tournament
    )
    these = these.where(each.tournament == query.tournament, each.played_in == query.match)
    row = connection.execute(these).first()
    return None if row is None else (row.title, row.round)


def tournaments_on(connection: Connection, query: queries.TournamentsOn) -> tuple[Tournament, ...]:
    each = tables.tournaments.c
    these = _TOURNAMENT.where(each.server == query.server)
    these = these.order_by(each.created_at.desc(), each.id).limit(query.limit)
    return records(Tournament, connection.execute(these))


def tournaments_under_way(
    connection: Connection, query: queries.TournamentsUnderWay
) -> tuple[TournamentId, ...]:
    each = tables.tournaments.c
    these = select(each.id).where(tables.is_under_way).order_by(each.id)
    return tuple(TournamentId(found) for found in connection.scalars(these))


def tournament_notes(connection: Connection, query: queries.NotesOf) -> tuple[TournamentNote, ...]:
    each = tables.tournament_notes.c
    these = _NOTE.where(each.tournament == query.tournament)
    return records(
        TournamentNote, connection.execute(these.order_by(each.id.desc()).limit(query.limit))
    )


def takes_part_in(
    connection: Connection, query: queries.TakesPartIn
) -> tuple[tuple[TeamMember, Tournament], ...]:
    mine, each = tables.team_members.c, tables.tournaments.c
    member, cup = columns(tables.team_members, TeamMember), columns(tables.tournaments, Tournament)
    these = select(*member, *cup).join_from(
        tables.team_members, tables.tournaments, each.id == mine.tournament
    )
    these = these.where(mine.user == query.user).order_by(each.created_at.desc(), each.id)
    return tuple(
        (TeamMember(*row[: len(member)]), Tournament(*row[len(member) :]))
        for row in connection.execute(these)
    )
