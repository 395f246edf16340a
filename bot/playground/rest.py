"""The REST interface: who may ask, faults, rate limits, bodies and files."""

import asyncio
import io
import json
import logging
import re
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from aiohttp import BodyPartReader, web

from .errors import ApiError
from .faults import Fault, Faults
from .journal import Journal, Request
from .limits import Limiter

log = logging.getLogger(__name__)

JSON = dict[str, Any]

# Requests that carry an interaction's token need no bot token and have limits of their own.
_BY_TOKEN: Final = re.compile(r"/(interactions/\d+/|webhooks/\d+/[^/]{20,})")
_FILE_PART: Final = re.compile(r"files\[(\d+)\]")


class Own(dict[str, Any]):
    """An object that came over the line: it belongs to nobody else, so nobody need copy it.

    SimCord copies what it is given up to four times a request, a third of the box's work. Where
    files come along it needs its copies: it fills in first where they may be, then where they are.
    """

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Own":
        return self


@dataclass
class Upload:
    """A file that came with a request."""

    filename: str
    data: bytes
    description: str | None = None
    fp: io.BytesIO = field(init=False)

    def __post_init__(self) -> None:
        """Offer the bytes as a file too, as the world reads them."""
        self.fp = io.BytesIO(self.data)


@dataclass(frozen=True)
class Call:
    """One request of the bot, read."""

    method: str
    path: str
    body: Any
    query: dict[str, str]
    files: list[Upload]
    reason: str | None
    """Why, for the server's audit log."""


class RestWorld(Protocol):
    """What the REST interface asks of the world behind it."""

    def rest(self, call: Call) -> tuple[int, Any]:
        """Carry out a request; return status and body, or raise ApiError."""


class Rest:
    """Answers everything below `/api/v10`."""

    def __init__(
        self, world: RestWorld, token: str, faults: Faults, limiter: Limiter, journal: Journal
    ) -> None:
        self._world = world
        self._token = token
        self._faults = faults
        self._limiter = limiter
        self._journal = journal
        self.gateway_url = ""

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request, or let it meet its fault."""
        method, path = request.method, "/" + request.match_info["tail"]
        by_token = _BY_TOKEN.match(path) is not None
        if not by_token and request.headers.get("Authorization") != f"Bot {self._token}":
            return self._reply(method, path, 401, {"message": "401: Unauthorized", "code": 0})
        fault = self._faults.take(method, path)
        if fault is not None and not fault.after:
            met = await self._meet(fault, request, method, path)
            if met is not None:
                return met
        verdict = self._limiter.check(method, path, counts_globally=not by_token)
        if verdict.retry_after is not None:
            return self._reply(method, path, 429, verdict.body(), verdict.headers)
        try:
            status, body = await self._carry_out(request, method, path)
        except ApiError as error:
            status, body = error.status, error.body()
        if fault is not None and fault.after:
            met = await self._meet(fault, request, method, path)
            if met is not None:
                return met
        return self._reply(method, path, status, body, verdict.headers)

    async def _meet(
        self, fault: Fault, request: web.Request, method: str, path: str
    ) -> web.Response | None:
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.cut:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if fault.status is None:
            return None
        return self._reply(method, path, fault.status, fault.body(), fault.headers)

    async def _carry_out(self, request: web.Request, method: str, path: str) -> tuple[int, Any]:
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return 200, {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}
        if path == "/gateway":
            return 200, {"url": self.gateway_url}
        body, files = await _read(request)
        reason = request.headers.get("X-Audit-Log-Reason")
        try:
            return self._world.rest(Call(method, path, body, dict(request.query), files, reason))
        except ApiError:
            raise
        except Exception:
            log.exception("The box could not carry out %s %s", method, path)
            return 500, {"message": "500: Internal Server Error", "code": 0}

    def _reply(
        self,
        method: str,
        path: str,
        status: int,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> web.Response:
        self._journal.add(Request(method, path, status))
        # Without Via discord.py takes a 429 for one of Cloudflare's and gives up.
        headers = {"Via": "1.1 box", **(headers or {})}
        if body is None:
            return web.Response(status=status, headers=headers)
        # Set by hand: discord.py parses JSON only when the type carries no charset.
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, headers=headers, body=json.dumps(body).encode())


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Read a JSON or multipart body."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read() if request.can_read_body else b""
        return (json.loads(raw, object_hook=Own) if raw else None), []
    body: JSON | None = None
    fields: JSON = {}
    uploads: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=False))
        name = part.name or ""
        if name == "payload_json":
            body = json.loads(data)
        elif part.filename:
            uploads[name] = Upload(part.filename, data)
        else:
            fields[name] = data.decode()
    body = fields if body is None else body
    described = body.get("attachments") or (body.get("data") or {}).get("attachments") or []
    descriptions = {str(entry.get("id")): entry.get("description") for entry in described}
    for name, upload in uploads.items():
        match = _FILE_PART.match(name)
        if match is not None:
            upload.description = descriptions.get(match.group(1))
    return body, list(uploads.values())
