"""The real bot as a child process, logged in to a Discord in a box."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any, Self

from bot.playground.box import Box
from bot.playground.person import Person
from tests.components import buttons_in, moves_in, text_in, walk

ROOT = Path(__file__).parents[2]
START = ("play", "hand", "leaderboard")


class Child:
    """`python -m bot` in a process of its own, which can be killed and started again."""

    def __init__(self, box: Box, folder: Path, **settings: str) -> None:
        self.box = box
        self.folder = folder
        self.settings = {
            "TROEF_DATA": str(folder / "troef.sqlite3"),
            "TROEF_PACE": "0",
            "TROEF_THINKERS": "0",
            **settings,
        }
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, module: str = "bot", commands: tuple[str, ...] = START) -> Self:
        """Start the bot and wait until it is logged in and offers these commands."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("TROEF_")}
        before = self.box.gateway.identifies
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.playground.point",
                self.box.api,
                module,
                cwd=self.folder,
                env={
                    **inherited,
                    **self.settings,
                    "PYTHONPATH": str(ROOT),
                    "DISCORD_TOKEN": self.box.token,
                },
                stdout=log,
                stderr=log,
            )
        async with asyncio.timeout(60):
            while self.box.gateway.identifies == before:
                if self.process.returncode is not None:
                    raise AssertionError(self.log)
                await asyncio.sleep(0.02)
        await self.box.wait_for_bot(*commands, timeout=60)
        return self

    async def kill(self) -> None:
        """End the process with SIGKILL: it gets no chance to tidy up."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask the process to end, as a host does, and return its exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(15):
            return await self.process.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Leave no process behind, whatever happened."""
        if not self.ended():
            await self.kill()

    def ended(self) -> bool:
        """Whether the process is no more, by whomever it was ended."""
        return self.process is None or self.process.returncode is not None

    @property
    def log(self) -> str:
        """What the process has logged."""
        return (self.folder / "log").read_text()


def text_of(message: dict[str, Any]) -> str:
    """Return all text of a message."""
    return text_in(message["components"])


def buttons_of(message: dict[str, Any]) -> dict[str, str]:
    """Return the buttons that can be pressed: label to id."""
    return buttons_in(message["components"])


def moves_of(message: dict[str, Any]) -> dict[str, str]:
    """Return the bids, cards or *Count* that a hand offers."""
    return moves_in(message["components"])


def hand_of(person: Person) -> dict[str, Any]:
    """Return the newest hand that a person sees."""
    return next(m for m in reversed(person.messages()) if is_hand(m))


def is_hand(message: dict[str, Any]) -> bool:
    """Whether a message is somebody's hand."""
    ids = [c.get("custom_id") or "" for c in walk(message["components"])]
    return bool(message["flags"] & 64) and any(id_.startswith("troef:act:") for id_ in ids)


def is_table(message: dict[str, Any]) -> bool:
    """Whether a message is a running table."""
    return "My hand" in buttons_of(message)
