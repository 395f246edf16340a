"""Presses by chance: real ones, forged ones, forms, commands, and what came before once more."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from bot.screens.press import SEPARATOR, read_id
from tests.components import walk
from tests.fuzz.mutations import Mutations
from tests.fuzz.wire import COMMAND, COMPONENT, FORM, FORM_SHOWN, Answer, Somebody, Wire

BUTTON, SELECTS = 2, (3, 5, 6, 7, 8)
LOCALES = ("en-GB", "nl", "de", "tlh")


class Forger:
    """Draws who presses what; it learns from every answer what there is to press."""

    def __init__(
        self, wire: Wire, people: Sequence[Somebody], commands: Sequence[str], chance: Random
    ) -> None:
        self.wire = wire
        self.people = people
        self.commands = commands
        self.chance = chance
        self.mutations = Mutations(chance)
        roles = [role for guild in wire.backend.guilds.values() for role in guild.roles]
        self.mutations.people = [*(str(person.id) for person in people), *map(str, roles)]
        self.seats: dict[str, list[Somebody]] = {}
        """Who sits at which table: they press on it more often than others."""
        self.pressed: set[str] = set()
        """The verbs of what was sent."""
        self._before: deque[Answer] = deque(maxlen=50)

    def lay(self, seats: dict[str, list[Somebody]]) -> None:
        """Note the tables there are now."""
        self.seats = seats
        self.mutations.tables = [*seats, "0123456789", ""]

    async def press(self) -> tuple[Somebody, Answer]:
        """Send one interaction; return who did it and what came of it."""
        draw = self.chance.random()
        custom_id = self.mutations.real_id() if draw < 0.3 else self.mutations.forged_id()
        who = self._presser(custom_id)
        if draw < 0.75:
            payload = self._component(who, custom_id)
        elif draw < 0.87:
            payload = self._form(who, custom_id)
        else:
            payload = self._command(who)
        if self.chance.random() < 0.05 and self._before:
            self.wire.send_again(self.chance.choice(self._before))
        if self.chance.random() < 0.02:
            _leave_server(payload)
        answer = await self.wire.send(payload)
        self._before.append(answer)
        self.pressed.add(read_id(str(payload["data"].get("custom_id", "")))[0])
        self.note(answer)
        return who, answer

    def _presser(self, custom_id: str) -> Somebody:
        """Return anybody, or somebody at the table that an id names."""
        named = custom_id.split(SEPARATOR)
        seated = [person for part in named for person in self.seats.get(part, [])]
        return self.chance.choice(seated if seated and self.chance.random() < 0.6 else self.people)

    def _component(self, who: Somebody, custom_id: str) -> dict[str, Any]:
        """Return a press on a button, or a choice in a select, whichever it was drawn as."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        control: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
        if self.chance.random() < 0.5:
            kind = self.chance.choice(SELECTS)
            values = self.mutations.values()
            data |= {"component_type": kind, "values": values}
            # No client says this: Discord adds it, for what there is.
            data["resolved"] = self.wire.resolved(who.guild_id, values)
            control = {"type": kind, "custom_id": custom_id, "options": []}
            if self.chance.random() < 0.1:
                del data["values"]
        return self.wire.payload(
            COMPONENT,
            who,
            data,
            message_id=self._message(who),
            control=control,
            locale=self.chance.choice(LOCALES),
        )

    def _message(self, who: Somebody) -> int:
        """Return a message on which somebody presses: his own, or one that everyone sees."""
        own = self.wire.own_message(who)
        if own is not None and self.chance.random() < 0.6:
            return own
        there = self.wire.backend.messages[who.channel_id].values()
        public = [m.id for m in there if m.components and not m.is_ephemeral]
        return self.chance.choice(public)

    def _form(self, who: Somebody, custom_id: str) -> dict[str, Any]:
        """Return a form that somebody sends off, also one that nobody showed him."""
        if "bid_typed" in self.mutations.drawn and self.chance.random() < 0.5:
            custom_id = self.chance.choice(self.mutations.drawn["bid_typed"])
        fields = []
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 5))):
            field = {"type": 4, "custom_id": "bid", "value": self.mutations.value()}
            if self.chance.random() < 0.1:
                del field["value"]
            fields.append(
                {"type": 18, "component": field}
                if self.chance.random() < 0.8
                else {"type": 1, "components": [field]}
            )
        data = {"custom_id": custom_id, "components": fields}
        return self.wire.payload(FORM, who, data, message_id=self._message(who))

    def _command(self, who: Somebody) -> dict[str, Any]:
        """Return a command with options as no client of today would send them."""
        name = self.chance.choice([*self.commands, "gone"])
        options = [
            {
                "type": kind,
                "name": self.chance.choice(("game", "game", "game", "x")),
                "value": value,
            }
            for kind, value in self.chance.choices(
                [(3, self.mutations.argument()), (4, 1), (5, True), (10, 1.5)],
                weights=(5, 1, 1, 1),
                k=self.chance.choice((0, 0, 1, 1, 2)),
            )
        ]
        data = {"id": "1", "name": name, "type": 1, "options": options}
        return self.wire.payload(COMMAND, who, data, locale=self.chance.choice(LOCALES))

    def note(self, answer: Answer) -> None:
        """Learn the ids that stand on what was sent."""
        for sent in answer.sent:
            self.learn(sent.body.get("components") or [])
        for body in answer.first:
            if body["type"] == FORM_SHOWN:
                self.mutations.learn(body["data"]["custom_id"])

    def learn(self, components: list[dict[str, Any]]) -> None:
        """Learn the ids that stand on a message, and what its selects offer."""
        for component in walk(components):
            if "custom_id" in component:
                options = component.get("options") or []
                self.mutations.learn(component["custom_id"], [o["value"] for o in options])


def _leave_server(payload: dict[str, Any]) -> None:
    """Let an interaction come from outside every server."""
    payload["user"] = payload.pop("member")["user"]
    del payload["guild_id"], payload["guild_locale"]
