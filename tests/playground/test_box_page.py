"""The page in a real browser: two tabs, two languages, phone and wide screen."""

from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright, expect

from bot.playground import ids
from bot.playground.box import Box

from .running import Run

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

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="not run: no Chromium"),
]

MEASURE = Path(__file__).with_name("measure.js").read_text()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser():
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="module")
async def run():
    async with Box() as box:
        box.connect()
        running = Run(box)
        await running.start()
        yield running
        await running.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def tab(browser, run):
    """Open tabs; an error in one fails the test."""
    errors, contexts = [], []

    async def open_tab(query="", size=PHONE, locale="nl-NL"):
        context = await browser.new_context(viewport=size, locale=locale)
        context.set_default_timeout(5000)
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        await page.goto(run.box.url + query)
        await page.wait_for_selector("body[data-ready]")
        return page

    yield open_tab
    for context in contexts:
        await context.close()
    assert not errors


async def slash(page, command):
    await page.fill("#text", command)
    await page.press("#text", "Enter")


async def test_two_tabs_play_as_two_people(tab):
    anna, bob = await tab(), await tab()
    assert await anna.get_attribute("body", "data-ready") == "Anna"
    assert await bob.get_attribute("body", "data-ready") == "Bob"
    await slash(anna, "/speel")
    await expect(bob.get_by_text("Tafel 1")).to_be_visible()
    await anna.get_by_role("button", name="My hand").click()
    await expect(anna.get_by_text("Jouw hand (12)")).to_be_visible()
    await bob.get_by_role("button", name="count").click()
    await expect(anna.get_by_text("Tafel 2")).to_be_visible()
    assert await bob.get_by_text("Jouw hand").count() == 0
    await anna.get_by_role("button", name="♠A").click()
    await expect(anna.get_by_text("Jouw hand (11)")).to_be_visible()
    await anna.get_by_role("button", name="Negeren").click()
    await expect(anna.get_by_text("Jouw hand")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "hint", "other", "only"),
    [
        ("nl-NL", "Typ /speel", "/play", "Alleen jij kunt dit zien"),
        ("en-US", "Type /play", "/speel", "Only you can see this"),
    ],
)
async def test_the_page_speaks_the_browsers_language(tab, locale, hint, other, only):
    page = await tab(locale=locale)
    await expect(page.locator("#hint")).to_contain_text(hint)
    # Found by the other language's name as well.
    await slash(page, other)
    await page.get_by_role("button", name="My hand").click()
    await expect(page.get_by_text(only)).to_be_visible()
    await expect(
        page.get_by_text("nl" if locale == "nl-NL" else "en-US", exact=True)
    ).to_be_visible()
    await page.select_option("#language", "en" if locale == "nl-NL" else "nl")
    await expect(page.get_by_text(only)).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["360", "1280"])
async def test_it_fits_the_screen(tab, size):
    page = await tab(size=size)

    async def check():
        found = await page.evaluate(MEASURE)
        assert found == {"wide": 0, "small": [], "faint": []}

    await check()
    await page.fill("#text", "/")
    await expect(page.locator("#suggestions li").first).to_be_visible()
    await check()
    await slash(page, "/speel")
    await page.get_by_role("button", name="My hand").click()
    hand = page.locator(".message.ephemeral")
    await expect(hand).to_be_visible()
    await check()
    box, log = await hand.bounding_box(), await page.locator("#log").bounding_box()
    assert log["y"] <= box["y"]
    assert box["y"] + box["height"] <= log["y"] + log["height"] + 1
    cards = hand.locator(".row").first.locator("button")
    tops = {(await cards.nth(i).bounding_box())["y"] for i in range(5)}
    assert len(tops) == 1, "five cards stand side by side"
    await page.get_by_role("button", name="form").click()
    await expect(page.locator("dialog")).to_be_visible()
    await check()
    await page.keyboard.press("Escape")
    await slash(page, "/instellen")
    await expect(page.locator("#options")).to_be_visible()
    await check()


async def test_an_update_leaves_the_reader_alone(tab, run):
    for number in range(10):
        run.box.person("Bob").say(f"bericht {number}")
    page = await tab()
    await slash(page, "/speel")
    await page.get_by_role("button", name="My hand").click()
    await expect(page.locator(".ephemeral")).to_be_visible()
    await page.focus("#text")
    await page.keyboard.type("half een zi")
    await page.evaluate("document.querySelector('select[data-choose]').same = true")
    await page.evaluate("document.querySelector('#log').scrollTop = 20")
    bob = run.box.person("Bob")
    table = await bob.sees(lambda m: m["components"])
    await bob.click(int(table["id"]), label="count")
    await expect(page.get_by_text("Tafel 2")).to_be_visible()
    assert await page.input_value("#text") == "half een zi"
    assert await page.evaluate("document.activeElement.id") == "text"
    assert await page.evaluate("document.querySelector('select[data-choose]').same")
    assert await page.evaluate("document.querySelector('#log').scrollTop") == 20


