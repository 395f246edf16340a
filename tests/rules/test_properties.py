"""What holds in every match, whatever the house rules and the cards.

A test without a game is about klaverjas; what else holds in the others stands among their tests.

Every run draws the same examples: hypothesis is derandomized, the rest comes from fixed seeds.
"""

import dataclasses
import itertools
import random
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.rules import play, roem
from bot.rules.actions import (
    ACCEPT,
    CLAIM,
    CLOSE,
    COUNT,
    PASS,
    PLAYS,
    REST,
    TRUMPS,
    Deal,
    Kind,
)
from bot.rules.cards import PACK, cards_in, mask_of
from bot.rules.games import GAMES
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.record import read_record, write_record
from bot.rules.view import Phase, Reason, View

from . import hoogjassen_positions, lesbos_positions, positions
from .positions import OPTIONS, play_out, random_house, random_move, random_position

FIXED = settings(derandomize=True, deadline=None, database=None, max_examples=60)
HOUSES = st.builds(
    KlaverjasHouse, **{name: st.sampled_from(values) for name, values in OPTIONS.items()}
)
CHANCES = st.integers(0, 2**32).map(random.Random)
EACH_GAME = pytest.mark.parametrize("game", GAMES)
SOMEWHERE = {
    "klaverjas": random_position,
    "lesbos": lesbos_positions.random_position,
    "hoogjassen": hoogjassen_positions.random_position,
}
"""For each game, what returns a match somewhere in its first deals."""
EVERY_MOVE = (PASS, ACCEPT, CLAIM, COUNT, REST, CLOSE, *TRUMPS, *PLAYS)
EVERY_SEAT = (None, -1, 0, 1, 2, 3, 4)


def check_deal(match: Klaverjas) -> None:
    """Check the sums of the deal that was scored last."""
    result = match.results[-1]
    assert sum(result.cards) == 162
    assert sum(result.tricks) == 8
    assert result.roem == tuple(
        sum(trick.roem for trick in match.tricks if trick.winner & 1 == side) for side in (0, 1)
    )
    defenders = 1 - result.makers
    bonus = 100 if result.reasons & {Reason.PIT, Reason.COUNTER_PIT} else 0
    assert sum(result.scores) == 162 + sum(result.roem) + bonus
    assert (Reason.MADE in result.reasons) != (Reason.NAT in result.reasons)
    assert (Reason.NAT in result.reasons) == (result.scores[result.makers] == 0)
    assert (Reason.PIT in result.reasons) == (not result.tricks[defenders])
    assert result.makers == result.declarer & 1
    for side, seats in enumerate(match.sides):
        assert sum(result.shares[seat] for seat in seats) == result.cards[side] + result.roem[side]


def test_thousands_of_random_matches_end():
    chance = random.Random(2000)
    reasons = set()
    houses = 0
    for _ in range(2000):
        house = random_house(chance).model_copy(update={"length": "4"})
        match = Klaverjas(house)
        while match.phase is not Phase.OVER:
            play_out(match, chance, len(match.results) + 1)
            check_deal(match)
            reasons |= match.results[-1].reasons
        extra = len(match.results) - 4
        houses += extra > 0
        assert 0 <= extra <= (4 if house.draw == "extra_deal" else 0)
        assert match.outcome.totals == match.totals
        assert match.outcome.winners == tuple(
            side for side in (0, 1) if match.totals[side] == max(match.totals)
        )
    assert reasons == {Reason.MADE, Reason.NAT, Reason.PIT, Reason.COUNTER_PIT}
    assert houses  # extra deals were among them


@settings(FIXED, max_examples=40)
@given(house=HOUSES, chance=CHANCES)
def test_a_match_of_any_length_ends(house, chance):
    match = play_out(Klaverjas(house), chance)
    if house.length == "to_1500":
        assert max(match.totals) >= 1500
        before = [sum(result.scores[side] for result in match.results[:-1]) for side in (0, 1)]
        assert max(before) < 1500 or before[0] == before[1]  # an extra deal of a tie
    else:
        assert len(match.results) >= int(house.length)
    assert match.length in (None, len(match.results))
    assert [result.number for result in match.results] == list(range(1, len(match.results) + 1))


@settings(FIXED, max_examples=150)
@given(house=HOUSES, chance=CHANCES)
def test_legal_is_exactly_what_push_takes(house, chance):
    match = random_position(chance, house)
    for seat in EVERY_SEAT:
        legal = match.legal(seat)
        assert len(set(legal)) == len(legal)
        for move in (*EVERY_MOVE, Deal(positions.seed(7))):
            dealt = isinstance(move, Deal) and seat is None and match.phase is Phase.DEALING
            if dealt or move in legal:
                twin = match.copy()
                twin.push(seat, move)
                assert twin.log == [*match.log, (seat, move)]
            else:
                positions.refusal(match, seat, move)


