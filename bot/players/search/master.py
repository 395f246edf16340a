"""The player by search.

It deals the cards that it does not see in many ways that agree with all it has seen, finds out
what each of its options is worth in each of them, and takes what is best on average. What it knows
is a view and nothing else; the same view and seed give the same move, as long as what it may do is
counted in samples and not in seconds.

What an option is worth is found with all hands open in klaverjas, and elsewhere by playing on by
rule of thumb; either way it neither hides nor seeks what is hidden. Where options may well be worth
the same, the player by rule of thumb decides.
"""

import contextlib
import hashlib
import math
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from random import Random
from typing import TypeVar

from bot.players.levels import Level
from bot.players.memory import Memory, seat_of
from bot.players.players import player_of
from bot.players.search import preparing, scores
from bot.players.search.facts import position_of
from bot.players.search.imagined import imagine
from bot.players.search.judgement import Judgement
from bot.players.search.outlook import Outlook
from bot.players.search.solver import Solver, Stopped
from bot.players.search.worlds import World, Worlds
from bot.players.thumb import is_for_nothing
from bot.rules.actions import REST, Action, Deal, Kind
from bot.rules.cards import Card, cards_in, mask_of
from bot.rules.klaverjas import Klaverjas
from bot.rules.match import Match
from bot.rules.view import View

T = TypeVar("T")

SAMPLES = 60
"""How many ways of dealing the hidden cards are looked at, if time allows."""
SOLVED_FROM = 3
"""In klaverjas so many tricks are played by rule of thumb before the rest is solved. Where each
plays for himself all are: there open hands show what nobody could bring about."""
ALL = 10
"""The most tricks that a deal has: in Lesbos."""
EARLY_TRICKS = 2
"""The tricks of klaverjas that are not solved themselves."""
TIES = 0.5
"""Points a deal below which two options are held to be worth the same."""
SURE, SURE_EARLY, SURE_ALONE = 1.2, 2.5, 1.5
"""By how many standard errors an option must be better than that of the rule of thumb: in
klaverjas, in its first tricks, where rules of thumb are at their best, and where each plays for
himself."""
SLACK, HOPELESS = 4, 40
"""What is saved on a search: so many points of exactness; and cards that are so much worse than
the best are not looked at further."""
DRAWN_AT_ONCE = 20
"""So many ways are drawn before there is a look at the clock."""
LONGEST = 1_500_000
"""Positions that one search may look at where time counts: some 0.15 s."""
WARM_AFTER = 5
"""Tricks after which a search takes no time."""


class Master:
    """The player by search: it owns a solver, and so plays one move at a time."""

    def __init__(self, samples: int = SAMPLES, seed: int = 0) -> None:
        """`samples` is how many ways of dealing the hidden cards are looked at, at most."""
        self.samples = samples
        self._seed = seed
        self._solver = Solver()

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
        if not searches(view):
            return usual
        return pick(view, usual, self.judge(view, seconds))

    def claims(self, view: View) -> bool:
        """Whether the roem of the last trick is to be claimed."""
        return player_of(view.game, Level.CLUB).claims(view)

    def judge(self, view: View, seconds: float | None = None) -> Judgement:
        """Return what each card that may be played now is worth; ValueError if none may."""
        cards = {action.card for action in view.legal if action.kind is Kind.PLAY}
        if not cards:
            raise ValueError("this seat has no card to play")
        score = scores.score_of(view)

        def foresee(world: World, nodes: int) -> dict[int, float]:
            found = {}
            for card in cards:
                outlook = Outlook(view, world)
                outlook.play(card)
                left = outlook.play_until(SOLVED_FROM if view.game == "klaverjas" else ALL)
                rest = self._solver.value(left, slack=SLACK, nodes=nodes).ahead if left else 0
                found[card] = score(outlook.ahead + rest, world)
            return found

        def look(world: World, nodes: int) -> dict[int, float]:
            position = position_of(view, world.hands, world.laid)
            solved = self._solver.solve(
                position, mask_of(cards), slack=SLACK, margin=HOPELESS, nodes=nodes
            )
            return {card: score(solved.values[card], world) for card in cards}

        solved = view.game == "klaverjas" and len(view.tricks) >= EARLY_TRICKS
        draw = Worlds(view, self._chance(view)).draw
        return _average(cards, draw, self.samples, look if solved else foresee, seconds)

    def _prepare(self, view: View, usual: Action, seconds: float | None) -> Action:
        """Decide what comes before the cards: trump, a bid, the talon, what to lay away."""
        options = preparing.options(view, usual)
        if len(options) == 1:
            return usual
        seat = seat_of(view)

        def look(match: Match, _nodes: int) -> dict[int, float]:
            found = {}
            for number, option in enumerate(options):
                twin = match.copy()
                twin.push(seat, option)
                found[number] = preparing.worth(twin, seat)
            return found

        draw = partial(imagine, view, self._chance(view))
        judgement = _average(range(len(options)), draw, self.samples, look, seconds)
        return options[judgement.choose(0, TIES, preparing.SURE[view.game])]

    def _chance(self, view: View) -> Random:
        """Return chance that follows from the seed and from what the seat sees."""
        seen = (view.dealt, view.decision, view.seat, view.hand, view.laid, view.played, view.bids)
        return Random(hashlib.sha256(f"{self._seed}/{seen}".encode()).digest())  # noqa: S311


