"""Positions and hands from notation, as the seat in turn sees them.

`position("QH 7S", trump="S", tricks=["0 AH 7H 8H KH"], trick="1 AD", makers=0, seat=2)`: a trick
is its leader and its cards in order of play. Whose turn it is follows from the trick.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.players.memory import OPPONENT_TRUMPED, PARTNER_TRUMPED, SYSTEMS, roem_in
from bot.rules import play
from bot.rules.actions import ACCEPT, PASS, PLAYS, TRUMPS, Action
from bot.rules.cards import Suit, cards_in, mask_of, parse_card, parse_cards
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.view import Phase, Trick, View


def _laid(text: str) -> tuple[tuple[int, int], ...]:
    """Read `leader card card…` as seat and card, in order of play."""
    if not text:
        return ()
    leader, _, cards = text.partition(" ")
    return tuple(((int(leader) + at) % 4, card) for at, card in enumerate(parse_cards(cards)))


def _best(laid: Sequence[tuple[int, int]], trump: int) -> tuple[int, int]:
    led = laid[0][1] >> 3
    return max(laid, key=lambda one: play.strength(one[1], led, trump))


def _trick(text: str, trump: int) -> Trick:
    laid = _laid(text)
    assert len(laid) == 4, text
    return Trick(laid, _best(laid, trump)[0], sum(play.points(card, trump) for _, card in laid), 0)


def _view(house: KlaverjasHouse, **fields: Any) -> View:
    """Return the view of a new match with these fields in place of its own."""
    return replace(Klaverjas(house).view(None), **fields)


def position(
    hand: str,
    *,
    trump: str,
    seat: int,
    trick: str = "",
    tricks: Sequence[str] = (),
    declarer: int = 0,
    claimable: bool = False,
    **house: Any,
) -> View:
    """Return the view of a seat whose turn it is to play a card."""
    rules = KlaverjasHouse(**house)
    suit = Suit.find(trump)
    laid = _laid(trick)
    played = tuple(_trick(text, suit) for text in tricks)
    cards = mask_of(parse_cards(hand))
    assert cards.bit_count() == 8 - len(played), "the hand does not fit the tricks"
    assert not laid or (laid[-1][0] + 1) % 4 == seat, "it is not this seat's turn"
    seen = [card for one in played for _, card in one.cards] + [card for _, card in laid]
    assert len(set(seen)) == len(seen), "a card was played twice"
    assert not cards & mask_of(seen), "a card of the hand was played"
    best_seat, best = _best(laid, suit) if laid else (seat, 0)
    legal = play.legal_cards(
        cards,
        laid[0][1] >> 3 if laid else play.NO_SUIT,
        suit,
        best,
        (best_seat ^ seat) & 1 == 0,
        SYSTEMS[rules.system],
        PARTNER_TRUMPED[rules.partner_trumped],
        OPPONENT_TRUMPED[rules.opponent_trumped],
    )
    have_laid = {who for who, _ in laid}
    return _view(
        rules,
        seat=seat,
        phase=Phase.PLAYING,
        turn=seat,
        dealer=3,
        trump=int(suit),
        declarer=declarer,
        makers=declarer & 1,
        hand=cards,
        sizes=tuple(8 - len(played) - (who in have_laid) for who in range(4)),
        trick=laid,
        tricks=played,
        legal=tuple(PLAYS[card] for card in cards_in(legal)),
        claimable=claimable,
    )


def auction(
    hand: str,
    *,
    passes: int = 0,
    turned: str | None = None,
    must: bool = False,
    **house: Any,
) -> View:
    """Return the view of a seat that is to speak, after so many passes; the dealer is seat 3.

    With `turned` it plays or passes on that suit; with `must` it cannot pass.
    """
    rules = KlaverjasHouse(**house)
    first = 3 if rules.trump_choice == "dealer_first" else 0
    seat = (first + passes) % 4
    names: tuple[Action, ...] = TRUMPS if turned is None else (ACCEPT,)
    cards = mask_of(parse_cards(hand))
    assert cards.bit_count() == 8
    return _view(
        rules,
        seat=seat,
        phase=Phase.BIDDING,
        turn=seat,
        dealer=3,
        turned=None if turned is None else int(Suit.find(turned)),
        bids=tuple(((first + at) % 4, PASS) for at in range(passes)),
        hand=cards,
        sizes=(8, 8, 8, 8),
        legal=names if must else (PASS, *names),
    )


def plays(*names: str) -> set[Action]:
    """Return the actions that play these cards."""
    return {PLAYS[parse_card(name)] for name in names}


def has_roem(view: View) -> bool:
    """Whether the last trick holds roem."""
    return roem_in(view, mask_of(card for _, card in view.tricks[-1].cards)) > 0
