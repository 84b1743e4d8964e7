"""Names and other foreign text, made fit for drawing and for fixed-width boards."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from renderers.fonts import Face, holds

LONGEST = 64
"""Characters of a text that are looked at; nothing longer fits into a picture."""

LONGEST_ALT = 1024
"""Characters of an alt text on Discord."""

PLACEHOLDER = "□"

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def plain(text: str, longest: int = LONGEST) -> str:
    """``text`` on one line, without control, format and direction characters.

    May be empty. Cut texts end in an ellipsis.
    """
    composed = unicodedata.normalize("NFC", text[: 4 * LONGEST])
    kept = "".join(
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or unicodedata.category(character) not in _UNSEEN
    )
    kept = " ".join(kept.split())
    return shorten(kept, longest)


def shorten(text: str, longest: int = LONGEST_ALT) -> str:
    """``text``, cut with an ellipsis where it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def sections(*parts: Iterable[str]) -> str:
    """Lines of a text board, with an empty line between parts that say anything."""
    return "\n\n".join(filter(None, map("\n".join, parts)))


@lru_cache(maxsize=256)
def drawable(text: str) -> str:
    """What the bundled fonts can draw of ``text``. May be empty.

    Letters and digits that no font holds become one small box a run; emoji
    and other signs are left out. A text of boxes alone says nothing: empty.
    """
    shown: list[str] = []
    for character in plain(text):
        if face_of(character, "semibold") is not None and not unicodedata.combining(character):
            shown.append(character)
        elif unicodedata.category(character)[0] in "LN" and shown[-1:] != [PLACEHOLDER]:
            shown.append(PLACEHOLDER)
    found = " ".join("".join(shown).split())
    return found if set(found) - {PLACEHOLDER, " "} else ""


@lru_cache(maxsize=1024)
def face_of(character: str, latin: Face) -> Face | None:
    """The face that draws ``character``, or ``None`` if none can."""
    return next((face for face in (latin, "cjk") if holds(face, character)), None)


def runs(text: str, latin: Face) -> Iterator[tuple[Face, str]]:
    """``text`` in pieces of one face each; ``latin`` is the face for what is not East Asian."""
    for face, characters in groupby(text, lambda character: face_of(character, latin) or latin):
        yield face, "".join(characters)
