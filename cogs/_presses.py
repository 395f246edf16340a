"""What cogs share: reading the arguments of a press, and answering with a hand."""

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import ui

from bot.app import Interaction, Told
from bot.screens.hand import draw_hand
from bot.screens.problems import sentence
from bot.tables.face import State
from bot.tables.problems import Problem, Trouble
from bot.tables.table import Table
from bot.texts import Speech

T = TypeVar("T")

LONGEST_NUMBER = 18
"""Digits: so every number fits where a database keeps one."""


def number(text: str) -> int:
    """Read a whole number of an id; Problem if it is none, as in an id that nobody drew."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    raise Problem(Trouble.STALE)


def read(arguments: list[str], *kinds: Callable[[str], Any]) -> list[Any]:
    """Read the arguments of an id, as many as there are kinds; Problem for any other id."""
    if len(arguments) != len(kinds):
        raise Problem(Trouble.STALE)
    return [kind(argument) for kind, argument in zip(kinds, arguments, strict=True)]


def guild_of(interaction: Interaction) -> int:
    """Return the server of an interaction; Problem outside servers."""
    if interaction.guild_id is None:
        raise Problem(Trouble.FOREIGN)
    return interaction.guild_id


async def find_table(interaction: Interaction, table_id: str) -> Table:
    """Return the table that a press names, in this server."""
    return await interaction.client.tables.find(table_id, guild_of(interaction))


def from_own_hand(interaction: Interaction) -> bool:
    """Whether the press came from a message that only its presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def answer(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what only the presser sees: redraw it where it was pressed, else open it."""
    if from_own_hand(interaction):
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def require_permissions(interaction: Interaction) -> None:
    """Say which permission is missing, before a table is put where it could not be shown."""
    say = await interaction.client.say_to(interaction)
    thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.app_permissions
    needed = {
        say("View Channel"): may.view_channel,
        say("Send Messages"): may.send_messages or thread,
        say("Send Messages in Threads"): may.send_messages_in_threads or not thread,
    }
    missing = [name for name, granted in needed.items() if not granted]
    if missing:
        raise Told(
            say(
                "I lack the permission {names} in this channel; ask an administrator for it.",
                names=say.names(missing),
            )
        )


async def answer_with_hand(
    interaction: Interaction, table: Table, problem: Problem | None = None
) -> None:
    """Answer with the person's hand: redraw it where it was pressed, else open it."""
    client = interaction.client
    say = await client.say_to(interaction)
    notice = "" if problem is None else sentence(say, problem.why)
    situation = table.situation
    view = draw_hand(table.face, table.view_of(interaction.user.id), say, notice)
    if interaction.message is not None and from_own_hand(interaction):
        message_id = interaction.message.id
        await interaction.response.edit_message(view=view)
    else:
        answer = await interaction.response.send_message(view=view, ephemeral=True)
        message_id = answer.message_id or 0
    client.shadows.of(table).opened(interaction, message_id, view, situation)


def left_sentence(table: Table, say: Speech) -> str:
    """Return what somebody is told who has left."""
    if table.state is State.PLAYING:
        return say("You have left the table; a computer plays on.")
    return say("You have left the table.")
