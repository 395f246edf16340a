"""The panel of options: of a table in its lobby, and of a game in a server's settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.players.levels import Level
from bot.rules.games import GAMES
from bot.rules.house import House, word_of
from bot.screens.names import clean_name, computer_name, seat_label
from bot.screens.press import Press, button, line, page, row, select, text
from bot.tables.face import Face
from bot.texts import Speech, later
from bot.texts.games import WORDS

COLOUR = discord.Colour(0x2E8B57)
TURN_SECONDS = (15, 30, 60, 120, 300, 3600, 6 * 3600, 24 * 3600)
PACES = {
    "0": later("at once"),
    "0.6": later("quickly"),
    "1.2": later("calmly"),
    "2.5": later("slowly"),
}
SERVER = "server_"
"""Before the verbs of a panel that changes a server's defaults."""
LONGEST_LABEL, MOST_OPTIONS = 100, 25


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be chosen: a house rule, or how the table goes."""

    name: str
    title: str
    why: str
    value: str
    values: Sequence[tuple[str, str]]
    """What may be chosen, and how it is said."""

    @property
    def said(self) -> str:
        """The value in words."""
        return next((label for value, label in self.values if value == self.value), self.value)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel of options: what it is about, and how its selects are answered."""

    title: str
    game: str
    house: House
    counts: Sequence[int]
    """With how many players it may be played."""
    settings: Sequence[Setting]
    prefix: str
    """What stands before the verbs of its selects."""
    target: str
    """What they change: the id of a table, or a game."""


def draw_options(face: Face, say: Speech, opened: str = "", notice: str = "") -> ui.LayoutView:
    """Draw the options of a lobby, for its host alone; one of them is opened."""
    counts = (len(face.seats),)
    settings = [*_table_settings(face, say), *_house_settings(say, face.game, face.house, counts)]
    title = say("### Options of this table")
    panel = Panel(title, face.game, face.house, counts, settings, "", face.table_id)
    return _draw(say, panel, opened, notice)


def draw_levels(face: Face, say: Speech, notice: str = "") -> ui.LayoutView:
    """Draw how well each computer of a lobby plays, for its host alone."""
    items: list[ui.Item[Any]] = [
        text(say("### How well the computers play"), notice and f"**{notice}**", levels_line(say))
    ]
    for seat, seated in enumerate(face.seats):
        if seated is not None and seated.computer:
            levels = [
                (computer_name(say, level, seat), level.value, level is seated.level)
                for level in Level
            ]
            label = seat_label(say, face, seat)
            items.append(row(select(label, levels, "level", face.table_id, seat)))
    return page(*items, colour=COLOUR)


def levels_line(say: Speech) -> str:
    """Return in small print what the levels mean."""
    return say(
        "-# Computers: a beginner does not always pay attention, a club player plays by rules of "
        "thumb, a master thinks ahead."
    )


def draw_defaults(
    say: Speech, game: str, house: House, opened: str = "", notice: str = ""
) -> ui.LayoutView:
    """Draw the house rules with which a server's tables of a game open."""
    counts = GAMES[game].counts
    title = say("### {game}: the rules of this server", game=say(WORDS[game].name))
    settings = _house_settings(say, game, house, counts)
    view = _draw(say, Panel(title, game, house, counts, settings, SERVER, game), opened, notice)
    view.add_item(row(button(say("All settings"), "server_settings")))
    return view


