"""What is said of each game: options, presets, results, and the rules page by page."""

import itertools
import random
import re
from collections.abc import Sequence

import pytest

from bot.rules.actions import ACCEPT, DECLARE, PASS, TAKE, TRUMPS, Deal, Kind, play
from bot.rules.cards import PACK, Suit, mask_of
from bot.rules.games import GAMES
from bot.rules.hoogjassen import _CARDS, HoogjassenHouse
from bot.rules.house import House
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.lesbos import LesbosHouse
from bot.rules.match import Match
from bot.rules.view import DealResult, Phase, Reason
from bot.texts.cards import card_text
from bot.texts.games import WORDS, Page
from bot.texts.games.hoogjassen_rules import PACKETS
from bot.texts.games.rulebook import PAGE_LIMIT
from bot.texts.speech import Speech

NL = Speech.of("nl")
EN = Speech.of("en")
SPEECHES = (NL, EN)

games = pytest.mark.parametrize("game", GAMES)


def random_house(game: str, chance: random.Random) -> House:
    """Return house rules, each option drawn."""
    kind = GAMES[game].house_type
    return kind(**{name: chance.choice(kind.values_of(name)) for name in kind.model_fields})


def houses(game: str) -> list[tuple[House, int]]:
    """Return the usual house rules, the presets and twenty others, for each number of seats."""
    chance = random.Random(game)
    kind = GAMES[game].house_type
    some = [kind(), *map(kind.preset, kind.presets)]
    some += [random_house(game, chance) for _ in range(20)]
    return list(itertools.product(some, GAMES[game].counts))


def pages(say: Speech, house: House, seats: int, game: str) -> list[Page]:
    return WORDS[game].pages(say, house, seats)


def text_of(page: Page) -> str:
    return "\n".join([page.title, *page.lines])


def whole(say: Speech, house: House, seats: int = 4) -> str:
    """Return all pages of the game of these house rules."""
    game = next(name for name, kind in GAMES.items() if kind.house_type is type(house))
    return "\n".join(map(text_of, pages(say, house, seats, game)))


# Options and presets.


def test_every_game_has_words() -> None:
    assert list(WORDS) == list(GAMES)


@games
def test_every_option_has_words_in_the_order_of_the_house(game: str) -> None:
    words = WORDS[game]
    assert list(words.options) == list(GAMES[game].house_type.model_fields)
    assert set(words.always) <= set(words.options)
    assert words.money is None or words.money in words.options


@pytest.mark.parametrize("say", SPEECHES, ids=repr)
@games
def test_options_are_said_shortly(game: str, say: Speech) -> None:
    for option in WORDS[game].options.values():
        assert 0 < len(say(option.title)) <= 30, say(option.title)
        assert 0 < len(say(option.why)) <= 200, say(option.why)


@pytest.mark.parametrize("say", SPEECHES, ids=repr)
@games
def test_every_value_has_words_of_its_own(game: str, say: Speech) -> None:
    kind = GAMES[game].house_type
    for name, option in WORDS[game].options.items():
        values = kind.values_of(name)
        said = [option.value(say, value) for value in values]
        assert len(set(said)) == len(values), said
        assert all(0 < len(words) <= 60 and "{" not in words for words in said), said


def test_numbers_that_no_menu_offers_have_words_too() -> None:
    options = WORDS["hoogjassen"].options
    assert options["money"].value(EN, 1000) == "1000 cents for 10 points"
    assert options["money"].value(NL, 1) == "1 cent voor 10 punten"
    assert options["money"].value(NL, 0) == "niet tonen"
    assert options["lowest_bid"].value(NL, 0) == "120, met z'n drieën 170"
    assert options["lowest_bid"].value(NL, 120) == "120 punten"
    assert WORDS["lesbos"].options["cap"].value(NL, 100) == "100 spellen"


@games
def test_every_preset_has_a_name_and_is_valid(game: str) -> None:
    words, kind = WORDS[game], GAMES[game].house_type
    assert list(words.presets) == list(kind.presets)
    for name, text in words.presets.items():
        assert isinstance(kind.preset(name), kind)
        assert all(0 < len(say(text)) <= 60 for say in SPEECHES)


