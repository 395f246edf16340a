"""Signals of defenders at Hoogjassen: giving, reading and doubting them (rules.md §3, rule 10).

Up, a low card first and a higher one of the suit next time, says: I expect a trick here, with the
ace and others, or the king and three lower. Down, the highest first and then the lowest, says: this
suit is weak. Signals are given with cards that are lost anyway: in tricks that the declarer wins.
"""

from enum import Enum, auto

from bot.players.hoogjassen_memory import Memory
from bot.rules import low_ten
from bot.rules.cards import Card, CardSet, Rank, cards_in
from bot.rules.play import SUIT_CARDS
from bot.rules.view import View

LOW = 1 << Rank.SEVEN | 1 << Rank.EIGHT
"""A first card as low as this may begin a signal up; a higher one begins one down."""


class Signal(Enum):
    """What is said of a suit."""

    UP = auto()
    DOWN = auto()


def meant(hand: CardSet, suit: int) -> Signal | None:
    """Return what a hand has to say of a suit; None where it cannot say a thing.

    A single card, a bare ace too, can say nothing.
    """
    ranks = hand >> suit * 8 & 0xFF
    count = ranks.bit_count()
    if count < 2:
        return None
    if ranks >> Rank.ACE & 1 or (ranks >> Rank.KING & 1 and count > 3):
        return Signal.UP
    return None if ranks >> Rank.KING & 1 else Signal.DOWN


def thrown(view: View, seat: int, suit: int) -> list[Card]:
    """Return the cards of a suit that a defender gave away, in order.

    Those are the cards with which he did not lead, did not try to win, and did not add points to a
    trick that a defender was winning.
    """
    if view.trump is None or view.declarer is None:
        return []
    cards = []
    for trick in [each.cards for each in view.tricks] + [view.trick]:
        winning, strongest = seat, -1
        for who, card in trick:
            strength = low_ten.strength(card, trick[0][1] >> 3, view.trump)
            if who == seat:
                if card >> 3 == suit and strength < strongest and winning == view.declarer:
                    cards.append(card)
                break
            if strength > strongest:
                strongest, winning = strength, who
    return cards


def shown(cards: list[Card]) -> Signal | None:
    """Return what the cards that were thrown of a suit say by themselves."""
    if len(cards) > 1:
        return Signal.UP if cards[1] > cards[0] else Signal.DOWN
    if cards and not LOW >> (cards[0] & 7) & 1:
        return Signal.DOWN
    return None


def read(memory: Memory, seat: int, suit: int) -> Signal | None:
    """Return what a partner says of a suit, unless what is known contradicts it."""
    said = shown(thrown(memory.view, seat, suit))
    if said is Signal.UP and not may_be_up(memory, seat, suit):
        return None
    return said


def may_be_up(memory: Memory, seat: int, suit: int) -> bool:
    """Whether a partner may still hold what a signal up promises.

    Who had to play his last cards of a suit in the order they came in has promised nothing.
    """
    honours = SUIT_CARDS[suit] & ~((1 << suit * 8 + Rank.KING) - 1)
    return bool(memory.possible(seat) & honours)


def partners_say(memory: Memory, suit: int, signal: Signal) -> bool:
    """Whether a partner says this of a suit."""
    return any(read(memory, partner, suit) is signal for partner in memory.partners)


def fits(memory: Memory, card: Card) -> int:
    """Return 1 for a card that signals what the hand means, -1 for one that belies it, else 0.

    The hand is as it was before the first card of the suit was thrown.
    """
    suit = card >> 3
    before = thrown(memory.view, memory.seat, suit)
    hand = memory.hand
    for each in before:
        hand |= 1 << each
    signal = meant(hand, suit)
    if signal is None or len(before) > 1:
        return 0
    held = list(cards_in(memory.hand & SUIT_CARDS[suit]))
    if not before:
        wanted = held[0] if signal is Signal.UP else held[-1]
        return 1 if card == wanted else -1
    if signal is Signal.UP:
        return 1 if card > before[0] else -1
    return 1 if card == held[0] else -1
