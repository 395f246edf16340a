"""A match as text, out and in.

The first line names the format and its version; then the header, a key a line; then the log, a
move a line: seat and action, or the action alone where it is nobody's.

    troef 2
    game klaverjas
    house system=amsterdam all_pass=eldest_must …
    seats 4
    seal 2cf24dba…
    start 1312345678901234567
    secret 9f86d081…
    deal 6b86b273…
    1 pass
    2 trump H
    1 play TH
    …
    close

Every option of the house is written, so a default that changes later changes no old record. Seal
and start (see `shuffle`) are absent where the deals were not sealed. The secret stands there only
once the match is over. The record is rules only: it holds no names and no ids of people.

Version 1 had no secret. It is read for ever.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from bot.rules.actions import Move, Refused, parse_action
from bot.rules.games import GAMES
from bot.rules.house import House, word_of
from bot.rules.match import Match
from bot.rules.view import Phase

FORMAT = "troef"
VERSION = 2
SECRET_SINCE = 2
"""The first version with a line for the secret."""
LINE_LIMIT = 1000
"""No line of a record has more characters: a wrong file is refused by name, not echoed whole."""

_HEX = frozenset("0123456789abcdef")


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
    secret: bytes | None = field(default=None, repr=False)
    """What is sealed; None where it is not known, as while the match runs."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record with its header read and its moves still to be played, see `steps`."""

    match: Match
    """The match before its first move."""
    seal: Seal | None
    lines: tuple[str, ...]
    """The moves, a line each."""
    first_line: int
    """The number of the first of them, counted from 1."""


def write_move(seat: int | None, move: Move) -> str:
    """Return the line of one move."""
    return str(move) if seat is None else f"{seat} {move}"


def read_move(line: str) -> tuple[int | None, Move]:
    """Read the line of one move; ValueError says what is wrong."""
    first, _, rest = line.partition(" ")
    if len(first) == 1 and first in "0123456789":
        return int(first), parse_action(rest)
    return None, parse_action(line)


@lru_cache(maxsize=1000)
def write_house(house: House) -> str:
    """Return house rules as `option=value` words, in their order."""
    return " ".join(f"{name}={word_of(value)}" for name, value in house.model_dump().items())


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


def write_record(match: Match, seal: Seal | None = None) -> str:
    """Return the record of a match: header and log, ending in a newline.

    The secret is left out while the match is not over, even where the seal holds it.
    """
    lines = [
        f"{FORMAT} {VERSION}",
        f"game {match.game}",
        f"house {write_house(match.house)}",
        f"seats {match.seats}",
    ]
    if seal is not None:
        lines += [f"seal {seal.seal}", f"start {seal.start}"]
        if seal.secret is not None and match.phase is Phase.OVER:
            lines.append(f"secret {seal.secret.hex()}")
    lines += [write_move(seat, move) for seat, move in match.log]
    return "\n".join(lines) + "\n"


def read_record(text: str) -> tuple[Match, Seal | None]:
    """Read a record and play it: the match it leads to, and its seal.

    RecordError names the line: what cannot be read, or the rule that the move breaks. A newer
    version of the format is refused by name.
    """
    record = open_record(text)
    match = record.match
    for match in steps(record):  # noqa: B007 - the last one is what is asked for
        pass
    return match, record.seal


def open_record(text: str) -> Record:
    """Read the header of a record and leave its moves to `steps`; RecordError as `read_record`."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            raise RecordError(number, f"no line of a record is longer than {LINE_LIMIT} characters")
    if not lines or lines[0].split(" ")[0] != FORMAT:
        raise RecordError(1, f"a record begins with '{FORMAT} {VERSION}'")
    versions = {f"{FORMAT} {version}": version for version in range(1, VERSION + 1)}
    if lines[0] not in versions:
        raise RecordError(1, f"this is {lines[0]!r}; this program reads up to version {VERSION}")
    match = _read_match(lines)
    seal, at = _read_seal(lines, versions[lines[0]])
    return Record(match, seal, tuple(lines[at:]), at + 1)


def steps(record: Record) -> Iterator[Match]:
    """Play a record on a match of its own and yield that after each move, which is `log[-1]`.

    RecordError names the first line that cannot be played, or the place where a record breaks off
    that shows its secret.
    """
    match = record.match.copy()
    for number, line in enumerate(record.lines, record.first_line):
        _push(match, line, number)
        yield match
    if record.seal and record.seal.secret and match.phase is not Phase.OVER:
        raise RecordError(
            record.first_line + len(record.lines),
            "the record breaks off: it shows the secret, and the match is not over",
        )


def replay(match: Match, lines: Iterable[str], first_line: int = 1) -> None:
    """Push the moves of these lines; RecordError names the first that cannot be."""
    for number, line in enumerate(lines, first_line):
        _push(match, line, number)


def _push(match: Match, line: str, number: int) -> None:
    try:
        match.push(*read_move(line))
    except Refused as refused:
        raise RecordError(number, f"{line!r} breaks a rule: {refused.rule.name}") from refused
    except ValueError as error:
        raise RecordError(number, str(error)) from error


def _value(lines: list[str], at: int, key: str) -> str:
    """Return what stands behind the key on this header line."""
    line = lines[at] if at < len(lines) else ""
    if not line.startswith(f"{key} "):
        raise RecordError(at + 1, f"here stands '{key} …'")
    return line[len(key) + 1 :]


def _read_match(lines: list[str]) -> Match:
    """Return the new match of the lines `game`, `house` and `seats`."""
    game = _value(lines, 1, "game")
    if game not in GAMES:
        raise RecordError(2, f"{game!r} is not a game; games are {', '.join(GAMES)}")
    words = _value(lines, 2, "house")
    try:
        house = read_house(game, words)
    except ValueError as error:
        raise RecordError(3, str(error)) from error
    if write_house(house) != words:
        raise RecordError(3, "here stands every option once, in its order and its spelling")
    seats = _value(lines, 3, "seats")
    if seats not in map(str, GAMES[game].counts):
        counts = " or ".join(map(str, GAMES[game].counts))
        raise RecordError(4, f"{game} is played by {counts}")
    return GAMES[game](house, int(seats))


def _read_seal(lines: list[str], version: int) -> tuple[Seal | None, int]:
    """Return what `seal`, `start` and `secret` say, and how many lines the header has."""
    if len(lines) <= 4 or not lines[4].startswith("seal "):
        return None, 4
    seal, start = _value(lines, 4, "seal"), _value(lines, 5, "start")
    if not _is_hex(seal):
        raise RecordError(5, "a seal is 64 hexadecimal digits")
    if not (start.isascii() and start.isdigit() and len(start) <= 20 and start == str(int(start))):
        raise RecordError(6, "a start is a whole number of at most 20 digits")
    if version < SECRET_SINCE or len(lines) <= 6 or not lines[6].startswith("secret "):
        return Seal(seal, int(start)), 6
    secret = _value(lines, 6, "secret")
    if not _is_hex(secret):
        raise RecordError(7, "a secret is 64 hexadecimal digits")
    return Seal(seal, int(start), bytes.fromhex(secret)), 7


def _is_hex(text: str) -> bool:
    """Whether this is how 32 bytes are written."""
    return len(text) == 64 and set(text) <= _HEX
