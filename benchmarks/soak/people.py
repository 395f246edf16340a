"""People of a server who press, at random, whatever they see."""

import asyncio
import re
import time
from collections import OrderedDict, defaultdict
from random import Random
from typing import Any

from benchmarks.soak.ledger import Ledger
from bot.playground.box import Box
from bot.playground.errors import RefusedError
from bot.playground.outcome import Outcome
from bot.playground.person import Person
from bot.playground.world import Change
from bot.rules.games import GAMES
from tests.components import BUTTON, SELECT, SELECTS, walk

JSON = dict[str, Any]

A_PLACE = 3
"""People to a channel."""
IN_SIGHT = 14
"""Messages of a channel, those that changed last, that somebody looks at."""
LOOK, MANAGER = 88, 2
COMMANDS = {
    "play": 1.0,
    "hand": 2.0,
    "table": 1.0,
    "leave": 0.3,
    "rules": 0.3,
    "help": 0.2,
    "me": 0.2,
    "leaderboard": 0.2,
    "language": 0.3,
}
OTHERS = {"chat": 1.0, "go": 0.4, "deliver again": 1.0}
MANAGERS = ("settings", "tables", "status")
WEIGHTS = {
    "act": 6.0,
    "pick": 6.0,
    "bid": 6.0,
    "hand": 2.0,
    "sit": 10.0,
    "start": 10.0,
    "again": 6.0,
    "back": 10.0,
    "sit_in": 6.0,
    "roem": 1.0,
    "computer": 1.0,
    "menu": 0.6,
    "host": 2.0,
    "leave": 0.1,
    "cancel": 0.1,
    "stop": 0.4,
    "tables_stop": 0.1,
    "tables_ask": 0.2,
}
RARE = 0.15
"""How much likelier one is pressed than another, and what is not among these."""
MOVES = ("act", "pick", "bid", "back")
"""What is pressed more often than not by who can."""
LEFT_ALONE = ("server_role", "server_turn", "server_tables", "server_rule", "server_option")
"""Settings that would make matches or turns long, or tables few."""
LONG = ("turn_seconds", "length")
"""Options of a table that are left alone for the same reason."""
_PLACE = re.compile(r"<#(\d+)>")


