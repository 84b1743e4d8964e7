"""Who a match waits for, until when, and what happens if nothing is done: for everybody to read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.chat import clock_words
from bot.chat.blocks import seat_name, who
from bot.chat.panels import news
from bot.chat.safe_text import escape, shortened
from bot.play.clocks import time_controls
from bot.play.clocks.time_controls import Then
from bot.play.match.views import LogLine, MatchView
from bot.play.records import Kind, Pauser, SeatHolder, Status
from games.core.computer import USUAL
from games.core.decisions import Decision
from games.core.seats import Seat

OTHERS_MAY = "The others may decide how to go on: `/match propose`"
_MOST_TIMES = 4
"""Seats whose time is told one by one; when more are waited for, the first of them are."""


def lines(sight: MatchView, told: tuple[LogLine, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The lines of a panel, and whom to notify of them.

    ``told``  the news of the panel: a choice in secret is cried out only where it begins
    """
    users = [user for seat in sight.awaited if (user := sight.user(seat)) is not None]
    seats = ", ".join(_with_mention(sight, seat) for seat in sight.awaited)
    secretly, everybody = _secretly(sight, told)
    resting = sight.match.paused_at is not None
    alone, called = _left_alone(sight, told)
    said = (
        paused(sight),
        f"▶️ To move: {seats}" if seats else "",
        *_times(sight),
        *secretly,
        _banks(sight),
        alone,
        _not_there(sight),
    )
    pings = () if resting else (*users, *everybody)
    return said, tuple(dict.fromkeys((*pings, *called)))


def paused(sight: MatchView) -> str:
    """Why nobody's clock runs; or nothing."""
    match = sight.match
    if match.gone_at is not None:
        return "⏸️ Its channel was deleted. All clocks are stopped until it is moved to another."
    if match.paused_at is not None:
        referee = match.paused_by == Pauser.REFEREE
        who_did = "the referee" if referee else "the players"
        end = "" if match.paused_until is None else f" until {until(match.paused_until)}"
        sooner = "The referee" if referee else "`/match propose`"
        return f"⏸️ Paused by {who_did}{end}. Nobody's time runs. {sooner} can end it."
    if sight.paused:
        return "⏸️ Nobody is at the table. The match rests until a player is back."
    return ""


def whom(sight: MatchView) -> str:
    """``It waits for Red (Ann).``, as far as everybody may know; or nothing."""
    names = " and ".join(who(sight, seat) for seat in sight.awaited)
    return f"It waits for {names}." if names else ""


def until(due: datetime) -> str:
    """The moment and how long it is until then, each reader in their own time."""
    moment = int(due.timestamp())
    return f"<t:{moment}:f> (<t:{moment}:R>)"


def time_left(sight: MatchView, decision: Decision) -> str:
    """``Time until … Otherwise …``, empty for a decision without a time limit, and for an offer
    that may simply be left alone. What happens otherwise is in the words of the game."""
    due = sight.due.get(decision.key)
    otherwise = unless(sight, decision)
    if decision.key in sight.late:
        if due is None:
            return f"⌛ The time is over. {OTHERS_MAY}"
        return f"⌛ The time is over. There is grace until {until(due)}. {otherwise}"
    if due is None or not (decision.waits or otherwise):
        return ""
    left = f"⏳ Time until {until(due)}{_grace(sight)}."
    return " ".join(filter(None, (left, otherwise)))


def unless(sight: MatchView, decision: Decision) -> str:
    """What happens when nothing is done, as a sentence; empty for an offer without a default."""
    said = escape(shortened(sight.unless(decision), 200))
    if not decision.waits or (
        said and time_controls.stored(sight.match.clock).then is Then.DEFAULT
    ):
        return said
    return "Otherwise the others may decide how to go on."


def _grace(sight: MatchView) -> str:
    grace = time_controls.stored(sight.match.clock).grace
    if not grace:
        return ""
    return f", then {clock_words.lasting(grace)} of grace"


def _banks(sight: MatchView) -> str:
    """What those have who are not to move: of the others the end of their time is told."""
    said = ", ".join(
        f"{seat_name(sight, seat)} {clock_words.lasting(left)}"
        for seat, left in sorted(sight.banks.items())
    )
    return f"-# 🏦 Time in the bank: {said}" if said else ""


def _with_mention(sight: MatchView, seat: Seat) -> str:
    user = sight.user(seat)
    return f"**{seat_name(sight, seat)}**" + (f" <@{user}>" if user is not None else "")


