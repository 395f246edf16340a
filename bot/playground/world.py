"""The Discord behind the sockets: SimCord's backend on the wall clock.

The only file that knows SimCord. It takes routes, permissions, component checks and visibility
from version 3.2.1 and adds what that version leaves out: the present time, several people acting
at once, fixed ids, languages, nonces, pictures of emojis, and news of ephemeral messages.
"""

import asyncio
import base64
import copy
import datetime as dt
import logging
import struct
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
import simcord.intents
from simcord import interactions
from simcord._clock import Clock
from simcord.backend import Backend, access, permissions, serializers
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message, Overwrite, User
from simcord.enums import OverwriteType
from simcord.http import router

from . import forms, ids
from .errors import ApiError, RefusedError
from .gateway import Shard
from .outcome import ANSWER_WITHIN, Outcome
from .rest import Call

log = logging.getLogger(__name__)

JSON = dict[str, Any]

NONCE_MINUTES: Final = 5
PAGE_OF_MESSAGES: Final = 100
_REMEMBERED: Final = 2000
_PNG: Final = b"\x89PNG\r\n\x1a\n"

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
_MEMBER_EVENTS: Final = ("GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_MEMBER_UPDATE")


@dataclass(frozen=True, slots=True)
class Change:
    """Something people may see changed: a message, or the places and commands there are."""

    message_id: int | None = None
    channel_id: int | None = None


