"""What a match says of its deals: checked, and every tampering caught.

And docs/deals.md: its script run as anyone would run it, its example held against our own deal.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.rules.actions import PASS, Deal
from bot.rules.cards import PACK, card_name, cards_in
from bot.rules.checking import (
    DealCheck,
    NotScoredError,
    RecordCheck,
    Verdict,
    check_deal,
    check_record,
    check_seal,
    check_seed,
)
from bot.rules.games import GAMES
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import Match
from bot.rules.record import Seal, open_record, read_record, write_record
from bot.rules.shuffle import Stream, seal_of, seed_of
from bot.rules.view import Phase

from . import positions

V2 = Path(__file__).parent / "records" / "v2-klaverjas.txt"
DEALS = Path(__file__).parents[2] / "docs" / "deals.md"
TEXT = V2.read_text("ascii")
LINES = TEXT.splitlines()
SECRET = b"the secret of the second record."
START = 1412345678901234567
SEALED = Seal(seal_of(SECRET), START)
SHOWN = Seal(seal_of(SECRET), START, SECRET)
AGREES, DIFFERS, HIDDEN, UNSEALED = Verdict


def check(lines: list[str]) -> RecordCheck:
    return check_record(open_record("\n".join(lines)))


def changed(at: int, line: str) -> list[str]:
    """Return the lines of the record with one of them changed, counted from 1."""
    return [*LINES[: at - 1], line, *LINES[at:]]


def origins(found: RecordCheck) -> list[Verdict]:
    return [deal.origin for deal in found.deals]


def line_of_deal(dealt: int) -> int:
    """Return the number of the line with this deal."""
    return [n for n, line in enumerate(LINES, 1) if line.startswith("deal ")][dealt - 1]


def random_match(chance: random.Random, seal: Seal, secret: bytes, new: Match, deals: int) -> Match:
    """Play at random from sealed deals until so many are scored; many are passed out before."""
    match = new.copy()
    while len(match.results) < deals and match.phase is not Phase.OVER:
        if match.phase is Phase.DEALING:
            match.push(None, Deal(seed_of(secret, seal.start, match.dealt + 1)))
        elif PASS in match.legal(match.turn) and chance.random() < 0.7:
            match.push(match.turn, PASS)
        else:
            match.push(*positions.random_move(match, chance))
    return match


def new_match(game: str, seats: int, chance: random.Random) -> Match:
    """Return a new match of a game, each option drawn from what is offered."""
    house = GAMES[game].house_type
    drawn = {name: chance.choice(house.values_of(name)) for name in house.model_fields}
    return GAMES[game](house(**drawn), seats)


def redealing() -> Match:
    return Klaverjas(KlaverjasHouse(all_pass="redeal_next_dealer"))


# Records.


def test_a_record_that_agrees():
    found = check(LINES)
    assert found.seal is AGREES
    assert origins(found) == [AGREES] * 6
    assert [deal.seal for deal in found.deals] == [AGREES] * 6
    assert [deal.dealt for deal in found.deals] == [1, 2, 3, 4, 5, 6]
    assert [deal.number for deal in found.deals] == [1, 1, 2, 3, 4, 4]
    assert [deal.passed_out for deal in found.deals] == [True, False, False, False, True, False]
    assert [deal.seed for deal in found.deals] == [seed_of(SECRET, START, n) for n in range(1, 7)]
    assert [deal.dealer for deal in found.deals] == [2, 3, 0, 1, 2, 3]
    assert (found.over, found.fault, found.differing) == (True, None, 0)


def test_a_record_without_its_secret_is_hidden():
    found = check(LINES[:6] + LINES[7:])
    assert found.seal is HIDDEN
    assert origins(found) == [HIDDEN] * 6
    assert (found.over, found.fault, found.differing) == (True, None, 0)


def test_a_record_without_a_seal():
    found = check(LINES[:4] + LINES[7:])
    assert found.seal is UNSEALED
    assert origins(found) == [UNSEALED] * 6
    assert found.differing == 0


def test_a_record_without_deals():
    found = check(LINES[:6])
    assert found == RecordCheck(HIDDEN, (), over=False, fault=None)


def test_another_secret():
    found = check(changed(7, f"secret {'0' * 64}"))
    assert found.seal is DIFFERS
    assert origins(found) == [DIFFERS] * 6
    assert (found.fault, found.differing) == (None, 7)


def test_another_seal():
    found = check(changed(5, f"seal {'0' * 64}"))
    assert found.seal is DIFFERS
    assert origins(found) == [AGREES] * 6
    assert found.differing == 1


def test_another_start():
    found = check(changed(6, f"start {START + 1}"))
    assert found.seal is AGREES
    assert origins(found) == [DIFFERS] * 6


def test_another_seed():
    # Where the cards that were played are not those of the new seed, the moves say so too.
    at = line_of_deal(4)
    found = check(changed(at, f"deal {'0' * 64}"))
    assert found.seal is AGREES
    assert origins(found) == [AGREES, AGREES, AGREES, DIFFERS]
    assert found.differing == 1
    assert found.fault is not None
    assert at < found.fault.line < line_of_deal(5)
    assert "NOT_IN_HAND" in found.fault.why


def test_another_seed_of_a_deal_that_was_passed_out():
    # Nothing else could show it: whatever the cards, four passes are legal.
    found = check(changed(line_of_deal(5), f"deal {'0' * 64}"))
    assert origins(found) == [AGREES, AGREES, AGREES, AGREES, DIFFERS, AGREES]
    assert (found.fault, found.differing) == (None, 1)


def test_an_illegal_card():
    at = line_of_deal(2) + 5
    assert LINES[at - 1] == "2 play JH"
    found = check(changed(at, "2 play AS"))
    assert found.differing == 0
    assert found.fault is not None
    assert (found.fault.line, found.fault.why) == (at, "'2 play AS' breaks a rule: NOT_IN_HAND")
    assert len(found.deals) == 2


def test_a_missing_line():
    for at in range(8, len(LINES) + 1):
        found = check(LINES[: at - 1] + LINES[at:])
        if LINES[at - 1].split(" ")[-1] in ("claim", "count"):
            # Without it this is another match, and as good.
            assert found.fault is None
        else:
            assert found.fault is not None
            assert at <= found.fault.line <= at + 1


def test_a_record_that_ends_before_the_match_does():
    lines = LINES[:6] + LINES[7 : line_of_deal(3) + 4]
    found = check(lines)
    assert origins(found) == [HIDDEN] * 3
    assert (found.over, found.fault) == (False, None)


def test_the_verdicts_one_by_one():
    assert [check_seal(seal) for seal in (None, SEALED, SHOWN)] == [UNSEALED, HIDDEN, AGREES]
    assert check_seal(Seal("0" * 64, START, SECRET)) is DIFFERS
    seed = seed_of(SECRET, START, 3)
    assert [check_seed(s, 3, seed) for s in (None, SEALED, SHOWN)] == [UNSEALED, HIDDEN, AGREES]
    assert check_seed(SHOWN, 2, seed) is DIFFERS
    assert check_seed(SHOWN, 3, bytes(32)) is DIFFERS


# One deal of a match.


def test_a_deal_as_it_was_dealt():
    match, _ = read_record(TEXT)
    assert check_deal(match, SHOWN, 1) == check(LINES).deals[1]
    deal = check_deal(match, SHOWN, 4)
    assert (deal.number, deal.dealt, deal.passed_out) == (4, 6, False)
    assert deal.seed == seed_of(SECRET, START, 6)
    assert (deal.seal, deal.origin) == (AGREES, AGREES)
    assert deal.dealer == match.results[3].dealer
    assert (deal.blind, deal.talon, deal.shown) == ((0, 0, 0, 0), 0, ())
    played = [0] * 4
    for trick in match.tricks:
        for seat, card in trick.cards:
            played[seat] |= 1 << card
    assert deal.hands == tuple(played)


def test_a_deal_of_a_match_that_runs():
    chance = random.Random(3)
    match = random_match(chance, SEALED, SECRET, redealing(), 5)
    match.push(None, Deal(seed_of(SECRET, START, match.dealt + 1)))
    before = positions.state(match.copy())
    for number in range(1, 6):
        deal = check_deal(match, SEALED, number)
        assert (deal.seal, deal.origin) == (HIDDEN, HIDDEN)
        assert deal.seed == seed_of(SECRET, START, deal.dealt)
        assert deal.dealer == match.results[number - 1].dealer
        assert [hand.bit_count() for hand in deal.hands] == [8] * 4
        assert sum(deal.hands) == 2**32 - 1
    assert deal.dealt > deal.number
    assert positions.state(match) == before


@pytest.mark.parametrize("number", [-1, 0, 3, 4, 99])
def test_a_deal_that_is_not_scored_stays_secret(number):
    match = random_match(random.Random(5), SEALED, SECRET, redealing(), 2)
    match.push(None, Deal(seed_of(SECRET, START, match.dealt + 1)))
    with pytest.raises(NotScoredError, match=f"deal {number} is not scored"):
        check_deal(match, SHOWN, number)


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.counts]
)
def test_the_deals_of_every_game(game, seats):
    chance = random.Random(f"{game} {seats}")
    for _ in range(12):
        match = random_match(chance, SEALED, SECRET, new_match(game, seats, chance), 3)
        found = check_record(open_record(write_record(match, SEALED)))
        assert (found.fault, found.differing) == (None, 0)
        assert len(found.deals) == match.dealt
        scored = [deal for deal in found.deals if not deal.passed_out]
        assert scored == [check_deal(match, SEALED, result.number) for result in match.results]
        for deal, result in zip(scored, match.results, strict=True):
            assert deal.dealer == result.dealer
            # Every card is in one place: hand, face down before a seat, or the talon.
            places = [*deal.hands, *deal.blind, deal.talon]
            dealt = sum(places)
            assert dealt.bit_count() == sum(place.bit_count() for place in places)
            assert dealt.bit_count() in (24, 30, 31, 32)
            assert all(deal.talon >> card & 1 for card in deal.shown)


# The document.


def block(mark: str) -> str:
    """Return the block of code under a mark of docs/deals.md."""
    found = re.search(
        rf"<!-- test: {mark} -->\n```\w+\n(.*?)```", DEALS.read_text("utf-8"), re.DOTALL
    )
    assert found is not None
    return found[1]


def test_the_script_of_the_document_prints_its_example():
    # Isolated: it needs nothing but Python.
    done = subprocess.run(
        [sys.executable, "-I", "-c", block("script")],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == block("example")


def test_the_script_of_the_document_finds_a_wrong_secret():
    script = block("script").replace('fromhex("00', 'fromhex("01')
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "The secret does not belong to the seal!\n"


def test_the_example_of_the_document_is_our_deal():
    said = dict(line.split("  ", 1) for line in block("example").splitlines())
    said = {key.strip(): value.strip() for key, value in said.items()}
    secret, start = bytes.fromhex(said["secret"]), int(said["start"])
    seed = seed_of(secret, start, 1)
    assert said["seal"] == seal_of(secret)
    assert said["seed"] == seed.hex()
    assert said["pack"] == " ".join(map(card_name, Stream(seed).shuffled(PACK)))
    match = Klaverjas()
    match.push(None, Deal(seed))
    assert said["dealer"] == str(match.dealer)
    for seat, hand in enumerate(match.hands):
        assert set(said[f"seat {seat}"].split()) == set(map(card_name, cards_in(hand)))


def test_what_a_check_returns_cannot_be_changed():
    match, seal = read_record(TEXT)
    deal = check_deal(match, seal, 1)
    assert isinstance(deal, DealCheck)
    assert hash(deal) == hash(check_deal(match, seal, 1))
    assert write_record(match, seal) == TEXT
