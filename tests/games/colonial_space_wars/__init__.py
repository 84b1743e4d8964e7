"""Tests of Colonial Space Wars."""

AGREED = {"round_limit": 8, "deploy_depth": 3}
"""Random play does not look for victory; zones of three rows hold every army on every board."""

BY_HAND = frozenset({"Defeated", "GameOver"})
"""A referee may destroy the last unit of a side (CSW-117)."""
