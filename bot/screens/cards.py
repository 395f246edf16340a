"""Cards as they are held and as they lie."""

from collections.abc import Sequence

from bot.rules.cards import Card, CardSet, Suit, cards_in, rank_of, suit_of
from bot.texts import Speech
from bot.texts.cards import card_text

WIDTH = 31
"""Characters a line of the drawn table may take: it must fit on a phone."""
NAME_WIDTH = 10

ALTERNATING = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_RED = (Suit.HEARTS, Suit.DIAMONDS)


def sorted_hand(
    hand: CardSet, trump: int | None, strengths: tuple[Sequence[int], Sequence[int]]
) -> list[Card]:
    """Return a hand by suit, colours alternating where they can, the strongest card first.

    `strengths` of the ranks are those of `View.strengths`.
    """
    suits = _arrange(
        [suit for suit in ALTERNATING if any(suit_of(c) == suit for c in cards_in(hand))]
    )

    def strongest_first(card: Card) -> int:
        return -strengths[suit_of(card) == trump][rank_of(card)]

    return [
        card
        for suit in suits
        for card in sorted((c for c in cards_in(hand) if suit_of(c) == suit), key=strongest_first)
    ]


def _arrange(suits: list[Suit]) -> list[Suit]:
    """Put the odd colour of three suits in the middle."""
    if len(suits) != 3:
        return suits
    red = [suit for suit in suits if suit in _RED]
    black = [suit for suit in suits if suit not in _RED]
    pair, odd = (red, black) if len(red) == 2 else (black, red)
    return [pair[0], odd[0], pair[1]]


def draw_cross(
    say: Speech,
    names: list[str],
    cards: dict[int, Card],
    *,
    turn: int | None,
    bottom: int = 0,
    winning: int | None = None,
) -> str:
    """Draw a trick as it lies, a name and a card at each side, in a block of fixed width.

    `bottom` is the seat shown nearest to the reader; the others follow clockwise. The seat in
    turn is marked with an arrow, the card that wins so far with a star.
    """

    def card_at(seat: int) -> str:
        if seat not in cards:
            return "·"
        return card_text(say, cards[seat]) + ("*" if seat == winning else "")

    def name_at(seat: int) -> str:
        mark = "▸ " if seat == turn else ""
        name = names[seat]
        room = NAME_WIDTH - len(mark)
        return mark + (name if len(name) <= room else name[: room - 1] + "…")

    seats = [(bottom + place) % len(names) for place in range(len(names))]
    south, west, east = seats[0], seats[1], seats[-1]
    lines = []
    if len(seats) == 4:
        north = seats[2]
        lines += [name_at(north).center(WIDTH), card_at(north).center(WIDTH)]
    left, right = f"{name_at(west)}  {card_at(west)}", f"{card_at(east)}  {name_at(east)}"
    lines.append(left + right.rjust(WIDTH - len(left)))
    lines += [card_at(south).center(WIDTH), name_at(south).center(WIDTH)]
    return "```\n" + "\n".join(line.rstrip().replace("`", "ˋ") for line in lines) + "\n```"


def cards_line(say: Speech, cards: list[Card]) -> str:
    """Return cards in a row of text."""
    return "  ".join(card_text(say, card) for card in cards)
