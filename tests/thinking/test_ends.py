"""However the bot ends, no worker is left, and none complains."""

import asyncio
import os
import re
import select
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.thinking.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


class Host:
    """A process with a worker, and that worker."""

    def __init__(self, process: asyncio.subprocess.Process, worker: int) -> None:
        self.process = process
        self.worker = worker
        self._gone = os.pidfd_open(worker)

    async def ends(self, number: signal.Signals, *, group: bool = False) -> tuple[int, str]:
        """Send a signal and wait until both are gone; return exit code and what was complained."""
        (os.killpg if group else os.kill)(self.process.pid, number)
        async with asyncio.timeout(PATIENCE):
            _, complaints = await self.process.communicate()
        gone, _, _ = await asyncio.to_thread(select.select, [self._gone], [], [], PATIENCE)
        assert gone, "the worker lives on"
        return self.process.returncode or 0, complaints.decode()

    async def close(self) -> None:
        """Leave nothing behind, whatever happened."""
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.communicate()
        os.close(self._gone)


@asynccontextmanager
async def host(does: str) -> AsyncIterator[Host]:
    """Run a process whose worker is thinking, is idle, or has only just been started."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.thinking.host",
        "last" if does == "idle" else "hang_aloud",
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        host = Host(process, int(await process.stdout.readline()))
        if does != "starting":
            assert (await process.stdout.readline()).decode().strip() == does
    try:
        yield host
    finally:
        await host.close()


@pytest.mark.parametrize("does", ["idle", "thinking", "starting"])
async def test_a_bot_that_is_killed_takes_its_worker_along(does: str) -> None:
    async with host(does) as running:
        code, _ = await running.ends(signal.SIGKILL)
        assert code == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_that_is_told_to_stop_ends_its_worker(number: signal.Signals) -> None:
    async with host("thinking") as running:
        assert await running.ends(number) == (0, "")


@pytest.mark.parametrize("does", ["idle", "thinking", "starting"])
async def test_ctrl_c_at_a_terminal_prints_no_traceback(does: str) -> None:
    """There it goes to all processes at once."""
    async with host(does) as running:
        assert await running.ends(signal.SIGINT, group=True) == (0, "")


async def test_a_worker_is_deaf_to_ctrl_c_from_the_very_first() -> None:
    """Before it can say what is to become of the signal."""
    async with host("starting") as running:
        assert signal.SIGINT in blocked(running.worker)


def blocked(pid: int) -> set[int]:
    """Return the signals that a process has put off."""
    status = Path(f"/proc/{pid}/status").read_text()
    mask = re.search(r"^SigBlk:\s*(\w+)$", status, re.MULTILINE)
    assert mask is not None
    return {number for number in range(1, 65) if int(mask[1], 16) >> (number - 1) & 1}
