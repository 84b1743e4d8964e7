"""What a turn comes to, in exact sentences: for a spectator, the one it struck, and the striker."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.astral_sailors import GAME
from games.astral_sailors.computer import COMPUTER
from games.astral_sailors.events import battle as e
from games.astral_sailors.project import view_of
from games.astral_sailors.tasks import Throw
from games.astral_sailors.words.words import WORDS
from games.core.chance import Chance, Rolled
from games.core.decisions import Decisions
from games.core.events import DIGESTED, Event
from games.core.geometry.squares import Facing, Square
from games.core.seats import SPECTATOR, Seat, Seated, Seats, Viewer
from tests.games.astral_sailors.positions import state, table, unit
from tests.games.replaying import visible

UNITS = (
    unit("R1", "EX1", "A1", Facing.S),
    unit("R3", "EX3", "C1", Facing.S),
    unit("R5", "EX3", "E1", Facing.S),
    unit("R9", "EX3", "G1", Facing.S),
    unit("B1", "GU1", "P16", Facing.N),
    unit("B2", "GU3", "N16", Facing.N),
)
RED, BLUE = Seated(Seat(0)), Seated(Seat(1))


def told(viewer: Viewer, *events: Event) -> tuple[str, ...]:
    match = table(UNITS)
    pools = zip(match.players, (23, 33), strict=True)
    match = replace(match, players=tuple(replace(each, pool=pool) for each, pool in pools))
    return WORDS.digest(view_of(state(match), viewer), visible(events, viewer), viewer)


def killed(code: str, by: str) -> e.UnitEliminated:
    return e.UnitEliminated(unit=code, by=by, commander=code in ("R1", "B1"))


def wounded(code: str, left: int) -> e.WoundsTaken:
    return e.WoundsTaken(
        unit=code, wounds=1, absorbed=0, paid=0, price=0, lost=1, left=left, pool=0
    )


def shot(attacker: str, defender: str, wounds: int) -> e.ExchangeResolved:
    throw = Throw(attacker, defender, half=False, a_mod=0, d_mod=0)
    return e.ExchangeResolved(how="shoot", throw=throw, pairs=(), a_why=(), d_why=(), wounds=wounds)


def moved(code: str) -> e.UnitMoved:
    path = (Square(0, 0), Square(0, 1))
    return e.UnitMoved(unit=code, how="move", path=path, cost=1, facing=Facing.S)


REWARD = e.RewardPaid(seat=1, points=5, extra=0, pool=33)
POISON = e.PoisonMarked(unit="R1", source="B2", damage=1)
ENDED = e.TurnEnded(seat=1)
TURN = (
    moved("B2"),
    shot("B2", "R5", 1),
    killed("R5", "B2"),
    REWARD,
    e.ReactionChosen(unit="R9", choice="none"),
    shot("B1", "R9", 2),
    killed("R9", "B1"),
    REWARD,
    POISON,
    ENDED,
)


def test_losses_come_first_then_poison_then_the_points() -> None:
    poisoned = "Red's Commander R1 is poisoned."
    moves = "Blue moved B2."
    points = "Red 23 points, Blue 33."
    assert told(SPECTATOR, *TURN) == ("Blue killed R5 and R9.", poisoned, moves)
    assert told(RED, *TURN) == (
        "Blue killed your R5 and R9.",
        "Your Commander R1 is poisoned.",
        points,
        moves,
    )
    assert told(BLUE, *TURN) == ("You killed R5 and R9.", poisoned, points, "You moved B2.")


def test_losing_your_own_commander_is_the_headline_whatever_else_happened() -> None:
    events = (killed("B2", "R3"), killed("R5", ""), killed("R1", "B2"), wounded("R3", 1))
    assert told(RED, *events) == (
        "Terrain killed your R5; Blue killed your Commander R1.",
        "Your R3 (1 RE left) is wounded.",
        "You killed B2.",
    )
    assert told(BLUE, *events) == (
        "Red killed your B2.",
        "Terrain killed R5; you killed Red's Commander R1.",
        "R3 (1 RE left) is wounded.",
    )


def test_the_wounded_are_told_with_what_they_have_left_but_not_the_fallen() -> None:
    events = (wounded("R3", 2), wounded("R3", 1), wounded("R5", 1), wounded("R9", 0))
    fell = killed("R9", "B2")
    assert told(RED, *events, fell, POISON) == (
        "Blue killed your R9.",
        "Your R3 (1 RE left) and R5 (1 RE left) are wounded; your Commander R1 is poisoned.",
    )


def test_a_turn_without_loss_tells_attacks_and_moves_and_no_dice() -> None:
    events = (shot("B2", "R3", 0), shot("B2", "R3", 0), moved("B2"), moved("B1"), ENDED)
    assert told(RED, *events) == ("Blue attacked twice without effect.", "Blue moved B2 and B1.")
    assert told(RED, ENDED) == ("Blue ends its turn.",)
    assert told(RED) == ()


def test_a_secret_is_told_to_its_seat_alone() -> None:
    given = e.ObjectiveGiven(team=0, objective=2, only=(Seat(0),))
    begins = e.RoundStarted(round=2)
    assert told(RED, begins, given) == (
        "Team A's objective is 2, Glory. Save up points in the pool.",
        "Round 2 begins.",
    )
    assert told(BLUE, begins, given) == told(SPECTATOR, begins, given) == ("Round 2 begins.",)


def test_many_units_are_named_in_part_and_quadrants_by_who_took_them() -> None:
    entered = [
        e.UnitReinforced(unit=f"B{n}", at=Square(0, 0), facing=Facing.N, cost=3, pool=33)
        for n in range(10, 19)
    ]
    taken = e.QuadrantChanged(quadrant="Q1-2", team=1, counter=2)
    assert told(RED, *entered, taken) == (
        "Blue captured Q1-2.",
        "Blue brought in B10, B11, B12, B13, B14 and 4 more.",
        "Red 23 points, Blue 33.",
    )


def test_every_whole_turn_of_a_computer_is_a_headline_and_at_most_three_sentences() -> None:
    rng, owner, span = Random(3), -1, list[Event]()
    playing = GAME.setup(GAME.settings.model_validate(dict(GAME.meta.first_match)), Seats.alone(2))
    turns: list[tuple[str, ...]] = []
    while len(turns) < 4:
        pending = GAME.pending(playing)
        if isinstance(pending, Chance):
            faces = (tuple(rng.randint(1, 6) for _ in range(roll.count)) for roll in pending.rolls)
            step = GAME.chance(playing, Rolled(tuple(faces)))
        else:
            assert isinstance(pending, Decisions)
            decision = next(each for each in pending.open if each.waits)
            view = GAME.view(playing, Seated(decision.seat))
            if decision.kind == "activate" and decision.seat != owner:
                owner = decision.seat
                turns.append(GAME.words.digest(view, visible(span, Seated(owner)), Seated(owner)))
                span = []
            move = COMPUTER.choose(view, decision, rng)
            assert move is not None
            step = GAME.apply(playing, decision.seat, decision, move)
        playing, span = step.state, [*span, *step.events]
    assert all(1 <= len(each) <= DIGESTED for each in turns)
    assert all(sum(map(len, each)) < 400 for each in turns)
    assert not any("⚀" <= letter <= "⚅" for each in turns for said in each for letter in said)
    assert not any("does not react" in said for each in turns for said in each)
