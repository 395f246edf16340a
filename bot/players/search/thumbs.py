"""What somebody else would play by rule of thumb, if he held these cards, at klaverjas."""

from collections.abc import Sequence
from dataclasses import replace

from bot.players.levels import Level
from bot.players.memory import duties_of, house_of
from bot.players.players import player_of
from bot.rules import play
from bot.rules.actions import PLAYS, Kind
from bot.rules.cards import Card, CardSet, cards_in
from bot.rules.view import Trick, View

Laid = tuple[int, Card]


class Thumbs:
    """Everybody at the table of a view, playing by rule of thumb from his own cards."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._thumb = player_of(view.game, Level.CLUB)
        self._trump = view.trump or 0
        self._duties = duties_of(house_of(view))

    def best(self, trick: Sequence[Laid]) -> Laid:
        """Return who wins a trick so far, and with which card."""
        led = trick[0][1] >> 3
        return max(trick, key=lambda laid: play.strength(laid[1], led, self._trump))

    def legal(self, seat: int, hand: CardSet, trick: Sequence[Laid]) -> CardSet:
        """Return the cards of a hand that a seat may add to a trick, or lead."""
        if not trick:
            return hand
        winner, best = self.best(trick)
        partner_wins = (winner ^ seat) & 1 == 0
        return play.legal_cards(
            hand, trick[0][1] >> 3, self._trump, best, partner_wins, *self._duties
        )

    def seen(
        self, seat: int, sizes: Sequence[int], trick: Sequence[Laid], tricks: Sequence[Trick]
    ) -> View:
        """Return what a seat sees when it is to play to a trick, but for its own cards."""
        return replace(
            self._view,
            seat=seat,
            turn=seat,
            sizes=tuple(sizes),
            trick=tuple(trick),
            tricks=tuple(tricks),
            claimable=False,
        )

    def choose(self, seen: View, hand: CardSet, legal: CardSet) -> Card | None:
        """Return what is played with this hand; None where the rest is taken as certain."""
        plays = tuple(PLAYS[card] for card in cards_in(legal))
        action = self._thumb.choose(replace(seen, hand=hand, legal=plays))
        return action.card if action.kind is Kind.PLAY else None
