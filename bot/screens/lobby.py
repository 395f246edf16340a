"""The lobby: who sits where, what is played, and how to begin."""

from typing import Any

import discord
from discord import ui

from bot.rules.house import House
from bot.screens.names import seat_name
from bot.screens.press import button, line, page, row, select, text
from bot.screens.words import OPTIONS, game_name, house_lines
from bot.tables.face import Ending, Face
from bot.texts import Speech, later

COLOUR = discord.Colour(0x2E8B57)
ENDED = discord.Colour(0x4E5058)

TURN_SECONDS = (15, 30, 60, 120, 300, 3600, 6 * 3600, 24 * 3600)
PACES = {"0": later("at once"), "0.6": later("quick"), "1.2": later("calm"), "2.5": later("slow")}

_ENDINGS = {
    Ending.PLACE_GONE: later("The table's channel is gone, so it stopped."),
    Ending.CANCELLED: later("The table was cancelled."),
    Ending.EXPIRED: later("Nobody started for half an hour, so this table closed."),
    Ending.DESERTED: later(
        "Nobody is left at the table, so it stopped. The unfinished deal does not count."
    ),
    Ending.ABANDONED: later(
        "Everyone stayed away, so the table stopped. The unfinished deal does not count."
    ),
}


def draw_lobby(face: Face, say: Speech) -> ui.LayoutView:
    """Draw the lobby for everyone."""
    title = say("## {game}: a table opens", game=game_name(say, face.game))
    host = next((n for n, s in enumerate(face.seats) if s and s.user_id == face.host_id), None)
    items: list[ui.Item[Any]] = [
        text(title, "" if host is None else say("-# Host: {name}", name=seat_name(say, face, host)))
    ]
    for side, seats in enumerate(face.sides):
        items.append(text(say("**Side {n}**", n=side + 1)))
        items += [_seat(say, face, seat) for seat in seats]
    rules = house_lines(say, face.house)
    items += [
        line(),
        text(
            " · ".join(rules),
            say(
                "Time for a turn: **{time}** · computers play **{pace}**",
                time=say.duration(face.turn_seconds),
                pace=pace_word(say, face.pace),
            ),
            say("-# Seal of the cards: {seal}", seal=f"`{face.seal}`"),
        ),
        row(
            button(say("Start"), "start", face.table_id, style=discord.ButtonStyle.success),
            button(say("Add computer"), "computer", face.table_id),
            button(say("Options"), "options", face.table_id),
            button(say("Leave"), "leave", face.table_id),
            button(say("Cancel"), "cancel", face.table_id, style=discord.ButtonStyle.danger),
        ),
        text(say("-# Start gives empty seats to computers.")),
    ]
    return page(*items, colour=COLOUR)


def _seat(say: Speech, face: Face, seat: int) -> ui.Item[Any]:
    seated = face.seats[seat]
    name = seat_name(say, face, seat)
    if seated is not None and not seated.computer:
        return text(f"{seat + 1}. **{name}**")
    return ui.Section(
        text(f"{seat + 1}. {name}"),
        accessory=button(say("Sit here"), "sit", face.table_id, seat),
    )


def draw_closed(face: Face, say: Speech, standing: str = "") -> ui.LayoutView:
    """Draw a table that was cancelled, expired or stopped: no buttons."""
    return page(
        text(
            say("## {game}", game=game_name(say, face.game)),
            say(_ENDINGS.get(face.ending, _ENDINGS[Ending.CANCELLED])),
            standing,
        ),
        colour=ENDED,
    )


def draw_options(face: Face, say: Speech, notice: str = "") -> ui.LayoutView:
    """Draw the options of a lobby, for its host alone."""
    values = face.house.model_dump()
    items: list[ui.Item[Any]] = [text(say("### Options of this table"), notice and f"**{notice}**")]
    for name, (title, words) in OPTIONS.items():
        chosen = str(values[name])
        choices = [
            (_option_label(say, title, word), value, value == chosen)
            for value, word in words.items()
        ]
        items.append(row(select(say(title), choices, "option", face.table_id, name)))
    times = sorted({*TURN_SECONDS, face.turn_seconds})
    items.append(
        row(
            select(
                say("Time for a turn"),
                [
                    (
                        say("Time for a turn: {time}", time=say.duration(t)),
                        str(t),
                        t == face.turn_seconds,
                    )
                    for t in times
                ],
                "option",
                face.table_id,
                "turn_seconds",
            )
        )
    )
    items.append(
        row(
            select(
                say("Computers' pace"),
                [
                    (
                        say("Computers play {pace}", pace=pace_word(say, float(value))),
                        value,
                        float(value) == face.pace,
                    )
                    for value in PACES
                ],
                "option",
                face.table_id,
                "pace",
            )
        )
    )
    return page(*items, colour=COLOUR)


def _option_label(say: Speech, title: str, word: str) -> str:
    return f"{say(title)}: {say(word)}"


def pace_word(say: Speech, pace: float) -> str:
    """Return how fast computers play, in a word."""
    word = PACES.get(f"{pace:g}")
    return say("every {n} s", n=say.average(pace)) if word is None else say(word)


def house_with(house: House, name: str, value: str) -> House:
    """Return the house rules with one option changed; ValueError if there is no such."""
    if name not in OPTIONS or value not in OPTIONS[name][1]:
        raise ValueError(name)
    return type(house).model_validate({**house.model_dump(), name: value})
