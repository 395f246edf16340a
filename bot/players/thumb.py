"""The computer player by rule of thumb.

It sees a view and nothing else, has no memory of its own and no chance: the same view gives the
same action. A card is weighed as a player does it at the table:

    what is in the trick, times the chance that our side gets it, less what the card would bring
    if it were kept; and, on lead, what the lead is good for beyond the trick.

All numbers are card points. How trump is chosen stands in `trump_choice`.
"""

from typing import NamedTuple

from bot.players import trump_choice
from bot.players.keeping import Weights, kept, roem_expected
from bot.players.memory import Memory, roem_in
from bot.players.seen import Seen, beats, holds, is_better, is_master, lowest
from bot.rules import play
from bot.rules.actions import COUNT, REST, Action, Kind
from bot.rules.cards import Card, CardSet, cards_in, mask_of
from bot.rules.view import Phase, View

TRICKS = 8

STILL_TO_COME = 2.0
"""What a player who is yet to play adds to a trick: he gives little to a trick he does not like."""
RESCUE = 0.5
"""How often a partner who could beat our card also beats the opponent who did."""
WEIGHTS = Weights(
    roem_to_come=0.2,
    winner_takes=8.0,
    trump_takes=12.0,
    ruff=9.0,
    guarded=0.55,
    bare=0.35,
    guard=5.0,
    led_now=0.65,
    short=1.5,
)
DRAW = 11.0
"""What it is worth to makers to take a round of trumps from the opponents."""
FOR_NOTHING = 20.0
"""What it costs to lead a trump that only the partner can follow: it would come home later too."""
TRUMPS_FOR_DEFENDERS = 5.0
"""What it costs defenders to do the makers' work."""
RETURN = 4.0
"""What it is worth to come back in the partner's suit."""
UNDER_TEN = 6.0
"""What it costs to lead a suit in which one has the ten and the ace is out."""


class Thumb:
    """The player by rule of thumb."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`; ValueError where there is nothing to decide."""
        if not view.legal:
            raise ValueError("this seat has nothing to decide")
        if view.phase is Phase.BIDDING:
            return trump_choice.bid(view)
        if view.phase is Phase.COUNTING:
            return COUNT
        if REST in view.legal and not self.claims(view) and not roem_may_fall(view):
            return REST
        cards = [action for action in view.legal if action.kind is Kind.PLAY]
        if len(cards) == 1:
            return cards[0]
        memory = Memory(view)
        card = pick(memory.seen, side_of(memory), mask_of(action.value for action in cards))
        return next(action for action in cards if action.value == card)

    def claims(self, view: View) -> bool:
        """Whether this seat won the last trick itself, with roem in it, and may claim it."""
        if not view.claimable or not view.tricks or view.tricks[-1].winner != view.seat:
            return False
        return roem_in(view, mask_of(card for _, card in view.tricks[-1].cards)) > 0


def roem_may_fall(view: View) -> bool:
    """Whether a coming trick may still hold roem, when this seat takes the rest.

    One card of each trick is its own, so the other cards of a combination must be elsewhere.
    """
    left = mask_of(range(32)) & ~view.played
    for card in cards_in(left):
        run = 0b111 << card if card & 7 <= 5 else 0
        stuk = 0b11 << card if card == (view.trump or 0) * 8 + 5 else 0
        four = 0x01010101 << card if card < 8 else 0
        for combination in (run, stuk, four):
            if (
                combination
                and combination & left == combination
                and (combination & view.hand).bit_count() <= 1
                and roem_in(view, combination)
            ):
                return True
    return False


class Side(NamedTuple):
    """What else a seat knows of the deal."""

    makes: int
    """Whether its side chose trump, 1 or 0, and whether its partner did."""
    partner_declares: int
    partner_led: int
    """The plain suits that its partner was the first to lead, a bit each: he likes them."""


