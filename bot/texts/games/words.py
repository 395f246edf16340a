"""The shape of what is said of a game. Texts are marked with `later` and said by the screens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.rules.house import House, Value, word_of
from bot.rules.view import DealResult
from bot.texts.speech import Speech, later

Who: TypeAlias = Callable[[Sequence[int]], str]
"""The names of these seats, safe to show: `Anna & Cees`."""

ANY_NUMBER = "n"
"""Among the values of an option, what is said of all numbers that are not listed."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule in words."""

    title: str
    """What it is about, up to 30 characters."""
    why: str
    """What it decides, in a sentence of at most 200 characters."""
    values: Mapping[str, str] | str
    """Each value in a few words, at most 60 characters; of numbers a text with `{n}` in it.

    Numbers of which some have words of their own: those, and under ANY_NUMBER the text with `{n}`.
    """

    def value(self, say: Speech, value: Value) -> str:
        """Return a value in words."""
        if isinstance(self.values, str):
            return say(self.values, n=value)
        word = word_of(value)
        return say(self.values[word if word in self.values else ANY_NUMBER], n=value)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules."""

    title: str
    lines: list[str]
    """In the reader's language; markdown."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """What is said of one game."""

    name: str
    short: str
    """The game in two sentences, for the help and the first page of its rules."""
    options: Mapping[str, Option]
    """Every option of its house rules."""
    result: Callable[[Speech, DealResult, Who], list[str]]
    """How a deal ended: one line, and another for what else is worth telling."""
    bidding: str = later("Who plays is being decided.")
    """What is going on while nobody plays yet."""
    talon: str = later("Talon")
    """What the cards are called that the deal leaves over."""
    always: Sequence[str] = ()
    """The options that a lobby names though they are at their default."""
    money: str | None = None
    """The option that says what ten points are worth in cents, where a game has it."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """The names of its presets."""
    pages: Callable[[Speech, House, int], list[Page]] = lambda _say, _house, _seats: []
    """Its rules page by page, by these house rules with so many seats, with worked examples."""
