"""Random matches of the variants compared with a second implementation that shares no code.

Both are compared by what the command line prints of a position, in the forms of docs/positions.md.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games.astralis.events import ClaimsWrong
from games.astralis.game import GAME
from games.astralis.state import State
from games.astralis.tools import TOOLS
from games.core.log.position_files import AnyPosition, written
from games.core.log.replay import play
from games.core.settings import Settings
from games.core.tools import Measure
from games.core.types import Decision, Decisions, Ending, Refusal, Seat, Seated, Seats
from renderers import Look, renderer_for
from tests.amounts import amount
from tests.games.astralis.naive import Place as Hex
from tests.games.astralis.naive import all_places, name, place, sorted_names
from tests.games.astralis.variants_naive import Base, Beeline, Dice, DispersedGo, Simplified
from tests.games.cli.asking import W08, W31, Capture, saved, told

Reference: TypeAlias = Base | Beeline | DispersedGo

SEATS = Seats.alone(2)
MEASURES = {measure.name: measure for measure in map(Measure, TOOLS.measures)}
WITH_SHIPS: Mapping[str, type[Base]] = {"base": Base, "simplified": Simplified, "dice": Dice}
W17 = {"board": 8, "Y_planets": ["I7", "I10"], "Y_ship": "B3", "C_ship": "H8"}
W26 = {
    "board": 8,
    "Y_planets": ["G9"],
    "C_planets": ["F7", "I7", "I10"],
    "Y_ship": "H14",
    "C_ship": "O11",
}
W27 = {
    "board": 8,
    "Y_planets": ["I7", "I10", "L10"],
    "C_planets": ["H8"],
    "Y_ship": "B3",
    "C_ship": "O11",
}
W35 = {"board": 8, "Y_planets": ["J10"], "C_planets": ["H5"], "Y_ship": "H8", "C_ship": "F6"}
W36 = {"board": 8, "Y_planets": ["A3", "C3"], "Y_ship": "D1", "C_ship": "O11"}
W40 = {"board": 8, "Y_planets": ["B3", "C2", "H8"], "C_planets": ["J9"]}
W41 = {
    "board": 3,
    "Y_planets": ["B3"],
    "C_planets": ["C5", "D3"],
    "history": [{"Y": ["B3"]}, {"Y": ["B3"], "C": ["D3"]}, {"Y": ["B3", "E5"], "C": ["D3"]}],
}
SIZES = (3, 4)


@dataclass
class Pair:
    """One position in both implementations; ``state`` is Starpost's."""

    settings: Settings
    state: State
    reference: Any

    @property
    def printed(self) -> dict[str, Any]:
        return written(GAME, self.settings, SEATS, self.state)


def reference_of(variant: str, position: Mapping[str, Any]) -> Reference:
    size: int = position["board"]
    owners = dict.fromkeys(map(place, position.get("Y_planets", ())), 0)
    owners |= dict.fromkeys(map(place, position.get("C_planets", ())), 1)
    mover = "YC".index(position.get("to_move", "Y"))
    if variant == "dispersed_go":
        earlier = frozenset(map(_arrangement, ({}, *position.get("history", ()))))
        return DispersedGo(size, owners, mover, position.get("passes", 0), earlier)
    ships = place(position["Y_ship"]), place(position["C_ship"])
    if variant == "beeline":
        return Beeline(size, owners, ships, mover)
    return WITH_SHIPS[variant](size, owners, ships, mover)


def _arrangement(stones: Mapping[str, list[str]]) -> frozenset[tuple[Hex, int]]:
    return frozenset(
        (place(hex), side) for side, letter in enumerate("YC") for hex in stones.get(letter, ())
    )


def pair_of(variant: str, position: Mapping[str, Any], **settings: Any) -> Pair:
    agreed = GAME.settings.model_validate({"variant": variant, **settings})
    state = AnyPosition.model_validate(position).state_of(GAME, agreed, SEATS)
    return Pair(agreed, state, reference_of(variant, position))


# --- What is compared ---


def said(reference: Reference) -> dict[str, Any]:
    """What a position file says of a reference's position."""
    owners = reference.owners()
    found: dict[str, Any] = {
        f"{letter}_planets": list(sorted_names({hex for hex in owners if owners[hex] == side}))
        for side, letter in enumerate("YC")
    }
    found["to_move"] = "YC"[reference.mover]
    if isinstance(reference, DispersedGo):
        found["passes"] = reference.passes
    else:
        yellow, cyan = map(name, reference.pieces())
        found |= {"Y_ship": yellow, "C_ship": cyan}
    if isinstance(reference, Simplified):
        found["awards"] = {
            letter: list(sorted_names(waiting))
            for side, letter in enumerate("YC")
            if (waiting := {hex for hex, owner in reference.awards if owner == side})
        }
    return found


