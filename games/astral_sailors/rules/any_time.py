"""What can be said at any time: draws, claims, leaving, taking over (D-57, D-59, D-75, D-77)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.events.battle import DrawOffered, DrawWithdrawn
from games.astral_sailors.moves import AgreeDraw, Claim, Leave, OfferDraw, TakeOver, WithdrawDraw
from games.astral_sailors.names import listed, seat_name
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.victory import conditions, ending
from games.astral_sailors.rules.victory.commanders import voters
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.view import SailorsView, TeamKnown
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat

Talk = OfferDraw | AgreeDraw | WithdrawDraw | Leave | Claim | TakeOver


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match, ``takeover`` for team-mates of one who left."""
    table = state.table
    talks = tuple(
        Decision(Seat(player.seat), "talk", player.talks, waits=False)
        for player in table.players
        if not player.left
    )
    return (*talks, *leaving.offers(table))


def refusal(view: SailorsView, seat: int, move: Talk) -> Forbidden | None:
    """Why it cannot be."""
    table = view.table
    if table.result is not None:
        return Forbidden("ASCW-D57", "The match is over.", code="NOT_POSSIBLE")
    if isinstance(move, TakeOver):
        return leaving.takeover_refusal(table, seat, move)
    if isinstance(move, Leave):
        return leaving.leave_refusal(table, seat, move)
    if table.players[seat].left:
        return Forbidden("ASCW-D59", "You have left this match.", code="NOT_POSSIBLE")
    if isinstance(move, Claim):
        own = view.teams[table.team(seat)] or TeamKnown()
        return _claim_refusal(table, seat, own)
    return _draw_refusal(table, seat, move)


def perform(builder: StepBuilder, seat: int, move: Talk) -> None:
    """Make a legal one."""
    if not isinstance(move, TakeOver):
        player = builder.player(seat)
        builder.put_player(replace(player, talks=player.talks + 1))
    match move:
        case OfferDraw() | AgreeDraw():
            _agree(builder, seat)
        case WithdrawDraw():
            agreed = tuple(other for other in builder.table.draw if other != seat)
            builder.table = replace(builder.table, draw=agreed)
            builder.tell(DrawWithdrawn(seat=seat))
        case Leave(handover):
            leaving.leave(builder, seat, handover=handover)
        case Claim():
            ending.win(builder, builder.table.team(seat))
        case TakeOver():
            leaving.take_over(builder, seat, move)


def _agree(builder: StepBuilder, seat: int) -> None:
    builder.table = replace(builder.table, draw=tuple(sorted({*builder.table.draw, seat})))
    wanted = voters(builder.table)
    agreed = [voter for voter in wanted if voter in builder.table.draw]
    builder.tell(DrawOffered(seat=seat, agreed=len(agreed), of=len(wanted)))
    if len(agreed) == len(wanted):
        ending.draw(builder, "ASCW-D75")


def _draw_refusal(
    table: Table, seat: int, move: OfferDraw | AgreeDraw | WithdrawDraw
) -> Forbidden | None:
    wanted = voters(table)
    offered = [voter for voter in wanted if voter in table.draw]
    if isinstance(move, WithdrawDraw):
        if seat in table.draw:
            return None
        why = "You have not agreed to a draw."
        return Forbidden("ASCW-D75", why, code="NOT_POSSIBLE")
    if seat not in wanted:
        why = "Without a living Commander you have no say in a draw."
        instead = "You can play on or leave the match."
        return Forbidden("ASCW-D75", why, instead=instead, code="NOT_POSSIBLE")
    if seat in table.draw:
        missing = [seat_name(voter) for voter in wanted if voter not in table.draw]
        why = f"You have already agreed to a draw; {listed(missing)} must still agree."
        instead = "You can withdraw it."
        return Forbidden("ASCW-D75", why, instead=instead, code="NOT_POSSIBLE")
    if isinstance(move, OfferDraw) and offered:
        names = listed([seat_name(voter) for voter in offered])
        why = f"{names} already offered a draw."
        return Forbidden("ASCW-D75", why, instead="You can agree to it.", code="NOT_POSSIBLE")
    if isinstance(move, AgreeDraw) and not offered:
        why = "No draw is on offer."
        return Forbidden("ASCW-D75", why, instead="You can offer one.", code="NOT_POSSIBLE")
    return None


def _claim_refusal(table: Table, seat: int, own: TeamKnown) -> Forbidden | None:
    if table.agreement.victory != "claim":
        why = "In this match the bot declares victories itself."
        return Forbidden("ASCW-D57", why, code="NOT_POSSIBLE")
    team = table.team(seat)
    if conditions.met(table, team, own):
        return None
    far = " ".join(conditions.tally(table, team, own.objective))
    why = f"Your team does not meet its condition for victory. {far}".strip()
    return Forbidden("ASCW-D57", why, code="NOT_FULFILLED")
