"""Matches of Lesbos in a position: chosen cards, a chosen declarer, a deal scored as told."""

import itertools
import random
from collections.abc import Mapping, Sequence

from bot.rules.actions import ACCEPT, CLOSE, PASS, Action, Kind, lay, parse_action
from bot.rules.cards import PACK, Suit, cards_in, mask_of, parse_card, parse_cards
from bot.rules.lesbos import Lesbos, LesbosHouse
from bot.rules.match import ALONE
from bot.rules.view import Announced, Phase, Trick

from .positions import deal, random_move

OPTIONS = {name: LesbosHouse.values_of(name) for name in LesbosHouse.model_fields}
"""Every house rule of Lesbos with every value it is offered with."""


def lesbos(**house) -> Lesbos:
    """Return a new match with these house rules."""
    return Lesbos(LesbosHouse(**house))


def opened(up: str = "9D", under: str = "KC", dealer: int = 2, **house) -> Lesbos:
    """Return a match whose first deal lies, with this talon, nobody having spoken."""
    match = lesbos(**house)
    deal(match, dealer)
    turn(match, up, under)
    return match


def turn(match: Lesbos, up: str, under: str) -> None:
    """Let these two be the talon; the cards that lay there go to where these came from."""
    under_now = match.talon & ~ALONE[match.shown[0]]
    for wanted, there in ((under, under_now), (up, ALONE[match.shown[0]])):
        swap(match, ALONE[parse_card(wanted)], there)
    match.shown = [parse_card(up)]
    match.turned = parse_card(up) >> 3


def swap(match: Lesbos, one: int, other: int) -> None:
    """Let two cards change places, wherever they lie before the play."""

    def swapped(cards: int) -> int:
        return cards ^ (one | other) if bool(cards & one) != bool(cards & other) else cards

    match.hands = [swapped(hand) for hand in match.hands]
    match.blind = [swapped(cards) for cards in match.blind]
    match.talon = swapped(match.talon)


def say(match: Lesbos, *actions: Action) -> list[int]:
    """Let each seat in turn say these; return who spoke."""
    spoke = []
    for action in actions:
        spoke.append(match.turn)
        match.push(match.turn, action)
    return spoke


def start(
    hands: Sequence[str] | Mapping[int, str],
    trump: str = "H",
    *,
    dealer: int = 2,
    declarer: int = 0,
    laid: str | None = None,
    **house,
) -> Lesbos:
    """Return a match whose first deal lies ready to be played, eldest's lead.

    A mapping names some hands; the others get ten each of the cards that are left, lowest first.
    Where `laid` is not told, the two lowest that nobody holds were laid away.
    """
    named = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
    given = {seat: parse_cards(text) for seat, text in named.items()}
    away = None if laid is None else parse_cards(laid)
    used = set(itertools.chain(away or (), *given.values()))
    left = [card for card in PACK if card not in used]
    for seat in range(3):
        if seat not in given:
            given[seat], left = left[:10], left[10:]
    match = lesbos(**house)
    deal(match, dealer)
    match.turned = Suit.find(trump)
    while match.turn != declarer:
        match.push(match.turn, PASS)
    match.push(declarer, ACCEPT)
    match.hands = [mask_of(given[seat]) for seat in range(3)]
    away = left[:2] if away is None else away
    match.hands[declarer] |= mask_of(away)
    match.push(declarer, lay(mask_of(away)))
    return match


def play(match: Lesbos, *plays: str) -> None:
    """Play these, each by the seat in turn: `TH`, `TH roem`, `KH roem stuk`."""
    for text in plays:
        match.push(match.turn, parse_action(f"play {text}"))


def hand_roem(match: Lesbos) -> list[Announced]:
    """Return what was announced, stuk left out."""
    return [entry for entry in match.announced if entry.word == "roem"]


def finish(
    match: Lesbos,
    declarer: int,
    cards: Sequence[int] = (80, 50, 32),
    roem: Sequence[int] = (0, 0, 0),
    tricks: Sequence[int] = (4, 3, 3),
) -> None:
    """Deal, make a seat the declarer, and score the deal as if it had been played to these sums."""
    deal(match)
    while match.turn != declarer:
        match.push(match.turn, PASS)
    match.push(declarer, ACCEPT)
    match.push(declarer, match.legal(declarer)[0])
    last = next(seat for seat in range(3) if tricks[seat] and cards[seat] >= 10)
    won = []
    for seat in sorted(range(3), key=lambda seat: seat == last):
        for number in range(tricks[seat]):
            points = cards[seat] - 10 * (seat == last) if number == 0 else 0
            won.append(Trick((), seat, points, 0))
    match.tricks = won
    match.announced = [
        Announced(seat, "roem", value, 0, None, value) for seat, value in enumerate(roem) if value
    ]
    match.hands = [0] * 3
    match.turn = None
    match.phase = Phase.COUNTING
    match._playable = 0
    match.push(None, CLOSE)


def random_house(chance: random.Random) -> LesbosHouse:
    """Return house rules, each option drawn."""
    return LesbosHouse(**{name: chance.choice(values) for name, values in OPTIONS.items()})


def random_position(chance: random.Random, house: LesbosHouse | None = None) -> Lesbos:
    """Return a match somewhere in its first three deals."""
    match = Lesbos(house or random_house(chance))
    for _ in range(chance.randrange(1, 110)):
        match.push(*random_move(match, chance))
    return match


def first_trick(chance: random.Random, house: LesbosHouse | None = None) -> Lesbos:
    """Return a match whose second or third first card is to be played."""
    match = Lesbos(house or random_house(chance))
    while match.phase is not Phase.PLAYING:
        match.push(*random_move(match, chance))
    for _ in range(chance.randrange(1, 3)):
        plays = [action for action in match.legal(match.turn) if action.kind is Kind.PLAY]
        loud = [action for action in plays if action.announces]
        match.push(match.turn, chance.choice(loud or plays))
    return match


def permuted(match: Lesbos, knower: int | None, chance: random.Random) -> Lesbos:
    """Return a match that differs only in what a seat cannot know."""
    twin = match.copy()
    others = [seat for seat in range(3) if seat != knower]
    # Where as many hidden cards lie again, but others.
    places = [(twin.hands, seat) for seat in others] + [(twin.blind, seat) for seat in range(3)]
    shown = mask_of(match.shown)
    under = match.talon & ~shown
    away = 0 if knower is not None and knower == match.declarer else match.laid
    if match.phase in (Phase.DEALING, Phase.OVER) and match.declarer is not None:
        away = 0  # the deal is scored, and they are shown
    pool = [card for cards, seat in places for card in cards_in(cards[seat])]
    pool += cards_in(under | away)
    chance.shuffle(pool)

    def take(size: int) -> int:
        taken = mask_of(pool[:size])
        del pool[:size]
        return taken

    for cards, seat in places:
        cards[seat] = take(cards[seat].bit_count())
    twin.talon = match.talon & shown | take(under.bit_count())
    if away:
        twin.laid = take(away.bit_count())
    if match.taken and knower != match.declarer:
        known = match.taken & shown
        twin.taken = known | mask_of(chance.sample(PACK, 2 - known.bit_count()))
    if twin.phase is Phase.PLAYING:
        seat = twin.turn
        twin._playable = twin._find_playable(seat) if twin.trick else twin.hands[seat]
    return twin
