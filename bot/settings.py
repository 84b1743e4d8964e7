"""What the owner of an installation can set: environment variables, or ``.env``.

In doubt the bot refuses to start: a wrong setting found at start costs a
minute, one found in a match costs the match.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from bot.play.storage.leases import ALL, Shards, parse
from games.core.settings import describe_fault


def _shards(text: object) -> object:
    if not isinstance(text, str):
        return text
    try:
        return None if text == "none" else parse(text) if text else ALL
    except ValueError as error:
        raise PydanticCustomError("shards", f"{error}; or all, or none") from None


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
    shards: Annotated[Shards | None, NoDecode, BeforeValidator(_shards)] = Field(
        default=ALL,
        description="Discord's shards that this process serves, of how many: 0-3/8; none for a "
        "standby. By default all, as many as Discord advises",
    )

    @field_validator("shards")
    @classmethod
    def _all_on_a_file(cls, shards: Shards | None, info: ValidationInfo) -> Shards | None:
        on_a_file = info.data.get("database", "").startswith("sqlite")
        if on_a_file and (shards is None or not shards.are_all):
            raise PydanticCustomError(
                "processes",
                "one process alone can use a file, and serves all shards: leave this out",
            )
        return shards


S = TypeVar("S", bound=StoreSettings)


class Unusable(Exception):
    """The settings cannot be used; the message says which and why, without their values."""


def _describe(kind: type[StoreSettings], fault: ErrorDetails) -> str:
    """``STARPOST_TOKEN is missing: the bot's token from Discord's developer portal``."""
    first, *_ = fault["loc"] or ("",)
    name = f"STARPOST_{'.'.join(map(str, fault['loc'])).upper()}"
    field = kind.model_fields.get(str(first))
    about = (field.description or "") if field else ""
    if fault["type"] == "missing":
        return f"{name} is missing: {about}"
    return f"{name}: {describe_fault(fault)}{f' ({about})' if about else ''}"


def load(kind: type[S]) -> S:
    """Raises ``Unusable``."""
    try:
        return kind()
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        lines = [f"  {_describe(kind, fault)}" for fault in faults]
        hint = "They come from the environment or the file .env; .env.example shows them all."
        raise Unusable("\n".join(("These settings cannot be used:", *lines, hint))) from None
    except SettingsError as error:
        # Only the field is named in it: the value is not JSON.
        raise Unusable(f"These settings cannot be used: {error}") from None
    except (OSError, UnicodeDecodeError):
        raise Unusable("The file .env cannot be read: it must be text in UTF-8.") from None