@FIXED
@given(house=HOUSES, chance=CHANCES)
def test_someone_can_always_go_on(house, chance):
    match = random_position(chance, house)
    while match.phase is not Phase.OVER and len(match.results) < 4:
        if match.phase in (Phase.BIDDING, Phase.PLAYING):
            kinds = {action.kind for action in match.legal(match.turn)}
            assert kinds - {Kind.CLAIM}
            assert all(
                {action.kind for action in match.legal(seat)} <= {Kind.CLAIM}
                for seat in range(4)
                if seat != match.turn
            )
        else:
            assert match.turn is None
        match.push(*random_move(match, chance))


# Legal cards, read off the rule text a second time, card by card.


def naive_legal(hand, trick, trump, house):  # noqa: C901, PLR0912 - the text is such a list
    """Return the cards of a list that may follow a trick (rules.md §1, rule 4)."""

    def beats(a, b):
        order = "789TJQKA" if a >> 3 != trump else "78QKTA9J"
        order = "789JQKTA" if a >> 3 != trump else order
        return order.index("789TJQKA"[a & 7]) > order.index("789TJQKA"[b & 7])

    if not trick:
        return set(hand)
    winner = 0
    for place in range(1, len(trick)):
        now, new = trick[winner], trick[place]
        if now >> 3 == new >> 3:
            winner = place if beats(new, now) else winner
        elif new >> 3 == trump:
            winner = place
    best = trick[winner]
    led = trick[0] >> 3
    same = {card for card in hand if card >> 3 == led}
    trumps = {card for card in hand if card >> 3 == trump}
    others = set(hand) - trumps
    ruffed = best >> 3 == trump
    higher = {card for card in trumps if not ruffed or beats(card, best)}
    if led == trump:
        return higher or same or set(hand)
    if same or not trumps:
        return same or set(hand)
    if house.system == "rotterdam":
        return higher or trumps
    if len(trick) - winner == 2:
        if not ruffed:
            return set(hand)
        if house.partner_trumped == "discard_only":
            return others or trumps
        return (others | higher) or trumps
    if higher:
        return higher
    if house.opponent_trumped == "forced":
        return trumps
    if house.opponent_trumped == "optional":
        return set(hand)
    return others or trumps


def test_legal_cards_are_those_of_the_rule_text():
    chance = random.Random(4)
    compared = 0
    for _ in range(250):
        match = Klaverjas(random_house(chance).model_copy(update={"length": "4"}))
        while match.phase is not Phase.OVER:
            if match.phase is Phase.PLAYING and match.trick:
                seat = match.turn
                expected = naive_legal(
                    list(cards_in(match.hands[seat])),
                    [card for _, card in match.trick],
                    match.trump,
                    match.house,
                )
                found = {a.value for a in match.legal(seat) if a.kind is Kind.PLAY}
                assert found == expected
                compared += 1
            match.push(*random_move(match, chance))
    assert compared > 10_000


def test_roem_is_that_of_the_rule_text():
    chance = random.Random(5)
    found = set()
    for number in range(30_000):
        trump = chance.randrange(4)
        cards = chance.sample(PACK, 4)
        if number % 3 == 0:  # a carré, or cards of one suit: rare among four drawn cards
            cards = [suit * 8 + number % 8 for suit in range(4)]
        elif number % 3 == 1:
            cards = chance.sample(PACK[8 * trump : 8 * trump + 8], 4)
        expected = 0
        for suit in range(4):
            ranks = "".join(str(int(suit * 8 + rank in cards)) for rank in range(8))
            expected += 50 if "1111" in ranks else 20 if "111" in ranks else 0
            if suit == trump and ranks[5:7] == "11":
                expected += 20
        if len({card & 7 for card in cards}) == 1:
            expected += 200 if cards[0] & 7 == 4 else 100
        assert roem.trick_roem(mask_of(cards), trump, roem.ALL_RANKS) == expected
        found.add(expected)
    assert found == {0, 20, 40, 50, 70, 100, 200}


# The rest.


def wins_all(hands, trump):
    """Whether seat 0, on lead, can win every trick, seeing all hands, all others against him."""
    if not hands[0]:
        return True
    return any(falls(hands, [card], trump) for card in cards_in(hands[0]))


