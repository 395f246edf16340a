"""Nothing that a match hides gets into the log: at no level, in no traceback, from no library."""

import asyncio
import logging
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import _Formatter
from bot.playground.box import Box
from bot.playground.person import Person
from bot.rules.actions import Refused, Rule, parse_action
from bot.rules.cards import PACK
from bot.rules.games import GAMES
from bot.texts import Speech
from bot.texts.cards import card_text
from tests.components import moves_in, walk
from tests.sockets.child import Child, text_of
from tests.sockets.playing import PATIENCE, open_table, running

ROOT = Path(__file__).parents[1]
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
SIGNS = {card_text(say, card) for say in map(Speech.of, ("nl", "en")) for card in PACK}
CARDS = re.compile(
    rf"\b(?:play|lay) [789TJQKA][SHDC]|{'|'.join(map(re.escape, SIGNS))}|troef:\w+:\w"
)
"""Cards as moves, as people read them, and in the ids of buttons."""
SECRET, TOKEN = "5ec2e7" * 10 + "beef", "aW50ZXJhY3Rpb246" * 4
LIBRARIES = (
    "discord.gateway",
    "discord.http",
    "discord.webhook.async_",
    "discord.new",
    "aiosqlite",
)


def refused(move: str) -> Exception:
    return Refused(Rule.FOLLOW_SUIT, 2, parse_action(move))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (refused("play TH roem"), "seat 2 may not play […]roem: FOLLOW_SUIT"),
        (refused("lay 7S 8S"), "seat 2 may not lay […]: FOLLOW_SUIT"),
        (ValueError(f"'deal {SECRET}' is no deal"), "'deal […]' is no deal"),
        (ValueError(f"the secret {SECRET}."), "the secret […]."),
        (
            ValueError("<Task name='discord-ui-dynamic-item-troef:act:9f:1:2:play TH' coro=x>"),
            "<Task name='discord-ui-dynamic-item-troef:act […]' coro=x>",
        ),
        (
            ValueError(f"PATCH https://x/api/webhooks/12/{TOKEN}/messages/@original failed"),
            "PATCH https://x/api/webhooks/12 […]/messages/@original failed",
        ),
        (ValueError("the bot's own token is TROEF.TOKEN"), "the bot's own token is [token]"),
        (ValueError("a lay-away; play on, deal 12 of 16"), "a lay-away; play on, deal 12 of 16"),
    ],
)
def test_a_traceback_tells_what_failed_and_nothing_hidden(said: Exception, told: str) -> None:
    record = logging.LogRecord(
        "bot", logging.ERROR, "x", 1, "%s", (said,), (type(said), said, None)
    )
    text = _Formatter("TROEF.TOKEN").format(record)
    message, traceback = text.split("bot: ", 1)[1].split("\n", 1)
    assert message == told
    assert traceback.endswith(told)


