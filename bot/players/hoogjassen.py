"""The computer player of Hoogjassen by rule of thumb.

It sees a view and nothing else, has no memory of its own and no chance: the same view gives the
same action. A card is weighed as a player does it at the table:

    what is in the trick, times the chance that our side gets it, less what the card would bring
    if it were kept; and what the card is good for beyond the trick, as a lead or as a signal.

Our side is the declarer, or the defenders together. All numbers are card points. How it bids, what
a hand is worth, what it remembers and how it signals stand in the other `hoogjassen_` modules.
"""

from bot.players import hoogjassen_signals as signals
from bot.players.hoogjassen_bidding import choose_bid, choose_talon, highest_bid
from bot.players.hoogjassen_hand import Table, best_lay, best_trump
from bot.players.hoogjassen_memory import Memory
from bot.players.hoogjassen_signals import Signal
from bot.rules import low_ten
from bot.rules.actions import BLIND, DECLARE, PLAYS, REST, TRUMPS, Action, Kind, lay
from bot.rules.cards import Card, CardSet, Rank, Suit, cards_in
from bot.rules.play import NO_SUIT, SUIT_CARDS
from bot.rules.view import Phase, View

STILL_TO_COME = 3
"""What a player who is yet to play adds to a trick."""
RUFFS = {"declarer": (0.9, 0.4), "defender": (0.9, 0.7)}
"""How often a holder of trumps ruffs a plain card, void and when he could follow: a defender's
trumps would be drawn anyway."""
WINNER_TAKES, TRUMP_TAKES = 12, 12
"""What the other cards bring to a sure winner that is kept, plain or trump."""
JACK_TAKES = 16
"""The same for a defender's jack of trumps, which can wait for a good trick."""
SMALL_TRUMP = 0.3
"""How often any other trump comes home."""
RUFF = 5
"""What such a trump is worth in the declarer's hand beyond its points."""
LOSER = 0.25
"""How often a declarer's plain card comes home while a higher one is out."""
GUARDED, BARE = 0.5, 0.1
"""How often a defender's card comes home for each higher card that the declarer may hold, with a
lower card beside it for each of these, and without."""
GIVEN = 0.4
"""How often a defender's card can be given to a trick that a partner wins."""
COVERED = 0.5
"""What is left of a suit's worth to a defender when a partner signals it up."""
UNBLOCK = 5
"""What it is worth to be rid of a bare king below the declarer's ace: a partner's queen rises."""
PROBABLY = 0.45
"""The declarer probably has a card that is as likely as this in his hand."""
SIGNAL = 1
"""What a signal is worth; one that misleads costs it."""
DRAW = 20
"""What it is worth to a declarer to take a round of trumps from the others."""
DRIVE = 5
"""The same where the others may win it, so that a higher trump is driven out."""
PATIENCE = 4
"""What it costs a declarer to lead a card that may lose while he has winners."""
TRUMPS_FOR_DEFENDERS = 6
"""What it costs defenders to do the declarer's work."""
LEAD_UP, LEAD_DOWN = 8, 3
"""What it is worth to lead a suit that a partner signals up, and what it costs to lead one that is
signalled down."""


class HoogjassenThumb:
    """The player by rule of thumb."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or cards to lay away; ValueError if nothing is to decide."""
        laying = view.to_lay > 0 and view.turn == view.seat
        if not (view.legal or laying):
            raise ValueError("this seat has nothing to decide")
        if view.phase is Phase.BIDDING:
            return choose_bid(view)
        if BLIND in view.legal:
            return choose_talon(view)
        if TRUMPS[0] in view.legal:
            return TRUMPS[find_trump(view)]
        if DECLARE in view.legal:
            return DECLARE
        if laying:
            return lay(find_lay(view)[0])
        return choose_card(view)

    def claims(self, view: View) -> bool:  # noqa: ARG002 - as every player
        """Whether roem in tricks is claimed: there is none."""
        return False


