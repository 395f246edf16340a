"""Matches brought to a position: chosen cards, a chosen dealer, a deal scored as told."""

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import get_args

import pytest

from bot.rules.actions import CLAIM, CLOSE, PASS, PLAYS, TRUMPS, Action, Deal, Kind, Refused, Rule
from bot.rules.cards import PACK, Suit, cards_in, mask_of, parse_card, parse_cards
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import Match
from bot.rules.view import Phase, Trick

OPTIONS: dict[str, tuple[object, ...]] = {
    name: get_args(field.annotation) or (True, False)
    for name, field in KlaverjasHouse.model_fields.items()
}
"""Every house rule of klaverjas with every value it may have."""


def seed(number: int) -> bytes:
    """Return a seed, another one for each number."""
    return number.to_bytes(32, "big")


def klaverjas(**house) -> Klaverjas:
    """Return a new match with these house rules."""
    return Klaverjas(KlaverjasHouse(**house))


def deal(match: Match, dealer: int | None = None) -> None:
    """Deal, from the first seed that makes this seat the dealer."""
    for number in itertools.count(len(match.log)):
        probe = match.copy()
        probe.push(None, Deal(seed(number)))
        if dealer is None or probe.dealer == dealer:
            match.push(None, Deal(seed(number)))
            return


def rig(match: Match, hands: Sequence[str] | Mapping[int, str]) -> None:
    """Put these cards in the seats' hands in place of what was dealt.

    A mapping names some seats; the others get eight each of the cards that are left, lowest first.
    """
    if isinstance(hands, Mapping):
        given = {seat: parse_cards(text) for seat, text in hands.items()}
        left = [card for card in PACK if card not in set(itertools.chain(*given.values()))]
        for seat in range(match.seats):
            if seat not in given:
                given[seat], left = left[:8], left[8:]
        match.hands = [mask_of(given[seat]) for seat in range(match.seats)]
    else:
        match.hands = [mask_of(parse_cards(text)) for text in hands]
    if match.phase is Phase.PLAYING:
        turn = match.turn
        match._playable = match._find_playable(turn) if match.trick else match.hands[turn]


def start(
    hands: Sequence[str] | Mapping[int, str] | None = None,
    trump: str = "H",
    *,
    dealer: int = 3,
    declarer: int | None = None,
    **house,
) -> Klaverjas:
    """Return a match whose first deal lies ready to be played, eldest's lead."""
    match = klaverjas(**house)
    deal(match, dealer)
    while declarer is not None and match.turn != declarer:
        match.push(match.turn, PASS)
    if hands is not None:
        rig(match, hands)
    match.push(match.turn, TRUMPS[Suit.find(trump)])
    return match


def play(match: Match, cards: str) -> None:
    """Play these cards, each by the seat whose turn it is."""
    for card in cards.split():
        match.push(match.turn, PLAYS[parse_card(card)])


def playable(match: Match) -> str:
    """Return the cards that the seat in turn may play, in notation, sorted."""
    return names(a.value for a in match.legal(match.turn) if a.kind is Kind.PLAY)


def names(cards) -> str:
    """Return cards in notation, sorted by number."""
    return " ".join(str(PLAYS[card]).removeprefix("play ") for card in sorted(cards))


def holding(match: Match, seat: int) -> str:
    """Return the cards in a hand, in notation."""
    return names(cards_in(match.hands[seat]))


def state(match: Match) -> dict[str, object]:
    """Return everything that a match holds."""
    return {name: getattr(match, name) for name in match.attributes()}


def refusal(match: Match, seat: int | None, move) -> Rule:
    """Return the rule that a move breaks, having seen that the match is unchanged."""
    before = match.copy()
    with pytest.raises(Refused) as caught:
        match.push(seat, move)
    refused = caught.value
    assert (refused.seat, refused.move) == (seat, move)
    assert refused.rule.name in str(refused)
    assert state(match) == state(before)
    return refused.rule


def finish(
    match: Klaverjas,
    makers: int = 0,
    cards: Sequence[int] = (100, 62),
    roem: Sequence[int] = (0, 0),
    tricks: Sequence[int] = (4, 4),
) -> None:
    """Deal, choose trump for a side, and score the deal as if it had been played to these sums."""
    deal(match)
    while match.side_of(match.turn) != makers:
        match.push(match.turn, PASS)
    match.push(match.turn, TRUMPS[0])
    score(match, cards, roem, tricks)


def score(
    match: Klaverjas, cards: Sequence[int], roem: Sequence[int], tricks: Sequence[int]
) -> None:
    """Put complete tricks on the table that come to these sums, and close the deal."""
    last = 0 if tricks[0] and cards[0] >= 10 else 1
    won = []
    for side in (1 - last, last):
        for number in range(tricks[side]):
            points = cards[side] - 10 * (side == last) if number == 0 else 0
            won.append(Trick((), side, points, roem[side] if number == 0 else 0))
    match.tricks = won
    match.hands = [0] * 4
    match.turn = None
    match.phase = Phase.COUNTING
    match._playable = 0
    match.push(None, CLOSE)


def random_house(chance: random.Random) -> KlaverjasHouse:
    """Return house rules, each option drawn."""
    return KlaverjasHouse(**{name: chance.choice(values) for name, values in OPTIONS.items()})


def random_move(match: Match, chance: random.Random) -> tuple[int | None, Action | Deal]:
    """Return a legal move: of the seat in turn, a claim or count of any, a deal, the close."""
    if match.phase is Phase.DEALING:
        return None, Deal(chance.randbytes(32))
    if match.phase is Phase.COUNTING:
        seat = chance.choice((None, *range(match.seats)))
    elif match._unclaimed and chance.random() < 0.5:
        seat = chance.randrange(match.seats)
        if CLAIM in match.legal(seat):
            return seat, CLAIM
        seat = match.turn
    else:
        seat = match.turn
    legal = match.legal(seat)
    return (seat, chance.choice(legal)) if legal else (None, CLOSE)


def play_out(match: Match, chance: random.Random, deals: int | None = None) -> Match:
    """Play at random to the end of the match, or for so many scored deals."""
    while match.phase is not Phase.OVER and (deals is None or len(match.results) < deals):
        match.push(*random_move(match, chance))
    return match


def random_position(chance: random.Random, house: KlaverjasHouse | None = None) -> Klaverjas:
    """Return a match somewhere in its first three deals."""
    match = Klaverjas(house or random_house(chance))
    for _ in range(chance.randrange(130)):
        if match.phase is Phase.OVER:  # pragma: no cover - four deals are more moves than that
            break
        match.push(*random_move(match, chance))
    return match
