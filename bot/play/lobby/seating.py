"""Who sits where in a lobby: people sit down and get up, computer players fill in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.play import effects
from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.refusals import NotNow, NotSeated, load_seated
from bot.play.seat_holders import spare_seats
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import Audit, Change, Match, MatchId, SeatHolder, SeatingOrder, Status
from games.core.computer import usual
from games.core.contract import AnyGame
from games.core.types import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord; ``name`` has been made safe to show."""

    user: int
    name: str


@transactional
async def join(
    work: UnitOfWork, context: PlayContext, command: Command, name: str, seat: Seat | None = None
) -> Outcome:
    """Sit down in a lobby: in ``seat``, or in the first that nobody holds; that of a computer
    player has to be named. Raises a ``Refusal``.
    """
    match, holders = await load_lobby(work, command.match)
    person = Person(command.user, name)
    mine = next((holder for holder in holders if holder.user == person.user), None)
    others = tuple(holder for holder in holders if holder is not mine)
    if mine is not None and (seat is None or seat == mine.seat):
        raise NotNow("You already have a seat in this match.", instead="Leave gives it up.")
    chosen = find_seat(match, others, seat)
    rest = tuple(holder for holder in others if holder.seat != chosen)
    sitting = (*rest, SeatHolder(match.id, chosen, person.user, person.name))
    said = "You have a seat; which one is drawn at the start. Have fun!"
    if match.seating is SeatingOrder.CHOICE:
        names = context.games[match.game].meta.names_of(match.sides)
        said = f"{describe_seat(names[chosen], others, chosen)} Have fun!"
    return rearrange(context, match, sitting, person.user, "join", said)