# The rules page by page.


@games
def test_pages_are_complete_and_short_enough(game: str) -> None:
    for house, seats in houses(game):
        for say in SPEECHES:
            book = pages(say, house, seats, game)
            titles = [page.title for page in book]
            assert len(set(titles)) == len(titles)
            assert book[0].lines[0] == say(WORDS[game].short)
            for page in book:
                assert page.lines
                assert all(page.lines)
                assert not set("{}") & set(text_of(page)), page
                assert len(text_of(page)) <= PAGE_LIMIT, (len(text_of(page)), page)


SAME = {"Roem"}
"""What Dutch and English say alike."""
ENGLISH = re.compile(
    r"\b(the|and|with|you|your|trick|trump|suit|player|declarer|deal|made)\b", re.IGNORECASE
)


@games
def test_dutch_pages_have_no_english_left(game: str) -> None:
    for house, seats in houses(game):
        dutch, english = (pages(say, house, seats, game) for say in SPEECHES)
        assert len(dutch) - len(english) in (-1, 0, 1), "only house rules may need another page"
        english_lines = {line for page in english for line in (page.title, *page.lines)}
        for line in (line for page in dutch for line in (page.title, *page.lines)):
            assert line not in english_lines or line in SAME
            assert not ENGLISH.search(line), line


@games
def test_pages_tell_what_differs_at_this_table(game: str) -> None:
    words, kind = WORDS[game], GAMES[game].house_type
    for house, seats in houses(game):
        book = pages(EN, house, seats, game)
        last = "\n".join(
            line for page in book if page.title.startswith("House rules") for line in page.lines
        )
        differing = house.differing(seats)
        assert ("nothing differs" in last) == (not differing)
        for name in kind.model_fields:
            option = words.options[name]
            line = f"- {EN(option.title)}: **{option.value(EN, getattr(house, name))}**"
            assert (line in last.split("\n")) == (name in differing), line


@games
def test_pages_of_another_game_are_refused(game: str) -> None:
    other = next(name for name in GAMES if name != game)
    with pytest.raises(TypeError, match="are not house rules of"):
        WORDS[game].pages(EN, GAMES[other].house_type(), 4)


# The examples on these pages, seen from a match.

EXAMPLE = re.compile(
    r"-# On the table (?P<trick>[^(]*?)(?: \((?P<partner>\S+) from your partner\))?,"
    r" in your hand (?P<hand>.*): play \*\*(?P<legal>.*)\*\*\."
)
CARDS = {card_text(EN, card): card for card in PACK}


def cards_of(text: str) -> list[int]:
    return [CARDS[word] for word in text.split()]


def in_play(game: str, house: House, seats: int) -> Match:
    """Return a match in its first trick, trump as in the examples."""
    trump = TRUMPS[Suit.HEARTS if game == "hoogjassen" else Suit.SPADES]
    for seed in itertools.count():
        match = GAMES[game](house, seats)
        match.push(None, Deal(seed.to_bytes(32, "big")))
        while match.phase is not Phase.PLAYING or match.trump is None:
            legal = match.legal(match.turn)
            # The first to speak plays; where bids go on, the others pass.
            passes = match.phase is Phase.BIDDING and match.bids and PASS in legal
            wanted = [PASS] if passes else [TAKE, ACCEPT, trump, *legal]
            unwanted = {DECLARE} if passes else {DECLARE, PASS}
            match.push(match.turn, next(a for a in wanted if a in legal and a not in unwanted))
        if match.trump == trump.value:
            return match
    raise AssertionError


def legal_after(match: Match, leader: int, trick: Sequence[int], hand: Sequence[int]) -> set[int]:
    """Return what may be played from this hand once these cards lie."""
    match.turn = leader
    match.hands = [0] * match.seats
    for place, cards in enumerate([*([card] for card in trick), hand]):
        match.hands[(leader + place) % match.seats] = mask_of(cards)
    match._playable = match.hands[leader]
    for card in trick:
        match.push(match.turn, play(card))
    return {action.card for action in match.legal(match.turn) if action.kind is Kind.PLAY}


