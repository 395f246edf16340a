"""Standings, counted from results."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.boards.standings import AVERAGE_DEALS, Line, Page, hinted, line_of, standings
from bot.store import Departure, Holder, Store
from tests.store.samples import GUILD, deal, match, table

ANNA, BRAM, CARLA, DIRK = 11, 12, 13, 14
NAMES = {ANNA: "Anna", BRAM: "bram", CARLA: "Carla"}


@pytest.fixture
def ids() -> Iterator[str]:
    """Yield ids for tables."""
    return (f"t{n}" for n in range(1000))


async def play(store: Store, ids: Iterator[str], *deals: dict[int, int], won: tuple[int, ...] = ()):
    """Store a table: the points of each person in each deal, and who won the match."""
    people = sorted({person for points in deals for person in points})
    await store.save_table(
        table(id=next(ids), state="over"),
        deals=[
            deal(deal=n, seat=people.index(who), user_id=who, points=points, at=float(n))
            for n, each in enumerate(deals, 1)
            for who, points in each.items()
        ],
        matches=[match(seat=people.index(who), user_id=who, won=who in won) for who in people],
        names={who: NAMES[who] for who in people if who in NAMES},
    )


def ranks(page: Page) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in page.lines]


async def test_nobody_yet(store: Store):
    assert await standings(store, GUILD, "klaverjas") == Page([], 0, None, None)
    assert await line_of(store, GUILD, ANNA, "klaverjas") is None


@pytest.mark.scenario(30)
async def test_points_averages_and_wins(store: Store, ids):
    await play(store, ids, {ANNA: 100, BRAM: 62}, {ANNA: 0, BRAM: 182}, won=(BRAM,))
    await play(store, ids, {ANNA: 82, CARLA: 150}, won=(CARLA,))
    bram = Line(1, BRAM, "bram", 244, 2, 122.0, 1, 1, 0, 0, 0)
    anna = Line(2, ANNA, "Anna", 182, 3, 182 / 3, 2, 0, 0, 0, 0)
    carla = Line(3, CARLA, "Carla", 150, 1, 150.0, 1, 1, 0, 0, 0)
    assert await standings(store, GUILD, "klaverjas") == Page([bram, anna, carla], 3, 1.0, 2.0)
    # A single good deal is no average.
    assert not ranks(await standings(store, GUILD, "klaverjas", by="average"))
    for _ in range(AVERAGE_DEALS):
        await play(store, ids, {BRAM: 122, DIRK: 40})
    await play(store, ids, *[{ANNA: 90}] * AVERAGE_DEALS)
    assert ranks(await standings(store, GUILD, "klaverjas", by="average")) == [
        (1, "bram"),
        (2, "Anna"),
        (3, ""),
    ]
    assert ranks(await standings(store, GUILD, "klaverjas", by="won")) == [
        (1, "bram"),
        (1, "Carla"),
        (3, ""),
        (3, "Anna"),
    ]
    more = replace(anna, points=anna.points + 900, deals=13, average=1082 / 13, matches=3, rank=2)
    assert await line_of(store, GUILD, ANNA, "klaverjas") == more
    line = await line_of(store, GUILD, BRAM, "klaverjas", by="average")
    assert line is not None
    assert line.rank == 1


async def test_equals_share_a_rank_in_the_order_of_their_names(store: Store, ids):
    await play(store, ids, {DIRK: 50, CARLA: 50, BRAM: 50, ANNA: 20})
    assert ranks(await standings(store, GUILD, "klaverjas")) == [
        (1, ""),
        (1, "bram"),
        (1, "Carla"),
        (4, "Anna"),
    ]


async def test_pages(store: Store, ids):
    await play(store, ids, {who: 1000 - who for who in range(100, 125)})
    seen = []
    for offset in (0, 10, 20, 30):
        page = await standings(store, GUILD, "klaverjas", offset=offset, limit=10)
        assert page.total == 25
        seen += [(line.rank, line.user_id) for line in page.lines]
    assert seen == [(n + 1, 100 + n) for n in range(25)]


async def test_nat_is_the_makers_and_pit_the_sides(store: Store):
    await store.save_table(
        table(),
        deals=[
            deal(deal=1, seat=0, user_id=ANNA, role="maker", nat=True, points=0),
            deal(deal=1, seat=1, user_id=BRAM, role="defender", nat=True, points=162),
            deal(deal=2, seat=0, user_id=ANNA, role="maker", pit=True, points=262),
            deal(deal=2, seat=1, user_id=BRAM, role="defender", points=0),
            deal(deal=3, seat=0, user_id=ANNA, role="maker", nat=True, points=0),
            deal(deal=3, seat=1, user_id=BRAM, role="defender", nat=True, pit=True, points=262),
        ],
    )
    lines = {line.user_id: line for line in (await standings(store, GUILD, "klaverjas")).lines}
    assert (lines[ANNA].nat, lines[ANNA].pit) == (2, 1)
    assert (lines[BRAM].nat, lines[BRAM].pit) == (0, 1)


async def test_only_what_counts_of_this_server_and_game(store: Store):
    await store.save_table(
        table(),
        deals=[
            deal(deal=1, points=100, at=5.0),
            deal(deal=2, points=1000, counted=False, at=9.0),
            deal(deal=2, seat=1, user_id=BRAM, counted=False),
        ],
        matches=[match(counted=False), match(seat=1, user_id=BRAM, counted=False)],
        names={ANNA: "Anna"},
    )
    await store.save_table(
        table(id="other server", guild_id=1), deals=[deal(points=7)], names={ANNA: "Ann"}
    )
    await store.save_table(table(id="other game", game="lesbos"), deals=[deal(points=9)])
    assert await standings(store, GUILD, "klaverjas") == Page(
        [Line(1, ANNA, "Anna", 100, 1, 100.0, 0, 0, 0, 0, 0)], 1, 5.0, 5.0
    )
    other = await standings(store, 1, "klaverjas")
    assert [(line.name, line.points) for line in other.lines] == [("Ann", 7)]


async def test_what_was_played_with_hints_counts_nowhere(store: Store):
    people = {"holders": [Holder(0, ANNA, "Anna", 0)], "names": {ANNA: "Anna"}}
    await store.save_table(table(id="plain"), deals=[deal(points=100)], matches=[match()], **people)
    plain = await line_of(store, GUILD, ANNA, "klaverjas")
    assert plain is not None
    assert await hinted(store, GUILD, ANNA) == {}
    for id_, game, deals in (("k1", "klaverjas", 2), ("k2", "klaverjas", 1), ("l", "lesbos", 3)):
        await store.save_table(
            table(id=id_, game=game, hints=True),
            deals=[deal(deal=n, points=900, pit=True) for n in range(deals)]
            + [deal(deal=9, counted=False), deal(deal=9, seat=1, user_id=BRAM, counted=False)],
            matches=[match()],
        )
    for by in ("points", "average", "won"):
        page = await standings(store, GUILD, "klaverjas", by)
        assert page.lines == ([] if by == "average" else [plain])
        assert (await standings(store, GUILD, "lesbos", by)) == Page([], 0, None, None)
    assert await line_of(store, GUILD, ANNA, "lesbos") is None
    assert await hinted(store, GUILD, ANNA) == {"klaverjas": 3, "lesbos": 3}
    assert await hinted(store, GUILD, BRAM) == {}
    assert await hinted(store, 1, ANNA) == {}


async def test_leaving_counts_with_hints_too(store: Store):
    await store.save_table(table(id="plain"), deals=[deal(points=100)])
    await store.save_table(
        table(id="hints", hints=True),
        holders=[Holder(0, ANNA, "Anna", 0), Holder(0, None, "", 5)],
        departures=[Departure(5, 0, ANNA, 1.0)],
    )
    line = await line_of(store, GUILD, ANNA, "klaverjas")
    assert line is not None
    assert (line.deals, line.unfinished) == (1, 1)


async def test_the_last_name_stands(store: Store, ids):
    await play(store, ids, {ANNA: 1})
    await store.save_table(table(id="later"), names={ANNA: "Annabel"})
    assert ranks(await standings(store, GUILD, "klaverjas")) == [(1, "Annabel")]
