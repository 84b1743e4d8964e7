"""What a summary of five lines keeps, and in which order."""

from __future__ import annotations

from bot.chat.panels import summary
from bot.play.match.views import LogLine
from bot.play.records import Kind
from games.core.seats import Seat
from tests.chat.match_views import seen


def move(shown: int | None, seat: int, *told: tuple[str, int], kind: Kind = Kind.MOVE) -> LogLine:
    sentences = tuple(sentence for sentence, _ in told)
    weights = tuple(weight for _, weight in told)
    return LogLine(shown, kind, Seat(seat), "REST", sentences, weights=weights)


def dice(shown: int, *told: tuple[str, int]) -> LogLine:
    sentences = tuple(sentence for sentence, _ in told)
    return LogLine(shown, Kind.DICE, None, "", sentences, weights=tuple(w for _, w in told))


def alternating(count: int, first: int = 1) -> list[LogLine]:
    return [move(n, n % 2, (f"Thing {n} happens.", 1)) for n in range(first, first + count)]


def test_a_few_entries_are_all_told_in_order() -> None:
    told, more = summary.lines(seen(), alternating(3))
    assert told == [
        "- **#1 Green (Bo): REST**: Thing 1 happens.",
        "- **#2 Red (Ann): REST**: Thing 2 happens.",
        "- **#3 Green (Bo): REST**: Thing 3 happens.",
    ]
    assert more == 0


def test_what_weighs_most_is_told_wherever_it_stands_and_else_the_newest() -> None:
    lines = alternating(12)
    lines[2] = move(3, 1, ("A lamp comes out.", 2))
    lines[5] = move(6, 0, ("Nothing much.", 0))
    told, more = summary.lines(seen(), lines)
    numbers = [line.split("#")[1].split()[0] for line in told]
    assert numbers == ["3", "9", "10", "11", "12"]
    assert more == 7


def test_what_one_player_does_in_a_row_is_one_line_with_its_dice() -> None:
    lines = [
        move(1, 0, ("Red lights one.", 1)),
        dice(2, ("It burns.", 1)),
        move(3, 0, ("Red rests.", 0)),
        move(4, 1, ("Green rests.", 0)),
    ]
    told, more = summary.lines(seen(), lines)
    assert told[0] == "- **#1 to #3 Red (Ann), 2 moves**: Red lights one. It burns. Red rests."
    assert told[1].startswith("- **#4 Green (Bo)")
    assert more == 0


def test_a_line_keeps_its_weightiest_sentences_and_their_order() -> None:
    long = "x" * 150
    line = move(1, 0, (f"First {long}.", 0), ("Second.", 1), (f"Third {long}.", 2))
    [told], _ = summary.lines(seen(), [line])
    assert "Second. Third" in told
    assert "First" not in told


def test_a_turn_of_events_outside_the_rules_is_not_missed() -> None:
    undone = LogLine(4, Kind.UNDONE, Seat(0), "2", ())
    told, _ = summary.lines(seen(), [*alternating(3), undone, *alternating(9, 5)])
    assert "rewinds to" in told[0]


def test_dice_of_which_nothing_is_said_are_not_counted() -> None:
    lines = [each for n in range(1, 21, 2) for each in (*alternating(1, n), dice(n + 1))]
    for at, line in enumerate(lines):
        if line.kind is Kind.MOVE:
            lines[at] = move(line.shown, at // 2 % 2, ("It is so.", 1))
    told, more = summary.lines(seen(), lines)
    assert len(told) == 5
    assert more == 5


def test_words_of_people_and_games_format_nothing() -> None:
    [told], _ = summary.lines(seen(), [move(1, 0, ("**@everyone** _x_", 1))])
    assert "@everyone" not in told
    assert "\\*\\*" in told
