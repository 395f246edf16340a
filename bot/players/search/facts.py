"""What the rules say of each card, as the numbers that the compiled search reads.

Everything is asked of `rules/play.py` and `low_ten.py`; nothing is said anew.
"""

from functools import cache

import numpy as np

from bot.players.search import board
from bot.players.search.board import Ints
from bot.players.search.positions import HOOGJASSEN
from bot.rules import low_ten, play
from bot.rules.cards import PACK


@cache
def card_facts(game: int, trump: int) -> Ints:
    """Return the facts of the kernel with what the rules say of each card under a trump."""
    order = low_ten if game == HOOGJASSEN else play
    facts = np.zeros(board.FACTS, dtype=np.int64)
    for card in PACK:
        suit = card >> 3
        if suit != trump:
            facts[board.BEATEN_BY + card] = play.SUIT_CARDS[trump]
        facts[board.POINTS_OF + card] = order.points(card, trump)
        for other in range(suit * 8, suit * 8 + 8):
            if order.strength(other, suit, trump) > order.strength(card, suit, trump):
                facts[board.BEATEN_BY + card] |= 1 << other
    for suit in range(4):
        for ranks in range(256):
            facts[board.LEFT + suit * 256 + ranks] = sum(
                order.points(suit * 8 + rank, trump) for rank in range(8) if ranks >> rank & 1
            )
    return facts
