"""Positions of Hoogjassen from notation, as the seat in turn sees them.

A trick is its leader and its cards in order of play; the declarer is seat 0.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.rules import low_ten
from bot.rules.actions import BLIND, PASS, PLAYS, TAKE, bid
from bot.rules.cards import Suit, cards_in, mask_of, parse_cards
from bot.rules.hoogjassen import Hoogjassen, HoogjassenHouse
from bot.rules.play import NO_SUIT
from bot.rules.view import Phase, Trick, View


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def _view(fields: dict[str, Any], seats: int = 4, **house: Any) -> View:
    return replace(Hoogjassen(HoogjassenHouse(**house), seats).view(None), **fields)


def _trick(text: str, trump: Suit, seats: int) -> Trick:
    leader, _, played = text.partition(" ")
    laid = tuple(((int(leader) + at) % seats, card) for at, card in enumerate(parse_cards(played)))
    led = laid[0][1] >> 3
    best = max(laid, key=lambda one: low_ten.strength(one[1], led, trump))
    return Trick(laid, best[0], sum(low_ten.points(card, trump) for _, card in laid), 0)


def seen(
    hand: str,
    *,
    trump: str,
    seat: int,
    trick: str = "",
    tricks: Sequence[str] = (),
    laid: str = "",
    points: int = 150,
    **house: Any,
) -> View:
    """Return the view of a seat that is to play a card; a trick is its leader and its cards."""
    suit = Suit.find(trump)
    done = tuple(_trick(text, suit, 4) for text in tricks)
    lies = _trick(trick, suit, 4).cards if trick else ()
    held = cards(hand)
    assert held.bit_count() == 7 - len(done), "the hand does not fit the tricks"
    assert not lies or (lies[-1][0] + 1) % 4 == seat, "it is not this seat's turn"
    known = [card for one in done for _, card in one.cards] + [card for _, card in lies]
    assert len({*known, *cards_in(held | cards(laid))}) == len(known) + held.bit_count() + len(
        parse_cards(laid)
    ), "a card lies in two places"
    led = lies[0][1] >> 3 if lies else NO_SUIT
    have_laid = {who for who, _ in lies}
    fields = {
        "seat": seat,
        "phase": Phase.PLAYING,
        "turn": seat,
        "trump": int(suit),
        "declarer": 0,
        "makers": 0,
        "bids": ((0, bid(points)),),
        "plays_blind": False,
        "hand": held,
        "laid": cards(laid),
        "sizes": tuple(7 - len(done) - (who in have_laid) for who in range(4)),
        "trick": lies,
        "tricks": done,
        "legal": tuple(PLAYS[card] for card in cards_in(low_ten.legal_cards(held, led, suit))),
    }
    return _view(fields, **house)


def speaking(hand: str, over: int = 0, *, seats: int = 4, talon: int = 3, **house: Any) -> View:
    """Return the view of a seat that is to bid over this bid."""
    lowest = over + 10 if over else {4: 120, 3: 170}[seats]
    fields = {
        "seat": 0,
        "phase": Phase.BIDDING,
        "turn": 0,
        "talon": talon,
        "hand": cards(hand),
        "sizes": (len(hand.split()),) * seats,
        "bids": ((1, bid(over)),) if over else (),
        "legal": (PASS, *(bid(points) for points in range(lowest, 810, 10))),
    }
    return _view(fields, seats, **house)


def offered(hand: str, points: int, **house: Any) -> View:
    """Return the view of a declarer who is to take the talon or to leave it."""
    fields = {
        "seat": 0,
        "phase": Phase.PREPARING,
        "turn": 0,
        "declarer": 0,
        "talon": 3,
        "hand": cards(hand),
        "sizes": (7,) * 4,
        "bids": ((0, bid(points)),),
        "legal": (TAKE, BLIND),
    }
    return _view(fields, **house)


def laying(hand: str, **house: Any) -> View:
    """Return the view of a declarer who is to lay away three cards."""
    fields = {
        "seat": 0,
        "phase": Phase.PREPARING,
        "turn": 0,
        "declarer": 0,
        "plays_blind": False,
        "to_lay": 3,
        "hand": cards(hand),
        "sizes": (10, 7, 7, 7),
        "bids": ((0, bid(150)),),
        "legal": (),
    }
    return _view(fields, **house)
