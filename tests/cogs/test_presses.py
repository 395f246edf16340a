"""Buttons outlive their views: the traps of discord.py's dynamic items (discord.md)."""

import discord
import pytest
from discord import ui

from bot.rules.actions import CLOSE, Deal
from bot.rules.klaverjas import Klaverjas
from bot.rules.match import Phase
from bot.screens.hand import draw_hand
from bot.screens.lobby import draw_lobby, draw_options
from bot.screens.menu import draw_menu
from bot.screens.press import Press, button
from bot.screens.settings import draw_help, draw_server, draw_settings
from bot.screens.table import draw_deal, draw_table
from bot.tables.face import Ending, Face, Seated, State
from bot.texts import Speech
from tests.people import Club

LONG = "W" * 40


def face(state: State = State.PLAYING) -> Face:
    """Return a table of four people with the longest names there can be."""
    return Face(
        table_id="0123456789",
        guild_id=1,
        channel_id=2,
        host_id=10,
        state=state,
        ending=Ending.NONE,
        game="klaverjas",
        house=Klaverjas().house,
        seats=tuple(Seated(10 + seat, LONG, away=seat == 3) for seat in range(4)),
        sides=Klaverjas.sides_of(4),
        turn_seconds=60,
        pace=1.2,
        deadline=1_800_000_000.0,
        seal="0" * 64,
        start=1,
        filled=(1, 2),
        back=True,
        frozen=False,
    )


def all_screens() -> list[ui.LayoutView]:
    """Return every screen at every moment of a long match, in both languages."""
    match = Klaverjas(Klaverjas().house.model_copy(update={"length": "16"}))
    views = []
    for number in range(1, 17):
        match.push(None, Deal(bytes([number]) * 32))
        while match.turn is not None:
            if number in (1, 16):
                views += [match.view(seat) for seat in (None, match.turn)]
            match.push(match.turn, match.legal(match.turn)[-1])
        if match.phase is Phase.COUNTING:
            views.append(match.view(0))
            match.push(None, CLOSE)
        views.append(match.view(1))
    screens = []
    for say in map(Speech.of, ("nl", "en")):
        lobby, playing, over = face(State.LOBBY), face(), face(State.OVER)
        screens += [draw_lobby(lobby, say), draw_options(lobby, say, "x"), draw_help(say)]
        screens += [draw_settings(say, None, pings=True, autoplay=False)]
        screens += [draw_server(say, "nl", pings=False)]
        for view in views:
            screens.append(
                draw_table(playing, view, say)
                if view.outcome is None
                else draw_table(over, view, say)
            )
            screens += [
                draw_menu(playing, view, 13, say, part) for part in ("rules", "sheet", "trick")
            ]
            if view.seat is not None:
                screens.append(draw_hand(playing, view, say, "x" * 80))
        screens.append(draw_deal(over, views[-1], 1, say))
    return screens


def test_views_hold_presses_and_nothing_else_and_never_end() -> None:
    for screen in all_screens():
        items = [item for item in screen.walk_children() if item.is_dispatchable()]
        assert all(isinstance(item, Press) for item in items)
        assert screen.timeout is None


def test_every_screen_fits_discords_limits() -> None:
    for screen in all_screens():
        children = list(screen.walk_children())
        texts = [item.content for item in children if isinstance(item, ui.TextDisplay)]
        assert len(children) <= 40
        assert sum(map(len, texts)) <= 4000
        ids = [item.custom_id for item in children if isinstance(item, Press)]
        assert len(ids) == len(set(ids))
        assert all(len(id_) <= 100 for id_ in ids)


async def test_a_view_that_ends_takes_no_button_with_it(club: Club) -> None:
    """A view of dynamic and ordinary items takes the class with it; ours must not."""
    await club.open_table(club.anna)
    for _ in range(4):
        await club.anna.hand()
        await club.anna.move()
    await club.bob.slash("play")
    await club.env.advance_time(16 * 60)
    lobby = club.public[-1]
    await club.cees.press_id(lobby, lobby.seat(1))
    assert "Cees" in club.public[-1].text
    answer = await club.anna.slash("hand")
    assert answer is not None


async def test_the_trap_is_real(club: Club) -> None:
    """The reason for the rule above, so that we notice when discord.py mends it."""
    store = club.bot._connection._view_store
    mixed = ui.View(timeout=None)
    mixed.add_item(button("a", "hand", "x"))
    mixed.add_item(discord.ui.Button(label="b", custom_id="ordinary"))
    store.add_view(mixed, message_id=1)
    assert Press in store._dynamic_items.values()
    mixed.stop()
    if Press in store._dynamic_items.values():
        pytest.fail("discord.py no longer forgets the class: the rule can go")
    club.bot.add_dynamic_items(Press)
