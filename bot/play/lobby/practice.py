"""Matches for practice that begin in the middle: from a file, or from a position of another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.play import effects
from bot.play.executor import NOTHING, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import changes, submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import Transition
from bot.play.refusals import NotNow
from bot.play.storage.ports import UnitOfWork, lock_key
from bot.play.storage.records import Match, MatchId, SeatHolder, SeatingOrder, Status
from games.core.contract import AnyGame
from games.core.types import Chance, Ending, Seat

FORK, LESSON, IMPORT = "fork:", "lesson", "import:"
"""How ``Match.origin`` begins for matches for practice; the first two are played in private
threads. Behind the colon stands the match from which it was taken."""
_FEW = 6
"""Entries."""


def is_private(match: Match) -> bool:
    """Whether it was begun in a private thread."""
    return match.origin.startswith((FORK, LESSON))


@dataclass(frozen=True, slots=True)
class PracticePlace:
    """Where a match for practice is played, and by whom.

    ``seat``       that of the one who asks; ``None`` for the first, or the one they had
    ``computers``  whether computer players take the other seats, in a game that has them; ``level``
                   how well they play, empty for the usual level
    """

    server: int
    channel: int
    host: Person
    interaction: int
    seat: Seat | None = None
    computers: bool = True
    level: str = ""

    @property
    def lock(self) -> str:
        return lock_key("channel", self.channel)

    @property
    def user(self) -> int:
        return self.host.user


def source_match(match: Match) -> MatchId | None:
    """The match whose position or file this one was begun from, if it is known.

    One that stands in a file need not be a match of this bot.
    """
    kind, colon, found = match.origin.partition(":")
    return MatchId(found) if f"{kind}{colon}" in (FORK, IMPORT) else None


def build_match(
    context: PlayContext, game: AnyGame, place: PracticePlace, settings: str, teams: tuple[int, ...]
) -> Match:
    """A new match that has not begun; with its own seed, and without any clock."""
    return Match(
        id=lobby.new_id(context),
        game=game.meta.id,
        settings=settings,
        rules_version=game.meta.rules_version,
        status=Status.RUNNING,
        server=place.server,
        channel=place.channel,
        host=place.host.user,
        seats=len(teams),
        seating=SeatingOrder.CHOICE,
        seed=context.entropy.bytes(32),
        created_at=context.clock.now(),
        teams=teams,
        practice=True,
        touched_at=context.clock.now(),
    )


def build_holders(
    game: AnyGame, match: Match, place: PracticePlace, *, alone: bool = False
) -> tuple[SeatHolder, ...]:
    """Who sits where. Raises ``NotNow`` for a seat that is not there.

    ``alone``  whether the host plays all seats that no computer player takes
    """
    seat = Seat(0) if place.seat is None else place.seat
    if seat not in match.sides.all():
        raise NotNow(f"This match has {match.seats} seats.")
    holders: tuple[SeatHolder, ...] = (
        SeatHolder(match.id, seat, place.host.user, place.host.name),
    )
    while place.computers and game.computer is not None and len(holders) < match.seats:
        holders = (*holders, seating.seat_computer(game, match, holders, None, place.level))
    if alone and len(holders) < match.seats:
        return tuple(replace(holders[0], seat=each) for each in match.sides.all())
    return holders


@transactional
async def begin(
    work: UnitOfWork,
    context: PlayContext,
    place: PracticePlace,
    transition: Transition,
    action: str,
    said: str,
) -> Outcome:
    """Begin the match as ``transition`` has made it. Raises ``NotNow`` when there is no room
    for it, or nothing left to play."""
    if isinstance(transition.pending, Ending):
        raise NotNow(
            "That match is over at this point: there is nothing left to play.",
            instead="Choose an earlier entry with the option at.",
        )
    opening = Opening(
        place.server, place.channel, place.host, transition.match.game, place.interaction
    )
    abandoned = await lobby.make_room(work, context, opening)
    now = context.clock.now()
    await work.see_server(place.server, now)
    rest = NOTHING
    if len(transition.holders) == transition.match.seats:
        rest = await submission.carry_on(transition)
    else:  # those who join first are to find the position as it is
        while isinstance(transition.pending, Chance):
            transition.throw(transition.pending)
    change = changes.build_change(transition, Cause(action, place.host.user), now)
    holders = tuple(transition.holders[seat] for seat in sorted(transition.holders))
    over = change.match.status is Status.OVER
    told = [
        (entry.seq, line)
        for entry, line in zip(change.entries, transition.lines, strict=True)
        if line.public
    ]
    after = None if over else transition.open_decisions
    # The first panel of a short log tells all of it, with what binds the dice.
    news = told[:1] if len(told) <= _FEW else told[-1:]
    letters = effects.step_messages(change.match, holders, None, (), after, news, now)
    change = replace(change, expected=None, holders=holders, outbox_messages=letters)
    return Outcome(change, Receipt(transition.match.id, said), rest, further=abandoned)
