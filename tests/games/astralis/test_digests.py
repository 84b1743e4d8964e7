"""What turns of Astralis come to, in exact sentences."""

from __future__ import annotations

from games.astralis import GAME
from games.astralis import events as e
from games.astralis.sides import Side
from games.core.seats import SPECTATOR, Seat, Seated, Seats, Viewer

FLIGHT = e.Moved(Side.YELLOW, "C3", "E5")
QUIET = e.TilesChanged(Side.YELLOW, ("D4",), (), ())
YELLOW, CYAN = Seated(Seat(0)), Seated(Seat(1))


def told(*events: e.AstralisEvent, to: Viewer = SPECTATOR) -> tuple[str, ...]:
    """With the score of an empty board."""
    view = GAME.view(GAME.setup(GAME.settings(), Seats.alone(2)), to)
    return GAME.words.digest(view, events, to)


def test_a_flight_is_told_with_the_planets_that_it_brought() -> None:
    assert told(FLIGHT, QUIET) == ("Yellow flew to E5.",)
    planted = (e.Planted(Side.YELLOW, "D5"), e.Bonus(Side.YELLOW, ("D6", "E6")))
    brought = "flew to E5 and gained 3 planets: D5, D6 and E6."
    assert told(FLIGHT, *planted, QUIET) == (f"Yellow {brought}",)
    assert told(FLIGHT, *planted, QUIET, to=YELLOW) == (f"You {brought}", "You 0, Cyan 3.5.")


def test_lost_planets_come_first() -> None:
    taken = e.Extracted(Side.CYAN, ("D5", "D6"))
    back = e.Moved(Side.CYAN, "H8", "D7")
    assert told(FLIGHT, e.Planted(Side.YELLOW, "D5"), back, taken) == (
        "Yellow lost D5 and D6 to Cyan.",
        "Yellow flew to E5 and gained a planet on D5.",
        "Cyan flew to D7 and gained 2 planets: D5 and D6.",
    )


def test_a_seat_is_spoken_to_its_own_losses_first() -> None:
    yours = e.Extracted(Side.CYAN, ("D5",))
    theirs = e.Extracted(Side.YELLOW, ("G7", "G8"))
    events = (theirs, FLIGHT, yours)
    assert told(*events, to=YELLOW) == (
        "You lost D5 to Cyan.",
        "Cyan lost G7 and G8 to you.",
        "You flew to E5 and gained 2 planets: G7 and G8.",
        "Cyan gained a planet on D5.",
    )
    assert told(*events, to=CYAN)[:2] == (
        "You lost G7 and G8 to Yellow.",
        "Yellow lost D5 to you.",
    )
    assert told(e.Planted(Side.YELLOW, "D5"), to=CYAN)[-1] == "Yellow 0, you 3.5."


def test_a_seat_hears_of_its_own_pass_and_requests() -> None:
    passed = e.ForcedPass(Side.CYAN, "D5")
    assert told(passed, to=CYAN) == ("You could not move from D5 and lost your turn.",)
    assert told(passed, to=YELLOW) == ("Cyan could not move from D5 and lost its turn.",)
    ring = e.Deferred(Side.YELLOW, "D5")
    assert told(ring, to=YELLOW) == (
        "You closed a ring around D5 and get a planet there when Cyan's ship leaves.",
    )
    assert told(ring, to=CYAN) == (
        "Yellow closed a ring around D5 and gets a planet there when your ship leaves.",
    )
    assert told(e.SettleLapsed(Side.CYAN), to=CYAN) == ("Your request to settle has expired.",)
    assert told(e.SettleAnswered(Side.CYAN, agreed=False), to=YELLOW) == (
        "Cyan declined to settle the match as it stands.",
    )


def test_colours_are_named_where_a_swap_would_confuse_who_you_were() -> None:
    assert told(FLIGHT, e.Swapped(), to=YELLOW)[-1] == "Yellow flew to E5."


def test_of_many_planets_the_first_are_named() -> None:
    many = e.Bonus(Side.CYAN, tuple(f"A{n}" for n in range(1, 11)))
    assert told(many)[0] == "Cyan gained 10 planets: A1, A2, A3, A4, A5, A6, A7 and 3 more."


def test_the_end_is_the_headline_and_has_the_score() -> None:
    ended = e.Ended("score", Side.YELLOW, 60, 40)
    headline, *rest = told(FLIGHT, e.Planted(Side.YELLOW, "D5"), ended)
    assert headline == GAME.words.tell(ended)
    assert rest == ["Yellow flew to E5 and gained a planet on D5."]


def test_what_no_flight_explains_is_told_as_it_is() -> None:
    assert told(e.SettleAsked(Side.CYAN)) == ("Cyan asked to settle the match as it stands.",)
    assert told() == ()
