"""Adjustments by a referee of Astralis."""
