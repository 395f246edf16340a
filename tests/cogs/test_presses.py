"""Buttons outlive their views: the traps of discord.py's dynamic items (discord.md)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import discord
import pytest
from discord import ui

from bot.players.levels import Level
from bot.rules.actions import CLOSE, Deal, Kind, lay
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.view import Phase, View
from bot.screens.hand import Chosen, draw_hand
from bot.screens.lobby import draw_invite, draw_lobby, draw_moved
from bot.screens.menu import draw_menu
from bot.screens.options import draw_defaults, draw_levels, draw_options
from bot.screens.press import Press, button
from bot.screens.rules import draw_rules
from bot.screens.settings import draw_help, draw_server, draw_settings
from bot.screens.table import draw_deal, draw_table
from bot.screens.tables import PAGE, Entry, Status, draw_status, draw_stop, draw_tables
from bot.store.rows import Server
from bot.tables.face import Ending, Face, Seated, State
from bot.texts import Speech
from bot.thinking.thinking import Report
from tests.people import Club

LONG = "W" * 40
MUCH = 9**9
BUSY = Status(
    lobbies=MUCH,
    running=MUCH,
    waiting=MUCH,
    resting=MUCH,
    delay=(MUCH, MUCH),
    refused=MUCH,
    writes=[MUCH],
    unshown=MUCH,
    masters=Report(MUCH, MUCH, MUCH, MUCH, MUCH, MUCH),
    began=1,
    version=LONG,
)
TABLES = [(game, seats) for game in GAMES for seats in GAMES[game].counts]


def face(game: str, seats: int, state: State = State.PLAYING) -> Face:
    """Return a table of people with the longest names there can be."""
    return Face(
        table_id="0123456789",
        guild_id=1,
        channel_id=2,
        host_id=10,
        state=state,
        ending=Ending.NONE,
        game=game,
        house=GAMES[game].house_type(),
        seats=tuple(Seated(10 + seat, LONG, away=seat == seats - 1) for seat in range(seats)),
        sides=GAMES[game].sides_of(seats),
        turn_seconds=60,
        pace=1.2,
        thread=True,
        deadline=1_800_000_000.0,
        seal="0" * 64,
        start=1,
        filled=(1, 2),
        back=True,
        frozen=False,
        hints=True,
    )


def play_on(match: Match, chance: Random) -> None:
    """Make a move of the seat in turn: low bids, so that every phase is seen."""
    seat = match.turn
    assert seat is not None
    legal = match.legal(seat)
    bids = [action for action in legal if action.kind in (Kind.BID, Kind.PASS)]
    match.push(seat, chance.choice(bids[:2] or legal))


def moments(game: str, seats: int) -> list[View]:
    """Return the views of a match of sixteen deals, every moment of the first and the last."""
    match, chance = GAMES[game](GAMES[game].house_type(), seats), Random(seats)
    views = []
    while match.phase is not Phase.OVER and len(match.results) < 16:
        match.push(None, Deal(chance.randbytes(32)))
        while match.turn is not None:
            if len(match.results) in (0, 15):
                views += [match.view(seat) for seat in (None, match.turn)]
            play_on(match, chance)
        if match.phase is Phase.COUNTING:
            views.append(match.view(0))
            match.push(None, CLOSE)
        views.append(match.view(1))
    return views


def all_screens() -> Iterator[ui.LayoutView]:
    """Return every screen at every moment of a match of each game, in both languages."""
    for (game, seats), say in product(TABLES, map(Speech.of, ("nl", "en"))):
        lobby, playing = face(game, seats, State.LOBBY), face(game, seats)
        over = face(game, seats, State.OVER)
        computers = tuple(Seated(None, "", level=Level.CLUB) for _ in range(seats - 1))
        waiting = replace(lobby, seats=(lobby.seats[0], *computers))
        yield from (
            draw_lobby(lobby, say, 5),
            draw_lobby(waiting, say, 5),
            draw_lobby(replace(waiting, seats=(*waiting.seats[:-1], None)), say, 5),
            draw_levels(waiting, say, "x" * 80),
            draw_help(say),
            draw_invite(lobby, say, "x"),
            draw_moved(playing, say, 7),
            draw_settings(say, None, pings=True, autoplay=False),
            draw_server(say, Server(1, "nl", pings=False, role_id=5), 60),
            draw_status(say, BUSY),
        )
        house = lobby.house
        for name in ["", "players", "thread", *type(house).model_fields]:
            yield draw_options(lobby, say, name, "x")
            yield draw_defaults(say, game, house, name)
        for number in range(10):
            yield draw_rules(say, game, house, seats, number, game)
        views = moments(game, seats)
        for view in views:
            yield draw_table(playing if view.outcome is None else over, view, say)
            for part in ("rules", "sheet", "trick"):
                yield draw_menu(playing, view, 12, say, part)
            if view.seat is not None:
                yield draw_hand(playing, view, say, "x" * 80)
                hint = lay((1 << view.to_lay) - 1) if view.to_lay else next(iter(view.legal), None)
                chosen = Chosen(view.dealt, view.decision, hint=hint)
                yield draw_hand(playing, view, say, "x" * 80, chosen)
        yield draw_deal(over, views[-1], 1, say)
        # Names of signs that markdown has a meaning for: each is shown as two.
        starred = tuple(Seated(10 + seat, "*" * 40) for seat in range(seats))
        entries = [
            Entry(
                number,
                replace(playing, table_id=f"{number:010}", seats=starred, paused=True),
                views[0],
                "https://discord.com/channels/" + "/".join([str(2**63)] * 3),
                1_800_000_000.5,
            )
            for number in range(10_000, 10_000 + PAGE)
        ]
        for total in (10_000 + PAGE, 20_000):
            yield draw_tables(say, entries, total, entries[-1].face.table_id, "x" * 80)
        yield draw_tables(say, [], 0)
        yield draw_stop(say, entries[0])


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
        buttons = [item.item for item in children if isinstance(item, Press)]
        assert all(len(b.label) <= 80 for b in buttons if isinstance(b, ui.Button))
        for menu in buttons:
            if isinstance(menu, ui.Select):
                assert 1 <= len(menu.options) <= 25
                assert all(len(option.label) <= 100 for option in menu.options)
                assert len({option.value for option in menu.options}) == len(menu.options)
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
