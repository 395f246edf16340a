"""Matches of Hoogjassen brought to a position: chosen cards, a chosen declarer, a scored deal."""

import random
from collections.abc import Sequence

from bot.rules.actions import (
    BLIND,
    DECLARE,
    PASS,
    TAKE,
    TRUMPS,
    Action,
    Deal,
    Kind,
    bid,
    lay,
)
from bot.rules.cards import Suit, cards_in, mask_of, parse_cards
from bot.rules.hoogjassen import Hoogjassen, HoogjassenHouse
from bot.rules.view import Announced, DealResult, Phase, Trick

from .positions import deal, rig

OPTIONS = {name: HoogjassenHouse.values_of(name) for name in HoogjassenHouse.model_fields}
"""Every house rule with every value it is offered with."""


def hoogjassen(seats: int = 4, **house) -> Hoogjassen:
    """Return a new match with these house rules."""
    return Hoogjassen(HoogjassenHouse(**house), seats)


def opened(dealt_by: int = 3, seats: int = 4, **house) -> Hoogjassen:
    """Return a match whose first deal lies, nobody having spoken."""
    match = hoogjassen(seats, **house)
    deal(match, dealt_by)
    return match


def say(match: Hoogjassen, *actions: Action) -> list[int]:
    """Let each seat in turn say these; return who spoke."""
    spoke = []
    for action in actions:
        spoke.append(match.turn)
        match.push(match.turn, action)
    return spoke


def pass_out(match: Hoogjassen) -> None:
    """Let everybody pass."""
    say(match, *[PASS] * match.seats)
    assert match.phase is Phase.DEALING


def contract(match: Hoogjassen, declarer: int = 0, points: int = 150) -> Hoogjassen:
    """Let a seat make the only bid; return the match, which waits for take or blind."""
    while match.phase is Phase.BIDDING:
        match.push(match.turn, bid(points) if match.turn == declarer else PASS)
    assert (match.phase, match.turn) == (Phase.PREPARING, declarer)
    return match


def prepared(
    hands: Sequence[str],
    talon: str = "",
    *,
    declarer: int = 0,
    points: int = 150,
    **opening,
) -> Hoogjassen:
    """Return a match whose declarer is to take the talon or to play blind.

    Seats for which no hand is given have none. `opening` is what `opened` takes.
    """
    match = contract(opened(**opening), declarer, points)
    rig(match, [*hands, "", "", ""][: match.seats])
    match.talon = mask_of(parse_cards(talon) or spare(match))
    return match


def spare(match: Hoogjassen) -> list[int]:
    """Return as many cards as a talon has, none of which lies in a hand; no points if possible."""
    held = sum(match.hands)
    free = [card for card in match._rules.pack if not held >> card & 1]
    return sorted(free, key=lambda card: card & 7)[: match._rules.talon]


def leading(
    hands: Sequence[str],
    trump: str = "",
    *,
    away: str = "",
    blind: bool = False,
    declare: bool = False,
    **opening,
) -> Hoogjassen:
    """Return a match whose declarer holds these cards and is to lead.

    `away` is what he has laid away, or, where he plays blind, what he left. Without `trump` he
    has named none.
    """
    match = prepared(hands, away, **opening)
    talon = match.talon
    say(match, BLIND) if blind else say(match, TAKE, lay(talon))
    if trump:
        say(match, TRUMPS[Suit.find(trump)])
    if declare:
        say(match, DECLARE)
    return match


def finish(
    match: Hoogjassen,
    *,
    declarer: int = 0,
    points: int = 150,
    roem: int = 0,
    defenders: int = 0,
    all_tricks: bool = False,
    blind: bool = False,
    discards: str = "",
) -> DealResult:
    """Deal, and score as if it had been played to these sums; `points` is the bid.

    `discards`, low cards in any suit unless told, stand for what was laid away or left.
    """
    deal(match)
    contract(match, declarer, points)
    match.push(declarer, BLIND if blind else TAKE)
    away = mask_of(parse_cards(discards or "8S 8H 8D"))
    if not blind:
        match.laid, match.to_lay = away, 0
        match._lay(declarer, away)
    else:
        match.talon = away
    match.push(declarer, TRUMPS[0])
    if roem:
        match.announced.append(Announced(declarer, "roem", roem, 0, None, roem))
    other = (declarer + 1) % match.seats
    match.tricks = [Trick((), declarer, 0, 0)]
    if not all_tricks:
        match.tricks.insert(0, Trick((), other, defenders, 0))
    elif defenders:
        raise AssertionError("who wins no trick has no points")
    match.hands = [0] * match.seats
    match._playable = 0
    match._score()
    return match.results[-1]


def random_house(chance: random.Random, **fixed) -> HoogjassenHouse:
    """Return house rules, each option drawn that is not told."""
    drawn = {name: chance.choice(values) for name, values in OPTIONS.items()}
    return HoogjassenHouse(**drawn | fixed)


def random_move(match: Hoogjassen, chance: random.Random) -> tuple[int | None, Action | Deal]:
    """Return a legal move; bids stay low, and in an open match somebody asks for its end."""
    if match.open_ended and chance.random() < 0.01:
        seat = chance.choice((None, *range(match.seats)))
        if match._may_end(seat) is None:
            return seat, Action(Kind.END)
    if match.phase is Phase.DEALING:
        return None, Deal(chance.randbytes(32))
    turn = match.turn
    if match.to_lay and chance.random() < 0.5:
        away = chance.sample(list(cards_in(match.hands[turn])), match.to_lay)
        return turn, lay(mask_of(away))
    legal = match.legal(turn)
    if match.phase is Phase.BIDDING:
        return turn, chance.choice(legal[:3])
    return turn, chance.choice([action for action in legal if action.kind is not Kind.END])


def play_out(match: Hoogjassen, chance: random.Random, deals: int | None = None) -> Hoogjassen:
    """Play at random to the end of the match, or for so many scored deals."""
    while match.phase is not Phase.OVER and (deals is None or len(match.results) < deals):
        match.push(*random_move(match, chance))
    return match


def random_position(chance: random.Random, seats: int | None = None) -> Hoogjassen:
    """Return a match somewhere in its first three deals, by random house rules."""
    match = Hoogjassen(random_house(chance), seats or chance.choice((3, 4)))
    for _ in range(chance.randrange(120)):
        if match.phase is Phase.OVER:
            break
        match.push(*random_move(match, chance))
    return match
