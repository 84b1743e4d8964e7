"""Matches from their first choice, and drafts from any decks."""

from __future__ import annotations

from typing import Any

from games.core.types import Chance, Rolled, Seat, Seated
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.standing import STANDING
from games.galaxy_aflame.table import LETTERS
from tests.games.galaxy_aflame.course import SEATS, Course, position

FAMILIES = ["INF", "SPA", "REE", "EEL", "LAM", "CHO", "BRI", "SPI", "MAN", "LEV"]
LINE = ["RIF", "PEN", "STO", "BIK", "HUN", "GUN", "HOW", "MAR", "CAR", "WAL"]
BOTH = ("R: ARMY AQUANARATTA", "B: ARMY HALCYON")


def opened(**settings: Any) -> Course:
    """The first choice of a match."""
    return Course(GAME.setup(Agreement.model_validate(settings), SEATS))


def throw(match: Course, *faces: int) -> Course:
    """All dice that a match waits for, one of each kind."""
    pending = GAME.pending(match.state)
    assert isinstance(pending, Chance)
    assert len(pending.rolls) == len(faces)
    rolled = Rolled(tuple((face,) for face in faces))
    assert rolled.answers(pending)
    step = GAME.chance(match.state, rolled)
    match.state, match.events = step.state, step.events
    return match


def rolled(red: int = 6, blue: int = 1, **settings: Any) -> Course:
    """After the roll-off of the Families (Red) against the Line."""
    return throw(opened(**settings).play(*BOTH), red, blue)


def drafting(red: list[str], blue: list[str], first: str = "R", **more: Any) -> Course:
    """A draft of some cards that ``first`` begins."""
    decks = {"R": red, "B": blue}
    more = {"armies": {"R": "aquanaratta", "B": "halcyon"}, "drafted": 0, **more}
    game = "B" if first == "R" else "R"
    return position({}, phase="draft", decks=decks, turn=first, first=game, **more)


def cards(match: Course, letter: str) -> list[str]:
    return [unit.card for unit in match.table.of(Seat(LETTERS.index(letter)))]


def waiting(match: Course) -> tuple[str, str]:
    """Kind and seat of the decision that is open."""
    decision = match.decision()
    return decision.kind, LETTERS[decision.seat]


# --- Standing orders ---


def orders(match: Course, letter: str, *texts: str) -> Any:
    """Orders as a seat gives them now."""
    found: Any = ()
    view = GAME.view(match.state, Seated(Seat(LETTERS.index(letter))))
    for text in texts:
        found = STANDING.given(found, STANDING.read(view, text))
    return found
