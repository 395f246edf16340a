"""Queries about results. Forgotten people are left out.

Only counted deals and matches count, and none of tables with hints.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Subquery,
    case,
    cast,
    exists,
    func,
    literal,
    null,
    select,
    union_all,
)

from bot.store.schema import deal_results, departures, holders, match_results, names, tables

AVERAGE_DEALS = 10
"""Who has played fewer stands on no board of averages: one good deal is no feat."""

By: TypeAlias = Literal["points", "average", "won"]
"""What a board ranks people by."""


@dataclass(frozen=True, slots=True)
class Line:
    """One person on the board of a server and game."""

    rank: int
    """Shared by those with the same value; the next rank is then left out."""
    user_id: int
    name: str
    """As last stored; empty if it never was."""
    points: int
    deals: int
    average: float
    """Points per deal."""
    matches: int
    won: int
    nat: int
    """Deals in which he was of the makers and they went nat."""
    pit: int
    """Deals in which his side took every trick."""
    crosses: int
    unfinished: int = 0
    """Matches that he left on purpose."""


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a board."""

    lines: list[Line]
    total: int
    """How many people are on the whole board."""
    since: float | None
    """When the first deal that counts ended, None where none does."""
    until: float | None
    """When the last one did."""


def load_page(
    connection: Connection, guild_id: int, game: str, by: By, *, offset: int, limit: int
) -> Page:
    """Return a part of a board, the best first; equals stand in the order of their names."""
    board = _board(guild_id, game, by)
    lines = connection.execute(
        select(board)
        .order_by(board.c.rank, func.lower(board.c.name), board.c.user_id)
        .offset(offset)
        .limit(limit)
    ).all()
    played = _played(guild_id, game)
    since, until = connection.execute(select(func.min(played.c.at), func.max(played.c.at))).one()
    total = connection.execute(select(func.count()).select_from(board)).scalar_one()
    return Page([Line(*line) for line in lines], total, since, until)


def load_line(
    connection: Connection, guild_id: int, user_id: int, game: str, by: By
) -> Line | None:
    """Return one person's line of a board, None if nothing of his counts there."""
    board = _board(guild_id, game, by)
    line = connection.execute(select(board).where(board.c.user_id == user_id)).first()
    return None if line is None else Line(*line)


def load_hinted(connection: Connection, guild_id: int, user_id: int) -> dict[str, int]:
    """Return by game how many deals a person has played with hints, where there are any."""
    deal = deal_results.c
    found = connection.execute(
        select(tables.c.game, func.count())
        .join(deal_results, deal.table_id == tables.c.id)
        .where(tables.c.guild_id == guild_id, tables.c.hints, deal.user_id == user_id, deal.counted)
        .group_by(tables.c.game)
    ).all()
    return dict(found)


_SUMS = ("points", "deals", "matches", "won", "nat", "pit", "crosses", "unfinished")


def _played(guild_id: int, game: str) -> Subquery:
    """Return one row per person for every counted deal and match, and every unfinished match.

    Leaving is leaving with hints too.
    """
    zero = literal(0)
    here = (tables.c.guild_id == guild_id, tables.c.game == game)
    deal, match = deal_results.c, match_results.c
    nat = case((deal.nat & (deal.role == "maker"), 1), else_=0)
    deals = (
        select(
            deal.user_id,
            deal.points,
            literal(1).label("deals"),
            zero.label("matches"),
            zero.label("won"),
            nat.label("nat"),
            case((deal.pit, 1), else_=0).label("pit"),
            deal.crosses,
            zero.label("unfinished"),
            deal.at,
        )
        .join(tables, tables.c.id == deal.table_id)
        .where(*here, ~tables.c.hints, deal.counted, deal.user_id.is_not(None))
    )
    # A match adds no points: its deals have brought them.
    matches = (
        select(
            match.user_id,
            zero.label("points"),
            zero.label("deals"),
            literal(1).label("matches"),
            case((match.won, 1), else_=0).label("won"),
            zero.label("nat"),
            zero.label("pit"),
            zero.label("crosses"),
            zero.label("unfinished"),
            cast(null(), Double).label("at"),
        )
        .join(tables, tables.c.id == match.table_id)
        .where(*here, ~tables.c.hints, match.counted, match.user_id.is_not(None))
    )
    # Who sat down again has not left.
    gone = departures.c
    back = exists().where(
        holders.c.table_id == gone.table_id,
        holders.c.user_id == gone.user_id,
        holders.c.since >= gone.n,
    )
    left = (
        select(
            gone.user_id,
            *(zero.label(name) for name in _SUMS[:-1]),
            literal(1).label("unfinished"),
            cast(null(), Double).label("at"),
        )
        .join(tables, tables.c.id == gone.table_id)
        .where(*here, gone.user_id.is_not(None), ~back)
        .group_by(gone.user_id, gone.table_id)
    )
    return union_all(deals, matches, left).subquery("played")


def _board(guild_id: int, game: str, by: By) -> Subquery:
    """Return one row per person in the columns of `Line`."""
    played = _played(guild_id, game)

    def total(name: str) -> ColumnElement[int]:
        return func.sum(played.c[name]).label(name)

    sums = (
        select(
            played.c.user_id,
            *map(total, _SUMS),
        )
        .group_by(played.c.user_id)
        .subquery("sums")
    )
    average = func.coalesce(cast(sums.c.points, Double) / func.nullif(sums.c.deals, 0), 0.0)
    value = average if by == "average" else sums.c[by]
    return (
        select(
            func.rank().over(order_by=value.desc()).label("rank"),
            sums.c.user_id,
            func.coalesce(names.c.name, "").label("name"),
            sums.c.points,
            sums.c.deals,
            average.label("average"),
            sums.c.matches,
            sums.c.won,
            sums.c.nat,
            sums.c.pit,
            sums.c.crosses,
            sums.c.unfinished,
        )
        .where(sums.c.deals >= (AVERAGE_DEALS if by == "average" else 1))
        .outerjoin(names, (names.c.user_id == sums.c.user_id) & (names.c.guild_id == guild_id))
        .subquery("board")
    )
