"""The settings of a match (canon 3.2)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from games.core.settings import NO_LIMIT, Settings, setting
from games.galaxy_aflame.ground import INCH, INCHES

_MUSTER: Final = ("army", "rolloff", "privilege")


class Agreement(Settings):
    """What the players agree on before the first choice. Lengths are tenths of an inch."""

    muster: Literal["draft", "ranked", "random"] = setting(
        "draft",
        "Choosing units",
        "Draft by turns, by two private rankings at once, or half a deck at random.",
        fixed="the units are being chosen or have been",
        before=("army", "rolloff"),
    )
    layout: Literal["open_basin", "ruined_quarter", "salt_trenches", "pack"] = setting(
        "ruined_quarter",
        "Table",
        "Where you fight; pack is your own.",
        fixed="the table has been set",
    )
    mirror: bool = setting(
        True,
        "Same army allowed",
        "Both may take the same army. Otherwise Red chooses first.",
        fixed="the armies are chosen by it",
    )
    deck_copies: int = setting(
        1,
        "Copies of each card",
        "With 2 copies each side drafts twice as many units.",
        ge=1,
        le=2,
        fixed="the decks have been laid out",
        before=_MUSTER,
    )
    deploy_mode: Literal["sequential", "secret"] = setting(
        "sequential",
        "Starting places",
        "In turn, or both in secret and revealed together.",
        fixed="units are being placed or have been",
        before=(*_MUSTER, "draft", "ranking"),
    )
    hand: Annotated[int, INCHES] = setting(
        6 * INCH,
        "Hand range",
        "Close range and the depth of the home zones, 4 to 8 in.",
        ge=4 * INCH,
        le=8 * INCH,
    )
    arm: Annotated[int, INCHES] = setting(
        18 * INCH, "Arm range", "Middle range, 12 to 24 in.", ge=12 * INCH, le=24 * INCH
    )
    courtesy: Annotated[int, INCHES] = setting(
        0, "Courtesy range", "How much farther arm range reaches, 0 to 5.9 in.", ge=0, le=59
    )
    los: bool = setting(True, "Line of sight", "Solid terrain blocks shots.")
    suppression: Literal["vulnerable", "pinned"] = setting(
        "vulnerable",
        "Suppressed units",
        "Are easier to hit; pinned ones must also give up moving or shooting.",
    )
    small_arms_shake: bool = setting(
        False,
        "Small arms shake vehicles",
        "Units without Anti-Vehicle may attack vehicles, but only shake them.",
    )
    last_resort: bool = setting(
        False,
        "Last resort against vehicles",
        "A side without Anti-Vehicle may attack vehicles at hand range.",
    )
    fallback: Literal["immediate", "end_of_turn"] = setting(
        "immediate", "Falling back", "Directly after the attack, or at the end of the turn."
    )
    round_limit: Annotated[int, NO_LIMIT] = setting(
        20,
        "Rounds",
        "After this round the surviving units are counted; 0 for no limit.",
        ge=0,
        le=99,
    )
    pack: str = setting(
        "",
        "Content pack",
        "More cards, armies and tables.",
        max_length=65536,
        fixed="the cards come from it",
    )

    @property
    def reach(self) -> int:
        """How far an attack at arm range goes (GA-15, GA-17)."""
        return self.arm + self.courtesy
