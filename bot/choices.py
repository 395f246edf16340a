"""What people and servers have chosen, kept at hand: every press asks for it."""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import discord

from bot.rules.house import House
from bot.rules.record import read_house, write_house
from bot.settings import Settings
from bot.store import Store
from bot.store.rows import Person, Server
from bot.texts import Speech, choose

log = logging.getLogger(__name__)

T = TypeVar("T")

KEPT = 10_000
"""People and servers kept at hand each; the one asked for longest ago goes first."""


class Choices:
    """Settings of people and servers, and the languages that follow from them."""

    def __init__(self, client: discord.Client, store: Store, settings: Settings) -> None:
        self._client = client
        self._store = store
        self._default = settings.language
        self._people: dict[int, Person] = {}
        self._servers: dict[int, Server] = {}
        self._changing = asyncio.Lock()
        """One change after another: each begins from what the one before left."""

    async def person(self, user_id: int) -> Person:
        """Return what a person has chosen."""
        person = self._people.pop(user_id, None) or await self._store.load_person(user_id)
        return _keep(self._people, user_id, person)

    async def server(self, guild_id: int) -> Server:
        """Return what a server has chosen."""
        server = self._servers.pop(guild_id, None) or await self._store.load_server(guild_id)
        return _keep(self._servers, guild_id, server)

    async def role(self, guild_id: int) -> int | None:
        """Return the role that a server calls when a lobby opens; none that is there no more."""
        role_id = (await self.server(guild_id)).role_id
        guild = self._client.get_guild(guild_id)
        is_there = role_id is not None and guild is not None and guild.get_role(role_id)
        return role_id if is_there else None

    async def change_person(self, user_id: int, **changes: object) -> Person:
        """Store a change of a person's choices and return them all."""
        async with self._changing:
            person = replace(await self.person(user_id), **changes)  # type: ignore[arg-type]
            await self._store.save_person(person)
            return _keep(self._people, user_id, person)

    async def change_server(self, guild_id: int, **changes: object) -> Server:
        """Store a change of a server's choices and return them all."""
        async with self._changing:
            server = replace(await self.server(guild_id), **changes)  # type: ignore[arg-type]
            await self._store.save_server(server)
            return _keep(self._servers, guild_id, server)

    async def house(self, guild_id: int, game: str) -> House:
        """Return the house rules with which a server's tables of a game open."""
        return _house_of(await self.server(guild_id), game)

    async def change_house(
        self, guild_id: int, game: str, change: Callable[[House], House]
    ) -> House:
        """Store a change of a server's house rules of a game and return them."""
        async with self._changing:
            server = await self.server(guild_id)
            house = change(_house_of(server, game))
            houses = {**json.loads(server.houses), game: write_house(house)}
            server = replace(server, houses=json.dumps(houses))
            await self._store.save_server(server)
            _keep(self._servers, guild_id, server)
            return house

    async def speech_to(self, user_id: int, locale: str | None) -> Speech:
        """Return the language for what only this person sees."""
        return Speech.of(choose((await self.person(user_id)).language, locale))

    async def speech_in(self, guild_id: int) -> Speech:
        """Return the language for what everyone in a server sees."""
        chosen = (await self.server(guild_id)).language or self._default
        guild = self._client.get_guild(guild_id)
        locale = None if guild is None else str(guild.preferred_locale)
        return Speech.of(choose(chosen, locale))


def _house_of(server: Server, game: str) -> House:
    text = json.loads(server.houses).get(game, "")
    try:
        return read_house(game, text)
    except ValueError as error:
        # Of another version: its tables open with the usual rules, until they are chosen anew.
        log.warning("server %s: house rules of %s not read: %s", server.guild_id, game, error)
        return read_house(game, "")


def _keep(kept: dict[int, T], key: int, value: T) -> T:
    kept[key] = value
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return value
