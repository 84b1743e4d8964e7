"""Writes ``docs/commands.md`` from the commands; with ``--check`` says whether it is up to date."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.chat.command_tree import build_payload
from bot.chat.commands import reference

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"


def main(arguments: list[str], page: Path = PAGE) -> int:
    wanted = reference.build_page(reference.parse_commands(build_payload()))
    if arguments != ["--check"]:
        page.write_text(wanted, encoding="utf-8")
        return 0
    if page.exists() and page.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"docs/{page.name} is not what the commands say; run: make commands", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
