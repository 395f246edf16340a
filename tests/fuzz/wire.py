"""The line between forged clients and the bot: interactions go in as Discord would send them.

People of the box press what they see. Here a payload can hold anything; its message shows the
control that was pressed, as Discord's does, since discord.py looks for it there.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from simcord import interactions
from simcord.backend import serializers

from bot.playground.box import Box
from bot.playground.rest import Call
from tests.components import walk

COMMAND, COMPONENT, FORM = 2, 3, 5
BUTTON, ROLES = 2, 6
UPDATE, FORM_SHOWN = 7, 9
"""Types of first answers: the message of the control redrawn, a form."""
EPHEMERAL = 64
PLACES = ("interactions", "webhooks", "channels")
PATIENCE = 10
"""Seconds that an answer may take on a busy machine."""
KEPT = 2_000
"""How many answers, and messages that only one person sees, are kept: a run makes thousands."""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A member of a server, in one of its channels."""

    id: int
    guild_id: int
    channel_id: int
    manager: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the bot, or its change, and who sees it: one person or everyone (None)."""

    user_id: int | None
    body: dict[str, Any]

    @property
    def components(self) -> list[dict[str, Any]]:
        """All components of it."""
        return walk(self.body.get("components") or [])


@dataclass(slots=True)
class Answer:
    """An interaction and what came of it."""

    payload: dict[str, Any]
    first: list[dict[str, Any]] = field(default_factory=list)
    """The first answer, once it is there."""
    sent: list[Sent] = field(default_factory=list)
    """Everything that the bot sent meanwhile, to others too."""
    there: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with the first answer."""

    @property
    def id(self) -> int:
        """The interaction."""
        return int(self.payload["id"])

    @property
    def text(self) -> str:
        """The first answer as text."""
        return str(self.first)


