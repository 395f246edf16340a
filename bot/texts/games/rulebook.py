"""What the rules of every game are told with: cards in a row, their order, examples, house rules.

Examples are worked out by the rules core; nothing here knows a rule.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.rules.cards import Card, CardSet, cards_in, parse_cards, rank_of
from bot.rules.house import House
from bot.texts.cards import card_text, rank_letter
from bot.texts.games.words import Option, Page
from bot.texts.speech import Speech

PAGE_LIMIT = 1500
"""Characters of a page, its title included."""


def row(say: Speech, cards: str | Iterable[Card]) -> str:
    """Return cards in a row, as given: in notation, or one by one."""
    listed = parse_cards(cards) if isinstance(cards, str) else cards
    return " ".join(card_text(say, card) for card in listed)


def ladder(
    say: Speech, cards: CardSet, strength: Callable[[Card], int], points: Callable[[Card], int]
) -> str:
    """Return the cards of one suit from high to low with their points: `**A** 11 · **10** 10`."""
    ordered = sorted(cards_in(cards), key=strength, reverse=True)
    return " · ".join(f"**{rank_letter(say, rank_of(card))}** {points(card)}" for card in ordered)


def may_play(
    say: Speech, trick: Sequence[Card], hand: Sequence[Card], legal: CardSet, partner: Card | None
) -> str:
    """Return an example of what may be played.

    It names what lies, which card of it is the partner's, what one holds and what is legal of it.
    """
    said = {
        "trick": row(say, trick),
        "hand": row(say, hand),
        "legal": row(say, (card for card in hand if legal >> card & 1)),
    }
    if partner is None:
        return say("-# On the table {trick}, in your hand {hand}: play **{legal}**.", **said)
    return say(
        "-# On the table {trick} ({partner} from your partner), in your hand {hand}: play"
        " **{legal}**.",
        partner=card_text(say, partner),
        **said,
    )


def trick_example(say: Speech, trick: Sequence[Card], winner: Card, points: int) -> str:
    """Return an example of a trick: which card wins it and what it is worth."""
    return say(
        "-# {trick}: **{winner}** wins, the trick is worth {n} points.",
        trick=row(say, trick),
        winner=card_text(say, winner),
        n=points,
    )


def house_pages(say: Speech, options: Mapping[str, Option], house: House, seats: int) -> list[Page]:
    """Return what differs at this table from the usual rules, with what each option decides."""
    differing = house.differing(seats)
    if not differing:
        return [_house_page(say, 1, [say("The usual house rules hold: nothing differs.")])]
    usual = type(house)()
    intro = say("At this table these rules differ from the usual ones:")
    pages = [[intro]]
    for name in differing:
        option = options[name]
        lines = [
            f"- {say(option.title)}: **{option.value(say, getattr(house, name))}**",
            say(
                "-# {why} Usual: {usual}.",
                why=say(option.why),
                usual=option.value(say, getattr(usual, name)),
            ),
        ]
        if _length(say, len(pages), [*pages[-1], *lines]) > PAGE_LIMIT:
            pages.append([])
        pages[-1] += lines
    return [_house_page(say, number, lines) for number, lines in enumerate(pages, 1)]


def _house_page(say: Speech, number: int, lines: list[str]) -> Page:
    title = say("House rules")
    if number > 1:
        title = say("House rules ({n})", n=number)
    return Page(title, lines)


def _length(say: Speech, number: int, lines: Sequence[str]) -> int:
    page = _house_page(say, number, [*lines])
    return len("\n".join([page.title, *page.lines]))
