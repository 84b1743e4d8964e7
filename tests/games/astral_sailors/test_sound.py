"""A state that play could not have led to is found out; one that it leads to never is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.astral_sailors.state import Answer, State
from games.astral_sailors.table import Piece, Player, Poison, Table, Team, Turn, Unit
from games.astral_sailors.tasks import Attack, DiceOff, Part, RollIncome, Tick
from games.core.agenda import Do
from tests.games.astral_sailors.by_hand import skirmish, unsound
from tests.games.astral_sailors.positions import piece, state, unit
from tests.games.kit import random_match, title_of


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize("seed", range(10))
def test_every_state_of_a_random_match_is_sound(seed: int) -> None:
    match = random_match(title_of("astral_sailors"), seed)
    for at, each in enumerate(match.states):
        assert not unsound(each), (seed, at, unsound(each))


def _unit(code: str, **values: object) -> Callable[[Table], Table]:
    return lambda of: of.with_unit(replace(of.units[code], **values))  # type: ignore[arg-type]


def _player(seat: int, **values: object) -> Callable[[Table], Table]:
    def change(of: Table) -> Table:
        changed: Player = replace(of.players[seat], **values)  # type: ignore[arg-type]
        return of.with_player(changed)

    return change


def _team(number: int, **values: object) -> Callable[[Table], Table]:
    def change(of: Table) -> Table:
        changed: Team = replace(of.teams[number], **values)  # type: ignore[arg-type]
        return of.with_team(number, changed)

    return change


def _turn(**values: object) -> Callable[[Table], Table]:
    def change(of: Table) -> Table:
        changed: Turn = replace(of.turn, **values)  # type: ignore[arg-type]
        return replace(of, turn=changed)

    return change


def _table(**values: object) -> Callable[[Table], Table]:
    return lambda of: replace(of, **values)  # type: ignore[arg-type]


def _more(*units: Unit) -> Callable[[Table], Table]:
    return lambda of: of.with_unit(*units)


def _before(change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """The change while units are deployed, before the first round."""
    return lambda of: change(replace(of, round=0, phase="deployment", units=_unmarked(of)))


def _unmarked(of: Table) -> dict[str, Unit]:
    return {code: replace(each, ap=0) for code, each in of.units.items()}


SHOT = Attack("shoot", "R2", (Part("B2", 1),))


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (_unit("R2", c=3), "R2 cannot stand where it does."),
        (_unit("R2", c=5, r=7), "R2 cannot stand where it does."),
        (_unit("R2", c=16), "R2 cannot stand where it does."),
        (_unit("R2", lost=2), "R2 has 2 of 1 RE lost."),
        (_unit("R2", lost=-1), "R2 has -1 of 1 RE lost."),
        (_unit("R2", ap=3), "R2 has 3 of 2 AP."),
        (_unit("R2", used=1), "R2 has 1 of 0 Limited shots."),
        (_unit("B1", absorbed=2), "B1 has 2 of 1 absorbed wounds."),
        (_unit("R2", activated=5), "R2 has 5 of 4 activations."),
        (_unit("R2", shot=5), "R2 has 5 of 4 shots."),
        (_unit("R2", kills=-1), "R2 has fewer than 0 kills."),
        (_unit("R2", rerolls=("luck",)), "R2 has used re-rolls that do not exist."),
        (_unit("R2", lent=("attack", "attack")), "R2 has used re-rolls that do not exist."),
        (_unit("R1", cover=True), "R1 has no Cover."),
        (_unit("R2", poison=(Poison("B9", 1, 1),)), "There is no unit B9."),
        (_unit("R2", poison=(Poison("R1", 1, 1),)), "R1 is not an enemy of R2."),
        (_unit("R2", poison=(Poison("B2", 1, 4),)), "lasts must be from 1 to 3, not 4."),
        (_unit("R2", poison=(Poison("B2", 1, 0),)), "lasts must be from 1 to 3, not 0."),
        (_unit("R2", poison=(Poison("B2", 0, 1),)), "poison must be from 1 to 9, not 0."),
        (_unit("R2", poison=(Poison("B2", 1, 1),) * 2), "must be from 0 to 1, not 2."),
        (_unit("R2", lent=("attack",)), "R2 is not a Commander and lends no re-rolls."),
        (_unit("R3", shot=1), "R3 is in the Reserve but has marks from the board."),
        (_table(round=21), "The last round is 20."),
        (_unit("R2", seen=False), "R2 is on the board but has not been revealed."),
        (_unit("R3", lost=1), "R3 is in the Reserve but has marks from the board."),
        (_unit("R3", c=4, r=4), "R3 is in the Reserve but has marks from the board."),
        (_unit("R2", delivered=True), "R2 was delivered but is still in play."),
        (_unit("R2", kind="ZZ9"), "R2 has an unknown player or kind."),
        (_unit("R2", seat=1), "The units are not sorted by code."),
        (_unit("R2", holds="B1"), "R2 does not hold B1."),
        (_unit("B1", held_by="R2", place="captive", ap=0), "R2 does not hold B1."),
        (_unit("B1", place="captive", ap=0), "B1 is a captive without a captor."),
        (_unit("B1", place="out"), "B1 is out of the match but could act."),
        (_more(unit("R9", "EX3", "A9"), unit("B9", "EX3", "")), "sorted by code."),
        (_player(0, pool=-1), "Red has fewer than 0 points or kills."),
        (_player(0, main="R2"), "Red does not have the Commander R2."),
        (_player(0, main="B1"), "Red does not have the Commander B1."),
        (_player(0, team=1), "Red is not in Team B."),
        (_player(0, removed=True), "Red is out of the match but has not left it."),
        (
            _player(0, removed=True, left=True),
            ("R1 is on the board, but its player is out of the match."),
        ),
        (_player(0, played_by=1, left=True), "is played by a player who cannot play it."),
        (_team(0, seats=(1,)), "Every player must be in one team"),
        (_team(0, commanders=-1), "Team A has fewer than 0 kills."),
        (_team(0, delivered=(0,)), "Team A has delivered Commanders it cannot have delivered."),
        (_team(0, quadrants={"Q1-1": 3}), "Team A cannot hold Q1-1 like that."),
        (_team(0, quadrants={"Q9-1": 1}), "Team A cannot hold Q9-1 like that."),
        (_team(0, objective=3), "Team A has revealed an objective it does not have."),
        (_table(size=24), "The board has the wrong size"),
        (_table(round=0), "R1 has marks from a battle that has not begun."),
        (_before(_player(0, civilians=1)), "Red has kills from a battle that has not begun."),
        (_before(_team(0, commanders=1)), "Team A has gains from a battle that has not begun."),
        (_before(_team(1, delivered=(0,))), "Team B has gains from a battle that has not begun."),
        (_before(_team(0, quadrants={"Q1-1": 1})), "Team A has gains from a battle"),
        (_table(phase="deployment"), "There are no rounds before the battle."),
        (_table(pieces=(Piece("ZZ", 1, 1),)), "A piece of scenery is of an unknown kind."),
        (_table(pieces=(piece("WA", "O1"),)), "would not fit on the board"),
        (_table(pieces=(piece("WA", "F8"), piece("CR", "G8"))), "would overlap"),
        (_turn(order=(0, 2)), "names an unknown player."),
        (_turn(order=(0, 0)), "names a player twice."),
        (_turn(half=3), "Invalid turn position, half or quota."),
        (_turn(quota=-1), "Invalid turn position, half or quota."),
        (_turn(at=2), "The player on turn is not playing."),
        (_turn(active="R2"), "R2 cannot be the active unit."),
        (_turn(struck=(1,)), "was struck by scenery that does not exist."),
        (_table(agenda=(Tick("R9"),)), "refers to something that does not exist."),
        (_table(agenda=(Do("dance"),)), "refers to something that does not exist."),
        (_table(agenda=(DiceOff("round", (5,)),)), "refers to something that does not exist."),
        (_table(agenda=(RollIncome((7,)),)), "refers to something that does not exist."),
        (
            _table(agenda=(replace(SHOT, attacker="R9"),)),
            "refers to something that does not exist.",
        ),
        (_table(agenda=(Do("check"),)), "The match would wait for no one."),
        (_table(phase="over"), "The match is over but has pending steps."),
    ],
)
def test_what_play_could_not_lead_to_is_found(broken: Callable[[Table], Table], why: str) -> None:
    of = skirmish()
    assert not unsound(state(of))
    assert why in unsound(state(broken(of)))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"objective": 9}, "Team A has an unknown objective."),
        ({"target": 1}, "Team A has a target but no Manhunt."),
        ({"objective": 3, "target": 0}, "Team A has an invalid target."),
        ({"objective": 3, "target": 1, "asked": True}, "Team A has an invalid target."),
        ({"bellicose": True}, "Team A is Bellicose but has an objective."),
        ({"objective": 0, "bellicose": True}, "Too many teams fight as Bellicose Hedonists."),
    ],
)
def test_secrets_that_do_not_agree_are_found(values: dict[str, object], why: str) -> None:
    there = state(skirmish())
    secret = replace(there.secrets.teams[0], **values)  # type: ignore[arg-type]
    broken = replace(there, secrets=there.secrets.with_team(0, secret))
    assert unsound(broken) == why


def test_answers_and_lists_of_what_there_is_not_are_found() -> None:
    there = state(skirmish())
    waiting = replace(there.secrets, answers=(Answer("R2", "none"),))
    assert unsound(State(there.table, waiting)) == "There is an answer without a question."
    draft = replace(there.secrets.drafts[0], units=("ZZ9",))
    listed = there.secrets.with_draft(0, draft)
    assert unsound(State(there.table, listed)) == "An army list has an unknown unit."
    fewer = replace(there.secrets, drafts=())
    assert "does not match the teams" in unsound(State(there.table, fewer))
    two = (replace(there.table.teams[0], quadrants={"Q1-1": 1}),) * 2
    teams = tuple(replace(each, seats=(seat,)) for seat, each in enumerate(two))
    assert unsound(state(replace(there.table, teams=teams))) == "Q1-1 is held by two teams."
