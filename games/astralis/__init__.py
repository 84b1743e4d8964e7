"""Astralis, a game of two colony ships by Phil Leduc."""
