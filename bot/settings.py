"""Typed settings from the environment and, where that says nothing, from `.env`."""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "TROEF_"
ENV_FILE = Path(".env")
"""Read from the folder the program is started in."""


MOST_THINKERS = 4
"""Processes for the thinking of masters, unless the host wants more: each takes some 170 MB."""


class SettingsError(Exception):
    """A setting that cannot be used: one sentence that names it."""


def _cores_to_spare() -> int:
    """Return how many processes may think: one core is the bot's own."""
    allowed = getattr(os, "sched_getaffinity", None)
    cores = len(allowed(0)) if allowed is not None else os.cpu_count() or 1
    return min(max(cores - 1, 1), MOST_THINKERS)


class Settings(BaseSettings):
    """What a host can set. `.env.example` lists every variable, with its comment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        # `NAME=` in a copied .env.example means: not set.
        env_ignore_empty=True,
        # .env may serve other programs too; unknown names of ours are refused by `load_settings`.
        extra="ignore",
        frozen=True,
        validate_by_name=True,
        hide_input_in_errors=True,
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    data: Path = Path("troef.sqlite3")
    """The file of the store."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    pace: float = Field(default=1.2, ge=0, le=10)
    """Seconds that a computer waits before it plays."""
    turn_seconds: int = Field(default=60, ge=15, le=86400)
    """How long a turn may take, where a table says nothing else."""
    thinkers: int = Field(default_factory=_cores_to_spare, ge=0, le=64)
    """How many processes may think for masters; 0: they play by rule of thumb."""
    language: Literal["nl", "en"] | None = None
    """For servers that have not chosen; None: as their Discord says."""

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: Any) -> Any:
        return value.upper() if isinstance(value, str) else value


def load_settings() -> Settings:
    """Read the settings; SettingsError names the first variable that is wrong."""
    try:
        _refuse_unknown(os.environ)
        _refuse_unknown(dotenv_values(ENV_FILE))
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = _variable(str(first["loc"][0]))
        wrong = first["msg"].removeprefix("Input ")
        raise SettingsError(f"The setting {name} cannot be used: it {wrong}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The file {ENV_FILE.resolve()} cannot be read: {error}.") from error


def _variables() -> list[str]:
    """Return the names of all variables there are."""
    return [_variable(name) for name in Settings.model_fields]


def _variable(field: str) -> str:
    alias = (
        Settings.model_fields[field].validation_alias if field in Settings.model_fields else field
    )
    return alias if isinstance(alias, str) else PREFIX + field.upper()


def _refuse_unknown(names: Iterable[str]) -> None:
    """Refuse a name of ours that means nothing: it is a slip that would otherwise stay unseen."""
    # Told apart by what follows the prefix, so TROEF_TOKEN is near DISCORD_TOKEN.
    known = {variable.partition("_")[2]: variable for variable in _variables()}
    for name in sorted(names):
        upper = name.upper()
        if upper.startswith(PREFIX) and upper not in known.values():
            near = get_close_matches(upper.removeprefix(PREFIX), known, n=1, cutoff=0)
            raise SettingsError(f"There is no setting {name}: did you mean {known[near[0]]}?")
