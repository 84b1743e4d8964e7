"""The text form of clocks: written and read back, and refused with the clause at fault."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.clocks import time_controls
from bot.play.clocks.time_controls import Pace, Then, TimeControls
from bot.play.refusals import NotNow
from games import all_games
from tests.toy import GAME as TOY

KINDS = {"turn": "a turn", "react": "a reaction", "army": "an army list"}
HOUR = timedelta(hours=1)
lengths = st.integers(5, 60 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
fixed = st.one_of(st.just(Pace()), st.builds(Pace, lengths))
banks = st.tuples(lengths, lengths, lengths).map(lambda three: Pace(*sorted(three)))
every = st.builds(
    TimeControls,
    usual=st.one_of(fixed, banks),
    kinds=st.dictionaries(st.sampled_from(sorted(KINDS)), fixed).map(
        lambda found: tuple(sorted(found.items()))
    ),
    grace=st.one_of(st.just(timedelta()), lengths),
    percents=st.sets(st.integers(1, 99), max_size=2).map(lambda found: tuple(sorted(found))),
    ahead=st.sets(lengths, max_size=2).map(lambda found: tuple(sorted(found, reverse=True))),
    then=st.sampled_from(Then),
    autopilot=st.integers(0, 20),
    quiet=st.booleans(),
    holidays=st.booleans(),
)


@settings(deadline=None)
@given(every)
def test_what_is_written_is_read_back(agreed: TimeControls) -> None:
    text = time_controls.write(agreed)
    assert time_controls.parse(text, KINDS) == time_controls.parse(text) == agreed
    assert time_controls.write(time_controls.parse(text)) == text


@settings(deadline=None)
@given(st.text(alphabet="0123456789hdm+%; maxreactgrndofhiv", max_size=60))
def test_anything_typed_is_understood_or_refused(text: str) -> None:
    try:
        agreed = time_controls.parse(text, KINDS)
    except NotNow:
        return
    assert time_controls.parse(time_controls.write(agreed), KINDS) == agreed


def test_all_clauses_in_one() -> None:
    text = (
        "24h; reaction 8h; army 3d; grace 12h; remind 75% 25% 1h 10m; then vote; autopilot never; "
        "quiet off; holidays off"
    )
    agreed = time_controls.parse(text, KINDS)
    assert agreed == TimeControls(
        Pace(24 * HOUR),
        (("army", Pace(72 * HOUR)), ("react", Pace(8 * HOUR))),
        12 * HOUR,
        (25, 75),
        (HOUR, HOUR / 6),
        Then.VOTE,
        0,
        quiet=False,
        holidays=False,
    )
    assert agreed.pace("army").time == 72 * HOUR
    assert agreed.pace("turn").time == 24 * HOUR
    assert agreed.reminder_marks(24 * HOUR) == (18 * HOUR, 6 * HOUR, HOUR, HOUR / 6)


def test_a_bank_has_a_cap_even_if_nobody_names_it() -> None:
    assert time_controls.parse("72h + 12h").usual == Pace(72 * HOUR, 12 * HOUR, 144 * HOUR)
    assert time_controls.parse("72h+12h max 120h").usual == Pace(72 * HOUR, 12 * HOUR, 120 * HOUR)
    assert time_controls.parse("50d+12h").usual.most == time_controls.LONGEST


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "clock needs a time"),
        ("tomorrow", "In “tomorrow”: that is not a length"),
        ("24h; grace soon", "In “grace soon”: that is not a length"),
        ("1m", "In “1m”: 1m is too short"),
        ("24h; army 99d", "In “army 99d”: 99d is too long"),
        ("24h; muster 3d", "“muster 3d” is not a clock setting"),
        ("24h; react 8h; reaction 4h", "react is there twice"),
        ("24h; grace 1h; grace 2h", "grace is there twice"),
        ("24h; react 8h+1h", "only the usual time can be a bank"),
        ("24h+1h max 2h", "more than its 2h at most"),
        ("24h; remind", "name one to 4 reminders"),
        ("24h; remind 0%", "name one to 4 reminders"),
        ("24h; then claim", "default or vote"),
        ("24h; autopilot 99", "after how many"),
        ("24h; quiet maybe", "write on or off"),
        ("1h;" * 200, "too long"),
    ],
)
def test_what_cannot_be_is_refused_by_its_clause(text: str, said: str) -> None:
    with pytest.raises(NotNow, match=said):
        time_controls.parse(text, KINDS)


def test_a_refusal_names_the_kinds_that_the_game_has() -> None:
    with pytest.raises(NotNow) as refused:
        time_controls.parse("24h; muster 3d", KINDS)
    assert "turn (a turn), react (a reaction), army (an army list)" in str(refused.value.instead)


@pytest.mark.parametrize("game", [*all_games(), TOY], ids=lambda game: str(game.meta.id))
def test_every_preset_of_every_game_can_be_chosen(game: object) -> None:
    meta = game.meta  # type: ignore[attr-defined]  # only for its name in the report
    for name, text in time_controls.presets(meta).items():
        agreed = time_controls.read_choice(f"  {name.upper()} ", meta)
        assert agreed == time_controls.parse(text, meta.kinds)
        assert (
            time_controls.from_stored(time_controls.to_stored(agreed)) == agreed
            or not agreed.has_limits
        )
    assert time_controls.read_choice("none", meta) == TimeControls()
    assert time_controls.to_stored(TimeControls()) == ""


def test_the_clocks_of_the_game_come_before_those_of_the_same_name() -> None:
    names = list(time_controls.presets(TOY.meta))
    assert names[: 1 + len(TOY.meta.clocks)] == ["none", *TOY.meta.clocks]
    own = replace(TOY.meta, clocks={"Slow bank": "72h"})
    assert time_controls.read_choice("slow bank", own).usual == Pace(72 * HOUR)
    assert time_controls.read_choice("slow bank", TOY.meta).usual == Pace(
        72 * HOUR, 36 * HOUR, 240 * HOUR
    )
