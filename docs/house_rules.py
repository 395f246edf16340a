# ruff: noqa: INP001
"""Makes house-rules.md in this folder: `python docs/house_rules.py` in the project's environment.

All of it comes from the code: the options with their values and sources from `bot.rules`, the
words from `bot.texts`, and the tests by their names from `tests/rules`.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
sys.path.insert(0, str(PROJECT))

from annotated_types import Ge, Le, MultipleOf  # noqa: E402

from bot.rules.games import GAMES  # noqa: E402
from bot.rules.house import House, Value  # noqa: E402
from bot.texts.games import WORDS, Option  # noqa: E402
from bot.texts.games.words import ANY_NUMBER, word_of  # noqa: E402
from bot.texts.speech import Speech  # noqa: E402

PAGE = HERE / "house-rules.md"
SAY = Speech.of("en")

INTRO = """\
# House rules

`python docs/house_rules.py` writes this page from the code, and a test sees that it is up to date.

Where people play a game in different ways, the choice is a *house rule*: one option of the game's \
`House` in `bot/rules`. The host chooses when a table is opened; a preset sets several at once. \
What is chosen is stored with the match.

In the tables the default of each option comes first, in bold, and each value stands with its word \
in records and code. The source says where the rule and its default come from: `seed`, the text \
that the game was made from (`docs/seeds.md` follows those sentence by sentence); `src`, a public \
source; `derived`, what follows from the seed; `choice`, our own where all are silent. Each option \
has at least one test, named by its row, in which its values lead to different outcomes. A number \
that is missing stands for no option.
"""


def test_file(game: str) -> Path:
    """Return the file with the tests of a game's rules, from the project's folder."""
    return Path("tests", "rules", f"test_{game}.py")


@cache
def tests_of(game: str) -> dict[str, ast.FunctionDef]:
    """Return the tests of a game's rules by name, in the order of the file."""
    tree = ast.parse((PROJECT / test_file(game)).read_text("utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {node.name: node for node in functions if node.name.startswith("test_")}


def tests_of_row(game: str, row: str) -> dict[str, ast.FunctionDef]:
    """Return the tests that are named by a row of rules.md, `K-1`."""
    prefix = f"test_{row.replace('-', '_')}_"  # its end keeps K-1 from K-10
    return {name: node for name, node in tests_of(game).items() if name.startswith(prefix)}


def page() -> str:
    """Return the whole page."""
    return "\n".join([INTRO, *(line for game in GAMES for line in _game(game))])


def _game(game: str) -> Iterator[str]:
    house, words, file = GAMES[game].house_type, WORDS[game], test_file(game)
    yield f"## {SAY(words.name)}"
    yield ""
    yield "| rule | option | what it decides | values | source | tests |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in house.model_fields:
        row, option = house.row(name), words.options[name]
        tests = ", ".join(f"[{file.name}::{test}][{game}]" for test in tests_of_row(game, row.id))
        yield " | ".join(
            [
                f"| {row.id}",
                f"`{name}`",
                f"**{SAY(option.title)}.** {SAY(option.why)}",
                "; ".join(_values(house, name, option)),
                row.source,
                f"{tests} |",
            ]
        )
    yield ""
    yield "| preset | name | what it changes |"
    yield "| --- | --- | --- |"
    for name, changed in house.presets.items():
        said = ", ".join(f"`{option}` = `{word_of(value)}`" for option, value in changed.items())
        yield f"| `{name}` | {SAY(words.presets[name])} | {said or 'nothing: the defaults'} |"
    yield ""
    yield f"[{game}]: ../{file.as_posix()}"
    yield ""


def _values(house: type[House], name: str, option: Option) -> Iterator[str]:
    """Return the values of an option in words, the default first."""
    default, *others = _listed(house, name, option)
    yield f"**{_value(option, default)}**"
    yield from (_value(option, value) for value in others)
    limits = {type(limit): limit for limit in house.model_fields[name].metadata}
    if Ge in limits and Le in limits:
        said = option.values if isinstance(option.values, str) else option.values[ANY_NUMBER]
        tens = f" in steps of {limits[MultipleOf].multiple_of}" if MultipleOf in limits else ""
        yield f"{SAY(said, n='n')}, n from {limits[Ge].ge} to {limits[Le].le}{tens}"


def _listed(house: type[House], name: str, option: Option) -> list[Value]:
    """Return the default and the other values that are listed: of numbers those with own words."""
    default = house.model_fields[name].default
    worded = {} if isinstance(option.values, str) else option.values
    others = [value for value in house.values_of(name) if value != default]
    return [default, *(value for value in others if word_of(value) in worded)]


def _value(option: Option, value: Value) -> str:
    return f"{option.value(SAY, value)} (`{word_of(value)}`)"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