class _WallClock(Clock):  # type: ignore[misc]
    """The present time, which a test may move ahead."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = dt.timedelta()

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC) + self.ahead

    def advance(self, seconds: float) -> None:
        self.ahead += dt.timedelta(seconds=seconds)


class _Cdn(CdnStore):  # type: ignore[misc]
    """Files under the box's own address, with the size of pictures so that pages do not jump."""

    def __init__(self) -> None:
        super().__init__()
        self.base = CDN_BASE

    def store_attachment(
        self,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> JSON:
        stored: JSON = super().store_attachment(
            attachment_id, channel_id, filename, data, description
        )
        # Kept under SimCord's name for it, told under ours.
        stored["url"] = stored["proxy_url"] = stored["url"].replace(CDN_BASE, self.base)
        if data.startswith(_PNG):
            stored["width"], stored["height"] = struct.unpack(">II", data[16:24])
        return stored


class _Backend(Backend):  # type: ignore[misc]
    """SimCord's store with a fixed bot, telling of every message, ephemeral ones too."""

    def __init__(self, clock: _WallClock, changed: Callable[[Change], None]) -> None:
        super().__init__(clock=clock)
        self._changed = changed
        self.cdn = _Cdn()
        # SimCord keeps these for its test reports; a day of play would fill the memory.
        self.http_requests: deque[Any] = deque(maxlen=1)
        self.transcript: deque[Any] = deque(maxlen=1)
        self.places: dict[int, int] = {}
        """The channel of each message."""
        self.users.clear()
        self.reserve_id(ids.BOT)
        # The application's id, unlike the bot's, is a new one each time: a bot that remembers
        # having registered its commands must see that this Discord has not got them yet.
        self.bot_user = User(id=ids.BOT, name=ids.BOT_NAME, bot=True)
        self.users[ids.BOT] = self.bot_user

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        _write_ids_as_text(message)
        done = super().commit_message(message, broadcast=broadcast)
        self.places[done.id] = done.channel_id
        self._changed(Change(done.id, done.channel_id))
        return done

    def edit_message(self, channel_id: int, message_id: int, fields: JSON) -> Message:
        done = super().edit_message(channel_id, message_id, fields)
        _write_ids_as_text(done)
        self._changed(Change(message_id, channel_id))
        return done

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self.places.pop(message_id, None)
        self._changed(Change(message_id, channel_id))


class World:
    """One server with its channels, people and bot, and all that happens there."""

    def __init__(self) -> None:
        self._clock = _WallClock()
        self._backend = _Backend(self._clock, self._tell)
        self._watchers: list[Callable[[Change], None]] = []
        self._news = asyncio.Event()
        self._outcomes: dict[int, Outcome] = {}
        self._payloads: dict[int, JSON] = {}
        self._nonces: dict[tuple[int, str], tuple[int, dt.datetime]] = {}
        self._emoji: dict[str, bytes] = {}
        self.emit: Callable[[str, Mapping[str, Any]], None] = lambda _event, _payload: None
        """Where events for the bot go; the gateway puts itself here."""
        self.guild_locale = "nl"
        self.answer_within = ANSWER_WITHIN
        """Seconds after which people give an unanswered interaction up; a test may be impatient."""
        self._backend.subscribers.append(self._feed)
        self._settle_in()

    def _settle_in(self) -> None:
        backend = self._backend
        for member in ids.PEOPLE:
            backend.reserve_id(member.id)
            backend.users[member.id] = User(id=member.id, name=member.name)
        owner = next(member.id for member in ids.PEOPLE if member.owner)
        backend.create_guild(
            ids.GUILD_NAME, id=ids.GUILD, owner_id=owner, preferred_locale=self.guild_locale
        )
        for member in ids.PEOPLE:
            if not member.owner:
                backend.add_member(ids.GUILD, member.id)
        # SimCord draws the ids of roles itself; here one lives as long as the rest of the box.
        role = backend.create_role(ids.GUILD, ids.ROLE_NAME, mentionable=True)
        roles = backend.get_guild(ids.GUILD).roles
        del roles[role.id]
        role.id = ids.ROLE
        roles[role.id] = role
        for channel_id, name in ids.CHANNELS:
            self.create_channel(name, channel_id=channel_id)

    # What the sockets ask ---------------------------------------------------------------------

    def serve_at(self, url: str) -> None:
        """Tell where files can be fetched, once the server listens."""
        self._backend.cdn.base = f"{url}/cdn"

    def rest(self, call: Call) -> tuple[int, Any]:
        """Carry out a request of the bot."""
        parts = call.path.strip("/").split("/")
        if parts[0] == "webhooks":
            self._check_token(parts)
        if parts[0] == "channels":
            self._check_archive(call, parts)
        nonce = _nonce(call, parts)
        if nonce is not None and (first := self._first_with(nonce)) is not None:
            return 200, {**self._payload(first), "nonce": nonce[1]}
        try:
            answer = router.dispatch(
                self._backend,
                call.method,
                call.path,
                json=call.body,
                params=call.query,
                files=call.files,
                reason=call.reason,
            )
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            log.warning("The box does not know this: %s", error)
            raise ApiError(501, 0, str(error)) from error
        except BackendError as error:
            raise ApiError(error.status, error.code, error.message, error.errors) from error
        except ValueError as error:
            raise ApiError(400, 50035, f"Invalid Form Body: {error}") from error
        if nonce is not None:
            self._nonces[nonce] = (int(answer["id"]), self._clock.now())
            answer["nonce"] = nonce[1]
        if parts[0] == "interactions":
            self._settle(int(parts[1]))
        if "applications" in parts[:2]:
            self._after_application(call, parts, answer)
        return (204, None) if answer is None else (200, answer)

    def ready(self) -> JSON:
        """Return what READY says about the bot."""
        application = {"id": str(self._backend.application_id), "flags": 0}
        return {"v": 10, "user": self._bot(), "application": application}

    def guilds(self, shard: Shard) -> list[JSON]:
        """Return the servers of a shard."""
        number, count = shard
        return [
            dict(serializers.guild_create_payload(self._backend, guild))
            for guild in self._backend.guilds.values()
            if (guild.id >> 22) % count == number
        ]

    def members(self, asked: JSON) -> JSON:
        """Answer the gateway's request for members."""
        guild = self._backend.guilds.get(int(asked["guild_id"]))
        wanted = {int(user) for user in asked.get("user_ids") or ()}
        members = [
            serializers.member_payload(self._backend, guild, member)
            for member in (guild.members.values() if guild is not None else ())
            if not wanted or member.user_id in wanted
        ]
        chunk = {"chunk_index": 0, "chunk_count": 1, "nonce": asked.get("nonce")}
        return {"guild_id": str(asked["guild_id"]), "members": members, **chunk}

    def let_through(
        self, event: str, payload: Mapping[str, Any], intents: int
    ) -> Mapping[str, Any] | None:
        """Return what a bot with these intents gets of an event, or None."""
        declared = discord.Intents._from_value(intents)  # noqa: SLF001 - no public way to it
        needed = simcord.intents.required_intent(event, payload)
        if needed is not None and not getattr(declared, needed):
            return None
        if event == "GUILD_CREATE":
            pruned: JSON = copy.deepcopy(dict(payload))
            simcord.intents.prune_guild_create(pruned, declared, ids.BOT)
            return pruned
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not declared.message_content:
            censored: JSON = copy.deepcopy(dict(payload))
            simcord.intents.censor_message(censored, ids.BOT, backend=self._backend)
            return censored
        return payload

    def blob(self, path: str) -> bytes | None:
        """Return a file of the CDN."""
        stored: bytes | None = self._backend.cdn.get(f"{CDN_BASE}/{path}")
        return stored if stored is not None else self._emoji.get(path)

    def _bot(self) -> JSON:
        return dict(serializers.user_payload(self._backend.bot_user))

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        self.emit(event, payload)
        if event.startswith(("CHANNEL_", "THREAD_", "GUILD_")) or event in _MEMBER_EVENTS:
            self._tell(Change())

    def _check_token(self, parts: list[str]) -> None:
        """Refuse a token that ran out with Discord's number for it, which SimCord leaves out."""
        interaction = self._backend.interaction_tokens.get(parts[2])
        if interaction is None:
            return
        record = self._backend.interactions[interaction]
        if self._backend.now_iso() >= record.expires_at:
            raise ApiError(401, 50027, "Invalid Webhook Token")

    def _check_archive(self, call: Call, parts: list[str]) -> None:
        """Keep an archived thread as it is, which SimCord does not: only a new message opens it."""
        thread = self._backend.channels.get(int(parts[1]))
        state = None if thread is None else thread.thread_metadata
        if state is None or not state.archived or parts[2:3] != ["messages"]:
            return
        if call.method == "GET":
            return
        if call.method != "POST" or state.locked:
            raise ApiError(400, 50083, "Tried to perform an operation on an archived thread")
        self.archive_thread(thread.id, archived=False)

    def _first_with(self, nonce: tuple[int, str]) -> Message | None:
        now = self._clock.now()
        oldest = now - dt.timedelta(minutes=NONCE_MINUTES)
        self._nonces = {key: kept for key, kept in self._nonces.items() if kept[1] > oldest}
        message_id, _ = self._nonces.get(nonce, (0, now))
        return self._backend.messages.get(nonce[0], {}).get(message_id)

    def _settle(self, interaction_id: int) -> None:
        """Pass the bot's first answer on to the person who waits for it."""
        outcome = self._outcomes.get(interaction_id)
        record = self._backend.interactions[interaction_id]
        if outcome is None or outcome.answered or record.response_kind is None:
            return
        outcome.message_id = record.message_id
        outcome.ephemeral = record.ephemeral
        outcome.modal = copy.deepcopy(record.modal)
        outcome.choices = list(record.autocomplete_choices or ())
        outcome.settle(record.response_kind.value)

    def _after_application(self, call: Call, parts: list[str], answer: Any) -> None:
        if parts[0] == "oauth2":
            # In SimCord the bot owns itself; here whoever owns the server runs the bot, too.
            owner = self._backend.users[self._backend.get_guild(ids.GUILD).owner_id]
            answer["owner"] = dict(serializers.user_payload(owner))
        if call.method == "POST" and parts[2] == "emojis":
            picture = call.body["image"].partition(",")[2]
            self._emoji[f"emojis/{answer['id']}.png"] = base64.b64decode(picture)
        if parts[-1] == "commands" and call.method != "GET":
            self._tell(Change())

    # What people do ---------------------------------------------------------------------------

    def interact(
        self,
        kind: int,
        user_id: int,
        channel_id: int,
        data: JSON,
        *,
        locale: str,
        message_id: int | None = None,
    ) -> Outcome:
        """Send an interaction to the bot; the outcome fills in when the bot answers."""
        self._check_member(user_id, channel_id)
        record, payload = interactions.base_payload(
            self._backend,
            type=kind,
            channel_id=channel_id,
            guild_id=ids.GUILD,
            user_id=user_id,
            data=data,
        )
        payload |= {
            "locale": locale,
            "guild_locale": self.guild_locale,
            "guild": {"id": str(ids.GUILD), "locale": self.guild_locale, "features": []},
            "authorizing_integration_owners": {"0": str(ids.GUILD)},
            "attachment_size_limit": 10 * 2**20,
        }
        if message_id is not None:
            record.source_message_id = message_id
            payload["message"] = self._payload(self._visible(user_id, message_id))
        outcome = Outcome(record.id, user_id, channel_id)
        self._remember(outcome, payload)
        self._backend.emit("INTERACTION_CREATE", payload)
        return outcome

    def redeliver(self, interaction_id: int) -> None:
        """Deliver one of the last 2000 interactions once more, as Discord's gateway may."""
        self._backend.emit("INTERACTION_CREATE", self._payloads[interaction_id])

    def outcome(self, interaction_id: int) -> Outcome:
        """Return what became of an interaction."""
        if interaction_id not in self._outcomes:
            raise RefusedError("gone", "That is too long ago.")
        return self._outcomes[interaction_id]

    def source_of(self, outcome: Outcome) -> int | None:
        """Return the message whose control began an interaction."""
        record = self._backend.interactions.get(outcome.id)
        return None if record is None else record.source_message_id

    def say(self, user_id: int, channel_id: int, text: str) -> int:
        """Write a plain message; return its id."""
        self._check_member(user_id, channel_id, "send_messages")
        if not text.strip() or len(text) > 2000:
            raise RefusedError("bad-value", "A message has 1 to 2000 letters.")
        message = self._backend.create_message(channel_id, user_id, text)
        return int(message.id)

    def commands(self, user_id: int, channel_id: int) -> list[JSON]:
        """Return the slash commands somebody can use in a channel."""
        try:
            self._check_member(user_id, channel_id)
        except RefusedError:
            return []
        found: list[JSON] = self._backend.visible_commands(user_id=user_id, channel_id=channel_id)
        return found

    def resolved(
        self, user_ids: Iterable[str], channel_ids: Iterable[str], role_ids: Iterable[str] = ()
    ) -> JSON:
        """Return the objects behind ids in options and selects, as an interaction carries them."""
        backend, out = self._backend, JSON()
        guild = backend.get_guild(ids.GUILD)
        for user_id in map(int, user_ids):
            user = serializers.user_payload(backend.get_user(user_id))
            out.setdefault("users", {})[str(user_id)] = user
            if user_id in guild.members:
                member = serializers.member_payload(
                    backend, guild, guild.members[user_id], with_user=False
                )
                allowed = backend.compute_permissions(ids.GUILD, user_id)
                out.setdefault("members", {})[str(user_id)] = {
                    **member,
                    "permissions": str(allowed),
                }
        for channel_id in map(int, channel_ids):
            channel = dict(serializers.channel_payload(backend, backend.get_channel(channel_id)))
            channel["permissions"] = str(
                backend.compute_permissions(ids.GUILD, ids.BOT, channel_id)
            )
            out.setdefault("channels", {})[str(channel_id)] = channel
        for role_id in map(int, role_ids):
            if role_id not in guild.roles:
                raise RefusedError("gone", "That role does not exist any more.")
            role = serializers.role_payload(guild.roles[role_id])
            out.setdefault("roles", {})[str(role_id)] = role
        return out

    def _remember(self, outcome: Outcome, payload: JSON) -> None:
        self._outcomes[outcome.id] = outcome
        self._payloads[outcome.id] = payload
        if len(self._payloads) > _REMEMBERED:
            del self._payloads[next(iter(self._payloads))]
        now = self._backend.now_iso()
        while len(self._outcomes) > _REMEMBERED:
            # A token lives on, however many interactions come after.
            oldest = next(iter(self._outcomes))
            record = self._backend.interactions[oldest]
            if record.expires_at > now:
                break
            del self._outcomes[oldest], self._backend.interactions[oldest]
            del self._backend.interaction_tokens[record.token]

    def _check_member(self, user_id: int, channel_id: int, *needed: str) -> None:
        backend = self._backend
        if channel_id not in backend.channels or ids.GUILD not in backend.guilds:
            raise RefusedError("gone", "That channel does not exist any more.")
        if not access.channel_accessible(backend, channel_id, user_id):
            raise RefusedError("not-allowed", "That person cannot see this channel.")
        allowed = backend.compute_permissions(ids.GUILD, user_id, channel_id)
        for name in needed:
            if not allowed & permissions.flag(name):
                raise RefusedError("not-allowed", f"That person may not {name} here.")

    # What people see --------------------------------------------------------------------------

    def channels(self, user_id: int) -> list[JSON]:
        """Return the text channels and threads somebody can see."""
        return [
            {"id": str(channel.id), "name": channel.name}
            for channel in self._backend.channels.values()
            if channel.guild_id == ids.GUILD
            and access.channel_accessible(self._backend, channel.id, user_id)
        ]

    def messages(self, user_id: int, channel_id: int) -> list[JSON]:
        """Return the newest messages of a channel that somebody can see, oldest first."""
        kept = self._backend.messages.get(channel_id, {}).values()
        seen = [m for m in kept if self._sees(user_id, m)]
        seen.sort(key=lambda message: message.id)
        return [self._payload(message) for message in seen[-PAGE_OF_MESSAGES:]]

    def message(self, user_id: int, message_id: int) -> JSON | None:
        """Return a message as somebody sees it, or None."""
        found = self._find(message_id)
        return self._payload(found) if found is not None and self._sees(user_id, found) else None

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Call somebody on every change; return what ends it."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    async def change(self) -> None:
        """Wait for the next change."""
        await self._news.wait()

    def _tell(self, change: Change) -> None:
        self._news.set()
        self._news = asyncio.Event()
        for watcher in list(self._watchers):
            watcher(change)

    def _find(self, message_id: int) -> Message | None:
        place = self._backend.places.get(message_id, 0)
        return self._backend.messages.get(place, {}).get(message_id)

    def _visible(self, user_id: int, message_id: int) -> Message:
        message = self._find(message_id)
        if message is None or not self._sees(user_id, message):
            raise RefusedError("gone", "That message is not there any more.")
        return message

    def _sees(self, user_id: int, message: Message) -> bool:
        seen = access.message_accessible(self._backend, message.channel_id, message, user_id)
        return bool(seen)

    def _payload(self, message: Message) -> JSON:
        payload: JSON = dict(serializers.message_payload(self._backend, message))
        # SimCord lists everyone who is named; Discord only those who were really called.
        called = {str(user_id) for user_id in message.ping_user_ids}
        payload["mentions"] = [user for user in payload["mentions"] if user["id"] in called]
        return payload

    # What a test or an administrator does -----------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Move Discord's clock ahead, so that tokens run out and nonces are forgotten."""
        self._clock.advance(seconds)

    def add_person(self, name: str) -> int:
        """Let somebody new into the server; return his id."""
        user_id = int(self._backend.make_user(name).id)
        self._backend.add_member(ids.GUILD, user_id)
        return user_id

    def create_channel(self, name: str, *, channel_id: int | None = None) -> int:
        """Add a text channel; return its id."""
        backend = self._backend
        new = backend.snowflake() if channel_id is None else backend.reserve_id(channel_id)
        guild = backend.get_guild(ids.GUILD)
        channel = Channel(
            id=new, type=0, name=name, guild_id=guild.id, position=len(guild.channel_ids)
        )
        backend.channels[new] = channel
        backend.messages[new] = {}
        guild.channel_ids.append(new)
        backend.emit("CHANNEL_CREATE", serializers.channel_payload(backend, channel))
        return int(new)

    def create_thread(self, name: str, parent_id: int = ids.TABLE_CHANNEL) -> int:
        """Let the server's owner open a thread in a channel; return its id."""
        owner_id = self._backend.get_guild(ids.GUILD).owner_id
        return int(self._backend.create_thread(parent_id, name, owner_id).id)

    def archive_thread(
        self, thread_id: int, *, archived: bool = True, locked: bool = False
    ) -> None:
        """Archive a thread, or open it again; a locked one is opened by no message."""
        state = {"archived": archived, "locked": locked}
        self._backend.edit_channel(thread_id, {}, thread_metadata=state)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel with everything in it, its threads too, which SimCord leaves."""
        channels = list(self._backend.channels.values())
        for thread in (channel for channel in channels if channel.parent_id == channel_id):
            self._backend.delete_channel(thread.id)
        self._backend.delete_channel(channel_id)

    def delete_message(self, message_id: int) -> None:
        """Delete a message, as an administrator can."""
        message = self._find(message_id)
        if message is not None:
            self._backend.delete_message(message.channel_id, message_id)

    def set_permissions(
        self,
        channel_id: int,
        target_id: int = ids.BOT,
        *,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
    ) -> None:
        """Set what a person or the bot may do in a channel, by discord.py's names of rights."""
        kept = [
            overwrite
            for overwrite in self._backend.get_channel(channel_id).overwrites
            if overwrite.target_id != target_id
        ]
        granted = sum(permissions.flag(name) for name in allow)
        denied = sum(permissions.flag(name) for name in deny)
        new = Overwrite(target_id, OverwriteType.MEMBER, granted, denied)
        self._backend.edit_channel(channel_id, {}, overwrites=[*kept, new])

    def remove_member(self, user_id: int) -> None:
        """Let somebody leave the server."""
        self._backend.remove_member(ids.GUILD, user_id)

    def remove_bot(self) -> None:
        """Throw the bot out of the server; its channels go with it here."""
        self._backend.remove_guild(ids.GUILD)


def _write_ids_as_text(message: Message) -> None:
    """Answer in text as Discord does: the bot may write ids as numbers, too large for a page."""
    for component in forms.walk(message.components):
        for value in component.get("default_values") or []:
            value["id"] = str(value["id"])


def _nonce(call: Call, parts: list[str]) -> tuple[int, str] | None:
    """Return channel and nonce of a message that must not be sent twice."""
    sends = call.method == "POST" and parts[0] == "channels" and parts[2:] == ["messages"]
    if not sends or not isinstance(call.body, dict) or not call.body.get("enforce_nonce"):
        return None
    nonce = call.body.get("nonce")
    return None if nonce is None else (int(parts[1]), str(nonce))