def _times(sight: MatchView) -> Iterable[str]:
    """By seat, the decision that is due first."""
    first: dict[Seat, Decision] = {}
    for decision in sight.waiting:
        known = first.get(decision.seat)
        timed = decision.key in sight.due or decision.key in sight.late
        if timed and (known is None or _end(sight, decision) < _end(sight, known)):
            first[decision.seat] = decision
    for seat, decision in list(first.items())[:_MOST_TIMES]:
        name = f"{seat_name(sight, seat)}: " if len(sight.awaited) > 1 else ""
        yield f"-# {name}{time_left(sight, decision)}"


def _end(sight: MatchView, decision: Decision) -> datetime:
    """What is over comes first."""
    return sight.due.get(decision.key, datetime.min.replace(tzinfo=UTC))


def first_due(sight: MatchView, decisions: Iterable[Decision]) -> Decision | None:
    """Of those of which something about their time is to be said, the one that ends first."""
    timed = (each for each in decisions if time_left(sight, each))
    return min(timed, key=lambda each: _end(sight, each), default=None)


def _secretly(sight: MatchView, told: tuple[LogLine, ...]) -> tuple[list[str], list[int]]:
    """Who has still to choose is never said: it would tell who has chosen."""
    if not sight.secretly:
        return [], []
    said = "🤫 Choices are being made in secret. The match goes on when all are in."
    everybody: list[int] = []
    if news.begins_a_secret_choice(told):
        users = (hold.user for hold in sight.holds if hold.user is not None)
        everybody = list(dict.fromkeys(users))
        said = f"{said} {' '.join(f'<@{user}>' for user in everybody)}"
    time = secret_time(sight)
    return [said, f"-# {time}" if time else ""], everybody


def secret_time(sight: MatchView) -> str:
    """Until when the secret choices are made, and what then; nothing of who makes them."""
    due = sight.secretly_due
    vote = time_controls.stored(sight.match.clock).then is Then.VOTE
    then = OTHERS_MAY if vote else "What is missing then is chosen as usual."
    if sight.secretly_late:
        if due is None:
            return f"⌛ The time is over. {OTHERS_MAY}"
        return f"⌛ The time is over. There is grace until {until(due)}. {then}"
    return "" if due is None else f"⏳ Time until {until(due)}{_grace(sight)}. {then}"


def can_claim(sight: MatchView) -> tuple[Seat, ...]:
    """The seats of people who can claim the win: all the others have left theirs empty."""
    match = sight.match
    sides = {match.sides.teams[hold.seat] for hold in sight.holds}
    empty = match.seats > len(sight.holds)
    playing = match.status is Status.RUNNING and match.paused_at is None
    if not playing or match.practice or not empty or len(sides) != 1:
        return ()
    return tuple(
        hold.seat
        for hold in sight.holds
        if hold.user is not None and hold.seat not in match.resigned
    )


def _left_alone(sight: MatchView, told: tuple[LogLine, ...]) -> tuple[str, tuple[int, ...]]:
    """What those can do who are left alone; called out where the news are that somebody left."""
    seats = can_claim(sight)
    if not seats:
        return "", ()
    users = tuple(user for seat in seats if (user := sight.user(seat)) is not None)
    mentions = ", ".join(f"<@{user}>" for user in users)
    said = f"🪑 {mentions}: the other side is empty. Claim the win, or wait for somebody to join."
    return said, users if any(line.kind is Kind.LEFT for line in told) else ()


def _seat(sight: MatchView, seat: Seat, hold: SeatHolder | None) -> str:
    """``Blue``, with how well a computer player plays where that differs: ``Blue (hard)``."""
    name = seat_name(sight, seat)
    computer = sight.game.computer
    if hold is None or not hold.computer or computer is None or len(computer.levels) < 2:
        return name
    return f"{name} ({hold.level or USUAL})"


def _not_there(sight: MatchView) -> str:
    """Seats in which no player answers just now."""
    seats = [Seat(number) for number in range(sight.match.seats)]
    holds = {hold.seat: hold for hold in sight.holds}
    computers = [seat for seat in seats if seat in holds and holds[seat].computer]
    away = [seat for seat in seats if seat in holds and holds[seat].autopilot]
    empty = [seat for seat in seats if seat not in holds]
    given_up = [seat for seat in empty if seat in sight.match.resigned]
    free = [seat for seat in empty if seat not in given_up]
    said = (
        (computers, "🤖 {}: computer player" if len(computers) == 1 else "🤖 {}: computer players"),
        (away, "💤 {}: away, goes by standing orders and defaults until back"),
        (free, "🪑 {}: nobody. `/match join` takes over"),
        (given_up, "🏳️ {}: given up"),
    )
    named = (
        words.format(", ".join(_seat(sight, seat, holds.get(seat)) for seat in some))
        for some, words in said
        if some
    )
    line = " · ".join(named)
    return f"-# {line}" if line else ""
