"""The rules of Hoogjassen for people, page by page, as they are at one table."""

from bot.rules import low_ten
from bot.rules.actions import PASS, Deal, Kind, bid
from bot.rules.cards import (
    PACK,
    CardSet,
    Rank,
    Suit,
    cards_in,
    mask_of,
    parse_cards,
    rank_of,
    suit_of,
)
from bot.rules.declared import declared_roem
from bot.rules.hoogjassen import (
    ALL_TRICKS_BONUS,
    ALL_TRICKS_POINTS,
    HIGHEST_BID,
    MARKET_POINTS,
    SEATS,
    USUAL_LOWEST_BID,
    Hoogjassen,
    HoogjassenHouse,
    Score,
    score_deal,
)
from bot.rules.house import House
from bot.rules.match import PASSED_OUT_LIMIT
from bot.rules.play import SUIT_CARDS
from bot.rules.shuffle import SEED_BYTES
from bot.texts.cards import card_text, rank_letter, suit_sign
from bot.texts.games.rulebook import ladder, may_play, row, trick_example
from bot.texts.games.words import Page
from bot.texts.speech import Speech, later

TRUMP, PLAIN = Suit.HEARTS, Suit.DIAMONDS
"""Trump, and another suit, in every example: suits of which no seven is left out alone."""

BOTH = "AH AD AC AS KH QH"
"""An example of a card that serves in a row and in four alike."""

PACKETS = {7: (4, 3), 9: (3, 3, 3), 10: (3, 4, 3)}
"""By the size of a hand, how many cards are dealt at a time."""


class _Table:
    """What a table with these house rules and so many seats looks like, after a deal."""

    def __init__(self, house: HoogjassenHouse, seats: int) -> None:
        self.house = house
        self.seats = seats
        match = self.deal()
        self.opponents = seats - 1
        self.talon = match.talon.bit_count()
        self.hand = match.hands[0].bit_count()
        self.pack: CardSet = sum(match.hands) + match.talon
        self.lowest_bid = min(a.value for a in match.legal(match.turn) if a.kind is Kind.BID)
        self.offer = max(self.lowest_bid, USUAL_LOWEST_BID[SEATS])
        """What is bid in examples: a bid that makes sense, whatever the lowest one is."""

    def deal(self) -> Hoogjassen:
        """Return a match whose first bid is to be made."""
        match = Hoogjassen(self.house, self.seats)
        match.push(None, Deal(bytes(SEED_BYTES)))
        return match

    def score(
        self, bid: int, roem: int, defenders: int, *, all_tricks: bool = False, blind: bool = False
    ) -> Score:
        """Return what a deal comes to here."""
        return score_deal(bid, roem, defenders, all_tricks, blind, self.opponents, self.house)


def pages(say: Speech, short: str, house: House, seats: int) -> list[Page]:
    """Return the pages; `short` is the game in two sentences."""
    if not isinstance(house, HoogjassenHouse):
        raise TypeError(f"{house!r} are not house rules of Hoogjassen")
    table = _Table(house, seats)
    return [
        Page(say("In short"), _short(say, short, table)),
        Page(say("The cards"), _cards(say, table)),
        Page(say("Dealing and bidding"), _bidding(say, table)),
        Page(say("Before the first card"), _preparing(say, table)),
        Page(say("Roem"), _roem(say, table)),
        Page(say("Which card you may play"), _playing(say)),
        Page(say("Counting and settling"), _counting(say, table)),
        Page(say("Signals between the opponents"), _signals(say, table)),
    ]


def _short(say: Speech, short: str, table: _Table) -> list[str]:
    length = (
        say(
            "- The match has no fixed length: it ends after the deal in which the host or most"
            " players ask for it. The highest total wins."
        )
        if table.house.length == "open"
        else say("- A match has {n} deals. The highest total wins.", n=table.house.length)
    )
    return [
        say(short),
        say(
            "- Everybody gets {hand} cards; {talon} are left over, the **talon**. In turn you bid"
            " how many points you will make, or pass.",
            hand=table.hand,
            talon=table.talon,
        ),
        say(
            "- The highest bidder is the **declarer**, chooses trump and leads. The others are the"
            " **opponents**; they play together."
        ),
        say(
            "- In a **trick** everybody plays one card, clockwise. The highest trump wins it, or,"
            " without trumps, the highest card of the suit that was led. The winner leads to the"
            " next trick."
        ),
        say(
            "- There are {points} points in a deal, counted as {rounded}. What the declarer makes"
            " more than the bid, every opponent pays. What is short, the declarer pays to every"
            " opponent.",
            points=low_ten.CARD_POINTS,
            rounded=MARKET_POINTS,
        ),
        say("- **Roem**, certain cards together in the declarer's hand, makes the bid lower."),
        f"{length} {say('With equal totals the place is shared.')}",
    ]


