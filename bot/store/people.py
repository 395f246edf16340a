"""Queries about people and servers: their settings, and forgetting a person."""

import json
from typing import Any

from sqlalchemy import Connection, delete, select, update

from bot.store.put import columns, put, values_of
from bot.store.rows import Person, Server
from bot.store.schema import (
    deal_results,
    departures,
    facts,
    holders,
    log,
    match_results,
    names,
    people,
    servers,
    tables,
)


def load_person(connection: Connection, user_id: int) -> Person:
    """Return what a person has chosen, the defaults where he has chosen nothing."""
    found = connection.execute(
        select(*columns(people, Person)).where(people.c.user_id == user_id)
    ).first()
    return Person(user_id) if found is None else Person(*found)


def save_person(connection: Connection, person: Person) -> None:
    """Store what a person has chosen."""
    values = values_of(person)
    put(connection, people, {"user_id": values.pop("user_id")}, values)


def load_server(connection: Connection, guild_id: int) -> Server:
    """Return what a server has chosen, the defaults where it has chosen nothing."""
    found = connection.execute(
        select(*columns(servers, Server)).where(servers.c.guild_id == guild_id)
    ).first()
    return Server(guild_id) if found is None else Server(*found)


def save_server(connection: Connection, server: Server) -> None:
    """Store what a server has chosen."""
    values = values_of(server)
    put(connection, servers, {"guild_id": values.pop("guild_id")}, values)


def load_value(connection: Connection, key: str) -> str | None:
    """Return a fact that the bot keeps for itself."""
    return connection.execute(select(facts.c.value).where(facts.c.key == key)).scalar()


def save_value(connection: Connection, key: str, value: str) -> None:
    """Store a fact that the bot keeps for itself."""
    put(connection, facts, {"key": key}, {"value": value})


def forget(connection: Connection, user_id: int) -> None:
    """Delete a person's settings and names and take his id off everything he did."""
    for table in (people, names):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    for table in (log, departures, deal_results, match_results):
        connection.execute(update(table).where(table.c.user_id == user_id).values(user_id=None))
    connection.execute(
        update(holders).where(holders.c.user_id == user_id).values(user_id=None, name="")
    )
    connection.execute(update(tables).where(tables.c.host_id == user_id).values(host_id=0))
    sat = select(tables.c.id, tables.c.seats).where(tables.c.seats.contains(str(user_id)))
    for table_id, seats in connection.execute(sat).all():
        text = json.dumps(_without(json.loads(seats), user_id), ensure_ascii=False)
        connection.execute(update(tables).where(tables.c.id == table_id).values(seats=text))


def _without(seats: Any, user_id: int) -> Any:
    """Return the JSON of seats with a person's id taken out, and the name that stands beside it."""
    if isinstance(seats, list):
        return [_without(each, user_id) for each in seats]
    if isinstance(seats, dict):
        his = any(value in (user_id, str(user_id)) for value in seats.values())
        return {
            key: "" if his and key == "name" else _without(value, user_id)
            for key, value in seats.items()
        }
    return None if seats in (user_id, str(user_id)) else seats