def partner_card(match: Match, leader: int, trick: Sequence[int]) -> int | None:
    """Return the card of the partner of the next to play, None if there is none, or not yet."""
    mover = (leader + len(trick)) % match.seats
    partners = {
        "klaverjas": [(mover + 2) % 4],
        "lesbos": [] if mover == match.declarer else [3 - mover - match.declarer],
        "hoogjassen": [],
    }[match.game]
    cards = (card for place, card in enumerate(trick) if (leader + place) % match.seats in partners)
    return next(cards, None)


@games
def test_examples_of_what_may_be_played_are_as_in_a_match(game: str) -> None:
    for house, seats in houses(game):
        examples = list(EXAMPLE.finditer(whole(EN, house, seats)))
        assert len(examples) >= 4
        start = in_play(game, house, seats)
        for example in examples:
            trick, hand, legal = (cards_of(example[n]) for n in ("trick", "hand", "legal"))
            partner = CARDS[example["partner"]] if example["partner"] else None
            leader = next(s for s in range(seats) if partner_card(start, s, trick) == partner)
            assert legal_after(start.copy(), leader, trick, hand) == set(legal), (house, example[0])


def test_examples_follow_the_house_rules() -> None:
    amsterdam, rotterdam = KlaverjasHouse(), KlaverjasHouse(system="rotterdam")
    lies = "-# On the table A♥ 8♥ (A♥ from your partner), in your hand J♠ 7♠ K♦: play"
    assert f"{lies} **J♠ 7♠ K♦**." in whole(EN, amsterdam)
    assert f"{lies} **J♠ 7♠**." in whole(EN, rotterdam)
    nat = "-# Spelende partij 81 + 0 roem, tegenpartij 81 + 0 roem"
    assert f"{nat}: **0 – 162**." in whole(NL, amsterdam)
    assert f"{nat}: **81 – 81**." in whole(NL, KlaverjasHouse(tie="made"))
    fours = "J **200** · 10 **100** · 9 **0**"
    assert fours in whole(EN, KlaverjasHouse(four_of_a_kind="ten_up"))


def test_examples_of_rules_md_stand_on_the_pages() -> None:
    klaverjas = whole(EN, KlaverjasHouse())
    assert "Makers 60 + 40 roem, defenders 102 + 20 roem: **0 – 222**." in klaverjas  # KF6
    assert "they need at least 82 points" in klaverjas  # KF8
    lesbos = whole(EN, LesbosHouse(), 3)
    assert "its winner gets 38 points" in lesbos  # LF4
    assert "with 2 / 0 / 3 crosses: day points **8 / 5 / -3**." in lesbos  # LF8
    assert "the others 72 and 0 + 100 roem: **-100 ✗ / 72 / -100 ✗**." in lesbos  # LF9
    hoogjassen = whole(EN, HoogjassenHouse())
    assert "The opponents have 42, which is rounded to 50: the declarer has made **100**." in (
        hoogjassen
    )
    assert "10♥ J♥ Q♥ K♥: **70**" in hoogjassen


@pytest.mark.parametrize(
    ("seats", "house", "said"),
    [
        (4, {}, ("Er zijn 31 kaarten, zonder 7♣.", "krijgt 7 kaarten; er blijven er 3 over")),
        (4, {"pack": "32"}, ("Er zijn 32 kaarten.", "krijgt 7 kaarten; er blijven er 4 over")),
        (3, {}, ("Er zijn 31 kaarten, zonder 7♣.", "krijgt 9 kaarten; er blijven er 4 over")),
        (3, {"three_players": "30"}, ("Er zijn 30 kaarten, zonder 7♠ en 7♣.", "in ♠ en ♣ maar 7")),
        (3, {"three_players": "32"}, ("in rondes van 3, 4 en 3", "in elke kleur zijn het er 8")),
        (3, {"three_players": "24"}, ("24 kaarten, vanaf de 9.", "in elke kleur zijn het er 6")),
        (4, {}, ("minstens 120", "-# 120, 130, pas, pas, 140, pas: wie 140 bood")),
        (3, {}, ("minstens 170", "-# 170, 180, pas, 190, pas: wie 190 bood")),
        (3, {"lowest_bid": 50}, ("minstens 50", "-# 50, 60, pas, 70, pas: wie 70 bood")),
    ],
)
def test_hoogjassen_is_told_with_its_pack_and_its_bids(seats, house, said) -> None:
    text = whole(NL, HoogjassenHouse(**house), seats)
    assert all(words in text for words in said)


