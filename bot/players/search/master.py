"""The player by search.

It deals the cards that it does not see in many ways that agree with all it has seen, lets the deal
go on by rule of thumb in each of them after each of its options, and takes what is best on average.
What it knows is a view and nothing else; the same view and seed give the same move, as long as what
it may do is counted in samples and not in seconds.

So it plays as somebody who knows how people play, and looks further than they do. Where options may
well be worth the same, the player by rule of thumb decides.
"""

import hashlib
import math
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from random import Random
from typing import TypeVar

from bot.players.levels import Level
from bot.players.memory import Memory, seat_of
from bot.players.players import player_of
from bot.players.search import preparing, scores
from bot.players.search.imagined import imagine
from bot.players.search.judgement import Judgement
from bot.players.search.positions import World
from bot.players.search.swift import outlook_of
from bot.players.search.worlds import Worlds
from bot.players.thumb import is_for_nothing
from bot.rules.actions import REST, Action, Deal, Kind
from bot.rules.cards import Card, cards_in
from bot.rules.klaverjas import Klaverjas
from bot.rules.match import Match
from bot.rules.view import View

T = TypeVar("T")

SAMPLES = {"klaverjas": 800, "lesbos": 60, "hoogjassen": 60}
"""How many ways of dealing the hidden cards are looked at, if time allows, while a whole deal is
left; of shorter ends more, as they take less time. What is compiled can be looked at more often."""
TIES = 0.5
"""Points a deal below which two options are held to be worth the same."""
SURE = {"klaverjas": 0.5, "lesbos": 1.0, "hoogjassen": 1.5}
"""By how many standard errors a card must be better than that of the rule of thumb: the fewer ways
there is time for, the more."""
DRAWN_AT_ONCE = 8
"""So many ways are drawn before there is a look at the clock, and at what is still open."""


class Master:
    """The player by search."""

    def __init__(self, samples: int | None = None, seed: int = 0) -> None:
        """`samples` is how many ways of dealing the hidden cards are looked at, if not SAMPLES."""
        self._samples = samples
        self._seed = seed

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """Return one of `view.legal`, or the cards to lay away; ValueError with nothing to do.

        `seconds` is about how long it may take; None, as long as the samples take.
        """
        if len(view.legal) == 1 and not view.to_lay:
            return view.legal[0]
        usual = player_of(view.game, Level.CLUB).choose(view)
        if usual == REST:
            return usual
        if usual.kind is not Kind.PLAY or view.trump is None:
            return self._prepare(view, usual, seconds)
        return pick(view, usual, self.judge(view, usual.card, seconds))

    def claims(self, view: View) -> bool:
        """Whether the roem of the last trick is to be claimed."""
        return player_of(view.game, Level.CLUB).claims(view)

    def judge(self, view: View, usual: Card, seconds: float | None = None) -> Judgement:
        """Return what is thought of each card, as far as it may be better than the usual one."""
        cards = {action.card for action in view.legal if action.kind is Kind.PLAY}
        judgement = Judgement(cards - _unmannerly(view) | {usual}, usual, TIES)
        self._look(view, judgement, seconds, narrow=True)
        return judgement

    def compare(self, view: View, usual: Card, other: Card, ties: float) -> Judgement:
        """Return what is thought of two cards, over all samples."""
        judgement = Judgement((usual, other), usual, ties)
        self._look(view, judgement, None, narrow=False)
        return judgement

    def _look(
        self, view: View, judgement: Judgement, seconds: float | None, *, narrow: bool
    ) -> None:
        score, ahead = scores.score_of(view), outlook_of(view).ahead

        @cache
        def outcome(world: World, card: Card) -> float:
            return score(ahead(world, card), world)

        draw = Worlds(view, self._chance(view)).draw
        left = view.hand.bit_count()
        samples = self._samples_for(view) * (len(view.tricks) + left) // left
        _fill(judgement, draw, samples, outcome, seconds, narrow=narrow)

    def _prepare(self, view: View, usual: Action, seconds: float | None) -> Action:
        """Decide what comes before the cards: trump, a bid, the talon, what to lay away."""
        options = preparing.options(view, usual)
        if len(options) == 1:
            return usual
        seat = seat_of(view)

        def outcome(match: Match, number: int) -> float:
            twin = match.copy()
            twin.push(seat, options[number])
            return preparing.worth(twin, seat)

        draw = partial(imagine, view, self._chance(view))
        judgement = Judgement(range(len(options)), 0, TIES)
        _fill(judgement, draw, self._samples_for(view), outcome, seconds, narrow=True)
        return options[judgement.choose(0, preparing.SURE[view.game])]

    def _samples_for(self, view: View) -> int:
        return SAMPLES[view.game] if self._samples is None else self._samples

    def _chance(self, view: View) -> Random:
        """Return chance that follows from the seed and from what the seat sees."""
        seen = (view.dealt, view.decision, view.seat, view.hand, view.laid, view.played, view.bids)
        return Random(hashlib.sha256(f"{self._seed}/{seen}".encode()).digest())  # noqa: S311


def _fill(
    judgement: Judgement,
    draw: Callable[[int], Iterable[tuple[T, int]]],
    samples: int,
    outcome: Callable[[T, int], float],
    seconds: float | None,
    *,
    narrow: bool,
) -> None:
    """Look at one way after the other in which the cards may lie, as long as there is time.

    With `narrow` no longer than it takes to see which option is best.
    """
    until = math.inf if seconds is None else time.monotonic() + seconds
    while len(judgement.open) > 1 and judgement.samples < samples and time.monotonic() < until:
        for world, weight in draw(min(DRAWN_AT_ONCE, samples - judgement.samples)):
            judgement.add({each: outcome(world, each) for each in judgement.open}, weight)
            if time.monotonic() > until:
                break
        if narrow:
            judgement.narrow()


def pick(view: View, usual: Action, judgement: Judgement) -> Action:
    """Return what is played where the rule of thumb would play `usual`."""
    card = judgement.choose(usual.card, SURE[view.game])
    return usual if card == usual.card else _play(view, card, announces=usual.announces)


def _unmannerly(view: View) -> frozenset[Card]:
    """Return the cards that no partner forgives: trumps that are drawn for nothing."""
    if view.game != "klaverjas":
        return frozenset()
    seen = Memory(view).seen
    return frozenset(card for card in cards_in(view.hand) if is_for_nothing(seen, card))


def _play(view: View, card: Card, *, announces: bool) -> Action:
    """Return the play of a card with all that it pays to say with it."""
    plays = [action for action in view.legal if action.kind is Kind.PLAY and action.card == card]
    return max(plays, key=lambda action: (action.announces == announces, action.says_stuk))


def think(view: View, seconds: float) -> Action:
    """Return what a master plays after about so many seconds at most."""
    return Master().choose(view, seconds)


def warm() -> None:
    """Think once, of a card of klaverjas: what is compiled is ready then."""
    match, club = Klaverjas(), player_of("klaverjas", Level.CLUB)
    match.push(None, Deal(bytes(32)))
    while not match.tricks:
        match.push(match.turn, club.choose(match.view(match.turn)))
    Master(samples=2).choose(match.view(match.turn))
