"""Ids, values and typed texts as nobody's screen draws them, made from those that screens drew."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bot.rules.cards import PACK, card_name
from bot.screens.press import SEPARATOR

NUMBERS = (
    "-1",
    "0",
    "1",
    "2",
    "7",
    "25",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
)
ODD = (
    "",
    " ",
    "٣",
    "²",
    "1e3",
    "+1",
    " 1",
    "1\n",
    "0x1",
    "NaN",
    "None",
    "true",
    "\x00",
    "\u202e",
    "🂡" * 40,
)
MOVES = ("pass", "accept", "take", "blind", "declare", "claim", "count", "rest", "close", "end")
TEXTS = (
    *(
        "trump H",
        "bid 100",
        "bid 9999",
        "bid 100000",
        "lay",
        "lay 7S 8S",
        "lay 7S 7S",
        "play",
        "play XX",
    ),
    *("deal " + "0" * 64, "play TH roem", "play TH stuk roem", "../..", "'; DROP TABLE tables; --"),
    *(
        "host",
        "players",
        "thread",
        "pace",
        "turn_seconds",
        "system",
        "nl",
        "auto",
        "points",
        "klaverjas",
    ),
    *("@everyone", "<@1>", "troef", "a" * 5000, "%s{0}{name}"),
)
VALUES: tuple[Any, ...] = (None, 0, -1, 1.5, True, [], {}, ["x"], {"id": 1}, 10**40)
"""What stands where Discord sends text."""


class Mutations:
    """Draws what is pressed, by chance; what screens have drawn is remembered and comes again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.drawn: dict[str, list[str]] = {}
        """Ids that stood on screens, by their verb."""
        self.tables: list[str] = []
        """Ids of tables of all servers."""
        self.people: list[str] = []
        """Ids of people and roles of all servers."""
        self.offered: list[str] = ["true", "false"]
        """Values that stood in selects."""

    def learn(self, custom_id: str, values: Sequence[str] = ()) -> None:
        """Remember an id that a screen drew, and what could be chosen there."""
        verb = custom_id.split(SEPARATOR)[1]
        _remember(self.drawn.setdefault(verb, []), custom_id)
        for value in values:
            _remember(self.offered, value)

    def real_id(self) -> str:
        """Return an id that stood on some screen; each verb is as likely as another."""
        return self.chance.choice(self.drawn[self.chance.choice(sorted(self.drawn))])

    def forged_id(self) -> str:
        """Return an id that no screen drew, one or several steps away from one that did."""
        custom_id = self.real_id()
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            custom_id = self._step()(custom_id)
        return custom_id

    def values(self) -> list[Any]:
        """Return what a select claims was chosen: mostly one value."""
        count = self.chance.choice((0, 1, 1, 1, 1, 1, 1, 2, 26))
        return [self.value() for _ in range(count)]

    def value(self) -> Any:
        """Return one value: offered, made up, or of another type."""
        return self.chance.choice(
            (
                self.chance.choice(self.offered),
                self.chance.choice(self.offered),
                self.argument(),
                self.chance.choice(self.people),
                self.chance.choice(VALUES),
            )
        )

    def argument(self) -> str:
        """Return a text that could stand between two separators."""
        return self.chance.choice(
            (
                self.chance.choice(NUMBERS),
                self.chance.choice(ODD),
                self.chance.choice(MOVES),
                self.chance.choice(TEXTS),
                self.chance.choice(self.tables),
                self.chance.choice(self.people),
                f"play {card_name(self.chance.choice(PACK))}",
                str(self.chance.randrange(1 << 33)),
                self.text(),
            )
        )

    def text(self) -> str:
        """Return letters of any script, control characters too."""
        length = self.chance.choice((1, 3, 20, 300))
        return "".join(
            chr(self.chance.choice((self.chance.randrange(128), self.chance.randrange(0xD800))))
            for _ in range(length)
        )

    def _step(self) -> Callable[[str], str]:
        steps = (
            *(self._other_argument,) * 4,
            *(self._other_verb, self._other_table) * 2,
            *(self._more, self._fewer, self._cut, self._touch, self._nudge, self._swap),
        )
        return self.chance.choice(steps)

    def _parts(self, custom_id: str) -> tuple[list[str], int]:
        """Return the parts of an id and one of its arguments' places; 1 where it has none."""
        parts = custom_id.split(SEPARATOR)
        return parts, min(self.chance.randrange(2, max(len(parts), 3)), len(parts) - 1)

    def _other_argument(self, custom_id: str) -> str:
        parts, at = self._parts(custom_id)
        parts[at] = self.argument()
        return SEPARATOR.join(parts)

    def _other_verb(self, custom_id: str) -> str:
        parts = custom_id.split(SEPARATOR)
        parts[min(1, len(parts) - 1)] = self.chance.choice(sorted(self.drawn))
        return SEPARATOR.join(parts)

    def _other_table(self, custom_id: str) -> str:
        parts = custom_id.split(SEPARATOR)
        if len(parts) > 2:
            parts[2] = self.chance.choice(self.tables)
        return SEPARATOR.join(parts)

    def _more(self, custom_id: str) -> str:
        return SEPARATOR.join(
            [custom_id, *(self.argument() for _ in range(self.chance.choice((1, 9))))]
        )

    def _fewer(self, custom_id: str) -> str:
        parts, at = self._parts(custom_id)
        del parts[at]
        return SEPARATOR.join(parts)

    def _cut(self, custom_id: str) -> str:
        return custom_id[: self.chance.randrange(len(custom_id) + 1)]

    def _touch(self, custom_id: str) -> str:
        at = self.chance.randrange(len(custom_id) + 1)
        return (
            custom_id[:at]
            + self.chance.choice(("", "\n", ":", "\x00", "é", "😀"))
            + custom_id[at + 1 :]
        )

    def _nudge(self, custom_id: str) -> str:
        parts, at = self._parts(custom_id)
        if parts[at].isdecimal():
            parts[at] = str(int(parts[at]) + self.chance.choice((-1, 1, 2)))
        return SEPARATOR.join(parts)

    def _swap(self, custom_id: str) -> str:
        parts, at = self._parts(custom_id)
        parts[at], parts[-1] = parts[-1], parts[at]
        return SEPARATOR.join(parts)


def _remember(kept: list[str], new: str) -> None:
    """Keep something once, among the newest 200."""
    if new not in kept:
        kept.append(new)
        del kept[:-200]
