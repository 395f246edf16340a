"""Klaverjas in words."""

from bot.rules.house import House
from bot.rules.view import DealResult, Reason
from bot.texts.games import klaverjas_rules
from bot.texts.games.rulebook import house_pages
from bot.texts.games.words import GameWords, Option, Page, Who
from bot.texts.speech import Speech, later

SHORT = later(
    "Four people play in two pairs, partners opposite each other. The pair that chooses trump must"
    " get more points than the other."
)

OPTIONS = {
    "system": Option(
        later("System"),
        later(
            "What you may play when you cannot follow suit. Amsterdam: you need not trump while"
            " your partner is winning. Rotterdam: you must always trump if you can."
        ),
        {"amsterdam": later("Amsterdam"), "rotterdam": later("Rotterdam")},
    ),
    "all_pass": Option(
        later("If everybody passes"),
        later("What happens when nobody wants to name the trump suit."),
        {
            "eldest_must": later("left of the dealer must name trump"),
            "dealer_must": later("the dealer must name trump"),
            "redeal_same_dealer": later("new cards from the same dealer"),
            "redeal_next_dealer": later("new cards from the next dealer"),
        },
    ),
    "trump_choice": Option(
        later("Choosing trump"),
        later("Who makes trump, and how: that player and the partner must get the most points."),
        {
            "free": later("in turn: name any suit or pass"),
            "eldest_must": later("left of the dealer names a suit and cannot pass"),
            "turn_up": later("a suit is drawn: in turn, play on it or pass"),
            "dealer_first": later("in turn, the dealer first: name any suit or pass"),
            "drawn": later("a suit is drawn, and left of the dealer plays on it"),
        },
    ),
    "partner_trumped": Option(
        later("Partner wins with a trump"),
        later("Which cards are left to you when you cannot follow suit and your partner trumped."),
        {
            "no_undertrump": later("play anything but a lower trump"),
            "discard_only": later("no trump while you have another card"),
        },
    ),
    "opponent_trumped": Option(
        later("Opponent's trump too high"),
        later(
            "Which cards are left to you when you cannot follow suit and all your trumps are lower"
            " than an opponent's trump in the trick."
        ),
        {
            "forbidden": later("another suit; a lower trump only if nothing else"),
            "optional": later("play any card"),
            "forced": later("you must play a lower trump"),
        },
    ),
    "first_lead": Option(
        later("First card of a deal"),
        later("Who leads to the first trick."),
        {
            "eldest": later("by the player left of the dealer"),
            "maker": later("by the player who chose trump"),
        },
    ),
    "four_of_a_kind": Option(
        later("Four alike in one trick"),
        later("The roem for four cards of one rank in a trick, a carré. It is very rare."),
        {
            "all_ranks": later("100, four jacks 200"),
            "ten_up": later("10, queen, king, ace 100, jacks 200, lower nothing"),
            "jacks_100": later("100, four jacks too"),
            "ten_up_jacks_100": later("from the 10 up 100, jacks too; lower nothing"),
        },
    ),
    "tie": Option(
        later("Both pairs equal"),
        later("What happens when both pairs have equally many points in a deal."),
        {
            "nat": later("the pair that chose trump has lost: nat"),
            "made": later("the pair that chose trump has made it"),
        },
    ),
    "roem": Option(
        later("Roem"),
        later(
            "Who may claim the roem of a trick. What nobody claims does not count, unless the bot"
            " counts it by itself."
        ),
        {
            "claim_own": later("claimed in own tricks"),
            "claim_any": later("claimed in any trick"),
            "auto": later("counted by itself"),
        },
    ),
    "counter_pit": Option(
        later("Counter-pit"),
        later("Whether the other pair too gets a bonus when it wins every trick."),
        {
            "true": later("100 extra for defenders with every trick"),
            "false": later("no bonus for defenders"),
        },
    ),
    "packets": Option(
        later("Dealing"),
        later("How many cards each player gets at a time."),
        {"3-2-3": later("3, 2 and 3 cards at a time"), "4-4": later("4 cards at a time")},
    ),
    "draw": Option(
        later("Equal at the end"),
        later("What happens when both pairs have equally many points at the end of the match."),
        {
            "draw": later("the match is a draw"),
            "extra_deal": later("extra deals, four at most"),
        },
    ),
    "length": Option(
        later("Length"),
        later("How long a match goes on."),
        {
            "16": later("16 deals"),
            "4": later("4 deals"),
            "8": later("8 deals"),
            "to_1500": later("to 1500 points"),
        },
    ),
}


def result(say: Speech, deal: DealResult, who: Who) -> list[str]:
    """Return how a deal ended."""
    makers = who([deal.declarer, (deal.declarer + 2) % 4])
    defenders = who([(deal.declarer + 1) % 4, (deal.declarer + 3) % 4])
    if Reason.PIT in deal.reasons:
        return [say("**{makers}** made it with every trick: **pit**!", makers=makers)]
    if Reason.COUNTER_PIT in deal.reasons:
        text = later("**{makers}** are **nat** without a trick: counter-pit for {defenders}.")
    elif Reason.NAT in deal.reasons:
        text = later("**{makers}** are **nat**: everything goes to {defenders}.")
    else:
        return [say("**{makers}** made it.", makers=makers)]
    return [say(text, makers=makers, defenders=defenders)]


def pages(say: Speech, house: House, seats: int) -> list[Page]:
    """Return the rules page by page, as they are at a table with these house rules."""
    return [
        *klaverjas_rules.pages(say, SHORT, house),
        *house_pages(say, OPTIONS, house, seats),
    ]


WORDS = GameWords(
    name=later("Klaverjas"),
    short=SHORT,
    options=OPTIONS,
    result=result,
    bidding=later("Trump is being chosen."),
    always=("system", "length"),
    presets={
        "amsterdam": later("Amsterdam"),
        "rotterdam": later("Rotterdam"),
        "utrecht": later("Utrecht: left of the dealer names trump"),
        "turned": later("A suit is turned"),
        "cafe": later("Café: to 1500, anyone claims roem"),
    },
    pages=pages,
)
