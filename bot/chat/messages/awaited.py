"""Who a match waits for, until when, and what happens at a timeout: for everybody to read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from bot.chat.messages import clock_words, news
from bot.chat.platform.blocks import seat_and_player, seat_name, signed_name
from bot.chat.platform.safe_text import escape, shorten
from bot.play.clocks import time_controls
from bot.play.clocks.time_controls import Then
from bot.play.match.views import LogLine, MatchView
from bot.play.seat_holders import find_claimants
from bot.play.storage.records import EntryKind, Pauser, SeatHolder
from games.core.computer import USUAL
from games.core.types import Decision, Seat

OTHERS_MAY = "The others may decide how to go on: `/match propose`"
_MOST_TIMES = 4
"""Seats whose time is told one by one; when more are waited for, the first of them are."""


def awaited_lines(
    match_view: MatchView, told: tuple[LogLine, ...]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The lines of a panel about who must act, and the users to notify.

    ``told``  the news of the panel: a secret choice is announced only when it begins
    """
    users = [user for seat in match_view.awaited if (user := match_view.user(seat)) is not None]
    seats = ", ".join(_with_mention(match_view, seat) for seat in match_view.awaited)
    secretly, everybody = _secret_lines(match_view, told)
    resting = match_view.match.paused_at is not None
    alone, called = _describe_claim(match_view, told)
    said = (
        describe_pause(match_view),
        f"▶️ To move: {seats}" if seats else "",
        *_time_lines(match_view),
        *secretly,
        _describe_banks(match_view),
        alone,
        _describe_absent(match_view),
    )
    pings = () if resting else (*users, *everybody)
    return said, tuple(dict.fromkeys((*pings, *called)))


def describe_pause(match_view: MatchView) -> str:
    """Why all clocks are stopped; empty while they run."""
    match = match_view.match
    if match.gone_at is not None:
        return "⏸️ Its channel was deleted. All clocks are stopped until it is moved to another."
    if match.paused_at is not None:
        if match.paused_by == Pauser.IDLE:
            return (
                "⏸️ Nobody has answered for three rounds. All clocks are stopped until a player "
                "presses **Go on**."
            )
        referee = match.paused_by == Pauser.REFEREE
        who_did = "the referee" if referee else "the players"
        end = "" if match.paused_until is None else f" until {timestamp(match.paused_until)}"
        sooner = "The referee" if referee else "`/match propose`"
        return f"⏸️ Paused by {who_did}{end}. All clocks are stopped. {sooner} can end the pause."
    if match_view.paused:
        return "⏸️ Nobody is here. The match waits until a player is back."
    return ""


def describe_awaited(match_view: MatchView) -> str:
    """``It waits for Red (Ann).``, as far as everybody may know; empty if for nobody."""
    names = " and ".join(seat_and_player(match_view, seat) for seat in match_view.awaited)
    return f"It waits for {names}." if names else ""


def timestamp(due: datetime) -> str:
    """A moment and the time until then, in Discord's markup for the reader's own zone."""
    moment = int(due.timestamp())
    return f"<t:{moment}:f> (<t:{moment}:R>)"


def describe_time_left(match_view: MatchView, decision: Decision) -> str:
    """``Time until … Otherwise …``, empty for a decision without a time limit, and for an offer
    that may simply be left alone. What happens otherwise is in the words of the game."""
    due = match_view.due.get(decision.key)
    otherwise = describe_default(match_view, decision)
    if decision.key in match_view.late:
        if due is None:
            return f"⌛ Time is up. {OTHERS_MAY}"
        return f"⌛ Time is up. The grace period lasts until {timestamp(due)}. {otherwise}"
    if due is None or not (decision.waits or otherwise):
        return ""
    left = f"⏳ Time until {timestamp(due)}{_describe_grace(match_view)}."
    return " ".join(filter(None, (left, otherwise)))


def describe_default(match_view: MatchView, decision: Decision) -> str:
    """The default, as a sentence; empty for an offer without one."""
    said = escape(shorten(match_view.describe_default(decision), 200))
    if not decision.waits or (
        said and time_controls.from_stored(match_view.match.clock).then is Then.DEFAULT
    ):
        return said
    return "After that, the others may decide how to go on."


def _describe_grace(match_view: MatchView) -> str:
    grace = time_controls.from_stored(match_view.match.clock).grace
    if not grace:
        return ""
    return f", then {clock_words.describe_length(grace)} of grace"


def _describe_banks(match_view: MatchView) -> str:
    """The banks of seats whose clocks are stopped; for the others the deadline is shown."""
    said = ", ".join(
        f"{seat_name(match_view, seat)} {clock_words.describe_length(left)}"
        for seat, left in sorted(match_view.banks.items())
    )
    return f"-# 🏦 Time in the bank: {said}" if said else ""


