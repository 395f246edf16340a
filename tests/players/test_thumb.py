"""The player's manners, in positions any klaverjas player knows."""

from dataclasses import replace
from typing import Any

import pytest

from bot.players.player import Player
from bot.players.thumb import Thumb
from bot.rules.actions import COUNT, REST
from bot.rules.view import Phase
from tests.players.positions import has_roem, plays, position

THUMB: Player = Thumb()

MANNERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    # Hearts are trumps unless said otherwise; seat 0 chose them unless said otherwise.
    "the partner's sure trick is not ruffed": (
        {
            "hand": "9H 8H 7D 8D KC",
            "trump": "H",
            "tricks": ["3 AC 7C 8C 9C", "3 7S 8S AS 9S", "1 QD KD AD TD"],
            "trick": "2 TS JS",
            "seat": 0,
        },
        {"7D", "8D", "KC"},
    ),
    "a trick nobody behind can take is fattened: the ten": (
        {
            "hand": "TC 7C 8D 9D QS 7S 8S 9S",
            "trump": "H",
            "trick": "1 8C AC 9C",
            "declarer": 2,
            "seat": 0,
        },
        {"TC"},
    ),
    "void, the fattest loose card goes on the partner's sure trick": (
        {
            "hand": "TC 8C KD 9D 7D QS 7S 8S",
            "trump": "H",
            "trick": "1 8H JH 7H",
            "declarer": 2,
            "seat": 0,
        },
        {"TC", "KD"},
    ),
    "no points on the opponents' sure trick": (
        {
            "hand": "TC 8C KD 9D 7D QS 7S 8S",
            "trump": "H",
            "trick": "1 JH 7H 8H",
            "declarer": 1,
            "seat": 0,
        },
        {"8C", "9D", "7D", "7S", "8S"},
    ),
    "following the opponents' ace with the lowest": (
        {
            "hand": "KC 7C 8D 9D QS 7S 8S 9S",
            "trump": "H",
            "trick": "3 AC",
            "declarer": 1,
            "seat": 0,
        },
        {"7C"},
    ),
    "a guarded ten is kept on the opponents' ace": (
        {
            "hand": "TC 7C 8D 9D QS 7S 8S 9S",
            "trump": "H",
            "trick": "3 AC",
            "declarer": 1,
            "seat": 0,
        },
        {"7C"},
    ),
    "the only guard of a ten is not discarded": (
        {
            "hand": "TC 7C 8D 9D QS 7S 8S 9S",
            "trump": "H",
            "trick": "1 JH 7H 8H",
            "declarer": 1,
            "seat": 0,
        },
        {"8D", "9D", "7S", "8S", "9S"},
    ),
    "an ace is not discarded, even on the partner's trick": (
        {
            "hand": "AC 8C KD 9D 7D QS 7S 8S",
            "trump": "H",
            "trick": "1 8H JH 7H",
            "declarer": 2,
            "seat": 0,
        },
        {"KD", "QS", "8C", "9D", "7D", "7S", "8S"},
    ),
    "last to play ruffs with what it can spare, not with the jack": (
        {
            "hand": "JH AH 8H 7D 8D 7C 8C 9C",
            "trump": "H",
            "trick": "1 AS 7S TS",
            "seat": 0,
        },
        {"8H", "AH"},
    ),
    "last to play takes with the ten while it wins": (
        {
            "hand": "TC 7C 8H 7D 8D 7S 8S 9S",
            "trump": "H",
            "trick": "1 KC 8C 9C",
            "declarer": 1,
            "seat": 0,
        },
        {"TC"},
    ),
    "makers lead trumps from the top": (
        {"hand": "JH 9H 8H AS 7S 7D 8C QC", "trump": "H", "seat": 0},
        {"JH"},
    ),
    "makers go on while the opponents may hold trumps": (
        {
            "hand": "9H AH 8H AS 7S 8C QC",
            "trump": "H",
            "tricks": ["0 JH 7H QH TH"],
            "seat": 0,
        },
        {"9H"},
    ),
    "makers stop when the opponents have none": (
        {
            "hand": "AH 8H AS 7S 8C QC",
            "trump": "H",
            "tricks": ["0 JH 7H QH TH", "0 9H 7D KH 8D"],
            "seat": 0,
        },
        {"AS"},
    ),
    "makers stop when the opponents showed out, whatever the partner holds": (
        {
            "hand": "9H AH 8H AS 7S 8C QC",
            "trump": "H",
            "tricks": ["0 JH 7D QH 8D"],
            "seat": 0,
        },
        {"AS"},
    ),
    "the partner of who chose trump comes in trumps": (
        {
            "hand": "8H 7H 7S 8S 9D 7D 8C QC",
            "trump": "H",
            "declarer": 2,
            "seat": 0,
        },
        {"7H", "8H"},
    ),
    "defenders lead an ace, no trump": (
        {"hand": "9H 8H AS 7S 7D 8D KC 8C", "trump": "H", "declarer": 1, "seat": 0},
        {"AS"},
    ),
    "defenders come back in the partner's suit": (
        {
            "hand": "8H 7S 8S QD 9D 7C",
            "trump": "H",
            "declarer": 1,
            "tricks": ["2 KD 7H TD 8D", "3 TC 8C AC 9C"],
            "seat": 1,
        },
        {"7C"},
    ),
    "no stuk into the opponents' trick": (
        {
            "hand": "KH 7H 7D 8D 7S 8S 7C 8C",
            "trump": "H",
            "trick": "1 JH QH 8H",
            "declarer": 1,
            "seat": 0,
        },
        {"7H"},
    ),
    "stuk on the partner's trick": (
        {
            "hand": "KH 7H 7D 8D 7S 8S 7C 8C",
            "trump": "H",
            "trick": "1 8H JH QH",
            "declarer": 2,
            "seat": 0,
        },
        {"KH"},
    ),
    "no run into the opponents' trick": (
        {
            "hand": "7D QD 7H 8H 7S 8S 7C 8C",
            "trump": "H",
            "trick": "1 AD KD TD",
            "declarer": 1,
            "seat": 0,
        },
        {"7D"},
    ),
    "a run on the partner's trick": (
        {
            "hand": "9D QD 7H 8H 7S 8S 7C 8C",
            "trump": "H",
            "trick": "1 TD AD KD",
            "declarer": 1,
            "seat": 0,
        },
        {"QD"},
    ),
    "the partner is overtaken when that makes the trick sure": (
        {
            "hand": "AC 7C 8D 9D QS 7S 8S 9S",
            "trump": "H",
            "trick": "2 KC 8C",
            "declarer": 2,
            "seat": 0,
        },
        {"AC"},
    ),
    "the partner's ace is not ruffed by a maker, Amsterdam": (
        {
            "hand": "JH 9H 7H 8D 9D 7S 8S 9S",
            "trump": "H",
            "trick": "1 7C AC 8C",
            "seat": 0,
        },
        {"8D", "9D", "7S", "8S", "9S"},
    ),
    "who must ruff in Rotterdam keeps the jack": (
        {
            "hand": "JH KH 7H 8D 9D 7S 8S 9S",
            "trump": "H",
            "trick": "1 7C AC 8C",
            "system": "rotterdam",
            "seat": 0,
        },
        {"7H", "KH"},
    ),
}


