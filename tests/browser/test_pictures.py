"""The pictures of docs/pictures: all there, as wide as they say, and in the README."""

import re
import struct
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
SCREENS = ("lobby", "bidding", "hand", "table", "result", "leaderboard")
OTHER_GAMES = ("lesbos", "hoogjassen")
"""Taken on the phone alone."""


def test_every_screen_has_its_pictures():
    pictures = [
        *product(SCREENS, ("nl", "en"), ("360", "1280")),
        *product(OTHER_GAMES, ("nl", "en"), ("360",)),
    ]
    wanted = {"-".join(parts) + ".png" for parts in pictures}
    assert {path.name for path in PICTURES.glob("*.png")} == wanted
    for name in wanted:
        header = (PICTURES / name).read_bytes()[:24]
        width, height = struct.unpack(">II", header[16:])
        assert (width, height) in {(360, 740), (1280, 800)}, name
        assert f"-{width}." in name


def test_the_readme_shows_pictures_that_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"docs/pictures/[\w-]+\.png", text)
    assert len(shown) >= 3
    assert all((ROOT / path).exists() for path in shown)
    assert text.count("alt=") == text.count("<img "), "a picture without words for the blind"