class People:
    """A crowd that never thinks, spread over some channels."""

    def __init__(self, box: Box, tables: int, seed: int, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lateness: list[float] = []
        """Seconds by which deeds began later than planned: what the box itself is late."""
        self.owner = box.person("Sem")
        self.places = [box.world.create_channel(f"tafel-{n}") for n in range(1, tables + 1)]
        self.shown: set[int] = set()
        """Every message that has ever carried a table's buttons, for all to see."""
        self._box = box
        self._world = box.world
        self._seed = seed
        self._count = 0
        self._in_sight: defaultdict[int, OrderedDict[int, None]] = defaultdict(OrderedDict)
        self.everyone = [self.arrive(place) for place in self.places for _ in range(A_PLACE)]
        self._world.watch(self._note)

    def arrive(self, place: int) -> Person:
        """Return somebody new to the server, in this channel."""
        self._count += 1
        locale = "nl" if self._count % 2 else "en-GB"
        user_id = self._world.add_person(f"Gast {self._count}")
        return Person(self._world, user_id, locale=locale, channel_id=place)

    async def play_short_matches(self) -> None:
        """Let the owner choose short matches for the server, where a game has any."""
        for game, kind in GAMES.items():
            if "length" not in kind.house_type.model_fields:
                continue
            settings = await self._must(await self.owner.slash("settings"))
            await self._must(await self.owner.click(settings, f"troef:server_rules:{game}"))
            await self._must(
                await self.owner.select(settings, f"troef:server_rule:{game}", ["length"])
            )
            option = f"troef:server_option:{game}:length"
            await self._must(await self.owner.select(settings, option, ["4"]))

    async def _must(self, outcome: Outcome) -> int:
        if outcome.message_id is None:
            raise RuntimeError("the settings did not answer")
        return outcome.message_id

    async def press(self, rate: float, seconds: float) -> None:
        """Do so many things a second; then wait for the answers."""
        doing: set[asyncio.Task[None]] = set()
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            planned = began + number / rate
            await asyncio.sleep(max(planned - time.perf_counter(), 0))
            self.lateness.append(time.perf_counter() - planned)
            task = asyncio.create_task(self._do(Random(f"{self._seed} deed {number}")))
            doing.add(task)
            task.add_done_callback(doing.discard)
        await asyncio.gather(*doing)

    async def _do(self, chance: Random) -> None:
        """Let somebody do something; what a client refuses to send is not done."""
        person = chance.choice(self.everyone)
        deeds = {"look": LOOK, "manage": MANAGER, **COMMANDS, **OTHERS}
        (deed,) = chance.choices(list(deeds), list(deeds.values()))
        try:
            match deed:
                case "look":
                    # Whoever can move is likelier to do something than who has to wait.
                    some = [person, *chance.sample(self.everyone, 3)]
                    movers = [p for p in some if _has(self._offered(p), *MOVES)]
                    await self._press_something((movers or some)[0], chance)
                case "manage" if chance.random() < 0.5:
                    self.owner.channel_id = person.channel_id
                    await self._command(self.owner, chance.choice(MANAGERS), chance)
                case "manage":
                    self.owner.channel_id = person.channel_id
                    await self._press_something(self.owner, chance)
                case "chat":
                    person.say("Wie speelt er mee?")
                    self.ledger.deeds["chat"] += 1
                case "go":
                    self._go(person, chance)
                case "deliver again":
                    self._deliver_again(chance)
                case command:
                    await self._command(person, command, chance)
        except RefusedError as refused:
            self.ledger.deeds[f"not sent: {refused.reason}"] += 1

    def _go(self, person: Person, chance: Random) -> None:
        """Go where a message points to, or to any channel."""
        pointed = [
            int(place)
            for message in self._sees(person)
            for place in _PLACE.findall(str(message["components"]))
        ]
        person.channel_id = chance.choice(pointed or self.places)
        self.ledger.deeds["go elsewhere"] += 1

    def _deliver_again(self, chance: Random) -> None:
        last = self.ledger.presses[-50:]
        if last:
            self._world.redeliver(chance.choice(last).outcome.id)
            self.ledger.deeds["deliver again"] += 1

    async def _command(self, person: Person, command: str, chance: Random) -> None:
        options = {"game": chance.choice(list(GAMES))} if command == "play" else {}
        outcome = await person.slash(command, options, wait=False)
        await self.ledger.press(f"/{command}", outcome)

    # Pressing what is seen.

    async def _press_something(self, person: Person, chance: Random) -> None:
        offered = self._offered(person)
        if not _has(offered, "start", "hand", "act") and chance.random() < 0.5:
            await self._command(person, "play", chance)
            return
        moves = [each for each in offered if each[2] in MOVES]
        if moves and chance.random() < 0.85:
            offered = moves
        if not offered:
            return
        weights = [WEIGHTS.get(verb, RARE) for _, _, verb in offered]
        # Now and then two at once: at most one of them is still what was on the screen.
        several = 2 if chance.random() < 0.05 else 1
        presses = chance.choices(offered, weights, k=several)
        async with asyncio.TaskGroup() as group:
            for message_id, control, verb in presses:
                group.create_task(self._press(person, message_id, control, verb, chance))

    async def _press(
        self, person: Person, message_id: int, control: JSON, verb: str, chance: Random
    ) -> None:
        try:
            if control["type"] == BUTTON:
                outcome = await person.click(message_id, control["custom_id"], wait=False)
            else:
                value = self._any_value(control, chance)
                if value is None:
                    return
                outcome = await person.select(message_id, control["custom_id"], [value], wait=False)
            await self.ledger.press(verb, outcome)
            if outcome.modal is not None:
                bid = {"bid": str(chance.choice([120, 200, 205, 260, 500, 900]))}
                form = await person.submit(outcome, bid, wait=False)
                await self.ledger.press("bid_typed", form)
        except RefusedError as refused:
            self.ledger.deeds[f"not sent: {refused.reason}"] += 1

    def _offered(self, person: Person) -> list[tuple[int, JSON, str]]:
        """Return what somebody can press: the message, the control and its verb."""
        return [
            (int(message["id"]), control, verb)
            for message in self._sees(person)
            for control in walk(message["components"])
            if (verb := _verb_of(control)) is not None
        ]

    def _any_value(self, control: JSON, chance: Random) -> str | None:
        if control["type"] != SELECT:
            return str(chance.choice(self.everyone).id)
        values = [option["value"] for option in control["options"]]
        return chance.choice([value for value in values if value not in LONG] or [None])

    def _sees(self, person: Person) -> list[JSON]:
        """Return the messages that somebody sees of those that changed last."""
        sight = list(self._in_sight[person.channel_id])
        messages = (self._world.message(person.id, message_id) for message_id in reversed(sight))
        seen = [message for message in messages if message is not None]
        return seen[:IN_SIGHT]

    def _note(self, change: Change) -> None:
        if change.message_id is None or change.channel_id is None:
            return
        sight = self._in_sight[change.channel_id]
        sight[change.message_id] = None
        sight.move_to_end(change.message_id)
        if len(sight) > 4 * IN_SIGHT:
            sight.popitem(last=False)
        message = self._world.message(self.owner.id, change.message_id)
        if message is not None and not message["flags"] & 64 and tables_of(message):
            self.shown.add(change.message_id)


def tables_of(message: JSON) -> set[str]:
    """Return the ids of the tables whose lobby or play a message carries the buttons of."""
    ids = [control["custom_id"].split(":") for control in _controls(message)]
    return {parts[2] for parts in ids if parts[1] in ("hand", "start")}


def _controls(message: JSON) -> list[JSON]:
    return [c for c in walk(message["components"]) if _verb_of(c) is not None]


def _verb_of(control: JSON) -> str | None:
    """Return what a button or select stands for that may be pressed; None for all else."""
    custom_id = control.get("custom_id") or ""
    if control["type"] not in (BUTTON, *SELECTS) or control.get("disabled"):
        return None
    if not custom_id.startswith("troef:"):
        return None
    _, verb, *arguments = custom_id.split(":")
    left_alone = verb in LEFT_ALONE or (verb == "option" and arguments[-1] in LONG)
    return None if left_alone else verb


def _has(offered: list[tuple[int, JSON, str]], *verbs: str) -> bool:
    return any(verb in verbs for _, _, verb in offered)
