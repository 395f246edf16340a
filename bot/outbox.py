"""Every request to Discord outside an answer to a press: budgets, retries, what an error means.

Discord allows about five edits in five seconds per channel and fifty requests a second in all
outside interactions; we stay under both, so that no request is ever refused for haste.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar
from weakref import WeakValueDictionary

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

TRIES = 5
FIRST_PAUSE = 0.5


class Fate(Enum):
    """What became of a request that failed."""

    MESSAGE_GONE = auto()
    """The message does not exist any more: post it anew."""
    PLACE_GONE = auto()
    """The channel or the server does not exist any more."""
    NO_ACCESS = auto()
    """The bot may not do this here, now."""
    ARCHIVED = auto()
    """The thread is archived: a new message opens it again."""
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
    """How many requests may go out: in `channel_seconds` per channel, and each second in all."""

    per_channel: int = 4
    channel_seconds: float = 5
    per_second: int = 45


class Window:
    """At most so many in so many seconds, wherever the seconds begin.

    A leaky bucket, which libraries offer, lets a burst and its refill through: nearly twice that.
    """

    def __init__(self, count: int, seconds: float) -> None:
        self._times: deque[float] = deque(maxlen=count)
        self._seconds = seconds

    async def take(self) -> None:
        """Wait for room and take it."""
        loop = asyncio.get_running_loop()
        while len(self._times) == self._times.maxlen:
            wait = self._times[0] + self._seconds - loop.time()
            if wait <= 0:
                break
            await asyncio.sleep(wait)
        self._times.append(loop.time())


class Outbox:
    """Sends, edits and deletes messages."""

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget
        self._all = Window(budget.per_second, 1)
        self._channels: WeakValueDictionary[int, Window] = WeakValueDictionary()

    def room_in(self, channel_id: int) -> Window:
        """Return the budget of a channel, shared by all who hold it."""
        window = self._channels.get(channel_id)
        if window is None:
            window = Window(self._budget.per_channel, self._budget.channel_seconds)
            self._channels[channel_id] = window
        return window

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
                message = await channel.send(content, nonce=nonce, allowed_mentions=mentions)
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
        """Redraw a message; its channel's budget is the caller's to wait for."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

        async def edit() -> None:
            await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())

        await self._deliver(edit)

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
        """Make a request, again with growing pauses while the line or Discord is down."""
        pause = FIRST_PAUSE
        for attempt in range(1, TRIES + 1):
            try:
                return await request()
            except discord.HTTPException as error:
                if error.status < 500:
                    raise Undelivered(_fate(error), error) from error
                last: Exception = error
            except (OSError, TimeoutError, discord.DiscordException) as error:
                last = error
            if attempt < TRIES:
                await asyncio.sleep(pause)
                pause *= 2
        raise Undelivered(Fate.FAILED, last) from last


def _fate(error: discord.HTTPException) -> Fate:
    """Return what follows from a refusal."""
    if error.status in (401, 403) and error.code not in _FATES:
        return Fate.NO_ACCESS
    return _FATES.get(error.code, Fate.REFUSED)
