"""The rules of klaverjas for people, page by page, as they are at one table.

What Lesbos shares with klaverjas is told here for both.
"""

from collections.abc import Sequence

from bot.rules import play
from bot.rules.cards import PACK, Card, Rank, Suit, mask_of, parse_cards, suit_of
from bot.rules.house import House
from bot.rules.klaverjas import (
    EXTRA_DEALS_LIMIT,
    FOUR_OF_A_KIND,
    OPPONENT_TRUMPED,
    PARTNER_TRUMPED,
    PIT_POINTS,
    SEATS,
    SYSTEMS,
    KlaverjasHouse,
    score_deal,
)
from bot.rules.match import PASSED_OUT_LIMIT
from bot.rules.roem import trick_roem
from bot.rules.view import Reason
from bot.texts.cards import rank_letter, suit_sign
from bot.texts.games.rulebook import ladder, may_play, row, trick_example
from bot.texts.games.words import Page
from bot.texts.speech import Speech, later

HAND = len(PACK) // SEATS
TRUMP, PLAIN = Suit.SPADES, Suit.HEARTS
"""Trump, and another suit, in every example."""
MAKERS, DEFENDERS = 0, 1


def pages(say: Speech, short: str, house: House) -> list[Page]:
    """Return the pages; `short` is the game in two sentences."""
    if not isinstance(house, KlaverjasHouse):
        raise TypeError(f"{house!r} are not house rules of klaverjas")
    return [
        Page(say("In short"), _short(say, short, house)),
        Page(say("The cards"), card_lines(say, ("KH TH 9H AD", "AH 7S KH TH"))),
        Page(say("Dealing and choosing trump"), _dealing(say, house)),
        Page(say("Which card you may play"), _playing(say, house)),
        Page(say("Roem"), _roem(say, house)),
        Page(say("Counting a deal"), _counting(say, house)),
    ]


def _short(say: Speech, short: str, house: KlaverjasHouse) -> list[str]:
    total, last = play.CARD_POINTS, play.LAST_TRICK_POINTS
    return [
        say(short),
        say(
            "- Everybody gets {n} cards. One pair chooses which suit is **trump**; they are the"
            " **makers**, the other two the **defenders**.",
            n=HAND,
        ),
        say(
            "- In a **trick** everybody plays one card, clockwise. The highest trump wins it, or,"
            " without trumps, the highest card of the suit that was led. The winner leads to the"
            " next trick."
        ),
        say(
            "- Cards are worth {cards} points together and the last trick {last}: **{total}** in a"
            " deal. Some cards together in one trick are worth extra points: **roem**.",
            cards=total - last,
            last=last,
            total=total,
        ),
        say(
            "- If the makers do not get more points than the defenders they are **nat** (wet): the"
            " defenders get everything."
        ),
        f"- {_length(say, house)}",
        say("-# The bot only takes cards that you may play: nobody can break a rule by mistake."),
    ]


def _length(say: Speech, house: KlaverjasHouse) -> str:
    if house.length == "to_1500":
        length = say(
            "The match ends after the first deal that brings a pair to 1500 points or more. The"
            " highest total wins."
        )
    else:
        length = say("A match has {n} deals. The highest total wins.", n=house.length)
    if house.draw == "draw":
        return f"{length} {say('With equal totals it is a draw.')}"
    extra = say(
        "With equal totals another deal decides, {n} at most; after that it is a draw.",
        n=EXTRA_DEALS_LIMIT,
    )
    return f"{length} {extra}"


