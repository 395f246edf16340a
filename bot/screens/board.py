"""Boards of scores and one's own line."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.boards.standings import AVERAGE_DEALS, Line, Page
from bot.rules.games import GAMES
from bot.screens.names import safe
from bot.screens.options import games_row
from bot.screens.press import button, line, page, row, text
from bot.screens.words import game_name
from bot.texts import Speech, later

COLOUR = discord.Colour(0xC9A227)
PAGE = 10
DAY = 86_400

ORDERS = {
    "points": later("Points"),
    "average": later("Average"),
    "won": later("Matches won"),
}


def draw_board(board: Page, game: str, by: str, offset: int, say: Speech) -> ui.LayoutView:
    """Draw one page of this server's board of a game."""
    title = say("## Leaderboard · {game}", game=game_name(say, game))
    if board.since is None:
        body = [say("No deal of this game counts here yet. /play opens a table.")]
    else:
        body = [standing_line(entry, say, wins=by == "won") for entry in board.lines]
    if by == "average":
        body.append(say("-# Averages count from {n} deals on.", n=AVERAGE_DEALS))
    items: list[ui.Item[Any]] = [text(title, _period(board, say)), line(), text(*body)]
    items.append(row(*games_row(say, game, "board", by, 0, "game")))
    items.append(
        row(
            *(
                button(say(label), "board", game, order, 0, "order", disabled=order == by)
                for order, label in ORDERS.items()
            )
        )
    )
    if board.total > PAGE:
        items.append(
            row(
                button(
                    say("Back"),
                    "board",
                    game,
                    by,
                    max(offset - PAGE, 0),
                    "back",
                    disabled=offset == 0,
                ),
                button(
                    say("Next"),
                    "board",
                    game,
                    by,
                    offset + PAGE,
                    "next",
                    disabled=offset + PAGE >= board.total,
                ),
            )
        )
    return page(*items, colour=COLOUR)


def _period(board: Page, say: Speech) -> str:
    if board.since is None or board.until is None:
        return ""
    since, until = f"<t:{int(board.since)}:d>", f"<t:{int(board.until)}:d>"
    if int(board.since) // DAY == int(board.until) // DAY:
        return say("-# Deals of {day}", day=since)
    return say("-# Deals from {since} to {until}", since=since, until=until)


def standing_line(entry: Line, say: Speech, *, wins: bool = False) -> str:
    """Return one person's line, with what it consists of below it; what is nought is left out."""
    details = [
        say.plural("{n} deal", "{n} deals", entry.deals),
        say("{n} on average", n=say.average(entry.average)),
    ]
    if entry.won or wins:
        details.append(say.plural("{n} match won", "{n} matches won", entry.won))
    if entry.nat:
        details.append(say("{n} nat", n=say.number(entry.nat)))
    if entry.crosses:
        details.append(say.plural("{n} cross", "{n} crosses", entry.crosses))
    if entry.pit:
        details.append(say("{n} pit", n=say.number(entry.pit)))
    if entry.unfinished:
        details.append(
            say.plural("{n} match left early", "{n} matches left early", entry.unfinished)
        )
    points = say("{n} points", n=say.number(entry.points))
    return f"**{entry.rank}. {safe(entry.name)}** · **{points}**\n-# {' · '.join(details)}"


def draw_me(entries: Mapping[str, Line], hinted: Mapping[str, int], say: Speech) -> ui.LayoutView:
    """Draw one's own line of the board of each game that one has played.

    `hinted` are the deals of each game that were played with hints and stand on no board.
    """
    bodies = [
        text(
            f"### {game_name(say, game)}",
            standing_line(entries[game], say) if game in entries else "",
            _hinted_line(hinted.get(game, 0), say),
        )
        for game in GAMES
        if game in entries or game in hinted
    ] or [text(say("You have finished no deal here yet. /play opens a table."))]
    return page(text(say("## Your scores in this server")), *bodies, colour=COLOUR)


def _hinted_line(deals: int, say: Speech) -> str:
    if not deals:
        return ""
    return say.plural(
        "-# {n} deal with hints, which does not count.",
        "-# {n} deals with hints, which do not count.",
        deals,
    )
