"""The tables from above: a server's, for who manages it, and the bot, for its operator."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.rules.view import View
from bot.screens.names import seat_label, seat_name, short
from bot.screens.press import button, line, page, row, select, text
from bot.screens.words import deal_title, game_name
from bot.tables.face import Face
from bot.texts import Speech
from bot.thinking.thinking import Report

COLOUR = discord.Colour(0x5865F2)
PAGE = 8
"""Tables on a page: with the longest names there can be, more would not fit a message."""
LONGEST_LABEL = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """An open table in the list."""

    number: int
    """Its place in the list, from 1 on."""
    face: Face
    view: View | None
    """What everyone may know of the match; None in a lobby."""
    link: str
    opened: float


def draw_tables(
    say: Speech, entries: Sequence[Entry], total: int, chosen: str = "", notice: str = ""
) -> ui.LayoutView:
    """Draw one page of a server's open tables; with one of them chosen, what can be done to it."""
    title = say("## Tables of this server")
    notice = notice and f"**{notice}**"
    if not entries:
        return page(text(title, notice, say("No table is open here.")), colour=COLOUR)
    count = say.plural("-# {n} open table", "-# {n} open tables", total)
    options = [
        (_label(say, entry), entry.face.table_id, entry.face.table_id == chosen)
        for entry in entries
    ]
    items: list[ui.Item[Any]] = [
        text(title, notice, count),
        line(),
        text(*(_lines(say, entry) for entry in entries)),
        row(select(say("Choose a table"), options, "tables_choose")),
    ]
    if any(is_chosen for _, _, is_chosen in options):
        danger = discord.ButtonStyle.danger
        items.append(
            row(
                button(say("Stop this table"), "tables_ask", chosen, style=danger),
                button(say("Bring it here"), "tables_here", chosen),
            )
        )
    if total > PAGE:
        first, last = entries[0].number - 1, entries[-1].number
        items.append(
            row(
                button(say("Back"), "tables", max(first - PAGE, 0), disabled=first == 0),
                button(say("Next"), "tables", last, disabled=last >= total),
            )
        )
    return page(*items, colour=COLOUR)


def draw_stop(say: Speech, entry: Entry) -> ui.LayoutView:
    """Draw the question whether a table is really to stop."""
    danger = discord.ButtonStyle.danger
    return page(
        text(
            say("### Stop this table?"),
            _lines(say, entry),
            say("The people at it are told. An unfinished deal does not count."),
        ),
        row(
            button(say("Yes, stop it"), "tables_stop", entry.face.table_id, style=danger),
            button(say("No, let it go on"), "tables", entry.number - 1),
        ),
        colour=COLOUR,
    )


def _lines(say: Speech, entry: Entry) -> str:
    """Return game, state and age of a table, and who sits there."""
    face = entry.face
    facts = [
        f"**{entry.number}.** [{game_name(say, face.game)}]({entry.link})",
        say("lobby") if entry.view is None else deal_title(say, entry.view),
    ]
    if face.paused:
        facts.append(say("rests, since I may not write there"))
    elif face.frozen:
        facts.append(say("everyone is away"))
    facts.append(say("opened {since}", since=f"<t:{int(entry.opened)}:R>"))
    seated = [seat_name(say, face, seat) for seat, who in enumerate(face.seats) if who is not None]
    return f"{' · '.join(facts)}\n-# {say.names(seated)}"


def _label(say: Speech, entry: Entry) -> str:
    """Return a table in one line without markdown, for the select."""
    face = entry.face
    seated = [seat_label(say, face, seat) for seat, who in enumerate(face.seats) if who is not None]
    game = game_name(say, face.game)
    return short(f"{entry.number}. {game} · {say.names(seated)}", LONGEST_LABEL)


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot fares. Durations in seconds."""

    lobbies: int
    running: int
    waiting: int
    """Those of the running ones that wait for a person's move."""
    resting: int
    """Those that rest because the bot may not write in their channels."""
    delay: tuple[float, float]
    """Of the event loop in the last minute: usual and worst."""
    refused: int
    """Requests that Discord refused for haste since the start."""
    writes: Sequence[float]
    """How long the last writes to the store took."""
    unshown: float
    """The age of the oldest change that is not yet shown."""
    masters: Report
    """How computers that think fare."""
    began: float
    version: str


def draw_status(say: Speech, status: Status) -> ui.LayoutView:
    """Draw how the bot fares."""
    usual, worst = (say.average(seconds * 1000) for seconds in status.delay)
    return page(
        text(
            say("## How the bot fares"),
            say(
                "Started {since} · version {version}",
                since=f"<t:{int(status.began)}:R>",
                version=status.version,
            ),
        ),
        line(),
        text(
            say(
                "**Tables**: lobbies {lobbies} · running {running}, of which {waiting} wait for a "
                "person and {resting} rest",
                lobbies=say.number(status.lobbies),
                running=say.number(status.running),
                waiting=say.number(status.waiting),
                resting=say.number(status.resting),
            ),
            say(
                "**Event loop**, last minute: usually {usual} ms late, at worst {worst} ms",
                usual=usual,
                worst=worst,
            ),
            _store_line(say, status.writes),
            say(
                "**Oldest change not yet shown**: {seconds} s",
                seconds=say.average(status.unshown),
            ),
            say("**Refused by Discord for haste (429)**: {n}", n=say.number(status.refused)),
            _masters_line(say, status.masters),
        ),
        colour=COLOUR,
    )


def _masters_line(say: Speech, report: Report) -> str:
    if not report.workers:
        return say("**Masters** play by rule of thumb")
    return say(
        "**Masters**: {ready} of {workers} processes ready, {waiting} waiting; usually {median} ms "
        "a move; by rule of thumb {thumb} of {moves}",
        ready=say.number(report.ready),
        workers=say.number(report.workers),
        waiting=say.number(report.waiting),
        median=say.average(report.median * 1000),
        thumb=say.number(report.by_thumb),
        moves=say.number(report.moves + report.by_thumb),
    )


def _store_line(say: Speech, writes: Sequence[float]) -> str:
    if not writes:
        return say("**Store**: nothing written yet")
    slowest = sorted(writes)[math.ceil(len(writes) * 0.99) - 1]
    return say(
        "**Store**: median {median} ms, 99% within {slowest} ms (last {n} writes)",
        median=say.average(statistics.median(writes) * 1000),
        slowest=say.average(slowest * 1000),
        n=say.number(len(writes)),
    )
