"""A deal looked back on in lines of plain text, in the voice of `bot.replay`."""

from collections.abc import Iterator, Sequence

from bot.players.review import Play, Review
from bot.rules.cards import Suit, card_name
from bot.rules.view import DealResult


def tell_review(review: Review, sides: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the tricks with what the master would have played, the dearest plays, and the par."""
    result = review.result
    yield f"deal {result.number}, trump {Suit(result.trump).letter}, declarer {result.declarer}"
    for number, trick in enumerate(review.tricks, 1):
        if not trick.plays:
            yield f"  trick {number}: not played; to {trick.winner}, who was sure of it"
            continue
        laid = ", ".join(f"{play.seat} {card_name(play.card)}" for play in trick.plays)
        yield f"  trick {number}: {laid}; to {trick.winner}"
        for play in trick.plays:
            if play.cost or play.open_cost:
                yield f"    {_judged(play)}"
    for number, play in review.mattered:
        yield f"  mattered: trick {number}, {_judged(play)}"
    yield f"  played: {_scores(result, sides)}"
    yield f"  par: {_scores(review.par, sides)}"


def _judged(play: Play) -> str:
    """Say what a play cost on average, as its seat could see it, and with all hands open."""
    better = f"{play.cost} on average ({card_name(play.best)} is better)"
    average = better if play.cost else "nothing on average"
    return f"{play.seat} {card_name(play.card)} cost {average}, {play.open_cost} with open hands"


def _scores(result: DealResult, sides: Sequence[Sequence[int]]) -> str:
    named = zip(sides, result.scores, strict=True)
    return ", ".join(f"{'+'.join(map(str, seats))} scores {score}" for seats, score in named)