def _cards(say: Speech, table: _Table) -> list[str]:
    def rungs(suit: Suit) -> str:
        return ladder(
            say,
            table.pack & SUIT_CARDS[suit],
            lambda card: low_ten.strength(card, suit, TRUMP),
            lambda card: low_ten.points(card, TRUMP),
        )

    missing = [
        card_text(say, card)
        for card in (8 * suit + Rank.SEVEN for suit in Suit)
        if not table.pack >> card & 1
    ]
    if not missing:
        cards = say("There are {n} cards.", n=len(PACK))
    elif len(missing) < len(Suit):
        cards = say(
            "There are {n} cards, without {cards}.",
            n=table.pack.bit_count(),
            cards=say.names(missing),
        )
    else:
        lowest = min(rank_of(card) for card in cards_in(table.pack))
        cards = say(
            "There are {n} cards, from the {rank} up.",
            n=table.pack.bit_count(),
            rank=rank_letter(say, lowest),
        )
    return [
        f"{cards} {say('From high to low, with their points:')}",
        say("- Trump: {cards}", cards=rungs(TRUMP)),
        say("- Other suits: {cards}", cards=rungs(PLAIN)),
        say(
            "Mind the ten: it is worth {n} points, but king and queen beat it, and in the other"
            " suits the jack too. In trumps jack and nine are the two highest.",
            n=low_ten.points(8 * PLAIN + Rank.TEN, TRUMP),
        ),
        say(
            "Every trump beats every other card. A card that is neither trump nor of the suit led"
            " never wins."
        ),
        say("Two tricks with {sign} as trump, the first card led:", sign=suit_sign(TRUMP)),
        _won(say, "TD JD QD AC"[: 3 * table.seats - 1]),
        _won(say, "AD 9H KD TD"[: 3 * table.seats - 1]),
        say("The last trick is worth {n} points more.", n=low_ten.LAST_TRICK_POINTS),
    ]


def _won(say: Speech, notation: str) -> str:
    trick = parse_cards(notation)
    led = suit_of(trick[0])
    winner = max(trick, key=lambda card: low_ten.strength(card, led, TRUMP))
    points = sum(low_ten.points(card, TRUMP) for card in trick)
    return trick_example(say, trick, winner, points)


_ALL_PASS = {
    "same_dealer": later(
        "If everybody passes, the same dealer deals new cards. If that has happened {n} times in a"
        " row, the dealer must play at the lowest bid."
    ),
    "next_dealer": later(
        "If everybody passes, the next player deals new cards. If that has happened {n} times in a"
        " row, the dealer must play at the lowest bid."
    ),
    "dealer_must": later("If everybody passes, the dealer must play after all, at the lowest bid."),
}


def _bidding(say: Speech, table: _Table) -> list[str]:
    house = table.house
    lines = [
        say("The first dealer is drawn by lot; after each deal its declarer deals.")
        if house.dealer == "last_declarer"
        else say(
            "The first dealer is drawn by lot; after each deal it is the next player, clockwise."
        ),
        say(
            "First the {talon} cards of the talon are laid down, face down: nobody may see them."
            " The rest is cut, and everybody gets {hand} cards, in rounds of {packets}.",
            talon=table.talon,
            hand=table.hand,
            packets=say.names(map(str, PACKETS[table.hand])),
        ),
    ]
    if house.shuffle == "light":
        lines.append(
            say(
                "Between deals the cards are gathered trick by trick and only lightly shuffled, in"
                " small packets. So cards of one suit may stay together."
            )
        )
    return [
        *lines,
        say(
            "From the player left of the dealer on, in turn, you bid or pass. A bid is a multiple"
            " of 10, at least {lowest} and higher than the one before. Who has passed may not bid"
            " any more in this deal. When all others have passed, the highest bidder is the"
            " declarer.",
            lowest=table.lowest_bid,
        ),
        _bids(say, table),
        say(
            "{small} is called the *kleine markt*, {great} the *grote markt*. {highest} is the"
            " highest bid.",
            small=MARKET_POINTS,
            great=ALL_TRICKS_POINTS,
            highest=HIGHEST_BID,
        ),
        say(_ALL_PASS[house.all_pass], n=PASSED_OUT_LIMIT),
    ]


def _bids(say: Speech, table: _Table) -> str:
    """Return an example of a bidding: two seats raise each other, the others pass."""
    match, lowest = table.deal(), table.lowest_bid
    passes = [PASS] * (table.seats - 2)
    for action in (bid(lowest), bid(lowest + 10), *passes, bid(lowest + 20), PASS):
        match.push(match.turn, action)
    said = [say("pass") if a.kind is Kind.PASS else str(a.value) for _, a in match.bids]
    return say(
        "-# {bids}: the player who bid {bid} is the declarer.", bids=", ".join(said), bid=match.bid
    )


