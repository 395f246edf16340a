"""Every request to Discord outside an answer to a press: budgets, retries, what an error means.

Discord allows about five edits in five seconds per channel and fifty requests a second in all
outside interactions; we stay under both, so that no request is ever refused for haste.
"""

import asyncio
import heapq
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui

log = logging.getLogger(__name__)

T = TypeVar("T")

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
OLD_EDITS = 30046
"""Too many edits of a message older than an hour."""
ALREADY_ANSWERED = 40060
MISSING_ACCESS = 50001
MISSING_PERMISSIONS = 50013
INVALID_TOKEN = 50027
ARCHIVED_THREAD = 50083
THREAD_EXISTS = 160004

TOO_MANY_REQUESTS = 429

TRIES = 5
FIRST_PAUSE = 0.5
PATIENCE = 10.0
"""Seconds after which what nobody waits for comes before what somebody has begun to wait for."""


class Fate(Enum):
    """What became of a request that failed."""

    MESSAGE_GONE = auto()
    """The message does not exist any more: post it anew."""
    PLACE_GONE = auto()
    """The channel or the server does not exist any more."""
    NO_ACCESS = auto()
    """The bot may not do this here, now."""
    ARCHIVED = auto()
    """The thread is archived: a new message opens it again, unless it is locked."""
    TOO_OLD = auto()
    """The message cannot be edited any more: post a new one."""
    TOKEN_GONE = auto()
    """The 15 minutes of an interaction are over."""
    REFUSED = auto()
    """Discord does not take it, and never will: a fault of ours."""
    FAILED = auto()
    """Discord or the line to it is down, also after several tries."""


_FATES = {
    UNKNOWN_MESSAGE: Fate.MESSAGE_GONE,
    UNKNOWN_CHANNEL: Fate.PLACE_GONE,
    UNKNOWN_GUILD: Fate.PLACE_GONE,
    MISSING_ACCESS: Fate.NO_ACCESS,
    MISSING_PERMISSIONS: Fate.NO_ACCESS,
    ARCHIVED_THREAD: Fate.ARCHIVED,
    OLD_EDITS: Fate.TOO_OLD,
    INVALID_TOKEN: Fate.TOKEN_GONE,
    UNKNOWN_WEBHOOK: Fate.TOKEN_GONE,
    UNKNOWN_INTERACTION: Fate.TOKEN_GONE,
}


class Undelivered(Exception):  # noqa: N818 - the postman's word
    """A request that had no effect; `fate` says what follows from it."""

    def __init__(self, fate: Fate, cause: Exception) -> None:
        super().__init__(f"{fate.name}: {cause}")
        self.fate = fate


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may go out, and come in."""

    per_channel: int = 4
    """Requests in `channel_seconds` per channel."""
    channel_seconds: float = 5
    per_second: float = 36
    """Requests in all: Discord takes 50, and what goes out evenly may arrive in a heap."""
    hand_seconds: float = 0.5
    """Between two redraws of one hand: Discord takes five in two seconds."""
    hands_per_second: float = 100
    """Redraws of hands in all. Discord counts them not, but each is work: under load those of
    people who are to move go first, and others show several changes at once."""
    presses: int = 20
    """Presses and commands of one person in `press_seconds`."""
    press_seconds: float = 5


class Window:
    """At most so many in so many seconds, wherever the seconds begin; who waits goes in order.

    A leaky bucket, which libraries offer, lets a burst and its refill through: nearly twice that.
    """

    def __init__(self, count: int, seconds: float) -> None:
        self._times: deque[float] = deque(maxlen=count)
        self._seconds = seconds
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._arrivals = 0
        self._timer: asyncio.TimerHandle | None = None

    async def take(self, patience: float = 0) -> None:
        """Wait for room and take it; let pass who comes within so many seconds without patience."""
        await self.join(patience)

    def join(self, patience: float = 0) -> "asyncio.Future[None]":
        """Return a place in the queue: it is done when there is room, which is then taken."""
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        if not self._waiting and self._wait() <= 0:
            self._times.append(loop.time())
            place.set_result(None)
        else:
            self._queue(place, patience)
        return place

    def hurry(self, place: "asyncio.Future[None]") -> None:
        """Let a place that is still waited for be without patience."""
        if not place.done():
            self._queue(place, 0)

    def _queue(self, place: "asyncio.Future[None]", patience: float) -> None:
        self._arrivals += 1
        key = asyncio.get_running_loop().time() + patience
        heapq.heappush(self._waiting, (key, self._arrivals, place))
        self._plan()

    def _wait(self) -> float:
        """Return the seconds until there is room."""
        if len(self._times) < (self._times.maxlen or 0):
            return 0
        passed = asyncio.get_running_loop().time() - self._times[0]
        # Never longer than its seconds, also where a test has moved time on and it is set back.
        return self._seconds - max(passed, 0)

    def _plan(self) -> None:
        if self._timer is None and self._waiting:
            self._timer = asyncio.get_running_loop().call_later(max(self._wait(), 0), self._admit)

    def _admit(self) -> None:
        self._timer = None
        while self._waiting and self._wait() <= 0:
            _, _, place = heapq.heappop(self._waiting)
            # Done already: somebody has given up, or was hurried and has been let in.
            if not place.done():
                self._times.append(asyncio.get_running_loop().time())
                place.set_result(None)
        self._plan()


class Turn:
    """One that waits for room again and again, and may be hurried while it does."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._place: asyncio.Future[None] | None = None

    async def wait(self, *, urgent: bool) -> None:
        """Wait for room; urgent is what a person waits for."""
        self._place = self._window.join(0 if urgent else PATIENCE)
        try:
            await self._place
        finally:
            self._place = None

    def hurry(self) -> None:
        """A person has begun to wait for it."""
        if self._place is not None:
            self._window.hurry(self._place)


