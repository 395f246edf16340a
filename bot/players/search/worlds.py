"""Ways in which the hidden cards may lie, as far as a seat can know, while cards are played."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from bot.players import hoogjassen_memory, hoogjassen_signals
from bot.players.lesbos_memory import LAID, LesbosMemory
from bot.players.memory import Memory, TrickMemory, seat_of
from bot.players.search import auctions
from bot.players.search.reading import Reading
from bot.players.search.sampling import Odds, Sampler
from bot.rules.cards import Card, CardSet, Suit, cards_in, mask_of
from bot.rules.view import View

TRIED = 6
"""So many ways are drawn for each that is looked at: those that fit the auction best are."""
READ = 3
"""So many of these are looked at again for how well they fit the cards that were played."""
MISLEADING = 0.2
"""How often a defender's cards seem to say of a suit what he does not mean."""


class World(NamedTuple):
    """One way in which all cards may lie."""

    hands: tuple[CardSet, ...]
    laid: CardSet
    """The cards laid away or left in the talon."""


class Weighed(NamedTuple):
    """A world, and how much it counts."""

    world: World
    weight: int


def worlds(view: View, chance: Random, count: int) -> list[Weighed]:
    """Draw ways in which the cards of a view may lie; the weights add up to `count`.

    They agree with everything that the seat has seen: its own cards, who could not follow or beat
    a trump, cards shown. Those in which the auction would have gone as it did come more often.
    """
    deal = Dealer(view)
    if view.game == "lesbos":
        return [Weighed(deal.draw(chance), 1) for _ in range(count)]
    tried = [deal.draw(chance) for _ in range(TRIED * count)]
    if view.game == "hoogjassen":
        signals = Signals(view)
        drawn = chance.choices(tried, [signals.fit(world.hands) for world in tried], k=count)
    else:
        played = [_played_by(view, seat) for seat in range(view.seats)]
        fits = [
            auctions.fits(
                view, [hand | cards for hand, cards in zip(world.hands, played, strict=True)]
            )
            for world in tried
        ]
        likely = chance.choices(tried, fits, k=READ * count)
        reading = Reading(view)
        drawn = chance.choices(likely, [reading.fits(world.hands) for world in likely], k=count)
    return [Weighed(world, weight) for world, weight in Counter(drawn).items()]


class Signals:
    """What defenders of Hoogjassen have said of their suits by the cards that they threw."""

    def __init__(self, view: View) -> None:
        memory = hoogjassen_memory.Memory(view)
        defenders = [seat for seat in range(view.seats) if seat not in (view.seat, view.declarer)]
        self._said = [
            (seat, suit, signal, mask_of(hoogjassen_signals.thrown(view, seat, suit)))
            for seat in defenders
            for suit in Suit
            if (signal := hoogjassen_signals.read(memory, seat, suit)) is not None
        ]

    def fit(self, hands: Sequence[CardSet]) -> float:
        """Return how likely, up to a factor, these hands would have said so."""
        fit = 1.0
        for seat, suit, signal, thrown in self._said:
            if hoogjassen_signals.meant(hands[seat] | thrown, suit) is not signal:
                fit *= MISLEADING
        return fit


class Dealer:
    """Deals the cards that a seat does not see."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._seat = seat_of(view)
        others = [seat for seat in range(view.seats) if seat != self._seat]
        sizes = [view.sizes[seat] for seat in others]
        odds: Mapping[Card, Odds]
        match view.game:
            case "klaverjas":
                odds = _possible(Memory(view), others)
            case "lesbos":
                lesbos = LesbosMemory(view)
                hidden = [place for place in lesbos.places if place == LAID]
                odds = _possible(lesbos, [*others, *hidden])
                sizes += [lesbos.sizes[place] for place in hidden]
                if hidden and not Sampler.possible(odds, sizes):
                    odds = _possible(LesbosMemory(view, trumps_laid=True), [*others, *hidden])
            case _:
                memory = hoogjassen_memory.Memory(view)
                away = memory.unseen.bit_count() - sum(sizes)
                odds = _likely(memory, others, sizes, away)
                sizes += [away] if away else []
        self._others = others
        self._sampler = Sampler(odds, sizes)

    def draw(self, chance: Random) -> World:
        """Return one way in which all cards may lie."""
        places = self._sampler.draw(chance)
        hands = [self._view.hand] * self._view.seats
        for seat, cards in zip(self._others, places, strict=False):
            hands[seat] = cards
        hidden = places[len(self._others) :]
        return World(tuple(hands), hidden[0] if hidden else self._view.laid)


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