def find_lay(view: View) -> tuple[CardSet, int]:
    """Return what to lay away, and the trump to name afterwards or named before."""
    trumps = Suit if view.trump is None else [view.trump]
    return best_lay(view.hand, view.to_lay, trumps, Table.of(view, highest_bid(view)))


def find_trump(view: View) -> int:
    """Return the trump to name."""
    if view.to_lay:
        return find_lay(view)[1]
    return best_trump(view.hand, view.laid, Table.of(view, highest_bid(view)))


def choose_card(view: View) -> Action:
    """Return the card to play, or that the rest is taken."""
    if REST in view.legal:
        return REST
    if len(view.legal) == 1:
        return view.legal[0]
    if view.trump is None:
        return lead_trump(view)
    memory = Memory(view)
    cards = [action for action in view.legal if action.kind is Kind.PLAY]
    # Of equal cards the highest is led and the lowest is added.
    order = 1 if memory.led == NO_SUIT else -1
    return max(
        cards,
        key=lambda action: (
            weigh(memory, action.value),
            order * low_ten.strength(action.value, action.value >> 3, memory.trump),
        ),
    )


def lead_trump(view: View) -> Action:
    """Return the lead that makes its suit trump, where roem was declared and no trump named."""
    trump = find_trump(view)
    held = cards_in(view.hand & SUIT_CARDS[trump])
    return PLAYS[max(held, key=lambda card: low_ten.strength(card, trump, trump))]


def weigh(memory: Memory, card: Card) -> float:
    """Return what it is worth to play a card now."""
    ours = chance(memory, card)
    value = ours * stake(memory, card) - kept(memory, card)
    if memory.led == NO_SUIT:
        return value + lead_value(memory, card)
    if memory.declares or card >> 3 == memory.trump:
        return value
    return value + SIGNAL * (1 - ours) * signals.fits(memory, card)


# The trick.


def chance(memory: Memory, card: Card) -> float:
    """Return how likely our side wins the trick when this card is played to it."""
    led = card >> 3 if memory.led == NO_SUIT else memory.led
    best, ours = memory.best, memory.best_seat not in memory.foes
    if memory.led == NO_SUIT or is_better(memory, card):
        best, ours = card, True
    likely = float(ours)
    for seat in memory.behind:
        beaten = beats(memory, seat, best, led)
        if seat in memory.foes:
            likely *= 1 - beaten
        else:
            likely += (1 - likely) * beaten
    return likely


def is_better(memory: Memory, card: Card) -> bool:
    """Whether a card would win the trick as it lies."""
    power = low_ten.strength(card, memory.led, memory.trump)
    return power > low_ten.strength(memory.best, memory.led, memory.trump)


def beats(memory: Memory, seat: int, card: Card, led: int) -> float:
    """Return how likely a seat beats the card that wins a trick in which `led` was led."""
    higher = memory.holds(seat, memory.higher(card))
    if card >> 3 == memory.trump:
        return higher
    void_ruffs, ruffs = RUFFS["declarer" if seat == memory.declarer else "defender"]
    follows = memory.holds(seat, SUIT_CARDS[led])
    willing = follows * ruffs + (1 - follows) * void_ruffs
    return higher + (1 - higher) * memory.holds(seat, memory.trumps) * willing


def stake(memory: Memory, card: Card) -> float:
    """Return what lies in the trick with this card, and what may be expected to follow."""
    value = float(low_ten.points(card, memory.trump) + STILL_TO_COME * len(memory.behind))
    value += sum(low_ten.points(laid, memory.trump) for _, laid in memory.view.trick)
    if len(memory.view.tricks) == memory.size - 1:
        value += low_ten.LAST_TRICK_POINTS
    return value + all_tricks_at_stake(memory)


