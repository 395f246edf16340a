"""What goes wrong during a soak: on the line, with the process, in the server, at the store."""

import asyncio
import math
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.soak.ledger import Gap, Ledger
from benchmarks.soak.people import People
from bot.doctor import Examination
from bot.playground import ids
from bot.playground.box import Box
from tests.sockets.child import Child

JSON = dict[str, Any]

HEARTBEAT_MS = 5_000
NOTICED_SECONDS = 60
"""After so many seconds without a sign of life discord.py gives a connection up."""
EXIT_SECONDS = 10
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10008, 10062

REQUESTS = {
    "callback": ("POST", "/interactions/*/callback"),
    "table": ("PATCH", "/channels/*/messages/*"),
    "post": ("POST", "/channels/*/messages"),
    "deletion": ("DELETE", "/channels/*/messages/*"),
    "hand": ("PATCH", "/webhooks/*"),
    "follow-up": ("POST", "/webhooks/*"),
    "thread": ("POST", "/channels/*/threads"),
    "any": ("*", "*"),
}
TROUBLES = {
    "line": 40.0,
    "drop": 2.5,
    "lost session": 1.5,
    "reconnect": 1.5,
    "silence": 0.6,
    "kill": 0.7,
    "kill in a request": 0.8,
    "stop": 0.7,
    "message": 5.0,
    "channel": 1.0,
    "rights": 2.5,
    "member": 2.0,
    "thread": 2.0,
    "archive": 2.5,
    "store": 4.0,
    "backup": 1.0,
    "": 40.0,
}
"""How likely each is to begin in any one second."""


