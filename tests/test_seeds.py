"""What docs/seeds.md names exists: files, functions and classes, tests, house rules."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.rules.games import GAMES
from bot.rules.house import House, word_of

PROJECT = Path(__file__).resolve().parents[1]
SENTENCES = {"klaverjas": 35, "lesbos": 40, "hoogjassen": 82}


class Row(NamedTuple):
    number: str
    sentence: str
    played: str
    house: str
    tested: str


def table(section: str) -> list[Row]:
    """Return the rows of the table in a section of the document."""
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [
        Row(*(cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")))
        for line in lines[2:]  # below the head and its line
    ]


SECTIONS = {
    section.partition("\n")[0].lower(): section
    for section in (PROJECT / "docs" / "seeds.md").read_text("utf-8").split("\n## ")[1:]
}
"""By game, what the document says of its seed."""
TABLES = {game: table(section) for game, section in SECTIONS.items()}
ROWS = [
    pytest.param(game, row, id=f"{game}-{row.number}")
    for game, rows in TABLES.items()
    for row in rows
]


@cache
def names_in(file: Path) -> frozenset[str]:
    """Return what a file defines at its top and in its classes: `f`, `NAME`, `C`, `C.method`."""
    found = set()

    def look(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.add(prefix + name)
                case ast.ClassDef(name=name):
                    found.add(prefix + name)
                    look(node.body, f"{prefix}{name}.")
                case ast.AnnAssign(target=ast.Name(id=name)):
                    found.add(prefix + name)
                case ast.Assign(targets=targets):
                    found.update(prefix + t.id for t in targets if isinstance(t, ast.Name))

    look(ast.parse(file.read_text("utf-8")).body, "")
    return frozenset(found)


def named(cell: str, folder: str) -> list[tuple[Path, str]]:
    """Return the places that a cell names, each as a file and a name in it; there is at least one.

    Anything else in the cell is refused.
    """
    found = [re.fullmatch(r"`([\w/]+\.py)::([\w.]+)`", place) for place in cell.split(", ")]
    assert all(found), cell
    return [(PROJECT / folder / match[1], match[2]) for match in found]


def test_all_sentences_of_all_seeds_stand_there_in_order():
    assert list(TABLES) == list(GAMES)
    for game, rows in TABLES.items():
        assert [row.number for row in rows] == [str(n + 1) for n in range(SENTENCES[game])]
        assert all(row.sentence for row in rows)


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_what_a_row_names_exists(game, row):
    if row.played.startswith(("no rule", "not played")):
        assert not row.house
        assert not row.tested
        return
    for file, name in named(row.played, "bot"):
        assert name in names_in(file), f"{file} has no {name}"
    for file, name in named(row.tested, "tests"):
        assert name.startswith("test_")
        assert name in names_in(file), f"{file} has no {name}"


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_the_house_rules_of_a_row_exist(game, row):
    house: type[House] = GAMES[game].house_type
    names = {house.row(name).id: name for name in house.model_fields}
    for part in filter(None, row.house.split("; ")):
        rule, _, departing = part.partition(":")
        for each in rule.split(", "):
            assert each in names
        values = re.findall(r"`(\w+)`", departing)
        assert bool(values) == bool(departing)
        known = {word_of(value) for value in house.values_of(names[rule])} if values else set()
        assert known.issuperset(values)


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_stands_beside_a_sentence_or_under_the_table(game):
    house: type[House] = GAMES[game].house_type
    mentioned = set(re.findall(r"\b[A-Z]-\d+\b", SECTIONS[game]))
    assert mentioned == {house.row(name).id for name in house.model_fields}
