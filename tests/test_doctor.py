"""Faults put into a store by hand, each found and told for what it is; and a sound one."""

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.doctor import Examination
from bot.store import Departure, Holder, Store, StoreError
from bot.store.survey import Survey
from tests.people import Club
from tests.store.matches import played, save, seats
from tests.store.samples import ANNA, table


async def make(path: Path) -> None:
    """Make a store with tables of every kind."""
    async with await Store.open(path) as store:
        await save(store, played("over", length="4"))
        await save(store, played("lesbos", "lesbos"))
        await save(store, played("running", entries=100, length="4"))
        await save(store, played("stopped", entries=100), state="closed")
        await save(store, played("dealt", "hoogjassen", entries=1), state="closed")
        lobby = table(start=None, house="", seats=seats(ANNA, None, None, None))
        for name, state in (("lobby", "lobby"), ("expired", "closed"), ("cancelled", "closed")):
            await store.save_table(replace(lobby, id=name, state=state))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doctor") / "sound.sqlite3"
    asyncio.run(make(path))
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    """Return a copy of the sound store, to break."""
    copy = tmp_path / "troef.sqlite3"
    copy.write_bytes(sound.read_bytes())
    return copy


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement
        connection.commit()


def examined(path: Path) -> tuple[list[str], str]:
    examination = Examination(path)
    return list(examination.run()), examination.summary


def one_fault(path: Path) -> str:
    faults, summary = examined(path)
    assert len(faults) == 1, faults
    assert summary.endswith("matches: 1 fault")
    assert "\n" not in faults[0]
    return faults[0]


def test_nothing_wrong(path: Path):
    before = path.read_bytes()
    faults, summary = examined(path)
    assert faults == []
    assert re.fullmatch(r"8 tables, \d\d deals, 5 matches: nothing wrong", summary)
    assert path.read_bytes() == before


IN = "WHERE table_id ="
ROW = "UPDATE tables SET"
LOG = "UPDATE log SET"
ZEROS = "0" * 64


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (f"DELETE FROM log {IN} 'running' AND n = 5", "its 99 log entries are not numbered"),
        (f"{LOG} n = 100 {IN} 'running' AND n = 99", "its 100 log entries are not numbered"),
        (f"{LOG} action = 'close', seat = NULL {IN} 'running' AND n = 1", "entry 1 .*NOT_NOW"),
        (f"{LOG} action = 'dance' {IN} 'stopped' AND n = 7", "entry 7 cannot be played: .*dance"),
        (f"{LOG} action = 'deal {ZEROS}' {IN} 'dealt'", "log entry 0: the seed does not follow"),
        (f"{LOG} action = 'deal 00' {IN} 'dealt'", "log entry 0 cannot be played$"),
        (f"{ROW} secret = zeroblob(32) WHERE id = 'dealt'", "entry 0: the seed does not follow"),
        (f"{ROW} secret = 'words' WHERE id = 'over'", "it cannot be checked further: TypeError"),
        (f"{ROW} start = start + 1 WHERE id = 'dealt'", "entry 0: the seed does not follow"),
        (f"{ROW} start = NULL WHERE id = 'over'", "cards were dealt, and there is no start"),
        (f"{ROW} seats = '{{' WHERE id = 'lobby'", "its row cannot be read: JSONDecodeError"),
        (f"{ROW} seats = '[]' WHERE id = 'lobby'", "its row cannot be read: TypeError"),
        (f"{ROW} house = 'length=5' WHERE id = 'over'", "its row cannot be read: ValueError"),
        (f"{ROW} game = 'poker' WHERE id = 'over'", "its row cannot be read: KeyError 'poker'"),
        (f"{ROW} state = 'open' WHERE id = 'lobby'", "its row cannot be read: .*'open'"),
        (f"{ROW} state = 'playing' WHERE id = 'over'", "its match is over, and it is playing"),
        (f"{ROW} state = 'closed' WHERE id = 'over'", "its match is over, and it is closed"),
        (f"{ROW} state = 'over' WHERE id = 'running'", "it is over, and its match is not"),
        (f"{ROW} state = 'over' WHERE id = 'lobby'", "it is over, and its match is not"),
        (f"{ROW} state = 'playing' WHERE id = 'lobby'", "it is playing, and no cards were dealt"),
        (f"{ROW} state = 'lobby' WHERE id = 'running'", "it is a lobby, and cards were dealt"),
        (f"DELETE FROM holders {IN} 'running' AND seat = 3", "it cannot be checked further: "),
    ],
)
def test_a_fault_of_a_table(path: Path, statement: str, fault: str):
    change(path, statement)
    table_id = re.findall(r"'(\w+)'", statement)[-1]
    assert re.match(rf"table {table_id}: .*{fault}", one_fault(path))


RESULT = f"{IN} 'over' AND seat = 1"


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (f"UPDATE deal_results SET points = -7 {RESULT} AND deal = 2", "points -7 should be .*"),
        (f"UPDATE deal_results SET pit = NOT pit {RESULT} AND deal = 2", "pit .* should be .*"),
        (f"UPDATE deal_results SET user_id = 9 {RESULT} AND deal = 2", "it is another's"),
        (f"UPDATE deal_results SET user_id = NULL {RESULT} AND deal = 2", "it is another's"),
        (f"DELETE FROM deal_results {RESULT} AND deal = 2", "its result is missing"),
    ],
)
def test_a_fault_of_a_deals_result(path: Path, statement: str, fault: str):
    change(path, statement)
    assert re.fullmatch(f"table over: deal 2, seat 1: {fault}", one_fault(path))


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (f"UPDATE match_results SET won = NOT won {RESULT}", "won .* should be .*"),
        (f"UPDATE match_results SET at = at + 1 {RESULT}", "at .* should be .*"),
        (f"DELETE FROM match_results {RESULT}", "its result is missing"),
    ],
)
def test_a_fault_of_a_matchs_result(path: Path, statement: str, fault: str):
    change(path, statement)
    assert re.fullmatch(f"table over: match, seat 1: {fault}", one_fault(path))