def _draw(say: Speech, panel: Panel, opened: str, notice: str) -> ui.LayoutView:
    """Draw what differs, the presets, a select of the rule, and that of its value."""
    differs = {name for count in panel.counts for name in panel.house.differing(count)}
    lines = [f"{s.title}: **{s.said}**" for s in panel.settings if s.name in differs]
    lines = lines or [say("The rules of the game are the usual ones.")]
    items: list[ui.Item[Any]] = [text(panel.title, notice and f"**{notice}**", *lines), line()]
    presets = [
        (say(label), name, panel.house == panel.house.preset(name))
        for name, label in WORDS[panel.game].presets.items()
    ]
    if presets:
        verb = f"{panel.prefix}preset"
        items.append(
            row(
                select(say("A set of rules by name, instead of these"), presets, verb, panel.target)
            )
        )
    rules = [(_short(f"{s.title}: {s.said}"), s.name, s.name == opened) for s in panel.settings]
    title = say("Choose a rule to see and change")
    items.append(row(select(title, rules[:MOST_OPTIONS], f"{panel.prefix}rule", panel.target)))
    shown = next((setting for setting in panel.settings if setting.name == opened), None)
    if shown is not None:
        values = [(_short(label), value, value == shown.value) for value, label in shown.values]
        verb = f"{panel.prefix}option"
        items.append(text(f"**{shown.title}**", shown.why))
        items.append(row(select(shown.title, values, verb, panel.target, shown.name)))
    return page(*items, colour=COLOUR)


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def _house_settings(say: Speech, game: str, house: House, counts: Sequence[int]) -> list[Setting]:
    """Return the house rules that have an effect with one of these numbers of players."""
    settings = []
    offered = {name for count in counts for name in house.offered(count)}
    for name in filter(offered.__contains__, type(house).model_fields):
        option, value = WORDS[game].options[name], getattr(house, name)
        values = house.values_of(name, counts[0])
        if value not in values:
            values = (value, *values)[:MOST_OPTIONS]
        settings.append(
            Setting(
                name,
                say(option.title),
                say(option.why),
                word_of(value),
                [(word_of(each), option.value(say, each)) for each in values],
            )
        )
    return settings


def _table_settings(face: Face, say: Speech) -> list[Setting]:
    """Return what is chosen of a table beside its house rules."""
    settings = []
    counts = GAMES[face.game].counts
    people = [
        (str(seated.user_id), clean_name(seated.name))
        for seated in face.seats
        if seated is not None and not seated.computer
    ]
    if len(people) > 1:
        why = say("The host chooses the options and starts the match.")
        settings.append(Setting("host", say("Host"), why, str(face.host_id), people))
    if len(counts) > 1:
        settings.append(
            Setting(
                "players",
                say("Players"),
                say("How many play at this table."),
                str(len(face.seats)),
                [(str(count), say.plural("{n} player", "{n} players", count)) for count in counts],
            )
        )
    times = sorted({*TURN_SECONDS, face.turn_seconds})
    settings += [
        Setting(
            "turn_seconds",
            say("Time for a turn"),
            say("When it is up the computer plays for you; after three times it holds your seat."),
            str(face.turn_seconds),
            [(str(seconds), say.duration(seconds)) for seconds in times],
        ),
        Setting(
            "pace",
            say("Computers' pace"),
            say("How long a computer waits before it plays."),
            f"{face.pace:g}",
            [
                (value, pace_word(say, float(value)))
                for value in sorted({*PACES, f"{face.pace:g}"}, key=float)
            ],
        ),
        Setting(
            "thread",
            say("Own thread"),
            say("The table moves to a thread of its own when it starts, out of the chat's way."),
            word_of(face.thread),
            [("false", say("no")), ("true", say("yes"))],
        ),
        Setting(
            "hints",
            say("Hints"),
            say(
                "A button in the hand says what a master would do, to learn from. A match with "
                "hints does not count for the leaderboard."
            ),
            word_of(face.hints),
            [("false", say("no")), ("true", say("yes"))],
        ),
    ]
    return settings


def pace_word(say: Speech, pace: float) -> str:
    """Return how fast computers play, in a word."""
    word = PACES.get(f"{pace:g}")
    return say("every {n} s", n=say.average(pace)) if word is None else say(word)


def games_row(say: Speech, chosen: str, verb: str, *arguments: object) -> list[Press]:
    """Return a button for each game; the chosen one is lit."""
    return [
        button(
            say(WORDS[game].name),
            verb,
            game,
            *arguments,
            style=discord.ButtonStyle.primary if game == chosen else discord.ButtonStyle.secondary,
        )
        for game in GAMES
    ]