def falls(hands, trick, trump):
    """Whether seat 0 wins this trick and the rest, whatever the others play."""
    seat = len(trick)
    best = max(trick, key=lambda card: play.strength(card, trick[0] >> 3, trump))
    if best != trick[0]:
        return False
    if seat == 4:
        return wins_all([hand & ~mask_of(trick) for hand in hands], trump)
    legal = play.legal_cards(hands[seat], trick[0] >> 3, trump, best, seat == 2, 0, 0, 0)
    return all(falls(hands, [*trick, card], trump) for card in cards_in(legal))


@pytest.mark.parametrize("size", [1, 2])
def test_the_rest_is_certain_exactly_when_no_lie_of_the_cards_breaks_it(size):
    chance = random.Random(size)
    answers = []
    for _ in range(120):
        cards = chance.sample(PACK if size == 1 else PACK[4:8] + PACK[12:18], 4 * size)
        hand, unseen, trump = mask_of(cards[:size]), cards[size:], chance.randrange(3)
        certain = play.rest_is_certain(hand, mask_of(unseen), trump)
        holds = True
        for first in itertools.combinations(unseen, size):
            left = [card for card in unseen if card not in first]
            for second in itertools.combinations(left, size):
                third = [card for card in left if card not in second]
                hands = [hand, mask_of(first), mask_of(second), mask_of(third)]
                holds = holds and wins_all(hands, trump)
        # Certain beforehand is at least as much as winning with the cards on the table.
        assert holds or not certain
        answers.append((holds, certain))
    assert sum(certain for _, certain in answers) > 5
    assert sum(holds and not certain for holds, certain in answers) == 0


def test_who_may_take_the_rest_wins_every_trick():
    chance = random.Random(8)
    taken = 0
    while taken < 400:
        match = Klaverjas(random_house(chance))
        while match.phase is not Phase.OVER:
            if match.phase is Phase.PLAYING and REST in match.legal(match.turn):
                compare_with_playing_on(match, chance)
                taken += 1
            match.push(*random_move(match, chance))


def compare_with_playing_on(match, chance):
    """See that trumps first, then each suit from the top, takes every trick, and what it scores."""
    leader, trump = match.turn, match.trump
    hand = cards_in(match.hands[leader])
    order = sorted(
        hand, key=lambda card: (card >> 3 == trump, play.strength(card, card >> 3, trump))
    )
    played, claimed = match.copy(), match.copy()
    for card in reversed(order):
        played.push(leader, PLAYS[card])
        for _ in range(3):
            plays = [a for a in played.legal(played.turn) if a.kind is Kind.PLAY]
            played.push(played.turn, chance.choice(plays))
        assert played.tricks[-1].winner == leader
    if played.phase is Phase.COUNTING:
        played.push(None, CLOSE)
    claimed.push(leader, REST)
    mine, theirs = claimed.results[-1], played.results[-1]
    assert (mine.cards, mine.tricks, mine.dealer) == (theirs.cards, theirs.tricks, theirs.dealer)
    assert mine.roem[1 - leader % 2] == theirs.roem[1 - leader % 2]


# Hidden cards.


def permuted(match: Klaverjas, knower: int | None, chance: random.Random) -> Klaverjas:
    """Return a match that differs only in what a seat cannot know."""
    twin = match.copy()
    others = [seat for seat in range(4) if seat != knower]
    pool = [card for seat in others for card in cards_in(match.hands[seat])]
    chance.shuffle(pool)
    for seat in others:
        size = match.hands[seat].bit_count()
        twin.hands[seat] = mask_of(pool[:size])
        pool = pool[size:]
    if twin.phase is Phase.PLAYING:
        turn = twin.turn
        twin._playable = twin._find_playable(turn) if twin.trick else twin.hands[turn]
    if twin.turned is not None and twin.phase is Phase.BIDDING and len(twin._speakers) > 4:
        twin._second_suit = chance.choice([suit for suit in range(4) if suit != twin.turned])
    twin.log = [
        (seat, Deal(chance.randbytes(32)) if isinstance(move, Deal) else move)
        for seat, move in match.log
    ]
    return twin


@settings(FIXED, max_examples=400)
@given(house=HOUSES, chance=CHANCES, knower=st.sampled_from((None, 0, 1, 2, 3)))
def test_a_view_does_not_change_with_what_is_hidden(house, chance, knower):
    match = random_position(chance, house)
    assert permuted(match, knower, chance).view(knower) == match.view(knower)


def leaves(value, path="view"):
    """Walk everything that a view holds, to the last number and word."""
    yield path, value
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from leaves(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, BaseModel):
        for name, inner in value:
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(value, tuple | frozenset):
        for inner in value:
            yield from leaves(inner, f"{path}[]")


