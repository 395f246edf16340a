"""Every house rule has a test named by its row, and docs/house-rules.md says what the code says."""

import ast
import importlib.util
from pathlib import Path

import pytest

from bot.rules.games import GAMES

DOCS = Path(__file__).resolve().parents[2] / "docs"


def generator():
    """Return docs/house_rules.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("house_rules", DOCS / "house_rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


house_rules = generator()

OPTIONS = [
    pytest.param(game, name, id=f"{game}-{name}")
    for game, match in GAMES.items()
    for name in match.house_type.model_fields
]


def words_of(test: ast.FunctionDef) -> tuple[set[str], set[tuple[type, object]]]:
    """Return the names that a test uses, and the constants, each beside its type."""
    nodes = list(ast.walk(test))
    constants = {(type(n.value), n.value) for n in nodes if isinstance(n, ast.Constant)}
    names = {n.arg for n in nodes if isinstance(n, ast.keyword | ast.arg)}
    return names | {value for kind, value in constants if kind is str}, constants


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_house_rule_has_its_test_and_every_value_stands_there(game, name):
    house = GAMES[game].house_type
    tests = house_rules.tests_of_row(game, house.row(name).id)
    assert tests
    words = [words_of(test) for test in tests.values()]
    constants = {constant for names, found in words if name in names for constant in found}
    default = house.model_fields[name].default
    others = {(type(v), v) for v in house.values_of(name) if v != default}
    if type(default) is int:
        # Of numbers there are many, and one like another.
        assert others & constants
    else:
        assert others <= constants


@pytest.mark.parametrize("game", GAMES)
def test_tests_are_named_by_rows_that_there_are(game):
    house = GAMES[game].house_type
    rows = [house.row(name).id for name in house.model_fields]
    assert len(set(rows)) == len(rows)
    (letter,) = {row.partition("-")[0] for row in rows}
    named = {name for name in house_rules.tests_of(game) if name.startswith(f"test_{letter}_")}
    assert named == {name for row in rows for name in house_rules.tests_of_row(game, row)}


def test_a_row_is_not_taken_for_a_longer_one():
    first, tenth = (house_rules.tests_of_row("klaverjas", row) for row in ("K-1", "K-10"))
    assert first
    assert tenth
    assert not first.keys() & tenth.keys()


def test_the_page_is_what_the_code_gives():
    assert house_rules.PAGE.read_text("utf-8") == house_rules.page(), (
        "docs/house-rules.md is out of date: python docs/house_rules.py"
    )
