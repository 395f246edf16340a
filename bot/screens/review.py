"""A deal looked back on: what *Review* shows to one of its players."""

from collections.abc import Sequence

from discord import ui

from bot.players.review import Play, PlayedTrick, Review
from bot.screens.names import seat_label, seat_name, short, side_name
from bot.screens.press import line, page, text
from bot.screens.table import SCORED
from bot.screens.words import SIDE_SIGNS
from bot.tables.face import Face
from bot.texts import Speech, later
from bot.texts.cards import card_text, suit_sign

NARROWEST = 7
"""Characters a column takes: four of them fit on a phone beside the number of the trick."""

_YOU = {
    "led": later("you led {card}"),
    "followed": later("you followed with {card}"),
    "ruffed": later("you ruffed with {card}"),
    "discarded": later("you discarded {card}"),
}
_OTHERS = {
    "led": later("{name} led {card}"),
    "followed": later("{name} followed with {card}"),
    "ruffed": later("{name} ruffed with {card}"),
    "discarded": later("{name} discarded {card}"),
}


def draw_review(face: Face, review: Review, seat: int, say: Speech) -> ui.LayoutView:
    """Draw a deal looked back on, for who held this seat in it."""
    number, trump = review.result.number, suit_sign(review.result.trump)
    return page(
        text(
            f"### {say('Looking back on deal {n}', n=number)} · {say('trump {sign}', sign=trump)}",
            *_scores(face, review, say),
            say("-# Best play: of everyone, from the first card on, with all hands open."),
        ),
        line(),
        text(say("**What mattered most**"), *_mattered(face, review, seat, say)),
        line(),
        text(
            say(
                "-# ▸ led, * won the trick. Below a card stands a better one, if a master who saw "
                "what that player saw had played it; and 12/26 says that the card cost 12 points "
                "on average, and 26 with all hands open."
            ),
            say(
                "-# Costs are points of difference between you and the others: 10 points that go "
                "to them and not to you make 20."
            ),
            _grid(face, review, seat, say),
            _rest(face, review, say),
        ),
        colour=SCORED,
    )


def _scores(face: Face, review: Review, say: Speech) -> list[str]:
    """Return what each side wrote down, and what it would have with the best play of all."""
    pairs = zip(review.result.scores, review.par.scores, strict=True)
    return [
        say(
            "{side}: **{score}** · best play {par}",
            side=f"{SIDE_SIGNS[side]} {side_name(say, face, side)}",
            score=say.number(score),
            par=say.number(par),
        )
        for side, (score, par) in enumerate(pairs)
    ]


def _mattered(face: Face, review: Review, seat: int, say: Speech) -> list[str]:
    """Return the plays that cost most, in words."""
    if not review.mattered:
        return [
            say(
                "Nobody let much slip: for all that they could see, no other card was clearly "
                "better."
            )
        ]
    return [
        f"{place}. "
        + say(
            "Trick {n}: {what}. {card} would have brought **{cost}** more on average; with open "
            "hands it cost {open}.",
            n=number,
            what=_what(face, review, number, play, seat, say),
            card=card_text(say, play.best),
            cost=play.cost,
            open=play.open_cost,
        )
        for place, (number, play) in enumerate(review.mattered, 1)
    ]


def _what(face: Face, review: Review, number: int, play: Play, seat: int, say: Speech) -> str:
    """Return what somebody did: led, followed, ruffed or discarded a card."""
    lead = review.tricks[number - 1].plays[0]
    suit = play.card >> 3
    if play is lead:
        did = "led"
    elif suit == lead.card >> 3:
        did = "followed"
    else:
        did = "ruffed" if suit == review.result.trump else "discarded"
    said = (_YOU if play.seat == seat else _OTHERS)[did]
    return say(said, name=seat_name(say, face, play.seat), card=card_text(say, play.card))


def _grid(face: Face, review: Review, seat: int, say: Speech) -> str:
    """Draw the tricks, a column for each player, one's own first, the others clockwise."""
    seats = [(seat + place) % len(face.seats) for place in range(len(face.seats))]
    rows = [row for n, trick in enumerate(review.tricks, 1) for row in _rows(n, trick, seats, say)]
    if not rows:
        return ""
    widths = [
        max(NARROWEST, *(len(cells[at]) + 1 for _, cells in rows)) for at in range(len(seats))
    ]
    heads = [
        " " + short(say("you") if each == seat else _name(face, each, say), width - 2)
        for each, width in zip(seats, widths, strict=True)
    ]
    lines = [
        f"{mark:>2} " + "".join(map(str.ljust, cells, widths))
        for mark, cells in [("", heads), *rows]
    ]
    return "```\n" + "\n".join(each.rstrip().replace("`", "ˋ") for each in lines) + "\n```"


def _name(face: Face, seat: int, say: Speech) -> str:
    """Return a name for the head of a column; a computer's is `M2`."""
    seated, label = face.seats[seat], seat_label(say, face, seat)
    return f"{label[0]}{seat + 1}" if seated is not None and seated.computer else label


def _rows(
    number: int, trick: PlayedTrick, seats: Sequence[int], say: Speech
) -> list[tuple[str, list[str]]]:
    """Return the rows of a trick: what was played, what would have been better, what it cost."""
    if not trick.plays:
        return []
    plays = {play.seat: play for play in trick.plays}
    laid, better, costs = [], [], []
    for seat in seats:
        play = plays[seat]
        lead = "▸" if play is trick.plays[0] else " "
        laid.append(lead + card_text(say, play.card) + "*" * (seat == trick.winner))
        better.append(f" {card_text(say, play.best)}" if play.cost else "")
        costs.append(f" {play.cost}/{play.open_cost}" if play.cost or play.open_cost else "")
    return [(str(number), laid), *(("", cells) for cells in (better, costs) if any(cells))]


def _rest(face: Face, review: Review, say: Speech) -> str:
    """Return who took the tricks that were not played."""
    taken = [trick.winner for trick in review.tricks if not trick.plays]
    if not taken:
        return ""
    return say.plural(
        "{n} trick was not played: {name} was sure of it.",
        "{n} tricks were not played: {name} was sure of them.",
        len(taken),
        name=seat_name(say, face, taken[0]),
    )