def card_lines(say: Speech, tricks: Sequence[str]) -> list[str]:
    """Return the order and the values of the cards, with these tricks as examples."""

    def rungs(suit: Suit) -> str:
        return ladder(
            say,
            play.SUIT_CARDS[suit],
            lambda card: play.strength(card, suit, TRUMP),
            lambda card: play.points(card, TRUMP),
        )

    return [
        say("There are {n} cards. From high to low, with their points:", n=len(PACK)),
        say("- Trump: {cards}", cards=rungs(TRUMP)),
        say("- Other suits: {cards}", cards=rungs(PLAIN)),
        say(
            "Mind the jack and the nine. In trumps they are the two highest, called *jas* and"
            " *nel*; in the other suits they are low. The ten is high: in the other suits only the"
            " ace beats it."
        ),
        say(
            "Every trump beats every other card. A card that is neither trump nor of the suit led"
            " never wins."
        ),
        say("Two tricks with {sign} as trump, the first card led:", sign=suit_sign(TRUMP)),
        *(_won(say, parse_cards(trick)) for trick in tricks),
        say("The last trick is worth {n} points more.", n=play.LAST_TRICK_POINTS),
    ]


def best_of(trick: Sequence[Card]) -> Card:
    """Return the card that wins a trick, or would if it ended here."""
    return max(trick, key=lambda card: play.strength(card, suit_of(trick[0]), TRUMP))


def _won(say: Speech, trick: Sequence[Card]) -> str:
    points = sum(play.points(card, TRUMP) for card in trick)
    return trick_example(say, trick, best_of(trick), points)


_TRUMP_CHOICE = {
    "free": later(
        "Trump is chosen in turn, from the player left of the dealer on: name any suit as trump, or"
        " pass. Everybody speaks once. The first to name a suit makes trump, with the partner. You"
        " need not hold that suit."
    ),
    "eldest_must": later(
        "The player left of the dealer must name a suit as trump and cannot pass. That player and"
        " the partner are the makers."
    ),
    "turn_up": later(
        "A suit is drawn by lot. In turn, from the player left of the dealer on, everybody plays on"
        " it or passes, once. If all four pass, one of the other three suits is drawn and everybody"
        " may speak once more. If all pass again, the player left of the dealer must play on it."
        " Who plays is a maker, with the partner."
    ),
    "dealer_first": later(
        "Trump is chosen in turn, from the dealer on, clockwise: name any suit as trump, or pass."
        " The first to name a suit makes trump, with the partner. If all four pass, the dealer must"
        " name a suit."
    ),
    "drawn": later(
        "The trump suit is drawn by lot. The player left of the dealer and the partner are the"
        " makers."
    ),
}
_ALL_PASS = {
    "eldest_must": later(
        "If all four pass, the player left of the dealer must name a suit after all."
    ),
    "dealer_must": later("If all four pass, the dealer must name a suit after all."),
    "redeal_same_dealer": later(
        "If all four pass, the same dealer deals new cards. After {n} such deals in a row the"
        " player left of the dealer must name a suit."
    ),
    "redeal_next_dealer": later(
        "If all four pass, the next player deals new cards. After {n} such deals in a row the"
        " player left of the dealer must name a suit."
    ),
}


def _dealing(say: Speech, house: KlaverjasHouse) -> list[str]:
    lines = [
        say("The first dealer is drawn by lot; after each deal it is the next player, clockwise."),
        say(
            "Everybody gets {n} cards, in rounds of {packets}, from the player left of the dealer"
            " on.",
            n=HAND,
            packets=say.names(house.packets.split("-")),
        ),
        say(_TRUMP_CHOICE[house.trump_choice]),
    ]
    if house.trump_choice == "free":
        lines.append(say(_ALL_PASS[house.all_pass], n=PASSED_OUT_LIMIT))
    chosen = house.trump_choice not in ("eldest_must", "drawn")
    if house.first_lead == "maker" and chosen:
        lines.append(say("The player who chose trump leads to the first trick."))
    else:
        lines.append(
            say("The player left of the dealer leads to the first trick, whoever chose trump.")
        )
    return lines


_PARTNER_TRUMPED = {
    "no_undertrump": later(
        "- **You cannot follow and your partner is winning**: play what you like. But on your"
        " partner's trump no lower trump, unless you have nothing else."
    ),
    "discard_only": later(
        "- **You cannot follow and your partner is winning**: play what you like. But on your"
        " partner's trump no trump at all, unless you have nothing else."
    ),
}
_OPPONENT_TRUMPED = {
    "forbidden": later(
        "- **All your trumps are lower than an opponent's trump**: play another suit. A lower trump"
        " only if you have nothing else."
    ),
    "optional": later(
        "- **All your trumps are lower than an opponent's trump**: play what you like, a lower"
        " trump too."
    ),
    "forced": later(
        "- **All your trumps are lower than an opponent's trump**: you must play one all the same."
    ),
}


