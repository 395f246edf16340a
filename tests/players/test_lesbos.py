"""The player of Lesbos: its manners, what it says, and that it is legal and better than chance."""

import random
import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.players.lesbos import LesbosThumb
from bot.players.lesbos_memory import LAID, LesbosMemory
from bot.players.player import Player
from bot.rules.actions import (
    ACCEPT,
    CLAIM,
    CLOSE,
    COUNT,
    PASS,
    PLAYS,
    REST,
    Action,
    Deal,
    Kind,
    lay,
    parse_action,
)
from bot.rules.cards import PACK, card_name, cards_in, mask_of, parse_card, parse_cards
from bot.rules.klaverjas import Klaverjas
from bot.rules.lesbos import Lesbos
from bot.rules.view import Phase, Trick, View
from tests.rules.lesbos_positions import (
    opened,
    permuted,
    play,
    random_house,
    random_position,
    say,
    start,
    swap,
)

THUMB: Player = LesbosThumb()


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def chosen(match: Lesbos) -> str:
    """Return what the seat in turn does, in text."""
    return str(THUMB.choose(match.view(match.turn)))


# What it plays on.


def hand_of(match: Lesbos, seat: int, text: str) -> None:
    """Let a seat hold these seven, each in the place of one that it held."""
    wanted = cards(text)
    there = cards_in(match.hands[seat] & ~wanted)
    for card in cards_in(wanted & ~match.hands[seat]):
        swap(match, 1 << card, 1 << next(there))


FAIR = "KH 8H AS 8S AD KD 8C"
"""With the card turned three trumps without jack and nine, and two aces."""


@pytest.mark.parametrize(
    ("hand", "passes", "house", "said"),
    [
        pytest.param("JH 9H AH AS 7D 8D KC", 2, {}, ACCEPT, id="jack, nine, ace"),
        pytest.param("JH 9H AH AS 7D 8D KC", 0, {}, ACCEPT, id="the same for eldest"),
        pytest.param("KS QS 8S JD 9D QC 7C", 0, {}, PASS, id="nothing"),
        pytest.param("JS 9S AS TS 8D 7D KC", 1, {}, PASS, id="another suit"),
        pytest.param(FAIR, 0, {}, ACCEPT, id="eldest may be made to play on an unknown suit"),
        pytest.param(FAIR, 2, {}, PASS, id="the dealer leaves that to eldest"),
        pytest.param(FAIR, 0, {"all_pass": "redeal_next_dealer"}, PASS, id="nobody must play"),
    ],
)
def test_it_plays_on_what_is_good_enough(
    hand: str, passes: int, house: dict[str, Any], said: Action
) -> None:
    match = opened(up="TH", under="KD" if "KD" not in hand else "QD", **house)
    say(match, *[PASS] * passes)
    hand_of(match, passes, hand)
    assert THUMB.choose(match.view(match.turn)) is said


# What it lays away.


def lays(hand: str, **house: Any) -> int:
    """Return which of these twelve it lays away; hearts are trumps."""
    match = opened(up="7H", under="8H", **house)
    say(match, ACCEPT)
    wanted = cards(hand)
    there = cards_in(match.hands[0] & ~wanted)
    for card in cards_in(wanted & ~match.hands[0]):
        swap(match, 1 << card, 1 << next(there))
    assert match.hands[0] == wanted
    action = THUMB.choose(match.view(0))
    assert action in match.legal(0)
    return action.value


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        pytest.param("JH 9H KH QH 8H AS 7S AD KD TC 8C 7D", "JH 9H KH QH 8H AS AD", id="stuk"),
        pytest.param("JH 9H AH TH AS TS AC KC 7D 8D 9D TD", "7D 8D 9D TD AS", id="run of four"),
        pytest.param("JH JS JD JC 9H AH 8H AS TS 7D AC 8C", "JH JS JD JC AS", id="four jacks"),
        pytest.param("JH 9H AH TH KS QS AS TS 7D 8C 9C TC", "AS TS KS QS", id="ace and ten"),
    ],
)
def test_what_is_worth_most_is_kept(hand: str, kept: str) -> None:
    assert not lays(hand) & cards(kept)


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        pytest.param("JH 9H AH TH 8H 7H AS TS AD KD QD TC", "TC", id="the last trick brings it"),
        pytest.param("JH 9H AH 8H AS TS KS QS AD TD 8C 7C", "8C 7C", id="a suit of two losers"),
    ],
)
def test_what_is_missed_least_is_laid_away(hand: str, laid: str) -> None:
    assert lays(hand) & cards(laid) == cards(laid)


