"""Whole deals: legal, from views alone, and better than chance."""

import random
import re
from pathlib import Path
from typing import get_args

import pytest

from benchmarks.players import REQUIRED, SYSTEMS, Chance, System, duplicate
from bot import players
from bot.players.memory import Memory, roem_in
from bot.players.thumb import Thumb, is_better
from bot.players.thumb import chance as chance_of
from bot.rules import play
from bot.rules.actions import CLAIM, COUNT, Deal, Kind
from bot.rules.cards import Card, cards_in, mask_of
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.view import Phase, View

WHOLE_DEALS = 200
OPTIONS = {
    name: get_args(field.annotation) or (False, True)
    for name, field in KlaverjasHouse.model_fields.items()
}


def random_house(chance: random.Random) -> KlaverjasHouse:
    chosen = {name: chance.choice(values) for name, values in OPTIONS.items()}
    return KlaverjasHouse.model_validate(chosen)


def test_every_choice_is_legal_under_every_house_rule() -> None:
    chance = random.Random(1)
    thumb, wild = Thumb(), Chance("wild")
    counts = taken = 0
    for _ in range(WHOLE_DEALS):
        match = Klaverjas(random_house(chance))
        # Chance leads it into positions that the player would not come to by itself.
        seats = [chance.choice((thumb, thumb, wild)) for _ in range(4)]
        while not match.results:
            if match.phase is Phase.DEALING:
                match.push(None, Deal(chance.randbytes(32)))
            for seat in range(4):
                view = match.view(seat)
                if thumb.claims(view):
                    # It claims only what is there: a refusal would raise.
                    assert match.tricks[-1].winner == seat
                    match.push(seat, CLAIM)
                    counts += 1
            if match.phase is Phase.COUNTING:
                assert thumb.choose(match.view(0)) is COUNT
                match.push(None, match.legal(None)[0])
            elif match.turn is not None:
                view = match.view(match.turn)
                action = seats[match.turn].choose(view)
                assert action in view.legal
                taken += action.kind.value == "rest"
                match.push(match.turn, action)
    assert counts > 20
    assert taken > 5


def test_the_same_view_gives_the_same_action_whatever_is_hidden() -> None:
    chance = random.Random(2)
    thumb = Thumb()
    for _ in range(100):
        match = Klaverjas(random_house(chance))
        match.push(None, Deal(chance.randbytes(32)))
        for _ in range(chance.randrange(40)):
            if match.turn is None or match.results:
                break
            match.push(match.turn, Chance(str(chance.random())).choose(match.view(match.turn)))
        seat = match.turn
        if seat is None:
            continue
        twin = match.copy()
        others = [other for other in range(4) if other != seat]
        hidden = list(cards_in(mask_of(()) | sum(match.hands[other] for other in others)))
        chance.shuffle(hidden)
        for other in others:
            size = match.hands[other].bit_count()
            twin.hands[other] = mask_of(hidden[:size])
            hidden = hidden[size:]
        assert twin.view(seat) == match.view(seat)
        assert thumb.choose(twin.view(seat)) == Thumb().choose(match.view(seat))


def test_players_know_the_rules_and_nothing_else() -> None:
    for file in Path(players.__file__).parent.glob("*.py"):
        imported = re.findall(r"^(?:from|import) (bot\S*)", file.read_text(), re.MULTILINE)
        allowed = {name for name in imported if name.startswith(("bot.rules", "bot.players"))}
        assert set(imported) == allowed
        # Chance that follows from what is seen is allowed, other is not.
        assert "import random" not in file.read_text()


@pytest.mark.parametrize("system", SYSTEMS)
def test_it_beats_chance_over_500_duplicate_deals(system: System) -> None:
    figure = duplicate(KlaverjasHouse(system=system), 500, 20, Thumb(), Chance)
    assert figure.low >= REQUIRED


def test_against_itself_it_is_exactly_even() -> None:
    figure = duplicate(KlaverjasHouse(), 20, 3, Thumb(), lambda _: Thumb())
    assert figure.mean == 0


def test_manners_hold_in_every_deal() -> None:
    """No ruff on the partner's sure trick, no trump led for nothing, no ten or ace thrown away."""
    chance = random.Random(4)
    thumb = Thumb()
    asked = [0, 0, 0]
    for _ in range(300):
        match = Klaverjas(KlaverjasHouse(system=chance.choice(SYSTEMS)))
        match.push(None, Deal(chance.randbytes(32)))
        while match.turn is not None:
            view = match.view(match.turn)
            action = thumb.choose(view)
            if view.phase is Phase.PLAYING and action.kind is Kind.PLAY:
                for at, broken in enumerate(broken_manners(view, action.value)):
                    asked[at] += broken is not None
                    assert not broken, (at, str(action), view)
            match.push(match.turn, action)
    assert min(asked) > 30


def makes_roem(view: View, card: Card) -> int:
    """Return the roem in the trick with this card."""
    return roem_in(view, mask_of(laid for _, laid in view.trick) | 1 << card)


def broken_manners(view: View, card: Card) -> list[bool | None]:
    """Return for three manners whether a card breaks them, None where they do not arise."""
    memory = Memory(view)
    legal = [action.value for action in view.legal if action.kind is Kind.PLAY]
    plain = [each for each in legal if each >> 3 != view.trump]
    ruff = led = thrown = None
    trumps = play.SUIT_CARDS[memory.trump]
    if view.trick:
        plain_led = memory.led != view.trump
        adding = [each for each in plain if not is_better(memory.seen, each)]
        chances = {chance_of(memory.seen, each) for each in adding}
        if plain_led and plain and len(plain) < len(legal) and chances == {1.0}:
            # Overtrumping the partner for stuk or a run is another matter.
            ruff = card >> 3 == view.trump and makes_roem(view, card) == 0
        empty = [
            each
            for each in adding
            if play.points(each, memory.trump) == 0 and makes_roem(view, each) == 0
        ]
        # With two cards left it may keep the one that would win if it were led.
        early = len(view.tricks) < 6
        if early and empty and {chance_of(memory.seen, each) for each in legal} == {0.0}:
            thrown = play.points(card, memory.trump) >= 10
    elif plain and len(plain) < len(legal):
        held = memory.possible(memory.opponents[0]) | memory.possible(memory.opponents[1])
        if not held & trumps:
            led = card >> 3 == view.trump
    return [ruff, led, thrown]
