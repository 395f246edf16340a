"""The command line as a host meets it: real processes, their exit code and what they say."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from bot.playground.box import Box
from bot.store import Store

ROOT = Path(__file__).parents[1]
TOKEN = "not-a-real-token"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


def environment(**variables: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "DISCORD_TOKEN" and not name.upper().startswith("TROEF_")
    }
    return {**kept, "PYTHONPATH": str(ROOT), **variables}


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refusal(folder: Path, *arguments: str, **variables: str) -> str:
    """Run what must be refused: exit code 2, and the one sentence this returns."""
    done = run(folder, *arguments, **variables)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert TOKEN not in done.stderr
    return done.stderr


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_without_a_token(tmp_path: Path, arguments):
    said = refusal(tmp_path, *arguments)
    assert "DISCORD_TOKEN" in said
    assert "python -m bot play" in said
    assert names_in(tmp_path) == []


def test_an_unknown_name(tmp_path: Path):
    said = refusal(tmp_path, TROEF_PAEC="1", DISCORD_TOKEN=TOKEN)
    assert "TROEF_PAEC" in said
    assert "TROEF_PACE" in said


def test_a_value_out_of_range(tmp_path: Path):
    assert "TROEF_TURN_SECONDS" in refusal(tmp_path, TROEF_TURN_SECONDS="3", DISCORD_TOKEN=TOKEN)


def test_the_file_in_the_current_folder_is_read(tmp_path: Path):
    (tmp_path / ".env").write_text("TROEF_PACE=100\n")
    assert "TROEF_PACE" in refusal(tmp_path)
    (tmp_path / ".env").write_text("TROEF_DATA=kept.sqlite3\n")
    assert run(tmp_path, "migrate").returncode == 0
    assert (tmp_path / "kept.sqlite3").exists()


@pytest.mark.parametrize(
    "arguments", [("play",), ("run",), ("migrate",), ("backup", "copy"), ("doctor",)]
)
@pytest.mark.parametrize("kind", ["folder", "no folder", "unwritable", "foreign", "corrupt"])
def test_a_store_that_cannot_be_used(tmp_path: Path, arguments, kind):
    path = tmp_path / "data.sqlite3"
    match kind:
        case "folder":
            path.mkdir()
        case "no folder":
            path = tmp_path / "nowhere" / "data.sqlite3"
        case "unwritable":
            path = unwritable(tmp_path) / "data.sqlite3"
        case "foreign":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("CREATE TABLE theirs (id)")
        case "corrupt":
            path.write_bytes(b"no database at all" * 1000)
    before = path.read_bytes() if path.is_file() else None
    if arguments == ("run",):
        said = refusal(tmp_path, *arguments, DISCORD_TOKEN=TOKEN, TROEF_DATA=str(path))
    else:
        said = refusal(tmp_path, *arguments, "--data", str(path))
    assert str(path) in said
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not (tmp_path / "copy").exists()


def unwritable(tmp_path: Path) -> Path:
    """Return a folder that nobody may write in, not even root where the tests run as root."""
    if os.geteuid() != 0:
        folder = tmp_path / "mine"
        folder.mkdir(mode=0o500)
        return folder
    folder = Path("/sys/kernel")
    if not folder.is_dir():
        pytest.skip("root may write everywhere here")
    return folder


OWNER = """
import asyncio, pathlib, sys
from bot.store import Store