def test_roem_that_counts_from_twelve_cards_holds_nothing_back() -> None:
    hand = "JH 9H AH TH AS TS AC KC 7D 8D 9D TD"
    run = cards("7D 8D 9D TD")
    assert not lays(hand) & run
    assert lays(hand, roem_from="all") & run


# What it says.


def test_roem_is_announced_and_stuk_is_said() -> None:
    assert chosen(start({0: "JH TH 9H AS KS QS 7D 8D 8C 7C"})).endswith(" roem")
    match = start({1: "KH QH 7S 8S 9S 8D 7D 8C 7C 9C"})
    play(match, "JH")
    assert chosen(match) in ("play KH roem stuk", "play QH roem stuk")


@pytest.mark.parametrize(("first", "says"), [("JS TS 9S 8S", False), ("JS TS 9S", True)])
def test_it_is_silent_where_more_was_announced(first: str, *, says: bool) -> None:
    rest = "7H 8H 7D 8D KC TC 7C"[: 29 - len(first)]
    match = start({0: f"{first} {rest}", 1: "AD KD QD 9H TH AH 8C 9C JC AC"})
    play(match, "7D roem")
    assert THUMB.choose(match.view(1)) == parse_action("play AD" + " roem" * says)


def first_trick(hand: str, trick: Sequence[str], **fields: Any) -> Lesbos:
    """Return a match in whose first trick these cards lie; who is in turn holds this hand."""
    held = parse_cards(hand)
    laid = parse_cards(" ".join(trick))
    left = (card for card in PACK if card not in (*held, *laid))
    hands = [[card, *islice(left, 9)] for card in laid] + [held]
    named = {seat: " ".join(map(card_name, cards)) for seat, cards in enumerate(hands)}
    match = start(named, **fields)
    play(match, *trick)
    return match


# How it plays: hearts are trumps, seat 0 plays on them and leads unless said otherwise.

MANNERS: dict[str, tuple[dict[str, Any], str, str]] = {
    "the declarer draws trumps from the top": (
        {"hand": "JH 9H AH 7H AS 8S 7D 8D AC 8C"},
        "",
        "JH 9H AH",
    ),
    "no more trumps when nobody else has any": (
        {
            "hands": [
                "JH 9H AH 7H AS TS AD 7D AC 8C",
                "8H QS 7S 8S 9S JS KD QD JD 9D",
                "TH KH QH KS 8D TD 9C TC JC QC",
            ],
            "laid": "KC 7C",
        },
        "JH 8H QH 9H 7S KH AH 8S TH",
        "AS TS AD AC",
    ),
    "defenders do not draw the declarer's trumps": (
        {"hand": "9H 7H AS 8S 9S 7D 8D KC 8C 7C", "declarer": 1},
        "",
        "AS",
    ),
    "nothing goes to the declarer's ace, second to play": (
        {"hand": "TC 7C 7S 8S 9S JS KD QD 9D 8D"},
        "AC",
        "7C",
    ),
    "nothing goes to the declarer's ace, last to play": (
        {"hand": "TC 7C 8H 7H QS 8S TD JD 9D 8D"},
        "AC 8C",
        "7C",
    ),
    "the declarer's king is taken by the last to play": (
        {"hand": "TC 7C 8H 7H QS 8S 9S JD 9D 8D"},
        "KC 8C",
        "TC",
    ),
    "a ten is not led, nor its guard, while the ace is out": (
        {"hand": "TC 7C KS 8S 7S KD QD 9D 8D 8H", "declarer": 1},
        "",
        "KS 8S 7S KD QD 9D 8D",
    ),
    "a forced ruff costs the smallest trump": (
        {"hand": "JH 9H 8H AS 8S 7S TD JD 9D 8D"},
        "AC 8C",
        "8H",
    ),
    "an ace is not thrown away": (
        {"hand": "AS 8S 9S KD 9D 8D 7D QC 8C 7C"},
        "JH 7H",
        "8S 9S 9D 8D 7D 8C 7C",
    ),
    "nor the only guard of a ten": (
        {"hand": "TS 7S AD KD 9D 8D 7D AC QC 8C"},
        "JH 7H",
        "9D 8D 7D 8C",
    ),
    "roem in the trick is worth the ace": (
        {"hand": "AC 7C 8H 7H QS 8S 9S TD 9D 8D"},
        "KC QC",
        "AC",
    ),
    "roem is not made for the declarer": (
        {"hand": "QC 7C 8H 7H 9S 8S 7S TD 9D 8D"},
        "AC KC",
        "7C",
    ),
    "who has no trick takes what may be the last one it can get": (
        {
            "hands": [
                "JH 9H AH TH KH AS TS AD 7C 8C",
                "8H 7S 8S 9S JS 8D 9D TD AC 9C",
                "QH 7H KS QS 7D JD QD KC QC JC",
            ],
            "laid": "TC KD",
        },
        "JH 8H 7H 9H 8D QH AS 7S QS TS 8S KS AD 9D 7D AH 9S JD TH JS QD 7C",
        "AC",
    ),
}


