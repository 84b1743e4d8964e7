"""Computer players beat those who are weaker; ``bench.strength`` plays whole series."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bench.strength import (
    COSMIC,
    CSW,
    GALAXY,
    SAILORS,
    Chooser,
    by_chance,
    by_computer,
    by_suggestions,
    cosmic_won,
    csw_won,
    galaxy_won,
    nearest,
    sailors_won,
    shooter,
    without_orders,
)

Won = Callable[[int, Chooser, Chooser], bool]


@pytest.mark.parametrize(
    ("won", "player", "rival", "numbers", "least"),
    [
        (sailors_won, by_computer(SAILORS), by_chance(SAILORS), (0, 1, 2), 3),
        (csw_won, by_computer(CSW), by_chance(CSW), (1, 14, 17), 3),
        (csw_won, by_computer(CSW), nearest, (3, 10, 20), 2),
        (galaxy_won, by_computer(GALAXY), shooter, (1, 14, 17), 3),
        (galaxy_won, by_computer(GALAXY), by_computer(GALAXY, "easy"), (2, 11, 19), 2),
        (cosmic_won, by_computer(COSMIC), by_chance(COSMIC), (0, 3, 7), 3),
        (cosmic_won, by_computer(COSMIC), without_orders, (19, 20, 21, 22, 23), 3),
        (cosmic_won, by_suggestions(COSMIC), by_computer(COSMIC, "easy"), (0, 1, 2, 3, 4), 3),
    ],
)
def test_a_better_player_wins(
    won: Won, player: Chooser, rival: Chooser, numbers: Sequence[int], least: int
) -> None:
    assert sum(won(number, player, rival) for number in numbers) >= least