def _playing(say: Speech, house: KlaverjasHouse) -> list[str]:
    def example(trick: str, hand: str) -> str:
        return _may_play(say, house, parse_cards(trick), parse_cards(hand))

    lines = [
        say(
            "Who leads may play any card. After that, in these examples with {sign} as trump:",
            sign=suit_sign(TRUMP),
        ),
        say("- **You have the suit that was led**: you must follow with a card of that suit."),
        example("9H", "KH 7H JS AD"),
        say(
            "- **Trump is led**: you must play a trump, a higher one than lies there if you can,"
            " even when your partner is winning."
        ),
        example("TS 8S", "AS 7S AD"),
    ]
    if house.system == "rotterdam":
        return [
            *lines,
            say(
                "- **You cannot follow**: you must play a trump, even when your partner is winning."
            ),
            example("AH 8H", "JS 7S KD"),
            say(
                "- **There is a trump in the trick already**: play a higher one if you can. With"
                " lower trumps only, you must play one all the same."
            ),
            example("AH TS 8H", "JS 7S KD"),
            example("AH 8H TS", "8S 7S KD"),
            say("- **You can neither follow nor trump**: play what you like."),
            say("-# This is the Rotterdam system."),
        ]
    return [
        *lines,
        say(
            "- **You cannot follow and an opponent is winning**: you must play a trump, a higher"
            " one than lies there already."
        ),
        example("AH 8H TS", "JS 7S KD"),
        say(_OPPONENT_TRUMPED[house.opponent_trumped]),
        example("AH 8H TS", "8S 7S KD"),
        say(_PARTNER_TRUMPED[house.partner_trumped]),
        example("AH 8H", "JS 7S KD"),
        example("9H TS 8H", "JS 7S KD"),
        say("- **You can neither follow nor trump**: play what you like."),
        say("-# This is the Amsterdam system."),
    ]


def _may_play(
    say: Speech, house: KlaverjasHouse, trick: Sequence[Card], hand: Sequence[Card]
) -> str:
    best = best_of(trick)
    # The partner's card lies two back.
    partner = trick[-2] if len(trick) > 1 else None
    legal = play.legal_cards(
        mask_of(hand),
        suit_of(trick[0]),
        TRUMP,
        best,
        best == partner,
        SYSTEMS[house.system],
        PARTNER_TRUMPED[house.partner_trumped],
        OPPONENT_TRUMPED[house.opponent_trumped],
    )
    return may_play(say, trick, hand, legal, partner)


_CLAIMING = {
    "claim_own": later(
        "Roem counts only if it is claimed: one of the pair that won the trick presses **{claim}**"
        " before the next card is led. Lead at once, and what your pair did not claim is lost."
    ),
    "claim_any": later(
        "Roem counts only if it is claimed: press **{claim}** before the second card of the next"
        " trick lies. Any player may; the roem goes to the pair that won the trick."
    ),
}


