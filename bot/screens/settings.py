"""Settings of a person and of a server, and help."""

import discord
from discord import ui

from bot.screens.options import games_row
from bot.screens.press import Press, button, page, row, select_role, text
from bot.texts import Speech
from bot.texts.games import WORDS

COLOUR = discord.Colour(0x5865F2)


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


def draw_server(
    say: Speech, language: str | None, *, pings: bool, role: int | None
) -> ui.LayoutView:
    """Draw what a server can choose for everyone in it."""
    return page(
        text(say("## Settings of this server"), say("**Language** of the tables:")),
        row(*_languages(say, "server_language", language)),
        text(say("**Turn pings**: one mention when somebody's time is nearly up.")),
        row(_switch(say, "server_pings", on=pings)),
        text(say("**A role to call** when a table opens; it must allow that it is mentioned:")),
        row(select_role(say("No role is called"), "server_role", role=role)),
        text(say("**House rules** with which tables open; a table can still change them:")),
        row(*games_row(say, "", "server_rules")),
        colour=COLOUR,
    )


def _languages(say: Speech, verb: str, language: str | None) -> list[Press]:
    primary, plain = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    languages = [
        ("auto", say("As in Discord"), language is None),
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
            say("-# Who may use commands, and where: Discord's server settings, Integrations."),
        ]
    )