def all_tricks_at_stake(memory: Memory) -> float:
    """Return what of the bonus for all tricks hangs on one trick: the more, the fewer are left."""
    if not memory.unbeaten or (not memory.declares and holds_jack(memory)):
        return 0
    table = Table.of(memory.view, highest_bid(memory.view))
    return table.bonus * (len(memory.view.tricks) / (memory.size - 1)) ** 2


def holds_jack(memory: Memory) -> bool:
    """Whether this seat has the jack of trumps, which nobody can take from it."""
    return bool(memory.hand >> memory.trump * 8 + Rank.JACK & 1)


# What a card would bring in a later trick.


def kept(memory: Memory, card: Card) -> float:
    """Return what a card would bring if it were kept."""
    if card >> 3 == memory.trump:
        return kept_trump(memory, card)
    if memory.declares:
        return kept_by_declarer(memory, card)
    held = memory.hand & SUIT_CARDS[card >> 3]
    rest = held & ~(1 << card)
    value = suit_value(memory, held) - suit_value(memory, rest)
    return value - UNBLOCK if not rest and is_doomed_king(memory, card) else value


def kept_trump(memory: Memory, card: Card) -> float:
    """Return what a trump would bring."""
    points = low_ten.points(card, memory.trump)
    if memory.declares:
        if memory.is_master(card):
            return points + TRUMP_TAKES
        return points * SMALL_TRUMP + RUFF
    if card & 7 == Rank.JACK:
        return points + JACK_TAKES * (memory.hand.bit_count() - 1) / memory.size
    above = (memory.higher(card) & memory.against).bit_count()
    beside = (memory.hand & memory.trumps).bit_count() - 1
    fate = 1.0 if not above else GUARDED if beside >= above else SMALL_TRUMP
    return fate * points + (TRUMP_TAKES if not above else 1)


def kept_by_declarer(memory: Memory, card: Card) -> float:
    """Return what a plain card would bring to the declarer."""
    points = low_ten.points(card, memory.trump)
    if not memory.is_master(card):
        return LOSER * points
    safe = 1 - memory.foes_hold(memory.trumps) * RUFFS["defender"][1]
    return safe * (points + WINNER_TAKES)


def suit_value(memory: Memory, held: CardSet) -> float:
    """Return what a defender may expect of the cards that he holds of a plain suit."""
    if not held:
        return 0
    suit = held.bit_length() - 1 >> 3
    declarer = memory.declarer
    reach = min(1.0, memory.plain_cards()) * memory.holds(declarer, SUIT_CARDS[suit])
    worth = best = 0.0
    for card in cards_in(held):
        above = (memory.higher(card) & memory.against).bit_count()
        lower = (held & ((1 << card) - 1)).bit_count()
        fate = reach * (GUARDED**above if lower >= above else BARE)
        worth += max(fate, GIVEN) * low_ten.points(card, memory.trump)
        best = max(best, fate)
    worth += best * (WINNER_TAKES + all_tricks_at_stake(memory))
    return worth * COVERED if signals.partners_say(memory, suit, Signal.UP) else worth


def is_doomed_king(memory: Memory, card: Card) -> bool:
    """Whether a card is a king below an ace that the declarer probably has."""
    if card & 7 != Rank.KING or signals.partners_say(memory, card >> 3, Signal.UP):
        return False
    ace = card + 1
    return bool(memory.unseen >> ace & 1) and memory.likely(memory.declarer, ace) > PROBABLY


# The lead.


def lead_value(memory: Memory, card: Card) -> float:
    """Return what a lead is good for beyond the trick."""
    suit = card >> 3
    if memory.declares:
        if suit == memory.trump:
            draws = DRAW if memory.is_master(card) else DRIVE
            return draws * memory.foes_hold(memory.trumps)
        return 0 if memory.is_master(card) else -PATIENCE
    if suit == memory.trump:
        return -TRUMPS_FOR_DEFENDERS
    if signals.partners_say(memory, suit, Signal.UP):
        return LEAD_UP
    return -LEAD_DOWN if signals.partners_say(memory, suit, Signal.DOWN) else 0
