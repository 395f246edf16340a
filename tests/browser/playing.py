"""The real bot in a box, and people who play at it through the page, pressing what it shows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from playwright.async_api import Locator, Page, expect

from bot.app import Interaction, Troef
from bot.outbox import Budget
from bot.playground.box import Box
from bot.settings import Settings
from bot.store import Store
from bot.texts import Speech
from cogs._presses import find_table, read

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
LOCALES = {"nl": "nl-NL", "en": "en-GB"}
BUDGET = Budget(per_channel=1000, channel_seconds=1, per_second=1000)
PATIENCE_MS = 10_000

MOVES = "button[data-press*=':act:']:enabled:not([data-press$=':claim'])"
CARDS = "button[data-press*=':play ']"
RESULT_OR_MOVE = """
([hand, last, moves]) => {
  if (document.querySelector("[aria-busy]")) return false;
  const box = document.querySelector(`[data-id="${hand}"]`);
  const decision = (id) => id.split(":").slice(3, 5).join(":");
  const wanted = box && [...box.querySelectorAll(moves)].some((b) => decision(b.dataset.press) !== last);
  return wanted || Boolean(box && !box.querySelector("button[data-press*=':play ']"));
}
"""


@asynccontextmanager
async def playground(language: str, seed: int = 5) -> AsyncIterator[Box]:
    """Run the bot in a box; the same seed deals the same cards to the same presses."""
    settings = Settings(_env_file=None, pace=0, language=language)
    async with await Store.open(None) as store, Box() as box:
        box.connect()
        bot = Troef(settings, store, BUDGET, Random(seed).randbytes)
        running = asyncio.create_task(bot.start(box.token))
        await box.wait_for_bot("play", "leaderboard", "help")
        bot.presses["start"] = start_by_one_press
        try:
            yield box
        finally:
            await bot.close()
            await asyncio.wait({running}, timeout=2)


async def start_by_one_press(interaction: Interaction, arguments: list[str]) -> None:
    """*Start* as the bot does it, but for the press's id, which is mixed into the cards."""
    table = await find_table(interaction, *read(arguments, str))
    await table.start(interaction.user.id, 1)
    await interaction.response.defer()


class Tab:
    """A person at the page."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.say = Speech.of(language)
        self.last = ""
        self.played: list[str] = []

    # What is shown ----------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """The newest message of a table."""
        return self.page.locator(".message:not(.ephemeral)").last

    @property
    def hand(self) -> Locator:
        """The newest hand."""
        return self.page.locator(".message.ephemeral").filter(has=self.page.locator(CARDS)).last

    @property
    def private(self) -> Locator:
        """The newest message that only this person sees."""
        return self.page.locator(".message.ephemeral").last

    def cards(self) -> Locator:
        """The cards of the hand, those that may not be played too."""
        return self.hand.locator(CARDS)

    # What one does ----------------------------------------------------------------------------

    async def slash(self, command: str) -> None:
        """Type a command and send it."""
        await self.page.fill("#text", command)
        await self.page.press("#text", "Enter")

    async def press(self, words: str, within: Locator | None = None) -> None:
        """Press the newest button with these words, and wait for the answer."""
        button = (within or self.page).get_by_role("button", name=self.say(words), exact=True).last
        await button.click()
        await self.answered()

    async def answered(self) -> None:
        """Wait until no press is under way."""
        await expect(self.page.locator("[aria-busy]")).to_have_count(0)

    async def open_hand(self) -> None:
        """*My hand*."""
        before = await self.page.locator(".message.ephemeral").count()
        await self.press("My hand", self.table)
        await expect(self.page.locator(".message.ephemeral")).to_have_count(before + 1)
