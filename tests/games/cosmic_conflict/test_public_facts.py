"""Dice, markers, sheets and sides: what everybody can see and check (canon 2.1, 2.16, 3.12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.refusals import Forbidden, Refusal, Unreadable
from games.core.seats import SPECTATOR, Seat, Seats
from games.cosmic_conflict import maps
from games.cosmic_conflict.events import VictoryScored
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.meta import META, CosmicSettings
from games.cosmic_conflict.options import questions
from games.cosmic_conflict.rules import setup
from games.cosmic_conflict.rules.scoring import ConditionScore
from games.cosmic_conflict.state import view_of
from games.cosmic_conflict.table import MissileToken
from games.cosmic_conflict.view import View
from tests.games.cosmic_conflict.activations import acting, hidden, pass_over, ship
from tests.games.cosmic_conflict.asking import asked, tree
from tests.games.cosmic_conflict.matches import Match, at_end, deployed, quick, standing
from tests.games.cosmic_conflict.scenes import du, lone_row, plain, scene, unit
