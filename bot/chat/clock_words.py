"""Clocks and lengths of time, in words."""

from __future__ import annotations

from datetime import timedelta

from bot.chat.safe_text import shortened
from bot.play.clocks import time_controls
from bot.play.clocks.time_controls import Pace, Then, TimeControls
from games.core.contract import Meta

_LONGEST_CHOICE = 100


def choice(name: str, agreed: TimeControls) -> str:
    """``standard: 24 hours; react 8 hours; …`` for a list to choose from."""
    written = time_controls.write(agreed)
    if not agreed.timed:
        return "No limit"
    if name == written or not name:
        return shortened(f"{_pace(agreed.usual)}{_rest(agreed)}", _LONGEST_CHOICE)
    return shortened(f"{name}: {written}", _LONGEST_CHOICE)


def described(agreed: TimeControls, meta: Meta) -> str:
    """In one line, for people who have not agreed on it themselves."""
    if not agreed.timed:
        return "as long as you like"
    said = [_pace(agreed.usual)]
    said += [f"{meta.kinds.get(kind, kind)} {_pace(pace)}" for kind, pace in agreed.kinds]
    if agreed.grace:
        said.append(f"then {lasting(agreed.grace)} of grace")
    if agreed.then is Then.VOTE:
        said.append("then the others decide")
    return "; ".join(said)


def lasting(length: timedelta) -> str:
    """``3 days``, ``36 hours``, ``1 hour 30 minutes``; in whole minutes, rounded down."""
    minutes = int(length / timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    if hours >= 24 and not hours % 24 and not minutes:
        return counted(hours // 24, "day")
    said = [counted(hours, "hour")] if hours else []
    if minutes or not hours:
        said.append(counted(minutes, "minute"))
    return " ".join(said)


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _pace(pace: Pace) -> str:
    if pace.time is None:
        return "no limit"
    if not pace.banked:
        return lasting(pace.time)
    return (
        f"{lasting(pace.time)} for the whole match, {lasting(pace.increment)} more for each "
        f"decision, at most {lasting(pace.most)}"
    )


def _rest(agreed: TimeControls) -> str:
    """The clauses after the usual time, as they are written."""
    _, _, rest = time_controls.write(agreed).partition("; ")
    each = " for each decision" if not agreed.usual.banked and agreed.usual.time else ""
    return f"{each}; {rest}" if rest else each
