"""The engine's command line, ``python -m games``: no Discord, no database.

A game may bring a module ``tools`` of its own (see ``games.cli.tools``).
"""
