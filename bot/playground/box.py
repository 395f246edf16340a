"""The box: a small Discord on loopback, with a server, its people and a page to be them."""

import asyncio
import contextlib
from types import TracebackType
from typing import Self

from . import ids
from .faults import Faults
from .gateway import HEARTBEAT_MS, Gateway
from .journal import Journal
from .limits import Limiter
from .page import Page
from .person import Person
from .point import point_discord_at
from .sockets import Sockets
from .world import World


class Box:
    """A Discord that a bot can log in to while this is open.

    `limits` switches Discord's rate limits on. The bot may come and go any number of times.
    """

    def __init__(
        self, port: int = 0, *, limits: bool = False, heartbeat_ms: int = HEARTBEAT_MS
    ) -> None:
        self.world = World()
        self._sockets = Sockets(self.world, port=port, limits=limits, heartbeat_ms=heartbeat_ms)
        self._page = Page(self.world)
        self._undo = contextlib.ExitStack()

    async def __aenter__(self) -> Self:
        """Begin to listen."""
        await self._sockets.start(self._page.routes())
        self.world.serve_at(self.api)
        self.world.emit = self.gateway.emit
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close all connections and free the port."""
        self._undo.close()
        self._page.close()
        await self._sockets.stop()

    # Where it is ------------------------------------------------------------------------------

    @property
    def api(self) -> str:
        """The address to point discord.py at; see `bot.playground.point` for a child process."""
        return self._sockets.url

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"{self._sockets.url}/"

    @property
    def token(self) -> str:
        """The bot's token, new for every box."""
        return self._sockets.token

    def connect(self) -> None:
        """Point the discord.py of this process at the box until the box is closed."""
        self._undo.callback(point_discord_at(self.api))

    # Who is there -----------------------------------------------------------------------------

    def person(
        self, name: str, *, locale: str = "nl", channel_id: int = ids.TABLE_CHANNEL
    ) -> Person:
        """Return one of the people: Anna, Bob, Cees, Dirk, or Sem, who owns the server."""
        return Person(self.world, ids.person_id(name), locale=locale, channel_id=channel_id)

    def crowd(self, count: int, *, locale: str = "nl") -> list[Person]:
        """Let so many new people into the server, and give each a new channel to be in."""
        return [
            Person(
                self.world,
                self.world.add_person(f"Gast {number}"),
                locale=locale,
                channel_id=self.world.create_channel(f"tafel-{number}"),
            )
            for number in range(1, count + 1)
        ]

    async def wait_for_bot(self, *commands: str, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Wait until a bot is logged in and offers these commands."""
        await self.gateway.wait(timeout=timeout)
        owner = self.person("Sem")
        async with asyncio.timeout(timeout):
            while not {c["name"] for c in owner.commands()}.issuperset(commands):
                await self.world.change()

    # What tests do to it ----------------------------------------------------------------------

    @property
    def gateway(self) -> Gateway:
        """The gateway: `drop`, `ask_reconnect`, `wait`."""
        return self._sockets.gateway

    @property
    def faults(self) -> Faults:
        """Faults for the bot's requests."""
        return self._sockets.faults

    @property
    def journal(self) -> Journal:
        """The requests the bot made."""
        return self._sockets.journal

    @property
    def limiter(self) -> Limiter:
        """The rate limits, with the number of requests they refused."""
        return self._sockets.limiter
