"""The contract kit: what must hold for every game that is found, and for the toy."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from games import all_games
from games.core.log.replay import Adjusted
from games.core.types import SPECTATOR, Ending, Seated, Viewer
from tests.amounts import amount
from tests.games import by_default, by_hand, faults, legality, position_files, sketches, surfaces
from tests.games.hosted import check_two_logs
from tests.games.kit import Match, Title, digest, match_of, random_match, title_of, titles
from tests.games.replaying import check_replay
from tests.games.worlds import check_imagining, check_two_worlds
from tests.toy.variants import NIGHT

ALL = pytest.mark.parametrize("title", titles(), ids=lambda title: title.game.meta.id)
SEEDS = pytest.mark.parametrize("seed", range(amount(2, 8)))
"""With the usual settings, and with others."""
KEPT = 16
"""Matches that are kept for other tests."""
MOMENTS = 4
POSITIONS = 12
MOST_TRIED = 200
ROOT = Path(__file__).parents[2]


@ALL
@pytest.mark.parametrize("seed", range(amount(2, 16)))
def test_a_random_match_ends(title: Title, seed: int) -> None:
    match = match_of(title, seed)
    ending = title.game.pending(match.states[-1])
    assert isinstance(ending, Ending)
    assert ending.rule in title.game.rulebook.by_id
    assert len(ending.scores) in (0, len(match.seats))
    assert set(ending.winners) < set(match.seats.all())


@pytest.mark.parametrize(
    "title",
    [title for title in titles() if title.game.standing],
    ids=lambda title: title.game.meta.id,
)
@SEEDS
def test_defaults_alone_end_a_match_of_any_settings(title: Title, seed: int) -> None:
    by_default.check_end(title, random.Random(seed))


@ALL
@SEEDS
def test_every_position_of_a_match_is_sound(title: Title, seed: int) -> None:
    for match in (match_of(title, seed), adjusted_match_of(title, seed)):
        for number, state in enumerate(match.states):
            fault = next(title.game.editing.sound(state), None)
            assert fault is None, f"after {match.log_actions[:number][-1:]}: {fault}"


@ALL
@pytest.mark.parametrize("seed", range(amount(2, 100)))
def test_replaying_a_log_gives_the_same_bytes(title: Title, seed: int) -> None:
    check_replay(match_of(title, seed) if seed < KEPT else random_match(title, seed))


@ALL
@SEEDS
def test_every_offered_move_is_legal_and_applies(title: Title, seed: int) -> None:
    legality.check_offers(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_suggestions_are_legal_and_lead_to_their_moves_by_one_key(title: Title, seed: int) -> None:
    legality.check_suggestions(match_of(title, seed), random.Random(seed), 5 * MOMENTS)


@ALL
@SEEDS
def test_orders_in_advance_are_legal_and_read_back(title: Title, seed: int) -> None:
    legality.check_standing(match_of(title, seed), random.Random(seed), 2)


@ALL
@SEEDS
def test_computer_players_go_on_from_whatever_chance_has_brought_about(
    title: Title, seed: int
) -> None:
    legality.check_computer(match_of(title, seed), random.Random(seed), 2)


@ALL
@SEEDS
def test_what_is_not_offered_is_refused_and_changes_nothing(title: Title, seed: int) -> None:
    legality.check_refusals(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_the_questions_lead_to_exactly_the_offered_moves(title: Title, seed: int) -> None:
    legality.check_tree(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_every_question_of_random_positions_can_be_answered(title: Title, seed: int) -> None:
    rng = random.Random(seed)
    legality.check_questions(match_of(title, seed), rng, POSITIONS)
    legality.check_questions(adjusted_match_of(title, seed), rng, POSITIONS)


@pytest.mark.parametrize("game_id", [game.meta.id for game in all_games()])
@SEEDS
def test_questions_about_places_are_drawn_with_the_numbers_of_the_choices(
    game_id: str, seed: int
) -> None:
    title = title_of(game_id)
    sketches.check_sketches(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_a_printed_position_can_be_read_again(title: Title, seed: int) -> None:
    position_files.check_round_trip(match_of(title, seed), random.Random(seed), 4 * MOMENTS)
    # What a referee has changed of the settings is no part of the position.
    position_files.check_files(adjusted_match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_completions_lead_to_legal_moves_only(title: Title, seed: int) -> None:
    legality.check_completions(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_views_hold_view_types_and_words_are_plain(title: Title, seed: int) -> None:
    surfaces.check_views_and_words(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
@SEEDS
def test_events_reach_their_audience_only(title: Title, seed: int) -> None:
    surfaces.check_events(match_of(title, seed))


@ALL
@SEEDS
def test_a_preview_shows_what_follows(title: Title, seed: int) -> None:
    surfaces.check_previews(match_of(title, seed), random.Random(seed), MOMENTS)


@ALL
def test_every_view_has_a_picture_and_a_description(title: Title) -> None:
    surfaces.check_pictures(match_of(title, 1), random.Random(1), 2)


@ALL
def test_no_viewer_can_tell_two_worlds_apart(title: Title) -> None:
    compared = 0
    for seed in range(amount(2, 8) if title.game.meta.secrets else 1):
        match = match_of(title, seed)
        for viewer in match.viewers:
            compared += check_two_worlds(match, viewer, random.Random(seed))
    assert (compared > 0) == title.game.meta.secrets


@ALL
def test_no_viewer_can_tell_two_worlds_apart_by_what_the_host_tells(title: Title) -> None:
    compared, rng = 0, random.Random(1)
    for seed in range(2 if title.game.meta.secrets else 1):
        match = match_of(title, seed)
        for viewer in (SPECTATOR, Seated(rng.choice(match.seats.all()))):
            compared += check_two_logs(title, match.seats, match.states, viewer, rng, 4)
    assert (compared > 0) == title.game.meta.secrets


@pytest.mark.parametrize("title", [*titles(), Title(NIGHT)], ids=lambda title: title.game.meta.id)
def test_settings_without_a_fault_can_be_set_up(title: Title) -> None:
    faults.check_faults(title, random.Random(title.game.meta.id))


@ALL
def test_what_is_imagined_depends_on_the_view_and_the_source_alone(title: Title) -> None:
    differ = 0
    for seed in range(amount(1, 3)):
        match = match_of(title, seed)
        for viewer in match.viewers:
            differ += check_imagining(match, viewer, random.Random(seed), 3)
    assert (differ > 0) == title.game.meta.secrets


@ALL
def test_a_lobby_can_present_the_game(title: Title) -> None:
    surfaces.check_meta(title.game)
    packs = title.game.packs
    surfaces.check_settings(title.game.settings, packs.setting if packs else "")


@cache
def digests_elsewhere() -> Sequence[str]:
    """Of a match of each title, played in another process, whose sets have other orders."""
    script = (
        "from tests.games.kit import digest, random_match, titles\n"
        "for title in titles(): print(digest(random_match(title, 1)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()


@ALL
def test_states_do_not_depend_on_the_process(title: Title) -> None:
    here = digest(match_of(title, 1))
    assert digests_elsewhere()[titles().index(title)] == here


@cache
def told_in_play(title: Title) -> frozenset[str]:
    """Names of the events that the rules themselves bring about."""
    return frozenset().union(*(match_of(title, seed).told for seed in range(6)))


@cache
def adjusted_match_of(title: Title, seed: int) -> Match:
    return by_hand.adjusted_match(match_of(title, seed), seed)


@ALL
@SEEDS
def test_every_offered_adjustment_can_be_made_and_triggers_no_rule(title: Title, seed: int) -> None:
    by_hand.check_offers(match_of(title, seed), random.Random(seed), 4, told_in_play(title))


@ALL
@SEEDS
def test_an_adjustment_that_is_not_offered_is_refused(title: Title, seed: int) -> None:
    by_hand.check_refusals(match_of(title, seed), random.Random(seed), 4)


@ALL
@SEEDS
def test_a_page_of_adjustments_opens_without_trying_many(title: Title, seed: int) -> None:
    by_hand.check_pages(match_of(title, seed), random.Random(seed), 3, MOST_TRIED)


@ALL
@SEEDS
def test_questions_and_completions_lead_to_adjustments(title: Title, seed: int) -> None:
    by_hand.check_tree(match_of(title, seed), random.Random(seed), 2)


@ALL
@SEEDS
def test_play_goes_on_after_adjustments_and_their_log_gives_the_same_bytes(
    title: Title, seed: int
) -> None:
    match = adjusted_match_of(title, seed)
    ended = isinstance(title.game.pending(match.states[-1]), Ending)
    assert ended or len(match.states) == by_hand.ENOUGH
    assert any(isinstance(log_action, Adjusted) for log_action in match.log_actions)
    check_replay(match)


@ALL
def test_a_referee_who_plays_learns_nothing_by_adjusting(title: Title) -> None:
    compared = 0
    for seed in range(amount(2, 6) if title.game.meta.secrets else 1):
        match, rng = match_of(title, seed), random.Random(seed)
        seated: list[Viewer] = [Seated(seat) for seat in match.seats.all()]
        for viewer in (SPECTATOR, *rng.sample(seated, 2)):
            compared += by_hand.check_two_desks(match, viewer, rng, 2)
    assert (compared > 0) == title.game.meta.secrets


@ALL
def test_no_viewer_can_tell_two_worlds_apart_after_adjustments(title: Title) -> None:
    for seed in range(2 if title.game.meta.secrets else 1):
        match = adjusted_match_of(title, seed)
        for viewer in match.viewers:
            check_two_worlds(match, viewer, random.Random(seed), 4)


@ALL
@SEEDS
def test_every_kind_of_decision_that_is_waited_for_has_a_name(title: Title, seed: int) -> None:
    by_hand.check_kinds(match_of(title, seed))