class Outbox:
    """Sends, edits and deletes messages."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self.budget = budget
        # One by one, so that a press between them waits for one drawing and not for several.
        self._all = Window(1, 1 / budget.per_second)
        self._hands = Window(1, 1 / budget.hands_per_second)
        self._channels: WeakValueDictionary[int, Window] = WeakValueDictionary()

    def room_in(self, channel_id: int) -> Window:
        """Return the budget of a channel, shared by all who hold it."""
        window = self._channels.get(channel_id)
        if window is None:
            window = Window(self.budget.per_channel, self.budget.channel_seconds)
            self._channels[channel_id] = window
        return window

    def turn(self) -> Turn:
        """Return what waits for room among all requests."""
        return Turn(self._all)

    def hand_turn(self) -> Turn:
        """Return what waits for room among the redraws of hands."""
        return Turn(self._hands)

    async def post(
        self,
        channel_id: int,
        *,
        nonce: str,
        view: ui.LayoutView | None = None,
        content: str | None = None,
        mention: int | None = None,
    ) -> int:
        """Post a message and return its id.

        The nonce makes a second try after a lost reply return the message of the first.
        """
        channel = self._client.get_partial_messageable(channel_id)
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=False if mention is None else [discord.Object(mention)],
        )

        async def send() -> int:
            if view is not None:
                message = await channel.send(view=view, nonce=nonce, allowed_mentions=mentions)
            else:
                # A name in it may read like a link; nothing is to unfold under it.
                message = await channel.send(
                    content, nonce=nonce, allowed_mentions=mentions, suppress_embeds=True
                )
            return message.id

        return await self._deliver(send)

    async def make_thread(self, guild_id: int, channel_id: int, message_id: int, name: str) -> int:
        """Make a thread that hangs on a message; return its id.

        A message has one thread, whose id is its own: so a second try finds that of the first.
        """
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        message = channel.get_partial_message(message_id)

        async def make() -> int:
            try:
                return (await message.create_thread(name=name)).id
            except discord.HTTPException as error:
                if error.code == THREAD_EXISTS:
                    return message_id
                raise

        return await self._deliver(make)

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Redraw a message; the caller has waited for room, and drawn after that."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

        async def edit() -> None:
            await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())

        await self._tries(edit)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of ours."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await self._deliver(message.delete)

    async def edit_answer(
        self, application_id: int, token: str, message_id: int, view: ui.LayoutView
    ) -> None:
        """Redraw the message that an interaction answered with or came from."""
        webhook = discord.Webhook.partial(application_id, token, client=self._client)

        async def edit() -> None:
            await webhook.edit_message(message_id, view=view)

        await self._tries(edit)

    async def _deliver(self, request: Callable[[], Awaitable[T]]) -> T:
        await self._all.take()
        return await self._tries(request)

    async def _tries(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a request, again with growing pauses while the line is down.

        Where Discord itself fails, discord.py has asked five times already, over 25 seconds.
        """
        pause = FIRST_PAUSE
        for attempt in range(1, TRIES + 1):
            try:
                return await request()
            except discord.HTTPException as error:
                raise Undelivered(_fate(error), error) from error
            except (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException) as error:
                last = error
            if attempt < TRIES:
                await asyncio.sleep(pause)
                pause *= 2
        raise Undelivered(Fate.FAILED, last) from last


def _fate(error: discord.HTTPException) -> Fate:
    """Return what follows from a refusal."""
    if error.status >= 500 or error.status == TOO_MANY_REQUESTS:
        # discord.py has tried a few times, and waited as it was told to.
        return Fate.FAILED
    if error.status in (401, 403) and error.code not in _FATES:
        return Fate.NO_ACCESS
    return _FATES.get(error.code, Fate.REFUSED)
