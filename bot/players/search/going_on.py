"""Klaverjas that goes on by rule of thumb, compiled: what `outlook` and `reading` do, much faster.

The rule of thumb is that of `players/thumb.py`, the rules are those of `rules/play.py`; they are
compiled as they stand. What everybody sees of a deal is a row of numbers.
"""

from math import log
from typing import Any

import numpy as np

from bot.players.search.board import Ints
from bot.players.search.compiling import compiled, inlined, lowest, ones
from bot.players.search.positions import Rules, World, rules_of
from bot.players.search.reading import AS_EXPECTED
from bot.players.seen import Seen, denied, settle
from bot.players.thumb import Side, pick
from bot.rules import play, roem
from bot.rules.cards import Card, CardSet, mask_of
from bot.rules.view import View

# The columns of a row. By seat the cards that it cannot hold; by suit who was the first to lead it,
# from 1; then what has been played and how the trick stands.
DENIED, LEADER = 0, 4
PLAYED, TRICKS, WON, TURN, PLACE, LED, BEST, BEST_SEAT, TABLE = range(8, 17)
CARD, SINCE = 17, 18
"""Of a card that somebody else has played: the card, and what he has played from then on."""
WIDTH = 19


class Outlook:
    """Plays a deal on, from a view and as the cards may lie."""

    def __init__(self, view: View) -> None:
        self._deal = _deal_of(view)
        self._row = _rows(view)[-1]

    def ahead(self, world: World, card: Card) -> int:
        """Return how far side 0 comes ahead in what is left after a card of the seat in turn."""
        return int(play_on(*self._deal, self._row, np.array(world.hands, dtype=np.int64), card))


class Reading:
    """Reads the cards that the others have played in the deal of a view."""

    def __init__(self, view: View) -> None:
        self._deal = _deal_of(view)
        *played, _ = _rows(view)
        self._rows = [
            np.array([row for row in played if row[TURN] == seat], np.int64).reshape(-1, WIDTH)
            for seat in range(view.seats)
        ]

    def fit(self, seat: int, hand: CardSet, _away: CardSet) -> float:
        """Return the logarithm of how likely, up to a factor, a seat would have played so."""
        return float(fit(*self._deal, self._rows[seat], hand, AS_EXPECTED))


def _deal_of(view: View) -> tuple[Rules, int, int]:
    return rules_of(view), view.makers or 0, view.declarer or 0


def _rows(view: View) -> list[Ints]:
    """Return what everybody saw before each card that was played, and last what he sees now."""
    rules = rules_of(view)
    tricks = [*(trick.cards for trick in view.tricks), view.trick]
    played = [laid for trick in tricks for laid in trick]
    row, hands = np.zeros(WIDTH, dtype=np.int64), np.full(4, -1, dtype=np.int64)
    row[LED], row[TURN] = play.NO_SUIT, played[0][0] if played else view.turn or 0
    rows = []
    for number, (seat, card) in enumerate(played):
        row[CARD] = card
        row[SINCE] = mask_of(later for who, later in played[number:] if who == seat)
        rows.append(row.copy())
        lay(rules, row, hands, card)
    return [*rows, row]


@inlined
def legal_cards(rules: Rules, row: Ints, hand: int) -> int:
    """Return the cards that the seat in turn may play from a hand."""
    if row[PLACE] == 0:
        return hand
    partner_wins = (row[TURN] ^ row[BEST_SEAT]) & 1 == 0
    return play.legal_cards(
        hand,
        row[LED],
        rules.trump,
        row[BEST],
        partner_wins,
        rules.system,
        rules.partner_trumped,
        rules.opponent_trumped,
    )


