"""A second engine for matches, slow and plain, made from the canon alone: groups of ships, their
moves, fire and damage, contacts, the turn of up to four sides and victory.

It reads what states and events say, and shares no rule with the game.
"""
