"""A match in words: phrases that the picture shows too, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.astralis.view import AstralisView, Side
from games.astralis.words.words import AstralisWords
from games.core.geometry.hexes import CENTRE, Hex
from games.core.telling import counted, decimal
from renderers import Look
from renderers.boards.hexmap import HexWindow
from renderers.lettering import sections, shorten
from renderers.overlay import overlays

LONGEST_TOLD = 750
NAME_LIMIT = 40

_PLANETS, _SHIPS = "YC", "^v"
_SYMBOLS = {"unexplored": ".", "yellow": "y", "cyan": "c", "contested": "x"}


class Telling:
    """What is told in its own way in a variant; here, of the base game."""

    keys = ("y, c: control of Yellow, of Cyan", "x: contested; .: unexplored")

    def counts(self, view: Any) -> str:
        """What the scores do not say of the board."""
        score = view.score()
        return f"{score.contested} contested, {score.unexplored} unexplored."

    def ground(self, view: Any, hex: int) -> str:
        """What a ship stands on."""
        status = view.status(hex)
        return f" ({f'{status.capitalize()} control' if status in ('yellow', 'cyan') else status})"

    def symbol(self, view: Any, hex: int) -> str:
        """A hex without a planet and a ship."""
        return _SYMBOLS[view.status(hex)]

    def lists(self, view: Any) -> Iterator[str]:
        """The planets of both sides."""
        for side in Side:
            found = names(view, view.planets[side])
            yield f"{side.label} {view.piece}s ({len(found)}): {' '.join(found) or 'none'}"

    def more(self, view: Any, most: int) -> Iterator[str]:
        """What else matters, naming at most ``most`` hexes of a kind."""
        return _threats(view, most)


BASE = Telling()


def alt(
    view: AstralisView, look: Look, window: HexWindow | None = None, telling: Telling = BASE
) -> str:
    """Score, last move, whose turn, what is threatened: at most 1,024 characters."""
    said = [overlays.told(look.overlay, LONGEST_TOLD)] if look.overlay else _last(view)
    asked = look.overlay is not None and look.overlay.is_question
    rest = () if asked else (*_ships(view, telling), *telling.more(view, 6))
    parts = (*_standing(view, look, telling), *said, *rest)
    part = f", the part around {_middle(view, window)}" if window else ""
    return shorten(f"Astralis{part}. {' '.join(parts)}")


def board(
    view: AstralisView, look: Look, window: HexWindow | None = None, telling: Telling = BASE
) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    signs = [f"Y, C: {view.piece} of Yellow, of Cyan"]
    signs += [f"^, v: {view.mover} of Yellow, of Cyan"] if view.has_ships else []
    return sections(
        (*_standing(view, look, telling), *_last(view)),
        _rows(view, look, window or HexWindow(CENTRE, view.size), telling),
        (*signs, *(() if view.covered else telling.keys)),
        (*_ships(view, telling), *telling.lists(view), *telling.more(view, 99)),
    )


# --- Phrases ---


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


def outcome(view: AstralisView, look: Look) -> str:
    """How the match ended; empty while it goes on."""
    return look.outcome(AstralisWords(), view, view.ending)


# --- Lines ---


def player(view: AstralisView, look: Look, side: Side) -> str:
    """The side with the name of its player: ``Yellow (Ada)``."""
    return look.called(view.seats[side], side.label, NAME_LIMIT)


def _standing(view: AstralisView, look: Look, telling: Telling) -> Iterator[str]:
    if view.covered:
        for side in Side:
            yield f"{player(view, look, side)}: {planets(view, side)}."
    else:
        yield f"{player(view, look, Side.YELLOW)}: {view.score().yellow}."
        yield f"{player(view, look, Side.CYAN)}: {total(view)}."
        yield telling.counts(view)
    if view.phase == "over":
        yield f"Over after {view.turns_played} turns: {outcome(view, look)}."
    elif view.phase == "placing":
        free = names(view, view.starts)
        yield f"{view.to_move.label} is to place a {view.mover} on {listed(free, 20)}."
    else:
        swap = ", or swap colours" if view.swap_open else ""
        yield f"Turn {view.turn}, {view.to_move.label} to move{swap}."
    if asks := request(view):
        yield f"{asks} the match as it stands."


def _last(view: AstralisView) -> Iterator[str]:
    if view.last_played is not None:
        side, turn = view.last_played
        more = "".join(f", {phrase}" for phrase in consequences(view))
        yield f"Last turn: {side.label} {turn}{more}."
    if waits := waiting(view):
        yield f"A bonus planet on {waits} until the ship there leaves."


def _ships(view: AstralisView, telling: Telling) -> Iterator[str]:
    standing = [
        f"{side.label} on {name(view, ship)}{_ground(view, ship, telling)}"
        for side, ship in zip(Side, view.ships, strict=True)
        if ship is not None
    ]
    if standing:
        yield f"{view.mover.capitalize()}s: {', '.join(standing)}."


def _ground(view: AstralisView, hex: int, telling: Telling) -> str:
    return "" if view.covered else telling.ground(view, hex)


def _threats(view: AstralisView, most: int) -> Iterator[str]:
    """What each side could win with one planting: with its next turn, and later."""
    for side in Side:
        found = view.threats(side)
        for what, threats in (("win a bonus on", found.bonuses), ("extract", found.extractions)):
            for now, when in ((True, "in its next turn"), (False, "later")):
                hexes = [name(view, one.hex) for one in threats if bool(one.now) is now]
                if hexes:
                    yield f"{side.label} could {what} {listed(hexes, most)} {when}."


def _middle(view: AstralisView, window: HexWindow) -> str:
    return name(view, next(hex for hex, at in view.board.axial.items() if at == window.centre))


def _rows(view: AstralisView, look: Look, window: HexWindow, telling: Telling) -> Iterator[str]:
    """The part row by row from above: letter, first number, then a symbol a hex."""
    reach = window.side - 1
    index = {at: hex for hex, at in view.board.axial.items() if at in window}
    flip = -1 if look.turned else 1
    for r in range(-reach, reach + 1):
        places = (Hex(q, r) for q in range(max(-reach, -reach - r), reach + 1))
        row = [window.centre.plus(at, flip) for at in places]
        hexes = [index[at] for at in row if at in index]
        first = name(view, hexes[0])
        symbols = " ".join(_symbol(view, hex, telling) for hex in hexes)
        yield f"{first[0]}{first[1:]:>3} {' ' * abs(r)}{symbols}"
    course = "fall" if look.turned else "rise"
    yield "Each row: letter, first number, hexes."
    yield f"Numbers {course} by 1 from hex to hex."


def _symbol(view: AstralisView, hex: int, telling: Telling) -> str:
    for side in Side:
        if view.ships[side] == hex:
            return _SHIPS[side]
    side_of_planet = view.planet(hex)
    return telling.symbol(view, hex) if side_of_planet is None else _PLANETS[side_of_planet]
