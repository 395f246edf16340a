"""The bot through the page, in Chromium: a deal alone with computers, and two people at a table."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.players.thumb import Thumb
from bot.playground.ids import ROLE
from bot.screens.names import LONGEST
from bot.texts.games import WORDS

from .playing import (
    ACTIONS,
    CARDS,
    CHROMIUM,
    PHONE,
    WIDE,
    Tab,
    ids,
    playground,
    press,
    whose_turn,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="not run: no Chromium"),
]

SEEDS = {"lesbos": 3, "hoogjassen": 3}
"""Deals in which Anna comes to play: the one on the turned card, the other at her bid."""
MEASURE = (Path(__file__).parents[1] / "playground" / "measure.js").read_text(encoding="utf-8")
FITS = """
(message) => {
  message.scrollIntoView({ block: "end" });
  const log = document.querySelector("#log").getBoundingClientRect();
  const box = message.getBoundingClientRect();
  const hidden = [...message.querySelectorAll("button")].filter((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    return top < log.top || bottom > log.bottom || left < log.left || right > log.right;
  });
  return {
    height: Math.ceil(box.height) <= Math.floor(log.height),
    hidden: hidden.map((button) => button.textContent),
  };
}
"""


async def check(tab: Tab, screen: str) -> None:
    """Nothing on the page is too wide, too small to touch or too faint; a hand is seen whole."""
    found = await tab.page.evaluate(MEASURE)
    assert found == {"wide": 0, "small": [], "faint": []}, screen
    if screen in ("bidding", "lay", "hand", "claimed", "count"):
        fits = await tab.hand.evaluate(FITS)
        assert fits == {"height": True, "hidden": []}, f"{screen}: {await tab.hand.inner_text()}"


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["360", "1280"])
@pytest.mark.parametrize("language", ["nl", "en"])
async def test_a_deal_with_three_computers(open_tab, language, size):
    seen = []

    async with playground(language) as (box, _):
        tab = await open_tab(box, "Anna", language, size)

        async def look(screen):
            seen.append(screen)
            await check(tab, screen)

        await tab.slash("/speel" if language == "nl" else "/play")
        await look("lobby")
        await tab.press("Options", opens=True)
        await look("options")
        await tab.dismiss()
        for _seat in range(3):
            await tab.press("Add computer")
        await look("full lobby")
        await tab.press("Start")
        await expect(tab.table).to_contain_text(tab.say("Deal {n} of {m}", n=1, m=16))
        await look("table")
        await tab.open_hand()
        assert len(await tab.cards()) == 8
        pressed = await tab.play_deal(look)
        assert pressed[0].startswith("trump ")
        assert sum(move.startswith("play ") for move in pressed) == 8
        assert "claim" in pressed
        assert pressed[-1] == "count"

        # The deal's message keeps its result, a new one has the next deal, the hand goes on.
        await expect(tab.public).to_have_count(2)
        await expect(tab.table).to_contain_text(tab.say("Deal {n} of {m}", n=2, m=16))
        result = tab.public.first
        await expect(result).to_contain_text(tab.say("Deal {n}", n=1))
        await expect(result).to_contain_text(tab.say("{n} roem", n=20))
        buttons = [tab.say("Review"), tab.say("Check this deal")]
        await expect(result.locator("button")).to_have_text(buttons)
        await expect(tab.hand.locator(CARDS)).to_have_count(8)
        await look("result")

        await tab.press("Menu", opens=True)
        await look("rules")
        for part in ("Score sheet", "Last trick"):
            await tab.press(part, tab.private.last)
            await look(part)
        for command, words in (
            ("/leaderboard", "Anna"),
            ("/me", "Anna"),
            ("/language", "English"),
            ("/help", "Troef"),
        ):
            await tab.slash(command)
            await expect(tab.private.last).to_contain_text(words)
            await look(command)
        owner = await open_tab(box, "Sem", language, size)
        for _time in range(2):
            await owner.slash("/settings")
            await check(owner, "/settings")
            roles = owner.private.last.locator("select[data-choose='troef:server_role']")
            await roles.select_option(label="@Kaarters")
            await expect(roles).to_have_value(str(ROLE))
        await owner.slash("/settings")
        roles = owner.private.last.locator("select[data-choose='troef:server_role']")
        await expect(roles).to_have_value(str(ROLE))
    assert {"bidding", "hand", "claimed", "count"} <= set(seen)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["360", "1280"])
@pytest.mark.parametrize("language", ["nl", "en"])
@pytest.mark.parametrize("game", ["lesbos", "hoogjassen"])
async def test_a_deal_of_the_other_games(open_tab, game, language, size):
    seen = []

    async with playground(language, SEEDS[game]) as (box, _):
        tab = await open_tab(box, "Anna", language, size)

        async def look(screen):
            seen.append(screen)
            await check(tab, screen)

        name = tab.say(WORDS[game].name)
        await tab.slash("/speel" if language == "nl" else "/play", game=name)
        await look("lobby")
        await tab.press("Options", opens=True)
        await tab.private.last.locator("select[data-choose*=':rule:']").select_option("pace")
        await expect(tab.private.last).to_contain_text(tab.say("Computers' pace"))
        await look("options")
        await tab.dismiss()
        await tab.press("Start")
        await expect(tab.table).to_contain_text(name)
        await look("table")
        await tab.open_hand()
        done = await tab.play_any_deal(look)
        assert "lay" in done
        assert {"lesbos": "accept", "hoogjassen": "take"}[game] in done
        await expect(tab.public).to_have_count(2)
        await look("result")
        await tab.press("Check this deal", tab.public.first, opens=True)
        await expect(tab.private.last).to_contain_text(
            tab.say("### Deal {n} as it was dealt", n=1)[4:]
        )
        await look("check")
        for part in ("Menu", "The game explained"):
            within = tab.table if part == "Menu" else tab.private.last
            await tab.press(part, within, opens=part == "Menu")
            await look(part)
        for _page in range(3):
            await tab.press("Next", tab.private.last)
            await look("rules")
    assert {"lobby", "lay", "hand"} <= set(seen)


async def test_twelve_cards_and_lay_away_are_seen_at_once_on_a_phone(open_tab):
    async with playground("nl", SEEDS["lesbos"]) as (box, _):
        tab = await open_tab(box, "Anna", "nl", PHONE)
        await tab.slash("/speel", game="Ronde van Lesbos")
        await tab.press("Start")
        await tab.open_hand()
        verb, pressable = await tab.asked()
        assert pressable[-1].endswith(":pass") or pressable[0].endswith(":accept")
        await tab.hand.locator(f"{ACTIONS}[data-press$=':accept']").click()
        verb, pressable = await tab.asked()
        assert (verb, len(pressable)) == ("pick", 12)
        fits = await tab.hand.evaluate(FITS)
        assert fits == {"height": True, "hidden": []}
        assert await tab.hand.locator("button", has_text="Wegleggen").is_visible()


async def test_two_tabs_are_two_people_at_one_table(open_tab):
    async with playground("nl") as (box, _):
        anna = await open_tab(box, "Anna", "nl", PHONE)
        bob = await open_tab(box, "Bob", "nl", PHONE)
        for tab in (anna, bob):
            await tab.page.evaluate("window.neverReloaded = true")
        await anna.slash("/speel")
        await expect(bob.table).to_contain_text("Anna")
        await bob.table.get_by_role("button", name="Hier zitten").first.click()
        await expect(anna.table).to_contain_text("Bob")
        await anna.press("Start")
        await expect(bob.table).to_contain_text("Spel 1 van 16")
        await anna.open_hand()
        await bob.open_hand()

        # Each sees his own hand and nothing of the other's.
        hands = [await anna.cards(), await bob.cards()]
        assert [len(hand) for hand in hands] == [8, 8]
        assert not set(hands[0]) & set(hands[1])
        for tab, other in ((anna, hands[1]), (bob, hands[0])):
            await expect(tab.private).to_have_count(1)
            labels = await tab.page.locator("button").all_inner_texts()
            assert not set(labels) & set(other)

        # What one does shows at the other's without reload: the trump made, and a card.
        for word in ("trump", "play"):
            tab, moves = await whose_turn(anna, bob)
            while word not in moves[-1]:
                await tab.move(moves[-1])
                tab, moves = await whose_turn(anna, bob)
            other = bob if tab is anna else anna
            label = await tab.label(moves[-1])
            await tab.move(moves[-1])
            for shown in (other.table, other.hand):
                await expect(shown).to_contain_text(label)
        for tab in (anna, bob):
            assert await tab.page.evaluate("window.neverReloaded")


async def test_a_hand_of_people_with_the_longest_names_fits_a_phone(open_tab):
    async with playground("nl") as (box, bot):
        names = ("Anna", "Bob", "Cees", "Dirk")
        for name in names:
            user = box.world._backend.users[box.person(name).id]
            user.name = f"{name} van der Willigenburg"[:LONGEST]
        tab = await open_tab(box, "Anna", "nl", PHONE)
        await tab.slash("/speel")
        others = [box.person(name) for name in names[1:]]
        lobby = int(others[0].messages()[-1]["id"])
        for seat, person in enumerate(others, 1):
            free = ids(person.message(lobby))
            await person.click(lobby, next(i for i in free if i.endswith(f":{seat}")))
        await tab.press("Start")
        await tab.open_hand()
        for person in others:
            await person.click(lobby, label="Mijn kaarten")
        (table,) = bot.tables
        looked = []
        while len(looked) < 6:
            view = table.view(None)
            if table.face.seats[view.turn].user_id == box.person("Anna").id:
                moves = await tab.my_turn()
                looked.append("bidding" if view.trump is None else "hand")
                await check(tab, looked[-1])
                await tab.move(moves[-1])
            else:
                person = next(p for p in others if p.id == table.face.seats[view.turn].user_id)
                own = table.view_of(person.id)
                await press(person, own, Thumb().choose(own))
        assert {"bidding", "hand"} == set(looked)


async def test_a_changed_menu_shows_what_was_chosen(open_tab):
    async with playground("nl") as (box, _):
        tab = await open_tab(box, "Anna", "nl", PHONE)
        await tab.slash("/speel")
        await tab.press("Options", opens=True)
        for name, value in (("length", "4"), ("turn_seconds", "15"), ("length", "8")):
            await tab.private.last.locator("select[data-choose*=':rule:']").select_option(name)
            menu = tab.private.last.locator(f"select[data-choose$=':{name}']")
            await menu.select_option(value)
            await expect(tab.private.last).to_contain_text(tab.say("Changed."))
            await expect(menu).to_have_value(value)
        await expect(tab.table).to_contain_text(tab.say("8 deals"))
