"""Each event as one sentence or one short report, without markup.

Names of units may be singular or plural (Leviathan, Infectors), so sentences are in the past
tense, which is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from games.core.events import Event, Phrases
from games.core.geometry.plane import Point
from games.core.telling import counted, listed, told_score
from games.core.types import Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCHES, inches
from games.galaxy_aflame.table import NAMES, other
from games.galaxy_aflame.view import Sheet

MOST_DICE: Final = 24
"""How many dice of a roll are listed one by one; the log of dice has them all."""


def tell(event: Event) -> str:
    """One event as one sentence."""
    return PHRASES.tell(event, _BUILT)


# --- Phrases ---


def place(at: Point) -> str:
    return INCHES.name(at)


PHRASES: Final = Phrases(side=NAMES.__getitem__, place=place, listed=listed)


def _dice(faces: Sequence[int]) -> str:
    told = " ".join(map(str, faces[:MOST_DICE]))
    return f"{told} …" if len(faces) > MOST_DICE else told


def told_checks(checks: e.CheckReport, cover: bool = False) -> str:
    """``Checks 5 2 3 on 4+: 1 save, 2 models lost, 5 left.``"""
    where = "in cover " if cover else ""
    return f"Checks {where}{_dice(checks.faces)} on {checks.need}+: {_outcome(checks)}."


def _outcome(checks: e.CheckReport) -> str:
    saves = counted(checks.saves, "save") if checks.saves else "no save"
    failures = counted(checks.failures, "failure")
    if not checks.failures:
        return f"{saves}, no loss"
    if checks.fate in ("shaken", "destroyed"):
        return f"{saves}, {failures}: {checks.fate}"
    parts = [saves] if checks.saves else []
    parts += [failures] if checks.failures != checks.lost else []
    parts += [f"{counted(checks.lost, 'model')} lost", f"{checks.left or 'none'} left"]
    return ", ".join(parts)


# --- Before the first turn ---


def told_sheet(sheet: Sheet, army: str, name: Callable[[str], str] = str) -> str:
    """``Halcyon Line; to take Lampreys, Spawn Tide; to deny Tank Hunters``

    ``name``  of a card, by its code
    """
    ranks = {"to take": sheet.own, "to deny": sheet.enemy}
    parts = [army] * bool(army) + ["the bot deploys it"] * sheet.auto
    parts += [f"{what} {', '.join(map(name, cards))}" for what, cards in ranks.items() if cards]
    places = (
        f"{each.unit} in {each.inside}" if each.at is None else f"{each.unit} at {place(each.at)}"
        for each in sheet.places
    )
    return "; ".join([*parts, ", ".join(places)] if sheet.places else parts)


def _sheet(event: e.SheetChanged) -> str:
    army = event.sheet.army
    told = told_sheet(event.sheet, f"army {army.upper()}" if army else "")
    return f"Your choice so far: {told or 'nothing'}."


def _armies(event: e.ArmiesRevealed) -> str:
    red, blue = event.armies
    if red == blue:
        return f"Both sides command the {red}."
    return f"Red commands the {red}, Blue the {blue}."


def _rolled_off(event: e.RolledOff) -> str:
    (red, blue), winner = event.faces, event.winner
    ends = "they roll again" if winner is None else f"{NAMES[winner]} wins"
    return f"Roll-off: Red {red}, Blue {blue}; {ends}."


def _privilege(event: e.PrivilegeSet) -> str:
    game = f"{NAMES[event.game]} has the first turn and the south edge."
    return game if event.draft is None else f"{NAMES[event.draft]} drafts first; {game}"


def _drafted(event: e.Drafted) -> str:
    parts = [f"took {event.unit}"] * bool(event.unit)
    parts += [f"denied {event.denied}"] * bool(event.denied)
    return f"{NAMES[event.seat]} {' and '.join(parts)}."


def _hands(event: e.HandsDrawn) -> str:
    red, blue = (listed(hand) or "nothing" for hand in event.hands)
    return f"Red commands {red}. Blue commands {blue}."


def _rankings(event: e.RankingsRevealed) -> str:
    red, blue = (
        f"take {' '.join(own)}, deny {' '.join(enemy)}"
        for own, enemy in zip(event.own, event.enemy, strict=True)
    )
    return f"Red ranked: {red}. Blue ranked: {blue}."


def _placed(event: e.Placed) -> str:
    where = f"inside {event.inside}" if event.inside else f"at {place(event.at)}"
    return f"{event.unit} {'arrived' if event.arrives else 'deployed'} {where}."


# --- Turns ---


def _turn(event: e.TurnStarted) -> str:
    begins = f"Round {event.round}, {NAMES[event.seat]} to play"
    if not event.rights:
        return f"{begins}."
    lost = [counted(event.models, "model")] * bool(event.models)
    lost += [counted(event.units, "unit")] * bool(event.units)
    why = f" after losing {listed(lost)}" if lost else ""
    return f"{begins}: {counted(event.rights, 'reserve unit')} may arrive{why}."


def _moved(event: e.Moved) -> str:
    start, *way, end = map(place, event.path)
    via = f" by way of {listed(way)}" if way else ""
    does = "ran" if event.run else "moved"
    return f"{event.unit} {does} from {start} to {end}{via}, {inches(event.length)}."


def _attacked(event: e.Attacked) -> str:
    parts = [_shot(event), _suppressed(event), _hit_by_die(event)]
    if event.checks is not None:
        parts.append(told_checks(event.checks, event.cover))
    return " ".join(filter(None, parts))


def _shot(event: e.Attacked) -> str:
    does = "assaulted" if event.assault else "shot at"
    mode = " to suppress" if event.suppress else ""
    begins = f"{event.attacker} {does} {event.target} over {inches(event.distance)}{mode}"
    if not event.faces:
        return f"{begins}, without a roll."
    thing, things = ("success", "successes") if event.suppress else ("hit", "hits")
    hits = counted(event.successes, thing, things) if event.successes else f"no {thing}"
    bonus = f", {event.bonus} of them for the assault" if event.bonus else ""
    dice = counted(len(event.faces), "die", "dice")
    return f"{begins}: {hits} with {dice}{bonus} ({_dice(event.faces)}, {event.need}+)."


def _suppressed(event: e.Attacked) -> str:
    return f"Suppressed: {listed(event.suppressed)}." if event.suppressed else ""


def _hit_by_die(event: e.Attacked) -> str:
    if not event.die or event.checks is None:
        return ""
    return f"A d4 adds {counted(event.die, 'hit')} on {event.checks.unit.code}."


def _returned(event: e.Returned) -> str:
    saves = counted(event.checks.hits, "save")
    struck = f"{event.target} struck back at {event.checks.unit} after {saves} in cover"
    return f"{struck}. {told_checks(event.checks)}"


def _got_out(event: e.GotOut) -> str:
    return (
        f"{event.checks.unit} got out of {event.transport} at {place(event.at)} "
        f"with {counted(event.die, 'hit')}. {told_checks(event.checks)}"
    )


_CAUSES = {
    "shot": "{unit} was destroyed at {at}.",
    "fled": "{unit} left the game with {models}.",
    "wreck": "{unit} found no place beside the wreck and left the game with {models}.",
    "carried": "{unit} left the game with its transport and {models}.",
}


def _removed(event: e.Removed) -> str:
    models = counted(event.models, "model")
    return _CAUSES[event.cause].format(unit=event.unit, at=place(event.at), models=models)


def _fell_back(event: e.FellBack) -> str:
    begins = f"{event.unit} fell back {event.edge} from {place(event.start)}"
    return f"{begins} off the table." if event.lost else f"{begins} to {place(event.end)}."


def told_result(winner: Seat | None, scores: Sequence[Fraction]) -> tuple[str, str]:
    """Who has won, and why."""
    won = "the match is a draw" if winner is None else f"{NAMES[winner]} wins"
    if scores:
        red, blue = map(told_score, scores)
        return won, f"units left are worth {red} for Red and {blue} for Blue"
    if winner is None:
        return won, "neither side has a unit left"
    return won, f"{NAMES[other(winner)]} has no unit left"


def _result(event: e.GameOver) -> str:
    won, why = told_result(event.winner, tuple(map(Fraction, event.scores or ())))
    if event.scores is None:
        return f"{why.capitalize()}: {won}."
    over = "The last round is over" if event.reason == "rounds" else "Only vehicles are left"
    return f"{over}: {why}; {won}."


_BUILT: Mapping[type[Event], Callable[[Any], str]] = {
    e.SheetChanged: _sheet,
    e.SheetLocked: lambda e: f"Your choice is {'locked' if e.locked else 'open again'}.",
    e.ArmiesRevealed: _armies,
    e.RolledOff: _rolled_off,
    e.PrivilegeSet: _privilege,
    e.Drafted: _drafted,
    e.HandsDrawn: _hands,
    e.RankingsRevealed: _rankings,
    e.Placed: _placed,
    e.TurnStarted: _turn,
    e.NothingBrought: lambda e: f"{NAMES[e.seat]} waived {counted(e.unused, 'reinforcement')}.",
    e.Moved: _moved,
    e.Attacked: _attacked,
    e.Returned: _returned,
    e.GotOut: _got_out,
    e.Removed: _removed,
    e.FellBack: _fell_back,
    e.GameOver: _result,
}
