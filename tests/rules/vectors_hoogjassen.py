"""Rows of the shared vector files that are Hoogjassen, through functions and a match.

`defenders` of a deal_score is D before rounding, `net` is after doubling.
"""

from bot.rules import low_ten
from bot.rules.actions import DECLARE, Rule
from bot.rules.cards import Suit, cards_in, mask_of, parse_cards
from bot.rules.declared import declared_roem
from bot.rules.hoogjassen import HoogjassenHouse, score_deal
from bot.rules.play import NO_SUIT

from . import positions
from .hoogjassen_positions import finish, hoogjassen, leading


def legal(row) -> None:
    trump, trick = Suit.find(row["trump"]), parse_cards(row["trick"])
    led = trick[0] >> 3 if trick else NO_SUIT
    expected = positions.names(parse_cards(row["expect"]))
    cards = low_ten.legal_cards(mask_of(parse_cards(row["hand"])), led, trump)
    assert positions.names(cards_in(cards)) == expected
    # In a match: who has played held that one card, so that it was legal.
    hands = [*row["trick"].split(), row["hand"]]
    match = leading(hands, row["trump"], **row.get("house", {}))
    positions.play(match, row["trick"])
    assert positions.playable(match) == expected


def trick(row) -> None:
    trump, cards = Suit.find(row["trump"]), parse_cards(row["trick"])
    powers = [low_ten.strength(card, cards[0] >> 3, trump) for card in cards]
    answer = {
        "winner": powers.index(max(powers)),
        "points": sum(low_ten.points(card, trump) for card in cards),
    }
    expected = row["expect"]
    assert {key: answer[key] for key in expected} == expected
    match = leading(row["trick"].split(), row["trump"], **row.get("house", {}))
    positions.play(match, row["trick"])
    done = match.tricks[-1]
    assert {key: getattr(done, key) for key in expected} == expected


def hand_roem(row) -> None:
    trump = Suit.find(row["trump"])
    house = HoogjassenHouse(**row.get("house", {}))
    exclusive = house.overlap == "exclusive"
    hand = mask_of(parse_cards(row["hand"]))
    assert declared_roem(hand, trump, exclusive=exclusive).value == row["expect"]
    match = leading([row["hand"]], row["trump"], blind=True, **house.model_dump())
    if not row["expect"]:
        assert positions.refusal(match, 0, DECLARE) is Rule.NO_HAND_ROEM
        return
    match.push(0, DECLARE)
    assert match.view(None).roem_claimed(0) == row["expect"]


def deal_score(row) -> None:
    house = HoogjassenHouse(**row.get("house", {}))
    seats = row["players"]
    sums = {key: row[key] for key in ("roem", "defenders", "all_tricks", "blind")}
    score = score_deal(row["bid"], **sums, opponents=seats - 1, house=house)
    answer = score._asdict()
    assert answer == answer | row["expect"]
    result = finish(hoogjassen(seats, **house.model_dump()), points=row["bid"], **sums)
    assert (result.bid, result.points, result.roem[0]) == (row["bid"], score.points, row["roem"])
    assert result.scores == (score.declarer, *[score.opponent] * (seats - 1))
    assert sum(result.cards) - result.cards[0] == row["defenders"]


KINDS = {"legal": legal, "trick": trick, "hand_roem": hand_roem, "deal_score": deal_score}
