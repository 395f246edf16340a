"""The rules of Lesbos for people, page by page, as they are at one table."""

from collections.abc import Sequence

from bot.rules import play
from bot.rules.cards import PACK, Card, Rank, mask_of, parse_cards, suit_of
from bot.rules.hand_roem import combinations_in, contest
from bot.rules.house import House
from bot.rules.klaverjas import SYSTEMS
from bot.rules.lesbos import (
    ALL_TRICKS_POINTS,
    DAY_POINTS,
    DAY_TOTAL,
    PENALTY,
    SEATS,
    TO_LAY,
    Lesbos,
    LesbosHouse,
    score_deal,
)
from bot.rules.match import PASSED_OUT_LIMIT
from bot.rules.roem import ALL_RANKS, STUK, trick_roem
from bot.rules.view import DealResult, Phase
from bot.texts.cards import card_text, rank_letter, suit_sign
from bot.texts.games.klaverjas_rules import TRUMP, best_of, card_lines
from bot.texts.games.rulebook import may_play, row
from bot.texts.games.words import Page
from bot.texts.speech import Speech, later

HAND = (len(PACK) - TO_LAY) // SEATS
DECLARER = 0
"""The seat of the declarer in every example."""


def pages(say: Speech, short: str, house: House) -> list[Page]:
    """Return the pages; `short` is the game in two sentences."""
    if not isinstance(house, LesbosHouse):
        raise TypeError(f"{house!r} are not house rules of Lesbos")
    return [
        Page(say("In short"), _short(say, short)),
        Page(say("The cards"), card_lines(say, ("KH TH AD", "AH 7S TH"))),
        Page(say("Dealing and the declarer"), _dealing(say, house)),
        Page(say("Which card you may play"), _playing(say, house)),
        Page(say("Roem in hand"), _hand_roem(say, house)),
        Page(say("Stuk, and roem in tricks"), _other_roem(say, house)),
        Page(say("Counting a deal"), _counting(say, house)),
        Page(say("The day race"), _race(say, house)),
    ]


def _short(say: Speech, short: str) -> list[str]:
    return [
        say(short),
        say(
            "- Everybody gets {n} cards, {left} are left over, one of them face up. In turn you may"
            " **play** on its suit or pass. Who plays is the **declarer**: that suit is trump, and"
            " the cards left over are the declarer's too. The others are the **defenders**.",
            n=HAND,
            left=TO_LAY,
        ),
        say(
            "- In a **trick** everybody plays one card, clockwise. The highest trump wins it, or,"
            " without trumps, the highest card of the suit that was led. The winner leads to the"
            " next trick."
        ),
        say(
            "- Cards and the last trick are worth **{total}** points in a deal. Some cards together"
            " are worth extra points, in your hand or in a trick: **roem**.",
            total=play.CARD_POINTS,
        ),
        say(
            "- Everybody writes down their own points. But a declarer who does not have more than"
            " each of the others is **nat** (wet): {penalty} points and a **cross**.",
            penalty=PENALTY,
        ),
        say(
            "- The others must win at least one trick each. Who does not gets {penalty} points and"
            " a cross too.",
            penalty=PENALTY,
        ),
        say("- A match is a day race to {n} points.", n=DAY_TOTAL),
    ]


_ALL_PASS = {
    "eldest_must": later(
        "If all three pass, the card that lies face down is turned. Its suit is trump, and the"
        " player left of the dealer must play on it."
    ),
    "redeal_same_dealer": later(
        "If all three pass, the same dealer deals new cards. If that has happened {n} times in a"
        " row, the card that lies face down is turned instead, and the player left of the dealer"
        " must play on its suit."
    ),
    "redeal_next_dealer": later(
        "If all three pass, the next player deals new cards. If that has happened {n} times in a"
        " row, the card that lies face down is turned instead, and the player left of the dealer"
        " must play on its suit."
    ),
}
_SAME_SUIT = {
    "play": later("That holds even if it is the same suit again."),
    "redeal_same_dealer": later(
        "But if it is the same suit again, the same dealer deals new cards; not more than {n} times"
        " in a row."
    ),
    "redeal_next_dealer": later(
        "But if it is the same suit again, the next player deals new cards; not more than {n} times"
        " in a row."
    ),
}


