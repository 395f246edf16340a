"""Every row of every vector file in the shared form (rules.md §4), through functions and a match.

`trick` is in order of play and the mover comes next; with four players the partner's card is two
back. `points` of a trick are card points alone; `cards` of a deal_score include the last trick's
10. `expect` may hold part of the answer.
"""

import json
from pathlib import Path

import pytest

from bot.rules import play, roem
from bot.rules.actions import CLAIM, Rule
from bot.rules.cards import Suit, cards_in, mask_of, parse_cards
from bot.rules.klaverjas import KlaverjasHouse, score_deal
from bot.rules.view import Reason

from . import positions, vectors_hoogjassen, vectors_lesbos

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
SYSTEMS = {"amsterdam": play.AMSTERDAM, "rotterdam": play.ROTTERDAM}
PARTNER = {"no_undertrump": play.NO_UNDERTRUMP, "discard_only": play.DISCARD_ONLY}
OPPONENT = {"forbidden": play.FORBIDDEN, "optional": play.OPTIONAL, "forced": play.FORCED}
FOUR = {
    "all_ranks": roem.ALL_RANKS,
    "ten_up": roem.TEN_UP,
    "jacks_100": roem.JACKS_100,
    "ten_up_jacks_100": roem.TEN_UP_JACKS_100,
}


def rows():
    for file in FILES:
        for row in json.loads(file.read_text("utf-8")):
            yield pytest.param(row, id=f"{file.stem}:{row['game']}:{row['kind']}:{row['id']}")


def house_of(row) -> KlaverjasHouse:
    return KlaverjasHouse(**row.get("house", {}), system=row.get("rules", "amsterdam"))


def match_with(row, hands) -> positions.Klaverjas:
    """Return a match in which seat 0 leads, the seats hold these cards, and roem is claimed."""
    options = house_of(row).model_dump() | {"trump_choice": "free", "first_lead": "eldest"}
    return positions.start(hands, row["trump"], **options)


def legal(row) -> None:
    house = house_of(row)
    trump, trick = Suit.find(row["trump"]), parse_cards(row["trick"])
    hand = mask_of(parse_cards(row["hand"]))
    led = trick[0] >> 3 if trick else play.NO_SUIT
    best = max(trick, key=lambda card: play.strength(card, led, trump), default=0)
    cards = play.legal_cards(
        hand,
        led,
        trump,
        best,
        len(trick) >= 2 and trick[-2] == best,
        SYSTEMS[house.system],
        PARTNER[house.partner_trumped],
        OPPONENT[house.opponent_trumped],
    )
    expected = positions.names(parse_cards(row["expect"]))
    assert positions.names(cards_in(cards)) == expected
    # In a match: who has played held that one card, so that it was legal.
    hands = [*row["trick"].split(), row["hand"], "", "", ""][:4]
    match = match_with(row, hands)
    positions.play(match, row["trick"])
    assert positions.playable(match) == expected


def trick(row) -> None:
    trump, cards = Suit.find(row["trump"]), parse_cards(row["trick"])
    powers = [play.strength(card, cards[0] >> 3, trump) for card in cards]
    answer = {
        "winner": powers.index(max(powers)),
        "points": sum(play.points(card, trump) for card in cards),
    }
    expected = row["expect"]
    assert {key: answer[key] for key in expected} == expected
    match = match_with(row, row["trick"].split())
    positions.play(match, row["trick"])
    done = match.tricks[-1]
    assert {key: getattr(done, key) for key in expected} == expected


def trick_roem(row) -> None:
    trump, cards = Suit.find(row["trump"]), parse_cards(row["trick"])
    four = FOUR[house_of(row).four_of_a_kind]
    assert roem.trick_roem(mask_of(cards), trump, four) == row["expect"]
    match = match_with(row, row["trick"].split())
    positions.play(match, row["trick"])
    winner = match.tricks[-1].winner
    if row["expect"]:
        match.push(winner, CLAIM)
    else:
        assert positions.refusal(match, winner, CLAIM) is Rule.NO_ROEM
    assert match.tricks[-1].roem == row["expect"]


def deal_score(row) -> None:
    house = house_of(row)
    sums = row["cards"], row["roem"], row["tricks"]
    scores, reasons = score_deal(row["makers"], *sums, house)
    answer = {"nat": Reason.NAT in reasons, "scores": list(scores)}
    assert answer == answer | row["expect"]
    match = positions.klaverjas(**house.model_dump())
    positions.finish(match, row["makers"], *sums)
    result = match.results[-1]
    assert (result.scores, result.reasons) == (scores, reasons)
    assert [list(result.cards), list(result.roem), list(result.tricks)] == list(sums)


KINDS = {
    "klaverjas": {
        "legal": legal,
        "trick": trick,
        "trick_roem": trick_roem,
        "deal_score": deal_score,
    },
    "lesbos": vectors_lesbos.KINDS,
    "hoogjassen": vectors_hoogjassen.KINDS,
}


@pytest.mark.parametrize("row", list(rows()))
def test_row(row):
    KINDS[row["game"]][row["kind"]](row)


def test_every_file_holds_rows():
    assert FILES
    assert all(json.loads(file.read_text("utf-8")) for file in FILES)


def test_both_wrong_public_rows_are_right_here():
    # rules.md §1: two public test sets let 8H follow a led AH, and 8C beat QC in trumps.
    match = positions.start(["AH", "8H JH", "", ""], "H")
    positions.play(match, "AH")
    assert positions.playable(match) == "JH"
    queen, eight = parse_cards("QC 8C")
    assert play.strength(queen, Suit.CLUBS, Suit.CLUBS) > play.strength(
        eight, Suit.CLUBS, Suit.CLUBS
    )
