"""Somebody who learns a game: reads the lesson on the panel, and presses nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.chat.guests import Guest, Seen, Told, buttons, parts, words

_LESSON = re.compile(r"^### 🎓 \d+ of \d+: (.+)\n((?:.+\n)+?)(?:-#|$)", re.MULTILINE)
_TOLD = re.compile(r"\*\*(.+?)\*\*|\b(any)\b")
ANY = "any"
MOVE, SURE = "Make a move", "Confirm"
"""What the first lesson has taught, and the others need not repeat."""


@dataclass
class Newcomer:
    """``page`` is the private message in front of them; ``seen`` the lessons that were shown."""

    guest: Guest
    rng: random.Random
    page: Told | None = None
    seen: list[str] = field(default_factory=list)
    _told: list[str] = field(default_factory=list)
    _place: int = 0

    @property
    def panel(self) -> str:
        return words(self.guest.newest)

    def reads(self) -> str:
        """The title of the lesson on the panel; empty for none."""
        found = _LESSON.search(f"{self.panel}\n")
        title, text = (found[1], found[2]) if found else ("", "")
        if not self.seen or title != self.seen[-1]:
            self.seen.append(title)
            self._told = [bold or any_of_them for bold, any_of_them in _TOLD.findall(text)]
            self._place = 0
        return title

    async def acts(self) -> None:
        """Press what the lesson tells next: it is read from where they are, then from its
        beginning."""
        self.reads()
        ahead = [*range(self._place, len(self._told)), *range(self._place)]
        for place in ahead:
            if await self._presses(self._told[place]):
                self._place = 0 if self._told[place] == SURE else place + 1
                return
        if await self._presses(SURE):
            return
        if not await self._picks_any():
            self.page = await self.guest.presses(MOVE)

    async def _picks_any(self) -> bool:
        """One of the choices that the lesson does not name."""
        page = None if self.page is None else self.page.message
        offered = [] if page is None else list(_choices(page))
        named = [told for told in self._told if told != ANY]
        free = [each for each in offered if not any(told in each[2] for told in named)]
        if page is None or not offered:
            return False
        value, custom_id, _ = self.rng.choice(free or offered)
        self.page = await self.guest.picks(value, page, custom_id)
        return True

    async def _presses(self, told: str) -> bool:
        if told == ANY:
            return await self._picks_any()
        page = None if self.page is None else self.page.message
        if told == MOVE and page is not None and (list(_choices(page)) or SURE in buttons(page)):
            return False
        for message in (page, self.guest.newest):
            if message is None:
                continue
            if fitting := [each for each in _choices(message) if told in each[2]]:
                value, custom_id, _ = self.rng.choice(fitting)
                self.page = await self.guest.picks(value, message, custom_id)
                return True
            if told in buttons(message):
                self.page = await self.guest.presses(told, message)
                return True
        return False


def _choices(message: Seen) -> Iterator[tuple[str, str, str]]:
    """What answers the question of a message: its value, the custom id, and what can be read."""
    lines = words(message).replace("\\", "").splitlines()
    for part in parts(message):
        custom_id = str(part.get("custom_id", ""))
        if part["type"] == 3 and custom_id.startswith("s1:pick:"):
            for option in part["options"]:
                shown = f"{option['label']} {option.get('description') or ''}"
                yield option["value"], custom_id, shown
        elif part["type"] == 2 and part.get("style") == 1 and custom_id.startswith("s1:pick:"):
            label = part["label"]
            more = next((line for line in lines if line.startswith(f"**{label}**")), "")
            yield custom_id.split(":")[4].split(".")[-1], custom_id, f"{label} {more}"
