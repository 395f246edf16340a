"""Fixtures: the real bot in a simulated Discord."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
import simcord

from bot.app import Told, Troef
from bot.settings import Settings
from bot.store import Store
from bot.tables.problems import Problem
from tests.people import NO_HURRY, Club


class QuickEnv(simcord.Env):
    """SimCord that does not wait 50 ms after each action: a match has hundreds of them."""

    expected_errors: tuple[type[Exception], ...] = ()
    """Errors that a test provokes."""

    async def _settle_internal(self, **options: Any) -> None:
        options["idle"] = 0.001
        await super()._settle_internal(**options)


@pytest.fixture
def settings() -> Settings:
    """Return settings as the tests want them: computers play at once, and by thumb."""
    return Settings(_env_file=None, pace=0, thinkers=0)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Open a store in a folder of its own."""
    store = await Store.open(tmp_path / "troef.sqlite3")
    yield store
    await store.close()


@pytest_asyncio.fixture
async def env(settings: Settings, store: Store) -> AsyncIterator[simcord.Env]:
    """Run the bot in a simulated Discord; errors it swallowed fail the test."""
    env = QuickEnv(Troef(settings, store, NO_HURRY, Random(2026).randbytes))
    await env.start()
    yield env
    await env.shutdown()
    # What people are told is no fault; SimCord counts whatever passes through the command tree.
    faults = [getattr(error, "original", error) for error in env.errors]
    told = (Problem, Told, *env.expected_errors)
    assert not [fault for fault in faults if not isinstance(fault, told)]


@pytest.fixture
def club(env: simcord.Env, store: Store, settings: Settings) -> Club:
    """Return a server with four members and a channel."""
    return Club(env, store, settings)


def pytest_addoption(parser: pytest.Parser) -> None:
    """More by chance than a run of all tests does: `--deals` played, `--presses` sent."""
    parser.addoption("--deals", type=int, default=20_000, help="random deals in all (%(default)s)")
    parser.addoption("--presses", type=int, default=1_500, help="random presses (%(default)s)")
