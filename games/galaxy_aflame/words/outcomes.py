"""What came of an event, for receipts and digests: names of cards, no dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from games.core.events import Event
from games.core.telling import counted, listed
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import inches
from games.galaxy_aflame.table import NAMES, Table
from games.galaxy_aflame.view import Sheet, View
from games.galaxy_aflame.words import sentences
from games.galaxy_aflame.words.sentences import place


def outcome(view: View, event: Event) -> str:
    if isinstance(event, e.SheetChanged):
        return f"Your choice so far: {told_sheet(view.table, event.sheet) or 'nothing'}."
    if isinstance(event, e.RankingsRevealed):
        return _rankings(view.table, event)
    build = _BUILT.get(type(event))
    return build(event) if build else sentences.tell(event)


def told_sheet(table: Table, sheet: Sheet) -> str:
    army = table.catalogue.armies[sheet.army].name if sheet.army else ""
    return sentences.told_sheet(sheet, army, lambda code: table.catalogue.cards[code].name)


def _rankings(table: Table, event: e.RankingsRevealed) -> str:
    def names(cards: Sequence[str]) -> str:
        return ", ".join(table.catalogue.cards[code].name for code in cards) or "nothing"

    red, blue = (
        f"to take {names(own)}, to deny {names(enemy)}"
        for own, enemy in zip(event.own, event.enemy, strict=True)
    )
    return f"Red ranked {red}. Blue ranked {blue}."


def _rolled_off(event: e.RolledOff) -> str:
    return f"Roll-off: {'a tie' if event.winner is None else f'{NAMES[event.winner]} wins'}."


def _moved(event: e.Moved) -> str:
    does = "ran" if event.run else "moved"
    return f"{event.unit} {does} {inches(event.length)} to {place(event.path[-1])}."


def _attacked(event: e.Attacked) -> str:
    does = "assaulted" if event.assault else "shot at"
    done = [f"{listed(event.suppressed)} suppressed"] * bool(event.suppressed)
    if event.checks is not None:
        on = f"{event.checks.unit}: " if event.checks.unit != event.target else ""
        done.append(f"{on}{told_checks(event.checks)}")
    return f"{event.attacker} {does} {event.target}: {'; '.join(done) or 'no hit'}."


def told_checks(checks: e.CheckReport) -> str:
    """``5 models lost, 5 left``, ``2 hits, all saved``"""
    if checks.fate in ("shaken", "destroyed"):
        return checks.fate
    if checks.lost:
        return f"{counted(checks.lost, 'model')} lost, {checks.left or 'none'} left"
    return f"{counted(checks.hits, 'hit')}, {'all ' * (checks.hits > 1)}saved"


def _returned(event: e.Returned) -> str:
    return f"{event.target} struck back at {event.checks.unit}: {told_checks(event.checks)}."


def _got_out(event: e.GotOut) -> str:
    told = told_checks(event.checks)
    return f"{event.checks.unit} got out of {event.transport} at {place(event.at)}: {told}."


def _removed(event: e.Removed) -> str:
    if event.cause == "shot":
        return f"{event.unit} was destroyed."
    return sentences.tell(event)


def _fell_back(event: e.FellBack) -> str:
    where = "off the table" if event.lost else f"to {place(event.end)}"
    return f"{event.unit} fell back {event.edge} {where}."


def _result(event: e.GameOver) -> str:
    """The end of the match, with the sentence of the result word for word."""
    over = {"rounds": "The last round is over. ", "deadlock": "Only vehicles are left. "}
    won, why = sentences.told_result(event.winner, tuple(map(Fraction, event.scores or ())))
    return f"{over.get(event.reason, '')}{won.capitalize()}: {why}."


_BUILT: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    e.RolledOff: _rolled_off,
    e.Moved: _moved,
    e.Attacked: _attacked,
    e.Returned: _returned,
    e.GotOut: _got_out,
    e.Removed: _removed,
    e.FellBack: _fell_back,
    e.GameOver: _result,
}
