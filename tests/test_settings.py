"""Settings from the environment and `.env`."""

import os
import re
from pathlib import Path

import pytest

from bot.settings import MOST_THINKERS, Settings, SettingsError, load_settings

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder with none of our variables set."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", *(f"TROEF_{field.upper()}" for field in Settings.model_fields)):
        monkeypatch.delenv(name, raising=False)


def test_defaults():
    settings = load_settings()
    assert settings.token is None
    assert settings.data == Path("troef.sqlite3")
    assert (settings.log_level, settings.pace, settings.turn_seconds) == ("INFO", 1.2, 60)
    assert settings.language is None
    assert 1 <= settings.thinkers <= MOST_THINKERS


def test_the_environment_goes_before_the_file(monkeypatch):
    Path(".env").write_text("TROEF_PACE=3\nTROEF_LANGUAGE=nl\nOTHER=1\nDISCORD_TOKEN=\n")
    monkeypatch.setenv("TROEF_PACE", "0")
    monkeypatch.setenv("TROEF_LOG_LEVEL", "debug")
    settings = load_settings()
    assert (settings.pace, settings.language, settings.log_level) == (0, "nl", "DEBUG")
    assert settings.token is None


@pytest.mark.parametrize(("cores", "thinkers"), [(1, 1), (2, 1), (3, 2), (5, 4), (64, 4)])
def test_one_core_is_left_to_the_bot(monkeypatch, cores, thinkers):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(cores)))
    assert load_settings().thinkers == thinkers


def test_the_token_is_never_shown(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    settings = load_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "very-secret"
    assert "very-secret" not in repr(settings) + str(settings) + settings.model_dump_json()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TROEF_PACE", "11", "less than or equal to 10"),
        ("TROEF_PACE", "-1", "greater than or equal to 0"),
        ("TROEF_PACE", "nan", ""),
        ("TROEF_PACE", "fast", "valid number"),
        ("TROEF_TURN_SECONDS", "14", "greater than or equal to 15"),
        ("TROEF_TURN_SECONDS", "86401", "less than or equal to 86400"),
        ("TROEF_THINKERS", "-1", "greater than or equal to 0"),
        ("TROEF_THINKERS", "two", "valid integer"),
        ("TROEF_LANGUAGE", "fr", "'nl' or 'en'"),
        ("TROEF_LOG_LEVEL", "loud", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
    ],
)
@pytest.mark.parametrize("in_file", [True, False], ids=["file", "environment"])
def test_a_value_that_cannot_be_used(monkeypatch, name, value, words, in_file):
    if in_file:
        Path(".env").write_text(f"{name}={value}\n")
    else:
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"^The setting {name} cannot be used: .*{words}.*$"):
        load_settings()


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("TROEF_TURNSECONDS", "TROEF_TURN_SECONDS"),
        ("TROEF_DATABASE", "TROEF_DATA"),
        ("troef_lang", "TROEF_LANGUAGE"),
        ("TROEF_TOKEN", "DISCORD_TOKEN"),
    ],
)
@pytest.mark.parametrize("in_file", [True, False], ids=["file", "environment"])
def test_an_unknown_name(monkeypatch, name, near, in_file):
    if in_file:
        Path(".env").write_text(f"{name}=1\n")
    else:
        monkeypatch.setenv(name, "1")
    with pytest.raises(SettingsError, match=rf"^There is no setting {name}: .*{near}\?$"):
        load_settings()


def test_a_file_that_cannot_be_read():
    Path(".env").write_bytes(b"TROEF_PACE=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"\.env cannot be read"):
        load_settings()


def test_the_example_has_every_variable_with_a_comment_and_its_default():
    text = (ROOT / ".env.example").read_text("utf-8")
    names = re.findall(r"(?:^#.+\n)+^([A-Z_]+)=", text, flags=re.MULTILINE)
    fields = set(Settings.model_fields) - {"token"}
    assert sorted(names) == sorted(["DISCORD_TOKEN", *(f"TROEF_{each.upper()}" for each in fields)])
    Path(".env").write_text(text)
    assert load_settings() == Settings(_env_file=None)