def _average(
    options: Iterable[int],
    draw: Callable[[int], Iterable[tuple[T, int]]],
    samples: int,
    look: Callable[[T, int], Mapping[int, float]],
    seconds: float | None,
) -> Judgement:
    """Look at one way after the other in which the cards may lie, as long as there is time."""
    judgement = Judgement(options)
    until = math.inf if seconds is None else time.monotonic() + seconds
    nodes = 0 if seconds is None else LONGEST
    drawn = 0
    while drawn < max(samples, 1) and time.monotonic() < until:
        for world, weight in draw(DRAWN_AT_ONCE):
            # A search that takes too long is given up: the others tell enough.
            with contextlib.suppress(Stopped):
                judgement.add(look(world, nodes), weight)
            if time.monotonic() > until:
                break
        drawn += DRAWN_AT_ONCE
    return judgement


def pick(view: View, usual: Action, judgement: Judgement) -> Action:
    """Return what is played where the rule of thumb would play `usual`."""
    card = judgement.choose(usual.card, TIES, _sure(view), _unmannerly(view))
    return usual if card == usual.card else _play(view, card, announces=usual.announces)


def searches(view: View) -> bool:
    """Whether it searches for the card to play here.

    In Lesbos and Hoogjassen it begins with the second trick: nothing has been seen before, and
    whole deals would be played on.
    """
    return view.game == "klaverjas" or bool(view.tricks)


def _unmannerly(view: View) -> list[Card]:
    """Return the cards that no partner forgives: trumps that are drawn for nothing.

    With open hands they may look best, as long as somebody knows what to do with the lead later.
    """
    if view.game != "klaverjas":
        return []
    memory = Memory(view)
    return [card for card in cards_in(view.hand) if is_for_nothing(memory, card)]


def _sure(view: View) -> float:
    if view.game != "klaverjas":
        return SURE_ALONE
    return SURE if len(view.tricks) >= EARLY_TRICKS else SURE_EARLY


def _play(view: View, card: Card, *, announces: bool) -> Action:
    """Return the play of a card with all that it pays to say with it."""
    plays = [action for action in view.legal if action.kind is Kind.PLAY and action.card == card]
    return max(plays, key=lambda action: (action.announces == announces, action.says_stuk))


@cache
def _master() -> Master:
    """Return the one player of this process, so that its memory is used again."""
    return Master()


def think(view: View, seconds: float) -> Action:
    """Return what a master plays after about so many seconds at most."""
    return _master().choose(view, seconds)


def warm() -> None:
    """Compile the search, or load it compiled: play the last tricks of a deal of klaverjas.

    All games are solved by the same compiled code.
    """
    match, thumb, master = Klaverjas(), player_of("klaverjas", Level.CLUB), Master(samples=1)
    match.push(None, Deal(bytes(32)))
    while match.turn is not None:
        player = thumb if len(match.tricks) < WARM_AFTER else master
        match.push(match.turn, player.choose(match.view(match.turn)))
