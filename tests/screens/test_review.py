"""*Review*: what it says, and that it fits a phone and Discord's limits."""

import re
from dataclasses import replace
from itertools import product

import pytest
from discord import ui

from bot.players.review import PlayedTrick, Review
from bot.rules.games import GAMES
from bot.screens.cards import WIDTH
from bot.screens.review import draw_review
from bot.tables.face import Face, Seated, State
from bot.texts import Speech
from tests.cogs.test_presses import TABLES, face
from tests.players.looked_back import a_play, looked_back_on, result

EN = Speech.of("en")


def table() -> Face:
    """Return a table of three people and a master."""
    people = (Seated(10 + seat, name) for seat, name in enumerate(("Anna", "Bob", "Cees")))
    return replace(face("klaverjas", 4, State.OVER), seats=(*people, Seated(None, "")))


def text_of(screen: ui.LayoutView) -> str:
    items = screen.walk_children()
    return "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))


def grid_of(screen: ui.LayoutView) -> list[str]:
    found = re.search(r"```\n(.*?)\n```", text_of(screen), re.DOTALL)
    assert found
    return found[1].split("\n")


def more(average: int, with_open_hands: int) -> str:
    return f"**{average}** more on average; with open hands it cost {with_open_hands}."


def test_the_plays_that_mattered_are_said_in_words() -> None:
    said = text_of(draw_review(table(), looked_back_on(), 3, EN))
    assert "### Looking back on deal 3 · trump ♥" in said
    assert "🔵 Anna & Cees: **100** · best play 0" in said
    assert "🟠 Bob & Master 4: **62** · best play 162" in said
    assert re.findall(r"^\d\. .*", said, re.MULTILINE) == [
        f"1. Trick 2: Cees ruffed with J♥. 8♥ would have brought {more(20, 0)}",
        f"2. Trick 1: you followed with 10♠. 8♠ would have brought {more(12, 30)}",
        f"3. Trick 2: Anna led A♣. 7♣ would have brought {more(7, 0)}",
    ]
    assert "1 trick was not played: Cees was sure of it." in said


def test_a_discard_is_called_so() -> None:
    (first, *others) = looked_back_on().tricks[1].plays
    dear = replace(others[0], cost=30)
    tricks = (PlayedTrick((first, dear, *others[1:]), 2),)
    said = text_of(draw_review(table(), replace(looked_back_on(), tricks=tricks), 1, EN))
    assert "1. Trick 1: you discarded Q♦. K♦ would have brought **30** more" in said


def test_the_tricks_are_a_table_with_ones_own_column_first() -> None:
    assert grid_of(draw_review(table(), looked_back_on(), 3, EN)) == [
        "    you    Anna   Bob    Cees",
        " 1  10♠    7♥*   ▸A♠     9♠",
        "    8♠",
        "    12/30                0/4",
        " 2  9♦    ▸A♣     Q♦     J♥*",
        "    7♦     7♣     K♦     8♥",
        "    3/2    7/0    5/6    20/0",
    ]
    assert grid_of(draw_review(table(), looked_back_on(), 1, EN))[0].split() == [
        "you",
        "Cees",
        "M4",
        "Anna",
    ]


def test_where_nothing_cost_much_that_is_said() -> None:
    plays = tuple(a_play(seat, card, "7S", 4) for seat, card in enumerate(("AS", "KS", "QS", "JS")))
    review = replace(looked_back_on(), tricks=(PlayedTrick(plays, 0),))
    assert "Nobody let much slip" in text_of(draw_review(table(), review, 0, EN))


def test_a_deal_of_which_no_card_was_played() -> None:
    review = replace(looked_back_on(), tricks=(PlayedTrick((), 3),) * 8)
    said = text_of(draw_review(table(), review, 0, EN))
    assert "8 tricks were not played: Master 4 was sure of them." in said
    assert "```" not in said


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_longest_review_fits(game: str, seats: int) -> None:
    """Every card could have been better, by points of three digits, and every name is long."""
    tricks = 10 if game == "lesbos" else 9
    play = a_play(0, "TS", "TH", 162, 262)
    review = Review(
        tuple(
            PlayedTrick(tuple(replace(play, seat=seat) for seat in range(seats)), 0)
            for _ in range(tricks)
        ),
        result(*[-1800] * len(GAMES[game].sides_of(seats))),
        result(*[-1800] * len(GAMES[game].sides_of(seats))),
    )
    stars = tuple(Seated(10 + seat, "*" * 40) for seat in range(seats))
    for language, who in product(("nl", "en"), range(seats)):
        screen = draw_review(
            replace(face(game, seats), seats=stars), review, who, Speech.of(language)
        )
        assert len(text_of(screen)) <= 4000
        assert len(list(screen.walk_children())) <= 40


def test_the_table_of_tricks_fits_a_phone() -> None:
    trick = looked_back_on().tricks[0]
    plays = tuple(replace(play, cost=99, open_cost=99) for play in trick.plays)
    review = replace(looked_back_on(), tricks=(PlayedTrick(plays, 0),) * 8)
    long = replace(table(), seats=tuple(Seated(10 + seat, "W" * 40) for seat in range(4)))
    assert max(map(len, grid_of(draw_review(long, review, 0, EN)))) <= WIDTH
