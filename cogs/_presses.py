"""What cogs share: reading the arguments of a press, and answering with a hand."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

import discord
from discord import ui

from bot.app import Interaction, Told
from bot.screens.hand import Chosen, draw_hand
from bot.screens.problems import sentence
from bot.tables.face import State
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import Sitting
from bot.tables.table import Table
from bot.texts import Speech

T = TypeVar("T")

LONGEST_NUMBER, LARGEST_NUMBER = 19, 2**63 - 1
"""In digits, and itself: so every number fits where a database keeps one; ids of Discord do."""


def number(text: str) -> int:
    """Read a whole number of an id; Problem if it is none, as in an id that nobody drew."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        value = int(text)
        if value <= LARGEST_NUMBER:
            return value
    raise Problem(Trouble.STALE)


def read(arguments: list[str], *kinds: Callable[[str], Any]) -> list[Any]:
    """Read the arguments of an id, as many as there are kinds; Problem for any other id."""
    if len(arguments) != len(kinds):
        raise Problem(Trouble.STALE)
    return [kind(argument) for kind, argument in zip(kinds, arguments, strict=True)]


def values_of(interaction: Interaction) -> list[str]:
    """Return what was chosen in a select."""
    data = cast("dict[str, Any]", interaction.data or {})
    return [str(value) for value in data.get("values", [])]


def value_of(interaction: Interaction) -> str:
    """Return the one thing that was chosen in a select; Problem for none or several."""
    values = values_of(interaction)
    if len(values) != 1:
        raise Problem(Trouble.STALE)
    return values[0]


def picked(interaction: Interaction, kind: Literal["users", "roles"]) -> list[dict[str, Any]]:
    """Return the people or roles that were chosen, as Discord describes them; Problem for others.

    What it does not describe is an id that somebody made up.
    """
    data = cast("dict[str, Any]", interaction.data or {})
    known = data.get("resolved", {}).get(kind, {})
    try:
        return [known[value] for value in values_of(interaction)]
    except KeyError as error:
        raise Problem(Trouble.STALE) from error


def guild_of(interaction: Interaction) -> int:
    """Return the server of an interaction; Problem outside servers."""
    if interaction.guild_id is None:
        raise Problem(Trouble.FOREIGN)
    return interaction.guild_id


async def presser(interaction: Interaction) -> Sitting:
    """Return who uses a command or presses, as he sits down at a table."""
    person = await interaction.client.choices.person(interaction.user.id)
    user = interaction.user
    return Sitting(user.id, user.display_name, autoplay=person.autoplay)


async def find_table(interaction: Interaction, table_id: str) -> Table:
    """Return the table that a press names, in this server."""
    client = interaction.client
    table = await client.tables.find(table_id, guild_of(interaction))
    if table.situation.paused is not None:
        # Somebody is here: perhaps the bot may write again, too.
        client.shadows.of(table).hurry()
    return table


def from_own_hand(interaction: Interaction) -> bool:
    """Whether the press came from a message that only its presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def answer(interaction: Interaction, view: ui.LayoutView) -> None:
    """Answer with what only the presser sees: redraw it where it was pressed, else open it."""
    if from_own_hand(interaction):
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def require_permissions(interaction: Interaction, *, thread: bool = False) -> None:
    """Say which permission is missing, before a table is put where it could not be shown.

    `thread`: it is to move to a thread that is made for it.
    """
    say = await interaction.client.say_to(interaction)
    inside = isinstance(interaction.channel, discord.Thread)
    may = interaction.app_permissions
    needed = {
        say("View Channel"): may.view_channel,
        say("Send Messages"): may.send_messages or inside,
        say("Send Messages in Threads"): may.send_messages_in_threads or not (inside or thread),
        say("Create Public Threads"): may.create_public_threads or not thread,
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
    interaction: Interaction,
    table: Table,
    problem: Problem | None = None,
    chosen: Chosen | None = None,
) -> None:
    """Answer with the person's hand: redraw it where it was pressed, else open it."""
    client = interaction.client
    say = await client.say_to(interaction)
    notice = "" if problem is None else sentence(say, problem.why)
    situation = table.situation
    chosen = chosen or client.shadows.of(table).hands.chosen_by(interaction.user.id)
    view = draw_hand(table.face, table.view_of(interaction.user.id), say, notice, chosen)
    if interaction.message is not None and from_own_hand(interaction):
        message_id = interaction.message.id
        await interaction.response.edit_message(view=view)
    else:
        answer = await interaction.response.send_message(view=view, ephemeral=True)
        message_id = answer.message_id or 0
    client.shadows.of(table).hands.opened(interaction, message_id, view, situation, chosen)


def left_sentence(table: Table, say: Speech) -> str:
    """Return what somebody is told who has left."""
    if table.state is State.PLAYING:
        return say("You have left the table; a computer plays on.")
    return say("You have left the table.")
