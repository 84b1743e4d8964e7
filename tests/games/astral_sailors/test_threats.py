"""What can be hit next, and by whom: exactly what the options of the next activation would be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.astral_sailors.board.line_of_sight import Lookout, Sight
from games.astral_sailors.odds.threats import _Sights, threats
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import SailorsView, Threat
from games.astral_sailors.words import words
from games.core.geometry.squares import Base, Facing
from games.core.types import Seat
from tests.games.astral_sailors import crowd
from tests.games.astral_sailors.positions import table, unit


def stand(*units: str) -> Table:
    """Units as ``R2 EX3 C4 N`` on open ground."""
    split = (words.split() for words in units)
    return table([unit(code, kind, at, Facing[facing]) for code, kind, at, facing in split], ())


def by(found: tuple[Threat, ...], target: str) -> Threat:
    return next((each for each in found if each.target == target), Threat(target))


def test_a_shot_from_where_one_stands_is_a_threat_to_both() -> None:
    found = threats(stand("R2 EX3 C4 S", "B2 GU3 C8 N"), 0)
    assert by(found, "B2").shots == ("R2",)
    assert by(found, "R2").shots == ("B2",)
    assert by(found, "B2").later == ()


def test_who_has_acted_threatens_all_the_same_with_the_next_activation() -> None:
    spent = stand("R2 EX3 C4 S", "B2 GU3 C8 N")
    spent = spent.put(replace(spent.units["R2"], ap=0, shot=spent.round))
    assert by(threats(spent, 0), "B2").shots == ("R2",)


def test_who_is_out_of_range_is_threatened_after_a_move_only() -> None:
    far = stand("R2 EX3 C1 S", "B2 GU3 C15 N")
    kind = far.kind(far.units["R2"])
    assert kind.farthest < 14 <= kind.farthest + kind.movement
    target = by(threats(far, 0), "B2")
    assert (target.shots, target.later) == ((), ("R2",))


def test_a_run_into_contact_is_a_threat() -> None:
    found = by(threats(stand("R2 EX3 C4 S", "B2 GU3 C10 N"), 0), "B2")
    assert found.blows == ("R2",)


def test_who_is_too_near_for_a_run_can_be_walked_up_to() -> None:
    near = stand("R2 MC2 C4 S", "B2 GU3 C6 N")
    assert not near.kind(near.units["R2"]).shots
    target = by(threats(near, 0), "B2")
    assert (target.blows, target.later) == ((), ("R2",))


def test_only_what_concerns_the_team_is_told() -> None:
    assert threats(stand("R2 EX3 C4 S", "B2 GU3 C8 N"), 5) == ()


def test_one_who_walks_away_no_longer_hides_what_is_behind() -> None:
    ranks = stand("R2 EX3 C4 S", "R3 EX3 D1 S", "B2 GU3 C5 N")
    sights, target, behind = _Sights(ranks), ranks.units["B2"], Base(2, 0, 1)
    assert not sights.sees(ranks.units["R3"], behind, target), "R2 stands between"
    assert sights.sees(ranks.units["R2"], behind, target)
    assert not sights.sees(ranks.units["R3"], behind, target)


def test_what_is_seen_from_a_place_is_worked_out_once_for_all_who_could_go_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    see = Lookout.see

    def counted(self: Lookout, target: Unit, at: Base | None = None, enough: int = 129) -> Sight:
        looked.append(target.code)
        return see(self, target, at, enough)

    monkeypatch.setattr(Lookout, "see", counted)
    found = threats(crowd.at(crowd.MOST).table, 0)
    assert any(each.later for each in found)
    assert len(looked) < 5000


def test_friends_are_no_threat() -> None:
    assert threats(stand("R2 EX3 C4 S", "R3 EX3 C7 N"), 0) == ()


def test_a_view_works_its_threats_out_once() -> None:
    view = SailorsView(stand("R2 EX3 C4 S", "B2 GU3 C8 N"), (), Seat(0))
    assert words.threats(view, 0) is words.threats(view, 0)
    moved = replace(view, table=view.table.put(replace(view.table.units["B2"], place="out")))
    assert by(words.threats(view, 0), "B2").shots
    assert not by(words.threats(moved, 0), "B2").shots