@pytest.mark.parametrize("name", MANNERS)
def test_manners(name: str) -> None:
    fields, played, allowed = MANNERS[name]
    if "hand" in fields:
        match = first_trick(trick=played.split(), **fields)
    else:
        match = start(**fields)
        play(match, *played.split())
    view = match.view(match.turn)
    assert {action.card for action in view.legal} > set(parse_cards(allowed))
    assert THUMB.choose(view).card in parse_cards(allowed)


def near_the_end(hand: str, others: str, trick: str = "", laid: str = "") -> View:
    """Return the view of seat 2, before which this trick lies, with these few cards left.

    Others hold `others`; whatever stands nowhere was played. The declarer, seat 0, leads with
    66 points to 60 of seat 1.
    """
    on_table = parse_cards(trick)
    left = {*parse_cards(hand), *parse_cards(others), *parse_cards(laid), *on_table}
    gone = [card for card in PACK if card not in left]
    size = len(parse_cards(hand))
    won = (66, 60, *[0] * (8 - size))
    tricks = tuple(
        Trick(tuple((seat, gone[3 * n + seat]) for seat in range(3)), n % 3, points, 0)
        for n, points in enumerate(won)
    )
    assert 3 * len(tricks) == len(gone)
    behind = [size - (seat < len(on_table)) for seat in range(3)]
    return replace(
        start({}).view(2),
        turn=2,
        hand=cards(hand),
        sizes=tuple(behind),
        trick=tuple(enumerate(on_table)),
        tricks=tricks,
        legal=tuple(PLAYS[card] for card in parse_cards(hand)),
    )


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        pytest.param("7C AC", "QS", id="the other defender takes it: points for him"),
        pytest.param("AC 7C", "8D", id="the declarer takes it: none for him"),
    ],
)
def test_two_play_against_the_declarer(trick: str, card: str) -> None:
    view = near_the_end("QS 8D", "JH KS", trick, laid="7S 8S")
    assert THUMB.choose(view) is PLAYS[parse_card(card)]


# Roem on the table, the rest, the count.


def test_roem_is_claimed_in_own_tricks_alone() -> None:
    match = first_trick("AC 7C 8H 7H QS 8S 9S TD 9D 8D", ["KC", "QC"])
    play(match, "AC")
    assert [THUMB.claims(match.view(seat)) for seat in range(3)] == [False, False, True]
    match.push(2, CLAIM)
    assert not THUMB.claims(match.view(2))


def test_there_is_nothing_to_claim_without_roem() -> None:
    match = first_trick("AC 7C 8H 7H QS 8S 9S TD 9D 8D", ["KC", "8C"])
    assert not THUMB.claims(match.view(2))
    play(match, "AC")
    assert not THUMB.claims(match.view(2))


@pytest.mark.parametrize(("others", "takes"), [("9D TC", True), ("9C TC", False)])
def test_the_rest_is_taken_when_no_roem_can_fall(others: str, *, takes: bool) -> None:
    view = near_the_end("8C", others, laid="7S 8S")
    view = replace(view, legal=(*view.legal, REST))
    assert (THUMB.choose(view) is REST) == takes


def test_the_count_is_asked_for_at_the_end() -> None:
    view = replace(Lesbos().view(0), phase=Phase.COUNTING, legal=(COUNT,))
    assert THUMB.choose(view) is COUNT


def test_a_seat_without_a_decision_is_not_asked() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        THUMB.choose(Lesbos().view(0))


def test_it_plays_lesbos_alone() -> None:
    match = Klaverjas()
    match.push(None, Deal(bytes(32)))
    with pytest.raises(TypeError, match="Lesbos"):
        THUMB.choose(match.view(match.turn))


# What follows from the cards played.


def memory(match: Lesbos, seat: int) -> LesbosMemory:
    return LesbosMemory(match.view(seat))