@settings(FIXED, max_examples=300)
@given(house=HOUSES, chance=CHANCES)
def test_a_view_holds_no_secret(house, chance):
    match = random_position(chance, house)
    seeds = [move.seed for _, move in match.log if isinstance(move, Deal)]
    this_deal = itertools.takewhile(
        lambda entry: not isinstance(entry[1], Deal), reversed(match.log)
    )
    played = mask_of(move.value for _, move in this_deal if move.kind is Kind.PLAY)
    for seat in (None, 0, 1, 2, 3):
        view = match.view(seat)
        hidden = [match.hands[other] for other in range(4) if other != seat]
        for path, value in leaves(view):
            # Nothing that could carry a seed or be changed from outside.
            allowed = int | str | Enum | tuple | frozenset | BaseModel | None
            assert isinstance(value, allowed) or dataclasses.is_dataclass(value), path
            assert not isinstance(value, Deal), path
            if isinstance(value, int) and path != "view.hand":
                assert value not in [hand for hand in hidden if hand > 4096], path
        text = repr(view)
        assert not any(seed.hex() in text or repr(seed) in text for seed in seeds)
        assert view.hand == (0 if seat is None else match.hands[seat])
        assert view.played & ~played == 0
        shown = [a.value for a in view.legal if a.kind is Kind.PLAY]
        assert mask_of(shown) & ~view.hand == 0
        assert view.sizes == tuple(hand.bit_count() for hand in match.hands)


def test_the_fields_of_a_view_are_known():
    # A new field has to be thought of in the tests above; then it is added here.
    assert {field.name for field in dataclasses.fields(View)} == {
        "announced",
        "bids",
        "blind",
        "claimable",
        "claims",
        "counted",
        "deal",
        "dealer",
        "dealt",
        "decision",
        "declarer",
        "ending",
        "game",
        "hand",
        "house",
        "laid",
        "legal",
        "length",
        "makers",
        "may_end",
        "offer",
        "outcome",
        "passed_out",
        "phase",
        "plays_blind",
        "results",
        "seat",
        "shown",
        "sides",
        "sizes",
        "strengths",
        "taken",
        "talon",
        "to_lay",
        "totals",
        "trick",
        "tricks",
        "trump",
        "turn",
        "turned",
    }


@EACH_GAME
@FIXED
@given(chance=CHANCES)
def test_what_the_table_knows_every_seat_knows(game, chance):
    match = SOMEWHERE[game](chance)
    public = match.view(None)
    own = {"seat", "hand", "legal", "claimable", "laid", "may_end", "offer", "taken"}
    for seat in range(match.seats):
        view = match.view(seat)
        for field in dataclasses.fields(View):
            if field.name not in own:
                assert getattr(view, field.name) == getattr(public, field.name)
        # What else is legal a view says in another way.
        apart = (Kind.CLAIM, Kind.END, Kind.LAY)
        decisions = [action for action in match.legal(seat) if action.kind not in apart]
        assert list(view.legal) == decisions
        assert view.claimable or CLAIM not in match.legal(seat)


# Records and copies.


@EACH_GAME
@settings(FIXED, max_examples=40)
@given(chance=CHANCES)
def test_a_record_read_and_written_is_the_same_text(game, chance):
    match = SOMEWHERE[game](chance)
    text = write_record(match)
    twin, seal = read_record(text)
    assert seal is None
    assert write_record(twin) == text
    assert positions.state(twin) == positions.state(match)


@EACH_GAME
def test_at_any_prefix_too(game):
    chance = random.Random(11)
    for _ in range(4):
        match = SOMEWHERE[game](chance)
        for _ in range(60):
            if match.phase is Phase.OVER:
                break
            match.push(*random_move(match, chance))
            text = write_record(match)
            twin, _ = read_record(text)
            assert write_record(twin) == text
            assert positions.state(twin) == positions.state(match)
            seats = (None, *range(match.seats))
            assert [twin.view(seat) for seat in seats] == [match.view(seat) for seat in seats]


@EACH_GAME
@FIXED
@given(chance=CHANCES)
def test_a_copy_and_its_match_go_their_own_ways(game, chance):
    match = SOMEWHERE[game](chance)
    before = write_record(match), match.view(0), repr(match)
    twin = match.copy()
    assert positions.state(twin) == positions.state(match)
    for name, value in positions.state(twin).items():
        if isinstance(value, list | set | dict):
            assert value is not positions.state(match)[name], name
    play_out(twin, chance, len(match.results) + 2)
    assert (write_record(match), match.view(0), repr(match)) == before
    again = match.copy()
    assert positions.state(again) == positions.state(match)
    play_out(match, chance, len(match.results) + 1)
    assert (write_record(again), again.view(0), repr(again)) == before
