"""A match of Astralis in short phrases, for the panel, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator

from games.astralis.view import AstralisView, Side
from games.core.telling import counted, decimal
from games.core.types import Ending


def name(view: AstralisView, hex: int) -> str:
    """``70`` is E7."""
    at = view.board.axial[hex]
    return f"{chr(65 + view.size - 1 - at.r)}{at.q + view.size}"


def names(view: AstralisView, bits: int) -> list[str]:
    """The names of a set of hexes, in canonical order."""
    return [name(view, hex) for hex in view.hexes if bits >> hex & 1]


def listed(found: list[str], most: int = 8) -> str:
    """Names with commas; what exceeds ``most`` is counted."""
    rest = len(found) - most
    return ", ".join(found) if rest < 2 else f"{', '.join(found[:most])} and {rest} more"


def consequences(view: AstralisView, most: int = 8) -> Iterator[str]:
    """Further results of the last turn, one phrase each."""
    if view.captured:
        yield f"captures {listed(names(view, view.captured), most)}"
    last = view.last
    if last is None:
        return
    if last.awarded is not None:
        yield f"{last.side.other.label} gets {name(view, last.awarded)}"
    if last.extracted:
        yield f"extracts {listed(names(view, last.extracted), most)}"
    if last.bonuses:
        yield f"bonus {listed(names(view, last.bonuses), most)}"
    yield from view.remarks
    if last.passed:
        yield f"{last.side.other.label} had to pass"


def waiting(view: AstralisView) -> str:
    """A pending award in a phrase, or nothing."""
    hex = view.pending
    if hex is None:
        return ""
    owner = next(side for side in Side if view.ships[side] == hex)
    return f"{name(view, hex)} waits for {owner.other.label}"


def request(view: AstralisView) -> str:
    """Who asks to settle the match as it stands, or nothing."""
    return "" if view.asked is None else f"{view.side_of(view.asked).label} asks to settle"


def total(view: AstralisView) -> str:
    """Cyan's score with komi: ``50 + 3.5 = 53.5``."""
    score = view.score()
    if not view.komi:
        return str(score.cyan)
    sign = "+" if view.komi > 0 else "−"
    return f"{score.cyan} {sign} {decimal(abs(view.komi))} = {decimal(score.cyan_with_komi)}"


def planets(view: AstralisView, side: Side) -> str:
    """How many planets a side has: ``5 planets``."""
    return counted(view.planets[side].bit_count(), "planet")


def winners(view: AstralisView) -> tuple[Side, ...]:
    """The sides that have won; none while the match goes on, none for a draw."""
    if view.ending is None:
        return ()
    return tuple(view.side_of(seat) for seat in view.ending.winners)


def outcome(view: AstralisView) -> str:
    """How the match ended: ``Yellow wins by 5.5``."""
    won = winners(view)
    kind = "" if view.ending is None else view.ending.kind
    if kind == Ending.ABANDONED:
        return "no result, the match was abandoned"
    why = ", by the referee's ruling" if kind == Ending.RULED else ""
    if view.ending is None or not won:
        return f"a draw{', agreed on' if kind == Ending.AGREED else why}"
    if not view.ending.scores:
        loser = won[0].other.label
        lost = {"resigned": "resigned", Ending.TIME: "ran out of time"}
        said = f"{won[0].label} wins{f', {loser} {lost[kind]}' if kind in lost else why}"
        ahead, behind = _points(view, won[0].other), _points(view, won[0])
        led = f" while ahead, {decimal(ahead)} to {decimal(behind)}" if ahead > behind else ""
        return f"{said}{led}"
    mine, theirs = (view.ending.scores[view.seats[side]] for side in (won[0], won[0].other))
    said = f"{won[0].label} wins by {decimal(mine - theirs)}"
    score = view.score()
    larger = Side.YELLOW if score.yellow > score.cyan else Side.CYAN
    if score.yellow == score.cyan or larger is won[0]:
        return said
    return f"{said}, by komi: {decimal(mine)} to {decimal(theirs)}"


def _points(view: AstralisView, side: Side) -> float:
    score = view.score()
    return score.yellow if side is Side.YELLOW else score.cyan_with_komi
