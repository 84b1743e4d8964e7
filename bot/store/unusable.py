"""What the owner of an installation is told of a database."""

from __future__ import annotations


class StoreUnusable(Exception):
    """The database cannot be used; the message is for the owner of the installation."""
