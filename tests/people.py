"""What people do at a table, through SimCord: they press what they see and nothing else."""

from collections.abc import Iterable
from typing import Any

import simcord

from bot.outbox import Budget
from bot.settings import Settings
from bot.store import Store

NO_HURRY = Budget(per_channel=100_000, channel_seconds=1, per_second=100_000)
"""SimCord has no rate limits and really waits for a pause of the bot: budgets are tested apart."""

TEXT, BUTTON, SELECT = 10, 2, 3


def walk(components: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all components of a message, nested ones too."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        if component.get("accessory"):
            found += walk([component["accessory"]])
    return found


class Screen:
    """A message as it is shown now."""

    def __init__(self, env: simcord.Env, message: Any) -> None:
        self.message = message
        self.handle = simcord.ResponseMessage(env, message)
        self.id: int = message.id
        self.components = walk(message.components)

    @property
    def text(self) -> str:
        """All text of the message."""
        texts = [c["content"] for c in self.components if c["type"] == TEXT]
        return "\n".join([self.message.content, *texts]) if self.message.content else "\n".join(texts)

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons that can be pressed: label to id."""
        return {
            c["label"]: c["custom_id"]
            for c in self.components
            if c["type"] == BUTTON and not c.get("disabled")
        }

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, disabled ones too."""
        return [c["label"] for c in self.components if c["type"] == BUTTON]

    @property
    def cards(self) -> dict[str, str]:
        """The cards that can be played: label to id."""
        return {label: id_ for label, id_ in self.buttons.items() if ":play " in id_}

    def button(self, label: str) -> str:
        """Return the id of a button that can be pressed."""
        return self.buttons[label]


class Member:
    """A member of the server, at his own screen."""

    def __init__(self, club: "Club", actor: Any) -> None:
        self.club = club
        self.actor = actor
        self.id: int = actor.id

    async def slash(self, name: str, **options: Any) -> Screen | None:
        """Use a command and return the answer."""
        result = await self.actor.slash(self.club.channel, name, **options)
        return self._answer(result)

    async def press(self, screen: Screen, label: str) -> Screen | None:
        """Press a button by its label; return the message that answers, or the one pressed on."""
        return await self.press_id(screen, screen.button(label))

    async def press_id(self, screen: Screen, custom_id: str) -> Screen | None:
        """Press a button by its id."""
        return self._answer(await self.actor.click(screen.handle, custom_id=custom_id))

    async def choose(self, screen: Screen, option: str, value: str) -> Screen | None:
        """Choose a value in the select of an option."""
        custom_id = next(
            c["custom_id"]
            for c in screen.components
            if c["type"] == SELECT and c["custom_id"].endswith(f":{option}")
        )
        result = await self.actor.select(screen.handle, [value], custom_id=custom_id)
        return self._answer(result)

    async def hand(self) -> Screen:
        """Open the hand from the table."""
        screen = await self.press(self.club.table, "My hand")
        assert screen is not None
        return screen

    @property
    def newest(self) -> Screen:
        """The newest message that only this member sees, as it is now."""
        return Screen(self.club.env, self.club.messages(self.id, ephemeral=True)[-1])

    def _answer(self, result: simcord.InteractionResult) -> Screen | None:
        """Return the message that answered, as it is now."""
        for message in [*result.followups[::-1], result.response]:
            if message is not None:
                return Screen(self.club.env, self.club.stored(message.id))
        return None


class Club:
    """A server with the bot, a channel and four members."""

    def __init__(self, env: simcord.Env, store: Store, settings: Settings) -> None:
        self.env = env
        self.store = store
        self.settings = settings
        self.guild = env.create_guild("Kaartclub")
        self.channel = self.guild.create_text_channel("kaarttafel")
        names = ("Anna", "Bob", "Cees", "Dirk")
        self.anna, self.bob, self.cees, self.dirk = self.members = tuple(
            Member(self, self.guild.add_member(env.create_user(name))) for name in names
        )

    @property
    def bot(self) -> Any:
        """The running bot."""
        return self.env.bot

    def messages(self, user_id: int | None = None, *, ephemeral: bool = False) -> list[Any]:
        """Return the messages of the channel that a member sees, oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {}).values()
        return [
            message
            for message in sorted(stored, key=lambda m: m.id)
            if message.visible_to(user_id) and message.is_ephemeral == ephemeral
        ]

    def stored(self, message_id: int) -> Any:
        """Return a message of the channel."""
        return self.env.backend.get_message(self.channel.id, message_id)

    @property
    def public(self) -> list[Screen]:
        """What everyone sees, oldest first."""
        return [Screen(self.env, message) for message in self.messages()]

    @property
    def table(self) -> Screen:
        """The newest public message."""
        return self.public[-1]

    @property
    def only_table(self) -> Any:
        """The only open table, for what no screen shows."""
        (table,) = self.bot.tables
        return table

