"""Tabs of a real browser, in which nothing may go wrong unseen."""

import logging

import pytest_asyncio

from .playing import LOCALES, Tab, chromium


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser():
    async with chromium() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def open_tab(browser, caplog):
    """Open tabs; an error in one of them, or in the bot, fails the test."""
    caplog.set_level(logging.ERROR)
    errors, contexts = [], []

    async def open_one(box, name, language, size):
        context = await browser.new_context(viewport=size, locale=LOCALES[language])
        context.set_default_timeout(5000)
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        await page.goto(f"{box.url}?as={name}")
        await page.wait_for_selector("body[data-ready]")
        return Tab(page, language)

    yield open_one
    for context in contexts:
        await context.close()
    assert not errors
    assert not [record.getMessage() for record in caplog.get_records("call")]
