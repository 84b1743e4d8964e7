"""What can be said at any time: draws, claims, leaving, taking over (D-57, D-59, D-75, D-77)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import moves as m
from games.astral_sailors import notation as n
from games.astral_sailors.events import battle as e
from games.astral_sailors.names import listed, seat_name
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.victory import conditions, ending
from games.astral_sailors.rules.victory.commanders import voters
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.view import Asked
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match, ``takeover`` for team-mates of one who left."""
    table = state.table
    talks = tuple(
        Decision(Seat(player.seat), "talk", player.talks, waits=False)
        for player in table.players
        if not player.left
    )
    return (*talks, *leaving.offers(table))


# --- Draws (D-75) ---


def offer_refusal(asked: Asked, move: m.OfferDraw) -> Forbidden | None:
    if wrong := _left(asked) or _no_say(asked):
        return wrong
    table = asked.view.table
    offered = [seat_name(voter) for voter in voters(table) if voter in table.draw]
    if not offered:
        return None
    return _impossible(f"{listed(offered)} already offered a draw.", "You can agree to it.")


def agree_refusal(asked: Asked, move: m.AgreeDraw) -> Forbidden | None:
    if wrong := _left(asked) or _no_say(asked):
        return wrong
    table = asked.view.table
    if any(voter in table.draw for voter in voters(table)):
        return None
    return _impossible("No draw is on offer.", "You can offer one.")


def withdraw_refusal(asked: Asked, move: m.WithdrawDraw) -> Forbidden | None:
    if wrong := _left(asked):
        return wrong
    if asked.decision.seat in asked.view.table.draw:
        return None
    return _impossible("You have not agreed to a draw.")


def _left(asked: Asked) -> Forbidden | None:
    if asked.view.table.players[asked.decision.seat].left:
        return Forbidden("ASCW-D59", "You have left this match.", code="NOT_POSSIBLE")
    return None


def _no_say(asked: Asked) -> Forbidden | None:
    """Those with a living Commander are asked for a draw, each once."""
    table, seat = asked.view.table, asked.decision.seat
    if seat not in voters(table):
        why = "Without a living Commander you have no say in a draw."
        return _impossible(why, "You can play on or leave the match.")
    if seat in table.draw:
        missing = [seat_name(voter) for voter in voters(table) if voter not in table.draw]
        why = f"You have already agreed to a draw; {listed(missing)} must still agree."
        return _impossible(why, "You can withdraw it.")
    return None


def _impossible(why: str, instead: str = "") -> Forbidden:
    return Forbidden("ASCW-D75", why, instead=instead, code="NOT_POSSIBLE")


def agree(builder: StepBuilder, decision: Decision, move: m.OfferDraw | m.AgreeDraw) -> None:
    seat = decision.seat
    _count(builder, seat)
    builder.table = replace(builder.table, draw=tuple(sorted({*builder.table.draw, seat})))
    wanted = voters(builder.table)
    agreed = [voter for voter in wanted if voter in builder.table.draw]
    builder.tell(e.DrawOffered(seat=seat, agreed=len(agreed), of=len(wanted)))
    if len(agreed) == len(wanted):
        ending.draw(builder, "ASCW-D75")


def withdraw(builder: StepBuilder, decision: Decision, move: m.WithdrawDraw) -> None:
    seat = decision.seat
    _count(builder, seat)
    agreed = tuple(other for other in builder.table.draw if other != seat)
    builder.table = replace(builder.table, draw=agreed)
    builder.tell(e.DrawWithdrawn(seat=seat))


def _count(builder: StepBuilder, seat: int) -> None:
    """The next question of the seat has a key of its own."""
    player = builder.player(seat)
    builder.put_player(replace(player, talks=player.talks + 1))


# --- Claiming, leaving, taking over ---


def claim_refusal(asked: Asked, move: m.Claim) -> Forbidden | None:
    """Whether the team has won (option ``victory: claim``)."""
    table, own = asked.view.table, asked.view.known(asked.decision.seat)
    if wrong := _left(asked):
        return wrong
    if table.agreement.victory != "claim":
        why = "In this match the bot declares victories itself."
        return Forbidden("ASCW-D57", why, code="NOT_POSSIBLE")
    team = table.team(asked.decision.seat)
    if conditions.met(table, team, own):
        return None
    far = " ".join(conditions.tally(table, team, own.objective))
    why = f"Your team does not meet its condition for victory. {far}".strip()
    return Forbidden("ASCW-D57", why, code="NOT_FULFILLED")


def claim(builder: StepBuilder, decision: Decision, move: m.Claim) -> None:
    _count(builder, decision.seat)
    ending.win(builder, builder.table.team(decision.seat))


def leave(builder: StepBuilder, decision: Decision, move: m.Leave) -> None:
    _count(builder, decision.seat)
    leaving.leave(builder, decision.seat, handover=move.handover)


VERBS: tuple[n.Verb, ...] = (
    n.verb(m.OfferDraw, "talk", "DRAW | OFFER | OFFER DRAW | DRAW OFFER", offer_refusal, agree),
    n.verb(m.AgreeDraw, "talk", "AGREE[ DRAW]", agree_refusal, agree),
    n.verb(m.WithdrawDraw, "talk", "WITHDRAW[ DRAW]", withdraw_refusal, withdraw),
    n.verb(m.Leave, "talk", "LEAVE[ {handover}]", leaving.leave_refusal, leave),
    n.verb(m.Claim, "talk", "CLAIM", claim_refusal, claim),
    n.verb(
        m.TakeOver,
        "takeover",
        "TAKE {seat} {yes}",
        leaving.takeover_refusal,
        leaving.take_over,
        short=("{yes}",),
        fill=n.army_offered,
    ),
)
