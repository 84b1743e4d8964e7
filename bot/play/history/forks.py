"""Practice matches that start from a position of another match.

While that match is running, the position is built from what the person who forks it may see, and
the rest is invented: nobody learns a secret by trying things out.
"""

from __future__ import annotations

import random
from dataclasses import replace

from bot.play.executor import PlayContext, Receipt
from bot.play.history import looking_back
from bot.play.lobby import practice
from bot.play.lobby.practice import PracticePlace
from bot.play.match import views
from bot.play.match.transitions import PendingEntry, Transition, start_body
from bot.play.refusals import NotNow
from bot.play.seat_holders import spare_seats
from bot.play.storage.records import EntryKind, MatchId, Status
from games.core.types import Ending


async def check(context: PlayContext, match_id: MatchId, user: int, number: int) -> None:
    """Raise a ``Refusal`` when a fork cannot begin from the position after this entry."""
    match_view = await views.load_for_user(context, match_id, user)
    _, state = await looking_back.find_position(context, match_view, number)
    if isinstance(match_view.game.pending(state), Ending):
        raise NotNow(
            f"The match was over after #{number}, so there is nothing left to play.",
            instead="Press Try it out on an earlier one: `/match show` with its option at.",
        )


async def start(
    context: PlayContext, match_id: MatchId, place: PracticePlace, number: int
) -> Receipt:
    """Begin a match in ``place`` from the position after the public entry ``number``.

    Raises a ``Refusal``.
    """
    match_view = await views.load_for_user(context, match_id, place.host.user)
    _, state = await looking_back.find_position(context, match_view, number)
    over, game = match_view.match.status is Status.OVER, match_view.game
    said = f"A match for practice begins after #{number}."
    if game.meta.secrets and over:
        await looking_back.disclose(context, match_id)
    else:
        rng = random.Random(int.from_bytes(context.entropy.bytes(32), "big"))
        state = game.reimagine(game.view(state, match_view.viewer), rng)
        if game.meta.secrets:
            said += " What you may not know is made up here and may differ from the match."
    if place.seat is None:
        place = replace(place, seat=match_view.seat)
    old = match_view.match
    match = practice.build_match(context, game, place, old.settings, old.sides.teams)
    # In a practice match one may play the other seats, and set up any position.
    match = replace(match, origin=f"{practice.FORK}{old.id}", referee=place.host.user)
    start = game.setup(match_view.settings, old.sides)
    transition = Transition(
        game, match, practice.build_holders(game, match, place, alone=True), start, begun=False
    )
    transition.add(PendingEntry(EntryKind.START, start_body(match.settings, match.teams), start))
    transition.set_position(state)
    if spare_seats(transition.holders.values()):
        said += " You play all sides; people you let into the thread can take one: `/match join`."
    return await practice.begin(context, place, transition, "fork", said)
