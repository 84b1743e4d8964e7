"""The referee answers for a seat: with its default, or with a move that is entered for it."""

from __future__ import annotations

from dataclasses import replace

from bot.play.match.automation import Automation
from bot.play.referee.authority import ActionResult, RefereeCase, referee_action
from bot.play.referee.referee_views import load_seen, may_answer
from bot.play.refusals import NotNow, check_running
from bot.play.storage.records import EntryKind
from games.core.log import replay
from games.core.types import Decision, Seat


@referee_action("default")
async def default(case: RefereeCase, seat: Seat) -> ActionResult:
    """Play the default of ``seat`` now."""
    check_running(case.match)
    transition, name = case.transition, case.seat_name(seat)
    decision = await _find_awaited(case, seat)
    at = len(transition.lines)
    if not Automation(transition).expire(decision):
        raise NotNow(
            f"This decision of {name} has no default.", instead="Enter a move for the seat instead."
        )
    transition.lines[at] = replace(transition.lines[at], **case.line)
    line = transition.lines[at]
    said = "" if decision.secret else f" {line.text}"
    return ActionResult(f"{name}'s default was played:{said or ' in secret'}.")


@referee_action("move")
async def move(case: RefereeCase, seat: Seat, text: str) -> ActionResult:
    """Play a move for ``seat``, checked like one of its own."""
    check_running(case.match)
    transition, name = case.transition, case.seat_name(seat)
    if case.seat == seat:
        raise NotNow("That is your own seat.", instead="Play with `/move`.")
    looked = await load_seen(case.work, transition.game, transition.match.id, case.ruling.user)
    if not may_answer(transition.game, case.seat, looked, seat):
        raise NotNow(
            f"To answer for {name} you would have to see what {name} sees.",
            instead="You play yourself: force the default, or ask somebody who does not play."
            if case.seat is not None
            else f"Look first: `/referee look seat:{name}`.",
        )
    decision, found, done = replay.answer(transition.game, transition.state, seat, text)
    transition.play(EntryKind.MOVE, decision, found, done, **case.line)
    return ActionResult(f"Entered for {name}: {transition.game.write(found)}")


async def _find_awaited(case: RefereeCase, seat: Seat) -> Decision:
    """The decision of ``seat`` that the match waits for. Raises ``NotNow``.

    Whether a seat has made its secret choice is told to its own player, and to a referee who has
    looked: with a refusal nobody else can find it out.
    """
    game, name = case.transition.game, case.seat_name(seat)
    looked = await load_seen(case.work, game, case.match.id, case.ruling.user)
    sees = seat == case.seat or may_answer(game, case.seat, looked, seat)
    waited = [
        each
        for each in case.transition.open_decisions
        if each.seat == seat and each.waits and (sees or not each.secret)
    ]
    if waited:
        return waited[0]
    if sees:
        raise NotNow(f"The match is not waiting for {name}.")
    sentence, instead = f"The match is not openly waiting for {name}.", ""
    if any(
        each.secret and each.waits for each in case.transition.open_decisions
    ):  # as everybody sees
        if case.seat is None:
            instead = f"For what is chosen in secret, look first: `/referee look seat:{name}`."
        else:
            sentence += " For what is chosen in secret, that is for a referee who does not play."
    raise NotNow(sentence, instead=instead)