def test_packets_are_those_of_the_deal() -> None:
    packets = {cards.packets for packs in _CARDS.values() for cards in packs.values()}
    assert {sum(each): each for each in packets} == PACKETS


# How a deal ended.


NAMES = ("Anna", "Bob", "Cees", "Dora")


def who(seats: Sequence[int]) -> str:
    return " & ".join(NAMES[seat] for seat in seats)


def told(game: str, deal: DealResult) -> list[tuple[str, ...]]:
    """Return the lines of a result, English beside Dutch."""
    english, dutch = (WORDS[game].result(say, deal, who) for say in (EN, NL))
    return list(zip(english, dutch, strict=True))


def a_deal(
    declarer: int,
    scores: Sequence[int],
    *reasons: Reason,
    tricks: Sequence[int] = (),
    roem: Sequence[int] = (0, 0, 0, 0),
    bid: int = 0,
    points: int = 0,
) -> DealResult:
    return DealResult(
        number=1,
        dealer=0,
        trump=0,
        declarer=declarer,
        makers=declarer,
        cards=(),
        roem=tuple(roem),
        tricks=tuple(tricks),
        scores=tuple(scores),
        reasons=frozenset(reasons),
        shares=(),
        bid=bid,
        points=points,
    )


@pytest.mark.parametrize(
    ("reasons", "english", "dutch"),
    [
        (
            (Reason.MADE,),
            "**Bob & Dora** made it.",
            "**Bob & Dora** hebben het gehaald.",
        ),
        (
            (Reason.NAT,),
            "**Bob & Dora** are **nat**: everything goes to Cees & Anna.",
            "**Bob & Dora** zijn **nat**: alles gaat naar Cees & Anna.",
        ),
        (
            (Reason.MADE, Reason.PIT),
            "**Bob & Dora** made it with every trick: **pit**!",
            "**Bob & Dora** hebben het gehaald met alle slagen: **pit**!",
        ),
        (
            (Reason.NAT, Reason.COUNTER_PIT),
            "**Bob & Dora** are **nat** without a trick: counter-pit for Cees & Anna.",
            "**Bob & Dora** zijn **nat** zonder één slag: tegenpit voor Cees & Anna.",
        ),
    ],
)
def test_how_a_deal_of_klaverjas_ended(reasons, english, dutch) -> None:
    assert told("klaverjas", a_deal(1, (0, 0), *reasons)) == [(english, dutch)]


ANNA_MADE_IT = ("**Anna** made it.", "**Anna** heeft het gehaald.")
ANNA_IS_NAT = (
    "**Anna** is **nat**: -100 and a cross.",
    "**Anna** is **nat**: -100 en een kruis.",
)


@pytest.mark.parametrize(
    ("tricks", "reasons", "lines"),
    [
        ((4, 4, 2), (Reason.MADE,), [ANNA_MADE_IT]),
        ((4, 4, 2), (Reason.NAT,), [ANNA_IS_NAT]),
        (
            (8, 2, 0),
            (Reason.MADE, Reason.TRICKLESS),
            [
                ANNA_MADE_IT,
                (
                    "**Cees** won no trick: -100 and a cross.",
                    "**Cees** heeft geen slag: -100 en een kruis.",
                ),
            ],
        ),
        (
            (10, 0, 0),
            (Reason.MADE, Reason.TRICKLESS, Reason.PIT),
            [
                (
                    "**Anna** made it with all ten tricks!",
                    "**Anna** heeft het gehaald met alle tien slagen!",
                ),
                (
                    "**Bob & Cees** won no trick: -100 and a cross each.",
                    "**Bob & Cees** hebben geen slag: allebei -100 en een kruis.",
                ),
            ],
        ),
        (
            (0, 10, 0),
            (Reason.NAT, Reason.TRICKLESS, Reason.PIT),
            [
                ANNA_IS_NAT,
                (
                    "**Cees** won no trick: -100 and a cross.",
                    "**Cees** heeft geen slag: -100 en een kruis.",
                ),
                ("**Bob** won all ten tricks!", "**Bob** heeft alle tien slagen!"),
            ],
        ),
    ],
)
def test_how_a_deal_of_lesbos_ended(tricks, reasons, lines) -> None:
    assert told("lesbos", a_deal(0, (0, 0, 0), *reasons, tricks=tricks)) == lines


