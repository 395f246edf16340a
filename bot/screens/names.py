"""Names of people, made safe to show: they are other people's text."""

import re
import unicodedata
from functools import lru_cache

import discord

from bot.players.levels import Level
from bot.tables.face import Face
from bot.texts import Speech, later

LONGEST = 24

_COMPUTERS = {
    Level.BEGINNER: later("Beginner {n}"),
    Level.CLUB: later("Club player {n}"),
    Level.MASTER: later("Master {n}"),
}
"""What a computer is called: the number is its seat's, so the name stays whoever comes or goes."""
_SHORT = {
    Level.BEGINNER: later("Begin. {n}"),
    Level.CLUB: later("Club {n}"),
    Level.MASTER: later("Mast. {n}"),
}
"""The same for the drawn trick, where eight characters are left beside the arrow."""

# Letters and signs that are drawn as nothing, so that a name of them alone could not be seen.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
_MARKDOWN = re.compile(r"^\d+(?=[.)])|^(?=[#+-])|(?=[\\*_~|`\[\]])")
"""Where markdown begins: in front a list, a heading or small print, anywhere all else."""
_ISOLATED, _END_OF_ISOLATED = "\u2068", "\u2069"


@lru_cache(maxsize=10_000)
def clean_name(name: str) -> str:
    """Return a display name without control, zero-width and direction characters, not too long.

    Of marks that are drawn on a letter two stay: some scripts need them, nobody needs a tower.
    """
    kept, marks = "", 0
    # Taken apart, so that a mark counts as one wherever it is written into its letter.
    for character in unicodedata.normalize("NFD", name.translate(_BLANK)):
        kind = unicodedata.category(character)[0]
        if kind == "C":
            continue
        marks = marks + 1 if kind == "M" else 0
        if marks and (marks > 2 or not kept or kept[-1].isspace()):
            # Too many, or on nothing: it would be drawn on what stands before the name.
            continue
        kept += character
    shown = " ".join(unicodedata.normalize("NFC", kept).split())
    return (shown[: LONGEST - 1] + "…" if len(shown) > LONGEST else shown) or "?"


@lru_cache(maxsize=10_000)
def safe(name: str) -> str:
    """Return a name that is shown as it is: no markdown, mention, timestamp or link.

    One that is written from right to left keeps that to itself: what follows is not turned round.
    """
    shown = clean_name(name).replace("<", "‹").replace(">", "›").replace("://", ": //")
    shown = discord.utils.escape_mentions(_MARKDOWN.sub(r"\g<0>\\", shown))
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in shown):
        return f"{_ISOLATED}{shown}{_END_OF_ISOLATED}"
    return shown


def seat_label(say: Speech, face: Face, seat: int) -> str:
    """Return who sits there, unescaped, for labels and code blocks."""
    seated = face.seats[seat]
    if seated is None:
        return say("empty")
    return computer_name(say, seated.level, seat) if seated.computer else clean_name(seated.name)


def computer_name(say: Speech, level: Level, seat: int) -> str:
    """Return what a computer of a level is called on a seat."""
    return say(_COMPUTERS[level], n=seat + 1)


def cross_label(say: Speech, face: Face, seat: int) -> str:
    """Return who sits there for the drawn trick, where room is scarce."""
    seated = face.seats[seat]
    if seated is not None and seated.computer:
        return say(_SHORT[seated.level], n=seat + 1)
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