def check_position(pair: Pair) -> None:
    printed, expected = pair.printed, said(pair.reference)
    if pair.reference.over():
        del expected["to_move"]
    shown = {"passes": 0, "awards": {}, **printed}
    assert {key: shown[key] for key in expected} == expected
    again = AnyPosition.model_validate(printed).state_of(GAME, pair.settings, SEATS)
    assert GAME.state_form.write(again) == GAME.state_form.write(pair.state)


def check_score(pair: Pair, komi: float) -> None:
    assert TOOLS.score is not None
    reference, score = pair.reference, TOOLS.score(pair.state)
    if isinstance(reference, Simplified) and not reference.over():
        assert score is None
        return
    assert score is not None
    yellow, cyan = reference.score(0), reference.score(1)
    assert (score["yellow"], score["cyan"]) == (yellow, cyan)
    assert Fraction(score["cyan_with_komi"]) == cyan + Fraction(komi)


def measured(pair: Pair, question: str) -> Any:
    return MEASURES[question].answer(pair.state, {})


def check_measures(pair: Pair) -> None:
    reference = pair.reference
    if isinstance(reference, Dice):
        dice = {name(hex): reference.value(hex) for hex in reference.planets}
        assert measured(pair, "dice") == dice
    if isinstance(reference, Beeline):
        assert tuple(measured(pair, "plantable")) == sorted_names(reference.plantable())
    if isinstance(reference, DispersedGo):
        if not reference.over():
            assert tuple(measured(pair, "placements")) == tuple(map(name, reference.placements))
        assert [dict(group) for group in measured(pair, "groups")] == [
            {"side": "YC"[side], "stones": sorted_names(group), "liberties": sorted_names(free)}
            for side, group, free in reference.groups()
        ]


def turn_decision(pair: Pair) -> Decision:
    pending = GAME.pending(pair.state)
    assert isinstance(pending, Decisions)
    return next(each for each in pending.open if each.waits)


def check_turns(pair: Pair) -> None:
    """Nothing is offered but what is legal, and nothing else is legal."""
    decision = turn_decision(pair)
    view = GAME.view(pair.state, Seated(decision.seat))
    options = GAME.options(view, decision)
    legal = pair.reference.texts
    offered = [GAME.write(move) for move in options]
    assert sorted(text for text in offered if text != "SWAP") == sorted(legal)
    for text in thinkable(pair.reference):
        try:
            refused = options.refusal(GAME.read(view, decision, text)) is not None
        except Refusal:
            refused = True
        assert refused == (text not in legal), text


def thinkable(reference: Reference) -> Iterator[str]:
    """Every turn that could be typed, legal or not."""
    board = sorted(all_places(reference.n))
    if isinstance(reference, DispersedGo):
        yield from map(name, board)
        return
    start = name(reference.pieces()[reference.mover])
    for hex in map(name, board):
        yield f"{start}-{hex}"
        if isinstance(reference, Beeline):
            yield f"{start}-{hex}*"
    if isinstance(reference, Base):
        for to in map(name, reference.destinations()):
            yield from (f"{start}-{to}+{name(plant)}" for plant in board)


# --- Random matches ---


def started(variant: str, size: int, rng: random.Random, **settings: Any) -> Pair:
    position: dict[str, Any] = {"board": size}
    if variant != "dispersed_go":
        yellow = name((0, rng.randint(2, size - 1)))
        cyan = name((2 * size - 2, rng.randint(size + 1, 2 * size - 2)))
        position |= {"Y_ship": yellow, "C_ship": cyan}
    return pair_of(variant, position, **settings)


def some_claims(reference: Simplified, turn: Any, rng: random.Random) -> set[Hex]:
    """Some of the claims that would be right, now and then wrong ones."""
    board = all_places(reference.n)
    _, result = reference.claim(turn, set(board))
    claims = {hex for hex in result.won if rng.random() < 0.7}
    return claims | set(rng.sample(sorted(board), rng.choice((0, 0, 1, 2))))


def some_turn(reference: Any, rng: random.Random, *, wanders: bool) -> str:
    """One that plants, if it does not wander, and half of these times the best of a few."""
    legal: dict[str, Any] = reference.texts
    if isinstance(reference, DispersedGo):
        few = [text for text in legal if text != "PASS" or rng.random() < 0.2]
    else:
        few = [text for text, (_, plant) in legal.items() if plant and rng.random() < 0.9]
    if not few or rng.random() < (0.9 if wanders else 0.1):
        return rng.choice(list(legal))
    if rng.random() < 0.5:
        return rng.choice(few)
    side = reference.mover

    def lead(text: str) -> int:
        after: Any = reference.after(legal[text])
        return int(after.score(side) - after.score(1 - side))

    return max(rng.sample(few, min(12, len(few))), key=lead)


