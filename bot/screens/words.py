"""Game words that several screens use: rules' names, actions, deals in a line."""

from collections.abc import Callable, Iterable, Sequence

from bot.rules.actions import Action, Kind
from bot.rules.cards import CardSet, cards_in
from bot.rules.match import PASSED_OUT_LIMIT
from bot.rules.view import Announced, DealResult, Phase, Reason, View
from bot.screens.names import seat_name, side_name
from bot.tables.face import Face
from bot.texts import Speech, later
from bot.texts.cards import card_text, suit_name, suit_sign
from bot.texts.games import WORDS

MARKETS = {150: later("kleine markt"), 250: later("grote markt")}
"""Bids that have a name of their own."""


def game_name(say: Speech, game: str) -> str:
    """Return the name of a game."""
    return say(WORDS[game].name)


def house_lines(say: Speech, face: Face) -> list[str]:
    """Return the house rules worth telling: those always named, and those that differ."""
    words, house = WORDS[face.game], face.house
    seats = len(face.seats)
    offered = house.offered(seats)
    named = [name for name in words.always if name in offered]
    named += [name for name in house.differing(seats) if name not in named]
    return [
        f"{say(words.options[name].title)}: "
        f"**{words.options[name].value(say, getattr(house, name))}**"
        for name in named
    ]


def cards_text(say: Speech, cards: CardSet | Sequence[int]) -> str:
    """Return cards in a row of text; a set in the order of its numbers."""
    listed = cards_in(cards) if isinstance(cards, int) else cards
    return " ".join(card_text(say, card) for card in listed)


def action_label(say: Speech, action: Action) -> str:
    """Return what stands on the button of an action."""
    match action.kind:
        case Kind.PLAY:
            return card_text(say, action.card)
        case Kind.TRUMP:
            return f"{suit_sign(action.value)} {suit_name(say, action.value)}"
        case Kind.BID:
            market = MARKETS.get(action.value)
            return f"{action.value} ({say(market)})" if market else str(action.value)
        case Kind.LAY:
            return say("Lay away")
        case kind:
            return say(_LABELS[kind])


_LABELS = {
    Kind.PASS: later("Pass"),
    Kind.ACCEPT: later("Play on it"),
    Kind.TAKE: later("Take the talon"),
    Kind.BLIND: later("Play blind: counts double"),
    Kind.DECLARE: later("Declare roem"),
    Kind.COUNT: later("Count"),
    Kind.REST: later("The rest is mine"),
    Kind.CLAIM: later("Roem!"),
    Kind.CLOSE: later("Score"),
    Kind.END: later("Stop after this deal"),
}
_SAID = {
    Kind.PASS: later("passes"),
    Kind.ACCEPT: later("plays"),
    Kind.TAKE: later("takes the talon"),
    Kind.BLIND: later("plays **blind**"),
    Kind.DECLARE: later("declares roem"),
}


def bids_line(say: Speech, face: Face, view: View) -> str:
    """Return what has been said before the play."""
    said = []
    for seat, action in view.bids:
        word = say(_SAID[action.kind]) if action.kind in _SAID else action_label(say, action)
        said.append(f"{seat_name(say, face, seat)}: {word}")
    return " · ".join(said)


def passed_out_line(say: Speech, view: View) -> str:
    """Return that everyone has passed, and what follows from it."""
    if not view.passed_out:
        return ""
    if view.passed_out >= PASSED_OUT_LIMIT and view.phase is not Phase.DEALING:
        return say("-# Everyone passed ten times, so this deal has to be played.")
    if view.phase is Phase.DEALING:
        return say("**Everyone passed**: new cards come in a moment.")
    if view.phase is Phase.BIDDING:
        return say("-# Everyone passed; these are new cards.")
    return ""


def talon_line(say: Speech, face: Face, view: View) -> str:
    """Return what everyone has seen of the cards that are left over, and what lies face down."""
    parts = []
    if view.shown:
        parts.append(say("Turned: **{cards}**", cards=cards_text(say, view.shown)))
    below = view.talon - (len(view.shown) if view.talon else 0)
    if below:
        parts.append(say("{talon}: {n} face down", talon=say(WORDS[face.game].talon), n=below))
    if any(view.blind):
        parts.append(say("{n} more face down for everyone", n=max(view.blind)))
    return " · ".join(parts)


def trump_line(say: Speech, face: Face, view: View) -> str:
    """Return trump and makers, or what is being decided; to a player: whether it is up to him."""
    if view.trump is None:
        if view.makers is not None:
            return say(
                "**{makers}** plays · trump is not named yet", makers=_makers(say, face, view)
            )
        if view.turned is not None and not view.shown:
            return say(
                "Turned: **{sign} {suit}**. Play on it or pass?",
                sign=suit_sign(view.turned),
                suit=suit_name(say, view.turned),
            )
        return say(WORDS[face.game].bidding)
    trump = f"{suit_sign(view.trump)} {suit_name(say, view.trump)}"
    if view.makers is None:
        return say("Trump **{trump}**", trump=trump)
    together = len(view.sides[view.makers]) > 1
    if view.seat is None or (view.seat not in view.sides[view.makers] and not together):
        return say(
            "Trump **{trump}** · {makers} have to make it"
            if together
            else "Trump **{trump}** · {makers} has to make it",
            trump=trump,
            makers=_makers(say, face, view),
        )
    if not together:
        return say("Trump **{trump}** · you must make it", trump=trump)
    if view.seat in view.sides[view.makers]:
        return say("Trump **{trump}** · we must make it", trump=trump)
    return say("Trump **{trump}** · they must make it", trump=trump)


