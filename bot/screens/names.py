"""Names of people, made safe to show: they are other people's text."""

import unicodedata
from functools import lru_cache

import discord

from bot.tables.face import Face, Seated
from bot.texts import Speech

LONGEST = 24


@lru_cache(maxsize=10_000)
def clean_name(name: str) -> str:
    """Return a display name without control, zero-width and direction characters, not too long.

    Of marks that are drawn on a letter two stay: some scripts need them, nobody needs a tower.
    """
    shown = ""
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if category[0] != "C" and marks <= 2:
            shown += character
    shown = " ".join(shown.split())
    return (shown[: LONGEST - 1] + "…" if len(shown) > LONGEST else shown) or "?"


def safe(name: str) -> str:
    """Return a name that is shown as it is: no markdown, mention, timestamp or link."""
    shown = clean_name(name).replace("<", "‹").replace(">", "›").replace("://", ": //")
    return discord.utils.escape_mentions(discord.utils.escape_markdown(shown))


def seat_label(say: Speech, face: Face, seat: int) -> str:
    """Return who sits there, unescaped, for labels and code blocks."""
    seated = face.seats[seat]
    if seated is None:
        return say("empty")
    return _label(say, seated, _computer_number(face, seat))


def cross_label(say: Speech, face: Face, seat: int) -> str:
    """Return who sits there for the drawn trick, where room is scarce."""
    seated = face.seats[seat]
    if seated is not None and seated.computer:
        return say("Comp. {n}", n=_computer_number(face, seat))
    return seat_label(say, face, seat)


def seat_name(say: Speech, face: Face, seat: int) -> str:
    """Return who sits there, safe in markdown."""
    seated = face.seats[seat]
    if seated is None or seated.computer:
        return seat_label(say, face, seat)
    return safe(seated.name)


def side_name(say: Speech, face: Face, side: int) -> str:
    """Return the names of a side, safe in markdown: `Anna & Cees`."""
    return " & ".join(seat_name(say, face, seat) for seat in face.sides[side])


def short(name: str, width: int) -> str:
    """Return a name cut to a width."""
    return name if len(name) <= width else name[: width - 1] + "…"


def _label(say: Speech, seated: Seated, number: int) -> str:
    return say("Computer {n}", n=number) if seated.computer else clean_name(seated.name)


def _computer_number(face: Face, seat: int) -> int:
    return sum(1 for seated in face.seats[: seat + 1] if seated is not None and seated.computer)
