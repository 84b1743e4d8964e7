"""Who a match waits for, until when, and what happens if nothing is done: for everybody to read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.chat import news
from bot.chat.blocks import seat_name, who
from bot.chat.safe_text import escape, shortened
from bot.play.sight import LogLine, Sight
from games.core.decisions import Decision
from games.core.seats import Seat

_MOST_TIMES = 4
"""Seats whose time is told one by one; when more are waited for, the first of them are."""


def lines(sight: Sight, told: tuple[LogLine, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The lines of a panel, and whom to notify of them.

    ``told``  the news of the panel: a choice in secret is cried out only where it begins
    """
    users = [user for seat in sight.awaited if (user := sight.user(seat)) is not None]
    seats = ", ".join(_with_mention(sight, seat) for seat in sight.awaited)
    secretly, everybody = _secretly(sight, told)
    said = (
        "⏸️ Nobody is at the table. The match rests until a player is back." if sight.paused else "",
        f"▶️ To move: {seats}" if seats else "",
        *_times(sight),
        *secretly,
        _not_there(sight),
    )
    return said, tuple(dict.fromkeys((*users, *everybody)))


def whom(sight: Sight) -> str:
    """``It waits for Red (Ann).``, as far as everybody may know; or nothing."""
    names = " and ".join(who(sight, seat) for seat in sight.awaited)
    return f"It waits for {names}." if names else ""


def until(due: datetime) -> str:
    """The moment and how long it is until then, each reader in their own time."""
    moment = int(due.timestamp())
    return f"<t:{moment}:f> (<t:{moment}:R>)"


def time_left(sight: Sight, decision: Decision) -> str:
    """``Time until … Otherwise …``, empty for a decision without a time limit, and for an offer
    that may simply be left alone."""
    due = sight.due.get(decision.key)
    otherwise = _unless(sight, decision)
    if due is None or not (decision.waits or otherwise):
        return ""
    return " ".join(filter(None, (f"⏳ Time until {until(due)}.", otherwise)))


def _unless(sight: Sight, decision: Decision) -> str:
    return escape(shortened(sight.unless(decision), 200))


def _with_mention(sight: Sight, seat: Seat) -> str:
    user = sight.user(seat)
    return f"**{seat_name(sight, seat)}**" + (f" <@{user}>" if user is not None else "")


def _times(sight: Sight) -> Iterable[str]:
    """By seat, the decision that is due first."""
    first: dict[Seat, Decision] = {}
    for decision in sight.waiting:
        known = first.get(decision.seat)
        due = sight.due.get(decision.key)
        if due is not None and (known is None or due < sight.due[known.key]):
            first[decision.seat] = decision
    for seat, decision in list(first.items())[:_MOST_TIMES]:
        name = f"{seat_name(sight, seat)}: " if len(sight.awaited) > 1 else ""
        yield f"-# {name}{time_left(sight, decision)}"


def _secretly(sight: Sight, told: tuple[LogLine, ...]) -> tuple[list[str], list[int]]:
    """Who has still to choose is never said: it would tell who has chosen."""
    if not sight.secretly:
        return [], []
    said = "🤫 Choices are being made in secret. The match goes on when all are in."
    everybody: list[int] = []
    if news.begins_a_secret_choice(told):
        everybody = [hold.user for hold in sight.holds if hold.user is not None]
        said = f"{said} {' '.join(f'<@{user}>' for user in everybody)}"
    time = ""
    if sight.secretly_due is not None:
        due = until(sight.secretly_due)
        time = f"-# ⏳ Time until {due}. What is missing then is chosen as usual."
    return [said, time], everybody


def _not_there(sight: Sight) -> str:
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
        words.format(", ".join(seat_name(sight, s) for s in some)) for some, words in said if some
    )
    line = " · ".join(named)
    return f"-# {line}" if line else ""