def test_the_card_that_was_turned_is_with_the_declarer() -> None:
    match = opened(up="9D", under="KC")
    say(match, ACCEPT)
    match.push(0, lay(mask_of(islice(cards_in(match.hands[0] & ~cards("9D KC")), 2))))
    nine, king = cards("9D"), cards("KC")
    found = memory(match, 1)
    assert found.holds(0, nine) == 1
    assert not (found.possible(2) | found.possible(LAID)) & nine
    assert 0 < found.holds(2, king) < 1
    assert not memory(match, 0).possible(LAID)


def test_who_does_not_beat_a_trump_has_no_higher_one() -> None:
    match = start(
        [
            "TH 7S 8S 9S TS JS QS KS AS 7D",
            "8H 7C 8C 9C TC JC QC KC AC 9D",
            "AH 7H QH KH 8D TD JD QD KD AD",
        ],
    )
    play(match, "TH", "8H")
    found = memory(match, 2)
    assert not found.possible(1) & cards("9H JH")
    assert found.possible(0) & cards("9H JH") == cards("9H JH")


@pytest.mark.parametrize("partners", [False, True])
def test_who_discards_while_an_opponent_wins_has_no_trumps(*, partners: bool) -> None:
    hands = {1: "AC 7S 8S 9S JS AS 7D 7H 8H 9H", 2: "8D 9D TD JD QD KD AD TS QS KS"}
    match = start(hands, dealer=0, defenders_are_partners=partners)
    play(match, "AC", "8D")
    assert not memory(match, 0).possible(2) & cards("7C 8C 9C TC JC QC KC")
    assert bool(memory(match, 0).possible(2) & cards("7H 8H 9H")) == partners


def test_roem_that_was_shown_and_stuk_that_was_said_are_remembered() -> None:
    match = start(
        {
            0: "KH QH QS KS AS 7D 8D 9D 7C 8C",
            1: "JH 7S 8S TS TD JD KD 9C JC QC",
            2: "9H 7H 8H 9S JS QD AD TC KC AC",
        },
    )
    play(match, "KH roem stuk", "JH", "7H")
    known = cards("QH QS KS AS")
    for seat, other in ((1, 2), (2, 1)):
        assert memory(match, seat).possible(0) & known == known
        assert not memory(match, seat).possible(other) & known


# Whole deals.


class Chance:
    """The player who takes any legal action, each as likely."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        if view.to_lay and view.turn == view.seat:
            return lay(mask_of(self._random.sample(list(cards_in(view.hand)), view.to_lay)))
        return self._random.choice(view.legal)


def test_every_choice_is_legal_under_every_house_rule() -> None:
    chance = random.Random(1)
    asked: set[Kind] = set()
    for _ in range(1500):
        match = random_position(chance, random_house(chance))
        for seat in range(3):
            if THUMB.claims(match.view(seat)):
                # It claims only what is there: a refusal would raise.
                match.push(seat, CLAIM)
                asked.add(Kind.CLAIM)
            view = match.view(seat)
            if seat == match.turn or view.legal:
                action = THUMB.choose(view)
                asked.add(action.kind)
                assert action in match.legal(seat)
    assert asked >= {Kind.PASS, Kind.ACCEPT, Kind.LAY, Kind.PLAY, Kind.COUNT, Kind.CLAIM}


def test_the_same_view_gives_the_same_action_whatever_is_hidden() -> None:
    chance = random.Random(2)
    asked = 0
    for _ in range(300):
        match = random_position(chance)
        if match.turn is not None:
            view = match.view(match.turn)
            twin = permuted(match, match.turn, chance).view(match.turn)
            assert LesbosThumb().choose(twin) == THUMB.choose(view)
            asked += 1
    assert asked > 100


def score_ahead(seed: int) -> float:
    """Return how many points it is ahead of two players by chance in one deal; all roem claimed."""
    match = Lesbos()
    own = seed % 3
    seats = [THUMB if seat == own else Chance(f"{seed}/{seat}") for seat in range(3)]
    match.push(None, Deal(seed.to_bytes(32, "big")))
    while not match.results:
        for seat in range(3):
            if CLAIM in match.legal(seat):
                match.push(seat, CLAIM)
        if match.turn is None:
            match.push(None, CLOSE)
        else:
            match.push(match.turn, seats[match.turn].choose(match.view(match.turn)))
    scores = match.results[0].scores
    return 1.5 * scores[own] - sum(scores) / 2


def test_it_beats_chance_over_500_deals() -> None:
    ahead = [score_ahead(seed) for seed in range(500)]
    mean, margin = statistics.fmean(ahead), 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
    assert mean - margin > 50
