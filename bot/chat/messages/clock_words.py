"""Clocks and lengths of time, in words."""

from __future__ import annotations

from datetime import timedelta

from bot.chat.platform.safe_text import shortened
from bot.play.clocks.time_controls import Pace, Then, TimeControls
from games.core.contract import Meta

_LONGEST_CHOICE = 100


def choice(name: str, agreed: TimeControls, meta: Meta | None) -> str:
    """``standard: 1 day; a reaction 8 hours`` for a list to choose from."""
    said = described(agreed, meta)
    named = name and not name[0].isdigit()  # the others are called by their notation
    if not agreed.timed or not named:
        return shortened(f"{said[0].upper()}{said[1:]}", _LONGEST_CHOICE)
    return shortened(f"{name}: {said}", _LONGEST_CHOICE)


def described(agreed: TimeControls, meta: Meta | None) -> str:
    """The clocks in one line; without a game, kinds of decisions stand as they are written."""
    if not agreed.timed:
        return "no limit"
    kinds = meta.kinds if meta else {}
    said = [_pace(agreed.usual)]
    said += [f"{kinds.get(kind, kind)} {_pace(pace)}" for kind, pace in agreed.kinds]
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
