"""The standings of a server: who has how many points, how good an average, how many wins."""

from bot.store import Store
from bot.store.results import (
    AVERAGE_DEALS,
    By,
    Line,
    Page,
    load_hinted,
    load_line,
    load_page,
)

__all__ = ["AVERAGE_DEALS", "PER_PAGE", "By", "Line", "Page", "hinted", "line_of", "standings"]

PER_PAGE = 10


async def standings(
    store: Store,
    guild_id: int,
    game: str,
    by: By = "points",
    *,
    offset: int = 0,
    limit: int = PER_PAGE,
) -> Page:
    """Return a part of a server's board, the best first."""
    return await store.read(load_page, guild_id, game, by, offset=offset, limit=limit)


async def line_of(
    store: Store, guild_id: int, user_id: int, game: str, by: By = "points"
) -> Line | None:
    """Return one person's line of a board, None if nothing of his counts there."""
    return await store.read(load_line, guild_id, user_id, game, by)


async def hinted(store: Store, guild_id: int, user_id: int) -> dict[str, int]:
    """Return by game how many deals a person has played with hints: they count on no board."""
    return await store.read(load_hinted, guild_id, user_id)