@pytest.mark.parametrize(
    ("deal", "english", "dutch"),
    [
        (
            a_deal(0, (90, -30, -30, -30), Reason.MADE, bid=120, points=150),
            ["**Anna** bid 120 and made 150: **30 over**.", "-# Anna +90, each opponent -30."],
            ["**Anna** bood 120 en haalde 150: **30 over**.", "-# Anna +90, elke tegenspeler -30."],
        ),
        (
            a_deal(2, (0, 0, 0), Reason.MADE, roem=(0, 0, 40), bid=160, points=120),
            [
                "**Cees** bid 160 (40 roem: 120 to make) and made 120: exactly enough.",
                "-# Nobody wins or loses points.",
            ],
            [
                "**Cees** bood 160 (40 roem: nog 120 te halen) en haalde 120: precies genoeg.",
                "-# Niemand wint of verliest punten.",
            ],
        ),
        (
            a_deal(1, (20, -60, 20, 20), Reason.NAT, Reason.BLIND, bid=120, points=110),
            [
                "**Bob** bid 120, played **blind** and made only 110: **nat**, 10 short.",
                "-# Blind counts double: Bob -60, each opponent +20.",
            ],
            [
                "**Bob** bood 120, speelde **blind** en haalde maar 110: **nat**, 10 tekort.",
                "-# Blind telt dubbel: Bob -60, elke tegenspeler +20.",
            ],
        ),
        (
            a_deal(
                0,
                (480, -160, -160, -160),
                Reason.MADE,
                Reason.BLIND,
                Reason.PIT,
                roem=(40, 0, 0, 0),
                bid=160,
                points=250,
            ),
            [
                (
                    "**Anna** bid 160 (40 roem: 120 to make), played **blind** and won **every "
                    "trick**,"
                    " 250 points: **130 over**."
                ),
                (
                    "-# Blind counts double, but not the extra for all tricks: Anna +480, each"
                    " opponent -160."
                ),
            ],
            [
                (
                    "**Anna** bood 160 (40 roem: nog 120 te halen), speelde **blind** en haalde "
                    "**alle"
                    " slagen**, 250 punten: **130 over**."
                ),
                (
                    "-# Blind telt dubbel, behalve de extra voor alle slagen: Anna +480, elke"
                    " tegenspeler -160."
                ),
            ],
        ),
        (
            a_deal(3, (10, 10, 10, -30), Reason.NAT, Reason.PIT, bid=160, points=150),
            [
                "**Dora** bid 160 and won **every trick**, but only 150 points: **nat**, 10 short.",
                "-# Dora -30, each opponent +10.",
            ],
            [
                (
                    "**Dora** bood 160 en haalde **alle slagen**, maar slechts 150 punten: **nat**,"
                    " 10 tekort."
                ),
                "-# Dora -30, elke tegenspeler +10.",
            ],
        ),
        (
            a_deal(3, (0, 0, 0, 0), Reason.MADE, Reason.PIT, bid=250, points=250),
            [
                "**Dora** bid 250 and won **every trick**, 250 points: exactly enough.",
                "-# Nobody wins or loses points.",
            ],
            [
                "**Dora** bood 250 en haalde **alle slagen**, 250 punten: precies genoeg.",
                "-# Niemand wint of verliest punten.",
            ],
        ),
    ],
)
def test_how_a_deal_of_hoogjassen_ended(deal, english, dutch) -> None:
    assert told("hoogjassen", deal) == list(zip(english, dutch, strict=True))
