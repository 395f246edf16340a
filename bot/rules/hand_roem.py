"""Combinations in one hand (rules.md §2 rule 7, §3 rule 5): what there is, not what it is worth."""

from bot.rules.cards import CardSet


def runs_in(hand: CardSet) -> list[CardSet]:
    """Return the runs of three cards or more, each at its longest, in the order of the suits."""
    runs = []
    for suit in range(0, 32, 8):
        run = 0
        # One place more than there are ranks closes a run that ends with the ace.
        for rank in range(9):
            if rank < 8 and hand >> suit + rank & 1:
                run |= 1 << suit + rank
                continue
            if run.bit_count() >= 3:
                runs.append(run)
            run = 0
    return runs


def carres_in(hand: CardSet) -> list[CardSet]:
    """Return the sets of all four cards of one rank, the lowest rank first."""
    return [four for rank in range(8) if hand & (four := 0x01010101 << rank) == four]
