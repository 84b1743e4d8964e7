"""Errors of the command line and their exit status."""

from __future__ import annotations

from games.core.types import Forbidden, Refusal


class Fault(Exception):
    """A mistake in the request or a file: one line on stderr, exit status 2."""

    status = 2


class Illegal(Fault):
    """A move that the rules refuse: exit status 1."""

    status = 1


class Differs(Fault):
    """The file fails its check: exit status 1."""

    status = 1


def told(refusal: Refusal) -> str:
    """A refusal in one line, with its rule."""
    rule = f" [{refusal.rule}]" if isinstance(refusal, Forbidden) else ""
    return " ".join(f"{refusal}{rule}".split())
