"""The gateway: identify, heartbeat, resume with replay, and what a test may do to it."""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from collections.abc import Mapping
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web

HEARTBEAT_MS: Final = 41_250
_ACK_SECONDS: Final = 0.05
REPLAY: Final = 5000
"""How many events a session keeps for a client that comes back."""

_HEARTBEAT, _IDENTIFY, _RESUME, _MEMBERS = 1, 2, 6, 8
_RECONNECT, _INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 7, 9, 10, 11
_NORMAL_CLOSE = 1000
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences and message content: Discord grants these on request only."""

JSON = dict[str, Any]
Shard = tuple[int, int]


class GatewayWorld(Protocol):
    """What the gateway asks of the world behind it."""

    def ready(self) -> JSON:
        """Return what READY says about the bot."""

    def guilds(self, shard: Shard) -> list[JSON]:
        """Return the servers of a shard, as in GUILD_CREATE."""

    def members(self, asked: JSON) -> JSON:
        """Answer a request for members."""

    def let_through(
        self, event: str, payload: Mapping[str, Any], intents: int
    ) -> Mapping[str, Any] | None:
        """Return what a client with these intents gets of an event, or None."""


class Session:
    """A client's place in the stream of events; it outlives its connection."""

    def __init__(self, shard: Shard, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.last = 0
        self.kept: deque[tuple[int, str]] = deque(maxlen=REPLAY)
        self.connection: Connection | None = None
        self.resumable = True

    def push(self, event: str, payload: Mapping[str, Any]) -> None:
        """Number an event, keep it for a replay and send it when somebody listens."""
        self.last += 1
        # Kept as text: the world's objects behind the payload go on changing.
        text = json.dumps({"op": 0, "t": event, "s": self.last, "d": payload})
        self.kept.append((self.last, text))
        if self.connection is not None:
            self.connection.queue.put_nowait(text)

    def can_replay(self, after: int) -> bool:
        """Whether everything after this number is still kept."""
        return self.resumable and (not self.kept or after >= self.kept[0][0] - 1)


class Connection:
    """One websocket with its outgoing queue."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        # A client that asks for anything but zlib (zstd, say) gets plain text, which all accept.
        zipped = request.query.get("compress") == "zlib-stream"
        self._zip = zlib.compressobj() if zipped else None

    def send(self, op: int, data: Any) -> None:
        """Queue a frame that is not an event."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data}))

    async def pump(self) -> None:
        """Send what is queued, in order, until the connection breaks."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                text = await self.queue.get()
                if self._zip is None:
                    await self.socket.send_str(text)
                else:
                    data = self._zip.compress(text.encode()) + self._zip.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)

    def cut(self) -> None:
        """Break the line without a word, as a pulled cable does."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """All sessions of the bot, and the websocket route they come through."""

    def __init__(
        self, world: GatewayWorld, token: str, *, heartbeat_ms: int = HEARTBEAT_MS
    ) -> None:
        self._world = world
        self._token = token
        self._heartbeat_ms = heartbeat_ms
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._news = asyncio.Event()
        self.url = ""
        self.identifies = 0
        self.resumes = 0
        self.acknowledges = True
        """Whether heartbeats are answered; a test may fall silent."""

    # What the world sends ---------------------------------------------------------------------

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Deliver an event to the sessions of its shard whose intents let it through."""
        guild = payload.get("guild_id")
        if guild is None and event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"):
            guild = payload["id"]
        for session in self._sessions.values():
            number, count = session.shard
            owner = (int(guild) >> 22) % count if guild is not None else 0
            if owner != number or not session.resumable:
                continue
            seen = self._world.let_through(event, payload, session.intents)
            if seen is not None:
                session.push(event, seen)

    # What a client sends ----------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket from hello to close."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self._connections.add(connection)
        connection.send(_HELLO, {"heartbeat_interval": self._heartbeat_ms})
        pump = asyncio.create_task(connection.pump())
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    frame = json.loads(message.data)
                    session = await self._frame(connection, session, frame["op"], frame.get("d"))
        finally:
            pump.cancel()
            self._connections.discard(connection)
            if session is not None and session.connection is connection:
                session.connection = None
                if socket.close_code == _NORMAL_CLOSE:
                    # A client that says goodbye ends its session; one that vanishes may come back.
                    self._sessions.pop(session.id, None)
                self._tell()
        return socket

    async def _frame(
        self, connection: Connection, session: Session | None, op: int, data: Any
    ) -> Session | None:
        if op == _HEARTBEAT and self.acknowledges:
            # discord.py notes a beat as sent a moment after it is; an answer in that moment would
            # look as old as the beat before, and it would complain of a slow line.
            loop = asyncio.get_running_loop()
            loop.call_later(_ACK_SECONDS, connection.send, _HEARTBEAT_ACK, None)
        elif op == _IDENTIFY:
            if data["token"] != self._token:
                await connection.socket.close(code=4004, message=b"Authentication failed.")
                return None
            if data["intents"] & _PRIVILEGED:
                await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
                return None
            return self._identify(connection, data)
        elif op == _RESUME:
            return self._resume(connection, data)
        elif op == _MEMBERS and session is not None:
            session.push("GUILD_MEMBERS_CHUNK", self._world.members(data))
        return session

    def _identify(self, connection: Connection, data: JSON) -> Session:
        number, count = data.get("shard") or (0, 1)
        session = Session((number, count), data["intents"])
        for old in [s for s in self._sessions.values() if s.shard == session.shard]:
            # Its client was killed: nobody is left who knows the session's id.
            if old.connection is None:
                del self._sessions[old.id]
        session.connection = connection
        self._sessions[session.id] = session
        guilds = self._world.guilds(session.shard)
        ready = {
            **self._world.ready(),
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [number, count],
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
        }
        session.push("READY", ready)
        for guild in guilds:
            seen = self._world.let_through("GUILD_CREATE", guild, session.intents)
            if seen is not None:
                session.push("GUILD_CREATE", seen)
        self.identifies += 1
        self._tell()
        return session

    def _resume(self, connection: Connection, data: JSON) -> Session | None:
        session = self._sessions.get(data["session_id"])
        if session is None or data["token"] != self._token or not session.can_replay(data["seq"]):
            connection.send(_INVALID_SESSION, data=False)
            return None
        session.connection = connection
        for number, text in session.kept:
            if number > data["seq"]:
                connection.queue.put_nowait(text)
        session.push("RESUMED", {})
        self.resumes += 1
        self._tell()
        return session

    # What a test does -------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether a bot is logged in and listening."""
        return any(session.connection is not None for session in self._sessions.values())

    async def wait(
        self,
        *,
        connected: bool = True,
        identifies: int = 0,
        resumes: int = 0,
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> None:
        """Wait until a bot is (or is not) listening, after so many logins and resumes."""
        async with asyncio.timeout(timeout):
            while (
                self.connected is not connected
                or self.identifies < identifies
                or self.resumes < resumes
            ):
                await self._news.wait()

    def drop(self, *, resumable: bool = True) -> None:
        """Pull the cable of every client; without `resumable` the sessions are lost as well."""
        for session in self._sessions.values():
            session.resumable = session.resumable and resumable
            if session.connection is not None:
                session.connection.cut()
                session.connection = None
        self._tell()

    def ask_reconnect(self) -> None:
        """Ask every client to come back on a new connection, as Discord does now and then."""
        for connection in self._connections:
            connection.send(_RECONNECT, None)

    async def close(self) -> None:
        """End every connection."""
        for connection in list(self._connections):
            with contextlib.suppress(ConnectionError):
                await connection.socket.close(code=1001)

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