def side_of(memory: Memory) -> Side:
    """Return what else is known."""
    view, partner = memory.view, memory.partner
    led: dict[int, int] = {}
    for trick in view.tricks:
        leader, card = trick.cards[0]
        led.setdefault(card >> 3, leader)
    suits = mask_of(
        suit for suit, leader in led.items() if leader == partner and suit != view.trump
    )
    makes = int(view.makers == memory.seat & 1)
    return Side(makes, int(view.declarer == partner), suits)


# In numbers: a search compiles these functions as they stand.


def pick(seen: Seen, side: Side, legal: CardSet) -> Card:
    """Return the card to play; of equal ones the highest on lead and the lowest to a trick.

    The highest tells the partner most.
    """
    order = 1 if seen.led == play.NO_SUIT else -1
    best, most, power = -1, 0.0, 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        worth = weigh(seen, side, card)
        strength = order * play.strength(card, card >> 3, seen.trump)
        if best < 0 or worth > most or (worth == most and strength > power):
            best, most, power = card, worth, strength
    return best


def weigh(seen: Seen, side: Side, card: Card) -> float:
    """Return what it is worth to play a card now."""
    swing = stake(seen, card) * (2 * chance(seen, card) - 1)
    lead = lead_value(seen, side, card) if seen.led == play.NO_SUIT else 0.0
    rivals = ((seen.seat + 1) % 4, (seen.seat + 3) % 4)
    return swing + lead - kept(seen, card, rivals, WEIGHTS)


def chance(seen: Seen, card: Card) -> float:
    """Return how likely our side wins the trick when this card is played to it."""
    partner = (seen.seat + 2) % 4
    leading = seen.led == play.NO_SUIT
    led = card >> 3 if leading else seen.led
    best, ours = seen.best, seen.best_seat == partner
    if leading or is_better(seen, card):
        best, ours = card, True
    likely = 1.0 if ours else 0.0
    for place in range(seen.behind):
        seat = (seen.seat + 1 + place) % 4
        beaten = beats(seen, seat, best, led)
        if seat == partner:
            likely += (1 - likely) * beaten * (RESCUE if ours else 1.0)
        else:
            likely *= 1 - beaten
    return likely


def stake(seen: Seen, card: Card) -> float:
    """Return what lies in the trick with this card, and what may be expected to follow."""
    table = seen.table | 1 << card
    value = play.LAST_TRICK_POINTS if seen.tricks == TRICKS - 1 else 0
    lies = table
    while lies:
        value += play.points(lowest(lies), seen.trump)
        lies &= lies - 1
    return value + seen.behind * STILL_TO_COME + roem_expected(seen, table, WEIGHTS)


def lead_value(seen: Seen, side: Side, card: Card) -> float:
    """Return what a lead is good for beyond the trick."""
    if card >> 3 == seen.trump:
        return lead_trump_value(seen, side, card)
    value = 0.0
    if side.partner_led >> (card >> 3) & 1:
        value += RETURN
    ten = (card & ~7) + 3
    if seen.hand >> ten & 1 and not is_master(seen, ten):
        value -= UNDER_TEN
    return value


def lead_trump_value(seen: Seen, side: Side, card: Card) -> float:
    """Makers draw trumps, from the top or through the partner who chose them; others do not."""
    if is_for_nothing(seen, card):
        return -FOR_NOTHING
    if not side.makes:
        return -TRUMPS_FOR_DEFENDERS
    if is_master(seen, card) or side.partner_declares:
        return DRAW * opponents_hold_trumps(seen)
    return 0.0


def is_for_nothing(seen: Seen, card: Card) -> bool:
    """Whether a card leads a trump that no opponent can follow, though there are others to lead."""
    return (
        seen.led == play.NO_SUIT
        and card >> 3 == seen.trump
        and seen.hand & ~play.SUIT_CARDS[seen.trump] != 0
        and opponents_hold_trumps(seen) == 0
    )


def opponents_hold_trumps(seen: Seen) -> float:
    """Return how likely one of the opponents holds a trump."""
    trumps = play.SUIT_CARDS[seen.trump]
    left = holds(seen, (seen.seat + 1) % 4, trumps, 0)
    right = holds(seen, (seen.seat + 3) % 4, trumps, 0)
    return 1 - (1 - left) * (1 - right)
