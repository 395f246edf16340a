"""Settings of a person and of a server, and help."""

from collections.abc import Mapping

import discord
from discord import ui

from bot.screens.options import TURN_SECONDS, games_row
from bot.screens.press import Press, button, page, row, select, select_role, text
from bot.store.rows import Server
from bot.texts import Speech
from bot.texts.games import WORDS

COLOUR = discord.Colour(0x5865F2)
CHANNEL_TABLES = (1, 2, 3, 5, 10)
"""How many tables at most a server may allow in one channel."""
AUTO = "auto"
"""The value of a choice that is left to somebody else, or open."""


def draw_settings(
    say: Speech, language: str | None, *, pings: bool, autoplay: bool
) -> ui.LayoutView:
    """Draw what a person can choose for himself."""
    return page(
        text(say("## Your settings"), say("**Language** of what only you see:")),
        row(*_languages(say, "language", language)),
        text(say("**Turn pings**: one mention when your time is nearly up.")),
        row(_switch(say, "pings", on=pings)),
        text(say("**An only card** that can be played is played by itself.")),
        row(_switch(say, "autoplay", on=autoplay)),
        colour=COLOUR,
    )


def draw_server(say: Speech, server: Server, usual_seconds: int) -> ui.LayoutView:
    """Draw what a server can choose for everyone in it.

    `usual_seconds` is the time for a turn where it has chosen none.
    """
    default = say("By default: {time}", time=say.duration(usual_seconds))
    times = {seconds: say.duration(seconds) for seconds in TURN_SECONDS}
    counts = {n: say.plural("{n} table", "{n} tables", n) for n in CHANNEL_TABLES}
    return page(
        text(say("## Settings of this server"), say("**Language** of the tables:")),
        row(*_languages(say, "server_language", server.language)),
        text(say("**Turn pings**: one mention when somebody's time is nearly up.")),
        row(_switch(say, "server_pings", on=server.pings)),
        text(say("**A role to call** when a table opens; it must allow that it is mentioned:")),
        row(select_role(say("No role is called"), "server_role", role=server.role_id)),
        text(say("**Time for a turn** at new tables; the host of a table can change it there:")),
        row(_numbers(default, times, "server_turn", server.turn_seconds)),
        text(say("**Hints** at new tables; a match with hints stays off the leaderboard:")),
        row(_switch(say, "server_hints", on=server.hints)),
        text(say("**Tables per channel** that may be open at a time; a thread counts by itself:")),
        row(_numbers(say("Any number"), counts, "server_tables", server.channel_tables)),
        text(say("**House rules** with which tables open; a table can still change them:")),
        row(*games_row(say, "", "server_rules")),
        colour=COLOUR,
    )


def _numbers(auto: str, offered: Mapping[int, str], verb: str, chosen: int | None) -> Press:
    """Return a select of some numbers, by how they are said; `auto` stands for none of them."""
    options = [(label, str(number), number == chosen) for number, label in offered.items()]
    return select(auto, [(auto, AUTO, chosen is None), *options], verb)


def _languages(say: Speech, verb: str, language: str | None) -> list[Press]:
    primary, plain = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    languages = [
        (AUTO, say("As in Discord"), language is None),
        ("nl", "Nederlands", language == "nl"),
        ("en", "English", language == "en"),
    ]
    return [
        button(label, verb, value, style=primary if chosen else plain)
        for value, label, chosen in languages
    ]


def _switch(say: Speech, verb: str, *, on: bool) -> Press:
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return button(say("On") if on else say("Off"), verb, 0 if on else 1, style=style)


def draw_help(say: Speech) -> ui.LayoutView:
    """Draw what this is and the first steps."""
    return page(
        text(
            say("## Card games in this server"),
            say("Troef deals the cards: friends, or you with computers, play Dutch card games."),
            *(f"- **{say(words.name)}**: {say(words.short)}" for words in WORDS.values()),
            say("**1.** /play opens a table in this channel. Others press *Sit here*."),
            say("**2.** The host presses *Start*; empty seats go to computers."),
            say("**3.** Press *My hand* under the table: your cards are buttons only you see."),
            _commands(say),
        ),
        colour=COLOUR,
    )


def _commands(say: Speech) -> str:
    """Return the other commands in a few lines."""
    return "\n".join(
        [
            say("/hand shows your cards, /table brings the table down, /leave frees your seat."),
            say("/rules explains each game; /leaderboard and /me show scores."),
            say("/language holds what you like for yourself."),
            say("/settings and /tables are for who manages this server."),
            say("-# Who may use commands, and where: Discord's server settings, Integrations."),
        ]
    )
