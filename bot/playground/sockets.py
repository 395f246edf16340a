"""The server on loopback that carries REST, gateway, CDN and the page."""

import mimetypes
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import web

from .errors import PortInUseError
from .faults import Faults
from .gateway import HEARTBEAT_MS, Gateway, GatewayWorld
from .journal import Journal
from .limits import Limiter
from .rest import Rest, RestWorld

HOST = "127.0.0.1"
_BIGGEST_UPLOAD = 32 * 2**20
# An uploaded HTML or SVG file must not run with the rights of the page.
_FILE_HEADERS = {
    "Cache-Control": "max-age=86400, immutable",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class SocketWorld(GatewayWorld, RestWorld, Protocol):
    """Everything the transport asks of the world."""

    def blob(self, path: str) -> bytes | None:
        """Return a file of the CDN."""


HTTP_PORT = 80


class Sockets:
    """Discord's three doors on one port of this machine."""

    def __init__(
        self,
        world: SocketWorld,
        *,
        port: int = 0,
        limits: bool = False,
        heartbeat_ms: int = HEARTBEAT_MS,
    ) -> None:
        self.token = secrets.token_urlsafe(32)
        self.faults = Faults()
        self.journal = Journal()
        self.limiter = Limiter(enabled=limits)
        self.gateway = Gateway(world, self.token, heartbeat_ms=heartbeat_ms)
        self._rest = Rest(world, self.token, self.faults, self.limiter, self.journal)
        self._world = world
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where the server is, without a slash at the end."""
        return f"http://{HOST}:{self._port}"

    async def start(self, routes: Sequence[web.RouteDef] = ()) -> None:
        """Begin to listen; `routes` are served beside Discord's own."""
        app = web.Application(client_max_size=_BIGGEST_UPLOAD, middlewares=[self._only_from_here])
        app.add_routes(
            [
                web.get("/gateway", self.gateway.handle),
                web.get("/gateway/", self.gateway.handle),
                web.route("*", "/api/v10/{tail:.*}", self._rest.handle),
                web.get("/cdn/{tail:.*}", self._cdn),
                *routes,
            ]
        )
        # Open event streams must not hold up the end of the program.
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise PortInUseError(self._port) from error
        self._port = self._runner.addresses[0][1]
        self.gateway.url = self._rest.gateway_url = f"ws://{HOST}:{self._port}/gateway"

    async def stop(self) -> None:
        """Close every connection and free the port."""
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _only_from_here(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn away other websites, also those whose name was pointed at this machine."""
        own = {f"{name}:{self._port}" for name in (HOST, "localhost")}
        if self._port == HTTP_PORT:
            # The port that goes without saying is not said.
            own |= {HOST, "localhost"}
        origin = request.headers.get("Origin")
        if request.host not in own or (origin is not None and urlsplit(origin).netloc not in own):
            raise web.HTTPForbidden(text="This page is for this machine only.")
        return await handler(request)

    async def _cdn(self, request: web.Request) -> web.Response:
        data = self._world.blob(request.match_info["tail"])
        if data is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.path)[0] or "application/octet-stream"
        return web.Response(body=data, content_type=kind, headers=_FILE_HEADERS)