def _roem(say: Speech, house: KlaverjasHouse) -> list[str]:
    four = FOUR_OF_A_KIND[house.four_of_a_kind]

    def example(trick: str) -> str:
        roem = trick_roem(mask_of(parse_cards(trick)), TRUMP, four)
        return say("{cards}: **{n}**", cards=row(say, trick), n=roem)

    by_rank = ((rank, trick_roem(0x01010101 << rank, TRUMP, four)) for rank in reversed(Rank))
    fours = " · ".join(f"{rank_letter(say, rank)} **{roem}**" for rank, roem in by_rank)
    lines = [
        say(
            "Roem is extra points for certain cards together in **one trick**, no matter who"
            " played which. It goes to the pair that wins the trick."
        ),
        say(
            "For a row the order of the cards is always {ranks}, in trumps too.",
            ranks=" ".join(rank_letter(say, rank) for rank in reversed(Rank)),
        ),
        say("- Three in a row of one suit: {example}", example=example("QH KH 8C AH")),
        say("- Four in a row: {example}", example=example("TH QH KH JH")),
        say(
            "- **Stuk**, king and queen of trumps (here {sign}): {example}",
            sign=suit_sign(TRUMP),
            example=example("KS 8S QS 7S"),
        ),
        say(
            "- Stuk comes on top of a row: {three} and {four}",
            three=example("KS AS QS 7S"),
            four=example("KS JS QS TS"),
        ),
        say("- Four alike (**carré**): {fours}", fours=fours),
    ]
    if house.roem == "auto":
        return [*lines, say("The bot counts all roem by itself; nobody has to claim it.")]
    return [
        *lines,
        say(_CLAIMING[house.roem], claim=say("Roem!")),
        say(
            "-# One press takes all roem of the trick. If there is none, only you are told, and it"
            " costs nothing. After the last trick, claim or press {count}.",
            count=say("Count"),
        ),
    ]


_TIE = {
    "nat": later(
        "- **Equally many**: the makers are nat too. Without roem they need at least {n} points."
    ),
    "made": later(
        "- **Equally many**: the makers have made it. Without roem they need at least {n} points."
    ),
}


def _counting(say: Speech, house: KlaverjasHouse) -> list[str]:
    total, last = play.CARD_POINTS, play.LAST_TRICK_POINTS
    lines = [
        say(
            "After {n} tricks both pairs add up the cards they won and their roem, the last trick"
            " with its {last}.",
            n=HAND,
            last=last,
        ),
        say("- **Makers have more**: both pairs write down what they have."),
        _score(say, house, 92, (0, 20)),
        say(
            "- **Makers have less**: they are **nat** and get 0. The defenders get {total} and all"
            " roem, the makers' too.",
            total=total,
        ),
        _score(say, house, 60, (40, 20)),
        say(_TIE[house.tie], n=_least(house)),
        _score(say, house, total // 2, (0, 0)),
        say("- **Pit**, all {n} tricks for the makers: {bonus} extra.", n=HAND, bonus=PIT_POINTS),
        _score(say, house, total, (20, 0)),
    ]
    if house.counter_pit:
        lines.append(
            say(
                "- **Counter-pit**, all tricks for the defenders: {bonus} extra for them.",
                bonus=PIT_POINTS,
            )
        )
        lines.append(_score(say, house, 0, (0, 0)))
    else:
        lines.append(say("- All tricks for the defenders: nothing extra."))
    return lines


def _score(say: Speech, house: KlaverjasHouse, cards: int, roem: tuple[int, int]) -> str:
    """Return an example of what is written down; `cards` are the makers'."""
    both = (cards, play.CARD_POINTS - cards)
    scores, _ = score_deal(MAKERS, both, roem, _tricks(cards), house)
    return say(
        "-# Makers {cards} + {roem} roem, defenders {their_cards} + {their_roem} roem:"
        " **{score} – {their_score}**.",
        cards=both[MAKERS],
        roem=roem[MAKERS],
        their_cards=both[DEFENDERS],
        their_roem=roem[DEFENDERS],
        score=scores[MAKERS],
        their_score=scores[DEFENDERS],
    )


def _tricks(cards: int) -> tuple[int, int]:
    """Return tricks that fit the makers' card points: all, none, or half of them."""
    won = HAND if cards == play.CARD_POINTS else HAND // 2 if cards else 0
    return won, HAND - won


def _least(house: KlaverjasHouse) -> int:
    """Return the fewest card points with which the makers make it, without roem."""
    return next(
        cards
        for cards in range(play.CARD_POINTS)
        if Reason.MADE
        in score_deal(MAKERS, (cards, play.CARD_POINTS - cards), (0, 0), _tricks(cards), house)[1]
    )
