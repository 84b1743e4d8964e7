"""The command line ``python -m games``.

Exit status 0; 1 when the rules refuse a move or dice are not right; 2 for any other mistake.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from games import all_games
from games.cli.asking import ask, list_measures
from games.cli.draw import draw
from games.cli.faults import Fault
from games.cli.matchfile import seats_of, split_moves
from games.cli.perft import perft
from games.cli.playing import run
from games.cli.position import position, read_position
from games.cli.replay import replay
from games.cli.selfplay import selfplay
from games.cli.tools import find_game, settings_of, value_of
from games.cli.verify import verify
from games.core.contract import AnyGame
from games.core.log.position_files import tools_of
from games.core.settings import Settings
from games.core.types import Seats


class Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    given = _parser().parse_args(arguments)
    try:
        _run(given)
    except Fault as fault:
        print(f"games {given.command}: {fault}", file=sys.stderr)
        return fault.status
    except BrokenPipeError:
        sys.stderr.close()  # the reader has seen enough; no complaint at the exit either
    return 0


def _run(given: argparse.Namespace) -> None:
    match given.command:
        case "list":
            _list()
        case "perft":
            _perft(given)
        case "replay":
            replay(given.file)
        case "position":
            position(given.file)
        case "ask" if given.game:
            list_measures(find_game(given.game))
        case "ask":
            ask(given.file)
        case "selfplay":
            game = find_game(given.game)
            seats = seats_of(game, given.seats)
            selfplay(game, _settings(game, given, seats), seats, given.seed, given.matches)
        case "draw":
            draw(given.file, given.at, given.out)
        case "verify":
            verify(given.file, given.commitment)


def _list() -> None:
    for game in all_games():
        meta = game.meta
        players = "/".join(map(str, meta.players))
        print(
            f"{meta.id}  {meta.title} by {meta.designer}, {players} players, "
            f"{meta.stage}, rules version {meta.rules_version}"
        )


def _perft(given: argparse.Namespace) -> None:
    game = find_game(given.game)
    if given.position is not None:
        if given.opening or given.settings or given.seats:
            raise Fault("--position already sets everything; leave out settings and first moves")
        found, _ = read_position(given.position)
        if found.game is not game:
            raise Fault(f"{given.position}: a position of {found.game.meta.id}")
        state = found.state
    else:
        seats = seats_of(game, given.seats)
        state = game.setup(_settings(game, given, seats), seats)
        for entry in run(game, seats, state, split_moves(given.opening or "")):
            state = entry.state
    perft(game, state, given.depth, public=given.public)


def _settings(game: AnyGame, given: argparse.Namespace, seats: Seats) -> Settings:
    named = {name: value_of(text) for name, text in (given.settings or ())}
    return settings_of(game, named, seats)


class Setting(argparse.Action):
    """Collects settings of a match as pairs of name and text."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        name = (option_string or "").removeprefix("--").replace("-", "_")
        namespace.settings = [*(namespace.settings or ()), (name, values)]


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="games", description="Starpost's game engine.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    commands.add_parser("list", help="list the games")

    counting = commands.add_parser("perft", help="count sequences of legal moves")
    counting.add_argument("game")
    counting.add_argument("--depth", type=positive, required=True)
    counting.add_argument("--position", metavar="FILE", help="start from this position")
    counting.add_argument("--public", action="store_true", help="count only through the contract")
    counting.add_argument("--moves", dest="opening", help="first moves, separated by commas")
    _add_settings(counting)
    for game in all_games():
        if opening := tools_of(game).opening:
            flag, says = opening
            counting.add_argument(flag, dest="opening", help=says)

    replaying = commands.add_parser("replay", help="replay a match file in words")
    replaying.add_argument("file")

    looking = commands.add_parser("position", help="play from a position and print it as JSON")
    looking.add_argument("file")

    asking = commands.add_parser("ask", help="answer measuring questions about a position")
    what = asking.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?")
    what.add_argument("--list", dest="game", metavar="GAME", help="what can be asked of a game")

    playing = commands.add_parser("selfplay", help="play random legal matches")
    playing.add_argument("game")
    playing.add_argument("--seed", type=int, default=0)
    playing.add_argument("--matches", type=positive, default=1)
    _add_settings(playing)

    drawing = commands.add_parser("draw", help="draw a match file")
    drawing.add_argument("file")
    drawing.add_argument("--at", type=int, metavar="K", help="after the K-th move")
    drawing.add_argument("--out", required=True, metavar="PNG")

    verifying = commands.add_parser("verify", help="check the dice of a finished match")
    verifying.add_argument("file")
    verifying.add_argument("--commitment", metavar="HEX", help="commitment shown at the start")
    return parser


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add an option for every setting of any game; the named game checks the values."""
    parser.add_argument("--seats", type=int, help="number of seats")
    names = sorted({name for game in all_games() for name in game.settings.model_fields})
    for name in names:
        parser.add_argument(f"--{name.replace('_', '-')}", action=Setting, dest="settings")


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