async def test_the_keyboard_stays_where_it_was(tab):
    page = await tab()
    await slash(page, "/speel")
    await page.get_by_role("button", name="My hand").click()
    await page.get_by_role("button", name="count").press("Enter")
    await expect(page.get_by_text("Tafel 2")).to_be_visible()
    assert await page.evaluate("document.activeElement.textContent") == "count"
    # A card that was played is gone: Enter pressed once more must not play the next.
    await page.get_by_role("button", name="♠A").press("Enter")
    await expect(page.get_by_text("Jouw hand (11)")).to_be_visible()
    assert await page.evaluate("document.activeElement.id") == "log"


async def test_a_press_waits_and_may_fail(tab, run):
    run.box.world.answer_within = 1.0
    sent, deliver = [], run.box.world.emit
    run.box.world.emit = lambda event, data: (sent.append(event), deliver(event, data))
    page = await tab()
    await slash(page, "/speel")
    button = page.get_by_role("button", name="silent")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await button.dispatch_event("click")
    await expect(page.locator(".failed")).to_contain_text("mislukt")
    await expect(button).not_to_have_attribute("aria-busy", "true")
    assert sent.count("INTERACTION_CREATE") == 2, "the command and one press"


async def test_options_selects_and_forms(tab):
    page = await tab("?as=Cees&lang=nl")
    await slash(page, "/instellen")
    await page.click("#send")
    await expect(page.locator("#notice")).to_contain_text("verplichte")
    await page.fill("#option-word", "ro")
    await page.get_by_role("option", name="vrouw").click()
    await page.select_option("#option-length", label="lang")
    await page.select_option("#option-who", label="Dirk")
    await page.select_option("#option-loud", label="Ja")
    await page.click("#send")
    await expect(page.get_by_text("vrouw 16 60 True Dirk nl nl True")).to_be_visible()
    await slash(page, "/speel")
    await page.select_option("select[data-choose]", "blauw")
    await expect(page.get_by_text("chose blauw")).to_be_visible()
    await page.get_by_role("button", name="form").click()
    await page.click("dialog button[type=submit]")
    await expect(page.locator("dialog .failed")).to_be_visible()
    await page.get_by_label("Naam").fill("Truus")
    await page.get_by_label("Kant").select_option("Zuid")
    await page.click("dialog button[type=submit]")
    await expect(page.get_by_text("form Truus Zuid")).to_be_visible()
    await expect(page.locator("dialog")).to_be_hidden()


async def test_markdown_is_drawn_and_nothing_becomes_html(tab, run):
    page = await tab(size=WIDE)
    text = (
        "# Kop <img src=x onerror=alert(1)>\n-# klein\n"
        "**vet** *schuin* ~~weg~~ `code` snake_case_word\n"
        f"> citaat\n- een\n- twee\n<@{ids.person_id('Dirk')}> <#{ids.CHAT_CHANNEL}> </play:1>\n"
        "[tekst](https://example.com) [kwaad](javascript:alert(1)) <t:1:d>"
    )
    await run.box.person("Anna").slash("say", {"text": text})
    body = page.locator(".message:not(.ephemeral) .md")
    await expect(body.locator(".h1")).to_have_text("Kop <img src=x onerror=alert(1)>")
    for tag, words in (("strong", "vet"), ("em", "schuin"), ("s", "weg"), ("code", "code")):
        await expect(body.locator(tag)).to_have_text(words)
    await expect(body.locator("blockquote")).to_have_text("citaat")
    await expect(body.locator("li")).to_have_text(["een", "twee"])
    await expect(body.locator(".mention")).to_have_text(["@Dirk", "#kletshoek", "/speel"])
    await expect(body.locator("a")).to_have_count(1)
    await expect(body).to_contain_text("snake_case_word")
    await expect(body.locator("time")).to_contain_text("1970")
    await expect(body.locator("img")).to_have_count(0)


async def test_a_reader_of_old_messages_is_not_moved(tab, run):
    for number in range(30):
        run.box.person("Bob").say(f"bericht {number}")
    page = await tab()
    await expect(page.get_by_text("bericht 29")).to_be_in_viewport()
    run.box.person("Bob").say("nieuw")
    await expect(page.get_by_text("nieuw", exact=True)).to_be_in_viewport()
    await page.evaluate("document.querySelector('#log').scrollTop = 100")
    await page.wait_for_function("document.querySelector('#log').scrollTop === 100")
    run.box.person("Bob").say("nog nieuwer")
    await expect(page.locator("#down")).to_be_visible()
    assert await page.evaluate("document.querySelector('#log').scrollTop") == 100
    await page.click("#down")
    await expect(page.get_by_text("nog nieuwer")).to_be_in_viewport()


async def test_the_page_comes_back_by_itself(tab, run):
    page = await tab()
    await run.stop()
    await run.start()
    await slash(page, "/speel")
    await expect(page.get_by_text("Tafel 1")).to_be_visible()
