"""A name is text and nothing else, wherever it shows; messages mention whom they are for alone."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.boards.standings import Line, Page
from bot.players.levels import Level
from bot.rules.view import View
from bot.screens.board import draw_board, draw_me
from bot.screens.cards import NAME_WIDTH
from bot.screens.hand import draw_hand
from bot.screens.lobby import draw_closed, draw_invite, draw_lobby, invitation, thread_name
from bot.screens.menu import draw_menu
from bot.screens.names import LONGEST, clean_name, cross_label, safe, seat_label
from bot.screens.options import draw_options
from bot.screens.press import Press
from bot.screens.table import draw_deal, draw_table
from bot.screens.tables import Entry, draw_stop, draw_tables
from bot.tables.face import Seated, State
from bot.texts import Speech
from tests.cogs.test_presses import TABLES, face, moments

PARTS = (
    *("*", "**", "_", "~~", "|", "||", "`", "```", "\\", "#", "# ", "-# ", "- ", "+ ", "1. ", "> "),
    *("[x](y)", "[*x*](y)", "<@1>", "<@&1>", "<#1>", "@everyone", "@here", "</a:1>", "<t:0:R>"),
    *("<:a:1>", "https://x.nl", "<https://x.nl>", "://", "\n", "\t", " ", "\u2028", "x", "Anna"),
    *(
        "\u200b",
        "\u202e",
        "\u2066",
        "\u0301",
        "\u034f",
        "\u3164",
        "\u115f",
        "\u2800",
        "😀",
        "👩\u200d👧",
    ),
    *("א", "שרה", "مرحبا", "1", "99)", "ก", "\uff37", "'", '"', "{name}", "%s", "&", "…"),
)
NAMES = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=12).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
)
ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
ACTIVE = re.compile(
    r"^ *(?:#{1,3} |-# |[-*+] |\d+[.)] |> ?)|[*_~|`\[\]<>\\]|://|@(?=everyone|here)", re.MULTILINE
)
"""What Discord reads as markdown or as a mention."""
PLAIN = "Anna"


def inert(text: str) -> list[str]:
    """Return what of a text does something, as Discord reads it."""
    return ACTIVE.findall(ESCAPED.sub("x", text))


@given(NAMES)
@settings(max_examples=1000)
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    shown = safe(name)
    assert inert(shown) == []
    assert "\n" not in shown
    assert discord.utils.escape_mentions(shown) == shown


@given(NAMES)
@settings(max_examples=1000)
def test_a_name_can_be_seen_and_keeps_to_its_place(name: str) -> None:
    label = clean_name(name)
    assert 1 <= len(label) <= LONGEST
    assert label == label.strip()
    kinds = [unicodedata.category(character)[0] for character in label]
    assert "C" not in kinds
    assert kinds[0] != "M", "a mark would be drawn on what stands before the name"
    assert set(kinds) > {"M"} or kinds
    assert "MMM" not in "".join(kinds)
    assert not set(label) & set("\u115f\u1160\u2800\u3164\uffa0")
    assert clean_name(label) == label


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("O'Brien & co.", "O'Brien & co."),
        ("[*x*](y)", r"\[\*x\*\](y)"),
        ("# Baas", r"\# Baas"),
        ("12. man", r"12\. man"),
        ("-# klein", r"\-# klein"),
        (r"\*", r"\\\*"),
        ("@everyone", "@\u200beveryone"),
        ("\u3164", "?"),
        ("\u0301\u0301a", "a"),
        ("😀" * 32, "😀" * 23 + "…"),
        ("שרה", "\u2068שרה\u2069"),
    ],
)
def test_how_a_name_is_shown(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.fixture(scope="module")
def views() -> dict[tuple[str, int], list[View]]:
    """Return moments of a match of each game, the first of each phase and the last ones."""
    chosen = {}
    for game, seats in TABLES:
        all_of_it = moments(game, seats)
        firsts = {(view.phase, view.seat is None): view for view in reversed(all_of_it)}
        chosen[game, seats] = [*firsts.values(), all_of_it[-1]]
    return chosen


def screens(game: str, views: list[View], names: list[str]) -> Iterator[ui.LayoutView]:
    """Return every screen on which names stand, with these names."""
    seats = len(names)
    playing = replace(
        face(game, seats),
        seats=tuple(Seated(10 + n, name, away=n == seats - 1) for n, name in enumerate(names)),
        stopping=(0, 1),
    )
    lobby = replace(playing, state=State.LOBBY, seats=(*playing.seats[:-1], None))
    over, closed = (replace(playing, state=state) for state in (State.OVER, State.CLOSED))
    lines = [
        Line(rank, 10 + rank, name, 100, 9, 1, 1, 1, 1, 1.5, 1)
        for rank, name in enumerate(names, 1)
    ]
    for say in map(Speech.of, ("nl", "en")):
        yield from (
            draw_lobby(lobby, say, 5),
            draw_invite(lobby, say, "x"),
            draw_closed(closed, say),
        )
        yield draw_options(lobby, say, "host", "x")
        yield draw_board(Page(lines, seats, 0.0, 1.0), game, "points", 0, say)
        yield draw_me({game: lines[0]}, {game: 2}, say)
        entries = [
            Entry(1, lobby, None, "https://x/1", 0.0),
            Entry(2, playing, views[0], "https://x/2", 0.0),
        ]
        yield draw_tables(say, entries, 2, playing.table_id, "x")
        yield draw_stop(say, entries[1])
        for view in views:
            yield draw_table(playing if view.outcome is None else over, view, say)
            for part in ("rules", "sheet", "trick", "seats", "leave"):
                for user_id in (10, 99):
                    yield draw_menu(playing, view, user_id, say, part)
            if view.seat is not None:
                yield draw_hand(playing, view, say, "x")
        yield draw_deal(over, views[-1], 1, say)


def skeleton(screen: ui.LayoutView) -> list[object]:
    """Return what of a screen does not depend on names: its parts, and what its texts do."""
    found: list[object] = []
    for item in screen.walk_children():
        found.append(type(item).__name__)
        if isinstance(item, ui.TextDisplay):
            for at, part in enumerate(item.content.split("```")):
                # In a drawn trick nothing but its own end does anything.
                found.append(part.count("\n") if at % 2 else inert(part))
        elif isinstance(item, Press):
            found.append(item.custom_id)
    return found


def labels(screen: ui.LayoutView) -> Iterator[str]:
    for item in screen.walk_children():
        if isinstance(item, Press) and isinstance(item.item, ui.Button):
            yield item.item.label or ""
        elif isinstance(item, Press) and isinstance(item.item, ui.Select):
            yield from (option.label for option in item.item.options)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_names_change_nothing_of_a_screen_but_its_words(
    game: str, seats: int, views: dict[tuple[str, int], list[View]]
) -> None:
    plain = [skeleton(screen) for screen in screens(game, views[game, seats], [PLAIN] * seats)]

    @given(st.lists(NAMES, min_size=seats, max_size=seats))
    @settings(max_examples=15, deadline=None)
    def same(names: list[str]) -> None:
        for screen, expected in zip(screens(game, views[game, seats], names), plain, strict=True):
            assert skeleton(screen) == expected
            texts = [i.content for i in screen.walk_children() if isinstance(i, ui.TextDisplay)]
            assert sum(map(len, texts)) <= 4000
            assert all(label.isprintable() and 1 <= len(label) <= 100 for label in labels(screen))

    same()


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_computer_is_told_by_its_level_and_its_seat(language: str) -> None:
    say = Speech.of(language)
    names, short = set(), set()
    for level in Level:
        seats = tuple(Seated(None, "", level=level) for _ in range(4))
        table = replace(face("klaverjas", 4), seats=seats)
        names |= {seat_label(say, table, seat) for seat in range(4)}
        short |= {cross_label(say, table, seat) for seat in range(4)}
    assert len(names) == len(short) == 4 * len(Level)
    assert all(label[-1].isdigit() for label in names | short)
    assert all(len(label) <= NAME_WIDTH - len("▸ ") for label in short), "cut, it has no number"


@given(NAMES, NAMES)
def test_a_thread_is_named_in_one_line(one: str, other: str) -> None:
    seated = replace(face("klaverjas", 4), seats=(Seated(1, one), None, Seated(2, other), None))
    name = thread_name(seated, Speech.of("nl"))
    assert 1 <= len(name) <= 100
    assert name.isprintable()


@given(NAMES)
def test_an_invitation_mentions_the_guest_alone(name: str) -> None:
    text = invitation(face("lesbos", 3), Speech.of("en"), 77, safe(name), "https://x/1")
    plain = invitation(face("lesbos", 3), Speech.of("en"), 77, PLAIN, "https://x/1")
    assert inert(text) == inert(plain)
    assert re.findall(r"<@[!&]?\d+>", text) == ["<@77>"]
