"""The beginner: a player by rule of thumb whose mind is not always at the table.

He takes his hand for a little better than it is when he bids. Now and then he plays the next best
card or just any, and forgets the roem. When, follows from what he sees, so he too has no memory
and no chance: the same view gives the same action.
"""

from random import Random

from bot.players.player import Player
from bot.rules.actions import DECLARE, Action, Kind
from bot.rules.cards import CardSet, cards_in, mask_of, rank_of, suit_of
from bot.rules.play import SUIT_CARDS
from bot.rules.view import Phase, View

NEXT_BEST, ANY = 0.18, 0.08
"""How often he plays the card that is next best, and any that is legal."""
FORGETS = 0.15
"""How often he forgets to claim, announce or declare his roem."""


class Beginner:
    """The player by rule of thumb of a game, inattentive at times."""

    def __init__(self, thumb: Player) -> None:
        self._thumb = thumb

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or the cards to lay away; ValueError with nothing to do."""
        if view.phase is Phase.BIDDING:
            # The same mistake through the whole auction.
            flattered = flatter(view, _chance(view.seat, view.dealt, view.hand))
            return self._thumb.choose(view.but(hand=flattered))
        chance = _chance(view.seat, view.dealt, view.decision, view.hand, view.played)
        if chance.random() < FORGETS:
            view = view.but(legal=tuple(a for a in view.legal if not _tells_roem(a)))
        action = self._thumb.choose(view)
        others = tuple(a for a in view.legal if a.kind is Kind.PLAY and a.card != action.card)
        if action.kind is not Kind.PLAY or view.trump is None or not others:
            return action
        slip = chance.random()
        if slip < ANY:
            return chance.choice((*others, action))
        return self._thumb.choose(view.but(legal=others)) if slip < ANY + NEXT_BEST else action

    def claims(self, view: View) -> bool:
        """Whether this seat has roem to claim and thinks of it."""
        if not self._thumb.claims(view):
            return False
        return _chance(view.seat, view.dealt, view.tricks[-1].cards).random() >= FORGETS


def flatter(view: View, chance: Random) -> CardSet:
    """Return the hand of a view with one card taken for a better one of its suit."""
    card = chance.choice(list(cards_in(view.hand)))
    suit, strengths = suit_of(card), view.strengths[1]
    elsewhere = SUIT_CARDS[suit] & ~view.hand & ~mask_of(view.shown)
    better = [c for c in cards_in(elsewhere) if strengths[rank_of(c)] > strengths[rank_of(card)]]
    if not better:
        return view.hand
    return view.hand & ~(1 << card) | 1 << chance.choice(better)


def _tells_roem(action: Action) -> bool:
    """Whether an action announces or declares roem, or says stuk."""
    if action.kind is Kind.PLAY:
        return action.announces or action.says_stuk
    return action == DECLARE


def _chance(*seen: object) -> Random:
    """Return what looks like chance and is always the same for the same things seen."""
    return Random(repr(seen))  # noqa: S311 - nothing here is to be kept from anybody