def _dealing(say: Speech, house: LesbosHouse) -> list[str]:
    all_pass = say(_ALL_PASS[house.all_pass], n=PASSED_OUT_LIMIT)
    if house.all_pass == "eldest_must":  # noqa: S105 - a pass of the bidding
        all_pass += " " + say(_SAME_SUIT[house.same_suit_again], n=PASSED_OUT_LIMIT)
    trick, laid = "KC QC 7C", "TS AD"
    worth = sum(play.points(card, TRUMP) for card in parse_cards(f"{trick} {laid}"))
    return [
        say("The first dealer is drawn by lot; after each deal it is the next player, clockwise."),
        say(
            "Everybody gets three cards face down on the table, which nobody may see yet, and seven"
            " in hand. Of the two cards left over one lies face down, the other face up on it."
        ),
        say(
            "From the player left of the dealer on, everybody once plays on the suit of the card"
            " that lies face up, or passes. Who plays is the declarer, and that suit is trump."
        ),
        all_pass,
        say(
            "The declarer takes both cards that are left over, and everybody takes up their own"
            " three. Then the declarer lays any {n} cards away, face down. Nobody else sees them"
            " before the deal is counted.",
            n=TO_LAY,
        ),
        say("The cards laid away go, with their points, to the player who wins the last trick."),
        say(
            "-# Last trick {trick}, laid away {laid}, trump {sign}: with {last} for the last trick"
            " its winner gets {n} points.",
            trick=row(say, trick),
            laid=row(say, laid),
            sign=suit_sign(TRUMP),
            last=play.LAST_TRICK_POINTS,
            n=worth + play.LAST_TRICK_POINTS,
        ),
        say("The declarer leads to the first trick.")
        if house.first_lead == "declarer"
        else say(
            "The player left of the dealer leads to the first trick, whoever the declarer is."
        ),
    ]


def _playing(say: Speech, house: LesbosHouse) -> list[str]:
    def example(trick: str, hand: str, partner: str | None = None) -> str:
        """Give an example; `partner` is the card that the other defender played."""
        return _may_play(say, house, parse_cards(trick), parse_cards(hand), partner)

    lines = [
        say(
            "Who leads may play any card. After that, in these examples with {sign} as trump:",
            sign=suit_sign(TRUMP),
        ),
        say("- **You have the suit that was led**: you must follow with a card of that suit."),
        example("9H", "KH 7H JS AD"),
        say("- **Trump is led**: you must play a trump, a higher one than lies there if you can."),
        example("TS", "AS 7S AD"),
        say(
            "- **You cannot follow**: you must play a trump, a higher one than lies there already."
        ),
        example("AH TS", "JS 7S KD"),
        say(
            "- **All your trumps are lower than one that lies there**: you must play one all the"
            " same."
        )
        if house.system == "rotterdam"
        else say(
            "- **All your trumps are lower than one that lies there**: play another suit. A lower"
            " trump only if you have nothing else."
        ),
        example("AH TS", "8S 7S KD"),
    ]
    if house.system == "amsterdam" and house.defenders_are_partners:
        lines += [
            say(
                "- **You cannot follow and the other defender is winning**: play what you like. But"
                " on that player's trump no lower trump, unless you have nothing else. The declarer"
                " has no such partner."
            ),
            example("AH 8H", "JS 7S KD", "AH"),
            example("9H TS", "JS 7S KD", "TS"),
        ]
    lines.append(say("- **You can neither follow nor trump**: play what you like."))
    lines.append(
        say("-# This is the Rotterdam system.")
        if house.system == "rotterdam"
        else say("-# This is the Amsterdam system.")
    )
    return lines


def _may_play(
    say: Speech,
    house: LesbosHouse,
    trick: Sequence[Card],
    hand: Sequence[Card],
    partner: str | None,
) -> str:
    best = best_of(trick)
    partner_card = None if partner is None else parse_cards(partner)[0]
    legal = play.legal_cards(
        mask_of(hand),
        suit_of(trick[0]),
        TRUMP,
        best,
        best == partner_card,
        SYSTEMS[house.system],
        play.NO_UNDERTRUMP,
        play.FORBIDDEN,
    )
    return may_play(say, trick, hand, legal, partner_card)


_ROEM_COUNTS = {
    "best": later(
        "With your first card you announce your best combination, or nothing. When all three first"
        " cards lie, the best of all counts, and no other. Its owner scores it, whoever wins the"
        " tricks."
    ),
    "all_of_winner": later(
        "With your first card you announce your best combination, or nothing. When all three first"
        " cards lie, the owner of the best scores all combinations in that hand, the others"
        " nothing. Who wins tricks does not matter."
    ),
    "totals": later(
        "With your first card you announce all your combinations together, or nothing. When all"
        " three first cards lie, the owner of the highest sum scores it, the others nothing. Equal"
        " sums: the best single combination decides. Who wins tricks does not matter."
    ),
}


