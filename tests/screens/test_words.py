"""Words that several screens share."""

from dataclasses import replace

import pytest

from bot.rules.hoogjassen import HoogjassenHouse
from bot.screens.words import money_text
from bot.texts import Speech
from tests.cogs.test_presses import face


@pytest.mark.parametrize(
    ("language", "money", "points", "shown"),
    [
        ("nl", 5, 90, "€\xa00,45"),
        ("en", 5, 90, "€0.45"),
        ("nl", 5, -30, "€\xa0-0,15"),
        ("en", 5, -30, "-€0.15"),
        ("nl", 0, 90, ""),
        ("en", 0, 90, ""),
    ],
)
def test_points_are_shown_in_money(language: str, money: int, points: int, shown: str) -> None:
    table = replace(face("hoogjassen", 4), house=HoogjassenHouse(money=money))
    assert money_text(Speech.of(language), table, points) == shown


@pytest.mark.parametrize("game", ["klaverjas", "lesbos"])
def test_other_games_know_no_money(game: str) -> None:
    assert money_text(Speech.of("en"), face(game, 4 if game == "klaverjas" else 3), 90) == ""
