# ruff: noqa: INP001
"""Makes the pictures in this folder: `python docs/pictures/make.py` in the project's environment.

An evening of four people who play well is played on the real bot in a box, each move by pressing
a button; Anna looks at it on a phone and on a wide screen. The cards are the same every time.
Besides Chromium and the extra `test` it needs Pillow, which makes the files a third as large.
"""

import asyncio
import io
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, expect

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from bot.app import Troef  # noqa: E402
from bot.players.thumb import Thumb  # noqa: E402
from bot.playground.box import Box  # noqa: E402
from bot.playground.person import Person  # noqa: E402
from bot.rules.actions import CLAIM, COUNT, Action, Kind  # noqa: E402
from bot.rules.view import Phase, View  # noqa: E402
from bot.tables.face import State  # noqa: E402
from bot.texts.cards import card_text  # noqa: E402
from bot.texts.games import WORDS  # noqa: E402
from tests.browser.playing import (  # noqa: E402
    ACTIONS,
    LOCALES,
    PHONE,
    WIDE,
    Tab,
    chromium,
    ids,
    playground,
    press,
)

SEED = 35
NAMES = ("Anna", "Bob", "Cees", "Dirk")
SIZES = {"360": PHONE, "1280": WIDE}
COLOURS = 256


class Evening:
    """A match of four deals, and Anna's two screens."""

    def __init__(self, box: Box, bot: Troef, tabs: dict[str, Tab], language: str) -> None:
        self.bot = bot
        self.tabs = tabs
        self.language = language
        self.people = {name: box.person(name, locale=LOCALES[language]) for name in NAMES}
        self.taken: set[str] = set()

    async def spend(self) -> None:
        """Play from /play to the leaderboard, taking a picture of each screen once."""
        anna, *others = self.people.values()
        opened = await anna.slash("play")
        lobby = opened.message_id or 0
        await anna.click(lobby, label=self._say("Options"))
        for verb, value in (("rule", "length"), ("option", "4")):
            options = await anna.sees(lambda m, v=verb: any(f":{v}:" in i for i in ids(m)))
            select = next(i for i in ids(options) if f":{verb}:" in i)
            await anna.select(int(options["id"]), select, [value])
        for seat, person in enumerate(others[:2], 1):
            await person.click(
                lobby, next(i for i in ids(anna.message(lobby)) if i.endswith(f":{seat}"))
            )
        await self._take("lobby", lambda tab: expect(tab.table).to_contain_text("Cees"))
        await others[2].click(lobby, next(i for i in ids(anna.message(lobby)) if i.endswith(":3")))
        await anna.click(lobby, label=self._say("Start"))
        (table,) = self.bot.tables
        for person in self.people.values():
            await person.sees(lambda m: any(i.startswith("troef:hand:") for i in ids(m)))
            await person.click(lobby, label=self._say("My hand"))
        while table.state is State.PLAYING:
            person, view, action = self._next(table)
            if person is None:
                await asyncio.sleep(0)  # the next deal is being dealt
                continue
            if person is anna:
                await self._look_before(view)
            await press(person, view, action)
        await self._take(
            "result", lambda tab: expect(tab.table).to_contain_text(self._say("Again"))
        )
        await self._take("leaderboard", lambda tab: tab.slash("/leaderboard"))

    async def try_the_others(self) -> None:
        """Take a picture of what the other games have that klaverjas has not."""
        tab = self.tabs["360"]
        await self._open(tab, "lesbos")
        await tab.hand.locator(f"{ACTIONS}[data-press$=':accept']").click()
        await tab.asked()
        for place in (0, 4):
            free = tab.hand.locator("button[data-press^='troef:pick:']")
            await free.nth(place).click()
        await expect(tab.hand.locator("button[data-press*=':lay ']")).to_be_enabled()
        await self._take_one("lesbos", tab)
        await tab.slash("/weg" if self.language == "nl" else "/leave")
        await self._open(tab, "hoogjassen")
        await self._take_one("hoogjassen", tab)

    async def _open(self, tab: Tab, game: str) -> None:
        """Open a table of a game, start it with computers, and wait for Anna's turn."""
        while await tab.private.count():
            await tab.dismiss()
        await tab.slash(
            "/speel" if self.language == "nl" else "/play", game=tab.say(WORDS[game].name)
        )
        await tab.press("Start")
        await tab.open_hand()
        await tab.asked()

    async def _take_one(self, screen: str, tab: Tab) -> None:
        """Take a picture of one screen as it is."""
        await tab.page.evaluate("document.activeElement.blur()")
        await tab.page.mouse.move(0, 0)
        name = f"{screen}-{self.language}-360.png"
        shrink(await tab.page.screenshot(), HERE / name)
        sys.stdout.write(f"{name} {(HERE / name).stat().st_size // 1024} KB\n")

    def _say(self, text: str) -> str:
        return self.tabs["360"].say(text)

    def _next(self, table: Any) -> tuple[Person | None, View, Action]:
        """Return who presses next, what he knows, and what he presses."""
        for person in self.people.values():
            view = table.view_of(person.id)
            if view.claimable and Thumb().claims(view):
                return person, view, CLAIM
            if view.phase is Phase.COUNTING and view.seat not in view.counted:
                return person, view, COUNT
            if view.turn == view.seat and view.phase in (Phase.BIDDING, Phase.PLAYING):
                action = Thumb().choose(view)
                # The rest is played card by card: there is more to see.
                cards = [move for move in view.legal if move.kind is Kind.PLAY]
                return person, view, cards[0] if action.kind is Kind.REST else action
        return None, view, COUNT

    async def _look_before(self, view: View) -> None:
        """Take the pictures for which this is the moment."""
        if view.phase is Phase.BIDDING and len(view.bids) > 1:
            await self._take("bidding", self._hand)
        if view.phase is not Phase.PLAYING or len(view.trick) < 2 or not view.totals[0]:
            return
        held, choices = 8 - len(view.tricks), sum(a.kind is Kind.PLAY for a in view.legal)
        if held >= 6 and 1 < choices < held:
            await self._take("hand", self._hand)
        elif "hand" in self.taken and len(view.trick) == 3 and view.tricks and view.tricks[-1].roem:
            last = card_text(self.tabs["360"].say, view.trick[-1][1])
            await self._take("table", lambda tab: expect(tab.table).to_contain_text(last))

    async def _hand(self, tab: Tab) -> None:
        """Open the hand at the bottom of the channel."""
        await tab.open_hand()
        await tab.my_turn()

    async def _take(self, screen: str, ready: Callable[[Tab], Any]) -> None:
        """Take a picture on both screens, of what is not older than it."""
        if screen in self.taken:
            return
        self.taken.add(screen)
        for size, tab in self.tabs.items():
            for other in self.tabs.values():
                while await other.private.count():
                    await other.dismiss()
            await ready(tab)
            await tab.page.evaluate("document.activeElement.blur()")
            await tab.page.mouse.move(0, 0)
            name = f"{screen}-{self.language}-{size}.png"
            shrink(await tab.page.screenshot(), HERE / name)
            sys.stdout.write(f"{name} {(HERE / name).stat().st_size // 1024} KB\n")


def shrink(png: bytes, path: Path) -> None:
    """Write a picture with a palette: the screens have few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture = picture.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


async def open_tab(browser: Browser, box: Box, language: str, size: dict[str, int]) -> Tab:
    """Open the page as Anna."""
    context = await browser.new_context(viewport=size, locale=LOCALES[language])
    page = await context.new_page()
    await page.goto(f"{box.url}?as=Anna")
    await page.wait_for_selector("body[data-ready]")
    return Tab(page, language)


async def main() -> None:
    """Make all pictures."""
    async with chromium("--disable-lcd-text", "--hide-scrollbars") as browser:
        for language in LOCALES:
            async with AsyncExitStack() as stack:
                opened = playground(language, SEED, turn_seconds=90)
                box, bot = await stack.enter_async_context(opened)
                tabs = {
                    name: await open_tab(browser, box, language, size)
                    for name, size in SIZES.items()
                }
                evening = Evening(box, bot, tabs, language)
                await evening.spend()
                await evening.try_the_others()
                for tab in tabs.values():
                    await tab.page.context.close()


if __name__ == "__main__":
    asyncio.run(main())
