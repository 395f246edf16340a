"""Whole matches, pressed by four people who see nothing but their screens."""

import re

import pytest

from tests.people import Club, Member, Screen


async def open_table(club: Club, system: str = "amsterdam", length: str = "16") -> None:
    """Open a table, seat the four members and choose system and length."""
    lobby = await club.anna.slash("play")
    assert lobby is not None
    for member, seat in ((club.bob, 1), (club.cees, 2), (club.dirk, 3)):
        await member.press_id(club.table, f"{club.table.button('Start')}".replace("start", "sit") + f":{seat}")
    options = await club.anna.press(club.table, "Options")
    assert options is not None
    await club.anna.choose(options, "system", system)
    await club.anna.choose(options, "length", length)
    await club.anna.press(club.table, "Start")


def to_move(screen: Screen) -> dict[str, str]:
    """Return what a hand offers while it is its owner's turn: bids, cards, Count."""
    return {k: v for k, v in screen.buttons.items() if k != "Roem!"}


async def play_match(club: Club, claim: bool = True) -> None:
    """Press on until the match is over: each member what his own hand shows."""
    for member in club.members:
        await member.hand()
    while "Again" not in club.table.buttons:
        moved = False
        for member in club.members:
            hand = member.newest
            if claim and "Roem!" in hand.buttons:
                await member.press(hand, "Roem!")
                hand = member.newest
            choices = to_move(hand)
            if choices:
                await choose(member, hand, choices)
                moved = True
        assert moved, "nobody can press anything"


async def choose(member: Member, hand: Screen, choices: dict[str, str]) -> None:
    """Press the last thing offered: a bid before passing, the lowest card."""
    label = list(choices)[-1]
    if "The rest is mine" in choices:
        label = list(choices)[0]
    await member.press(hand, label)


def scores_shown(club: Club) -> list[tuple[int, int]]:
    """Return what both sides wrote down in each deal, as the messages of the deals show it."""
    shown = []
    for screen in club.public:
        found = re.findall(r"^(?:🔵|🟠) .*?: \*\*(-?\d+)\*\* \(", screen.text, re.MULTILINE)
        if len(found) == 2:
            shown.append((int(found[0]), int(found[1])))
    return shown


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
async def test_four_members_play_sixteen_deals(club: Club, system: str) -> None:
    await open_table(club, system)
    await play_match(club)
    deals = scores_shown(club)
    assert len(deals) == 16
    totals = [sum(deal[side] for deal in deals) for side in (0, 1)]
    board = await club.bob.slash("leaderboard")
    assert board is not None
    for index, name in enumerate(("Anna", "Bob", "Cees", "Dirk")):
        line = re.search(rf"{name} · \*\*([\d,]+) points\*\*\n-# 16 deals", board.text)
        assert line is not None, board.text
        assert int(line[1].replace(",", "")) == totals[index % 2]
    assert "1 match won" in board.text or "draw" in club.table.text