def _hand_roem(say: Speech, house: LesbosHouse) -> list[str]:
    rising = house.long_runs == "rising"

    def worth(hand: str) -> int:
        return combinations_in(mask_of(parse_cards(hand)), TRUMP, rising=rising)[0].value

    def example(hand: str) -> str:
        return say("{cards}: **{n}**", cards=row(say, hand), n=worth(hand))

    longer = ("9H TH JH QH KH AH", "8H 9H TH JH QH KH AH")
    fours = " · ".join(
        f"{rank_letter(say, rank)} **{value}**"
        for rank in (Rank.JACK, Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN)
        for value, *_ in combinations_in(0x01010101 << rank, TRUMP, rising=rising)
    )
    return [
        say(
            "A combination in your hand can be worth roem. For a row the order is always {ranks},"
            " in trumps too:",
            ranks=" ".join(rank_letter(say, rank) for rank in reversed(Rank)),
        ),
        say("- Three in a row of one suit: {example}", example=example("QH KH AH")),
        say("- Four in a row: {example}", example=example("TH JH QH KH")),
        say("- Five in a row: {example}", example=example("8H 9H TH JH QH")),
        say(
            "- Six in a row **{six}**, seven **{seven}**",
            six=worth(longer[0]),
            seven=worth(longer[1]),
        ),
        say("- Four alike (**carré**): {fours}. Lower ones nothing.", fours=fours),
        say(_ROEM_COUNTS[house.roem_counts]),
        say(
            "Everybody sees the value at once. The cards are shown only of what counts; of equal"
            " values the top cards."
        ),
        say("The declarer's roem may lie in all twelve cards, the two laid away too.")
        if house.roem_from == "all"
        else say("The declarer's roem lies in the ten cards that were kept."),
        say(
            "Equally high? Five or more in a row go before four alike. Then the highest card of the"
            " row decides, or the rank of the four; then a row in trumps; then who announced first."
        ),
        say("In the order of announcing, with {sign} as trump:", sign=suit_sign(TRUMP)),
        _contest(say, house, ("AH KH QH", "TD JD QD KD", "7C 8C 9C")),
        _contest(say, house, ("KH QH JH", "7C 8C 9C", "AD KD QD")),
        _contest(say, house, ("KH QH JH", "KS QS JS")),
    ]


def _contest(say: Speech, house: LesbosHouse, hands: Sequence[str]) -> str:
    rising = house.long_runs == "rising"
    found = [combinations_in(mask_of(parse_cards(h)), TRUMP, rising=rising) for h in hands]
    winner, _ = contest(found, by_sum=house.roem_counts == "totals")
    return say(
        "-# {hands}: **{best}** counts, {n} roem.",
        hands=" · ".join(row(say, hand) for hand in hands),
        best=row(say, hands[winner]),
        n=found[winner][0].value,
    )


def _other_roem(say: Speech, house: LesbosHouse) -> list[str]:
    def example(trick: str) -> str:
        roem = trick_roem(mask_of(parse_cards(trick)), TRUMP, ALL_RANKS)
        return say("{cards}: **{n}**", cards=row(say, trick), n=roem)

    king, queen = (card_text(say, card) for card in parse_cards("KS QS"))
    lines = [
        say(
            "**Stuk** is king and queen of trumps in one hand. It is worth {n} and counts beside"
            " everything else, whoever has the best roem.",
            n=STUK,
        ),
    ]
    if house.roem == "claim":
        lines += [
            say(
                "Say stuk when you play the first of the two, while you still hold the other. Who"
                " forgets it does not get it."
            ),
            say(
                "-# Trump is {sign}, you hold {king} and {queen}: say it with whichever you play"
                " first. If you laid one of them away you have no stuk.",
                sign=suit_sign(TRUMP),
                king=king,
                queen=queen,
            ),
        ]
    else:
        lines.append(say("The bot counts stuk by itself when you play the first of the two."))
    lines += [
        say("**Roem in a trick** goes to the player who wins the trick, whoever played the cards:"),
        say("- Three in a row of one suit: {example}", example=example("8C 7C 9C")),
        say("- King and queen of trumps: {example}", example=example("KS 7S QS")),
        say("- Both: {example}", example=example("KS AS QS")),
        say("Four alike cannot lie in a trick of three."),
    ]
    if house.roem == "auto":
        return [*lines, say("The bot counts roem in tricks by itself; nobody has to claim it.")]
    return [
        *lines,
        say(
            "Roem in a trick counts only if it is claimed: who won the trick presses **{claim}**"
            " before leading to the next one.",
            claim=say("Roem!"),
        ),
        say(
            "-# One press takes all roem of the trick. If there is none, only you are told, and it"
            " costs nothing. After the last trick, claim or press {count}.",
            count=say("Count"),
        ),
    ]


