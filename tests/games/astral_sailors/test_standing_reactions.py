"""Standing orders for Counter-attack and Cover, and what holds when time runs out."""

from __future__ import annotations

from typing import Any

import pytest

from games.astral_sailors.rules.combat.answering import React
from tests.games.astral_sailors.duels import lapses, orders, says
from tests.games.astral_sailors.wardens import shot_at, struck, warden


@pytest.mark.rules("ASCW-D69", "ASCW-139")
def test_by_default_a_unit_keeps_its_points_until_it_has_acted() -> None:
    assert says(shot_at(warden())) == React("B2", "none")
    assert says(shot_at(warden(activated=1))) == React("B2", "cover")
    assert says(struck(warden(activated=1))) == React("B2", "counter")


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("COVER ALL ALWAYS", "cover"),
        ("COVER ALL ACTED", "none"),
        ("COVER ALL NEVER", "none"),
        ("COVER B2 ALWAYS", "cover"),
        ("COVER MILITARY ALWAYS", "cover"),
        ("COVER COMMANDER ALWAYS", "none"),
        ("COVER ALL ASK", None),
        ("COVER ALL ASK ALWAYS", None),
    ],
)
def test_cover_follows_its_order(text: str, choice: str | None) -> None:
    found = says(shot_at(warden()), orders(text))
    assert found == (None if choice is None else React("B2", choice))  # type: ignore[arg-type]


@pytest.mark.rules("ASCW-D69")
def test_the_unit_comes_before_its_class_and_the_class_before_all() -> None:
    match = shot_at(warden())
    given = orders("COVER ALL ALWAYS", "COVER MILITARY NEVER")
    assert says(match, given) == React("B2", "none")
    assert says(match, (*given, *orders("COVER B2 ALWAYS"))) == React("B2", "cover")


@pytest.mark.rules("ASCW-D69")
def test_cover_is_not_worth_it_against_few_dice() -> None:
    given = orders("COVER ALL ALWAYS")
    assert says(shot_at(warden(), dice=1), given) == React("B2", "none")
    fewer = (*given, *orders("COVER-DICE ALL 1"))
    assert says(shot_at(warden(), dice=1), fewer) == React("B2", "cover")
    assert says(shot_at(warden(), dice=1), orders("COVER ALL ASK")) == React("B2", "none")


@pytest.mark.rules("ASCW-D69", "ASCW-D28")
@pytest.mark.parametrize(
    ("texts", "choice"),
    [
        (("COUNTER ALL ALWAYS", "COVER ALL ALWAYS"), "counter"),
        (("COUNTER ALL ALWAYS", "COVER ALL ALWAYS", "PREFER ALL COVER"), "cover"),
        (("COUNTER ALL NEVER", "COVER ALL ALWAYS"), "cover"),
        (("COUNTER ALL ALWAYS", "COVER ALL ASK"), "counter"),
        (("COUNTER ALL ASK", "COVER ALL ALWAYS"), None),
        (("COUNTER ALL NEVER", "COVER ALL ASK"), None),
        (("COUNTER ALL NEVER", "COVER ALL NEVER"), "none"),
    ],
)
def test_of_two_reactions_the_preferred_one_is_looked_at_first(
    texts: tuple[str, ...], choice: str | None
) -> None:
    given = orders(*texts, "COVER-DICE ALL 1")
    found = says(struck(warden()), given)
    assert found == (None if choice is None else React("B2", choice))  # type: ignore[arg-type]


# --- Settings of the match, and time that runs out ---


@pytest.mark.rules("ASCW-D69")
def test_a_match_can_agree_to_wait_for_nobody_or_to_ask_always() -> None:
    asks = orders("COVER ALL ASK ALWAYS")
    assert says(shot_at(warden(), reactions="auto"), asks) == React("B2", "cover")
    assert says(shot_at(warden(), reactions="auto"), orders("COVER ALL ASK")) == React("B2", "none")
    assert says(shot_at(warden(), reactions="ask"), orders("COVER ALL ALWAYS")) is None
    assert says(shot_at(warden(), reactions="mixed"), asks) is None


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    ("text", "choice"),
    [("ASK", "none"), ("ASK ALWAYS", "cover"), ("ASK NEVER", "none"), ("ALWAYS", "cover")],
)
def test_when_time_runs_out_the_fallback_holds(text: str, choice: Any) -> None:
    match = shot_at(warden(), reactions="ask")
    assert lapses(match, orders(f"COVER ALL {text}")) == React("B2", choice)
