"""Whole matches, pressed by four people who see nothing but their screens."""

import re

import pytest

from tests.people import Club


def scores_shown(club: Club) -> list[tuple[int, int]]:
    """Return what both sides wrote down in each deal, as the messages of the deals show it."""
    shown = []
    for screen in club.public:
        found = re.findall(r"^(?:🔵|🟠) .*?: \*\*(\d+)\*\*\n-# ", screen.text, re.MULTILINE)
        if found:
            shown.append((int(found[0]), int(found[1])))
    return shown


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
async def test_four_members_play_sixteen_deals(club: Club, system: str) -> None:
    await club.open_table(*club.members, system=system)
    while "Again" not in club.table.buttons:
        for member in club.members:
            if "Roem!" in member.newest.buttons:
                await member.press(member.newest, "Roem!")
            if member.newest.moves:
                await member.move()

    deals = scores_shown(club)
    assert len(deals) == 16
    totals = [sum(deal[side] for deal in deals) for side in (0, 1)]
    assert all(f"**{total:,}**" in club.table.text for total in totals)
    board = await club.bob.slash("leaderboard")
    assert board is not None
    for seat, name in enumerate(("Anna", "Bob", "Cees", "Dirk")):
        line = re.search(rf"{name}\*\* · \*\*([\d,]+) points\*\*\n-# 16 deals", board.text)
        assert line is not None, board.text
        assert int(line[1].replace(",", "")) == totals[seat % 2]
        own = await club.members[seat].slash("me")
        assert own is not None
        assert line[0] in own.text
    winner = "Anna & Cees" if totals[0] > totals[1] else "Bob & Dirk"
    assert f"{winner} win the match!" in club.table.text
    assert board.text.count("1 match won") == 2


async def test_again_opens_a_lobby_with_the_same_seats(club: Club) -> None:
    await club.open_table(club.anna, club.bob, length="4")
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna, club.bob)
    over = club.table
    await club.bob.press(over, "Again")
    lobby = club.table
    assert "Host: Bob" in lobby.text
    assert "1. **Anna**" in lobby.text
    assert "2. **Bob**" in lobby.text
    assert "Length: **4 deals**" in lobby.text
    refused = await club.anna.press(over, "Again")
    assert refused is not None
    assert "You sit at another table" in refused.text or "counted already" in refused.text
    await club.bob.press(lobby, "Start")
    assert "Deal 1 of 4" in club.table.text