TOO_MANY = "this result is one too many"


@pytest.mark.parametrize("person", ["11", "NULL"])
def test_results_of_what_was_not_played(path: Path, person: str):
    columns = "points, role, nat, pit, computer_cards, counted, at"
    for table_id, deal, seat in (("over", 5, 0), ("over", 1, 4), ("lobby", 1, 0)):
        change(
            path,
            f"INSERT INTO deal_results (table_id, deal, seat, user_id, {columns})"
            f" SELECT '{table_id}', {deal}, {seat}, {person}, {columns}"
            " FROM deal_results WHERE table_id = 'over' AND deal = 1 AND seat = 0",
        )
    change(path, f"INSERT INTO match_results VALUES ('running', 1, {person}, 5, 0, 0, 1, 0)")
    assert examined(path)[0] == [
        f"table lobby: deal 1, seat 0: {TOO_MANY}",
        f"table over: deal 1, seat 4: {TOO_MANY}",
        f"table over: deal 5, seat 0: {TOO_MANY}",
        f"table running: match, seat 1: {TOO_MANY}",
    ]


def test_a_result_of_a_computer(path: Path):
    change(path, "INSERT INTO match_results VALUES ('over', 3, 14, 5, 0, 0, 1, 0)")
    assert one_fault(path) == f"table over: match, seat 3: {TOO_MANY}"


async def test_people_who_were_forgotten(path: Path):
    async with await Store.open(path) as store:
        await store.forget(ANNA)
    assert examined(path)[0] == []


async def test_people_who_left(tmp_path: Path):
    stored = played("left", entries=60, length="4")
    gone = Departure(20, 0, ANNA, 1020.0)
    left = replace(stored, holders=(*stored.holders, Holder(0, None, "", 20)), departures=(gone,))
    async with await Store.open(tmp_path / "troef.sqlite3") as store:
        await save(store, left)
        assert examined(store.path)[0] == []
        await store.forget(ANNA)
        assert examined(store.path)[0] == []


def test_rows_that_lost_their_table(path: Path):
    change(path, "DELETE FROM tables WHERE id IN ('over', 'lobby')")
    faults, summary = examined(path)
    of = [re.fullmatch(r"file: rows of (\w+) without their row of tables: \d+", f) for f in faults]
    assert {found and found[1] for found in of} == {
        *("deal_results", "holders", "log", "match_results")
    }
    assert summary.startswith("6 tables")


def test_an_index_that_lost_a_row(path: Path):
    change(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, '(state)', '(game)')"
        " WHERE name = 'ix_tables_state'",
    )
    faults, _ = examined(path)
    assert faults
    assert all(fault.startswith("file: ") and "ix_tables_state" in fault for fault in faults)


def test_a_damaged_file(path: Path):
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 8192] = b"\xff" * 8192
    path.write_bytes(whole)
    faults, summary = examined(path)
    assert faults[0].startswith("file: ")
    # What is of the file comes first, whatever follows from it at the tables.
    kinds = [fault.split()[0] for fault in faults]
    assert kinds == sorted(kinds, key="file: table".index)
    assert summary.endswith(f": {len(faults)} faults")


def test_it_goes_table_by_table(path: Path):
    change(path, f"{ROW} state = 'over' WHERE id = 'cancelled'")
    examination = Examination(path)
    faults = examination.run()
    assert next(faults).startswith("table cancelled: ")
    assert (examination.tables, examination.faults) == (1, 1)
    assert list(faults) == []
    assert examination.tables == 8


def test_a_table_that_is_deleted_meanwhile(path: Path):
    with Survey(path) as survey:
        assert next(survey.ids()) == "cancelled"
        change(path, "DELETE FROM tables WHERE id = 'cancelled'")
        assert survey.load("cancelled") is None
        assert len(list(survey.ids())) == 7


async def test_while_the_bot_writes(path: Path):
    stored = played("growing", entries=30)
    async with await Store.open(path) as store:
        await save(store, replace(stored, log=stored.log[:1]))
        examining = asyncio.create_task(asyncio.to_thread(examined, path))
        for entry in stored.log[1:]:
            await store.save_table(stored.row, log=[entry])
        faults, summary = await examining
    assert faults == []
    assert summary.startswith("9 tables")


@pytest.mark.parametrize(
    ("schema", "words"),
    [("0001", "python -m bot migrate"), ("9999", "written by a newer Troef")],
)
def test_another_schema(path: Path, schema: str, words: str):
    change(path, f"UPDATE troef_version SET version_num = '{schema}'")
    with pytest.raises(StoreError, match=words):
        Examination(path)


def test_no_store(tmp_path: Path):
    with pytest.raises(StoreError, match="There is no store"):
        Examination(tmp_path / "troef.sqlite3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.scenario(30)
async def test_what_the_bot_itself_has_written(club: Club):
    await club.open_table(club.anna, club.bob, length="4")
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna, club.bob)
    await club.anna.press(club.table, "Again")
    await club.bob.press(club.table, "Leave")
    await club.anna.press(club.table, "Start")
    await club.anna.slash("leave")
    await club.cees.slash("play", game="hoogjassen")
    faults, summary = examined(club.store.path)
    assert faults == []
    assert summary == "3 tables, 4 deals, 2 matches: nothing wrong"
