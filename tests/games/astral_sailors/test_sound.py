"""A state that play could not have led to is found out; one that it leads to never is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.astral_sailors import GAME
from games.astral_sailors.editing import EDITING
from games.astral_sailors.secrets import SecretAnswer
from games.astral_sailors.table import Player, Poison, Result, Scenery, Table, Team, Turn, Unit
from games.astral_sailors.tasks import (
    NOBODY,
    Attack,
    AttackTarget,
    DiceOff,
    RollIncome,
    RollObjectives,
    Tick,
)
from games.core.steps import Do
from tests.games.astral_sailors.by_hand import skirmish, unsound
from tests.games.astral_sailors.positions import piece, state, unit


def _unit(code: str, **values: object) -> Callable[[Table], Table]:
    return lambda of: of.put(replace(of.units[code], **values))  # type: ignore[arg-type]


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
    return lambda of: of.put(*units)


def _before(change: Callable[[Table], Table]) -> Callable[[Table], Table]:
    """The change while units are deployed, before the first round."""
    early = {"round": 0, "phase": "deployment", "starter": NOBODY}
    return lambda of: change(replace(of, units=_unmarked(of), **early))  # type: ignore[arg-type]


def _held(captor: str, captive: str, **values: object) -> Callable[[Table], Table]:
    def change(of: Table) -> Table:
        at = of.units[captor]
        there = {"place": "captive", "held_by": captor, "ap": 0, "c": at.c, "r": at.r, **values}
        return _unit(captor, holds=captive)(_unit(captive, **there)(of))

    return change


def _option(**values: object) -> Callable[[Table], Table]:
    return lambda of: replace(of, agreement=of.agreement.replace(**values))


def _last_undeployed(of: Table) -> Table:
    """Red has not deployed, and it is the turn of Blue after it."""
    return _turn(at=1)(_player(0, deployed=False)(of))


def _full(of: Table) -> Table:
    """Red is to place a piece on a board that is full of scenery."""
    walls = (Scenery("CR", c, r) for c in range(of.size) for r in range(of.size))
    return _before(_table(phase="scenery", pieces=tuple(walls), units={}))(of)


def _unmarked(of: Table) -> dict[str, Unit]:
    return {code: replace(each, ap=0) for code, each in of.units.items()}


SHOT = Attack("shoot", "R2", (AttackTarget("B2", 1),))
NOTHING = "refers to something that does not exist."
LEFT = {"left": True, "removed": True}


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize(
    ("broken", "rule", "why"),
    [
        (_unit("R2", c=3), "D05", "B2 Night Warrant already stands there."),
        (_unit("R2", c=5, r=7), "D05", "R2 Vault Warden cannot stand on High wall."),
        (_unit("R2", c=16), "D05", "R2 Vault Warden would not fit on the board."),
        (_unit("R2", lost=2), "93", "The RE lost of R2 must be from 0 to 1, not 2."),
        (_unit("R2", lost=-1), "93", "The RE lost of R2 must be from 0 to 1, not -1."),
        (_unit("R2", ap=3), "51", "The AP of R2 must be from 0 to 2, not 3."),
        (_unit("R2", used=1), "150", "The Limited shots used of R2 must be from 0 to 0, not 1."),
        (_unit("B1", absorbed=2), "144", "round of B1 must be from 0 to 1, not 2."),
        (_unit("R2", activated=5), "48", "The last activation of R2 must be from 0 to 4, not 5."),
        (_unit("R2", shot=5), "86", "The last shot of R2 must be from 0 to 4, not 5."),
        (_unit("R2", kills=-1), "128", "The kills of R2 must be from 0 to 9999, not -1."),
        (_unit("R2", rerolls=("luck",)), "D26", "Each re-roll of R2 can be named once"),
        (_unit("R1", lent=("attack", "attack")), "D26", "Each re-roll of R1 can be named once"),
        (_unit("R1", cover=True), "139", "R1 does not have the special rule Cover."),
        (_unit("R2", poison=(Poison("B9", 1, 1),)), "158", "by B9, which does not exist."),
        (_unit("R2", poison=(Poison("R1", 1, 1),)), "158", "by R1, which is not an enemy."),
        (_unit("R2", poison=(Poison("B2", 1, 4),)), "158", "lasts must be from 1 to 3, not 4."),
        (_unit("R2", poison=(Poison("B2", 1, 0),)), "158", "lasts must be from 1 to 3, not 0."),
        (_unit("R2", poison=(Poison("B2", 0, 1),)), "158", "poison must be from 1 to 9, not 0."),
        (_unit("R2", poison=(Poison("B2", 10, 1),)), "158", "poison must be from 1 to 9, not 10."),
        (_unit("R2", poison=(Poison("B2", 1, 1),) * 2), "D33", "The most marks of poison on R2"),
        (_unit("R2", lent=("attack",)), "148", "R2 is not a Commander and lends no re-rolls."),
        (_unit("R3", shot=1), "D36", "R3 is in the Reserve but has marks from the board."),
        (_unit("R3", lost=1), "D36", "R3 is in the Reserve but has marks from the board."),
        (_unit("R3", c=4, r=4), "D36", "R3 is in the Reserve but has marks from the board."),
        (_unit("R2", seen=False), "D54", "R2 is on the board but has not been revealed."),
        (_unit("R2", delivered=True), "126", "R2 was delivered but is still in play."),
        (_unit("R2", kind="ZZ9"), "D54", "R2 has an unknown player or kind."),
        (_unit("R2", seat=2), "D54", "R2 has an unknown player or kind."),
        (_unit("R2", seat=1), "D54", "R2 is stored under another code."),
        (_more(unit("R9", "EX3", "A9"), unit("B9", "EX3", "")), "D54", "not sorted by code."),
        (_unit("R2", holds="B1"), "D61", "R2 does not hold B1."),
        (_unit("B1", held_by="R2", place="captive", ap=0), "D61", "R2 does not hold B1."),
        (_unit("B1", place="captive", ap=0), "D61", "B1 is a captive without a captor."),
        (_unit("B1", place="captive", held_by="R2"), "127", "B1 is a captive but could act."),
        (_unit("B1", place="out"), "D36", "B1 is out of the match but could act."),
        (_held("R2", "B1", c=1, r=1), "D61", "B1 is not at R2's place."),
        (_held("R2", "B2"), "119", "B2 Night Warrant is not a Commander."),
        (_held("B2", "B1"), "119", "B1 is not an enemy of B2."),
        (_held("R3", "B1"), "D61", "R3 does not hold B1."),
        (_player(0, pool=-1), "D46", "Red has fewer than 0 points or kills."),
        (_player(0, civilians=-1), "D46", "Red has fewer than 0 points or kills."),
        (_player(0, main="R2"), "D45", "R2 is not a Commander of Red."),
        (_player(0, main="B1"), "D45", "B1 is not a Commander of Red."),
        (_player(0, main="R9"), "D45", "R9 is not a Commander of Red."),
        (_player(0, team=1), "28", "Red is not in Team B."),
        (_player(0, removed=True), "D59", "Red is out of the match but has not left it."),
        (_player(0, **LEFT), "D59", "R1 is in play, but Red is out of the match."),
        (_player(0, **LEFT), "D59", "R3 is in play, but Red is out of the match."),
        (_player(0, played_by=1, left=True), "D77", "can play the army of Red."),
        (_player(0, played_by=0, left=True), "D77", "can play the army of Red."),
        (_player(0, army_size=120), "24", "and so on up to 1,000 points, not 120."),
        (_team(0, seats=(1,)), "30", "Every player must be in one team"),
        (_table(size=24), "16", "The board has the wrong size"),
        (_option(army_size=1050), "24", "not 1050."),
        (_option(start_pool=100), "D46", "a pool can start with at most 99"),
        (_team(0, commanders=-1), "116", "Team A has fewer than 0 kills."),
        (_team(0, delivered=(0,)), "119", "Commanders it cannot have delivered."),
        (_team(0, delivered=(2,)), "119", "Commanders it cannot have delivered."),
        (_team(0, delivered=(1,) * 7), "119", "There are not that many Commanders."),
        (_team(0, quadrants={"Q1-1": 3}), "131", "Team A cannot hold Q1-1 like that."),
        (_team(0, quadrants={"Q9-1": 1}), "131", "Team A cannot hold Q9-1 like that."),
        (_team(0, objective=3), "113", "Team A has revealed an objective it does not have."),
        (_table(round=0), "41", "R1 has marks from a battle that has not begun."),
        (_table(round=0), "41", "The battle begins with round 1."),
        (_before(_player(0, civilians=1)), "133", "Red has kills from a battle"),
        (_before(_team(0, commanders=1)), "41", "Team A has gains from a battle"),
        (_before(_team(1, delivered=(0,))), "41", "Team B has gains from a battle"),
        (_before(_team(0, quadrants={"Q1-1": 1})), "41", "Team A has gains from a battle"),
        (_before(_table(starter=1)), "41", "There are no rounds before the battle."),
        (_before(_last_undeployed), "D52", "Then Red would never deploy."),
        (_before(_table(phase="scenery", turn=Turn((1,)))), "D49", "would never place scenery."),
        (_before(_table(phase="muster")), "D54", "but units already exist."),
        (_table(phase="deployment"), "41", "There are no rounds before the battle."),
        (_table(round=21), "D67", "The last round is 20."),
        (_table(starter=2), "44", "An unknown team starts the round."),
        (_table(pieces=(Scenery("ZZ", 1, 1),)), "20", "A piece of scenery is of an unknown kind."),
        (_table(pieces=(piece("WA", "O1"),)), "D49", "would not fit on the board"),
        (_table(pieces=(piece("WA", "F8"), piece("CR", "G8"))), "D49", "would overlap High wall"),
        (_full, "D49", "no room for the next piece to be placed."),
        (_turn(order=(0, 2)), "D41", "names an unknown player."),
        (_turn(order=(0, 0)), "D41", "names a player twice."),
        (_turn(half=3), "D43", "Only the activation phase has halves, 1 and 2."),
        (_turn(quota=-1), "D43", "A number of the turn is below 0."),
        (_table(asked=-1), "D43", "A number of the turn is below 0."),
        (_turn(at=2), "D41", "The player on turn is not playing."),
        (_turn(active="R2"), "48", "R2 cannot be the active unit."),
        (_turn(moved=True), "48", "There is no active unit that could have moved."),
        (_turn(struck=(1,)), "D16", "was struck by scenery that does not exist."),
        (_turn(touched=(1,)), "D16", "was struck by scenery that does not exist."),
        (_table(agenda=(Tick("R9"),)), "D21", NOTHING),
        (_table(agenda=(Do("dance"),)), "D21", NOTHING),
        (_table(agenda=(DiceOff("round", (5,)),)), "D21", NOTHING),
        (_table(agenda=(RollIncome((7,)),)), "D21", NOTHING),
        (_table(agenda=(RollObjectives((7,)),)), "D21", NOTHING),
        (_table(agenda=(replace(SHOT, attacker="R9"),)), "D21", NOTHING),
        (_table(agenda=(Do("check"),)), "D76", "The match would wait for no one."),
        (_table(phase="over"), "D57", "The match is over but has pending steps."),
        (_table(result=Result("victory", "ASCW-118")), "D57", "has a result but is not over."),
        (
            _table(phase="over", result=Result("victory", "ASCW-118", victors=(2,))),
            *("D57", "An unknown player has won."),
        ),
    ],
)
def test_what_play_could_not_lead_to_is_found_with_its_rule(
    broken: Callable[[Table], Table], rule: str, why: str
) -> None:
    of = skirmish()
    assert not unsound(state(of))
    found = [(fault.rule, fault.sentence) for fault in EDITING.sound(state(broken(of)))]
    assert any(by == f"ASCW-{rule}" and why in said for by, said in found), found
    assert {by for by, _ in found} <= GAME.rulebook.by_id.keys()


@pytest.mark.parametrize(
    ("values", "rule", "why"),
    [
        ({"objective": 9}, "112", "Team A has an unknown objective."),
        ({"target": 1}, "119", "Team A has a target but no Manhunt."),
        ({"objective": 3, "target": 0}, "119", "Team A has an invalid target."),
        ({"objective": 3, "target": 1, "asked": True}, "119", "Team A has an invalid target."),
        ({"bellicose": True}, "32", "Team A is Bellicose but has an objective."),
        (
            {"objective": 0, "bellicose": True},
            "134",
            "Too many teams fight as Bellicose Hedonists.",
        ),
    ],
)
def test_secrets_that_do_not_agree_are_found(
    values: dict[str, object], rule: str, why: str
) -> None:
    there = state(skirmish())
    own, *others = there.secrets
    secret = replace(own, **values)  # type: ignore[arg-type]
    broken = replace(there, secrets=(secret, *others))
    fault = next(EDITING.sound(broken))
    assert fault.rule == f"ASCW-{rule}"
    assert why in fault.sentence


def test_answers_and_lists_of_what_there_is_not_are_found() -> None:
    there = state(skirmish())
    waiting = replace(there, answers=(SecretAnswer("R2", "none"),))
    assert unsound(waiting) == "There is an answer without a question."
    draft = replace(there.sheets[0], units=("ZZ9",))
    listed = replace(there, sheets=(draft, *there.sheets[1:]))
    assert unsound(listed) == "An army list has an unknown unit."
    assert "does not match the teams" in unsound(replace(there, sheets=()))
    two = (replace(there.table.teams[0], quadrants={"Q1-1": 1}),) * 2
    teams = tuple(replace(each, seats=(seat,)) for seat, each in enumerate(two))
    assert unsound(state(replace(there.table, teams=teams))) == "Q1-1 is held by two teams."