def _with_mention(match_view: MatchView, seat: Seat) -> str:
    user = match_view.user(seat)
    return f"**{signed_name(match_view, seat)}**" + (f" <@{user}>" if user is not None else "")


def _time_lines(match_view: MatchView) -> Iterable[str]:
    """When each seat must have answered, by the decision that is due first."""
    first: dict[Seat, Decision] = {}
    for decision in match_view.waiting:
        known = first.get(decision.seat)
        timed = decision.key in match_view.due or decision.key in match_view.late
        if timed and (
            known is None or _end_time(match_view, decision) < _end_time(match_view, known)
        ):
            first[decision.seat] = decision
    for seat, decision in list(first.items())[:_MOST_TIMES]:
        name = f"{seat_name(match_view, seat)}: " if len(match_view.awaited) > 1 else ""
        yield f"-# {name}{describe_time_left(match_view, decision)}"


def _end_time(match_view: MatchView, decision: Decision) -> datetime:
    """The end of the decision's time; what is over sorts first."""
    return match_view.due.get(decision.key, datetime.min.replace(tzinfo=UTC))


def first_due(match_view: MatchView, decisions: Iterable[Decision]) -> Decision | None:
    """The decision that ends first, of those whose time is to be told."""
    timed = (each for each in decisions if describe_time_left(match_view, each))
    return min(timed, key=lambda each: _end_time(match_view, each), default=None)


def _secret_lines(match_view: MatchView, told: tuple[LogLine, ...]) -> tuple[list[str], list[int]]:
    """The lines about secret choices; they never say who still has to choose."""
    if not match_view.secretly:
        return [], []
    said = "🤫 Choices are being made in secret. The match goes on when all are in."
    everybody: list[int] = []
    if news.begins_secret_choice(told):
        users = (holder.user for holder in match_view.holders if holder.user is not None)
        everybody = list(dict.fromkeys(users))
        said = f"{said} {' '.join(f'<@{user}>' for user in everybody)}"
    time = describe_secret_time(match_view)
    return [said, f"-# {time}" if time else ""], everybody


def describe_secret_time(match_view: MatchView) -> str:
    """The deadline of the secret choices and what happens then, without who makes them."""
    due = match_view.secretly_due
    vote = time_controls.from_stored(match_view.match.clock).then is Then.VOTE
    then = OTHERS_MAY if vote else "Missing choices then play their default."
    if match_view.secretly_late:
        if due is None:
            return f"⌛ Time is up. {OTHERS_MAY}"
        return f"⌛ Time is up. The grace period lasts until {timestamp(due)}. {then}"
    return (
        ""
        if due is None
        else f"⏳ Time until {timestamp(due)}{_describe_grace(match_view)}. {then}"
    )


def _describe_claim(
    match_view: MatchView, told: tuple[LogLine, ...]
) -> tuple[str, tuple[int, ...]]:
    """What the remaining players can do; with a mention when somebody has just left."""
    seats = find_claimants(match_view.match, match_view.holders)
    if not seats:
        return "", ()
    users = tuple(user for seat in seats if (user := match_view.user(seat)) is not None)
    mentions = ", ".join(f"<@{user}>" for user in users)
    said = f"🪑 {mentions}: the other side is empty. Claim the win, or wait for somebody to join."
    return said, users if any(line.kind is EntryKind.LEFT for line in told) else ()


def _seat_name(match_view: MatchView, seat: Seat, holder: SeatHolder | None) -> str:
    """``Blue``, with how well a computer player plays where that differs: ``Blue (hard)``."""
    name = seat_name(match_view, seat)
    computer = match_view.game.computer
    if holder is None or not holder.is_computer or computer is None or len(computer.levels) < 2:
        return name
    return f"{name} ({holder.level or USUAL})"


def _describe_absent(match_view: MatchView) -> str:
    """Seats whose players are away."""
    seats = [Seat(number) for number in range(match_view.match.seats)]
    holders = {holder.seat: holder for holder in match_view.holders}
    computers = [seat for seat in seats if seat in holders and holders[seat].is_computer]
    away = [seat for seat in seats if seat in holders and holders[seat].is_autopilot]
    empty = [seat for seat in seats if seat not in holders]
    given_up = [seat for seat in empty if seat in match_view.match.resigned]
    free = [seat for seat in empty if seat not in given_up]
    said = (
        (computers, "🤖 {}: computer player" if len(computers) == 1 else "🤖 {}: computer players"),
        (away, "💤 {}: away; standing orders and defaults play until they are back"),
        (free, "🪑 {}: empty. `/match join` takes it over"),
        (given_up, "🏳️ {}: resigned"),
    )
    named = (
        words.format(", ".join(_seat_name(match_view, seat, holders.get(seat)) for seat in some))
        for some, words in said
        if some
    )
    line = " · ".join(named)
    return f"-# {line}" if line else ""