_NAT_OTHERS = {
    "own": later(
        "- **Otherwise** the declarer is **nat**: {penalty} and a cross. The others write down"
        " their own points."
    ),
    "nothing": later(
        "- **Otherwise** the declarer is **nat**: {penalty} and a cross. The others write down 0."
    ),
    "split": later(
        "- **Otherwise** the declarer is **nat**: {penalty} and a cross. The others each write down"
        " their own points and half of the declarer's, rounded down."
    ),
}


def _counting(say: Speech, house: LesbosHouse) -> list[str]:
    lines = [
        say(
            "After {n} tricks everybody adds up the cards they won and their roem, the last trick"
            " with its {last} and the cards laid away.",
            n=HAND,
            last=play.LAST_TRICK_POINTS,
        ),
        say(
            "- **Declarer has more than each of the others**: all write down what they have. It"
            " need not be more than half."
        ),
        _score(say, house, (70, 60, 32), (0, 0, 20), (4, 4, 2)),
        say(_NAT_OTHERS[house.nat_others], penalty=PENALTY),
        _score(say, house, (81, 61, 20), (0, 50, 0), (5, 4, 1)),
        say("- **Equal with the highest**: the declarer is nat too.")
        if house.tie == "nat"
        else say("- **Equal with the highest**: the declarer has made it."),
        _score(say, house, (65, 65, 32), (0, 0, 0), (4, 4, 2)),
        say(
            "- **No trick**: one of the others who wins no trick gets {penalty} and a cross,"
            " whatever roem there was, and also when the declarer is nat. A declarer without a"
            " trick pays nothing more.",
            penalty=PENALTY,
        ),
        _score(say, house, (90, 72, 0), (0, 0, 100), (6, 4, 0)),
    ]
    if house.all_tricks == "bonus":
        lines += [
            say(
                "- **All ten tricks**: {n} extra for the player who wins them.", n=ALL_TRICKS_POINTS
            ),
            _score(say, house, (play.CARD_POINTS, 0, 0), (20, 0, 0), (HAND, 0, 0)),
        ]
    return lines


def _score(
    say: Speech,
    house: LesbosHouse,
    cards: Sequence[int],
    roem: Sequence[int],
    tricks: Sequence[int],
) -> str:
    """Return an example of what is written down, the declarer first."""
    scores, crosses, _ = score_deal(DECLARER, cards, roem, tricks, house)
    had = [
        say("{n} + {roem} roem", n=points, roem=bonus) if bonus else str(points)
        for points, bonus in zip(cards, roem, strict=True)
    ]
    written = [f"{score}{' ✗' * crossed}" for score, crossed in zip(scores, crosses, strict=True)]
    return say(
        "-# Declarer {declarer}, the others {second} and {third}: **{written}**.",
        declarer=had[0],
        second=had[1],
        third=had[2],
        written=" / ".join(written),
    )


def _race(say: Speech, house: LesbosHouse) -> list[str]:
    first, second, third = DAY_POINTS
    totals, crosses = (1545, 1534, 975), (2, 0, 3)
    return [
        say(
            "A match is a **day race**. It ends after the first deal that leaves somebody alone"
            " in the lead with {n} points or more. While two share the lead it goes on.",
            n=DAY_TOTAL,
        ),
        say("After {n} deals it ends in any case.", n=house.cap),
        say(
            "The highest total wins; of equal totals the one with fewer crosses goes first. If"
            " these are equal too the place is shared."
        ),
        say(
            "The day race gives **day points**: {first} for the winner, {second} for the second,"
            " {third} for the third. Every cross of that day takes one away, below 0 too.",
            first=first,
            second=second,
            third=third,
        ),
        say(
            "-# Totals {totals} with {crosses} crosses: day points **{points}**.",
            totals=" / ".join(map(str, totals)),
            crosses=" / ".join(map(str, crosses)),
            points=" / ".join(map(str, _day_points(totals, crosses))),
        ),
        say(
            "Several day races make a **ronde**: the day points are added up, and who has most wins"
            " the ronde."
        ),
    ]


def _day_points(totals: tuple[int, ...], crosses: tuple[int, ...]) -> tuple[int, ...]:
    """Return the day points of a race that ended with these totals and crosses."""
    race = Lesbos()
    race.results.append(
        DealResult(
            number=1,
            dealer=0,
            trump=TRUMP,
            declarer=DECLARER,
            makers=DECLARER,
            cards=(),
            roem=(),
            tricks=(),
            scores=totals,
            reasons=frozenset(),
            shares=(),
            crosses=crosses,
        )
    )
    race.phase = Phase.OVER
    return race.outcome.points if race.outcome else ()
