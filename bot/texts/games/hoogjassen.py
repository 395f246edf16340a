"""Hoogjassen in words."""

from bot.rules.house import House
from bot.rules.view import DealResult, Reason
from bot.texts.games import hoogjassen_rules
from bot.texts.games.rulebook import house_pages
from bot.texts.games.words import ANY_NUMBER, GameWords, Option, Page, Who
from bot.texts.speech import Speech, later

SHORT = later(
    "Everybody plays alone and bids points. The highest bidder, the declarer, must make that bid"
    " against all the others together."
)

OPTIONS = {
    "pack": Option(
        later("Cards"),
        later("With how many cards four people play. Those left over are the talon."),
        {"31": later("31, without 7♣; 3 left over"), "32": later("all 32; 4 left over")},
    ),
    "lowest_bid": Option(
        later("Lowest bid"),
        later("With how many points the bidding starts at least."),
        {"0": later("120, with three players 170"), ANY_NUMBER: later("{n} points")},
    ),
    "all_pass": Option(
        later("If everybody passes"),
        later("What happens when nobody bids."),
        {
            "same_dealer": later("new cards from the same dealer"),
            "next_dealer": later("new cards from the next dealer"),
            "dealer_must": later("the dealer must play at the lowest bid"),
        },
    ),
    "discards_for": Option(
        later("Points laid away"),
        later("For whom the cards laid away count, or a talon that was left unseen."),
        {"declarer": later("for the declarer"), "defenders": later("for the opponents")},
    ),
    "roem_from": Option(
        later("Roem of the declarer"),
        later(
            "From which cards the declarer declares roem: after laying away, or before it from all"
            " of them. Who plays blind has only the hand."
        ),
        {
            "kept": later("from the cards kept"),
            "all": later("from all cards, before laying away"),
        },
    ),
    "overlap": Option(
        later("A card in two combinations"),
        later(
            "Whether a card counts both in a row and in four alike. King and queen of trumps always"
            " count beside either."
        ),
        {
            "allowed": later("it counts in both"),
            "exclusive": later("it counts in one, as gives most"),
        },
    ),
    "blind_doubles": Option(
        later("Blind with all tricks"),
        later("What counts double when the declarer plays blind and wins every trick."),
        {
            "all": later("everything"),
            "all_but_100": later("everything but the 100 extra for all tricks"),
        },
    ),
    "all_tricks": Option(
        later("All tricks"),
        later("When a declarer who wins every trick has made 250 points."),
        {
            "always": later("always 250"),
            "if_bid_250": later("250 only with a bid of 250 or more"),
        },
    ),
    "dealer": Option(
        later("Next dealer"),
        later("Who deals after a deal that was played."),
        {
            "by_turn": later("the next player, clockwise"),
            "last_declarer": later("the declarer of the deal before"),
        },
    ),
    "three_players": Option(
        later("Cards with three players"),
        later("With which cards three people play, and how many each of them gets."),
        {
            "31": later("31, without 7♣; 9 each, 4 left over"),
            "30": later("30, without 7♠ and 7♣; 9 each, 3 left over"),
            "32": later("all 32; 10 each, 2 left over"),
            "24": later("24, from the 9 up; 7 each, 3 left over"),
        },
    ),
    "length": Option(
        later("Length"),
        later("How long a match goes on."),
        {
            "16": later("16 deals"),
            "4": later("4 deals"),
            "8": later("8 deals"),
            "24": later("24 deals"),
            "open": later("until the host or most players stop"),
        },
    ),
    "shuffle": Option(
        later("Shuffling between deals"),
        later(
            "How well the cards are shuffled. Lightly, cards of one trick may stay together, so"
            " that hands get wilder; nobody can know them."
        ),
        {"full": later("thoroughly"), "light": later("lightly, as at the kitchen table")},
    ),
    "money": Option(
        later("Points as money"),
        later("Totals can be shown as money too. The bot only shows it, nobody pays anything."),
        {
            "0": later("not shown"),
            "1": later("1 cent for 10 points"),
            ANY_NUMBER: later("{n} cents for 10 points"),
        },
    ),
}


def result(say: Speech, deal: DealResult, who: Who) -> list[str]:
    """Return how a deal ended: what was bid and made, and what is written down for it."""
    name, roem = who([deal.declarer]), deal.roem[deal.declarer]
    bid = _bid(say, name, deal.bid, roem, blind=Reason.BLIND in deal.reasons)
    needed = deal.bid - roem
    over = deal.points - needed
    every_trick = Reason.PIT in deal.reasons
    if over == 0:
        text = (
            later("{bid} and won **every trick**, {points} points: exactly enough.")
            if every_trick
            else later("{bid} and made {points}: exactly enough.")
        )
    elif over > 0:
        text = (
            later("{bid} and won **every trick**, {points} points: **{n} over**.")
            if every_trick
            else later("{bid} and made {points}: **{n} over**.")
        )
    else:
        text = (
            later("{bid} and won **every trick**, but only {points} points: **nat**, {n} short.")
            if every_trick
            else later("{bid} and made only {points}: **nat**, {n} short.")
        )
    lines = [say(text, bid=bid, points=deal.points, n=abs(over))]
    return [*lines, _settled(say, deal, name, over)]


def _bid(say: Speech, name: str, bid: int, roem: int, *, blind: bool) -> str:
    """Return who bid what, to be continued with what came of it."""
    if roem and roem >= bid:
        text = (
            later("**{name}** bid {bid} ({roem} roem cover that), played **blind**")
            if blind
            else later("**{name}** bid {bid} ({roem} roem cover that)")
        )
    elif roem and blind:
        text = later("**{name}** bid {bid} ({roem} roem: {needed} to make), played **blind**")
    elif roem:
        text = later("**{name}** bid {bid} ({roem} roem: {needed} to make)")
    elif blind:
        text = later("**{name}** bid {bid}, played **blind**")
    else:
        text = later("**{name}** bid {bid}")
    return say(text, name=name, bid=bid, roem=roem, needed=bid - roem)


def _settled(say: Speech, deal: DealResult, name: str, over: int) -> str:
    """Return what the declarer and each of the others write down."""
    declarer = deal.scores[deal.declarer]
    # The others all write down the same; of seat 0 the one before is the last.
    other = deal.scores[deal.declarer - 1]
    if not declarer:
        return say("-# Nobody wins or loses points.")
    if Reason.BLIND not in deal.reasons:
        text = later("-# {name} {declarer}, each opponent {other}.")
    elif other == -2 * over:
        text = later("-# Blind counts double: {name} {declarer}, each opponent {other}.")
    else:
        text = later(
            "-# Blind counts double, but not the extra for all tricks: {name} {declarer}, each"
            " opponent {other}."
        )
    return say(text, name=name, declarer=f"{declarer:+}", other=f"{other:+}")


def pages(say: Speech, house: House, seats: int) -> list[Page]:
    """Return the rules page by page, as they are at a table with these house rules."""
    return [
        *hoogjassen_rules.pages(say, SHORT, house, seats),
        *house_pages(say, OPTIONS, house, seats),
    ]


WORDS = GameWords(
    name=later("Hoogjassen"),
    short=SHORT,
    options=OPTIONS,
    result=result,
    bidding=later("Who bids highest plays."),
    always=("length",),
    money="money",
    presets={
        "brabant": later("Brabant"),
        "with_7c": later("With all 32 cards"),
        "kitchen_table": later("Kitchen table: open end, lightly shuffled"),
        "strict": later("Strict: less for blind and all tricks"),
    },
    pages=pages,
)
