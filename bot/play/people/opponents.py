"""Finding somebody to play with: standing wishes, invitations, and who wants neither."""

from __future__ import annotations

from bot.play import effects
from bot.play.executor import Command, Noted, PlayContext, transactional_beside
from bot.play.lobby import agreement, alpha
from bot.play.lobby.seating import Person, check_host, load_lobby
from bot.play.people import preferences
from bot.play.people.hourly_limits import INVITATION, SERVER_INVITATIONS, count_try
from bot.play.people.ratings import RatingRecord
from bot.play.people.statistics import Scope, Statistics
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.profiles import Block, Invitation, Wish
from games.core.contract import AnyGame

MOST_BLOCKED = 25
NEAR = 200
"""Points of rating within which two are about as strong."""
_MOST_WISHES = 10
_PAIR = 2


async def build_wish(
    context: PlayContext, game: AnyGame, server: int, person: Person, clock: str, *, near: bool
) -> Wish:
    """Raises a ``Refusal`` for what no match could be."""
    if _PAIR not in game.meta.players:
        raise NotNow(
            f"{game.meta.title} is not a game for two.", instead="Open a match: `/match new`."
        )
    async with context.store.reading() as reader:
        await alpha.check(reader, game, server)
    agreed = agreement.read_clock(clock, game)
    now = context.clock.now()
    return Wish(person.user, server, game.meta.id, person.name, agreed, near, now)


async def find_partner(context: PlayContext, statistics: Statistics, wish: Wish) -> Wish | None:
    """Who has waited longest for a match like this, and with whom it can be played."""
    async with context.store.reading() as reader:
        waiting, blocked = await reader.read_together(
            queries.WishesFor(wish.server, wish.game), queries.BlockedWith(wish.user)
        )
    standings = (await statistics.load_standings(Scope(wish.game))).by_user

    def fits(other: Wish) -> bool:
        if other.user == wish.user or other.user in blocked or other.clock != wish.clock:
            return False
        own, theirs = (standings.get(each.user, RatingRecord()).rating for each in (wish, other))
        return abs(own - theirs) <= NEAR or not (wish.near or other.near)

    return next(filter(fits, waiting), None)


@transactional_beside
async def keep_wish(work: UnitOfWork, context: PlayContext, user: int, wish: Wish) -> Noted:
    """Wait for somebody who wants the same. One wish for each game and server."""
    others = [each for each in await work.read(queries.WishesOf(user)) if each.game != wish.game]
    if len(others) >= _MOST_WISHES:
        raise NotNow(
            f"You wait for {len(others)} matches already.", instead="Withdraw one under `/me`."
        )
    await work.keep(wish)
    title = context.games[wish.game].meta.title
    said = (
        f"You wait for an opponent in {title}. The match begins as soon as somebody wants the same."
    )
    return Noted("wish", f"{wish.server} {wish.game}", said)


@transactional_beside
async def withdraw_wish(
    work: UnitOfWork, context: PlayContext, user: int, server: int, game: str
) -> Noted:
    there = await work.drop(Wish, user=user, server=server, game=game)
    return Noted(
        "no wish", f"{server} {game}", "Withdrawn." if there else "You do not wait for it."
    )


async def load_wishes(context: PlayContext, user: int) -> tuple[Wish, ...]:
    async with context.store.reading() as reader:
        return await reader.read(queries.WishesOf(user))


# --- Invitations ---


async def invite(context: PlayContext, command: Command, guest: int) -> None:
    """Ask ``guest`` by DM to join a lobby; nobody is seated unasked. Raises a ``Refusal``."""
    player = await preferences.load_player(context, guest)
    async with context.store.reading() as reader:
        match, holders = await load_lobby(reader, command.match)
        check_host(match, command.user)
        blocked = await reader.read(queries.BlockedWith(command.user))
    if guest == command.user or any(holder.user == guest for holder in holders):
        raise NotNow("They have a seat already.")
    if player.uninvited or guest in blocked:
        raise NotNow(
            "They take no invitations.", instead="Anybody can join the lobby by its button."
        )
    await count_try(context, INVITATION, command.user)
    await count_try(context, SERVER_INVITATIONS, match.server)
    now = context.clock.now()
    async with context.store.writing(match.id) as work:
        letter = effects.outbox_message(
            match, MessageKind.INVITE, match.seq, now, user=guest, mark=guest
        )
        await work.keep(Invitation(match.id, guest))
        await work.post((letter,))
        await work.commit()
    context.executor.after_commit()


async def check_invited(context: PlayContext, command: Command) -> None:
    """Raises ``NoMatch`` for somebody who was not asked to join."""
    async with context.store.reading() as reader:
        if not await reader.read(queries.IsInvited(command.match, command.user)):
            raise NoMatch("There is no such match.")


# --- Who wants neither ---


@transactional_beside
async def block(
    work: UnitOfWork, context: PlayContext, user: int, others: tuple[int, ...]
) -> Noted:
    """Replace the list of blocked people by ``others``."""
    await work.drop(Block, user=user)
    if kept := tuple(Block(user, other) for other in others[:MOST_BLOCKED] if other != user):
        await work.keep(*kept)
    return Noted("block", "", "Changed.")


async def load_blocked(context: PlayContext, user: int) -> tuple[int, ...]:
    async with context.store.reading() as reader:
        return tuple(each.other for each in await reader.read(queries.BlocksOf(user)))
