"""What a seat decides before cards are played, by search: trump, bids, talon, what it lays away.

Each option worth a thought is tried in deals as they may lie, and everybody goes on by rule of
thumb to the end: with open hands naming trump would look some 20 points better than it is.

Roem is announced and declared by rule of thumb: it is said wherever it can count, and what it
tells the others no such deal can show.
"""

from collections.abc import Iterable

from bot.players import lesbos_trump, trump_choice
from bot.players.hoogjassen_bidding import MARGIN, highest_bid, next_bid, promise
from bot.players.hoogjassen_hand import Table, best_lay
from bot.players.levels import Level
from bot.players.memory import house_of
from bot.players.players import player_of
from bot.players.search.positions import World
from bot.players.search.scores import score_of, settled
from bot.players.search.swift import outlook_of
from bot.rules.actions import (
    ACCEPT,
    BLIND,
    CLAIM,
    CLOSE,
    PASS,
    TAKE,
    TRUMPS,
    Action,
    Kind,
    bid,
    lay,
)
from bot.rules.cards import Suit
from bot.rules.match import Match
from bot.rules.view import Phase, View

DOUBT = {"klaverjas": 30, "lesbos": 40, "hoogjassen": 10}
"""How far from its mark the count of a hand leaves a doubt whether to speak."""
SURE = {"klaverjas": 1.5, "lesbos": 2.5, "hoogjassen": 2.5}
"""By how many standard errors an option must be better than that of the rule of thumb, which in
Lesbos and Hoogjassen was itself worked out over thousands of deals."""
NAMED = 2
"""So many suits are thought of at klaverjas, the best by the count."""
LAID = 4
"""So many ways of laying away are thought of."""


def options(view: View, usual: Action) -> list[Action]:
    """Return what there is to think of, the usual action first; it alone if there is nothing."""
    match view.game:
        case "klaverjas":
            others = _klaverjas(view)
        case "lesbos":
            others = _lesbos(view)
        case _:
            others = _hoogjassen(view, usual)
    return list(dict.fromkeys((usual, *others)))


def worth(match: Match, seat: int) -> float:
    """Return what a deal brings a seat if everybody goes on by rule of thumb.

    The match is played on.
    """
    player = player_of(match.game, Level.CLUB)
    scored = len(match.results)
    while match.phase not in (Phase.DEALING, Phase.OVER):
        turn = match.turn
        if match.game == "klaverjas" and match.phase is Phase.PLAYING:
            return _as_played(match, seat)
        view = match.view(match.tricks[-1].winner if turn is None else turn)
        if player.claims(view):
            match.push(view.seat, CLAIM)
        else:
            match.push(turn, CLOSE if turn is None else player.choose(view))
    # A deal that nobody plays is worth nothing.
    return settled(match, seat) if len(match.results) > scored else 0.0


def _as_played(match: Match, seat: int) -> float:
    """Return what a deal of klaverjas at its first lead brings a seat by rule of thumb.

    It is not played in the match, which takes long.
    """
    leader, view = match.turn or 0, match.view(match.turn)
    card = player_of(match.game, Level.CLUB).choose(view).card
    world = World(tuple(match.hands), 0)
    worth = score_of(view)(outlook_of(view).ahead(world, card), world)
    return worth if match.side_of(seat) == match.side_of(leader) else -worth


def _klaverjas(view: View) -> Iterable[Action]:
    if view.phase is not Phase.BIDDING:
        return ()
    void = trump_choice.VOID[house_of(view).system]
    counts = {suit: trump_choice.count(view.hand, suit, void) for suit in Suit}
    if view.turned is not None:
        best = [Suit(view.turned)]
        names = [ACCEPT]
    else:
        best = sorted(Suit, key=lambda suit: -counts[suit])[:NAMED]
        names = [TRUMPS[suit] for suit in best]
    if PASS not in view.legal:
        return names
    doubt = abs(counts[best[0]] - trump_choice.needed(view)) <= DOUBT[view.game]
    return (*names, PASS) if doubt else ()


def _lesbos(view: View) -> Iterable[Action]:
    if view.to_lay:
        return lesbos_trump.lays(view, LAID)
    if view.phase is not Phase.BIDDING:
        return ()
    promised = lesbos_trump.promise(view, view.hand, len(view.bids))
    return (ACCEPT, PASS) if abs(promised) <= DOUBT[view.game] else ()


def _hoogjassen(view: View, usual: Action) -> Iterable[Action]:
    table = Table.of(view, highest_bid(view))
    held = [suit for suit in Suit if view.hand >> suit * 8 & 0xFF]
    if view.phase is Phase.BIDDING:
        points = next_bid(view, highest_bid(view))
        doubt = abs(promise(view, view.hand, points) - MARGIN) <= DOUBT[view.game]
        return (bid(points), PASS) if bid(points) in view.legal and doubt else ()
    if BLIND in view.legal:
        return (TAKE, BLIND)
    if view.to_lay and usual.kind is Kind.LAY:
        suits = held if view.trump is None else [view.trump]
        return [lay(best_lay(view.hand, view.to_lay, [suit], table)[0]) for suit in suits]
    return [TRUMPS[suit] for suit in held] if usual.kind is Kind.TRUMP else ()
