"""The second implementation of the variants, checked by the worked examples of the canon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.astralis.naive import Place, name, place, sorted_names
from tests.games.astralis.variants_naive import Beeline, Dice, DispersedGo, Simplified


def planets(y: str, c: str) -> dict[Place, int]:
    return dict.fromkeys(map(place, y.split()), 0) | dict.fromkeys(map(place, c.split()), 1)


def ships(y: str, c: str) -> tuple[Place, Place]:
    return place(y), place(c)


def simplified(*, y: str = "", c: str = "", sy: str, sc: str) -> Simplified:
    return Simplified(8, planets(y, c), ships(sy, sc), 0)


def dice(*, y: str = "", c: str = "", sy: str, sc: str) -> Dice:
    return Dice(8, planets(y, c), ships(sy, sc), 0)


def beeline(*, y: str = "", c: str = "", sy: str, sc: str) -> Beeline:
    return Beeline(8, planets(y, c), ships(sy, sc), 0)


def stones(y: str = "", c: str = "", *, to_move: int = 0, n: int = 8) -> DispersedGo:
    return DispersedGo(n, planets(y, c), to_move)


def claimed(start: Simplified, turn: str, claims: str = "") -> tuple[Simplified, str, str]:
    """After a turn: the position, the planets of Yellow and the claims that were right."""
    to, _, plant = turn.partition("-")[2].partition("+")
    after, result = start.claim(
        (place(to), place(plant) if plant else None), set(map(place, claims.split()))
    )
    own = {hex for hex, side in after.planets.items() if side == 0}
    return after, " ".join(sorted_names(own)), " ".join(sorted_names(result.won))


def test_w33_claims_alone_bring_what_is_due() -> None:
    w08 = simplified(y="E8 I7 I10", sy="B3", sc="O11")
    after, own, right = claimed(w08, "B3-E6+F7", "H8")
    assert (after.score(0), own, right) == (27, "E8 F7 H8 I7 I10", "H8")
    lost, own, right = claimed(replace(w08, ships=ships("B3", "O9")), "B3-E6+F7")
    assert (own, right, lost.status(place("H8"))) == ("E8 F7 I7 I10", "", "unexplored")
    assert (place("H9"), place("H8")) in set(lost.turns())
    back, _ = lost.claim((place("O8"), None), set())
    assert (place("G8"), place("H8")) in set(back.turns())
    assert claimed(back, "E6-A2+A1", "H8")[2] == ""
    assert claimed(w08, "B3-E6+F7", "H8 G9")[2] == "H8"


def test_w33_a_bonus_behind_an_extraction_needs_both_claims() -> None:
    w27 = simplified(y="I7 I10 L10", c="H8", sy="B3", sc="O11")
    assert claimed(w27, "B3-E6+F7", "J9")[2] == ""
    after, own, right = claimed(w27, "B3-E6+F7", "J9 H8")
    assert (own, right, after.score(0)) == ("F7 H8 I7 I10 J9 L10", "H8 J9", 30)


def test_a_claim_beneath_the_opposing_ship_waits_for_its_departure() -> None:
    w17 = simplified(y="I7 I10", sy="B3", sc="H8")
    after, own, right = claimed(w17, "B3-E6+F7", "H8")
    assert (own, right, set(after.awards)) == ("F7 I7 I10", "H8", {(place("H8"), 0)})
    left, result = after.claim((place("H5"), None), set())
    assert (result.awarded, left.score(0), left.awards) == ({place("H8")}, 22, frozenset())
    unclaimed, _, _ = claimed(w17, "B3-E6+F7")
    assert unclaimed.claim((place("H5"), None), set())[0].score(0) == 21


@pytest.mark.parametrize(
    ("start", "turn", "before", "values", "totals"),
    [
        (dice(c="E8", sy="B3", sc="O11"), "E6+F7", {"E8": 6}, {"E8": 4, "F7": 4}, (4, 4)),
        (
            dice(y="I7 I10", c="G9", sy="B3", sc="O11"), "E6+F7", {},
            {"I7": 6, "I10": 4, "F7": 4, "G9": 2}, (14, 2),
        ),
        (
            dice(y="B3", c="A4", sy="C9", sc="O11"), "C6+B6", {"B3": 4, "A4": 2},
            {"B3": 6, "A4": 4, "B6": 6}, (16, 0),
        ),
        (dice(y="A1 A4 H8", sy="B3", sc="O11"), "B4", {"A1": 3, "A4": 4, "H8": 6}, {}, (13, 0)),
        (
            dice(y="G9", c="F7 I7 I10", sy="H14", sc="O11"), "H9+H8", {},
            {"H8": 0, "G9": 2, "I7": 4, "I10": 3, "F7": 3}, (2, 10),
        ),
    ],
)  # fmt: skip
def test_w34_dice_lose_a_point_for_each_contested_neighbour(
    start: Dice,
    turn: str,
    before: dict[str, int],
    values: dict[str, int],
    totals: tuple[int, int],
) -> None:
    to, _, plant = turn.partition("+")
    assert {hex: start.value(place(hex)) for hex in before} == before
    after, _ = start.play(place(to), place(plant) if plant else None)
    assert {hex: after.value(place(hex)) for hex in values} == values
    assert (after.score(0), after.score(1)) == totals


def test_w35_bees_stop_at_flowers_and_plant_straight_ahead() -> None:
    opening = list(beeline(sy="A4", sc="O11").turns())
    assert (len([turn for turn in opening if turn[1] is None]), len(opening)) == (28, 52)
    plants = {name(to): name(plant) for to, plant in opening if plant}
    assert (plants["D7"], plants.get("A8"), plants["B4"]) == ("E8", None, "C4")
    turns = list(beeline(y="J10", c="H5", sy="H8", sc="F6").turns())
    assert " ".join(name(to) for to, plant in turns if plant is None) == (
        "A8 B8 C8 D8 E8 F8 G7 G8 H6 H7 H9 H10 H11 H12 H13 H14 H15 I8 I9 J8 K8 L8 M8 N8 O8"
    )
    assert len(turns) == 43
    plants = {name(to): name(plant) for to, plant in turns if plant}
    assert not {"I9", "H6", "H7", "G7"} & plants.keys()
    assert (plants["H10"], plants["G8"]) == ("H11", "F8")


def test_w36_a_corner_behind_flowers_can_never_be_planted() -> None:
    closed = beeline(y="A3 C1 C3", sy="H8", sc="O11")
    free = {hex for hex in closed.plantable() | {place("A1")} if closed.is_free(hex)}
    assert free - closed.plantable() == {place("A1")}
    one_way = beeline(y="A3 C3", sy="D1", sc="O11")
    assert (place("B1"), place("A1")) in set(one_way.turns())
    assert place("A1") in one_way.plantable()


def groups(game: DispersedGo) -> list[tuple[int, str, str]]:
    return [
        (side, " ".join(sorted_names(group)), " ".join(sorted_names(liberties)))
        for side, group, liberties in game.groups()
    ]


@pytest.mark.parametrize(
    ("y", "c", "expected"),
    [
        ("H8 J9", "", [(0, "H8 J9", "G7 G8 H7 H9 J8 J10 K9 K10")]),
        ("H8", "J9", [(0, "H8", "G7 G8 H7 H9"), (1, "J9", "J8 J10 K9 K10")]),
        ("H8 J8", "", [(0, "H8 J8", "G7 G8 H7 H9 I9 J7 J9 K8 K9 I7")]),
    ],
)
def test_w37_liberties_are_hexes_beside_one_stone(
    y: str, c: str, expected: list[tuple[int, str, str]]
) -> None:
    found = groups(stones(y, c))
    assert [(side, group, set(free.split())) for side, group, free in found] == [
        (side, group, set(free.split())) for side, group, free in expected
    ]


def test_w37_counts_of_liberties() -> None:
    for hex, count in (("H8", 6), ("A4", 4), ("A1", 3)):
        assert len(stones(hex).liberties(place(hex))) == count
    pair, lone = stones("H8 J9", "I6").groups()
    assert (len(pair[1]), len(pair[2]), len(lone[2])) == (2, 8, 6)


def test_w38_and_w39_a_stone_without_a_liberty_is_captured_and_cannot_return() -> None:
    start = stones("A1", "B3", to_move=1)
    assert start.liberties(place("A1")) == {place("B1")}
    found = start.placed(place("C2"))
    assert found is not None
    after, captured = found
    assert captured == {place("A1")}
    assert groups(after) == [(1, "B3 C2", "A2 A3 B1 B4 C1 C4 D2 D3")]
    for hex in ("A1", "A2", "B1"):
        assert after.placed(place(hex)) is None


def test_w40_area_of_stones_control_and_regions() -> None:
    mixed = stones("B3 C2 H8", "J9")
    assert (mixed.score(0), mixed.score(1)) == (18, 5)
    assert stones("B3 C2").score(0) == 169
    assert (stones().score(0), stones().score(1)) == (0, 0)


def test_w41_an_arrangement_may_not_come_back() -> None:
    game = DispersedGo(3)
    for hex in ("B3", "D3", "E5", "C5"):
        game = game.play(place(hex))
    assert sorted_names(set(game.stones)) == ("B3", "C5", "D3")
    assert game.placed(place("E5")) is None
    assert {"A1", "B1", "C1"} <= {name(hex) for hex in game.placements}
    assert (game.score(0), game.score(1)) == (4, 9)


def test_w42_a_planet_by_hand_brings_no_award() -> None:
    w08 = simplified(y="E8 I7 I10", sy="B3", sc="O11")
    by_hand = simplified(y="E8 H8 I7 I10", sy="B3", sc="O11")
    assert (w08.score(0), by_hand.score(0)) == (21, 24)
