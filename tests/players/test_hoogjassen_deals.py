"""The player of Hoogjassen in whole deals: legal, from views alone, and better than chance."""

import random
import re
import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from bot import players
from bot.players.hoogjassen import HoogjassenThumb
from bot.players.hoogjassen_hand import PACKS, Table, worth
from bot.players.hoogjassen_memory import Memory
from bot.players.player import Player
from bot.rules.actions import PASS, Action, Deal, Kind, bid, lay
from bot.rules.cards import Suit, cards_in, mask_of, parse_card
from bot.rules.hoogjassen import Hoogjassen, HoogjassenHouse
from bot.rules.match import Phase, View

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


class Chance:
    """The player who takes any legal action, each as likely."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        if view.to_lay and view.turn == view.seat:
            return lay(mask_of(self._random.sample(list(cards_in(view.hand)), view.to_lay)))
        return self._random.choice(view.legal)


def random_house(chance: random.Random) -> HoogjassenHouse:
    return HoogjassenHouse.model_validate(
        {name: chance.choice(list(values)) for name, values in HOUSES.items()}
    )


def test_every_choice_is_legal_under_every_house_rule() -> None:
    chance = random.Random(1)
    wild = Chance(1)
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
    wild = Chance(2)
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
def test_it_beats_chance_over_500_deals(seats: int) -> None:
    chance = random.Random(20)
    wild = Chance(20)
    ahead = []
    for deal in range(500):
        match = Hoogjassen(HoogjassenHouse(), seats)
        own = deal % seats
        while not match.results:
            if match.phase is Phase.DEALING:
                match.push(None, Deal(chance.randbytes(32)))
                continue
            turn = match.turn
            assert turn is not None
            match.push(turn, (THUMB if turn == own else wild).choose(match.view(turn)))
        scores = match.results[0].scores
        ahead.append(scores[own] - (sum(scores) - scores[own]) / (seats - 1))
    margin = 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
    assert statistics.fmean(ahead) - margin > 0


def points_made(deal: int, declarer: Player | Chance, defenders: Player | Chance) -> int:
    """Return what a declarer makes at 150; up to his first lead the player acts for him."""
    match = Hoogjassen()
    match.push(None, Deal(random.Random(deal).randbytes(32)))
    own = deal % 4
    while match.phase is Phase.BIDDING:
        match.push(match.turn, bid(150) if match.turn == own else PASS)
    while match.turn is not None:
        turn = match.turn
        own_cards = declarer if match.trump is not None else THUMB
        match.push(turn, (own_cards if turn == own else defenders).choose(match.view(turn)))
    return match.results[0].points


def test_with_the_same_cards_and_bid_it_plays_better_on_either_side() -> None:
    """Chance bids too wildly to tell anything else."""
    wild = Chance(5)
    deals = range(150)
    both = [points_made(deal, THUMB, THUMB) for deal in deals]
    without_declarer = [points_made(deal, wild, THUMB) for deal in deals]
    without_defenders = [points_made(deal, THUMB, wild) for deal in deals]
    for worse, better in ((without_declarer, both), (both, without_defenders)):
        ahead = [high - low for low, high in zip(worse, better, strict=True)]
        margin = 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
        assert statistics.fmean(ahead) - margin > 10
