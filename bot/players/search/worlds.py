"""Ways in which the hidden cards may lie, as far as a seat can know, while cards are played."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from random import Random
from typing import NamedTuple

from bot.players import hoogjassen_memory, hoogjassen_signals
from bot.players.lesbos_memory import LAID, LesbosMemory
from bot.players.memory import Memory, TrickMemory, seat_of
from bot.players.search import auctions
from bot.players.search.positions import World
from bot.players.search.sampling import Odds, Sampler
from bot.players.search.swift import reading_of
from bot.rules.cards import Card, CardSet, Suit, cards_in, mask_of
from bot.rules.view import View

TRIED = 3
"""So many ways are drawn for each that is looked at: those that fit best what others
have said and played are."""
MOVES = 8
"""So often two cards then try to change places."""
MISLEADING = 0.2
"""How often a defender's cards seem to say of a suit what he does not mean."""


Places = tuple[CardSet, ...]
"""The cards of each of the others, and last those out of play if there are any."""


class Weighed(NamedTuple):
    """A world, and how much it counts."""

    world: World
    weight: int


class Worlds:
    """Draws ways in which the cards of a view may lie.

    They agree with everything that the seat has seen: its own cards, who could not follow or beat
    a trump, cards shown. Those in which the others would have spoken, signalled and played as they
    did come more often.
    """

    def __init__(self, view: View, chance: Random) -> None:
        self._view = view
        self._chance = chance
        self._dealer = dealer = Dealer(view)
        self._others = dealer.others
        self._places = len(dealer.sizes)
        self._reading = reading_of(view)
        self._signals = Signals(view) if view.game == "hoogjassen" else None
        self._played = [_played_by(view, seat) for seat in range(view.seats)]
        # Hands come again and again, the more so the fewer cards are hidden.
        self._fit = cache(self._find_fit)

    def draw(self, count: int) -> list[Weighed]:
        """Return some of these ways; the weights add up to `count`."""
        chance = self._chance
        tried = [self._dealer.draw(chance) for _ in range(TRIED * count)]
        fits = [exp(sum(self._fits(places))) for places in tried]
        drawn = [self._moved(places) for places in chance.choices(tried, fits, k=count)]
        return [Weighed(self._world(p), weight) for p, weight in Counter(drawn).items()]

    def _moved(self, places: Places) -> Places:
        """Return another way that is as likely on average: two cards at a time change places.

        So that what is drawn is not the same few ways over and over, which fit best by luck.
        """
        chance, odds = self._chance, self._dealer.odds
        fits = self._fits(places)
        for _ in range(MOVES):
            one, other = chance.sample(range(self._places), 2)
            if not (places[one] and places[other]):
                continue
            given = chance.choice(list(cards_in(places[one])))
            taken = chance.choice(list(cards_in(places[other])))
            likelier = odds[given][other] * odds[taken][one]
            if not likelier:
                continue
            likelier /= odds[given][one] * odds[taken][other]
            swapped = 1 << given | 1 << taken
            moved = tuple(
                cards ^ swapped if place in (one, other) else cards
                for place, cards in enumerate(places)
            )
            fit = self._fits(moved)
            if chance.random() < likelier * exp(min(sum(fit) - sum(fits), 50.0)):
                places, fits = moved, fit
        return places

    def _fits(self, places: Places) -> list[float]:
        away = places[-1] if len(places) > len(self._others) else 0
        return [
            self._fit(seat, hand, away if seat == self._view.declarer else 0)
            for seat, hand in zip(self._others, places, strict=False)
        ]

    def _find_fit(self, seat: int, hand: CardSet, away: CardSet) -> float:
        """Return the logarithm of how likely a seat would have said and played what it did."""
        fit = self._reading.fit(seat, hand, away)
        if self._signals is not None:
            return fit + log(self._signals.fit(seat, hand))
        if self._view.game == "lesbos":
            return fit
        return fit + log(auctions.fit(self._view, seat, hand | self._played[seat]))

    def _world(self, places: Places) -> World:
        hands = [self._view.hand] * self._view.seats
        for seat, cards in zip(self._others, places, strict=False):
            hands[seat] = cards
        hidden = places[len(self._others) :]
        return World(tuple(hands), hidden[0] if hidden else self._view.laid)


class Signals:
    """What defenders of Hoogjassen have said of their suits by the cards that they threw."""

    def __init__(self, view: View) -> None:
        memory = hoogjassen_memory.Memory(view)
        self._said = {
            (seat, suit): (signal, mask_of(hoogjassen_signals.thrown(view, seat, suit)))
            for seat in range(view.seats)
            for suit in Suit
            if seat not in (view.seat, view.declarer)
            and (signal := hoogjassen_signals.read(memory, seat, suit)) is not None
        }

    def fit(self, seat: int, hand: CardSet) -> float:
        """Return how likely, up to a factor, a seat would have said so with this hand."""
        fit = 1.0
        for (who, suit), (signal, thrown) in self._said.items():
            if who == seat and hoogjassen_signals.meant(hand | thrown, suit) is not signal:
                fit *= MISLEADING
        return fit


class Dealer:
    """Deals the cards that a seat does not see, to the others and, if some are out of play, away.

    `odds` says of each card how much more often than by chance it lies in each of these places.
    """

    def __init__(self, view: View) -> None:
        seat = seat_of(view)
        self.others = [other for other in range(view.seats) if other != seat]
        self.sizes = [view.sizes[other] for other in self.others]
        self.odds: Mapping[Card, Odds]
        match view.game:
            case "klaverjas":
                self.odds = _possible(Memory(view), self.others)
            case "lesbos":
                lesbos = LesbosMemory(view)
                hidden = [place for place in lesbos.places if place == LAID]
                places = [*self.others, *hidden]
                self.sizes += [lesbos.sizes[place] for place in hidden]
                self.odds = _possible(lesbos, places)
                if hidden and not Sampler.possible(self.odds, self.sizes):
                    self.odds = _possible(LesbosMemory(view, trumps_laid=True), places)
            case _:
                memory = hoogjassen_memory.Memory(view)
                away = memory.unseen.bit_count() - sum(self.sizes)
                self.odds = _likely(memory, self.others, self.sizes, away)
                self.sizes += [away] if away else []
        self._sampler = Sampler(self.odds, self.sizes)

    def draw(self, chance: Random) -> Places:
        """Return the cards of each place, one of all ways in which they can lie."""
        return self._sampler.draw(chance)


def _possible(memory: TrickMemory, places: Sequence[int]) -> dict[Card, Odds]:
    return {
        card: tuple(float(memory.possible(place) >> card & 1) for place in places)
        for card in cards_in(memory.unseen)
    }


def _likely(
    memory: hoogjassen_memory.Memory, others: Sequence[int], sizes: Sequence[int], away: int
) -> dict[Card, Odds]:
    odds = {}
    for card in cards_in(memory.unseen):
        shares = [memory.likely(seat, card) for seat in others]
        each = [share / size if size else 0.0 for share, size in zip(shares, sizes, strict=True)]
        if away:
            each.append(max(0.0, 1 - sum(shares)) / away)
        most = max(each)
        # Rounded, so that cards that are alike are seen to be.
        odds[card] = tuple(round(one / most, 3) for one in each)
    return odds


def _played_by(view: View, seat: int) -> CardSet:
    cards = 0
    for trick in (*(trick.cards for trick in view.tricks), view.trick):
        for player, card in trick:
            if player == seat:
                cards |= 1 << card
    return cards
