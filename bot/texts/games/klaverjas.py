"""Klaverjas in words."""

from bot.rules.match import DealResult, Reason
from bot.texts.games.words import GameWords, Option, Who
from bot.texts.speech import Speech, later

OPTIONS = {
    "system": Option(
        later("System"),
        later("Amsterdam: no ruffing a trick that the partner wins. Rotterdam: always trump."),
        {"amsterdam": later("Amsterdam"), "rotterdam": later("Rotterdam")},
    ),
    "length": Option(
        later("Length"),
        later("How many deals a match has."),
        {
            "16": later("16 deals"),
            "8": later("8 deals"),
            "4": later("4 deals"),
            "to_1500": later("to 1500 points"),
        },
    ),
    "roem": Option(
        later("Roem"),
        later("Who may claim the roem of a trick."),
        {
            "claim_own": later("claimed in own tricks"),
            "claim_any": later("claimed in any trick"),
            "auto": later("counted by itself"),
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


WORDS = GameWords(
    name=later("Klaverjas"),
    short=later(
        "Four people play, partners opposite each other. Who names trump must make more than half."
    ),
    options=OPTIONS,
    result=result,
    presets={
        "amsterdam": later("Amsterdam"),
        "rotterdam": later("Rotterdam"),
        "utrecht": later("Utrecht: eldest names trump"),
        "turned": later("A suit is turned"),
        "cafe": later("To 1500, anyone claims roem"),
    },
)
