"""Every text of the source is there in every language, and nothing else is.

Who adds a text runs `python -m bot.texts.update` and writes the Dutch into `bot/texts/nl.po`.
"""

import re
from collections.abc import Iterator

import pytest

from bot.texts.speech import forms
from bot.texts.update import (
    CATALOGS,
    Found,
    Use,
    merge,
    messages,
    placeholders,
    read_catalog,
    read_source,
)

SOURCE = read_source()
TEXTS = SOURCE.texts()
NAME = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes as a command's name, when it is in lower case too."""

catalogs = pytest.mark.parametrize("language", CATALOGS)


def translations(language: str) -> dict[str, tuple[str, ...]]:
    return {one: forms(message.string) for one, message in messages(read_catalog(language))}


def in_every_language(found: Found) -> Iterator[tuple[str, str]]:
    yield "en", found.ids[0]
    for language in CATALOGS:
        for said in translations(language).get(found.ids[0], ())[:1]:
            yield language, said


def test_texts_are_marked_rightly() -> None:
    assert SOURCE.problems == []


def test_a_count_is_always_the_same_pair() -> None:
    wrong = [
        found for found in SOURCE.found if len(found.ids) == 2 and found.ids != TEXTS[found.ids[0]]
    ]
    assert wrong == []


def test_no_text_begins_or_ends_with_space() -> None:
    texts = {form for ids in TEXTS.values() for form in ids}
    assert {form for form in texts if form != form.strip() or not form} == set()


def test_every_placeholder_is_filled_where_the_text_is_said() -> None:
    wrong = [
        f"{found.place}: {found.ids[0]!r} is given {sorted(found.given)}"
        for found in SOURCE.found
        if found.given is not None and found.given != set().union(*map(placeholders, found.ids))
    ]
    assert wrong == []


@catalogs
def test_a_catalog_is_complete(language: str) -> None:
    said = translations(language)
    missing = {
        one
        for one, ids in TEXTS.items()
        if one not in said or len(said[one]) != len(ids) or not all(said[one])
    }
    assert missing == set()


@catalogs
def test_a_catalog_has_nothing_unused_fuzzy_or_obsolete(language: str) -> None:
    catalog = read_catalog(language)
    assert {one for one, _ in messages(catalog)} - set(TEXTS) == set()
    assert [one for one, message in messages(catalog) if message.fuzzy] == []
    assert list(catalog.obsolete) == []


@catalogs
def test_placeholders_are_the_same(language: str) -> None:
    wrong = []
    for one, said in translations(language).items():
        ids = TEXTS.get(one, (one,))
        for english, dutch in ((ids[0], said[0]), (ids[-1], said[-1])):
            # The form for one may leave the number out: "one trick".
            free = {"n"} if len(ids) == 2 and english == one else set()
            if dutch and placeholders(dutch) - free != placeholders(english) - free:
                wrong.append(dutch)
    assert wrong == []


@catalogs
def test_no_translation_begins_or_ends_with_space(language: str) -> None:
    said = {form for forms_said in translations(language).values() for form in forms_said}
    assert {form for form in said if form != form.strip()} == set()


@catalogs
def test_a_catalog_is_as_the_update_writes_it(language: str) -> None:
    written = CATALOGS[language].read_text("utf-8")
    assert written == merge(language, TEXTS, read_catalog(language)), "python -m bot.texts.update"


def test_command_names_are_what_discord_takes() -> None:
    names = {
        (language, name)
        for found in SOURCE.found
        if found.use is Use.NAME
        for language, name in in_every_language(found)
    }
    assert {name for name in names if not NAME.fullmatch(name[1])} == set()
    assert {name for name in names if name[1] != name[1].lower()} == set()


def test_command_descriptions_are_short_enough() -> None:
    descriptions = {
        (language, said)
        for found in SOURCE.found
        if found.use is Use.DESCRIPTION
        for language, said in in_every_language(found)
    }
    assert {said for said in descriptions if len(said[1]) > 100} == set()