@pytest.mark.parametrize("name", MANNERS)
def test_manners(name: str) -> None:
    fields, allowed = MANNERS[name]
    view = position(**fields)
    assert THUMB.choose(view) in plays(*allowed)
    assert len(allowed) < len(view.legal)


ROEM = "0 AS KS QS 7S"
"""A run of three, won by seat 0."""


def test_roem_is_claimed_in_own_tricks_alone() -> None:
    hand = "7H 8H 9H TH JH QH KH"
    own = position(hand, trump="H", seat=0, tricks=[ROEM], claimable=True)
    assert has_roem(own)
    assert THUMB.claims(own)
    assert not THUMB.claims(replace(own, claimable=False))
    assert not THUMB.claims(replace(own, seat=2))
    assert not THUMB.claims(replace(own, seat=1))


def test_no_claim_without_roem() -> None:
    hand = "7H 8H 9H TH JH QH KH"
    assert not THUMB.claims(
        position(hand, trump="H", seat=0, tricks=["0 AS KS 8S 7S"], claimable=True)
    )
    assert not THUMB.claims(position("AS " + hand, trump="H", seat=0, claimable=True))


def test_four_of_a_kind_counts_as_the_house_says() -> None:
    nines = {"trump": "H", "seat": 0, "tricks": ["0 9H 9S 9D 9C"], "claimable": True}
    hand = "7H 8H TH JH QH KH AH"
    assert THUMB.claims(position(hand, **nines))
    assert not THUMB.claims(position(hand, **nines, four_of_a_kind="ten_up"))


def test_the_count_is_asked_for_at_the_end() -> None:
    view = position("AS 7H 8H 9H TH JH QH KH", trump="H", seat=0)
    assert THUMB.choose(replace(view, phase=Phase.COUNTING, legal=(COUNT,))) is COUNT


TWO_LEFT = {
    "trump": "H",
    "seat": 0,
    "tricks": [
        "0 JH 7H 8H TH",
        "0 9H QH KH 7D",
        "0 AH 8D 9D TD",
        "0 AS 7S 8S 9S",
        "0 TS KS QS JS",
        "0 AC KC QC 9C",
    ],
}


def test_the_rest_is_taken_when_no_roem_can_fall() -> None:
    view = position("TC AD", **TWO_LEFT)
    assert THUMB.choose(replace(view, legal=(*view.legal, REST))) in plays("AD", "TC"), (
        "king, queen and jack of diamonds are out"
    )
    fields = TWO_LEFT | {"tricks": [*TWO_LEFT["tricks"], "0 AD JD QD KD"]}
    view = position("TC", **fields)
    assert THUMB.choose(replace(view, legal=(*view.legal, REST))) is REST


def test_roem_that_lies_is_claimed_before_the_rest_is_taken() -> None:
    fields = TWO_LEFT | {"tricks": [*TWO_LEFT["tricks"], "0 AD JD QD KD"], "claimable": True}
    view = position("TC", **fields)
    assert THUMB.claims(view)
    assert THUMB.choose(replace(view, legal=(*view.legal, REST))) in plays("TC")


def test_a_seat_without_a_decision_is_not_asked() -> None:
    view = position("AS 7H 8H 9H TH JH QH KH", trump="H", seat=0)
    with pytest.raises(ValueError, match="nothing to decide"):
        THUMB.choose(replace(view, legal=()))
