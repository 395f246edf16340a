"""Ronde van Lesbos in words."""

from bot.rules.house import House
from bot.rules.lesbos import SEATS
from bot.rules.view import DealResult, Reason
from bot.texts.games import lesbos_rules
from bot.texts.games.rulebook import house_pages
from bot.texts.games.words import GameWords, Option, Page, Who
from bot.texts.speech import Speech, later

SHORT = later(
    "Klaverjas for three people, everybody alone. One of them, the declarer, must get more points"
    " than each of the other two."
)

OPTIONS = {
    "system": Option(
        later("System"),
        later(
            "What you play when you cannot follow suit and your trumps are too low. Amsterdam:"
            " another suit. Rotterdam: a lower trump."
        ),
        {"amsterdam": later("Amsterdam"), "rotterdam": later("Rotterdam")},
    ),
    "defenders_are_partners": Option(
        later("Defenders as partners"),
        later(
            "Whether a defender who cannot follow suit may spare a trick that the other defender is"
            " winning, instead of having to trump it."
        ),
        {
            "true": later("you need not trump the other defender"),
            "false": later("no, everybody plays alone"),
        },
    ),
    "first_lead": Option(
        later("First card of a deal"),
        later("Who leads to the first trick."),
        {
            "eldest": later("by the player left of the dealer"),
            "declarer": later("by the declarer"),
        },
    ),
    "same_suit_again": Option(
        later("Second card of the same suit"),
        later("What happens when all have passed and the second card has the same suit again."),
        {
            "play": later("left of the dealer must play on it all the same"),
            "redeal_same_dealer": later("new cards from the same dealer"),
            "redeal_next_dealer": later("new cards from the next dealer"),
        },
    ),
    "all_pass": Option(
        later("If everybody passes"),
        later("What happens when nobody wants to play on the card that is turned."),
        {
            "eldest_must": later("left of the dealer must play on the second card"),
            "redeal_same_dealer": later("new cards from the same dealer"),
            "redeal_next_dealer": later("new cards from the next dealer"),
        },
    ),
    "roem_from": Option(
        later("Roem of the declarer"),
        later(
            "From which cards the declarer announces roem. For stuk, king and queen of trumps, both"
            " must still be in hand."
        ),
        {
            "kept": later("from the ten cards kept"),
            "all": later("from all twelve, the two laid away too"),
        },
    ),
    "roem_counts": Option(
        later("Roem in hand"),
        later("What counts of the roem that the players announce from their hands."),
        {
            "best": later("only the best combination of all"),
            "all_of_winner": later("all combinations of the hand with the best one"),
            "totals": later("all combinations of the hand with the highest sum"),
        },
    ),
    "long_runs": Option(
        later("Rows of six and more"),
        later("What six or more cards in a row in one hand are worth."),
        {
            "capped": later("100, as five in a row"),
            "rising": later("six 150, seven 200, eight 250"),
        },
    ),
    "nat_others": Option(
        later("The others at a nat"),
        later(
            "What the other two write down when the declarer is nat. Who won no trick gets -100"
            " all the same."
        ),
        {
            "own": later("their own points"),
            "nothing": later("nothing"),
            "split": later("their own and half the declarer's each"),
        },
    ),
    "tie": Option(
        later("Equal with the highest"),
        later(
            "What happens when the declarer and the best of the others have equally many points."
        ),
        {
            "nat": later("the declarer is nat"),
            "made": later("the declarer has made it"),
        },
    ),
    "all_tricks": Option(
        later("All ten tricks"),
        later("Whether a player who wins all ten tricks gets something extra."),
        {"none": later("nothing extra"), "bonus": later("100 extra")},
    ),
    "roem": Option(
        later("Roem in tricks, and stuk"),
        later(
            "Whether players claim roem in tricks and say stuk themselves. Roem in hand is always"
            " announced."
        ),
        {
            "claim": later("claimed and said by the players"),
            "auto": later("counted by itself"),
        },
    ),
    "cap": Option(
        later("Most deals in a day race"),
        later(
            "A day race goes on until somebody leads alone with 1500 points or more, but it has no"
            " more deals than this."
        ),
        later("{n} deals"),
    ),
}


def result(say: Speech, deal: DealResult, who: Who) -> list[str]:
    """Return how a deal ended."""
    declarer = who([deal.declarer])
    made = Reason.NAT not in deal.reasons
    all_ten = deal.tricks.index(max(deal.tricks)) if Reason.PIT in deal.reasons else None
    if not made:
        lines = [say("**{name}** is **nat**: -100 and a cross.", name=declarer)]
    elif all_ten == deal.declarer:
        lines = [say("**{name}** made it with all ten tricks!", name=declarer)]
    else:
        lines = [say("**{name}** made it.", name=declarer)]
    trickless = [seat for seat in range(SEATS) if seat != deal.declarer and not deal.tricks[seat]]
    if Reason.TRICKLESS in deal.reasons and trickless:
        lines.append(
            say(
                "**{names}** won no trick: -100 and a cross."
                if len(trickless) == 1
                else "**{names}** won no trick: -100 and a cross each.",
                names=who(trickless),
            )
        )
    if all_ten is not None and not (made and all_ten == deal.declarer):
        lines.append(say("**{name}** won all ten tricks!", name=who([all_ten])))
    return lines


def pages(say: Speech, house: House, seats: int) -> list[Page]:
    """Return the rules page by page, as they are at a table with these house rules."""
    return [*lesbos_rules.pages(say, SHORT, house), *house_pages(say, OPTIONS, house, seats)]


WORDS = GameWords(
    name=later("Ronde van Lesbos"),
    short=SHORT,
    options=OPTIONS,
    result=result,
    talon=later("Cards left over"),
    bidding=later("Play on the suit that is turned, or pass?"),
    always=("system",),
    presets={
        "amsterdam": later("Amsterdam"),
        "rotterdam": later("Rotterdam"),
        "partners": later("Defenders as partners"),
        "all_roem": later("All roem of the best hand, long rows too"),
    },
    pages=pages,
)
