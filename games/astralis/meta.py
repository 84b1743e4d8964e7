"""The game's card."""

from __future__ import annotations

from games.core.contract import Meta

META = Meta(
    id="astralis",
    title="Astralis",
    tagline="Plant planets, close rings and control more of the sky than your opponent.",
    designer="Phil Leduc",
    credit=(
        "Astralis © 2021 Phil Leduc, all rights reserved. The rules text may be copied and "
        "distributed on the web; the author asks anyone who wants to program or sell the game "
        "in any form to contact him for permission or a licence. His address stands at the "
        "foot of his rules page."
    ),
    rules_url="https://sites.google.com/site/theowlsnest02/home/astralis",
    players=(2,),
    seat_names={2: ("Yellow", "Cyan")},
    stage="beta",
    first_match={"ready": True},
    resign_rule="AST-44",
    kinds={"place": "a placement", "turn": "a turn"},
    clocks={"standard": "72h", "blitz": "24h", "relaxed": "168h"},
    draw_rule="AST-44",
)
