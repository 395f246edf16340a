"""Compiled code on disk is right: in a fresh process, in the next one, and after a rule changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import bot

ASK = """
from bot.players.search import kernel
from bot.players.search.positions import Position, Rules
from bot.players.search.solver import Solver

rules = Rules(0, 4, 0, 0, 0, 0, 0, 1, 1, 10, 0b1010, 100, 100)
hands = (0x00000011, 0x00001100, 0x00110000, 0x11000000)
print(Solver().value(Position(rules, hands, 0, (), 3)).ahead, kernel.__file__)
"""
"""Everybody has a seven and a jack of a suit of his own; seat 0, whose is trump, leads."""


def ask(folder: Path, cache: Path) -> tuple[int, str]:
    """Return the answer of a fresh process, and where its code came from."""
    told = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    value, file = told.stdout.split()
    return int(value), file


def test_the_cache_is_right_also_after_a_rule_has_changed(tmp_path: Path) -> None:
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    shutil.copytree(Path(bot.__file__).parent, copy / "bot")
    # Both tricks: 20 and three times 2, and 10 for the last.
    value, file = ask(copy, cache)
    assert (value, file) == (36, str(copy / "bot/players/search/kernel.py"))
    compiled = stamps(cache)
    assert compiled
    assert ask(copy, cache)[0] == 36
    assert stamps(cache) == compiled
    play = copy / "bot" / "rules" / "play.py"
    rules = play.read_text("utf-8")
    changed = rules.replace(
        "TRUMP_POINTS = (0, 0, 14, 10, 20,", "TRUMP_POINTS = (0, 0, 14, 10, 25,"
    )
    assert changed != rules
    play.write_text(changed, "utf-8")
    assert ask(copy, cache)[0] == 41
    assert len(stamps(cache)) > len(compiled)
    play.write_text(rules, "utf-8")
    assert ask(copy, cache)[0] == 36


def stamps(cache: Path) -> dict[Path, int]:
    """Return when each file of compiled code was written."""
    return {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}
