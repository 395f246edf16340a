"""What docs/reliability.md names exists: each test stands there, with the number of its line."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
LINES = 30
PAGE = (PROJECT / "docs" / "reliability.md").read_text("utf-8")
ROWS = {
    int(row[1]): re.findall(r"`(tests/\S+?)::(\w+)`", row[2])
    for row in re.finditer(r"^\| (\d+) \|(.*)\|$", PAGE, re.MULTILINE)
}


@cache
def marked(path: str) -> dict[str, set[int]]:
    """Return the tests of a file, and the numbers of the scenarios that each shows."""
    tests = {}
    for node in ast.parse((PROJECT / path).read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            tests[node.name] = {
                int(number)
                for decorator in node.decorator_list
                for number in re.findall(r"mark\.scenario\((\d+)\)", ast.unparse(decorator))
            }
    return tests


def test_every_line_is_there() -> None:
    assert sorted(ROWS) == list(range(1, LINES + 1))
    assert all(ROWS.values())


@pytest.mark.parametrize("number", sorted(ROWS))
def test_a_line_names_tests_that_show_it(number: int) -> None:
    for path, name in ROWS[number]:
        assert number in marked(path)[name], f"{path}::{name} is not marked {number}"


def test_every_marked_test_stands_on_the_page() -> None:
    listed = {(path, name, number) for number, row in ROWS.items() for path, name in row}
    for file in (PROJECT / "tests").rglob("test_*.py"):
        path = file.relative_to(PROJECT).as_posix()
        for name, numbers in marked(path).items():
            assert {(path, name, number) for number in numbers} <= listed, f"{path}::{name}"


def test_every_other_test_named_on_the_page_exists() -> None:
    for path, name in re.findall(r"`(tests/\S+?)::(\w+)`", PAGE):
        assert name in marked(path), f"{path}::{name}"