def one_turn(pair: Pair, rng: random.Random, seen: Counter[str], *, wanders: bool) -> Pair:
    """Both after the same turn."""
    reference: Reference = pair.reference
    text = some_turn(reference, rng, wanders=wanders)
    turn: Any = reference.texts[text]
    if isinstance(reference, Simplified):
        claims = some_claims(reference, turn, rng)
        _, done = reference.claim(turn, claims)
        seen["right"] += len(done.won)
        seen["wrong"] += len(claims - done.won)
        if claims:
            text = f"{text} CLAIM {','.join(rng.sample(sorted_names(claims), len(claims)))}"
    found = follow(pair, text)
    count_rare(reference, turn, found.reference, seen)
    return found


def follow(pair: Pair, text: str) -> Pair:
    """Both after the turn of this text."""
    reference: Any = pair.reference
    typed, _, named = text.partition(" CLAIM ")
    turn = reference.texts[typed]
    claims = {place(each) for each in named.split(",") if each}
    after = reference.after(turn, claims) if claims else reference.after(turn)
    decision = turn_decision(pair)
    view = GAME.view(pair.state, Seated(decision.seat))
    step = play(GAME, pair.state, decision, GAME.read(view, decision, text))
    if isinstance(reference, Simplified):
        told = {event.hexes for event in step.events if isinstance(event, ClaimsWrong)}
        wrong = sorted_names(claims - reference.claim(turn, claims)[1].won)
        assert told == ({wrong} if wrong else set())
    return Pair(pair.settings, step.state, after)


def count_rare(reference: Reference, turn: Any, after: Any, seen: Counter[str]) -> None:
    if isinstance(reference, DispersedGo):
        seen["captured"] += len(reference.stones.keys() - after.stones.keys())
        seen["passed"] += turn is None
        free = [hex for hex in all_places(reference.n) if hex not in reference.stones]
        lone = [hex for hex in free if not reference.beside(hex)]
        seen["forbidden"] += len(lone) - len(reference.placements)
    elif isinstance(reference, Base):
        _, result = reference.claim(turn, set(all_places(reference.n)))
        seen["bonus"] += len(result.bonuses)
        seen["extraction"] += len(result.extracted)
        seen["pending"] += len(result.pending)
    seen["forced pass"] += reference.mover == after.mover


def compare_match(
    variant: str, size: int, seed: int, seen: Counter[str], *, every: int = 1, **settings: Any
) -> None:
    rng = random.Random(seed)
    pair = started(variant, size, rng, **settings)
    komi: float = getattr(pair.settings, "komi")  # noqa: B009 - a field of this game's settings
    komi = 0.5 if variant == "beeline" else komi
    for turn in range(300):
        check_position(pair)
        check_score(pair, komi)
        check_measures(pair)
        if pair.reference.over():
            break
        if turn % every == 0:
            check_turns(pair)
        wanders = size > 3 and pair.reference.mover == 1
        pair = one_turn(pair, rng, seen, wanders=wanders)
    pending = GAME.pending(pair.state)
    assert isinstance(pending, Ending) == pair.reference.over()
    if isinstance(pending, Ending):
        seen["ended"] += 1
        lead = pair.reference.score(0) - pair.reference.score(1) - komi
        winners = (Seat(0),) if lead > 0 else (Seat(1),) if lead < 0 else ()
        assert pending.winners == winners


