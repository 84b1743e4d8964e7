"""``python -m bot``: Starpost on Discord, until the process is asked to stop."""

from __future__ import annotations

import sys

from bot.interpreter import collector_paused, switch_often


def main() -> int:
    with collector_paused():
        from bot.serving import run
    switch_often()
    return run()


if __name__ == "__main__":
    sys.exit(main())
