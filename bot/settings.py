"""What the owner of an installation can set: environment variables, or ``.env``.

In doubt the bot refuses to start: a wrong setting found at start costs a
minute, one found in a match costs the match.
"""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError


class StoreSettings(BaseSettings):
    """What is needed to reach the database. Each field is set by ``STARPOST_<NAME>``."""

    model_config = SettingsConfigDict(
        env_prefix="STARPOST_", env_file=".env", extra="ignore", hide_input_in_errors=True
    )

    database: str = Field(
        default="sqlite:///data/starpost.db",
        pattern=r"^(sqlite:///|postgres(ql)?(\+asyncpg)?://).+",
        description="Where matches are kept: a file, or a PostgreSQL server",
    )


class BotSettings(StoreSettings):
    """Unknown names in ``.env`` are refused: they may be misspelt."""

    model_config = SettingsConfigDict(extra="forbid")

    token: SecretStr = Field(
        min_length=1, description="The bot's token from Discord's developer portal"
    )
    log_level: Literal["INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="How much is logged; never bodies, tokens or secrets"
    )
    sweep_seconds: int = Field(
        default=30,
        ge=5,
        le=3600,
        description="How often time limits are looked at and unsent messages tried again",
    )
    lobby_days: int = Field(
        default=7,
        ge=0,
        le=365,
        description="After so many days without anybody doing anything a lobby is closed; 0: never",
    )
    keep_days: int = Field(
        default=90,
        ge=0,
        le=3650,
        description="Days after which records of messages and presses are removed and matches that "
        "are over packed; 0: never",
    )
    servers: tuple[int, ...] = Field(
        default=(), description="Only these server ids may use the bot, as a JSON list; empty: all"
    )


S = TypeVar("S", bound=StoreSettings)


class Unusable(Exception):
    """The settings cannot be used; the message says which and why, without their values."""


def load(kind: type[S]) -> S:
    """Raises ``Unusable``."""
    try:
        return kind()
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        lines = [f"  STARPOST_{'.'.join(map(str, f['loc'])).upper()}: {f['msg']}" for f in faults]
        hint = "They come from the environment or the file .env; .env.example shows them all."
        raise Unusable("\n".join(("These settings cannot be used:", *lines, hint))) from None
    except SettingsError as error:
        # Only the field is named in it: the value is not JSON.
        raise Unusable(f"These settings cannot be used: {error}") from None
    except (OSError, UnicodeDecodeError):
        raise Unusable("The file .env cannot be read: it must be text in UTF-8.") from None
