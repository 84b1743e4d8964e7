"""What a view tells beyond its fields: threats, supplies, standing and words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.astralis import GAME
from games.astralis.agreement import Agreement
from games.astralis.board import name, names
from games.astralis.moves.transitions import opening
from games.astralis.sides import Side
from games.astralis.view import LastTurn
from games.astralis.view.threats import Threat, Threats
from games.core.types import Decision, Decisions, Ending, Seat
from tests.games.astralis.positions import decision, far_planets, played, position, turns, view


def shown(threats: tuple[Threat, ...]) -> dict[str, tuple[str, str]]:
    """By hex: the plantings that win it, and those within reach now."""
    return {
        name(threat.hex): (" ".join(names(threat.plants)), " ".join(names(threat.now)))
        for threat in threats
    }


@pytest.mark.rules("AST-29")
def test_a_threatened_bonus_names_the_plantings_that_close_the_ring() -> None:
    seen = view(position(y="I7 I10", sy="B3", sc="O11"))
    threats = seen.threats(Side.YELLOW)
    assert shown(threats.bonuses) == {"H8": ("F7", "F7"), "J9": ("L10", "")}
    assert threats.extractions == ()
    assert seen.threats(Side.CYAN) == Threats()


@pytest.mark.rules("AST-35")
def test_a_threatened_extraction_names_the_planet_and_what_is_in_reach() -> None:
    seen = view(position(y="I7 I10", c="H8", sy="B3", sc="O11"))
    assert shown(seen.threats(Side.YELLOW).extractions) == {"H8": ("F7", "F7")}
    far = view(position(y="I7 I10", c="H8", sy="O15", sc="A4"))
    plants, now = shown(far.threats(Side.YELLOW).extractions)["H8"]
    assert plants == "F7"
    reach = {turn.plant for turn in turns(position(y="I7 I10", c="H8", sy="O15", sc="A4"))}
    assert (now == "F7") == ("F7" in reach)


@pytest.mark.rules("AST-39")
def test_threats_include_what_follows_an_extraction_and_what_would_be_pending() -> None:
    chain = view(position(y="I7 I10 L10", c="H8", sy="B3", sc="O11"))
    assert shown(chain.threats(Side.YELLOW).bonuses)["J9"] == ("F7", "F7")
    pending = view(position(y="I7 I10", sy="B3", sc="H8"))
    assert "F7" in shown(pending.threats(Side.YELLOW).bonuses)["H8"][0].split()


@pytest.mark.rules("AST-26")
def test_no_planting_beneath_the_opposing_ship_is_a_threat() -> None:
    seen = view(position(y="I7 I10", c="H8", sy="B3", sc="F7"))
    assert seen.threats(Side.YELLOW).extractions == ()


def test_threats_agree_with_playing_every_turn() -> None:
    state = position(y="I7 I10 L10", c="H8", sy="B3", sc="O11")
    bonus: dict[str, set[str]] = {}
    extraction: dict[str, set[str]] = {}
    for turn in turns(state):
        last = played(state, GAME.write(turn)).last
        assert last is not None
        if turn.plant is not None:
            for hex in names(last.bonuses):
                bonus.setdefault(hex, set()).add(turn.plant)
            for hex in names(last.extracted):
                extraction.setdefault(hex, set()).add(turn.plant)
    threats = view(state).threats(Side.YELLOW)
    for found, expected in ((threats.bonuses, bonus), (threats.extractions, extraction)):
        now = {name(threat.hex): set(names(threat.now)) for threat in found if threat.now}
        assert now == expected
    assert bonus
    assert extraction


def test_there_are_no_threats_before_and_after_play() -> None:
    assert view(opening(Agreement())).threats(Side.YELLOW) == Threats()
    over = position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3)
    assert view(over).threats(Side.CYAN) == Threats()


def test_the_last_turn_is_on_record() -> None:
    state = played(position(y="I7 I10 L10", c="H8", sy="B3", sc="O11"), "B3-E6+F7")
    board = view(state).board
    assert view(state).last == LastTurn(
        side=Side.YELLOW,
        origin=board.hex_of["B3"],
        to=board.hex_of["E6"],
        planted=board.hex_of["F7"],
        bonuses=board.bits("J9"),
        extracted=board.bits("H8"),
        controlled=board.bits("E6", "E7", "F6", "F8", "G7", "G8", "H7", "H9", "I8", "I9"),
        lost=board.bits("G7", "G8"),
    )
    assert view(opening(Agreement())).last is None


def test_a_view_names_planets_and_sides() -> None:
    seen = view(position(y="I7", c="D3", sy="B3", sc="H8"))
    assert seen.size == 8
    assert seen.planet(seen.board.hex_of["I7"]) is Side.YELLOW
    assert seen.planet(seen.board.hex_of["D3"]) is Side.CYAN
    assert seen.planet(seen.board.hex_of["H8"]) is None
    assert [seen.side_of(Seat(n)) for n in (0, 1)] == [Side.YELLOW, Side.CYAN]
    with pytest.raises(ValueError, match="ships"):
        view(opening(Agreement())).position(Side.YELLOW)


@pytest.mark.rules("AST-17", "AST-32")
def test_nothing_is_pending_for_a_side_without_planets_left() -> None:
    thirty = " ".join(["F7", "I7", "I10", *far_planets(27)])
    seen = view(position(y=thirty, sy="B3", sc="H8", agreed=Agreement(strict_supply=True), t="C"))
    assert seen.supplies == (0, 30)
    assert seen.pending is None
    free = view(position(y=thirty, sy="B3", sc="H8", t="C"))
    assert free.pending == free.board.hex_of["H8"]


def test_words_ask_for_what_is_wanted() -> None:
    words = GAME.words
    start = opening(Agreement(size=7, swap=True, komi=3.5))
    pending = GAME.pending(start)
    assert isinstance(pending, Decisions)
    assert words.ask(view(start), pending.open[0]) == (
        "Place your ship on your home edge, A2 to A6."
    )
    assert words.standing(view(start)) == "Yellow is to place its ship."
    first = played(start, "A3", "M10")
    assert words.ask(view(first), decision(first, Seat(0), "turn")) == (
        "Move your ship, then plant a planet next to it if you like."
    )
    second = played(first, "A3-C5+D5")
    assert "Or swap" in words.ask(view(second), decision(second, Seat(1), "turn"))
    assert words.standing(view(second)) == (
        "Turn 2, Cyan to move: Yellow 7, Cyan 0 + 3.5; 0 contested, 120 unexplored."
    )
    assert words.secrets(view(second)) == ()


@pytest.mark.rules("AST-45")
def test_words_say_what_settling_would_mean() -> None:
    state = position(y="H8", sy="A4", sc="O11", agreed=Agreement(komi=-2.0))
    seen = view(state)
    asked = GAME.words.ask(seen, Decision(Seat(0), "settle", 61))
    assert asked.endswith("as it stands, Yellow 7 and Cyan −2.")
    answer = GAME.words.ask(seen, Decision(Seat(1), "settle-answer", 61))
    assert answer.startswith("Yellow asks to settle")
    assert "Cyan 0 − 2" in GAME.words.standing(seen)
    even = position(y="H8", sy="A4", sc="O11", agreed=Agreement(komi=0.0))
    assert "Cyan 0;" in GAME.words.standing(view(even))


@pytest.mark.rules("AST-43")
def test_words_for_every_ending() -> None:
    seen = view(position(sy="A4", sc="O11"))
    told = {
        Ending("score", (Seat(1),), (50.0, 53.5), "AST-40"): (
            "Cyan wins by 3.5, 53.5 to 50, by komi: 50 hexes against 50. The sky is explored."
        ),
        Ending("score", (Seat(1),), (50.0, 52.5), "AST-40"): (
            "Cyan wins by 2.5, 52.5 to 50, by komi: 49 hexes against 50. The sky is explored."
        ),
        Ending("score", (Seat(1),), (50.0, 54.5), "AST-40"): (
            "Cyan wins by 4.5, 54.5 to 50. The sky is explored."
        ),
        Ending(
            "settled", (), (50.0, 50.0), "AST-45"
        ): "A draw, 50 each. The match is settled as it stands.",
        Ending("resigned", (Seat(0),), (), "AST-44"): "Cyan resigns: Yellow wins.",
        Ending("draw", (), (), "AST-44"): "The match is a draw.",
        Ending("time", (Seat(0),), (), "AST-44"): "Yellow wins.",
    }
    for ending, sentence in told.items():
        assert GAME.words.ending(seen, ending) == sentence
    over = view(position(y="C3", c="A1 A3 E3 E5 C1 C5", sy="B1", sc="D5", size=3))
    assert GAME.words.standing(over).startswith("After 0 turns: Yellow 1, Cyan 12 + 3.5")
    tally = GAME.words.tally(over)
    assert tally is not None
    assert [*map(GAME.words.score, tally.scores)] == ["1", "15.5"]
    assert GAME.words.score(Fraction(-7, 2)) == "−3.5"
