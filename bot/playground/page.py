"""Serves the page: what a person sees as JSON and live, and what they do by POST."""

import asyncio
import contextlib
import json
import secrets
from importlib import resources
from typing import Any, Final

from aiohttp import web

from . import ids
from .errors import RefusedError
from .outcome import Outcome
from .person import Person
from .world import Change, World

JSON = dict[str, Any]

LOCALES: Final = ("nl", "en-GB", "en-US")
_KEEP_ALIVE: Final = 15.0
_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_GUARDS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


class Page:
    """The routes of the browser page."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._token = secrets.token_urlsafe(24)
        # Tells a tab that stayed open over a restart that it is out of date.
        self._run = secrets.token_hex(8)
        self._streams: set[Stream] = set()

    def routes(self) -> list[web.RouteDef]:
        """Return what to serve beside Discord's own routes."""
        return [
            web.get("/", self._index),
            web.get("/page/{name}", self._file),
            web.get("/state", self._state),
            web.get("/live", self._live),
            web.post("/act", self._act),
        ]

    def close(self) -> None:
        """End all live streams."""
        for stream in self._streams:
            stream.close()

    async def _index(self, _request: web.Request) -> web.Response:
        html = _read("index.html").decode().replace("%TOKEN%", self._token)
        html = html.replace("%RUN%", self._run)
        return web.Response(text=html, content_type="text/html", headers=_GUARDS)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        try:
            data = _read(name)
        except (OSError, ValueError):
            raise web.HTTPNotFound from None
        kind = _TYPES.get("." + name.rpartition(".")[2], "application/octet-stream")
        return web.Response(body=data, content_type=kind, headers=_GUARDS)

    # Seeing -----------------------------------------------------------------------------------

    def _person(self, asked: Any) -> Person:
        """Return who a tab is, from its query or the body of its request."""
        locale = asked.get("locale")
        try:
            user_id = ids.person_id(asked.get("user") or self._somebody_free())
        except KeyError:
            raise web.HTTPBadRequest(text="There is no such person.") from None
        try:
            channel_id = int(asked.get("channel") or ids.TABLE_CHANNEL)
        except ValueError:
            raise web.HTTPBadRequest(text="That is no channel.") from None
        return Person(
            self._world,
            user_id,
            locale=locale if locale in LOCALES else LOCALES[0],
            channel_id=channel_id,
        )

    def _somebody_free(self) -> str:
        """Return who no tab is yet, so that a second tab is a second person by itself."""
        taken = {stream.user_id for stream in self._streams}
        free = [member.name for member in ids.PEOPLE if member.id not in taken]
        return free[0] if free else ids.PEOPLE[0].name

    def state(self, person: Person) -> JSON:
        """Return everything a tab shows."""
        return {**self.surroundings(person), "messages": person.messages()}

    def surroundings(self, person: Person) -> JSON:
        """Return what is around the messages: people, roles, channels, commands."""
        return {
            "run": self._run,
            "server": ids.GUILD_NAME,
            "me": str(person.id),
            "bot": {"id": str(ids.BOT), "name": ids.BOT_NAME},
            "people": [{"id": str(m.id), "name": m.name, "owner": m.owner} for m in ids.PEOPLE],
            "roles": [{"id": str(ids.ROLE), "name": ids.ROLE_NAME}],
            "channels": self._world.channels(person.id),
            "channel": str(person.channel_id),
            "commands": person.commands(),
        }

    async def _state(self, request: web.Request) -> web.Response:
        return web.json_response(self.state(self._person(request.query)), headers=_GUARDS)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Send the whole state, then each message as it changes, until the tab goes."""
        stream = Stream(self, self._world, self._person(request.query))
        self._streams.add(stream)
        headers = {**_GUARDS, "Content-Type": "text/event-stream"}
        response = web.StreamResponse(headers=headers)
        try:
            await response.prepare(request)
            with contextlib.suppress(ConnectionError):
                await stream.run(response)
        finally:
            stream.close()
            self._streams.discard(stream)
        return response

    # Doing ------------------------------------------------------------------------------------

    async def _act(self, request: web.Request) -> web.Response:
        """Do something as a person, only for pages that were served by this run."""
        given = request.headers.get("X-Playground-Token", "")
        if not secrets.compare_digest(given, self._token):
            raise web.HTTPForbidden(text="Reload the page; it belongs to an earlier run.")
        try:
            asked = await request.json()
        except ValueError:
            raise web.HTTPBadRequest(text="That is no JSON.") from None
        if not isinstance(asked, dict):
            raise web.HTTPBadRequest(text="That is no JSON object.")
        try:
            answer = await self._do(self._person(asked), asked)
        except RefusedError as error:
            answer = {"refused": error.reason, "text": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            raise web.HTTPBadRequest(text=f"Not understood: {error!r}") from None
        return web.json_response(answer, headers=_GUARDS)

    async def _do(self, person: Person, asked: JSON) -> JSON:
        match asked["do"]:
            case "say":
                return {"message": str(person.say(asked["text"]))}
            case "complete":
                command, option, typed = asked["command"], asked["option"], asked["typed"]
                options = asked.get("options")
                return {"choices": await person.autocomplete(command, option, typed, options)}
            case "slash":
                return _told(await person.slash(asked["command"], asked.get("options")))
            case "click":
                return _told(await person.click(int(asked["message"]), asked["custom_id"]))
            case "select":
                message_id, custom_id = int(asked["message"]), asked["custom_id"]
                return _told(await person.select(message_id, custom_id, asked["values"]))
            case "submit":
                return _told(await person.submit(int(asked["form"]), asked["values"]))
            case other:
                raise ValueError(other)


class Stream:
    """One tab's live view: notes what changed and sends its newest state."""

    def __init__(self, page: Page, world: World, person: Person) -> None:
        self._page = page
        self._world = world
        self._person = person
        self._messages: dict[int, None] = {}
        self._around = False
        self._closed = False
        self._news = asyncio.Event()
        self._watching = contextlib.ExitStack()
        self._watching.callback(world.watch(self._note))

    @property
    def user_id(self) -> int:
        """Who the tab is."""
        return self._person.id

    def close(self) -> None:
        """Stop sending."""
        self._closed = True
        self._news.set()
        self._watching.close()

    async def run(self, response: web.StreamResponse) -> None:
        """Send until the tab is gone or the box is closed."""
        await _send(response, "state", self._page.state(self._person))
        while not self._closed:
            try:
                async with asyncio.timeout(_KEEP_ALIVE):
                    await self._news.wait()
            except TimeoutError:
                await response.write(b": still here\n\n")
            self._news.clear()
            await self._send_news(response)

    async def _send_news(self, response: web.StreamResponse) -> None:
        # Taken before the first write, since more may change while writing.
        messages, self._messages = self._messages, {}
        around, self._around = self._around, False
        if around:
            await _send(response, "around", self._page.surroundings(self._person))
        for message_id in messages:
            message = self._world.message(self._person.id, message_id)
            if message is None:
                await _send(response, "gone", {"id": str(message_id)})
            else:
                await _send(response, "message", message)

    def _note(self, change: Change) -> None:
        if change.message_id is None:
            self._around = True
        elif change.channel_id == self._person.channel_id:
            self._messages[change.message_id] = None
        else:
            return
        self._news.set()


async def _send(response: web.StreamResponse, event: str, data: JSON) -> None:
    await response.write(f"event: {event}\ndata: {json.dumps(data)}\n\n".encode())


def _told(outcome: Outcome) -> JSON:
    """Return what the page needs to know of an outcome."""
    return {"failed": outcome.failed, "modal": outcome.modal, "form": str(outcome.id)}


def _read(name: str) -> bytes:
    """Read one of the page's files; the name is a plain one, never a path."""
    if "/" in name or "\\" in name or name.startswith("."):
        raise ValueError(name)
    return resources.files(__package__).joinpath("page", name).read_bytes()
