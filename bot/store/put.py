"""Between rows and SQL: the few lines that every query module shares."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, Insert, Table, Update, bindparam, insert, update

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def values_of(row: "DataclassInstance") -> dict[str, Any]:
    """Return the columns of a row; unlike `dataclasses.asdict` it copies nothing."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


def columns(table: Table, row: "type[DataclassInstance]") -> list[Column[Any]]:
    """Return the columns of a table that a row is made of, in the row's order."""
    return [table.c[field.name] for field in fields(row)]


def put(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Update the row with this key, insert it where there is none.

    Two statements that every database has, instead of one that each spells its own way. One
    writer at a time holds a store, so nothing comes between them.
    """
    keys = {f"key_{name}": value for name, value in key.items()}
    found = connection.execute(_update_of(table, tuple(key)), {**values, **keys}).rowcount
    if found == 0:
        connection.execute(insert_into(table), {**key, **values})


@cache
def insert_into(table: Table) -> Insert:
    """Return the insert into a table, built once."""
    return insert(table)


@cache
def _update_of(table: Table, key: tuple[str, ...]) -> Update:
    """Return the update of a row by its key, built once: that is a sixth off every save."""
    return update(table).where(*(table.c[name] == bindparam(f"key_{name}") for name in key))
