"""What people are told when a press does not count: one sentence that says what to do."""

from bot.rules.actions import Rule
from bot.tables.problems import Trouble
from bot.texts import Speech, later

_TROUBLES = {
    Trouble.STALE: later("That button is from an earlier moment; this is how things stand now."),
    Trouble.DOUBLE: later("That press was counted already."),
    Trouble.NOT_SEATED: later(
        "You have no seat at this table. Menu, Seats shows whether you can sit in."
    ),
    Trouble.FOREIGN: later("There is no such table in this server. /play opens one."),
    Trouble.FINISHED: later("This table is finished. /play opens a new one."),
    Trouble.NOT_STORED: later("That could not be stored, so it does not count. Please try again."),
    Trouble.SEATED_ELSEWHERE: later("You sit at another table of this server; /leave frees you."),
    Trouble.SEAT_TAKEN: later("That seat is taken; choose another one."),
    Trouble.NOT_HOST: later("Only the host of this table can do that."),
    Trouble.STARTED: later("The cards are dealt already; wait for the next match."),
    Trouble.NOT_STARTED: later("There are no cards yet: the host presses Start first."),
    Trouble.TOO_MANY: later("More people have sat down than that; first somebody has to leave."),
    Trouble.NO_ROOM: later("Every seat is taken."),
    Trouble.NO_TABLE: later("You sit at no table of this server. /play opens one."),
    Trouble.SEATED_HERE: later("You sit at this table already."),
    Trouble.SEEN_CARDS: later(
        "You have seen other cards of this deal; sit in when the next one is dealt."
    ),
    Trouble.PAUSED: later(
        "The table rests: I may not write in its channel. It goes on once I may."
    ),
    Trouble.CHANNEL_FULL: later(
        "This channel has as many tables as the server allows; try another one, or later."
    ),
    Trouble.TOO_FAST: later("That is faster than anybody plays; wait a few seconds."),
    Trouble.NOT_AWAY: later("Nobody plays in your place; your seat is yours."),
    Trouble.BAD_OPTION: later("That choice does not exist any more; open the options again."),
    Trouble.INVITED: later("That person is at the table, or was invited already."),
    Trouble.NOT_SCORED: later("A deal can be checked once it is scored; this one is not yet."),
    Trouble.NOT_OVER: later("The record comes when the match is over: it holds every hand."),
    Trouble.CLOSING: later("The bot is about to restart; try again in a minute."),
}

_RULES = {
    Rule.OVER: _TROUBLES[Trouble.FINISHED],
    Rule.NOT_NOW: later("That is not possible now."),
    Rule.NOT_YOUR_TURN: later("It is not your turn yet."),
    Rule.NOT_IN_HAND: later("You do not hold that card."),
    Rule.FOLLOW_SUIT: later("You must follow suit."),
    Rule.MUST_BEAT_TRUMP: later("You must beat the highest trump, since you can."),
    Rule.MUST_TRUMP: later("You must play a trump, since you cannot follow suit."),
    Rule.NO_UNDERTRUMP: later("You may not undertrump while you can play something else."),
    Rule.DISCARD_ONLY: later("Your partner has trumped: play a card that is no trump."),
    Rule.MUST_NAME: later("You cannot pass: name a suit as trump."),
    Rule.SUIT_IS_TURNED: later("A suit is turned: play on it or pass."),
    Rule.CLAIMED: later("The roem of that trick has been claimed already."),
    Rule.CLAIM_CLOSED: later("It is too late to claim roem in that trick."),
    Rule.NOT_YOUR_TRICK: later("Only the side that won the trick can claim its roem."),
    Rule.NO_ROEM: later("There is no roem in that trick."),
    Rule.COUNTED: later("You have asked for the count already; the others may still look."),
    Rule.MUST_LAY: later("First choose the cards to lay away."),
    Rule.LAY_COUNT: later("That is not the right number of cards to lay away."),
    Rule.NO_HAND_ROEM: later("There is no roem in your hand."),
    Rule.ANNOUNCE_CLOSED: later("Roem in hand is announced with your first card only."),
    Rule.NO_STUK: later("Stuk is said with king or queen of trumps while you hold the other."),
    Rule.BID_IN_TENS: later("Bid a multiple of ten."),
    Rule.BID_TOO_LOW: later("Bid more than the last bid, and at least the lowest one."),
    Rule.BID_TOO_HIGH: later("The highest bid is 800."),
    Rule.CARD_IS_TURNED: later("A card is turned: play on its suit or pass."),
    Rule.TALON_FIRST: later("First take the talon, or play blind."),
    Rule.TRUMP_IS_NAMED: later("Trump is settled already."),
    Rule.FOLLOW_TRUMP: later("Trump is led: play a trump. Only the jack may be held back."),
    Rule.FOLLOW_OR_RUFF: later("Follow suit, or play a trump."),
    Rule.NOT_OPEN: later("This match has a fixed length."),
    Rule.ASKED: later("You have asked for the end already."),
    Rule.NOT_CERTAIN: later("It is not certain that the rest is yours; play on."),
}


def sentence(say: Speech, why: Trouble | Rule) -> str:
    """Return what to tell the person who pressed."""
    return say(_TROUBLES[why] if isinstance(why, Trouble) else _RULES[why])
