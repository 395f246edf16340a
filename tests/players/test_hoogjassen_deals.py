"""The player of Hoogjassen in whole deals: legal, from views alone, and better than chance."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.players import Chance, alone, card_play
from bot import players
from bot.players.hoogjassen import HoogjassenThumb
from bot.players.hoogjassen_hand import PACKS, Table, worth
from bot.players.hoogjassen_memory import Memory
from bot.players.player import Player
from bot.rules.actions import Deal, Kind
from bot.rules.cards import Suit, cards_in, mask_of, parse_card
from bot.rules.hoogjassen import Hoogjassen, HoogjassenHouse
from bot.rules.view import Phase

from .hoogjassen_positions import cards, laying, seen

THUMB: Player = HoogjassenThumb()
HOUSES = {name: HoogjassenHouse.values_of(name) for name in HoogjassenHouse.model_fields}

# What is remembered.


def test_who_does_not_follow_trump_may_still_have_the_jack() -> None:
    memory = Memory(seen("AS KS QS JS TS 9S", trump="H", seat=3, tricks=["0 9H 8C 7H TH"]))
    assert memory.possible(1) & cards("7H 8H 9H TH JH QH KH AH") == cards("JH")


def test_who_discards_is_void_but_who_ruffs_may_not_be() -> None:
    memory = Memory(seen("AS KS QS JS TS 9S", trump="H", seat=3, tricks=["0 AC 8D 8H TC"]))
    assert not memory.possible(1) & cards("8C 9C JC QC KC")
    assert memory.possible(2) & cards("8C 9C JC QC KC")


def test_the_declarer_knows_what_he_laid_away() -> None:
    view = seen("JH 9H AH 8H AS KS 8D", trump="H", seat=0, laid="TD TC 8C")
    assert not Memory(view).unseen & cards("TD TC 8C 7C")
    assert Memory(view).unseen.bit_count() == 21


def test_every_unseen_card_lies_somewhere() -> None:
    memory = Memory(seen("AS KS QS JS TS 9S", trump="H", seat=3, tricks=["0 9H 8C 7H TH"]))
    for card in cards_in(memory.unseen):
        assert 0 < sum(memory.likely(seat, card) for seat in (0, 1, 2)) <= 1
    assert memory.likely(0, parse_card("JH")) > memory.likely(2, parse_card("JH"))


SEVEN_TRUMPS = ("0 JH 8H TH QH", "0 9H KH AH 7D")
FOUR_TRUMPS = ("0 JH 8H 7H 7D", "0 9H 7S 9C QD")


@pytest.mark.parametrize(
    ("trump", "tricks", "least", "most"),
    [
        # In hearts there are eight: one more is out, and any player may have it.
        ("H", SEVEN_TRUMPS, 4, 5),
        # Seat 1 and seat 2 discarded: all other trumps are the declarer's, or out of play.
        ("H", FOUR_TRUMPS, 1, 1.1),
        # In clubs there are seven without the seven of clubs: none is left, or three are.
        ("C", ("0 JC 8C TC QC", "0 9C KC AC 7D"), 5, 5),
        ("C", ("0 JC 8C TC 7D", "0 9C 7S 9H QD"), 2, 2.1),
        # A card that the declarer has led is no longer among those he holds.
        ("H", (*SEVEN_TRUMPS, "0 AC TC 9C"), 3, 4),
        ("H", (*FOUR_TRUMPS, "0 AH TC JC"), 1, 1.1),
        ("H", (*FOUR_TRUMPS, "0 AC TC JC"), 0, 0.1),
    ],
)
def test_trumps_are_counted_to_tell_how_many_plain_cards_the_declarer_has(
    trump: str, tricks: tuple[str, ...], least: float, most: float
) -> None:
    view = seen(
        "QS 9S 8S JD 8D",
        trump=trump,
        seat=3,
        tricks=tricks[:2],
        trick="".join(tricks[2:]),
    )
    assert least <= Memory(view).plain_cards() <= most


# What a hand is worth.


def test_a_hand_that_cannot_lose_is_worth_all_tricks_and_its_roem() -> None:
    table = Table.of(laying("JH 9H AH KH QH TH 8H 9C 8C TC"), 150)
    found = worth(cards("JH 9H AH KH QH TH 8H"), cards("9C 8C TC"), Suit.HEARTS, table)
    # Five in a row, eight to king without the seven is six: 100; stuk 20.
    assert found.value > 250 + 100
    assert found.all_tricks > 0.9


def test_the_packs_are_those_of_the_rules() -> None:
    for seats, option in ((4, "pack"), (3, "three_players")):
        for name in HOUSES[option]:
            match = Hoogjassen(HoogjassenHouse(**{option: name}), seats)
            match.push(None, Deal(bytes(32)))
            dealt = sum(match.hands) + match.talon
            assert dealt == PACKS[str(name)]
            assert Table.of(match.view(0), 0).size == match.hands[0].bit_count()


# Whole deals.


def random_house(chance: random.Random) -> HoogjassenHouse:
    return HoogjassenHouse.model_validate(
        {name: chance.choice(list(values)) for name, values in HOUSES.items()}
    )


def test_every_choice_is_legal_under_every_house_rule() -> None:
    chance = random.Random(1)
    wild = Chance("1")
    kinds: dict[Kind, int] = {}
    for _ in range(120):
        seats = chance.choice((3, 4))
        match = Hoogjassen(random_house(chance), seats)
        # Chance leads it into positions that the player would not come to by itself.
        at = [chance.choice((THUMB, THUMB, wild)) for _ in range(seats)]
        while not match.results:
            if match.phase is Phase.DEALING:
                match.push(None, Deal(chance.randbytes(32)))
                continue
            turn = match.turn
            assert turn is not None
            action = at[turn].choose(match.view(turn))
            kinds[action.kind] = kinds.get(action.kind, 0) + (at[turn] is THUMB)
            # What is not legal is refused.
            match.push(turn, action)
    for kind in (Kind.BID, Kind.TAKE, Kind.BLIND, Kind.LAY, Kind.TRUMP, Kind.DECLARE, Kind.REST):
        assert kinds.get(kind), kind
    assert kinds[Kind.PLAY] > 1500


def test_the_same_view_gives_the_same_action_whatever_is_hidden() -> None:
    chance = random.Random(2)
    wild = Chance("2")
    for _ in range(100):
        match = Hoogjassen(random_house(chance), chance.choice((3, 4)))
        match.push(None, Deal(chance.randbytes(32)))
        for _ in range(chance.randrange(40)):
            if match.turn is None or match.results:
                break
            match.push(match.turn, wild.choose(match.view(match.turn)))
        seat = match.turn
        if seat is None:
            continue
        twin = match.copy()
        others = [other for other in range(match.seats) if other != seat]
        knows = seat == match.declarer
        hidden = sum(match.hands[other] for other in others) | match.talon
        hidden |= 0 if knows else match.laid
        loose = list(cards_in(hidden))
        chance.shuffle(loose)
        for other in others:
            size = match.hands[other].bit_count()
            twin.hands[other], loose = mask_of(loose[:size]), loose[size:]
        if not match.talon:
            twin.laid = match.laid if knows else mask_of(loose)
        else:
            twin.talon = mask_of(loose)
        assert replace(twin.view(seat), legal=()) == replace(match.view(seat), legal=())
        assert THUMB.choose(match.view(seat)) == HoogjassenThumb().choose(twin.view(seat))


def test_it_reads_the_rules_and_the_view_and_nothing_else() -> None:
    for file in Path(players.__file__).parent.glob("hoogjassen*.py"):
        text = file.read_text()
        imported = re.findall(r"^(?:from|import) (bot\S*)", text, re.MULTILINE)
        assert all(name.startswith(("bot.rules", "bot.players")) for name in imported)
        assert "import random" not in text


@pytest.mark.parametrize("seats", [4, 3])
def test_it_beats_chance_in_every_seat(seats: int) -> None:
    assert alone("hoogjassen", seats, 500 // seats, 20, THUMB).low > 0


def test_with_the_same_cards_and_bid_it_plays_better_on_either_side() -> None:
    """Chance bids too wildly to tell anything else."""
    declaring, defending = card_play(150, 5, THUMB)
    assert declaring.low > 10
    assert defending.low > 10