class Wire:
    """Sends interactions and tells what came back."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.answers: dict[int, Answer] = {}
        """The newest, by their interaction."""
        self.twice: list[tuple[dict[str, Any], Answer | None]] = []
        """Second answers, with the interaction that had one already."""
        self._heard: list[Sent] = []
        self._private: deque[tuple[int, int, int]] = deque()
        """Channel, message and owner of what one person sees, oldest first."""
        self._carry_out = box.world.rest
        box.world.rest = self._listen  # type: ignore[method-assign]

    @property
    def backend(self) -> Any:
        """The Discord of the box."""
        return self.box.world._backend

    def own_message(self, who: Somebody) -> int | None:
        """Return the newest message that only this person sees in his channel."""
        for channel_id, message_id, owner in reversed(self._private):
            if (channel_id, owner) == (who.channel_id, who.id):
                return message_id
        return None

    def payload(
        self,
        kind: int,
        who: Somebody,
        data: dict[str, Any],
        *,
        message_id: int | None = None,
        control: dict[str, Any] | None = None,
        locale: str = "en-GB",
    ) -> dict[str, Any]:
        """Return an interaction; `control` stands alone on the message that it came from."""
        record, payload = interactions.base_payload(
            self.backend,
            type=kind,
            channel_id=who.channel_id,
            guild_id=who.guild_id,
            user_id=who.id,
            data=data,
        )
        # How fast answers come is measured elsewhere; here the machine does much beside.
        record.initial_response_deadline = self.backend.iso_after(PATIENCE)
        payload["locale"] = locale
        message = self.backend.messages[who.channel_id].get(message_id)
        if message is not None:
            record.source_message_id = message_id
            payload["message"] = dict(serializers.message_payload(self.backend, message))
            if control is not None:
                row = {"type": 1, "id": 98, "components": [{**control, "id": 99}]}
                payload["message"]["components"] = [row]
        return payload

    def resolved(self, guild_id: int, values: Iterable[object]) -> dict[str, Any]:
        """Return the people and roles behind what was chosen, as Discord describes them."""
        roles = self.backend.guilds[guild_id].roles
        ids_ = {int(v) for v in values if isinstance(v, str) and v.isascii() and v.isdigit()}
        return {
            "users": {
                str(i): dict(serializers.user_payload(self.backend.users[i]))
                for i in ids_ & self.backend.users.keys()
            },
            "roles": {
                str(i): dict(serializers.role_payload(roles[i])) for i in ids_ & roles.keys()
            },
        }

    async def choose(
        self, who: Somebody, custom_id: str, message_id: int | None, values: list[str]
    ) -> Answer:
        """Choose in a select of people or roles."""
        data = {
            "custom_id": custom_id,
            "component_type": ROLES,
            "values": values,
            "resolved": self.resolved(who.guild_id, values),
        }
        control = {"type": ROLES, "custom_id": custom_id}
        payload = self.payload(COMPONENT, who, data, message_id=message_id, control=control)
        return await self.send(payload)

    async def press(self, who: Somebody, custom_id: str, message_id: int | None) -> Answer:
        """Press a button on a message."""
        control = {"type": BUTTON, "style": 2, "label": "x", "custom_id": custom_id}
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return await self.send(
            self.payload(COMPONENT, who, data, message_id=message_id, control=control)
        )

    async def command(self, who: Somebody, name: str, **options: str) -> Answer:
        """Use a command; its options are texts."""
        filled = [{"type": 3, "name": key, "value": value} for key, value in options.items()]
        data = {"id": "1", "name": name, "type": 1, "options": filled}
        return await self.send(self.payload(COMMAND, who, data))

    async def send(self, payload: dict[str, Any]) -> Answer:
        """Send an interaction and wait for its first answer, or until nobody would any more."""
        answer = self.answers[int(payload["id"])] = Answer(payload)
        if len(self.answers) > KEPT:
            del self.answers[next(iter(self.answers))]
        self._heard.clear()
        self.backend.emit("INTERACTION_CREATE", payload)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(answer.there.wait(), PATIENCE)
        answer.sent = [*self._heard]
        self._tidy(answer)
        return answer

    def send_again(self, answer: Answer) -> None:
        """Send an interaction that the bot has had once more, as Discord's gateway may."""
        self.backend.emit("INTERACTION_CREATE", answer.payload)

    def _listen(self, call: Call) -> tuple[int, Any]:
        """Note what the bot sends before it is carried out."""
        parts = call.path.strip("/").split("/")
        if call.method in ("POST", "PATCH") and parts[0] in PLACES and call.body:
            body = dict(call.body)
            if parts[0] == "interactions":
                interaction_id = int(parts[1])
                answer = self.answers.get(interaction_id)
                if answer is None or answer.first:
                    self.twice.append((body, answer))
                else:
                    answer.first.append(body)
                    answer.there.set()
                audience = self._of_answer(interaction_id, body)
                body = body.get("data") or {}
            elif parts[0] == "webhooks":
                audience = self._of_token(parts)
            else:
                audience = None
            self._heard.append(Sent(audience, body))
        return self._carry_out(call)

    def _of_answer(self, interaction_id: int, body: dict[str, Any]) -> int | None:
        """Return who sees a first answer, None for everyone."""
        record = self.backend.interactions[interaction_id]
        private = (body.get("data") or {}).get("flags", 0) & EPHEMERAL
        if body["type"] == UPDATE:
            private = self._is_private(record, record.source_message_id)
        return record.user_id if private or body["type"] == FORM_SHOWN else None

    def _of_token(self, parts: list[str]) -> int | None:
        """Return who sees what is sent through the token of an interaction."""
        record = self.backend.interactions[self.backend.interaction_tokens[parts[2]]]
        message_id = int(parts[4]) if parts[4:] and parts[4].isdecimal() else record.message_id
        return record.user_id if self._is_private(record, message_id) else None

    def _is_private(self, record: Any, message_id: int | None) -> bool:
        """Whether one person sees a message; those that are dropped were such."""
        message = self.backend.messages[record.channel_id].get(message_id)
        return message is None or message.is_ephemeral

    def _tidy(self, answer: Answer) -> None:
        """Note whose message an answer became, and drop the oldest of such messages."""
        record = self.backend.interactions[answer.id]
        message = self.backend.messages[record.channel_id].get(record.message_id)
        entry = (record.channel_id, record.message_id, record.user_id)
        pressable = message is not None and message.is_ephemeral and message.components
        if pressable and entry not in self._private:
            self._private.append(entry)
        while len(self._private) > KEPT:
            channel_id, message_id, _ = self._private.popleft()
            self.backend.messages[channel_id].pop(message_id, None)
