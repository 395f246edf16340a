"""Strength, points and legal cards as plain functions on integers.

Interpreted in a match and, unchanged, compiled in a search: so integers and tuples only, and
nothing that a compiler for numbers lacks. Card sets are 32-bit masks (see `cards`).

Sources: rules.md §1, rules 3 and 4 with house rules K-0, K-3, K-4; the order and the values of the
cards are the seed text's.
"""

NO_SUIT = -1
"""Stands for the suit led while nobody has led."""

ALL_CARDS = 0xFFFFFFFF
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


def ranks_above(strengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each set of ranks, the ranks that beat them all by these strengths."""
    return tuple(
        sum(
            1 << rank
            for rank in range(8)
            if all(strengths[rank] > strengths[other] for other in range(8) if ranks >> other & 1)
        )
        for ranks in range(256)
    )


PLAIN_ABOVE = ranks_above(PLAIN_STRENGTH)
"""For each set of ranks of a plain suit, the ranks that beat them all."""

TRUMPS_ABOVE = ranks_above(TRUMP_STRENGTH)
"""For each set of ranks of trumps, the ranks that beat them all."""

COUNT = tuple(sum(ranks >> rank & 1 for rank in range(8)) for ranks in range(256))
"""For each set of ranks, how many there are."""


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


def demands(
    led: int,
    trump: int,
    best: int,
    partner_wins: bool,  # noqa: FBT001 - a number to the compiled search
    system: int,
    partner_trumped: int,
    opponent_trumped: int,
) -> tuple[int, int, int]:
    """Return what a trick asks of the next hand (rules.md §1, rule 4), as three sets of cards.

    From the first set that the hand meets it must play; a hand that meets none is free. `led` is
    the suit led, `best` the card that wins the trick so far, `partner_wins` whether it is the
    partner's. The last three are house rules K-0, K-3 and K-4.
    """
    follow = SUIT_CARDS[led]
    if led == trump:
        return HIGHER_TRUMPS[best], follow, 0
    trumps = SUIT_CARDS[trump]
    plain = ALL_CARDS ^ trumps
    trumped = best >> 3 == trump
    higher = HIGHER_TRUMPS[best] if trumped else trumps
    if system == ROTTERDAM:
        return follow, higher, trumps
    if partner_wins:
        if not trumped:
            return follow, 0, 0
        return follow, plain if partner_trumped == DISCARD_ONLY else plain | higher, 0
    if opponent_trumped == OPTIONAL:
        return follow, higher, 0
    return follow, higher, plain if opponent_trumped == FORBIDDEN else trumps


def legal_cards(
    hand: int,
    led: int,
    trump: int,
    best: int,
    partner_wins: bool,  # noqa: FBT001 - a number to the compiled search
    system: int,
    partner_trumped: int,
    opponent_trumped: int,
) -> int:
    """Return the set of cards that may be played: what `demands` asks of this hand.

    `led` is NO_SUIT when leading, and all the rest then any number.
    """
    if led == NO_SUIT:
        return hand
    first, second, third = demands(
        led, trump, best, partner_wins, system, partner_trumped, opponent_trumped
    )
    return hand & first or hand & second or hand & third or hand


def rest_is_certain(
    hand: int,
    unseen: int,
    trump: int,
    trumps_above: tuple[int, ...] = TRUMPS_ABOVE,
    plain_above: tuple[int, ...] = PLAIN_ABOVE,
) -> bool:
    """Whether the leader wins every trick that is left, however the unseen cards lie.

    Trumps are drawn first, then each suit from the top. A suit is safe when none of its unseen
    cards beats one of ours, or when our winners draw every unseen card of it. Trumps are looked
    at first: mostly they tell already that it is not certain. The last two arguments are
    `ranks_above` of the game's orders.
    """
    ours = hand >> trump * 8 & 0xFF
    theirs = unseen >> trump * 8 & 0xFF
    winners = ours & trumps_above[theirs]
    # Whatever else we hold, they could trump.
    if COUNT[winners] < COUNT[theirs] and hand != winners << trump * 8:
        return False
    for suit in range(4):
        if suit != trump:
            ours = hand >> suit * 8 & 0xFF
            theirs = unseen >> suit * 8 & 0xFF
            winners = ours & plain_above[theirs]
            if winners != ours and COUNT[winners] < COUNT[theirs]:
                return False
    return True
