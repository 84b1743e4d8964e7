"""Hourly limits on expensive requests and on what reaches others, for each person and server."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import NamedTuple

from bot.play.executor import PlayContext
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import lock_key
from bot.play.storage.profiles import Try

HOUR = timedelta(hours=1)


class HourlyLimit(NamedTuple):
    """``most`` times an hour; ``done`` says what for."""

    what: str
    most: int
    done: str


IMPORT = HourlyLimit("import", 12, "You have imported 12 files within an hour")
FORK = HourlyLimit("fork", 12, "You have begun 12 forks within an hour")
BEST_MOVES = HourlyLimit("best moves", 60, "You have looked at best moves 60 times within an hour")
LESSON = HourlyLimit("lesson", 12, "You have begun 12 first matches within an hour")
INVITATION = HourlyLimit("invite", 5, "You have invited 5 people within an hour")
OFFER = HourlyLimit("offer", 6, "You have offered seats 6 times within an hour")
SERVER_INVITATIONS = HourlyLimit(
    "server invites", 60, "60 people were invited on this server within an hour"
)
SERVER_OFFERS = HourlyLimit(
    "server offers", 30, "Seats were offered on this server 30 times within an hour"
)
TOURNAMENT = HourlyLimit("cup", 6, "You have opened 6 tournaments within an hour")
SIGN_UP = HourlyLimit("sign up", 20, "You have signed up or withdrawn 20 times within an hour")
SHARED_CODE = HourlyLimit("shared code", 30, "You have tried 30 codes within an hour")
PUBLIC_REPLAY = HourlyLimit("replay", 6, "You have posted 6 replays within an hour")


async def count_offer(context: PlayContext, user: int, server: int) -> None:
    """Count an offer of seats, which may notify a role. Raises ``NotNow``."""
    await count_try(context, OFFER, user)
    await count_try(context, SERVER_OFFERS, server)


async def count_try(context: PlayContext, limit: HourlyLimit, user: int) -> None:
    """Count one try of a person or on a server, whatever comes of it. Raises ``NotNow`` with the
    time to wait."""
    now = context.clock.now()
    async with context.store.writing(lock_key("user", user)) as work:
        tries = await work.read(queries.TriesOf(user, limit.what, now - HOUR))
        if len(tries) >= limit.most:
            minutes = math.ceil((tries[0].at + HOUR - now) / timedelta(minutes=1))
            wait = "1 minute" if minutes == 1 else f"{minutes} minutes"
            raise NotNow(f"{limit.done}. Try again in {wait}.")
        await work.keep(Try(user, limit.what, now))
        await work.commit()
