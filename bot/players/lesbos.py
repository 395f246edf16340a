"""The computer player of Lesbos by rule of thumb.

It sees a view and nothing else, has no memory of its own and no chance: the same view gives the
same action. A card is weighed as in klaverjas (see `thumb`), but everybody plays for himself:

    what each seat's winning the trick would be worth to us, by how likely it wins it, less what
    the card would bring if it were kept; and, on lead, what the lead is good for beyond the trick.

All numbers are card points. What winning is worth stands in `lesbos_stakes`, what to play on and
to lay away in `lesbos_trump`.
"""

from bot.players import lesbos_trump
from bot.players.keeping import Weights, kept, roem_expected
from bot.players.lesbos_memory import LesbosMemory, roem_in
from bot.players.lesbos_stakes import Stakes
from bot.players.seen import is_better
from bot.rules import play
from bot.rules.actions import COUNT, REST, Action, Kind
from bot.rules.cards import PACK, Card, cards_in, mask_of
from bot.rules.view import Phase, View

STILL_TO_COME = 1.2
"""What a player who is yet to play adds to a trick: he gives little to a trick he does not win."""
OVERTAKEN = 0.3
"""How often the last to play also beats the one who beat our card."""
WEIGHTS = Weights(
    roem_to_come=0.2,
    winner_takes=6.0,
    trump_takes=16.0,
    ruff=9.0,
    guarded=0.85,
    bare=0.5,
    guard=5.0,
    led_now=0.9,
    short=1.5,
)
DRAW = 11.0
"""What it is worth to the declarer to take a round of trumps from the others."""
FOR_NOTHING = 20.0
"""What it costs to lead a trump that nobody can follow: it would come home later too."""
TRUMPS_FOR_DEFENDERS = 5.0
"""What it costs defenders to do the declarer's work."""
UNDER_TEN = 6.0
"""What it costs to lead a suit in which one has the ten and the ace is out."""


class LesbosThumb:
    """The player of Lesbos by rule of thumb."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or the cards to lay away; ValueError with nothing to do."""
        if view.to_lay and view.turn == view.seat:
            return lesbos_trump.lay_away(view)
        if not view.legal:
            raise ValueError("this seat has nothing to decide")
        if view.phase is Phase.BIDDING:
            return lesbos_trump.bid(view)
        if view.phase is Phase.COUNTING:
            return COUNT
        if REST in view.legal and not self.claims(view) and not roem_may_fall(view):
            return REST
        return say(view, choose_card(view))

    def claims(self, view: View) -> bool:
        """Whether this seat won the last trick, with roem in it, and may claim it."""
        if not view.claimable or not view.tricks or view.tricks[-1].winner != view.seat:
            return False
        return roem_in(view, mask_of(card for _, card in view.tricks[-1].cards)) > 0


def say(view: View, card: Card) -> Action:
    """Return the play of a card with all that it pays to say with it.

    Stuk always counts. Roem is announced unless somebody has announced more already: then it
    cannot count, and would only tell what is in hand.
    """
    plays = [action for action in view.legal if action.kind is Kind.PLAY and action.card == card]
    offer = view.offer
    if offer is not None and any(
        other.value > offer.value for other in view.announced if other.word == "roem"
    ):
        plays = [action for action in plays if not action.announces]
    return max(plays, key=lambda action: action.value)


def choose_card(view: View) -> Card:
    """Return the card to play."""
    cards = sorted({action.card for action in view.legal if action.kind is Kind.PLAY})
    if len(cards) == 1:
        return cards[0]
    memory = LesbosMemory(view)
    stakes = Stakes(memory)
    # Of equal cards the lowest.
    return max(
        cards,
        key=lambda card: (
            weigh(memory, stakes, card),
            -play.strength(card, card >> 3, memory.trump),
        ),
    )


def roem_may_fall(view: View) -> bool:
    """Whether a coming trick may still hold roem, when this seat takes the rest.

    One card of each trick is its own, so the other cards of a combination must be elsewhere.
    """
    left = mask_of(PACK) & ~view.played & ~view.laid
    for card in cards_in(left):
        run = 0b111 << card if card & 7 <= 5 else 0
        stuk = 0b11 << card if card == (view.trump or 0) * 8 + 5 else 0
        for combination in (run, stuk):
            if (
                combination
                and combination & left == combination
                and (combination & view.hand).bit_count() <= 1
            ):
                return True
    return False


def weigh(memory: LesbosMemory, stakes: Stakes, card: Card) -> float:
    """Return what it is worth to play a card now."""
    points = stake(memory, card)
    likely = chances(memory, card)
    trick = sum(
        chance * stakes.outcome(seat, points, card) for seat, chance in likely.items() if chance
    )
    lead = 0.0 if memory.view.trick else lead_value(memory, card)
    return trick + stakes.rate * (lead - kept(memory.seen, card, memory.rivals, WEIGHTS))


def chances(memory: LesbosMemory, card: Card) -> dict[int, float]:
    """Return how likely each seat wins the trick when this card is played to it."""
    leading = memory.led == play.NO_SUIT
    led = card >> 3 if leading else memory.led
    best, holder = memory.best, memory.best_seat
    if leading or is_better(memory.seen, card):
        best, holder = card, memory.seat
    likely = {holder: 1.0}
    for seat in memory.behind:
        beaten = memory.beats(seat, best, led)
        now = {seat: 0.0}
        for other, chance in likely.items():
            beats = beaten if other == holder else beaten * OVERTAKEN
            now[other] = chance * (1 - beats)
            now[seat] += chance * beats
        likely = now
    return likely


def stake(memory: LesbosMemory, card: Card) -> float:
    """Return what lies in the trick with this card, and what may be expected to follow."""
    table = mask_of(laid for _, laid in memory.view.trick) | 1 << card
    value = sum(play.points(laid, memory.trump) for laid in cards_in(table))
    return value + len(memory.behind) * STILL_TO_COME + roem_expected(memory.seen, table, WEIGHTS)


def lead_value(memory: LesbosMemory, card: Card) -> float:
    """Return what a lead is good for beyond the trick."""
    if card >> 3 == memory.trump:
        return lead_trump_value(memory, card)
    ten = (card & ~7) + 3
    under_ten = memory.hand >> ten & 1 and not memory.is_master(ten)
    return -UNDER_TEN if under_ten else 0.0


def lead_trump_value(memory: LesbosMemory, card: Card) -> float:
    """The declarer draws trumps from the top; others do not."""
    left, right = memory.rivals
    out = 1 - (1 - memory.holds(left, memory.trumps)) * (1 - memory.holds(right, memory.trumps))
    if not out and memory.hand & ~memory.trumps:
        return -FOR_NOTHING
    if memory.declarer != memory.seat:
        return -TRUMPS_FOR_DEFENDERS
    return DRAW * out if memory.is_master(card) else 0.0
