"""One language, spoken: texts from its catalog, and numbers, lists and durations its way."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import TypeAlias

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_currency, format_decimal
from babel.units import format_unit

LANGUAGES = ("nl", "en")
"""Every language there is; English is the source and needs no catalog."""

Texts: TypeAlias = Mapping[str, tuple[str, ...]]
"""English text to its translations: one, or one for one and one for many."""

_LOCALES = {"nl": "nl_NL", "en": "en_GB"}
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


class Speech:
    """A language to say things in: `say = Speech.of("nl")`, then `say("Your turn, {name}.", …)`.

    Placeholders are filled with `str.format` by name. A text that the catalog lacks is said in
    English; a test keeps the catalogs complete.
    """

    def __init__(self, language: str, texts: Texts | None = None) -> None:
        """Speak `language`; `texts` stand in for its catalog."""
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is not a language; languages are {' '.join(LANGUAGES)}")
        self.language = language
        self._texts = read_texts(language) if texts is None else texts
        self._locale = Locale.parse(_LOCALES[language])

    @staticmethod
    @cache
    def of(language: str) -> "Speech":
        """Return the speech of a language, read once; ValueError if there is none."""
        return Speech(language)

    def __repr__(self) -> str:
        return f"Speech({self.language!r})"

    def __call__(self, text: str, /, **values: object) -> str:
        """Say a text."""
        return self._texts.get(text, (text,))[0].format(**values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Say the text that fits the count; `{n}` in it becomes the number."""
        form = 0 if self._locale.plural_form(n) == "one" else 1
        return self._texts.get(one, (one, many))[form].format(n=self.number(n), **values)

    def number(self, value: int) -> str:
        """Write a number: `1.234`, `1,234`."""
        if -1000 < value < 1000:
            # No language groups these, and every screen is full of them.
            return str(value)
        return format_decimal(value, locale=self._locale)

    def average(self, value: float) -> str:
        """Write an average with one decimal: `12,3`, `12.3`."""
        return format_decimal(value, format="#,##0.0", locale=self._locale)

    def money(self, cents: float) -> str:
        """Write an amount of money: `€ 0,45`, `€0.45`."""
        return format_currency(cents / 100, "EUR", locale=self._locale)

    def names(self, names: Iterable[str]) -> str:
        """Join names: `Anna, Bob en Carla`."""
        return format_list(list(names), locale=self._locale)

    def duration(self, seconds: float) -> str:
        """Write a duration to the second, `1 minuut en 30 seconden`; a negative one is 0."""
        left = max(0, round(seconds))
        parts: list[str] = []
        for unit, size in _UNITS:
            count, left = divmod(left, size)
            if count or (unit == "second" and not parts):
                parts.append(format_unit(count, f"duration-{unit}", locale=self._locale))
        return self.names(parts)


def later(text: str) -> str:
    """Mark a text for translation where it stands, to be said elsewhere with `say(text)`."""
    return text


def choose(own: str | None, discord_locale: str | None, default: str = "en") -> str:
    """Return the language to use: one's own choice, else that of Discord's locale.

    `default` counts where Discord names no locale at all.
    """
    if own in LANGUAGES:
        return own
    if discord_locale is None:
        return default
    return "nl" if discord_locale.lower().partition("-")[0] == "nl" else "en"


def read_texts(language: str) -> Texts:
    """Read a language's catalog; English has none and reads as empty."""
    if language == "en":
        return {}
    with resources.files("bot.texts").joinpath(f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    texts = {}
    for message in catalog:
        ids, said = forms(message.id), forms(message.string)
        # The header has an empty id; a text half translated is not translated.
        if ids[0] and len(said) == len(ids) and all(said) and not message.fuzzy:
            texts[ids[0]] = said
    return texts


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return one side of a message, English or translated, as its forms: for one, for many."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)
