"""Clocks and lengths of time, in words."""

from __future__ import annotations

from datetime import timedelta

from bot.chat.platform.safe_text import shorten
from bot.play.clocks.time_controls import Pace, Then, TimeControls
from games.core.contract import Meta

_LONGEST_CHOICE = 100


def choice_label(name: str, agreed: TimeControls, meta: Meta | None) -> str:
    """``standard: 1 day; a reaction 8 hours`` for a list to choose from."""
    said = describe_clocks(agreed, meta)
    named = name and not name[0].isdigit()  # the others are called by their notation
    if not agreed.has_limits or not named:
        return shorten(f"{said[0].upper()}{said[1:]}", _LONGEST_CHOICE)
    return shorten(f"{name}: {said}", _LONGEST_CHOICE)


def describe_clocks(agreed: TimeControls, meta: Meta | None) -> str:
    """The clocks in one line; without a game, kinds of decisions stand as they are written."""
    if not agreed.has_limits:
        return "no limit"
    kinds = meta.kinds if meta else {}
    said = [_describe_pace(agreed.usual)]
    said += [f"{kinds.get(kind, kind)} {_describe_pace(pace)}" for kind, pace in agreed.kinds]
    if agreed.grace:
        said.append(f"then {describe_length(agreed.grace)} of grace")
    if agreed.then is Then.VOTE:
        said.append("then the others decide")
    return "; ".join(said)


def describe_length(length: timedelta) -> str:
    """``3 days``, ``36 hours``, ``1 hour 30 minutes``; in whole minutes, rounded down."""
    minutes = int(length / timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    if hours >= 24 and not hours % 24 and not minutes:
        return count_things(hours // 24, "day")
    said = [count_things(hours, "hour")] if hours else []
    if minutes or not hours:
        said.append(count_things(minutes, "minute"))
    return " ".join(said)


def count_things(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _describe_pace(pace: Pace) -> str:
    if pace.time is None:
        return "no limit"
    if not pace.is_banked:
        return describe_length(pace.time)
    return (
        f"{describe_length(pace.time)} for the whole match, "
        f"{describe_length(pace.increment)} more for each "
        f"decision, at most {describe_length(pace.most)}"
    )