def compare_matches(variant: str, first: int = 0, **settings: Any) -> Counter[str]:
    """Compare ten matches, in the long run two thousand; count what came up."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + amount(10, 2000)):
        compare_match(variant, SIZES[seed % len(SIZES)], seed, seen, **settings)
    return seen


def compare_perft(
    capsys: Capture, folder: Path, variant: str, position: Mapping[str, Any], depth: int
) -> None:
    """Both ways of the command line to count sequences of turns, and plain counting."""
    settings = {} if variant == "base" else {"variant": variant}
    file = saved(folder, {"game": "astralis", "settings": settings, "position": position})
    reference = reference_of(variant, position)
    expected = [f"{each} {perft(reference, each)}" for each in range(1, depth + 1)]
    for way in ((), ("--public",)):
        asked = ("perft", "astralis", "--position", file, "--depth", f"{depth}", *way)
        assert told(capsys, *asked)[0] == expected


def perft(reference: Any, depth: int) -> int:
    """Sequences of so many turns, without claims; a forced pass belongs to the turn before it."""
    if reference.over():
        return 0
    turns = reference.texts.values()
    if depth == 1:
        return len(turns)
    return sum(perft(reference.after(turn), depth - 1) for turn in turns)


# --- The variants ---


@pytest.mark.rules("AST-V1-02", "AST-V1-03", "AST-V1-04", "AST-V1-05", "AST-V1-07")
@pytest.mark.parametrize("under", ["deferred", "immediate"])
def test_matches_with_claims_agree_with_plain_sets(under: str) -> None:
    seen = compare_matches("simplified", bonus_under_ship=under)
    assert seen["right"] >= 3
    assert seen["wrong"] >= 30


@pytest.mark.rules("AST-V1-03", "AST-V1-06", "W33")
@pytest.mark.parametrize(
    ("position", "turns"),
    [
        (W17, ["B3-E6+F7 CLAIM H8", "H8-H4+H3"]),
        (W17, ["B3-E6+F7", "H8-H5"]),
        (W17, ["B3-E6+F7 CLAIM G9,H8", "H8-H5", "E6-E7"]),
        (W08, ["B3-E6+F7 CLAIM H8"]),
        (W08, ["B3-E6+F7", "O11-O9+N8", "E6-A2+A1 CLAIM H8"]),
        (W27, ["B3-E6+F7 CLAIM J9"]),
        (W27, ["B3-E6+F7 CLAIM J9,H8"]),
        (W27, ["B3-E6+F7 CLAIM H8,J9,F7,A1"]),
    ],
)
def test_claims_of_the_examples_agree_with_plain_sets(
    position: Mapping[str, Any], turns: list[str]
) -> None:
    pair = pair_of("simplified", position)
    for text in turns:
        pair = follow(pair, text)
        check_position(pair)
        check_turns(pair)


@pytest.mark.rules("AST-V2-01", "AST-V2-02", "AST-V2-03", "AST-V2-04", "AST-V2-05")
@pytest.mark.parametrize("under", ["deferred", "immediate"])
def test_matches_with_dice_agree_with_plain_sets(under: str) -> None:
    seen = compare_matches("dice", bonus_under_ship=under)
    assert seen["bonus"] >= 3
    assert seen["extraction"] >= 1


@pytest.mark.rules(
    "AST-V3-01", "AST-V3-02", "AST-V3-03", "AST-V3-04", "AST-V3-05", "AST-V3-06", "AST-V3-07"
)
def test_matches_of_bees_agree_with_plain_sets() -> None:
    compare_matches("beeline")


@pytest.mark.rules(
    "AST-V4-02", "AST-V4-03", "AST-V4-04", "AST-V4-05", "AST-V4-06", "AST-V4-07", "AST-V4-08",
    "AST-V4-09", "AST-V4-10", "AST-V4-11",
)  # fmt: skip
def test_matches_of_stones_agree_with_plain_sets() -> None:
    # In match 48 a stone has liberties to spare, and yet would repeat an arrangement.
    seen = compare_matches("dispersed_go", first=40)
    assert seen["captured"] >= 5
    assert seen["forbidden"] >= 5
    assert seen["passed"] >= 3


@pytest.mark.parametrize(
    ("variant", "position", "depth"),
    [
        ("simplified", W31, 3),
        ("dice", W08, 2),
        ("dice", W31, 3),
        ("dice", W26, 2),
        ("beeline", W35, 2),
        ("beeline", W36, 2),
        ("dispersed_go", {"board": 3}, 3),
        ("dispersed_go", W40, 1),
        ("dispersed_go", W41, 4),
    ],
)
def test_perft_agrees_with_plain_counting(
    variant: str, position: Mapping[str, Any], depth: int, tmp_path: Path, capsys: Capture
) -> None:
    compare_perft(capsys, tmp_path, variant, position, depth)


@pytest.mark.rules("AST-V4-08", "AST-V4-09")
@pytest.mark.parametrize(
    ("position", "barred"),
    [
        (W41, "E5"),
        ({"board": 8, "C_planets": ["B3", "C2"]}, "A1"),
        ({"board": 3, "Y_planets": ["B3"]}, ""),
    ],
)
def test_a_text_board_says_where_no_stone_may_go(position: Mapping[str, Any], barred: str) -> None:
    view = GAME.view(pair_of("dispersed_go", position).state, Seated(Seat(0)))
    board = renderer_for("astralis").scene(view, Look()).board
    found = re.findall(r"Yellow may place no stone on (.+): it would", board)
    assert found == [barred] * bool(barred)
