"""A record told in lines of plain text: what its deals come from, and how they were played.

Every game is told alike, from actions, views and results. Cards are written as in records, seats
are their numbers, and a side is its seats: `0+2`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.rules.actions import Action, Deal, Kind, Move
from bot.rules.cards import Card, CardSet, Suit, card_name, cards_in
from bot.rules.checking import DealCheck, RecordCheck, Verdict, as_dealt
from bot.rules.match import Match
from bot.rules.record import Record, RecordError, steps, write_house, write_move
from bot.rules.view import DealResult, Phase, Reason, View

_SEAL = {
    Verdict.AGREES: "agrees with the secret",
    Verdict.DIFFERS: "does not agree with the secret",
    Verdict.HIDDEN: "cannot be checked before the secret is shown",
    Verdict.UNSEALED: "there is none",
}
_SEED = {
    Verdict.AGREES: "seed agrees",
    Verdict.DIFFERS: "seed does not agree with secret and start",
    Verdict.HIDDEN: "seed cannot be checked before the secret is shown",
    Verdict.UNSEALED: "seed cannot be checked without a seal",
}
_UNSAID = {Kind.PLAY, Kind.REST, Kind.CLAIM, Kind.COUNT, Kind.CLOSE}
"""What is not told by its word: tricks and scores show it."""
_BETWEEN = (Phase.DEALING, Phase.OVER)


def tell_check(record: Record, check: RecordCheck) -> Iterator[str]:
    """Yield the verdicts on a record, a line each; the last line sums up.

    A record is checked against itself alone: so the seal is told too, for who was there to compare
    with the one in the lobby.
    """
    yield f"seal: {_SEAL[check.seal]}"
    for deal in check.deals:
        yield f"{_label(deal)}: {_SEED[deal.origin]}"
    if check.fault is not None:
        yield f"moves: {check.fault}; nothing behind it was checked"
    else:
        yield f"moves: every one is legal, and the match is {'' if check.over else 'not '}over"
    if record.seal is not None:
        yield f"compare: in the lobby stood the seal {record.seal.seal}"
    deals = len(check.deals)
    if check.differing:
        yield f"{check.differing} of {deals + 1} checks fail: these deals are not what was sealed."
    elif check.fault is not None:
        yield "This is not the record of a match."
    elif check.seal is Verdict.AGREES:
        yield f"Everything agrees: seal and start fixed these cards ({_count(deals, 'deal')})."
    elif check.seal is Verdict.HIDDEN:
        yield "Nothing disagrees; the rest can be checked once the secret is shown."
    else:
        yield "Nothing disagrees, but nothing shows where the cards come from."


def tell_match(record: Record) -> Iterator[str]:
    """Play a record and yield it deal by deal: hands, words, tricks, roem, scores.

    Raises RecordError at the first line that cannot be played, after what could be.
    """
    match = record.match
    yield f"{match.game}, {match.seats} seats"
    yield f"house {write_house(match.house)}"
    if record.seal is not None:
        yield f"seal {record.seal.seal}"
    deal: DealCheck | None = None
    begun = 0
    """Where in the log the moves of this deal begin."""
    try:
        for match in steps(record):
            seat, move = match.log[-1]
            if isinstance(move, Deal):
                deal, begun = as_dealt(match, move, record.seal), len(match.log)
                yield from _tell_dealt(deal)
            elif deal is None:
                # Between deals one can ask for the end.
                yield f"  said: {write_move(seat, move)}"
            if deal is not None and match.phase in _BETWEEN:
                yield from _tell_played(match, deal, match.log[begun:])
                deal = None
    except RecordError:
        if deal is not None:
            yield from _tell_played(match, deal, match.log[begun:])
        raise
    if deal is not None:
        yield from _tell_played(match, deal, match.log[begun:])
    yield ""
    yield _end(match.view(None))


def _tell_dealt(deal: DealCheck) -> Iterator[str]:
    yield ""
    yield f"{_label(deal)}, dealer {deal.dealer}"
    yield f"  seed {deal.seed.hex()}"
    for seat, hand in enumerate(deal.hands):
        yield f"  hand {seat}: {_cards(hand)}"
    for seat, blind in enumerate(deal.blind):
        if blind:
            yield f"  face down before {seat}: {_cards(blind)}"
    if deal.talon:
        shown = f", shown {_names(deal.shown)}" if deal.shown else ""
        yield f"  talon: {_cards(deal.talon)}{shown}"


def _tell_played(
    match: Match, deal: DealCheck, moves: Sequence[tuple[int | None, Move]]
) -> Iterator[str]:
    """Tell a deal as far as it has been played; `moves` are those made in it."""
    view = match.view(None)
    actions = [(seat, move) for seat, move in moves if isinstance(move, Action)]
    said = [write_move(seat, action) for seat, action in actions if action.kind not in _UNSAID]
    if said:
        yield f"  said: {', '.join(said)}"
    if view.trump is not None:
        yield f"  trump {Suit(view.trump).letter}, declarer {view.declarer}"
    plays = {a.card: str(a).removeprefix("play ") for _, a in actions if a.kind is Kind.PLAY}
    yield from _tell_tricks(view, plays)
    for word in view.announced:
        cards = f" ({_cards(word.cards)})" if word.cards else ""
        yield f"  {word.word} of {word.seat}: {word.value}{cards}, of which {word.credited} counts"
    if view.phase not in _BETWEEN:
        yield "  not finished"
    elif len(view.results) < deal.number:
        yield "  passed out"
    else:
        yield from _tell_result(view, view.results[-1])


def _tell_tricks(view: View, plays: Mapping[Card, str]) -> Iterator[str]:
    """Tell the tricks; `plays` has each card played, and what was said with it."""

    def laid(cards: Iterable[tuple[int, Card]]) -> str:
        return ", ".join(f"{seat} {plays[card]}" for seat, card in cards)

    for number, trick in enumerate(view.tricks, 1):
        if trick.cards:
            roem = f", roem {trick.roem}" if trick.roem else ""
            points = _count(trick.points, "point")
            yield f"  trick {number}: {laid(trick.cards)}; {points}{roem} to {trick.winner}"
        else:
            yield f"  trick {number}: not played; to {trick.winner}, who was sure of it"
    if view.trick:
        yield f"  trick {len(view.tricks) + 1}: {laid(view.trick)}"


def _tell_result(view: View, result: DealResult) -> Iterator[str]:
    if result.discards:
        yield f"  out of play: {_cards(result.discards)}"
    if result.bid:
        yield f"  bid {result.bid}, came to {result.points}"
    yield f"  {', '.join(reason for reason in Reason if reason in result.reasons) or 'played'}"
    for side, seats in enumerate(view.sides):
        crosses = result.crosses[side] if result.crosses else 0
        yield (
            f"  {_side(seats)}: {_count(result.tricks[side], 'trick')}, "
            f"cards {result.cards[side]}, roem {result.roem[side]}, scores {result.scores[side]}"
            + (f", {_count(crosses, 'cross', 'crosses')}" if crosses else "")
        )
    yield f"  standing: {_standing(view, view.totals)}"


def _end(view: View) -> str:
    """Say how the match stands where the record ends."""
    outcome = view.outcome
    if outcome is None:
        turn = "" if view.turn is None else f", seat {view.turn} to move"
        return f"not over ({view.phase}{turn}): {_standing(view, view.totals)}"
    first = " and ".join(_side(view.sides[side]) for side in outcome.winners)
    points = f"; day points {_standing(view, outcome.points)}" if outcome.points else ""
    return f"over, first {first}: {_standing(view, outcome.totals)}{points}"


def _standing(view: View, values: Sequence[int]) -> str:
    pairs = zip(view.sides, values, strict=True)
    return ", ".join(f"{_side(seats)} has {value}" for seats, value in pairs)


def _side(seats: Sequence[int]) -> str:
    return "+".join(map(str, seats))


def _label(deal: DealCheck) -> str:
    notes = []
    if deal.dealt != deal.number:
        notes.append(f"dealt as number {deal.dealt}")
    if deal.passed_out:
        notes.append("passed out")
    return f"deal {deal.number}" + (f" ({', '.join(notes)})" if notes else "")


def _count(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(card_name, cards))


def _cards(cards: CardSet) -> str:
    return _names(cards_in(cards))
