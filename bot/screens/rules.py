"""The rules of a game, page by page."""

from typing import Any

import discord
from discord import ui

from bot.rules.house import House
from bot.screens.options import games_row
from bot.screens.press import button, line, page, row, select, text
from bot.screens.words import game_name
from bot.texts import Speech
from bot.texts.games import WORDS

COLOUR = discord.Colour(0x5865F2)


def draw_rules(
    say: Speech, game: str, house: House, seats: int, at: int, source: str
) -> ui.LayoutView:
    """Draw one page of the rules of a game.

    `source` is what its buttons find it by again: the id of a table, or the name of a game.
    """
    pages = WORDS[game].pages(say, house, seats)
    at = max(0, min(at, len(pages) - 1))
    shown = pages[at]
    own = say("by the rules of this table") if source != game else say("by this server's rules")
    items: list[ui.Item[Any]] = [
        text(
            f"## {game_name(say, game)}: {shown.title}",
            say("-# Page {n} of {m}, {whose}", n=at + 1, m=len(pages), whose=own),
        ),
        text(*shown.lines),
        line(),
        row(
            button(say("Back"), "rules", source, at - 1, "back", disabled=at == 0),
            button(say("Next"), "rules", source, at + 1, "next", disabled=at + 1 >= len(pages)),
        ),
        row(
            select(
                say("Choose a page"),
                [
                    (f"{number}. {each.title}", str(number - 1), number - 1 == at)
                    for number, each in enumerate(pages, 1)
                ],
                "rules_page",
                source,
            )
        ),
    ]
    if source == game:
        items.append(row(*games_row(say, game, "rules", 0, "game")))
    return page(*items, colour=COLOUR)
