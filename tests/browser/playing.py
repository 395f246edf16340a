"""The real bot in a box, and people who play at it through the page, pressing what it shows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from bot.app import Interaction, Troef
from bot.playground.box import Box
from bot.playground.person import Person
from bot.rules.actions import Action, Kind
from bot.rules.view import View
from bot.settings import Settings
from bot.store import Store
from bot.texts import Speech
from cogs._presses import find_table, read
from tests.people import NO_HURRY

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
LOCALES = {"nl": "nl-NL", "en": "en-GB"}
PATIENCE_MS = 10_000

SEED = 57
"""Deals Anna a hand to choose trump on, with roem to claim in a trick of her side."""

BID = "bid 150"
"""A bid that computers mostly leave to its bidder."""

ACTIONS = "button[data-press^='troef:act:']"
CARDS = f"{ACTIONS}[data-press*=':play ']"
MOVES = f"{ACTIONS}:enabled:not([data-press$=':claim'])"
CLAIM = f"{ACTIONS}[data-press$=':claim']"

Look = Callable[[str], Awaitable[None]]
"""Called at every screen along the way, with its name."""


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Browser]:
    """Start the browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        yield browser
        await browser.close()


@asynccontextmanager
async def playground(
    language: str, seed: int = SEED, **settings: Any
) -> AsyncIterator[tuple[Box, Troef]]:
    """Run the bot in a box; the same seed deals the same cards."""
    chosen = Settings(_env_file=None, language=language, **{"pace": 0, "thinkers": 0, **settings})
    async with await Store.open(None) as store, Box() as box:
        box.connect()
        bot = Troef(chosen, store, NO_HURRY, Random(seed).randbytes)
        running = asyncio.create_task(bot.start(box.token))
        await box.wait_for_bot("play", "leaderboard", "settings", "help")
        await bot.wait_until_ready()
        bot.presses["start"] = _start_by_a_known_press
        try:
            yield box, bot
        finally:
            await bot.close()
            await asyncio.wait({running}, timeout=2)


async def _start_by_a_known_press(interaction: Interaction, arguments: list[str]) -> None:
    """*Start* as the bot does it, but for the id of the press, which is mixed into the cards."""
    table = await find_table(interaction, *read(arguments, str))
    await table.start(interaction.user.id, 1)
    await interaction.response.defer()