def _makers(say: Speech, face: Face, view: View) -> str:
    return side_name(say, face, view.makers or 0)


def bid_line(say: Speech, view: View) -> str:
    """Return what the declarer has to make, where points are bid."""
    bid = max((action.value for _, action in view.bids if action.kind is Kind.BID), default=0)
    if not bid or view.declarer is None:
        return ""
    parts = [say("Bid **{n}**", n=bid)]
    roem = sum(a.credited for a in view.announced if a.seat == view.declarer)
    if roem:
        left = bid - roem
        parts.append(
            say("{n} roem: **{left}** to make", n=roem, left=left)
            if left > 0
            else say("{n} roem: the bid is covered", n=roem)
        )
    if view.plays_blind:
        parts.append(say("**blind**, counts double"))
    return " · ".join(parts)


def announced_lines(say: Speech, face: Face, view: View) -> list[str]:
    """Return who announced what from his hand, what counts and with which cards."""
    return [_announced(say, face, entry) for entry in view.announced]


def _announced(say: Speech, face: Face, entry: Announced) -> str:
    name = seat_name(say, face, entry.seat)
    what = say("stuk") if entry.word == "stuk" else say("roem")
    line = f"{name}: {what} **{entry.value}**"
    if entry.cards:
        line += f" · {cards_text(say, entry.cards)}"
    elif entry.top is not None:
        line += " · " + say("highest {card}", card=card_text(say, entry.top))
    return line + (f" · ✓ +{entry.credited}" if entry.credited else "")


def waiting_for(say: Speech, view: View, name: str) -> str:
    """Return who is to do what now."""
    kinds = {action.kind for action in view.legal}
    if view.phase is Phase.BIDDING:
        return say("▸ **{name}** is to speak", name=name)
    if view.phase is Phase.PREPARING and view.to_lay:
        return say("▸ **{name}** is to lay away {n} cards", name=name, n=view.to_lay)
    if view.phase is Phase.PREPARING or Kind.TAKE in kinds:
        return say("▸ **{name}** takes the talon or plays blind", name=name)
    return say("▸ **{name}** is to play", name=name)


def deal_title(say: Speech, view: View) -> str:
    """Return which deal this is: `Deal 3 of 16`."""
    title = say("Deal {n}", n=view.deal)
    if view.length is not None:
        title = say("Deal {n} of {m}", n=view.deal, m=view.length)
    return f"{title} · {say('the last one')}" if view.ending else title


def result_lines(say: Speech, face: Face, result: DealResult) -> list[str]:
    """Return how a deal ended, in the words of its game."""
    return WORDS[face.game].result(say, result, who_at(say, face))


def who_at(say: Speech, face: Face) -> Callable[[Sequence[int]], str]:
    """Return what names seats of a table."""
    return lambda seats: " & ".join(seat_name(say, face, seat) for seat in seats)


def result_rows(say: Speech, face: Face, result: DealResult) -> list[str]:
    """Return what each side wrote down, and what it consists of in small print below."""
    lines = []
    for side, score in enumerate(result.scores):
        parts = [say("{n} in cards", n=result.cards[side])]
        if result.roem[side]:
            parts.append(say("{n} roem", n=result.roem[side]))
        parts.append(say.plural("{n} trick", "{n} tricks", result.tricks[side]))
        lines.append(f"{SIDE_SIGNS[side]} {side_name(say, face, side)}: **{say.number(score)}**")
        lines.append(f"-# {' · '.join(parts)}")
    if result.discards:
        cards = cards_text(say, result.discards)
        lines.append(
            say("-# Left unseen: {cards}", cards=cards)
            if Reason.BLIND in result.reasons
            else say("-# Laid away: {cards}", cards=cards)
        )
    return lines


def crosses_of(results: Iterable[DealResult], side: int) -> int:
    """Return a side's crosses in these deals."""
    return sum(result.crosses[side] for result in results if result.crosses)


SIDE_SIGNS = ("🔵", "🟠", "🟢", "🟣")
"""A side's sign, so that it is found again at a glance; its names always stand beside it."""


def money_text(say: Speech, face: Face, points: int) -> str:
    """Return what points are worth, where the table shows it: `€ 0,45`."""
    option = WORDS[face.game].money
    cents = 0 if option is None else getattr(face.house, option)
    return say.money(points * cents / 10) if cents else ""
