"""How texts are found in the source and laid into a catalog."""

import pytest
from babel.messages import Catalog

from bot.texts.update import Source, Use, merge, placeholders


def read(text: str) -> Source:
    source = Source()
    source.read("cogs/play.py", text)
    return source


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('say("Yours.")', [("Yours.",)]),
        ('self.say("Yours.")', [("Yours.",)]),
        ('public_say("Yours.")', [("Yours.",)]),
        ('say("One " "two.")', [("One two.",)]),
        ('show(say("A.", b=draw(say("B."))))', [("A.",), ("B.",)]),
        ('say("A." if x else "B.")', [("A.",), ("B.",)]),
        ('say.plural("{n} trick", "{n} tricks", n)', [("{n} trick", "{n} tricks")]),
        ('NAMES = {1: later("spades")}', [("spades",)]),
        ("say(NAMES[1])", []),
        ('logger.info("Started.")', []),
    ],
)
def test_texts_are_found(text: str, ids: list[tuple[str, ...]]) -> None:
    source = read(text)
    assert [found.ids for found in source.found] == ids
    assert source.problems == []


@pytest.mark.parametrize(
    "text",
    [
        'say(f"Yours, {name}.")',
        'say("Yours, " f"{name}.")',
        'say("Yours, " + name)',
        'say("Yours, %s." % name)',
        'say("Yours, {}.".format(name))',
        'say("A." if x else f"{b}")',
        "say()",
        'say.plural("{n} trick", n)',
        'say.plural(one, "{n} tricks", n)',
        "later(text)",
        '@app_commands.command(name="play")\ndef play(): ...',
        '@app_commands.describe(game="Which game")\ndef play(): ...',
    ],
)
def test_wrong_marks_are_named_with_their_place(text: str) -> None:
    (problem,) = read(text).problems
    assert problem.startswith("cogs/play.py:1: ")


def test_names_and_descriptions_of_commands_are_told_apart() -> None:
    source = read(
        '@app_commands.command(name=locale_str("play"), description=locale_str("Open a table"))\n'
        '@app_commands.describe(game=locale_str("Which game"))\n'
        '@app_commands.rename(game=locale_str("game"))\n'
        "def play(): ...\n"
        'class Ronde(GroupCog, name=locale_str("ronde")): ...\n'
        'Choice(name=locale_str("Four deals"), value=4)\n'
    )
    assert {found.ids[0]: found.use for found in source.found} == {
        "play": Use.NAME,
        "Open a table": Use.DESCRIPTION,
        "Which game": Use.DESCRIPTION,
        "game": Use.NAME,
        "ronde": Use.NAME,
        "Four deals": Use.TEXT,
    }


def test_what_fills_a_text_is_seen() -> None:
    source = read('say("{a}", a=1)\nsay.plural("{n}", "{n}", 2, b=1)\nsay("{c}", **values)')
    assert [found.given for found in source.found] == [{"a"}, {"n", "b"}, None]


def test_placeholders_are_plain_names() -> None:
    assert placeholders("{name} has {n}, {{so}}") == {"name", "n"}
    for text in ("{}", "{0}", "{name.id}", "{n:02}", "{name!r}"):
        with pytest.raises(ValueError, match="a placeholder is a plain name"):
            placeholders(text)


def test_an_update_adds_drops_and_keeps() -> None:
    catalog = Catalog(locale="nl")
    catalog.add("Kept.", "Gebleven.", user_comments=["as it is said at the table"])
    catalog.add("Gone.", "Weg.")
    texts = {"Kept.": ("Kept.",), "{n} new": ("{n} new", "{n} new ones"), 'A "b"': ('A "b"',)}
    written = merge("nl", texts, catalog)
    assert written.split("\n\n")[1:] == [
        'msgid "A \\"b\\""\nmsgstr ""',
        '# as it is said at the table\nmsgid "Kept."\nmsgstr "Gebleven."',
        'msgid "{n} new"\nmsgid_plural "{n} new ones"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    ]


def test_a_text_that_becomes_a_count_keeps_its_one() -> None:
    catalog = Catalog(locale="nl")
    catalog.add("{n} trick", "{n} slag")
    written = merge("nl", {"{n} trick": ("{n} trick", "{n} tricks")}, catalog)
    assert written.endswith('msgstr[0] "{n} slag"\nmsgstr[1] ""\n')