@compiled
def choose(rules: Rules, makers: int, declarer: int, row: Ints, hand: int, legal: int) -> int:
    """Return what the seat in turn plays by rule of thumb with this hand."""
    seat, partner = row[TURN], row[TURN] + 2 & 3
    unseen = play.ALL_CARDS & ~row[PLAYED] & ~hand
    possible: Any = np.empty(4, np.int64)
    sizes: Any = np.empty(4, np.int64)
    for other in range(4):
        possible[other] = unseen & ~row[DENIED + other]
        # Who has played to this trick has a card less.
        has_played = (seat - other & 3) <= row[PLACE] and other != seat
        sizes[other] = ones(hand) - has_played
    possible[seat] = 0
    settle(possible, sizes, (partner, seat + 1 & 3, seat + 3 & 3))
    partner_led = 0
    for suit in range(4):
        if row[LEADER + suit] == partner + 1 and suit != rules.trump:
            partner_led |= 1 << suit
    seen = Seen(
        seat,
        rules.trump,
        hand,
        unseen,
        row[LED],
        row[BEST],
        row[BEST_SEAT] if row[PLACE] else seat,
        3 - row[PLACE],
        row[TABLE],
        row[TRICKS],
        rules.four,
        (possible[0], possible[1], possible[2], possible[3]),
        (0, 0, 0, 0),
        (sizes[0], sizes[1], sizes[2], sizes[3]),
    )
    side = Side(int(seat & 1 == makers), int(partner == declarer), partner_led)
    return pick(seen, side, legal)


@compiled
def lay(rules: Rules, row: Ints, hands: Ints, card: int) -> int:
    """Play a card; return how far the trick brings side 0 ahead, 0 if it is not complete."""
    seat, trump = row[TURN], rules.trump
    hands[seat] ^= 1 << card
    row[PLAYED] |= 1 << card
    if row[PLACE] == 0:
        row[LED], row[TABLE] = card >> 3, 0
        row[BEST], row[BEST_SEAT] = card, seat
        if row[LEADER + row[LED]] == 0:
            row[LEADER + row[LED]] = seat + 1
    else:
        row[DENIED + seat] |= denied(
            card,
            row[LED],
            trump,
            row[BEST],
            (seat ^ row[BEST_SEAT]) & 1 == 0,
            rules.system,
            rules.partner_trumped,
            rules.opponent_trumped,
        )
        power = play.strength(row[BEST], row[LED], trump)
        if play.strength(card, row[LED], trump) > power:
            row[BEST], row[BEST_SEAT] = card, seat
    row[TABLE] |= 1 << card
    row[PLACE] += 1
    row[TURN] = seat + 1 & 3
    if row[PLACE] < 4:
        return 0
    winner = row[BEST_SEAT]
    made = roem.trick_roem(row[TABLE], trump, rules.four)
    cards = row[TABLE]
    while cards:
        made += play.points(lowest(cards), trump)
        cards &= cards - 1
    row[WON] |= 1 << (winner & 1)
    row[TRICKS] += 1
    if hands[winner] == 0:
        made += rules.last
        if row[WON] == 1:
            made += rules.pit_0
        elif row[WON] == 2:
            made += rules.pit_1
    row[TURN], row[PLACE], row[TABLE], row[LED] = winner, 0, 0, play.NO_SUIT
    return -made if winner & 1 else made


@compiled
def play_on(rules: Rules, makers: int, declarer: int, row: Ints, hands: Ints, card: int) -> int:
    """Play a card and then by rule of thumb; return how far side 0 comes ahead to the end."""
    row, hands = row.copy(), hands.copy()
    ahead = lay(rules, row, hands, card)
    while hands[row[TURN]]:
        hand = hands[row[TURN]]
        legal = legal_cards(rules, row, hand)
        chosen = lowest(legal)
        if legal & (legal - 1):
            chosen = choose(rules, makers, declarer, row, hand, legal)
        ahead += lay(rules, row, hands, chosen)
    return ahead


@compiled
def fit(
    rules: Rules,
    makers: int,
    declarer: int,
    rows: Ints,
    hand: int,
    as_expected: float,
) -> float:
    """Return the logarithm of how likely, up to a factor, a seat would have played as it did.

    The rows are the moments in which it played, `hand` is what it would have now.
    """
    total = 0.0
    for n in range(rows.shape[0]):
        row = rows[n]
        cards = hand | row[SINCE]
        legal = legal_cards(rules, row, cards)
        count = ones(legal)
        if count == 1:
            continue
        chosen, card = choose(rules, makers, declarer, row, cards, legal), row[CARD]
        near = chosen >> 3 == card >> 3 and abs(chosen - card) <= 1
        if near and play.points(chosen, rules.trump) == play.points(card, rules.trump):
            total += log(as_expected)
        else:
            total += log((1 - as_expected) / (count - 1))
    return total
