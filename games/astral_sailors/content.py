"""Reading the data: the base game and content packs of the same form."""

from __future__ import annotations

from games.astral_sailors.catalogue import Catalogue


def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` (TOML) added. Raises ``PackFault`` with line and
    reason; the base game alone for an empty text."""
    raise NotImplementedError


class SailorsPacks:
    """Implements ``games.core.packs.Packs``."""

    setting = "pack"
    most = 65536

    def title(self, text: str) -> str:
        raise NotImplementedError


PACKS = SailorsPacks()
