"""The computer player by rule of thumb.

It sees a view and nothing else, has no memory of its own and no chance: the same view gives the
same action. A card is weighed as a player does it at the table:

    what is in the trick, times the chance that our side gets it, less what the card would bring
    if it were kept; and, on lead, what the lead is good for beyond the trick.

All numbers are card points. How trump is chosen stands in `trump_choice`.
"""

from bot.players import trump_choice
from bot.players.keeping import Weights, kept, roem_expected
from bot.players.memory import Memory, TrickMemory, roem_in
from bot.rules import play
from bot.rules.actions import COUNT, REST, Action, Kind
from bot.rules.cards import Card, cards_in, mask_of
from bot.rules.view import Phase, View

TRICKS = 8

STILL_TO_COME = 2
"""What a player who is yet to play adds to a trick: he gives little to a trick he does not like."""
RESCUE = 0.5
"""How often a partner who could beat our card also beats the opponent who did."""
WEIGHTS = Weights(
    roem_to_come=0.2,
    winner_takes=8,
    trump_takes=12,
    ruff=9,
    guarded=0.55,
    bare=0.35,
    guard=5,
    led_now=0.65,
    short=1.5,
)
DRAW = 11
"""What it is worth to makers to take a round of trumps from the opponents."""
FOR_NOTHING = 20
"""What it costs to lead a trump that only the partner can follow: it would come home later too."""
TRUMPS_FOR_DEFENDERS = 5
"""What it costs defenders to do the makers' work."""
RETURN = 4
"""What it is worth to come back in the partner's suit."""
UNDER_TEN = 6
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
        # Of equal cards the highest is led, which tells the partner most, and the lowest is added.
        order = 1 if memory.led == play.NO_SUIT else -1
        return max(
            cards,
            key=lambda action: (
                weigh(memory, action.value),
                order * play.strength(action.value, action.value >> 3, memory.trump),
            ),
        )

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


def weigh(memory: Memory, card: Card) -> float:
    """Return what it is worth to play a card now."""
    swing = stake(memory, card) * (2 * chance(memory, card) - 1)
    lead = 0.0 if memory.view.trick else lead_value(memory, card)
    return swing + lead - kept(memory, card, memory.opponents, WEIGHTS)


def chance(memory: Memory, card: Card) -> float:
    """Return how likely our side wins the trick when this card is played to it."""
    leading = memory.led == play.NO_SUIT
    led = card >> 3 if leading else memory.led
    best, ours = memory.best, memory.best_seat == memory.partner
    if leading or is_better(memory, card):
        best, ours = card, True
    likely = float(ours)
    for seat in memory.behind:
        beaten = memory.beats(seat, best, led)
        if seat == memory.partner:
            likely += (1 - likely) * beaten * (RESCUE if ours else 1)
        else:
            likely *= 1 - beaten
    return likely


def is_better(memory: TrickMemory, card: Card) -> bool:
    """Whether a card would win the trick as it lies."""
    power = play.strength(card, memory.led, memory.trump)
    return power > play.strength(memory.best, memory.led, memory.trump)


def stake(memory: Memory, card: Card) -> float:
    """Return what lies in the trick with this card, and what may be expected to follow."""
    table = mask_of(laid for _, laid in memory.view.trick) | 1 << card
    value = sum(play.points(laid, memory.trump) for laid in cards_in(table))
    if len(memory.view.tricks) == TRICKS - 1:
        value += play.LAST_TRICK_POINTS
    return value + len(memory.behind) * STILL_TO_COME + roem_expected(memory, table, WEIGHTS)


def lead_value(memory: Memory, card: Card) -> float:
    """Return what a lead is good for beyond the trick."""
    if card >> 3 == memory.trump:
        return lead_trump_value(memory, card)
    value = 0.0
    if card >> 3 in suits_led_by(memory.view, memory.partner):
        value += RETURN
    ten = (card & ~7) + 3
    if memory.hand >> ten & 1 and not memory.is_master(ten):
        value -= UNDER_TEN
    return value


def lead_trump_value(memory: Memory, card: Card) -> float:
    """Makers draw trumps, from the top or through the partner who chose them; others do not."""
    view = memory.view
    if is_for_nothing(memory, card):
        return -FOR_NOTHING
    out = memory.opponents_hold(memory.trumps)
    if view.makers != memory.seat & 1:
        return -TRUMPS_FOR_DEFENDERS
    if memory.is_master(card) or view.declarer == memory.partner:
        return DRAW * out
    return 0.0


def is_for_nothing(memory: Memory, card: Card) -> bool:
    """Whether a card leads a trump that no opponent can follow, though there are others to lead."""
    return (
        memory.led == play.NO_SUIT
        and card >> 3 == memory.trump
        and bool(memory.hand & ~memory.trumps)
        and not memory.opponents_hold(memory.trumps)
    )


def suits_led_by(view: View, seat: int) -> set[int]:
    """Return the plain suits that a seat was the first to lead, which is where it has something."""
    led: dict[int, int] = {}
    for trick in view.tricks:
        leader, card = trick.cards[0]
        led.setdefault(card >> 3, leader)
    return {suit for suit, leader in led.items() if leader == seat and suit != view.trump}