class Tab:
    """A person at the page, who presses what is shown and nothing else."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.say = Speech.of(language)
        self._hand = ""
        self._moved = "troef:none:"
        self._done = ""

    # What is shown ----------------------------------------------------------------------------

    @property
    def public(self) -> Locator:
        """The messages that everyone sees."""
        return self.page.locator(".message:not(.ephemeral)")

    @property
    def private(self) -> Locator:
        """The messages that only this person sees."""
        return self.page.locator(".message.ephemeral")

    @property
    def table(self) -> Locator:
        """The newest message that everyone sees."""
        return self.public.last

    @property
    def hand(self) -> Locator:
        """The hand that was opened last."""
        return self.page.locator(f"[data-id='{self._hand}']")

    async def cards(self) -> list[str]:
        """Return the cards of the hand, those that may not be played too."""
        return await self.hand.locator(CARDS).all_inner_texts()

    # What one does ----------------------------------------------------------------------------

    async def slash(self, command: str, **options: str) -> None:
        """Type a command, choose its options, send it, and wait for the message that answers."""
        shown = await self._shown()
        await self.page.fill("#text", command)
        await self.page.press("#text", "Enter")
        for name, label in options.items():
            await self.page.select_option(f"#option-{name}", label=label)
        if await self.page.locator("#options").is_visible():
            await self.page.locator("#options select, #options input").last.press("Enter")
        await self._answered(shown + 1)

    async def press(
        self, label: str, within: Locator | None = None, *, opens: bool = False
    ) -> None:
        """Press a button by its English label; `opens` waits for a new message."""
        shown = await self._shown() + (1 if opens else 0)
        button = (within or self.table).get_by_role("button", name=self.say(label), exact=True)
        await button.last.click()
        await self._answered(shown)

    async def open_hand(self) -> None:
        """*My hand*."""
        await self.press("My hand", opens=True)
        self._hand = await self.private.last.get_attribute("data-id") or ""
        await expect(self.hand).to_be_visible()

    async def dismiss(self) -> None:
        """Take the newest private message away."""
        shown = await self._shown()
        await self.private.last.locator("[data-dismiss]").click()
        await self._answered(shown - 1)

    async def my_turn(self) -> list[str]:
        """Wait until the hand offers moves that were not there before; return what they are."""
        fresh = f"{MOVES}:not([data-press^='{self._moved}'])"
        await expect(self.hand.locator(fresh).first).to_be_visible(timeout=PATIENCE_MS)
        moves = await self.hand.locator(MOVES).evaluate_all("all => all.map(b => b.dataset.press)")
        return [move.split(":")[5] for move in moves]

    async def label(self, action: str) -> str:
        """Return what stands on the button of a move."""
        return await self.hand.locator(f"{MOVES}[data-press$=':{action}']").inner_text()

    async def move(self, action: str) -> None:
        """Press a card, a bid or *Count*."""
        button = self.hand.locator(f"{MOVES}[data-press$=':{action}']")
        self._moved = (
            ":".join((await button.get_attribute("data-press") or "").split(":")[:5]) + ":"
        )
        await button.click()
        await self._answered(await self._shown())

    async def claim(self) -> None:
        """*Roem!* in the hand."""
        await self.hand.locator(CLAIM).click()
        await self._answered(await self._shown())

    async def play_deal(self, look: Look) -> list[str]:
        """Play until the count is asked for; return what was pressed."""
        pressed = []
        while True:
            moves = await self.my_turn()
            may_claim = await self.hand.locator(CLAIM).count()
            kinds = {move.split()[0] for move in moves}
            kind = "bidding" if "trump" in kinds else "hand" if "play" in kinds else "count"
            await look(kind)
            if may_claim and "claim" not in pressed:
                await self.claim()
                pressed.append("claim")
                await look("claimed")
            chosen = "trump C" if "trump C" in moves else moves[-1]
            await self.move(chosen)
            pressed.append(chosen)
            if kind == "count":
                return pressed

    async def asked(self) -> tuple[str, list[str]]:
        """Wait until the hand asks for something new; return the verb and what can be pressed."""
        found = await self.page.wait_for_function(
            """([hand, done]) => {
              const message = document.querySelector(`[data-id='${hand}']`);
              const wanted = /^troef:(act|pick|bid):/;
              const all = [...message.querySelectorAll("button:enabled, select")]
                .map((one) => one.dataset.press ?? one.dataset.choose ?? "")
                .filter((id) => wanted.test(id) && !id.endsWith(":claim"))
                .filter((id) => id.split(":").slice(3, 5).join(":") !== done);
              return all.length ? all : null;
            }""",
            arg=[self._hand, self._done],
            timeout=PATIENCE_MS,
        )
        pressable: list[str] = await found.json_value()
        verbs = [id_.split(":")[1] for id_ in pressable]
        self._done = ":".join(pressable[0].split(":")[3:5])
        return next((verb for verb in ("bid", "pick") if verb in verbs), "act"), pressable

    async def bid(self, action: str) -> None:
        """Choose a bid in the select."""
        await self.hand.locator("select[data-choose^='troef:bid:']").select_option(action)
        await self._answered(await self._shown())

    async def lay_away(self, look: Look) -> None:
        """Pick the first cards that may be picked, then lay them away."""
        confirm = self.hand.locator("button[data-press*=':lay ']:enabled")
        while not await confirm.count():
            # A picked card is lit, and would be put back.
            free = self.hand.locator("button.s2[data-press^='troef:pick:']:enabled")
            await free.first.click()
            await self._answered(await self._shown())
        await look("lay")
        await confirm.click()
        await self._answered(await self._shown())

    async def play_any_deal(self, look: Look) -> list[str]:
        """Play a deal of any game until the next one is dealt; return what was done."""
        done: list[str] = []
        while True:
            verb, pressable = await self.asked()
            deal = pressable[0].split(":")[3]
            if done and deal != "1":
                return done
            if verb == "bid":
                await look("bidding")
                await self.bid(BID)
                done.append(BID)
            elif verb == "pick":
                await self.lay_away(look)
                done.append("lay")
            else:
                action = self._chosen([id_.split(":")[5] for id_ in pressable])
                await look("count" if action == "count" else "hand")
                await self.hand.locator(f"{ACTIONS}[data-press$=':{action}']").click()
                await self._answered(await self._shown())
                done.append(action)

    @staticmethod
    def _chosen(actions: list[str]) -> str:
        """Return what to do: play rather than pass, name trump, declare, lead."""
        for wanted in ("accept", "take", "trump H", "declare"):
            if wanted in actions:
                return wanted
        return next(action for action in actions if action not in ("pass", "rest"))

    # Waiting ----------------------------------------------------------------------------------

    async def _shown(self) -> int:
        return await self.page.locator(".message").count()

    async def _answered(self, messages: int) -> None:
        """Wait until no press is under way and so many messages are shown, or more."""
        await self.page.wait_for_function(
            "n => !document.querySelector('[aria-busy]')"
            " && document.querySelectorAll('.message').length >= n",
            arg=messages,
            timeout=PATIENCE_MS,
        )


async def whose_turn(*tabs: Tab) -> tuple[Tab, list[str]]:
    """Wait until one of these is to move; return who, and the moves offered."""
    waiting = {asyncio.ensure_future(tab.my_turn()): tab for tab in tabs}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    (first, *_) = done
    return waiting[first], first.result()


# Without a page ----------------------------------------------------------------------------------


def ids(message: dict[str, Any]) -> Iterator[str]:
    """Yield the ids of the buttons and selects of a message."""
    parts = list(message["components"])
    while parts:
        part = parts.pop(0)
        parts = [*part.get("components", []), *filter(None, [part.get("accessory")]), *parts]
        if "custom_id" in part and not part.get("disabled"):
            yield part["custom_id"]


async def press(person: Person, view: View, action: Action) -> None:
    """Press a button of a hand as soon as the hand shows it."""
    decision = len(view.tricks) if action.kind is Kind.CLAIM else view.decision

    def is_it(custom_id: str) -> bool:
        parts = custom_id.split(":")
        return parts[1] == "act" and parts[3:] == [str(view.dealt), str(decision), str(action)]

    message = await person.sees(lambda m: any(map(is_it, ids(m))))
    await person.click(int(message["id"]), next(filter(is_it, ids(message))))
