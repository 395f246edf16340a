"""What somebody would play by rule of thumb, if these were his cards."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.search.positions import HOOGJASSEN, rules_of
from bot.rules import low_ten, play
from bot.rules.actions import PLAYS
from bot.rules.cards import Card, CardSet, cards_in
from bot.rules.view import Trick, View

Laid = tuple[int, Card]


class Moment(NamedTuple):
    """What everybody sees when a seat is to play to a trick."""

    seat: int
    sizes: tuple[int, ...]
    trick: tuple[Laid, ...]
    tricks: tuple[Trick, ...]


class Thumbs:
    """Everybody at the table of a view, playing by rule of thumb from his own cards."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._thumb = player_of(view.game, Level.CLUB)
        self._rules = rules_of(view)
        order = low_ten if self._rules.game == HOOGJASSEN else play
        self._points, self._strength = order.points, order.strength

    def points(self, card: Card) -> int:
        """Return the card points of a card."""
        points: int = self._points(card, self._rules.trump)
        return points

    def best(self, trick: Sequence[Laid]) -> Laid:
        """Return who wins a trick so far, and with which card."""
        led = trick[0][1] >> 3
        return max(trick, key=lambda laid: self._strength(laid[1], led, self._rules.trump))

    def legal(self, seat: int, hand: CardSet, trick: Sequence[Laid]) -> CardSet:
        """Return the cards of a hand that a seat may add to a trick, or lead."""
        rules = self._rules
        if not trick:
            return hand
        led = trick[0][1] >> 3
        if rules.game == HOOGJASSEN:
            return low_ten.legal_cards(hand, led, rules.trump)
        winner, best = self.best(trick)
        partner_wins = (
            rules.partners == 1 and (rules.sides >> winner ^ rules.sides >> seat) & 1 == 0
        )
        duties = (rules.system, rules.partner_trumped, rules.opponent_trumped)
        return play.legal_cards(hand, led, rules.trump, best, partner_wins, *duties)

    def choose(self, moment: Moment, hand: CardSet, away: CardSet, legal: CardSet) -> Card:
        """Return what is played with this hand.

        `away` are the cards out of play, which a declarer knows who laid them away himself.
        """
        knows = moment.seat == self._view.declarer and not self._view.plays_blind
        seen = self._view.but(
            seat=moment.seat,
            turn=moment.seat,
            sizes=moment.sizes,
            trick=moment.trick,
            tricks=moment.tricks,
            hand=hand,
            laid=away if knows else 0,
            legal=tuple(PLAYS[card] for card in cards_in(legal)),
            claimable=False,
            offer=None,
            taken=0,
        )
        return self._thumb.choose(seen).card