async def main():
    async with await Store.open(pathlib.Path("troef.sqlite3")) as store:
        await store.save_value("kept", "yes")
        print("open", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


@contextmanager
def owner(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Have another process own the store in this folder."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER],
        cwd=folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "open\n"
            yield process
        finally:
            process.kill()


def test_a_second_process_on_the_store(tmp_path: Path):
    with owner(tmp_path):
        assert "in use by another process" in refusal(tmp_path, DISCORD_TOKEN=TOKEN)
        assert "in use by another process" in refusal(tmp_path, "migrate")
    # It was killed, which leaves nothing to clear away, and what it had stored is there.
    assert run(tmp_path, "migrate").returncode == 0
    with closing(sqlite3.connect(tmp_path / "troef.sqlite3")) as connection:
        assert connection.execute("SELECT * FROM facts").fetchall() == [("kept", "yes")]


def test_migrate_says_from_where_to_where(tmp_path: Path):
    first, again = (run(tmp_path, "migrate", "--data", "a.sqlite3") for _ in range(2))
    assert (first.returncode, again.returncode) == (0, 0)
    assert first.stdout.endswith(", was none\n")
    schema = first.stdout.split()[2].rstrip(",")
    assert again.stdout == f"a.sqlite3: schema {schema}, was {schema}\n"


def test_backup_and_doctor_while_the_bot_is_running(tmp_path: Path):
    with owner(tmp_path):
        copied = run(tmp_path, "backup", "copy.sqlite3")
        assert (copied.returncode, copied.stderr) == (0, "")
        assert copied.stdout == "copy.sqlite3: a copy of troef.sqlite3\n"
        done = run(tmp_path, "doctor")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "0 tables, 0 deals, 0 matches: nothing wrong\n"
        assert "is there already" in refusal(tmp_path, "backup", "copy.sqlite3")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as connection:
        assert connection.execute("SELECT * FROM facts").fetchall() == [("kept", "yes")]


def test_what_the_doctor_finds(tmp_path: Path):
    run(tmp_path, "migrate", "--data", "a.sqlite3")
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as connection:
        connection.execute("INSERT INTO holders VALUES ('lost', 0, 0, NULL, '')")
        connection.commit()
    done = run(tmp_path, "doctor", "--data", "a.sqlite3")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        "file: rows of holders without their row of tables: 1\n"
        "0 tables, 0 deals, 0 matches: 1 fault\n"
    )


def test_the_doctor_leaves_an_older_store_as_it_is(tmp_path: Path):
    run(tmp_path, "migrate")
    with closing(sqlite3.connect(tmp_path / "troef.sqlite3")) as connection:
        connection.execute("UPDATE troef_version SET version_num = '0001'")
        connection.commit()
    before = (tmp_path / "troef.sqlite3").read_bytes()
    assert "python -m bot migrate" in refusal(tmp_path, "doctor")
    assert (tmp_path / "troef.sqlite3").read_bytes() == before


@pytest.mark.parametrize("port", ["0x50", "-1", "65536", "", "²"])
def test_a_port_that_is_none(tmp_path: Path, port):
    assert "is not a port" in refusal(tmp_path, "play", f"--port={port}")


def test_an_unknown_command(tmp_path: Path):
    assert "'dance'" in refusal(tmp_path, "dance")


def test_help(tmp_path: Path):
    done = run(tmp_path, "--help")
    assert done.returncode == 0
    for word in ("run", "play", "migrate", "backup", "doctor", "verify", "replay"):
        assert word in done.stdout


@asynccontextmanager
async def started(
    folder: Path, *arguments: str, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a module in a process of its own for as long as the block lasts."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *arguments,
        cwd=folder,
        env=environment(**variables),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(60):
            yield process
    finally:
        if process.returncode is None:
            process.kill()


async def ended(process: asyncio.subprocess.Process) -> tuple[int | None, str]:
    """Wait for the end of a process; return its exit code and what it said on stderr."""
    _, said = await process.communicate()
    return process.returncode, said.decode()


async def test_a_refused_token(tmp_path: Path):
    async with (
        Box() as box,
        started(
            tmp_path,
            *("bot.playground.point", box.api, "bot"),
            DISCORD_TOKEN=TOKEN,
            TROEF_LOG_LEVEL="ERROR",
        ) as process,
    ):
        code, said = await ended(process)
    assert code == 2, said
    assert said.count("\n") == 1, said
    assert "DISCORD_TOKEN" in said
    assert TOKEN not in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_bot(tmp_path: Path, number):
    async with (
        Box() as box,
        started(
            tmp_path,
            *("bot.playground.point", box.api, "bot"),
            DISCORD_TOKEN=box.token,
            TROEF_LOG_LEVEL="DEBUG",
        ) as process,
    ):
        await box.wait_for_bot("play", timeout=60)
        process.send_signal(number)
        code, said = await ended(process)
        token = box.token
    assert code == 0, said
    assert "Traceback" not in said
    assert "discord.gateway" in said
    assert token not in said
    async with await Store.open(tmp_path / "troef.sqlite3") as store:
        assert await store.load_value("commands") is not None


async def test_play_until_ctrl_c(tmp_path: Path):
    async with started(tmp_path, "bot", "play", "--port", "0") as process:
        assert process.stdout is not None
        assert b"http://127.0.0.1:" in await process.stdout.readline()
        assert process.stderr is not None
        while b"connected to Gateway" not in await process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        code, said = await ended(process)
    assert code == 0, said
    assert "Traceback" not in said
    assert names_in(tmp_path) == []


async def test_play_on_a_port_that_is_taken(tmp_path: Path):
    async with Box() as box:
        port = box.api.rpartition(":")[2]
        async with started(
            tmp_path, "bot", "play", "--port", port, TROEF_LOG_LEVEL="ERROR"
        ) as process:
            code, said = await ended(process)
    assert code == 2, said
    assert said.count("\n") == 1, said
    assert port in said
