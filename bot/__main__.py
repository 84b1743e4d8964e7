"""``python -m bot``: Starpost on Discord, until the process is asked to stop."""

from __future__ import annotations

import sys

from bot.composition import switch_often
from bot.serving import run


def main() -> int:
    switch_often()
    return run()


if __name__ == "__main__":
    sys.exit(main())
