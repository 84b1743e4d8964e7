"""Looking up what is stored of people: as in ``reading``, one function for each query."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, exists, func, select

from bot.play.storage import queries
from bot.play.storage.profiles import (
    Block,
    Creation,
    Follower,
    Holiday,
    Player,
    Proposal,
    ProposalStatus,
    Result,
    Season,
    Try,
    Wish,
)
from bot.store import tables
from bot.store.codec import columns, record, records

_PLAYER = select(*columns(tables.players, Player))
_PLAYERS_IN = (
    select(tables.seat_holders.c.user, *columns(tables.players, Player))
    .select_from(tables.seat_holders)
    .outerjoin(tables.players, tables.players.c.user == tables.seat_holders.c.user)
    .where(
        tables.seat_holders.c.match == bindparam("wanted"), tables.seat_holders.c.user.is_not(None)
    )
)
_HOLIDAY = select(*columns(tables.holidays, Holiday))
_PROPOSAL = select(*columns(tables.proposals, Proposal))
_ONE_PLAYER = _PLAYER.where(tables.players.c.user == bindparam("who"))
_OPEN_PROPOSALS = _PROPOSAL.where(
    tables.proposals.c.match == bindparam("wanted"), tables.proposals.c.fate == ProposalStatus.OPEN
).order_by(tables.proposals.c.made_at, tables.proposals.c.id)
_RESULT = select(*columns(tables.results, Result))
_SEASON = select(*columns(tables.seasons, Season))
_WISH = select(*columns(tables.wishes, Wish))
_FOLLOWER = select(*columns(tables.followers, Follower))
_HAS_NEWS = exists().where(
    tables.matches.c.id == tables.followers.c.match,
    tables.matches.c.shown > tables.followers.c.told,
)


def player(connection: Connection, query: queries.PlayerOf) -> Player:
    row = connection.execute(_ONE_PLAYER, {"who": query.user}).first()
    return record(Player, row) or Player(query.user)


def players_in(connection: Connection, query: queries.PlayersIn) -> Mapping[int, Player]:
    rows = connection.execute(_PLAYERS_IN, {"wanted": query.match})
    return {user: Player(user) if row[0] is None else Player(*row) for user, *row in rows}


def tries(connection: Connection, query: queries.TriesOf) -> tuple[Try, ...]:
    each = tables.tries.c
    these = select(*columns(tables.tries, Try)).where(
        each.user == query.user, each.what == query.what, each.at > query.after
    )
    return records(Try, connection.execute(these.order_by(each.at)))


def creations(connection: Connection, query: queries.CreationsOf) -> tuple[Creation, ...]:
    each = tables.creations.c
    these = select(*columns(tables.creations, Creation)).where(each.user == query.user)
    return records(Creation, connection.execute(these.order_by(each.number)))


def shared_creation(connection: Connection, query: queries.CreationByCode) -> Creation | None:
    this = select(*columns(tables.creations, Creation))
    found = this.where(tables.creations.c.code == query.code)
    return record(Creation, connection.execute(found).first())


def proposal(connection: Connection, query: queries.ProposalById) -> Proposal | None:
    found = _PROPOSAL.where(tables.proposals.c.id == query.proposal)
    return record(Proposal, connection.execute(found).first())


def proposals(connection: Connection, query: queries.OpenProposals) -> tuple[Proposal, ...]:
    return records(Proposal, connection.execute(_OPEN_PROPOSALS, {"wanted": query.match}))


def due_proposals(connection: Connection, query: queries.DueProposals) -> tuple[Proposal, ...]:
    each = tables.proposals.c
    these = _PROPOSAL.where(each.fate == ProposalStatus.OPEN, each.until <= query.now)
    return records(Proposal, connection.execute(these.order_by(each.until).limit(query.limit)))


def results(connection: Connection, query: queries.Results) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.order_by(each.at, each.match, each.seat, each.user)
    if query.game is not None:
        these = these.where(each.game == query.game)
    if query.server is not None:
        these = these.where(each.server == query.server)
    return records(Result, connection.execute(these))


def results_of(connection: Connection, query: queries.ResultsOf) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.where(each.user == query.user).order_by(each.at, each.match)
    return records(Result, connection.execute(these))


def results_mark(connection: Connection, query: queries.ResultsMark) -> str:
    each = tables.results.c
    newest = select(func.count(), func.max(each.at)).select_from(tables.results)
    count, at = connection.execute(newest).one()
    return f"{count} {at}"


def seen_up_to(connection: Connection, query: queries.SeenUpTo) -> int:
    each = tables.seen.c
    this = select(each.seq).where(each.match == query.match, each.user == query.user)
    return connection.scalar(this) or 0


def explained_marks(connection: Connection, query: queries.ExplainedTo) -> frozenset[str]:
    each = tables.explained.c
    these = select(each.mark).where(each.user == query.user, each.game == query.game)
    return frozenset(connection.scalars(these))


def holidays(connection: Connection, query: queries.HolidaysOf) -> tuple[Holiday, ...]:
    each = tables.holidays.c
    these = _HOLIDAY.where(each.user == query.user).order_by(each.begins_at, each.id)
    return records(Holiday, connection.execute(these))


def rests_of(
    connection: Connection, query: queries.RestsOf
) -> tuple[tuple[Player, ...], tuple[Holiday, ...]]:
    if not query.users:
        return (), ()
    each, away = tables.players.c, tables.holidays.c
    quiet = _PLAYER.where(each.user.in_(query.users), each.quiet != "").order_by(each.user)
    holidays = _HOLIDAY.where(away.user.in_(query.users)).order_by(away.begins_at, away.id)
    return (
        records(Player, connection.execute(quiet)),
        records(Holiday, connection.execute(holidays)),
    )


def blocked_with(connection: Connection, query: queries.BlockedWith) -> frozenset[int]:
    each = tables.blocks.c
    mine = select(each.other).where(each.user == query.user)
    theirs = select(each.user).where(each.other == query.user)
    return frozenset(connection.scalars(mine.union(theirs)))


def blocks_of(connection: Connection, query: queries.BlocksOf) -> tuple[Block, ...]:
    each = tables.blocks.c
    these = select(*columns(tables.blocks, Block)).where(each.user == query.user)
    return records(Block, connection.execute(these.order_by(each.other)))


def wishes_for(connection: Connection, query: queries.WishesFor) -> tuple[Wish, ...]:
    each = tables.wishes.c
    these = _WISH.where(each.server == query.server, each.game == query.game)
    return records(Wish, connection.execute(these.order_by(each.at, each.user)))


def wishes_of(connection: Connection, query: queries.WishesOf) -> tuple[Wish, ...]:
    each = tables.wishes.c
    these = _WISH.where(each.user == query.user)
    return records(Wish, connection.execute(these.order_by(each.at, each.game)))


def followers_of(connection: Connection, query: queries.FollowersOf) -> tuple[Follower, ...]:
    each = tables.followers.c
    these = _FOLLOWER.where(each.match == query.match)
    return records(Follower, connection.execute(these.order_by(each.user)))


def followed_by(connection: Connection, query: queries.FollowedBy) -> tuple[Follower, ...]:
    each = tables.followers.c
    these = _FOLLOWER.where(each.user == query.user)
    return records(Follower, connection.execute(these.order_by(each.match)))


def due_followers(connection: Connection, query: queries.DueFollowers) -> tuple[Follower, ...]:
    each = tables.followers.c
    these = _FOLLOWER.where(each.next_at <= query.now, _HAS_NEWS)
    return records(Follower, connection.execute(these.order_by(each.next_at).limit(query.limit)))


def seasons_on(connection: Connection, query: queries.SeasonsOn) -> tuple[Season, ...]:
    each = tables.seasons.c
    these = _SEASON.where(each.server == query.server)
    return records(Season, connection.execute(these.order_by(each.ends_at.desc(), each.title)))


def due_seasons(connection: Connection, query: queries.DueSeasons) -> tuple[Season, ...]:
    these = _SEASON.where(tables.is_going, tables.seasons.c.ends_at <= query.now)
    return records(Season, connection.execute(these.order_by(tables.seasons.c.ends_at)))


def names_of(connection: Connection, query: queries.NamesOf) -> Mapping[int, str]:
    each = tables.seat_holders.c
    these = select(each.user, each.name).where(each.user.in_(query.users))
    return {row.user_id: row.name for row in connection.execute(these)}


def is_invited(connection: Connection, query: queries.IsInvited) -> bool:
    each = tables.invitations.c
    this = exists().where(each.match == query.match, each.user == query.user)
    return connection.scalar(select(this)) or False
