"""Hidden cards are drawn as often as they are likely, and never where they cannot be."""

from collections import Counter
from itertools import permutations, product
from math import exp
from random import Random

import pytest

from bot.players.search import auctions
from bot.players.search.reading import Reading
from bot.players.search.sampling import Sampler
from bot.players.search.worlds import Dealer, Worlds
from bot.rules.actions import PASS, PLAYS, Deal, lay
from bot.rules.cards import mask_of, parse_card, parse_cards
from bot.rules.games import GAMES
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.lesbos import Lesbos
from bot.rules.match import Match
from bot.rules.view import Phase
from tests.players.endings import actions, played_to

DRAWS = 20_000


def test_every_way_comes_as_often_as_it_is_likely() -> None:
    odds = {0: (1.0, 1.0, 0.0), 1: (1.0, 1.0, 1.0), 2: (1.0, 1.0, 1.0), 3: (0.0, 2.0, 1.0)}
    sizes = (1, 2, 1)
    expected: dict[tuple[int, ...], float] = {}
    for places in product(range(3), repeat=4):
        if tuple(places.count(place) for place in range(3)) == sizes:
            likely = 1.0
            for card, place in enumerate(places):
                likely *= odds[card][place]
            if likely:
                way = tuple(mask_of(c for c in range(4) if places[c] == p) for p in range(3))
                expected[way] = likely
    chance, sampler = Random(5), Sampler(odds, sizes)
    drawn = Counter(sampler.draw(chance) for _ in range(DRAWS))
    assert set(drawn) == set(expected)
    whole = sum(expected.values())
    for way, likely in expected.items():
        share = likely / whole
        # Four standard errors.
        assert abs(drawn[way] / DRAWS - share) < 4 * (share * (1 - share) / DRAWS) ** 0.5


def test_cards_that_can_lie_nowhere_are_refused() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        Sampler({0: (1.0, 0.0), 1: (1.0, 0.0)}, (1, 1))
    with pytest.raises(ValueError, match="nowhere"):
        Sampler({0: (1.0, 1.0)}, (1, 1))


def with_hands(match: Match, hands: tuple[int, ...], laid: int) -> Match:
    """Return the match as it would be if these had been the hidden cards."""
    twin = match.copy()
    twin.hands = list(hands)
    if twin.laid:
        twin.laid = laid
    else:
        twin.talon = laid
    return twin


@pytest.mark.parametrize(("game", "seats"), [("klaverjas", 4), ("lesbos", 3), ("hoogjassen", 4)])
def test_what_is_drawn_looks_the_same_to_the_seat(game: str, seats: int) -> None:
    """Every world holds each card once, gives each seat its number, and could have come so."""
    chance = Random(11)
    seen = 0
    for number in range(40):
        match = GAMES[game](GAMES[game].house_type(), seats)
        match.push(None, Deal(Random(number).randbytes(32)))
        stop = chance.randrange(10, 60)
        for _ in range(stop):
            if match.turn is None:
                break
            match.push(match.turn, chance.choice(actions(match)))
        if match.phase is not Phase.PLAYING or match.trump is None:
            continue
        seat = match.turn
        view = match.view(seat)
        for world, _ in Worlds(view, chance).draw(5):
            seen += 1
            assert with_hands(match, world.hands, world.laid).view(seat) == view
            assert sum(world.hands) + world.laid == sum(match.hands) + (match.laid or match.talon)
            assert [hand.bit_count() for hand in world.hands] == list(view.sizes)
    assert seen > 20


def test_a_trump_that_all_have_seen_may_have_been_laid_away() -> None:
    """Nobody does that, so it is not thought of before nothing else is possible."""
    tricks = (
        *("QH KH AH", "AC KC QC", "QS AS 8S", "TH 8H 7H", "7S 9S KS"),
        *("JH 9H AD", "JC 8C 9C", "TC TD 7C", "8D 7D"),
    )
    match = Lesbos()
    match.push(None, Deal(bytes(32)))
    eldest = match.turn
    assert eldest is not None
    hands = ("AS JS 7S QH 9H KC 7C", "9S 8S KH 8H QC JC KD", "QS AH JH AC 8C TD 8D")
    blind = ("TS TH 9C", "TC AD JD", "7H KS 9D")
    for place in range(3):
        match.hands[(eldest + place) % 3] = mask_of(parse_cards(hands[place]))
        match.blind[(eldest + place) % 3] = mask_of(parse_cards(blind[place]))
    match.talon, match.shown, match.turned = mask_of(parse_cards("QD 7D")), [*parse_cards("QD")], 2
    for place in range(3):
        match.push((eldest + place) % 3, PASS)
    match.push(eldest, lay(mask_of(parse_cards("TS QD"))))
    for card in " ".join(tricks).split():
        match.push(match.turn, PLAYS[parse_card(card)])
        for seat in range(3):
            view = match.view(seat)
            for world, _ in Worlds(view, Random(1)).draw(3):
                assert with_hands(match, world.hands, world.laid).view(seat) == view


def test_ways_that_fit_what_others_did_come_as_often_as_they_are_likely() -> None:
    """Every way in which nine cards can lie, weighed, against those that are drawn."""
    match = played_to(KlaverjasHouse(), "klaverjas", 4, 3, Random(5))
    assert match is not None
    seat = match.turn
    view = match.view(seat)
    dealer, reading = Dealer(view), Reading(view)
    played = {s: mask_of(c for t in view.tricks for w, c in t.cards if w == s) for s in range(4)}

    def likely(places: tuple[int, ...]) -> float:
        fit = 1.0
        for other, hand in zip(dealer.others, places, strict=True):
            fit *= exp(reading.fit(other, hand, 0))
            fit *= auctions.fit(view, other, hand | played[other])
        return fit

    ways: dict[tuple[int, ...], float] = {}
    for cards in permutations(dealer.odds, dealer.sizes[0] + dealer.sizes[1]):
        first, second = cards[: dealer.sizes[0]], cards[dealer.sizes[0] :]
        if list(first) == sorted(first) and list(second) == sorted(second):
            third = [card for card in dealer.odds if card not in cards]
            parts = (first, second, third)
            if all(dealer.odds[c][place] for place, part in enumerate(parts) for c in part):
                places = tuple(map(mask_of, parts))
                ways[places] = likely(places)
    whole = sum(ways.values())
    drawn = Worlds(view, Random(6)).draw(DRAWS // 4)
    for place, other in enumerate(dealer.others):
        for card in dealer.odds:
            expected = sum(fit for way, fit in ways.items() if way[place] >> card & 1) / whole
            found = sum(weight for world, weight in drawn if world.hands[other] >> card & 1)
            assert found / (DRAWS // 4) == pytest.approx(expected, abs=0.04)
