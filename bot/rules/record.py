"""A match as text, out and in.

The first line names the format and its version; then the header, a key a line; then the log, a
move a line: seat and action, or the action alone where it is nobody's.

    troef 1
    game klaverjas
    house system=amsterdam all_pass=eldest_must …
    seats 4
    seal 2cf24dba…
    start 1312345678901234567
    deal 6b86b273…
    1 pass
    2 trump H
    1 play TH
    …
    close

Every option of the house is written, so a default that changes later changes no old record. Seal
and start (see `shuffle`) are absent where the deals were not sealed. The record is rules only: it
holds no names and no ids of people.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bot.rules.actions import Move, Refused, parse_action
from bot.rules.games import GAMES
from bot.rules.house import House
from bot.rules.match import Match

FORMAT = "troef"
VERSION = 1


class RecordError(ValueError):
    """A record that cannot be read; `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class Seal:
    """What fixes the deals of a match beforehand (see `shuffle`)."""

    seal: str
    start: int


def write_move(seat: int | None, move: Move) -> str:
    """Return the line of one move."""
    return str(move) if seat is None else f"{seat} {move}"


def read_move(line: str) -> tuple[int | None, Move]:
    """Read the line of one move; ValueError says what is wrong."""
    first, _, rest = line.partition(" ")
    if len(first) == 1 and first in "0123456789":
        return int(first), parse_action(rest)
    return None, parse_action(line)


def write_house(house: House) -> str:
    """Return house rules as `option=value` words, in their order."""
    return " ".join(f"{name}={_word(value)}" for name, value in house.model_dump().items())


def read_house(game: str, text: str) -> House:
    """Read house rules of a game; ValueError says what is wrong."""
    house_type = GAMES[game].house_type
    options: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in options:
            raise ValueError(f"{word!r} is not option=value, each option once")
        options[name] = value
    try:
        house = house_type.model_validate(options)
    except ValidationError as error:
        first = error.errors()[0]
        # A name that is no text at all has no place either.
        option = first["loc"][0] if first["loc"] else "?"
        raise ValueError(f"option {option}: {first['msg']}") from None
    return house


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_record(match: Match, seal: Seal | None = None) -> str:
    """Return the record of a match: header and log, ending in a newline."""
    lines = [
        f"{FORMAT} {VERSION}",
        f"game {match.game}",
        f"house {write_house(match.house)}",
        f"seats {match.seats}",
    ]
    if seal is not None:
        lines += [f"seal {seal.seal}", f"start {seal.start}"]
    lines += [write_move(seat, move) for seat, move in match.log]
    return "\n".join(lines) + "\n"


def read_record(text: str) -> tuple[Match, Seal | None]:
    """Read a record and play it: the match it leads to, and its seal.

    RecordError names the line: what cannot be read, or the rule that the move breaks. A newer
    version of the format is refused by name.
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines or lines[0].split(" ")[0] != FORMAT:
        raise RecordError(1, f"a record begins with '{FORMAT} {VERSION}'")
    if lines[0] != f"{FORMAT} {VERSION}":
        raise RecordError(1, f"this is {lines[0]!r}; this program reads up to version {VERSION}")
    match, seal, at = _read_header(lines)
    replay(match, lines[at:], first_line=at + 1)
    return match, seal


def replay(match: Match, lines: Iterable[str], first_line: int = 1) -> None:
    """Push the moves of these lines; RecordError names the first that cannot be."""
    for number, line in enumerate(lines, first_line):
        try:
            match.push(*read_move(line))
        except Refused as refused:
            raise RecordError(number, f"{line!r} breaks a rule: {refused.rule.name}") from refused
        except ValueError as error:
            raise RecordError(number, str(error)) from error


def _read_header(lines: list[str]) -> tuple[Match, Seal | None, int]:
    def value(at: int, key: str) -> str:
        line = lines[at] if at < len(lines) else ""
        if not line.startswith(f"{key} "):
            raise RecordError(at + 1, f"here stands '{key} …'")
        return line[len(key) + 1 :]

    game = value(1, "game")
    if game not in GAMES:
        raise RecordError(2, f"{game!r} is not a game; games are {', '.join(GAMES)}")
    try:
        house = read_house(game, value(2, "house"))
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(3, str(error)) from error
    seats = value(3, "seats")
    if seats not in map(str, GAMES[game].counts):
        counts = " or ".join(map(str, GAMES[game].counts))
        raise RecordError(4, f"{game} is played by {counts}")
    match = GAMES[game](house, int(seats))
    if len(lines) <= 4 or not lines[4].startswith("seal "):
        return match, None, 4
    seal, start = value(4, "seal"), value(5, "start")
    if len(seal) != 64 or set(seal) - set("0123456789abcdef"):
        raise RecordError(5, "a seal is 64 hexadecimal digits")
    if not (start.isascii() and start.isdigit() and len(start) <= 20 and start == str(int(start))):
        raise RecordError(6, "a start is a whole number of at most 20 digits")
    return match, Seal(seal, int(start)), 6