@transactional
async def leave(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Get up in a lobby; when nobody is left there, it closes. Raises a ``Refusal``."""
    match, holders = await load_lobby(work, command.match)
    if all(holder.user != command.user for holder in holders):
        raise NotSeated("You have no seat in this match.")
    left = tuple(holder for holder in holders if holder.user != command.user)
    people = [holder.user for holder in left if holder.user is not None]
    if not people:
        now = context.clock.now()
        closed = replace(match, status=Status.OVER, finished_at=now)
        return rearrange(
            context,
            closed,
            left,
            command.user,
            "close",
            "You were the last one, so the lobby is closed.",
        )
    if match.host == command.user:
        match = replace(match, host=people[0])
    return rearrange(context, match, left, command.user, "leave", "You have left the lobby.")


@transactional
async def add_computer(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    seat: Seat | None = None,
    level: str = "",
) -> Outcome:
    """Give a free seat of a lobby to a computer player of this level, the usual one when it
    is empty. Only the host may."""
    match, holders = await load_lobby(work, command.match)
    check_host(match, command.user)
    new = seat_computer(context.games[match.game], match, holders, seat, level)
    return rearrange(
        context, match, (*holders, new), command.user, "computer", f"{new.name} plays along."
    )


@transactional
async def remove(
    work: UnitOfWork, context: PlayContext, command: Command, seat: Seat | None = None
) -> Outcome:
    """Take a computer player out of a lobby: that of ``seat``, else the last. Only the host
    may; people leave by themselves.
    """
    match, holders = await load_lobby(work, command.match)
    check_host(match, command.user)
    computers = [holder for holder in holders if holder.is_computer]
    found = [holder for holder in computers if seat is None or holder.seat == seat]
    if not found:
        raise NotNow("There is no computer player to remove.")
    gone = found[-1]
    left = tuple(holder for holder in holders if holder is not gone)
    return rearrange(context, match, left, command.user, "remove", f"{gone.name} is gone.")


def rearrange(
    context: PlayContext,
    match: Match,
    holders: tuple[SeatHolder, ...],
    user: int,
    action: str,
    said: str,
) -> Outcome:
    """Store the lobby with these seat holders."""
    now = context.clock.now()
    match = replace(match, touched_at=now, warned_at=None)
    change = Change(
        match=match,
        expected=match.seq,
        audit=Audit(now, user, action, match.id),
        holders=tuple(sorted(holders, key=lambda holder: holder.seat)),
        outbox_messages=effects.lobby_messages(match, match.seq, now),
    )
    return Outcome(change, Receipt(match.id, said))


def seat_computer(
    game: AnyGame, match: Match, holders: tuple[SeatHolder, ...], seat: Seat | None, level: str = ""
) -> SeatHolder:
    """A computer player in ``seat``, or in the first that is free.

    ``level``  one of the game's; empty for the usual one. The name says it where there are several
    Raises ``NotNow``.
    """
    if game.computer is None:
        raise NotNow(f"{game.meta.title} has no computer player.")
    levels = game.computer.levels
    level = level or usual(levels)
    if level not in levels:
        raise NotNow(
            f"{game.meta.title} has no computer player of that level.",
            instead=f"There {'is' if len(levels) == 1 else 'are'}: {', '.join(levels)}.",
        )
    free = _free_seats(match, holders)
    if seat is not None and seat not in free:
        raise NotNow("That seat is not free.")
    if not free:
        raise NotNow("All seats of this match are taken.")
    names = {holder.name.partition(" (")[0] for holder in holders if holder.is_computer}
    name = next(name for n in range(1, match.seats + 2) if (name := f"Computer {n}") not in names)
    if len(levels) > 1:
        name = f"{name} ({level})"
    return SeatHolder(match.id, free[0] if seat is None else seat, None, name, level=level)


def check_host(match: Match, user: int) -> None:
    """Raises ``NotSeated``."""
    if match.host != user:
        raise NotSeated("Only the player who opened the match sets it up.")


def _free_seats(match: Match, holders: tuple[SeatHolder, ...]) -> list[Seat]:
    taken = {holder.seat for holder in holders}
    return [Seat(seat) for seat in range(match.seats) if seat not in taken]


def available_seats(match: Match, holders: tuple[SeatHolder, ...]) -> tuple[Seat, ...]:
    """The seats that somebody else can take: first the free ones, then those of computer
    players, then those of people who have others as well."""
    computers = [holder.seat for holder in holders if holder.is_computer]
    found = (*_free_seats(match, holders), *computers, *sorted(spare_seats(holders)))
    return tuple(seat for seat in found if seat not in match.resigned)


def describe_seat(name: str, others: tuple[SeatHolder, ...], seat: Seat) -> str:
    """Which seat somebody has got, and whose it was."""
    before = next((holder.name for holder in others if holder.seat == seat), "")
    return f"You have a seat: {name}{f', in place of {before}' if before else ''}."


def find_seat(match: Match, others: tuple[SeatHolder, ...], wanted: Seat | None) -> Seat:
    """The seat that somebody can take: ``wanted``, or a free one.

    Raises ``NotNow``.
    """
    if wanted in match.resigned:
        raise NotNow(
            "That seat was resigned for good.",
            instead="Only the referee of the match can let somebody take it.",
        )
    can_have, held = available_seats(match, others), {each.seat: each for each in others}
    seat = wanted if wanted is not None else next(iter(can_have), None)
    if seat is None or seat not in can_have:
        holder = None if wanted is None else held.get(wanted)
        if match.status is Status.RUNNING:
            rest = "All its seats are taken."
            if holder is not None:
                rest = f"{holder.name} has that seat."
            elif match.resigned:
                rest = "Its other seats were resigned for good."
            raise NotNow("This match has already started.", instead=rest)
        taken = "All seats of this match are taken."
        raise NotNow(taken if holder is None else f"{holder.name} already has that seat.")
    if wanted is None and seat in held and held[seat].is_computer:
        raise NotNow("Computer players hold all other seats.", instead="Say whose seat you want.")
    return seat


async def load_lobby(reader: Reader, match_id: MatchId) -> tuple[Match, tuple[SeatHolder, ...]]:
    """A match that has not started, and who sits there. Raises ``NoMatch`` or ``NotNow``."""
    match, holders = await load_seated(reader, match_id)
    if match.status is not Status.LOBBY:
        over = match.status is Status.OVER
        raise NotNow("This match is over." if over else "This match has already started.")
    return match, holders
