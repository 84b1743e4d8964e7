"""``replay FILE``: a match entry by entry, in words; of match files also what was played under
older rules."""

from __future__ import annotations

from typing import Any

from games.cli.faults import Fault, Illegal
from games.cli.files import read_text
from games.cli.matchfile import read_match
from games.cli.playing import run
from games.cli.tools import find_game
from games.core.contract import AnyGame
from games.core.log import match_file
from games.core.log.match_file import Line, MatchLog, UnreadableFile
from games.core.log.replay import Adjusted, LogAction, Played, Replaced, Thrown
from games.core.log.verification import Wrong, follow, settings_of
from games.core.settings import Settings
from games.core.types import REFEREE, Decisions, Ending


def replay(name: str) -> None:
    """Print every entry, the final score and the ending."""
    text = read_text(name)
    if (log := log_in(name, text)) is not None:
        tell_log(name, log)
        return
    file = read_match(name, text)
    game = file.game
    state = game.setup(file.settings, file.seats)
    print(f"{game.meta.title}. {agreed(file.settings)}")
    for entry in run(game, file.seats, state, file.items):
        print(f"\n{entry.number:>3}  {headline(game, state, entry.log_action)}")
        for event in entry.events:
            if sentence := game.words.tell(event):
                print(f"     {sentence}")
        state = entry.state
        print(f"     {game.words.standing(game.view(state, REFEREE))}")
    concluded(game, state)


def log_in(name: str, text: str) -> MatchLog | None:
    """The match of the file, ``None`` when it is a file of another kind. Raises ``Fault``."""
    if not text.lstrip().startswith("{") or f'"{match_file.FORMAT}"' not in text[:1000]:
        return None
    try:
        return match_file.read(text.encode())
    except UnreadableFile as fault:
        raise Fault(f"{name}: {fault}") from None


def tell_log(name: str, log: MatchLog) -> None:
    """Print every entry, played again where that can be, and how it ended.

    What was played under older rules is told in the sentences of the file.
    Raises ``Illegal`` at the first entry that cannot be.
    """
    if log.broken:
        print(f"This file has been changed: its hash chain breaks at {log.broken}.")
    if not log.match.complete:
        _tell_part(log)
        return
    game = find_game(log.match.game)
    state, rules = None, game.meta.rules_version
    try:
        print(f"{game.meta.title}. {agreed(settings_of(game, log))}")
        for followed in follow(game, log):
            log_action, entry = followed.log_action, followed.entry
            if entry.rules != rules:
                rules = entry.rules
                print(f"\nPlayed under rules version {rules}, {_how(game, rules)}:")
            if log_action is None or isinstance(log_action, Replaced):
                _print(log, entry, _written(log, entry))
            else:
                _print(log, entry, headline(game, followed.before, log_action))
            if followed.state is None:
                for sentence in map(plain, entry.told):
                    print(f"     {sentence}")
                continue
            for sentence in filter(None, map(game.words.tell, followed.events)):
                print(f"     {sentence}")
            state = followed.state
            print(f"     {game.words.standing(game.view(state, REFEREE))}")
    except Wrong as wrong:
        raise Illegal(f"{name}: {said(wrong)}") from None
    ending = log.end.ending
    if state is not None and (ending is None or isinstance(game.pending(state), Ending)):
        concluded(game, state)
    else:
        print(f"\n{'So far' if ending is None else 'Final score'}: {plain(log.end.stands)}")
    if ending is not None:
        kind, winners = ending.get("kind"), ending.get("winners")
        seats = [log.match.seats[each] for each in _seats(log, winners)]
        won = f", won by {' and '.join(map(plain, seats))}" if seats else ""
        print(f"Ending in the file: {plain(str(kind)[:40])}{won}.")


def _how(game: AnyGame, rules: int) -> str:
    older = rules != game.meta.rules_version
    return "told in the file's own sentences" if older else "replayed"


def said(wrong: Wrong) -> str:
    """The faulty entry, what is wrong with it, and the rule."""
    rule = f" [{wrong.rule}]" if wrong.rule else ""
    number = f"entry {wrong.number}: " if wrong.number else ""
    return f"{number}{wrong.sentence}{rule}"


def _seats(log: MatchLog, winners: object) -> list[int]:
    every = winners if isinstance(winners, list) else []
    return [each for each in every if isinstance(each, int) and 0 <= each < len(log.match.seats)]


def _tell_part(log: MatchLog) -> None:
    whose = log.match.whose
    if whose.startswith("seat "):
        seat = int(whose.removeprefix("seat "))
        names = log.match.seats
        whose = plain(names[seat]) if seat < len(names) else whose
    print(f"{plain(log.match.title)}. What {whose} knew of an unfinished match:")
    print("told in the file's own sentences; it cannot be replayed.")
    for entry in log.entries:
        _print(log, entry, _written(log, entry))
        for sentence in entry.told:
            print(f"     {plain(sentence)}")
    print(f"\nSo far: {plain(log.end.stands)}")
    for line in log.end.board.splitlines():
        print(f"     {plain(line)}")


def _print(log: MatchLog, entry: Line, what: str) -> None:
    """Print the first line of an entry: number, text and whether it was undone."""
    number = entry.shown if log.match.complete else entry.number
    told = f"#{number:<4} {what}" if number else f"{'':5} {what}"
    print(f"\n{told}{'  (undone)' if entry.undone else ''}")
    if entry.reason:
        print(f"     Why: {plain(entry.reason)}")


def _written(log: MatchLog, entry: Line) -> str:
    """The entry in the words of the file."""
    names = log.match.seats
    seat = plain(names[entry.seat]) if entry.seat is not None and entry.seat < len(names) else ""
    return "  ".join(filter(None, (entry.kind, seat, plain(entry.text or ""))))


# --- Words ---


def plain(text: str) -> str:
    """Remove control characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def concluded(game: AnyGame, state: Any) -> None:
    """Print the score and the ending."""
    over = isinstance(game.pending(state), Ending)
    score = game.words.standing(game.view(state, REFEREE))
    print(f"\n{'Final score' if over else 'So far'}: {score}\n{_outcome(game, state)}")


def agreed(settings: Settings) -> str:
    """The settings of the match by their titles."""
    return "; ".join(
        f"{type(settings).model_fields[name].title}: {_said(value)}"
        for name, value in settings.model_dump().items()
    )


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def headline(game: AnyGame, state: Any, log_action: LogAction) -> str:
    """The seat, by its name before the move, and the move."""
    if isinstance(log_action, Played):
        seat = game.words.seat(game.view(state, REFEREE), log_action.seat)
        return f"{seat}  {game.write(log_action.move)}"
    if isinstance(log_action, Thrown):
        return "dice  " + " / ".join(
            ", ".join(map(str, faces)) for faces in log_action.rolled.faces
        )
    if isinstance(log_action, Adjusted):
        return f"referee  {game.editing.write(log_action.adjustment)}"
    return "the match continues from another position"


def _outcome(game: AnyGame, state: Any) -> str:
    pending = game.pending(state)
    view = game.view(state, REFEREE)
    if isinstance(pending, Ending):
        return f"{game.words.ending(view, pending)} [{pending.rule}]"
    if not isinstance(pending, Decisions):
        return "The match is not over: it waits for dice."
    names = ", ".join(game.words.seat(view, seat) for seat in pending.awaited())
    return f"The match is not over: it waits for {names}."