class Weather:
    """Lets things go wrong, second by second as the seed has it, and mends them in the end."""

    def __init__(self, box: Box, child: Child, people: People, seed: int) -> None:
        self._box = box
        self._world = box.world
        self._child = child
        self._people = people
        self._ledger: Ledger = people.ledger
        self._seed = seed
        self._store = Path(child.settings["TROEF_DATA"])
        self._process = asyncio.Lock()
        self._unlocked = asyncio.Lock()
        self._holding = False
        """Whether the store is locked, by us."""
        self._revoked: set[int] = set()
        self._backups = 0
        self._kinds: dict[str, Callable[[Random], Awaitable[None]]] = {
            "line": self._line,
            "drop": self._drop,
            "lost session": self._lose_session,
            "reconnect": self._reconnect,
            "silence": self._fall_silent,
            "kill": self._kill,
            "kill in a request": self._kill_in_a_request,
            "stop": self._stop,
            "message": self._delete_message,
            "channel": self._delete_channel,
            "rights": self._revoke,
            "member": self._leave,
            "thread": self._open_thread,
            "archive": self._archive,
            "store": self._lock_store,
            "backup": self._back_up,
        }

    async def blow(self, seconds: float) -> None:
        """Let something go wrong nearly every second; then wait until all of it is over."""
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(int(seconds)):
                await asyncio.sleep(max(began + number - time.perf_counter(), 0))
                chance = Random(f"{self._seed} trouble {number}")
                (kind,) = chance.choices(list(TROUBLES), list(TROUBLES.values()))
                if kind and (kind != "silence" or number + NOTICED_SECONDS * 1.5 < seconds):
                    group.create_task(self._kinds[kind](chance))

    async def clear(self) -> None:
        """Mend what can be mended: no more faults, all rights back, the bot running."""
        self._box.faults.clear()
        self._box.gateway.acknowledges = True
        for channel_id in list(self._revoked):
            self._give_back(channel_id)
        async with self._process:
            if self._child.ended():
                await self._start(time.time())
        await self._box.gateway.wait(timeout=60)

    def _count(self, what: str) -> None:
        self._ledger.troubles[what] += 1
        self._ledger.story.append((time.time(), what))

    def _gap(self, why: str, began: float) -> None:
        self._ledger.gaps.append(Gap(why, began, time.time()))

    # On the line.

    async def _line(self, chance: Random) -> None:
        name = chance.choice(list(REQUESTS))
        method, path = REQUESTS[name]
        what = self._any_fault(name, chance)
        fault = self._box.faults.add(method, path, times=chance.choice([1, 1, 1, 2, 4]), **what)
        self._ledger.faults.append((time.time(), fault))
        told = "cut" if what.get("cut") else str(what.get("status", "slow"))
        self._count(f"{name}: {told}{' after' if what.get('after') else ''}")

    def _any_fault(self, name: str, chance: Random) -> JSON:
        delay = round(chance.uniform(0.2, 4), 1)
        faults: list[JSON] = [
            {"status": 500},
            {"status": 502, "delay": delay / 4},
            {"status": 500, "after": True},
            {"status": 429, "headers": {"Retry-After": str(delay / 4)}},
            {"delay": delay},
        ]
        if name != "any":
            # At its start the bot needs an answer: without one it says so and ends.
            faults += [{"cut": True}, {"cut": True, "after": True}, {"cut": True, "delay": delay}]
        match name:
            case "callback":
                faults.append({"status": 404, "code": UNKNOWN_INTERACTION})
            case "hand":
                faults.append({"status": 404, "code": UNKNOWN_MESSAGE})
            case "deletion":
                # Somebody else was first. Before the deletion it would be a lie.
                faults.append({"status": 404, "code": UNKNOWN_MESSAGE, "after": True})
        return chance.choice(faults)

    # At the gateway.

    async def _drop(self, _chance: Random) -> None:
        self._count("gateway: dropped")
        self._box.gateway.drop()

    async def _lose_session(self, _chance: Random) -> None:
        self._count("gateway: session lost")
        self._box.gateway.drop(resumable=False)

    async def _reconnect(self, _chance: Random) -> None:
        self._count("gateway: asked to reconnect")
        self._box.gateway.ask_reconnect()

    async def _fall_silent(self, chance: Random) -> None:
        self._count("gateway: silent")
        self._box.gateway.acknowledges = False
        await asyncio.sleep(chance.uniform(NOTICED_SECONDS, NOTICED_SECONDS + 15))
        self._box.gateway.acknowledges = True

    async def watch(self) -> None:
        """Note for how long nobody is at the other end of the gateway, until cancelled."""
        while True:
            await self._box.gateway.wait(connected=False, timeout=math.inf)
            began = time.time()
            await self._box.gateway.wait(timeout=math.inf)
            self._gap("away", began)

    # The process.

    async def _kill(self, chance: Random) -> None:
        async with self._process:
            if self._child.ended():
                return
            self._count("SIGKILL")
            began = time.time()
            await self._child.kill()
            await asyncio.sleep(chance.choice([0, 0, 1, 3]))
            await self._start(began)

    async def _kill_in_a_request(self, chance: Random) -> None:
        """Kill the bot when a request has taken effect and it does not know yet."""
        name = chance.choice(["callback", "table", "post", "deletion"])
        method, path = REQUESTS[name]
        fault = self._box.faults.add(method, path, after=True, cut=True, delay=5)
        self._ledger.faults.append((time.time(), fault))
        try:
            await asyncio.wait_for(fault.hit.wait(), 20)
        except TimeoutError:
            return
        # By then the box has carried it out.
        await asyncio.sleep(0.05)
        self._count(f"{name}: killed in it")
        await self._kill(chance)

    async def _stop(self, chance: Random) -> None:
        async with self._process:
            if self._child.ended():
                return
            self._count("SIGTERM")
            await self.end()
            began = time.time() - 1
            await asyncio.sleep(chance.choice([0, 0, 1]))
            await self._start(began)

    async def end(self) -> None:
        """Ask the bot to end; it has to, soon and well."""
        began = time.time()
        try:
            code = await self._child.stop()
        except TimeoutError:
            self._ledger.wrong.append("SIGTERM did not end the bot within 15 s")
            await self._child.kill()
            return
        seconds = time.time() - began
        if code != 0 or seconds > EXIT_SECONDS:
            self._ledger.wrong.append(f"after SIGTERM it ended with {code} in {seconds:.1f} s")

    async def _start(self, began: float) -> None:
        """Start the bot; `began` is when it went away."""
        try:
            await self._child.start()
        except (AssertionError, TimeoutError):
            last = self._child.log.splitlines()[-1]
            # It says so and ends: a host starts it again.
            if "in use by another process" in last and self._was_locked():
                self._count("start refused: the store is locked")
            elif "cannot be reached" in last and "injected by a test" in last:
                self._count("start refused: no answer to the login")
            else:
                self._ledger.wrong.append(f"the bot did not start: {last[-300:]}")
            if not self._child.ended():
                await self._child.kill()
            self._box.faults.clear()
            async with self._unlocked:
                await self._child.start()
        finally:
            self._gap("away", began)

    def _was_locked(self) -> bool:
        now = time.time()
        return self._holding or self._ledger.had("store", now - 5, now)

    # In the server.

    async def _delete_message(self, chance: Random) -> None:
        shown = [m for m in sorted(self._people.shown) if self._world.message(self._owner, m)]
        if shown:
            message_id = chance.choice(shown[-40:])
            self._count("message deleted")
            self._world.delete_message(message_id)

    @property
    def _owner(self) -> int:
        return self._people.owner.id

    async def _delete_channel(self, chance: Random) -> None:
        self._count("channel deleted, another made")
        places = self._people.places
        number = chance.randrange(len(places))
        gone, began = places[number], time.time()
        places[number] = self._world.create_channel(f"nieuw-{chance.randrange(1000)}")
        self._world.delete_channel(gone)
        self._revoked.discard(gone)
        here = {channel["id"] for channel in self._world.channels(self._owner)}
        for person in self._people.everyone:
            if str(person.channel_id) not in here:
                person.channel_id = places[number]
        self._gap(f"channel {gone}", began - 3)

    async def _revoke(self, chance: Random) -> None:
        channel_id = chance.choice(self._people.places)
        if channel_id in self._revoked:
            return
        right = chance.choice(["send_messages", "view_channel"])
        self._count(f"no {right}")
        self._revoked.add(channel_id)
        began = time.time()
        self._world.set_permissions(channel_id, deny=[right])
        await asyncio.sleep(chance.choice([2, 10, 20, 40]))
        if channel_id in self._revoked:
            self._give_back(channel_id)
        self._gap(f"rights {channel_id}", began)

    def _give_back(self, channel_id: int) -> None:
        self._revoked.discard(channel_id)
        self._world.set_permissions(channel_id)

    async def _leave(self, chance: Random) -> None:
        self._count("member left, another came")
        everyone = self._people.everyone
        number = chance.randrange(len(everyone))
        gone = everyone[number]
        everyone[number] = self._people.arrive(chance.choice(self._people.places))
        self._world.remove_member(gone.id)

    async def _open_thread(self, chance: Random) -> None:
        place = chance.choice(self._people.places)
        self._count("thread opened")
        thread = self._world.create_thread("Achterkamer", place)
        for person in self._people.everyone:
            if person.channel_id == place:
                person.channel_id = thread

    async def _archive(self, chance: Random) -> None:
        threads = self._threads()
        if not threads:
            return
        thread = chance.choice(threads)
        locked = chance.random() < 0.3
        self._count("thread locked" if locked else "thread archived")
        self._world.archive_thread(thread, locked=locked)
        if locked:
            for person in self._people.everyone:
                if person.channel_id == thread:
                    person.channel_id = chance.choice(self._people.places)

    def _threads(self) -> list[int]:
        """Return all threads, the tables' own ones too: every channel has its place."""
        channels = {*self._people.places, ids.TABLE_CHANNEL, ids.CHAT_CHANNEL}
        here = [int(channel["id"]) for channel in self._world.channels(self._owner)]
        return [channel_id for channel_id in here if channel_id not in channels]

    # The store.

    async def _lock_store(self, chance: Random) -> None:
        seconds = chance.choice([0.3, 0.8, 1.5, 2.0])
        async with self._unlocked:
            began, self._holding = time.time(), True
            if await asyncio.to_thread(_hold, self._store, seconds):
                self._count(f"store locked for {seconds:g} s")
                self._gap("store", began)
            self._holding = False

    async def _back_up(self, _chance: Random) -> None:
        self._backups += 1
        self._count("backup")
        copy = self._store.with_name(f"copy-{self._backups}")
        done = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "backup", str(copy), "--data", str(self._store)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        told, _ = await done.communicate()
        if done.returncode != 0:
            self._ledger.wrong.append(f"backup: {told.decode().strip()[-300:]}")
            return
        await self.examine(copy, "backup")
        copy.unlink()

    async def examine(self, path: Path, name: str) -> str:
        """Let the doctor look through a store; return what it looked through."""
        examination = Examination(path)
        faults = await asyncio.to_thread(lambda: list(examination.run()))
        self._ledger.wrong += [f"{name}: {fault}" for fault in faults]
        return examination.summary


def _hold(path: Path, seconds: float) -> bool:
    """Hold the right to write, as another program would; return whether it could be had."""
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        time.sleep(seconds)
        connection.execute("ROLLBACK")
    return True
