"""Every button and select of the bot: what it stands for is in its id, so it outlives a restart.

An id is `troef:verb:argument:…`, at most 100 characters. There is one template for all of them:
discord.py starts every template that matches, and forgets a template when a view that mixes such
items with ordinary ones ends. So views hold nothing else, and all of them hold this one.
"""

import re
from typing import Any, Protocol, Self

import discord
from discord import ui

PREFIX = "troef"
SEPARATOR = ":"


class Presser(Protocol):
    """The client that presses are handed to."""

    async def pressed(
        self, interaction: discord.Interaction[Any], verb: str, arguments: list[str]
    ) -> None:
        """Answer a press; never raises."""


class Press(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.*)"):
    """A button or select known by its id alone; also one that nobody drew, for that is answered."""

    def __init__(
        self, item: ui.Item[Any], verb: str = "", arguments: list[str] | None = None
    ) -> None:
        super().__init__(item)
        self.verb = verb
        self.arguments = arguments or []

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Return the item that was pressed."""
        return cls(item, *read_id(match[0]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the client."""
        client: Presser = interaction.client
        await client.pressed(interaction, self.verb, self.arguments)


def press_id(verb: str, *arguments: object) -> str:
    """Return the id of a button or select."""
    return SEPARATOR.join([PREFIX, verb, *map(str, arguments)])


def read_id(custom_id: str) -> tuple[str, list[str]]:
    """Return verb and arguments of an id; an empty verb, which nothing answers, for others'."""
    prefix, *rest = custom_id.split(SEPARATOR)
    return (rest[0], rest[1:]) if prefix == PREFIX and rest else ("", [])


def typed_in(data: dict[str, Any]) -> list[str]:
    """Return what was typed into the fields of a form, in their order."""
    typed = []
    for component in data.get("components", []):
        field: Any = component.get("component") or (component.get("components") or [{}])[0]
        typed.append(str(field.get("value", "")))
    return typed


def button(
    label: str,
    verb: str,
    *arguments: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: str | None = None,
) -> Press:
    """Return a button."""
    return Press(
        ui.Button(
            label=label,
            custom_id=press_id(verb, *arguments),
            style=style,
            disabled=disabled,
            emoji=emoji,
        )
    )


def select(
    placeholder: str, options: list[tuple[str, str, bool]], verb: str, *arguments: object
) -> Press:
    """Return a select of one; options are label, value and whether it is chosen now."""
    return Press(
        ui.Select(
            custom_id=press_id(verb, *arguments),
            placeholder=placeholder,
            options=[
                discord.SelectOption(label=label, value=value, default=chosen)
                for label, value, chosen in options
            ],
        )
    )


def select_person(placeholder: str, verb: str, *arguments: object) -> Press:
    """Return a select of one person of the server."""
    return Press(ui.UserSelect(custom_id=press_id(verb, *arguments), placeholder=placeholder))


def select_role(placeholder: str, verb: str, *arguments: object, role: int | None) -> Press:
    """Return a select of one role of the server, or of none."""
    chosen = []
    if role is not None:
        kind = discord.SelectDefaultValueType.role
        chosen.append(discord.SelectDefaultValue(id=role, type=kind))
    return Press(
        ui.RoleSelect(
            custom_id=press_id(verb, *arguments),
            placeholder=placeholder,
            min_values=0,
            default_values=chosen,
        )
    )


def row(*items: Press) -> ui.ActionRow[Any]:
    """Return a row of buttons, or of one select."""
    return ui.ActionRow(*items)


def rows(items: list[Press], width: int = 5) -> list[ui.ActionRow[Any]]:
    """Return buttons in rows of at most so many."""
    return [row(*items[at : at + width]) for at in range(0, len(items), width)]


def page(*items: ui.Item[Any], colour: discord.Colour | None = None) -> ui.LayoutView:
    """Return a message of one framed box. It never times out: a press finds it by its id.

    Texts that came out empty are left out: Discord refuses a message that holds one.
    """
    said = [item for item in items if not isinstance(item, ui.TextDisplay) or item.content]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*said, accent_colour=colour))
    # Ended before it is sent: else discord.py keeps it, and a task, for a quarter of an hour.
    view.stop()
    return view


def text(*lines: str) -> ui.TextDisplay[Any]:
    """Return lines of text."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def line() -> ui.Separator[Any]:
    """Return a thin line."""
    return ui.Separator()