def _preparing(say: Speech, table: _Table) -> list[str]:
    lay = say(
        "- **Lay away** as many cards as you took, face down: any cards, those of the talon too."
        " Who plays blind lays nothing away."
    )
    named = [
        say(
            "- **Trump**: name any suit, or say nothing. If you say nothing, the suit of your first"
            " card is trump."
        ),
        say("- **Roem**: declare all you have, or nothing. Everybody sees the cards of it."),
    ]
    return [
        say("Before the play the declarer does this, in this order:"),
        say(
            "- **Talon**: take it, all {n} cards, or leave it unseen and play **blind**. A blind"
            " deal counts double, whether you win or lose.",
            n=table.talon,
        ),
        *([*named, lay] if table.house.roem_from == "all" else [lay, *named]),
        say("- **Lead**: play the first card of the first trick."),
        say(
            "Blind is tempting with a low bid, much roem, or cards that win every trick on their"
            " own."
        ),
    ]


def _roem(say: Speech, table: _Table) -> list[str]:
    exclusive = table.house.overlap == "exclusive"

    def worth(cards: CardSet) -> int:
        return declared_roem(cards, TRUMP, exclusive=exclusive).value

    def example(hand: str) -> str:
        roem = worth(mask_of(parse_cards(hand)))
        return say("{cards}: **{n}**", cards=row(say, hand), n=roem)

    by_rank = ((rank, worth(0x01010101 << rank)) for rank in reversed(Rank))
    fours = " · ".join(f"{rank_letter(say, rank)} **{roem}**" for rank, roem in by_rank if roem)
    hand = "TH JH QH KH"
    roem = worth(mask_of(parse_cards(hand)))
    return [
        say(
            "Only the declarer has roem, and only in hand; tricks have none. It is taken off the"
            " bid, so that there is less to make."
        ),
        say(
            "It is declared before laying away, from hand and talon together; who plays blind has"
            " only the hand."
        )
        if table.house.roem_from == "all"
        else say("It must lie in the cards that you keep."),
        say(
            "For a row the order of the cards is always {ranks}, in trumps too.",
            ranks=" ".join(rank_letter(say, rank) for rank in reversed(Rank)),
        ),
        say("- Three in a row of one suit: {example}", example=example("9D TD JD")),
        say("- Four in a row: {example}", example=example("TD JD QD KD")),
        say("- Five or more in a row: {example}", example=example("9D TD JD QD KD")),
        say("- Four alike: {fours}. Tens and lower ones nothing.", fours=fours),
        say(
            "- **Stuk**, king and queen of trumps (here {sign}): {example}. Only if you have named"
            " trump.",
            sign=suit_sign(TRUMP),
            example=example("KH QH"),
        ),
        say("All of it is added up: {example}", example=example(hand)),
        say("A card counts in a row and in four alike at once: {example}", example=example(BOTH))
        if not exclusive
        else say(
            "A card counts in a row or in four alike, as gives most, and stuk beside it: {example}",
            example=example(BOTH),
        ),
        say(
            "-# Bid {bid}, roem {roem}: {needed} points to make. It can even be less than 0.",
            bid=table.offer,
            roem=roem,
            needed=table.offer - roem,
        ),
    ]


def _playing(say: Speech) -> list[str]:
    def example(trick: str, hand: str) -> str:
        cards, held = parse_cards(trick), parse_cards(hand)
        legal = low_ten.legal_cards(mask_of(held), suit_of(cards[0]), TRUMP)
        return may_play(say, cards, held, legal, None)

    return [
        say(
            "Who leads may play any card. After that, in these examples with {sign} as trump:",
            sign=suit_sign(TRUMP),
        ),
        say(
            "- **You have the suit that was led**: follow with a card of that suit, or play a"
            " trump, even though you could follow."
        ),
        example("QD", "KD TD 9H AS"),
        say("- **Trump is led**: you must play a trump. It need not be a higher one."),
        example("KH", "AH TH AS"),
        say(
            "- **But the trump jack need never be played**: if it is your only trump, play what you"
            " like. With other trumps, play any of them."
        ),
        example("KH", "JH AS QD"),
        example("KH", "JH TH AS"),
        say("- **You cannot follow**: play what you like. You need not trump."),
        example("QD", "9H AS KC"),
        say("You never have to beat a card."),
    ]


