"""``python -m bot.playground``, which ``make play`` runs."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import logging
import sys
from collections.abc import Sequence

_NEEDED = ("simcord", "aiohttp", "markdown_it", "linkify_it", "regex")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 after a clean end, 2 when something is missing or in the way."""
    preferences = _parser().parse_args(arguments)
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        print(
            f"The playground needs the extra 'play' ({', '.join(missing)} not found).\n"
            "'make play' sets it up by itself; by hand: pip install '.[play]'",
            file=sys.stderr,
        )
        return 2
    # Only now: the modules below import what has just been looked for.
    from bot.allocator import share_arenas
    from bot.composition import switch_often
    from bot.playground.evening import Evening, Unplayable

    share_arenas()
    switch_often()

    _log_to_terminal()
    evening = Evening(
        port=preferences.port,
        browser=not preferences.no_browser and not preferences.once,
        begun=preferences.seed_match,
        once=preferences.once,
        database=preferences.database,
    )
    try:
        asyncio.run(evening.run())
    except Unplayable as fault:
        print(fault, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass  # where signals cannot be handled by the loop; everything is closed by then
    return 0


def _log_to_terminal() -> None:
    handler = logging.StreamHandler()
    form = "%(levelname)s %(name)s: %(message)s %(ids)s"
    handler.setFormatter(logging.Formatter(form, defaults={"ids": ""}))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # The pump tells every error of the bot, with its trace.
    for name in ("discord.client", "discord.app_commands.tree"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.playground",
        description="Play on this machine, in the browser, without Discord.",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=0,
        help="port of our page; the channel page takes the next one (default: any two free ones)",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--seed-match",
        type=int,
        nargs="?",
        const=0,
        metavar="MOVES",
        help="begin with a match that has started, and MOVES random moves played",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="keep the matches here: an empty one, such as postgresql://user:password@host/name",
    )
    parser.add_argument(
        "--once", action="store_true", help="start, look at both pages, and stop: a trial run"
    )
    return parser


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65534:
        raise argparse.ArgumentTypeError("a port from 0 to 65534, please")
    return number


if __name__ == "__main__":
    sys.exit(main())
