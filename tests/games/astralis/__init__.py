"""Tests of Astralis."""

BY_HAND = frozenset({"Ended", "SettleLapsed"})
"""A referee may end a match, scored as it stands; a request to settle lapses with any change."""
