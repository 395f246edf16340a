"""Bring the catalogs in step with the source: `python -m bot.texts.update`.

New texts come in untranslated, texts that are no longer said go out, the rest stays as it is.
These calls mark a text, whatever stands before the last dot:

- `say("…", name=…)`, also under a name that ends in `_say`
- `say.plural("…", "…", n)`
- `later("…")`
- `locale_str("…")`, for command names and descriptions

Babel's own extractor misses a call inside the arguments of another, so this one reads the syntax
tree, and can say what it finds wrong.
"""

import ast
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import normalize, read_po

from bot.texts.speech import LANGUAGES, forms

ROOT = Path(__file__).parents[2]
CATALOGS = {
    language: Path(__file__).with_name(f"{language}.po")
    for language in LANGUAGES
    if language != "en"
}

_WIDTH = 100
_HEADER = """\
# {name} for Troef. `python -m bot.texts.update` adds new texts and drops unused ones.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
_DECORATORS = ("command", "Group", "describe", "rename")


class Use(StrEnum):
    """Where a text is seen, when that sets a limit."""

    TEXT = "text"
    NAME = "command name"
    DESCRIPTION = "description"


@dataclass(frozen=True, slots=True)
class Found:
    """A text marked in the source."""

    ids: tuple[str, ...]
    """The text, or the texts for one and for many."""
    place: str
    use: Use = Use.TEXT
    given: frozenset[str] | None = None
    """The placeholders filled here; None if that cannot be seen."""


class Source(ast.NodeVisitor):
    """The texts of source files, and what is wrong with the way they are marked."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.problems: list[str] = []
        self._file = ""
        self._uses: dict[ast.expr, Use] = {}

    def read(self, file: str, source: str) -> None:
        """Read one file."""
        self._file = file
        self.visit(ast.parse(source))

    def texts(self) -> dict[str, tuple[str, ...]]:
        """Return every text by its first form."""
        texts: dict[str, tuple[str, ...]] = {}
        for found in self.found:
            one = found.ids[0]
            texts[one] = max(found.ids, texts.get(one, ()), key=len)
        return texts

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A cog that is a group of commands has a name and a description."""
        self._see_uses("", node.keywords)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Every mark is a call."""
        name = _last_name(node.func)
        self._see_uses(name, node.keywords)
        if name == "say" or name.endswith("_say"):
            self._see(node, 1, _given(node))
        elif name == "plural" and isinstance(node.func, ast.Attribute):
            given = _given(node)
            self._see(node, 2, None if given is None else given | {"n"})
        elif name == "later":
            self._see(node, 1, None, literal=True)
        elif name == "locale_str":
            self._see(node, 1, None, use=self._uses.get(node, Use.TEXT))
        self.generic_visit(node)

    def _see_uses(self, name: str, keywords: list[ast.keyword]) -> None:
        for keyword in keywords:
            use = Use.TEXT
            if name in ("describe", "rename"):
                use = Use.DESCRIPTION if name == "describe" else Use.NAME
            elif keyword.arg == "name" and name != "Choice":
                use = Use.NAME
            elif keyword.arg == "description":
                use = Use.DESCRIPTION
            self._uses[keyword.value] = use
            plain = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            if plain and name in _DECORATORS and use is not Use.TEXT:
                self._complain(keyword.value, f"a {use} stands in locale_str()")

    def _see(
        self,
        node: ast.Call,
        count: int,
        given: frozenset[str] | None,
        *,
        use: Use = Use.TEXT,
        literal: bool = False,
    ) -> None:
        ids = [_literals(argument) for argument in node.args[:count]]
        if len(ids) == count and all(len(texts) == len(ids[0]) > 0 for texts in ids):
            for texts in zip(*ids, strict=True):
                self.found.append(Found(texts, f"{self._file}:{node.lineno}", use, given))
        elif len(ids) < count or any(_is_made(argument) for argument in node.args[:count]):
            self._complain(node, "a text is one plain string, with {placeholders} for what varies")
        elif literal or count == 2:
            self._complain(node, "the text itself must stand here, not a variable")

    def _complain(self, node: ast.expr, problem: str) -> None:
        self.problems.append(f"{self._file}:{node.lineno}: {problem}")


def _last_name(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _given(node: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in node.keywords]
    return None if None in names else frozenset(name for name in names if name is not None)


def _literals(argument: ast.expr) -> list[str]:
    """Return the text written out here, both of `a if … else b`; none if it is a variable."""
    match argument:
        case ast.Constant(str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            both = [_literals(body), _literals(other)]
            return [*both[0], *both[1]] if all(both) else []
    return []


def _is_made(argument: ast.expr) -> bool:
    """Say whether a text is put together here, so that no catalog can hold it."""
    match argument:
        case ast.JoinedStr() | ast.BinOp() | ast.Constant():
            return True
        case ast.Call(func=ast.Attribute(attr="format" | "join")):
            return True
        case ast.IfExp(body=body, orelse=other):
            return _is_made(body) or _is_made(other)
    return False


def read_source(root: Path = ROOT) -> Source:
    """Read the bot and its cogs."""
    source = Source()
    for folder in ("bot", "cogs"):
        for path in sorted((root / folder).rglob("*.py")):
            source.read(path.relative_to(root).as_posix(), path.read_text("utf-8"))
    return source


def read_catalog(language: str) -> Catalog:
    """Read a catalog as it stands in its file; empty if there is none yet."""
    path = CATALOGS[language]
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def placeholders(text: str) -> set[str]:
    """Return the placeholders of a text; ValueError if one is more than a plain name."""
    names = set()
    for _, name, form, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"a placeholder is a plain name, not {name!r}, in {text!r}")
        names.add(name)
    return names


def messages(catalog: Iterable[Message]) -> Iterator[tuple[str, Message]]:
    """Iterate over the texts of a catalog by their first form, without the header."""
    for message in catalog:
        if one := forms(message.id)[0]:
            yield one, message


def merge(language: str, texts: Mapping[str, tuple[str, ...]], catalog: Catalog) -> str:
    """Return the file of a catalog that holds these texts, sorted, with what it had for them."""
    had = dict(messages(catalog))
    name = (catalog.locale.english_name or language) if catalog.locale else language
    blocks = [_HEADER.format(language=language, name=name)]
    for one in sorted(texts, key=lambda text: (text.casefold(), text)):
        ids = texts[one]
        strings: tuple[str, ...] = ("",) * len(ids)
        lines = []
        if message := had.get(one):
            lines += [f"# {comment}".rstrip() for comment in message.user_comments]
            lines += ["#, fuzzy"] if message.fuzzy else []
            old = forms(message.string)
            strings = (*old, *strings[len(old) :])[: len(ids)]
        lines.append(f"msgid {normalize(one, width=_WIDTH)}")
        if len(ids) == 1:
            lines.append(f"msgstr {normalize(strings[0], width=_WIDTH)}")
        else:
            lines.append(f"msgid_plural {normalize(ids[1], width=_WIDTH)}")
            lines += [
                f"msgstr[{form}] {normalize(said, width=_WIDTH)}"
                for form, said in enumerate(strings)
            ]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def main() -> int:
    """Rewrite every catalog; return 1 if texts are marked wrongly."""
    source = read_source()
    for problem in source.problems:
        print(problem, file=sys.stderr)
    for language, path in CATALOGS.items():
        path.write_text(merge(language, source.texts(), read_catalog(language)), "utf-8")
        for one, message in messages(read_catalog(language)):
            if not all(forms(message.string)):
                print(f"{path.name}: nothing yet for {one!r}")
    return 1 if source.problems else 0


if __name__ == "__main__":
    sys.exit(main())
