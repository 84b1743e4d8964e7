"""Makes other people's text harmless before it appears in a message.

Display names may hold anything: mentions, markdown, letters that turn the
line around, characters nobody sees.

Our own texts name a command in backticks, `/match join` or `/rules words:AST-21`; when they are
sent it becomes a mention, a press on which fills in the command. Where its id is unknown the words
stay. Backticks of strangers are escaped, and never become one.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME = 32
NAMELESS = "Player"
WIDE_AT = "\uff20"
"""Looks like the common one and mentions nobody."""

_MARKS_IN_A_ROW = 2

# Letters and symbols by their category, yet blank to the eye.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_FORMATTING = frozenset("\\*~|`<>[]#@")
_UNDERSCORE = re.compile(r"(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])")
_INLINE = re.compile(r"[\\*_~|`<>\[\]]")
_LINE_START = re.compile(r"^(\s*)([-+#>])", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*\d+)([.)])", re.MULTILINE)
_SLASHES = re.compile(r"/{2,}")
_SCHEME = re.compile(r"(?<=[A-Za-z]):(?=//)")


NAMED = re.compile(
    r"(?<![\\`])`/(?P<name>[a-z]+(?: [a-z-]+(?![a-z-]*:))?)(?P<options>(?: [a-z]+:[^`\n]*)?)`(?!`)"
)
"""A command in backticks, with options or without."""


def safe_name(raw: str) -> str:
    """A display name of 1 to 32 characters on one line, without markup or anything unseen.

    An underscore stays between letters or digits, where it formats nothing.
    """
    name = "".join(_keep_or_drop(character) for character in unicodedata.normalize("NFC", raw))
    name = _limit_marks(_SLASHES.sub("/", _UNDERSCORE.sub("", name)))
    name = " ".join(name.split())[:LONGEST_NAME].strip(" _")
    return unicodedata.normalize("NFC", name) or NAMELESS


def escape(text: str) -> str:
    """``text`` so that Discord shows it as it is: no formatting, no mention, no link."""
    text = _INLINE.sub(r"\\\g<0>", text).replace("@", WIDE_AT)
    text = _LINE_START.sub(r"\1\\\2", text)
    text = _NUMBERED.sub(r"\1\\\2", text)
    return _SCHEME.sub(r"\\:", text)


def escape_around(text: str) -> str:
    """A sentence of the application, escaped but for the commands that it names in backticks.

    Only for what its reader alone sees: it may quote what they typed.
    """
    kept, at = "", 0
    for found in NAMED.finditer(text):
        kept += escape(text[at : found.start()]) + found[0]
        at = found.end()
    return kept + escape(text[at:])


def isolate_name(name: str) -> str:
    """A name for the middle of a sentence: escaped, with its text direction isolated."""
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in name):
        return f"\u2068{escape(name)}\u2069"
    return escape(name)


def shorten(text: str, longest: int) -> str:
    """``text`` with at most ``longest`` characters; an ellipsis shows that some are missing."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def shorten_bytes(text: str, most: int) -> str:
    """``text`` with at most ``most`` bytes, likewise."""
    raw = text.encode()
    if len(raw) <= most:
        return text
    return f"{raw[: most - 3].decode(errors='ignore').rstrip()}…"


def _keep_or_drop(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character in "\t\n\r\v\f":
        return " "
    variation = "\ufe00" <= character <= "\ufe0f"
    if category.startswith("C") or character in _BLANK or character in _FORMATTING or variation:
        return ""
    return character


def _limit_marks(name: str) -> str:
    """Keep at most two combining marks on a letter, and none on anything else."""
    kept: list[str] = []
    marks = _MARKS_IN_A_ROW
    for character in name:
        marking = unicodedata.category(character) in ("Mn", "Me")
        if not marking or marks < _MARKS_IN_A_ROW:
            kept.append(character)
        marks = marks + 1 if marking else 0
        if character == " ":  # it may fall away, and a mark would stand on nothing
            marks = _MARKS_IN_A_ROW
    return "".join(kept)
