"""What a speech says, and which one is chosen."""

import pytest

from bot.rules.cards import parse_card
from bot.texts import LANGUAGES, Speech, choose, later
from bot.texts.cards import card_text, card_words, rank_letter, suit_name, suit_sign

NL = Speech.of("nl")
EN = Speech.of("en")


def test_a_speech_is_read_once() -> None:
    assert Speech.of("nl") is NL
    assert [Speech.of(language).language for language in LANGUAGES] == ["nl", "en"]
    assert repr(NL) == "Speech('nl')"


def test_a_language_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="'fr' is not a language; languages are nl en"):
        Speech.of("fr")


def test_placeholders_are_filled_in_both_languages() -> None:
    say = Speech("nl", {"It is your turn, {name}.": ("Jij bent, {name}.",)})
    assert say("It is your turn, {name}.", name="Anna {0}") == "Jij bent, Anna {0}."
    assert EN("It is your turn, {name}.", name="Anna") == "It is your turn, Anna."


def test_a_text_may_have_any_placeholder() -> None:
    assert EN("{text} {self} {n}", text=1, self=2, n=3) == "1 2 3"


def test_a_missing_text_is_said_in_english() -> None:
    say = Speech("nl", {})
    assert say("No such text, {name}.", name="Bob") == "No such text, Bob."
    assert say.plural("{n} trick", "{n} tricks", 2) == "2 tricks"


@pytest.mark.parametrize(("n", "said"), [(0, "0 slagen"), (1, "1 slag"), (1200, "1.200 slagen")])
def test_a_count_takes_the_form_that_fits(n: int, said: str) -> None:
    say = Speech("nl", {"{n} trick": ("{n} slag", "{n} slagen")})
    assert say.plural("{n} trick", "{n} tricks", n) == said


def test_a_count_takes_other_placeholders_too() -> None:
    assert EN.plural("{who}: {n} point", "{who}: {n} points", 1, who="Anna") == "Anna: 1 point"


def test_numbers_are_written_as_the_language_does() -> None:
    assert (NL.number(1234), EN.number(1234)) == ("1.234", "1,234")
    assert (NL.number(-100), EN.number(0)) == ("-100", "0")
    assert (NL.average(1234.56), EN.average(81)) == ("1.234,6", "81.0")


def test_names_are_joined_as_the_language_does() -> None:
    assert NL.names(["Anna", "Bob"]) == "Anna en Bob"
    assert EN.names(["Anna", "Bob", "Carla"]) == "Anna, Bob and Carla"
    assert (NL.names(["{0}", "b"]), NL.names(["Anna"]), NL.names([])) == ("{0} en b", "Anna", "")


@pytest.mark.parametrize(
    ("seconds", "dutch", "english"),
    [
        (15, "15 seconden", "15 seconds"),
        (60, "1 minuut", "1 minute"),
        (90, "1 minuut en 30 seconden", "1 minute and 30 seconds"),
        (7200, "2 uur", "2 hours"),
        (86_400, "1 dag", "1 day"),
        (0, "0 seconden", "0 seconds"),
        (-3.2, "0 seconden", "0 seconds"),
    ],
)
def test_durations_are_exact(seconds: float, dutch: str, english: str) -> None:
    assert (NL.duration(seconds), EN.duration(seconds)) == (dutch, english)


@pytest.mark.parametrize(
    ("own", "discord_locale", "language"),
    [
        ("nl", "en-US", "nl"),
        ("en", "nl", "en"),
        (None, "nl", "nl"),
        (None, "en-GB", "en"),
        (None, "de", "en"),
        ("fr", "nl", "nl"),
    ],
)
def test_own_choice_goes_before_discords(
    own: str | None, discord_locale: str, language: str
) -> None:
    assert choose(own, discord_locale, "nl") == language


def test_the_default_counts_where_discord_says_nothing() -> None:
    assert choose(None, None) == "en"
    assert choose(None, None, "nl") == "nl"


def test_later_marks_and_leaves_alone() -> None:
    assert later("spades") == "spades"


def test_cards_are_said_in_both_languages() -> None:
    assert " ".join(rank_letter(NL, rank) for rank in range(8)) == "7 8 9 10 B V H A"
    assert " ".join(rank_letter(EN, rank) for rank in range(8)) == "7 8 9 10 J Q K A"
    assert "".join(suit_sign(suit) for suit in range(4)) == "♠♥♦♣"
    assert [suit_name(NL, suit) for suit in range(2)] == ["schoppen", "harten"]
    assert [suit_name(NL, suit) for suit in range(2, 4)] == ["ruiten", "klaveren"]
    assert [suit_name(EN, suit) for suit in range(2)] == ["spades", "hearts"]
    assert [suit_name(EN, suit) for suit in range(2, 4)] == ["diamonds", "clubs"]
    jack, ten = parse_card("JH"), parse_card("TS")
    assert [card_text(NL, jack), card_text(EN, jack), card_text(NL, ten)] == ["B♥", "J♥", "10♠"]
    assert [card_words(NL, jack), card_words(EN, jack)] == ["harten boer", "jack of hearts"]
    assert [card_words(NL, ten), card_words(EN, ten)] == ["schoppen 10", "10 of spades"]
