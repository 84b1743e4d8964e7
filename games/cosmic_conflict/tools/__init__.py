"""What the command line can do with Cosmic Conflict: positions, measuring."""

from __future__ import annotations

from games.core.tools import Tools
from games.cosmic_conflict.state import State
from games.cosmic_conflict.tools.fighting import attack, damage
from games.cosmic_conflict.tools.measuring import (
    arcs,
    displace,
    drift,
    fire,
    mobile,
    move,
    price,
    score,
    token,
)
from games.cosmic_conflict.tools.position import CosmicPosition

TOOLS: Tools[State] = Tools(
    position=CosmicPosition,
    measures=(move, arcs, fire, attack, damage, token, displace, mobile, drift, price, score),
)
