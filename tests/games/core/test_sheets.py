"""Sheets that are filled in secret, locked, opened again and revealed together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.steps import SheetPhase, all_locked, edited_sheet
from games.core.types import Decision, Seat


@dataclass(frozen=True)
class Ranking:
    cards: tuple[str, ...] = ()
    locked: bool = False
    edits: int = 0


RANKING = SheetPhase("ranking", "ranking", "TOY-3")
GREEN = Seat(1)


def test_every_change_is_counted_locking_and_opening_too() -> None:
    sheet = edited_sheet(edited_sheet(Ranking(), cards=("A", "B")), locked=True)
    assert sheet == Ranking(("A", "B"), locked=True, edits=2)
    assert edited_sheet(sheet, locked=False) == Ranking(("A", "B"), edits=3)


def test_all_are_revealed_once_the_last_is_locked() -> None:
    locked = Ranking(locked=True)
    assert not all_locked((locked, Ranking(), locked))
    assert all_locked((locked, locked))


def test_an_open_sheet_is_waited_for_and_a_locked_one_may_be_opened() -> None:
    sheet = Ranking(("A",), edits=4)
    asked = RANKING.decision(GREEN, sheet)
    assert asked == Decision(GREEN, "ranking", 4, secret=True, batch="ranking-1", phase="ranking")
    offered = RANKING.decision(GREEN, edited_sheet(sheet, locked=True))
    assert (offered.kind, offered.number, offered.waits) == ("ranking-open", 5, False)


def test_whatever_a_seat_does_its_time_and_its_being_late_are_those_of_all() -> None:
    """Nobody sees by a deadline who locked, opened again, or was asked for more (record 35)."""
    target = Decision(GREEN, "target", 0, waits=False, by_team=True)
    sheets = (Ranking(), Ranking(edits=7), Ranking(("A",), locked=True, edits=1))
    asked = (*(RANKING.decision(GREEN, sheet) for sheet in sheets), RANKING.besides(target))
    assert {(each.secret, each.batch, each.phase) for each in asked} == {
        (True, "ranking-1", "ranking")
    }
    assert {each.shared for each in asked} == {"ranking"}
    assert RANKING.besides(target) == replace(
        target, secret=True, waits=True, batch="ranking-1", phase="ranking"
    )


def test_a_locked_sheet_is_only_opened_and_an_open_one_only_changed() -> None:
    sheet = Ranking(("A", "B"))
    locked = edited_sheet(sheet, locked=True)
    assert RANKING.refusal(sheet, "2 cards", opens=False) is None
    assert RANKING.refusal(locked, "2 cards", opens=True) is None
    changing = RANKING.refusal(locked, "2 cards", opens=False)
    assert changing is not None
    assert (changing.rule, changing.code) == ("TOY-3", "LOCKED")
    assert changing.sentence == "Your ranking of 2 cards is locked."
    assert changing.instead == "Unlock it first; you can until all rankings are locked."
    opening = RANKING.refusal(sheet, "2 cards", opens=True)
    assert opening is not None
    assert (opening.sentence, opening.code) == ("Your ranking is not locked.", "NOT_LOCKED")