@pytest.mark.parametrize("level", LEVELS)
def test_libraries_keep_their_details_to_themselves(level: str) -> None:
    """On DEBUG discord.py writes whole requests and events, others the statements they make."""
    program = f"""
import logging
from bot.__main__ import _set_up_logging
from bot.settings import Settings
_set_up_logging(Settings(_env_file=None, log_level={level!r}))
for name in {(*LIBRARIES, "bot.app", "cogs.table")!r}:
    for number in (10, 20, 30, 40):
        logging.getLogger(name).log(number, "at %s", number)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lowest = {
        name: min(map(int, re.findall(rf"{re.escape(name)}: at (\d+)", ran.stderr)))
        for name in (*LIBRARIES, "bot.app", "cogs.table")
    }
    number = logging.getLevelNamesMapping()[level]
    ours = {"bot.app": number, "cogs.table": number}
    assert lowest == {name: max(number, logging.INFO) for name in LIBRARIES} | ours


async def test_without_that_hands_would_be_found(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with Box() as box:
        box.world.guild_locale = "en-GB"
        box.connect()
        async with running(box):
            await open_table(box)
    assert CARDS.search(caplog.text)


async def sit_down(person: Person, game: str) -> int:
    """Open a table with computers, as short a match as there is; return the message of the hand."""
    lobby = (await person.slash("play", {"game": game})).message_id
    assert lobby is not None
    panel = (await person.click(lobby, label="Options")).message_id
    assert panel is not None
    if "length" in GAMES[game].house_type.model_fields:
        await person.select(panel, control(person.message(panel), "rule"), ["length"])
        await person.select(panel, control(person.message(panel), "option"), ["4"])
    await person.click(lobby, label="Start")
    hand = (await person.slash("hand")).message_id
    assert hand is not None
    return hand


def control(message: dict[str, Any], verb: str) -> str:
    """Return the id of the first control for a verb."""
    ids = [c.get("custom_id") or "" for c in walk(message["components"])]
    return next(id_ for id_ in ids if id_.startswith(f"troef:{verb}:"))


def offered(hand: dict[str, Any]) -> tuple[str, list[str]] | None:
    """Return what a hand offers to press on, and to choose there; None while it is not his turn."""
    controls = [c for c in walk(hand["components"]) if c.get("custom_id")]
    for select in controls:
        if select["type"] == 3:
            return select["custom_id"], [select["options"][0]["value"]]
    moves = moves_in(hand["components"])
    picks = [c for c in controls if ":pick:" in c["custom_id"] and c["style"] != 3]
    open_picks = [c["custom_id"] for c in picks if not c.get("disabled")]
    pressable = [*moves.values()][-1:] or open_picks[:1]
    return (pressable[0], []) if pressable else None


async def play(person: Person, hand_id: int, presses: int) -> int:
    """Play on until the match is over or so many presses counted; return how many did."""
    counted = 0
    while counted < presses:
        async with asyncio.timeout(PATIENCE):
            while offered(hand := person.message(hand_id)) is None and not is_over(hand):
                await person._world.change()
        if is_over(hand):
            break
        what, values = offered(hand) or ("", [])
        if values:
            pressed = await person.select(hand_id, what, values)
        else:
            pressed = await person.click(hand_id, what)
        assert pressed.answered
        # What came too fast is answered apart, and pressed again.
        counted += pressed.message_id == hand_id
    return counted


def is_over(hand: dict[str, Any]) -> bool:
    return "This table is finished" in text_of(hand)


def hidden_in(store: Path) -> list[str]:
    """Return the secrets of all matches and the seeds of all deals."""
    with sqlite3.connect(store) as connection:
        secrets = [row[0].hex() for row in connection.execute("SELECT secret FROM tables")]
        deals = connection.execute("SELECT action FROM log WHERE action LIKE 'deal %'").fetchall()
    assert secrets
    assert deals
    return [*secrets, *(deal.removeprefix("deal ") for (deal,) in deals)]


async def test_no_hand_in_the_log_of_whole_matches(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A match of each game, some presses of it here; whole ones with `--presses 20000`."""
    presses = request.config.getoption("--presses", 1_500) // 100
    async with (
        Box() as box,
        Child(box, tmp_path, TROEF_LANGUAGE="en", TROEF_LOG_LEVEL="DEBUG") as child,
    ):
        await child.start()
        people = [box.person(name, locale="en-GB") for name in ("Anna", "Bob", "Cees")]
        hands = [await sit_down(person, game) for person, game in zip(people, GAMES, strict=True)]
        played = await asyncio.gather(
            *(play(person, hand, presses) for person, hand in zip(people, hands, strict=True))
        )
        # What Discord refuses is a fault of ours, and logged whole.
        box.faults.add("POST", "/interactions/*/callback", status=400, code=50035)
        await people[0].slash("help")
        box.faults.add("POST", "/interactions/*/callback", cut=True, times=5)
        await people[0].slash("help", wait=False)
        assert await child.stop() == 0
        log = child.log
        tokens = [*box.world._backend.interaction_tokens]
    assert all(played)
    assert "bot.app: ready as" in log
    assert "Traceback" in log
    assert CARDS.findall(log) == []
    assert [token for token in (*tokens, box.token) if token in log] == []
    assert [text for text in hidden_in(tmp_path / "troef.sqlite3") if text in log] == []
