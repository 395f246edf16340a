"""Game words that several screens use: rules' names, actions, deals in a line."""

from bot.rules.actions import Action, Kind
from bot.rules.house import House
from bot.rules.match import DealResult, Reason, View
from bot.screens.names import seat_name, side_name
from bot.tables.face import Face
from bot.texts import Speech, later
from bot.texts.cards import card_text, suit_name, suit_sign

GAME_NAMES = {"klaverjas": later("Klaverjas")}

OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "system": (
        later("System"),
        {"amsterdam": later("Amsterdam"), "rotterdam": later("Rotterdam")},
    ),
    "length": (
        later("Length"),
        {
            "16": later("16 deals"),
            "8": later("8 deals"),
            "4": later("4 deals"),
            "to_1500": later("to 1500 points"),
        },
    ),
    "roem": (
        later("Roem"),
        {
            "claim_own": later("claimed in own tricks"),
            "claim_any": later("claimed in any trick"),
            "auto": later("counted by itself"),
        },
    ),
}
"""House rules that the lobby offers: name and values."""


def game_name(say: Speech, game: str) -> str:
    """Return the name of a game."""
    return say(GAME_NAMES[game])


def house_lines(say: Speech, house: House) -> list[str]:
    """Return the house rules that the lobby offers, one a line."""
    values = house.model_dump()
    return [
        f"{say(title)}: **{say(words[str(values[name])])}**"
        for name, (title, words) in OPTIONS.items()
        if name in values
    ]


def action_label(say: Speech, action: Action) -> str:
    """Return what stands on the button of an action."""
    match action.kind:
        case Kind.PLAY:
            return card_text(say, action.value)
        case Kind.TRUMP:
            return f"{suit_sign(action.value)} {suit_name(say, action.value)}"
        case Kind.PASS:
            return say("Pass")
        case Kind.ACCEPT:
            return say("Play on it")
        case Kind.COUNT:
            return say("Count")
        case Kind.REST:
            return say("The rest is mine")
        case Kind.CLAIM:
            return say("Roem!")
        case Kind.CLOSE:
            return say("Score")


def bids_line(say: Speech, face: Face, view: View) -> str:
    """Return what has been said in the bidding."""
    said = []
    for seat, action in view.bids:
        word = say("passes") if action.kind is Kind.PASS else action_label(say, action)
        said.append(f"{seat_name(say, face, seat)}: {word}")
    return " · ".join(said)


def trump_line(say: Speech, face: Face, view: View) -> str:
    """Return trump and makers, or what is being decided; to a player: whether it is up to him."""
    if view.trump is not None and view.makers is not None:
        sign, suit = suit_sign(view.trump), suit_name(say, view.trump)
        if view.seat is not None and len(view.sides) == 2:
            ours = view.seat in view.sides[view.makers]
            return (
                say("Trump **{sign} {suit}** · we must make it", sign=sign, suit=suit)
                if ours
                else say("Trump **{sign} {suit}** · they must make it", sign=sign, suit=suit)
            )
        makers = side_name(say, face, view.makers)
        return say(
            "Trump **{sign} {suit}** · {makers} must make it", sign=sign, suit=suit, makers=makers
        )
    if view.turned is not None:
        return say(
            "Turned: **{sign} {suit}**. Play on it or pass?",
            sign=suit_sign(view.turned),
            suit=suit_name(say, view.turned),
        )
    return say("Trump is being chosen.")


def deal_title(say: Speech, view: View) -> str:
    """Return which deal this is: `Deal 3 of 16`."""
    if view.length is None:
        return say("Deal {n}", n=view.deal)
    return say("Deal {n} of {m}", n=view.deal, m=view.length)


def result_line(say: Speech, face: Face, result: DealResult) -> str:
    """Return how a deal ended, in a sentence."""
    makers, defenders = side_name(say, face, result.makers), side_name(say, face, 1 - result.makers)
    if Reason.PIT in result.reasons:
        return say("**{makers}** made it with every trick: **pit**!", makers=makers)
    if Reason.COUNTER_PIT in result.reasons:
        return say(
            "**{makers}** are **nat** without a trick: counter-pit for {defenders}.",
            makers=makers,
            defenders=defenders,
        )
    if Reason.NAT in result.reasons:
        return say(
            "**{makers}** are **nat**: everything goes to {defenders}.",
            makers=makers,
            defenders=defenders,
        )
    return say("**{makers}** made it.", makers=makers)


def result_rows(say: Speech, face: Face, result: DealResult) -> list[str]:
    """Return what each side wrote down, and what it consists of in small print below."""
    lines = []
    for side, score in enumerate(result.scores):
        parts = [say("{n} in cards", n=result.cards[side])]
        if result.roem[side]:
            parts.append(say("{n} roem", n=result.roem[side]))
        parts.append(say.plural("{n} trick", "{n} tricks", result.tricks[side]))
        lines.append(f"{SIDE_SIGNS[side]} {side_name(say, face, side)}: **{score}**")
        lines.append(f"-# {' · '.join(parts)}")
    return lines


SIDE_SIGNS = ("🔵", "🟠", "🟢")
"""A side's sign, so that it is found again at a glance; its names always stand beside it."""
