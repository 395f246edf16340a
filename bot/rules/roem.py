"""Roem: bonus combinations (rules.md §1, rule 5 and house rule K-6)."""

# House rule K-6 as integers: what four of a kind are worth.
ALL_RANKS, TEN_UP, JACKS_100, TEN_UP_JACKS_100 = 0, 1, 2, 3

_JACK, _TEN, _QUEEN = 4, 3, 5
_TRUMP_QUEEN = tuple(1 << (trump * 8 + _QUEEN) for trump in range(4))

RUN_OF_3, RUN_OF_4, STUK, CARRE, FOUR_JACKS = 20, 50, 20, 100, 200


def trick_roem(trick: int, trump: int, four_of_a_kind: int) -> int:
    """Return the roem of the cards of one klaverjas trick.

    `trick` is the set of its four cards. A run of four is not also two runs of three; stuk (king
    and queen of trumps) adds to a run.
    """
    # The lower cards of neighbours, not from one suit over into another.
    pairs = trick & trick >> 1 & 0x7F7F7F7F
    if not pairs:
        rank = trick & 0xFF
        return _carre(rank, four_of_a_kind) if rank and trick == rank * 0x01010101 else 0
    roem = 0
    run = pairs & pairs >> 1
    if run:
        roem = RUN_OF_4 if run & run >> 1 else RUN_OF_3
    if pairs & _TRUMP_QUEEN[trump]:
        roem += STUK
    return roem


def _carre(rank: int, four_of_a_kind: int) -> int:
    """Return what four of a kind are worth; `rank` is the one bit of its rank."""
    if rank == 1 << _JACK:
        return FOUR_JACKS if four_of_a_kind in (ALL_RANKS, TEN_UP) else CARRE
    if rank < 1 << _TEN and four_of_a_kind in (TEN_UP, TEN_UP_JACKS_100):
        return 0
    return CARRE
