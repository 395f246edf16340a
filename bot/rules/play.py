"""Strength, points and legal cards as plain functions on integers.

Interpreted in a match and, unchanged, compiled in a search: so integers and tuples only, and
nothing that a compiler for numbers lacks. Card sets are 32-bit masks (see `cards`).

Sources: rules.md §1, rules 3 and 4 with house rules K-0, K-3, K-4; the order and the values of the
cards are the seed text's.
"""

NO_SUIT = -1
"""Stands for the suit led while nobody has led."""

SUIT_CARDS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)

# By rank 7 8 9 T J Q K A: plain suits rank A T K Q J 9 8 7, trumps J 9 A T K Q 8 7.
PLAIN_STRENGTH = (0, 1, 2, 6, 3, 4, 5, 7)
TRUMP_STRENGTH = (0, 1, 6, 4, 7, 2, 3, 5)
PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)

LAST_TRICK_POINTS = 10
CARD_POINTS = 162
"""All card points of a deal, the last trick's 10 included."""

# House rules as the integers that `legal_cards` takes.
AMSTERDAM, ROTTERDAM = 0, 1
NO_UNDERTRUMP, DISCARD_ONLY = 0, 1
FORBIDDEN, OPTIONAL, FORCED = 0, 1, 2

HIGHER_TRUMPS = tuple(
    sum(
        1 << (suit * 8 + other)
        for other in range(8)
        if TRUMP_STRENGTH[other] > TRUMP_STRENGTH[rank]
    )
    for suit in range(4)
    for rank in range(8)
)
"""For each card, taken as a trump, the trumps that beat it."""

HIGHER_PLAIN = tuple(
    sum(
        1 << (suit * 8 + other)
        for other in range(8)
        if PLAIN_STRENGTH[other] > PLAIN_STRENGTH[rank]
    )
    for suit in range(4)
    for rank in range(8)
)
"""For each card, taken as a plain card, the cards of its suit that beat it."""

PLAIN_FROM_TOP = tuple(
    tuple(1 << (suit * 8 + rank) for rank in (7, 3, 6, 5, 4, 2, 1, 0)) for suit in range(4)
)
"""For each suit, the sets of one card each, from the highest plain card down."""

TRUMPS_FROM_TOP = tuple(
    tuple(1 << (suit * 8 + rank) for rank in (4, 2, 7, 3, 6, 5, 1, 0)) for suit in range(4)
)
"""For each suit, the same when it is trump."""


def strength(card: int, led: int, trump: int) -> int:
    """Return what decides a trick: above 15 trumps, 8 to 15 the suit led, 0 any other card."""
    suit = card >> 3
    if suit == trump:
        return 16 + TRUMP_STRENGTH[card & 7]
    if suit == led:
        return 8 + PLAIN_STRENGTH[card & 7]
    return 0


def points(card: int, trump: int) -> int:
    """Return the card points of a card, 0 to 20."""
    if card >> 3 == trump:
        return TRUMP_POINTS[card & 7]
    return PLAIN_POINTS[card & 7]


def legal_cards(  # noqa: C901 - a list of cases; all numbers to the compiled search
    hand: int,
    led: int,
    trump: int,
    best: int,
    partner_wins: bool,  # noqa: FBT001 - a number to the compiled search
    system: int,
    partner_trumped: int,
    opponent_trumped: int,
) -> int:
    """Return the set of cards that may be played (rules.md §1, rule 4).

    `led` is the suit led or NO_SUIT, `best` the card that wins the trick so far (any number when
    leading), `partner_wins` whether it is the partner's. The last three are house rules K-0, K-3
    and K-4.
    """
    if led == NO_SUIT:
        return hand
    follow = hand & SUIT_CARDS[led]
    if led == trump:
        higher = follow & HIGHER_TRUMPS[best]
        if higher:
            return higher
        return follow or hand
    if follow:
        return follow
    trumps = hand & SUIT_CARDS[trump]
    if not trumps:
        return hand
    trumped = best >> 3 == trump
    higher = trumps & HIGHER_TRUMPS[best] if trumped else trumps
    if system == ROTTERDAM:
        return higher or trumps
    plain = hand & ~trumps
    if partner_wins:
        if not trumped:
            return hand
        allowed = plain if partner_trumped == DISCARD_ONLY else plain | higher
        return allowed or hand
    if higher:
        return higher
    if opponent_trumped == OPTIONAL:
        return hand
    if opponent_trumped == FORBIDDEN and plain:
        return plain
    return trumps


def rest_is_certain(hand: int, unseen: int, trump: int) -> bool:
    """Whether the leader wins every trick that is left, however the unseen cards lie.

    Trumps are drawn first, then each suit from the top. A suit is safe when none of its unseen
    cards beats one of ours, or when our winners draw every unseen card of it.
    """
    plain = hand & ~SUIT_CARDS[trump]
    for suit in range(4):
        ours = hand & SUIT_CARDS[suit]
        theirs = unseen & SUIT_CARDS[suit]
        if not theirs or not (ours or (suit == trump and plain)):
            continue
        winners = 0
        for card in TRUMPS_FROM_TOP[suit] if suit == trump else PLAIN_FROM_TOP[suit]:
            if theirs & card:
                break
            if ours & card:
                winners += 1
                ours ^= card
        # What is left of ours are losers.
        if ours or (suit == trump and plain):
            while theirs and winners:
                theirs &= theirs - 1
                winners -= 1
            if theirs:
                return False
    return True
