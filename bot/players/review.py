"""A deal looked back on: what was played, what the master would have played, what it was worth.

Here is only what a review says; it is worked out by `search/review.py`, in another process.
"""

from dataclasses import dataclass

from bot.rules.cards import Card
from bot.rules.view import DealResult

NAMED = 3
"""So many plays are named as those that mattered most, at most."""
WORTH_NAMING = 5
"""Points a play must have cost for that."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played, and what is thought of it.

    Costs are points of difference between the seat's side and the others: a trick of 10 that goes
    to the others instead costs 20.
    """

    seat: int
    card: Card
    best: Card
    """What the master would have played, seeing what this seat saw; the card itself where nothing
    is clearly better."""
    cost: int
    """By how much `best` is better on average, over the ways in which the hidden cards could lie.
    """
    open_cost: int
    """By how much the best card was better as the cards really lay, with everybody seeing them."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick as it was played."""

    plays: tuple[Play, ...]
    """In order of play; none where the rest was taken."""
    winner: int


@dataclass(frozen=True, slots=True)
class Review:
    """A scored deal, looked back on."""

    tricks: tuple[PlayedTrick, ...]
    result: DealResult
    """What the deal came to."""
    par: DealResult
    """What it comes to from the first lead on if all play best with open hands and leave no roem
    unsaid: with trump, lay-away and bid as they were."""

    @property
    def mattered(self) -> tuple[tuple[int, Play], ...]:
        """The plays that cost most, each with the number of its trick, the dearest first."""
        plays = [(n, play) for n, trick in enumerate(self.tricks, 1) for play in trick.plays]
        worth = [(n, play) for n, play in plays if play.cost >= WORTH_NAMING]
        return tuple(sorted(worth, key=lambda one: -one[1].cost)[:NAMED])
