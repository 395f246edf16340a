"""What a person can do in Discord's client: the verbs of the page and of the tests."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import forms, ids
from .errors import RefusedError
from .outcome import Outcome
from .world import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, World

JSON = dict[str, Any]


class Person:
    """Somebody in the server, with the language of their client.

    Every verb returns an Outcome. With `wait` it is returned once the bot gave its first answer
    or the client gave up; without, at once. What a client would not let a person do is refused.
    """

    def __init__(
        self,
        world: World,
        user_id: int,
        *,
        locale: str = "nl",
        channel_id: int = ids.TABLE_CHANNEL,
    ) -> None:
        self._world = world
        self.id = user_id
        self.locale = locale
        self.channel_id = channel_id

    # Doing ------------------------------------------------------------------------------------

    async def slash(
        self, command: str, options: Mapping[str, Any] | None = None, *, wait: bool = True
    ) -> Outcome:
        """Use a slash command, named in any language; `group sub` for a subcommand."""
        root, leaf, way = self._command(command)
        filled = forms.fill_options(leaf, options or {})
        return await self._send(COMMAND, self._command_data(root, way, filled), wait=wait)

    async def autocomplete(
        self, command: str, option: str, typed: str, options: Mapping[str, Any] | None = None
    ) -> list[JSON]:
        """Type into an option and return what the bot offers."""
        root, leaf, way = self._command(command)
        spec = next((o for o in leaf.get("options") or [] if o["name"] == option), None)
        if spec is None or not spec.get("autocomplete"):
            raise RefusedError("bad-option", f"/{command} offers nothing for {option!r}.")
        others = {name: value for name, value in (options or {}).items() if name != option}
        filled = forms.fill_options(leaf, others, partial=True)
        filled.append({"name": option, "type": spec["type"], "value": typed, "focused": True})
        outcome = await self._send(AUTOCOMPLETE, self._command_data(root, way, filled), wait=True)
        return outcome.choices

    async def click(
        self,
        message_id: int,
        custom_id: str | None = None,
        *,
        label: str | None = None,
        wait: bool = True,
    ) -> Outcome:
        """Press a button, found by its custom id or by what stands on it."""
        message = self.message(message_id)
        button = forms.find_control(message["components"], (forms.BUTTON,), custom_id, label)
        data = _component_data(button)
        return await self._send(COMPONENT, data, wait=wait, message=message)

    async def select(
        self, message_id: int, custom_id: str | None, values: Sequence[str], *, wait: bool = True
    ) -> Outcome:
        """Choose values in a select menu."""
        message = self.message(message_id)
        menu = forms.find_control(message["components"], forms.SELECTS, custom_id, None)
        forms.check_choice(menu, values)
        data = {**_component_data(menu), "values": list(values)}
        users = values if menu["type"] == forms.USER_SELECT else ()
        channels = values if menu["type"] == forms.CHANNEL_SELECT else ()
        roles = values if menu["type"] == forms.ROLE_SELECT else ()
        if users or channels or roles:
            data["resolved"] = self._world.resolved(users, channels, roles)
        return await self._send(COMPONENT, data, wait=wait, message=message)

    async def submit(
        self, shown: Outcome | int, values: Mapping[str, Any], *, wait: bool = True
    ) -> Outcome:
        """Send off the form an earlier outcome showed; open fields keep what they came with."""
        outcome = self._world.outcome(shown) if isinstance(shown, int) else shown
        if outcome.modal is None or outcome.user_id != self.id or outcome.submitted:
            raise RefusedError("gone", "There is no such form open.")
        components = forms.fill_modal(outcome.modal, values)
        source = self._world.source_of(outcome)
        message = None if source is None else self.message(source)
        data = {"custom_id": outcome.modal["custom_id"], "components": components}
        outcome.submitted = True
        return await self._send(
            MODAL_SUBMIT, data, wait=wait, message=message, channel_id=outcome.channel_id
        )

    def say(self, text: str) -> int:
        """Write a message; return its id."""
        return self._world.say(self.id, self.channel_id, text)

    # Seeing -----------------------------------------------------------------------------------

    def commands(self) -> list[JSON]:
        """Return the slash commands this person is offered here."""
        return self._world.commands(self.id, self.channel_id)

    def messages(self) -> list[JSON]:
        """Return the messages this person sees here, oldest first, ephemeral ones included."""
        return self._world.messages(self.id, self.channel_id)

    def message(self, message_id: int) -> JSON:
        """Return a message this person sees."""
        message = self._world.message(self.id, message_id)
        if message is None:
            raise RefusedError("gone", "That message is not there any more.")
        return message

    async def sees(
        self,
        what: Callable[[JSON], bool],
        timeout: float = 5.0,  # noqa: ASYNC109
    ) -> JSON:
        """Wait until a message like this is there, and return the newest such."""
        async with asyncio.timeout(timeout):
            while True:
                for message in reversed(self.messages()):
                    if what(message):
                        return message
                await self._world.change()

    # Sending ----------------------------------------------------------------------------------

    def _command(self, command: str) -> tuple[JSON, JSON, list[JSON]]:
        name, *path = command.removeprefix("/").split()
        for root in self.commands():
            if name in forms.names(root):
                leaf, way = forms.find_leaf(root, path)
                return root, leaf, way
        raise RefusedError("unknown-command", f"There is no /{name} here for this person.")

    def _command_data(self, root: JSON, way: Sequence[JSON], filled: list[JSON]) -> JSON:
        data = {"id": root["id"], "name": root["name"], "type": root.get("type", 1)}
        if root.get("guild_id"):
            data["guild_id"] = root["guild_id"]
        users = [o["value"] for o in filled if o["type"] == forms.USER]
        channels = [o["value"] for o in filled if o["type"] == forms.CHANNEL]
        if users or channels:
            data["resolved"] = self._world.resolved(users, channels)
        return {**data, "options": forms.nest(way, filled)}

    async def _send(
        self,
        kind: int,
        data: JSON,
        *,
        wait: bool,
        message: JSON | None = None,
        channel_id: int | None = None,
    ) -> Outcome:
        if channel_id is None:
            channel_id = self.channel_id if message is None else int(message["channel_id"])
        outcome = self._world.interact(
            kind,
            self.id,
            channel_id,
            data,
            locale=self.locale,
            message_id=None if message is None else int(message["id"]),
        )
        return await outcome.wait(self._world.answer_within) if wait else outcome


def _component_data(control: JSON) -> JSON:
    data = {"custom_id": control["custom_id"], "component_type": control["type"]}
    return {**data, "id": control["id"]} if "id" in control else data