def _counting(say: Speech, table: _Table) -> list[str]:
    house = table.house
    offer = table.offer
    # Roem that makes it possible without every trick.
    roem = next(n for n in (20, 50, 70, 100, 120, 150) if offer - n <= 100)
    lines = [
        say(
            "The points of the {n} opponents are added up, the last trick with its {last}, and"
            " rounded: a last digit of 0 or 1 goes down, 2 or more goes up. The declarer has made"
            " {market} less that.",
            n=table.opponents,
            last=low_ten.LAST_TRICK_POINTS,
            market=MARKET_POINTS,
        ),
        _rounded(say, table, 41),
        _rounded(say, table, 42),
        say("Cards laid away, or an unseen talon, are added to the opponents' points.")
        if house.discards_for == "defenders"
        else say("So cards laid away, or an unseen talon, count for the declarer."),
        say(
            "A declarer who wins **every trick** has made {n}, but only with a bid of {n} or more."
            " With a lower bid the points count as usual.",
            n=ALL_TRICKS_POINTS,
        )
        if house.all_tricks == "if_bid_250"
        else say(
            "A declarer who wins **every trick** has made {n}. With one trick lost, even one"
            " without points, it is {market} at most.",
            n=ALL_TRICKS_POINTS,
            market=MARKET_POINTS,
        ),
        say(
            "The bid, less the roem, is taken off. What is over, every opponent pays to the"
            " declarer; what is short, the declarer pays to every opponent."
        ),
        _settled(say, table, offer, roem, 27),
        _settled(say, table, offer, 0, 62),
        say("**Blind** counts double."),
        _settled(say, table, offer, roem, 27, blind=True),
    ]
    if house.blind_doubles == "all_but_100":
        lines.append(
            say(
                "Blind and every trick: the {n} extra for all tricks do not count double.",
                n=ALL_TRICKS_BONUS,
            )
        )
        lines.append(_settled(say, table, ALL_TRICKS_POINTS, roem, 0, all_tricks=True, blind=True))
    if house.money:
        money = say.money(house.money)
        lines.append(
            say(
                "-# Totals are shown as money too, {money} for 10 points. Nobody pays.", money=money
            )
        )
    return lines


def _rounded(say: Speech, table: _Table, opponents: int) -> str:
    points = table.score(0, 0, opponents).points
    return say(
        "-# The opponents have {n}, which is rounded to {rounded}: the declarer has made"
        " **{points}**.",
        n=opponents,
        rounded=MARKET_POINTS - points,
        points=points,
    )


def _settled(
    say: Speech,
    table: _Table,
    offer: int,
    roem: int,
    opponents: int,
    *,
    all_tricks: bool = False,
    blind: bool = False,
) -> str:
    """Return an example of what is written down."""
    score = table.score(offer, roem, opponents, all_tricks=all_tricks, blind=blind)
    return say(
        "-# Bid {bid}, roem {roem}, made {points}: declarer **{declarer}**, each opponent"
        " **{opponent}**.",
        bid=offer,
        roem=roem,
        points=score.points,
        declarer=f"{score.declarer:+}",
        opponent=f"{score.opponent:+}",
    )


def _signals(say: Speech, table: _Table) -> list[str]:
    counts = {suit: (table.pack & SUIT_CARDS[suit]).bit_count() for suit in Suit}
    most = max(counts.values())
    fewer = [suit_sign(suit) for suit in Suit if counts[suit] < most]
    trumps = say("Count the trumps: there are {n} in every suit.", n=most)
    if fewer:
        trumps = say(
            "Count the trumps: there are {n}, but only {fewer} in {suits}.",
            n=most,
            suits=say.names(fewer),
            fewer=min(counts.values()),
        )
    up, down, king = "AS QS 9S", "JC 9C", "KS JS TS 9S"
    return [
        say(
            "The opponents may not talk, but they tell each other something with the cards they"
            " throw (*tekenen*, *seinen*): when trump is led and they have none left, and when they"
            " follow. It is a custom, not a rule."
        ),
        say(
            "- **Up**, first a low card and next time a higher one: in this suit I expect a trick."
            " You hold the ace with others of it, or the king with three lower ones."
        ),
        say(
            "-# From {hand} first {first}, then {then}. From {king_hand} first {king_first}, then"
            " {king_then}.",
            hand=row(say, up),
            first=row(say, "9S"),
            then=row(say, "QS"),
            king_hand=row(say, king),
            king_first=row(say, "9S"),
            king_then=row(say, "TS"),
        ),
        say("- **Down**, first the highest and then the lowest: this suit is weak."),
        say(
            "-# From {hand} first {first}, then {then}.",
            hand=row(say, down),
            first=row(say, "JC"),
            then=row(say, "9C"),
        ),
        say("- An ace alone cannot signal up: signal your other suits down."),
        say("- A king alone: throw it early if the declarer probably has the ace."),
        say("- Two aces, and one must go: keep the one whose suit nobody else signals up."),
        trumps,
        say(
            "It is never certain: the trump jack may be held back, and trumps may lie in the talon"
            " or among the cards laid away."
        ),
        say("-# Computer players give these signals, read them, and doubt them too."),
    ]
