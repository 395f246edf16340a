"""Deals with open hands: what holds for them, and a moment of their play.

Everything is asked of the rules; nothing is said anew.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.players.hoogjassen_bidding import highest_bid
from bot.players.memory import duties_of
from bot.rules import low_ten, play, roem
from bot.rules.cards import Card, CardSet, cards_in
from bot.rules.hoogjassen import ALL_TRICKS_BONUS, ALL_TRICKS_POINTS, HoogjassenHouse
from bot.rules.klaverjas import (
    FOUR_OF_A_KIND,
    PIT_POINTS,
    SYSTEMS,
    KlaverjasHouse,
)
from bot.rules.lesbos import LesbosHouse
from bot.rules.view import View

KLAVERJAS, LESBOS, HOOGJASSEN = 0, 1, 2


class Rules(NamedTuple):
    """What holds for a deal, in the order of the kernel's facts."""

    game: int
    seats: int
    trump: int
    system: int
    partner_trumped: int
    opponent_trumped: int
    four: int
    has_roem: int
    partners: int
    last: int
    """What the last trick brings beyond its cards."""
    sides: int
    """The seats of side 1, a bit each; side 0 is the declarer's where everybody is for himself."""
    pit_0: int
    pit_1: int
    """What all tricks of the deal bring a side."""


class World(NamedTuple):
    """One way in which all cards may lie."""

    hands: tuple[CardSet, ...]
    laid: CardSet
    """The cards laid away or left in the talon."""


class Position(NamedTuple):
    """A moment of the play with open hands."""

    rules: Rules
    hands: tuple[CardSet, ...]
    turn: int
    trick: tuple[tuple[int, Card], ...]
    won: int
    """The sides that have won a trick, a bit each."""


def rules_of(view: View, laid: CardSet = 0, trump: int | None = None) -> Rules:
    """Return what holds for the deal of a view.

    `laid` are the cards laid away, which in Lesbos go to the last trick; `trump` is what to take
    for it where it is not chosen yet.
    """
    suit = view.trump if trump is None else trump
    if suit is None:
        raise ValueError("nothing can be searched before trump is chosen")
    house = view.house
    if isinstance(house, KlaverjasHouse):
        makers = view.makers or 0
        pits = [PIT_POINTS if house.counter_pit else 0] * 2
        pits[makers] = PIT_POINTS
        return Rules(
            KLAVERJAS,
            4,
            suit,
            *duties_of(house),
            FOUR_OF_A_KIND[house.four_of_a_kind],
            has_roem=1,
            partners=1,
            last=play.LAST_TRICK_POINTS,
            sides=0b1010,
            pit_0=pits[0],
            pit_1=pits[1],
        )
    others = ((1 << view.seats) - 1) & ~(1 << (view.declarer or 0))
    if isinstance(house, LesbosHouse):
        discards = sum(play.points(card, suit) for card in cards_in(laid))
        return Rules(
            LESBOS,
            view.seats,
            suit,
            SYSTEMS[house.system],
            play.NO_UNDERTRUMP,
            play.FORBIDDEN,
            roem.ALL_RANKS,
            has_roem=1,
            partners=int(house.defenders_are_partners),
            last=play.LAST_TRICK_POINTS + discards,
            sides=others,
            pit_0=0,
            pit_1=0,
        )
    if not isinstance(house, HoogjassenHouse):  # pragma: no cover - there are three games
        raise TypeError(house)
    rewarded = house.all_tricks == "always" or highest_bid(view) >= ALL_TRICKS_POINTS
    return Rules(
        HOOGJASSEN,
        view.seats,
        suit,
        0,
        0,
        0,
        0,
        has_roem=0,
        partners=0,
        last=low_ten.LAST_TRICK_POINTS,
        sides=others,
        pit_0=ALL_TRICKS_BONUS if rewarded else 0,
        pit_1=0,
    )


def position_of(view: View, hands: Sequence[CardSet], laid: CardSet = 0) -> Position:
    """Return the position of a view while cards are played, as it is if these are the hands."""
    if view.turn is None:
        raise ValueError("nobody is to play")
    rules = rules_of(view, laid)
    won = 0
    for trick in view.tricks:
        won |= 1 << (rules.sides >> trick.winner & 1)
    return Position(rules, tuple(hands), view.turn, view.trick, won)
