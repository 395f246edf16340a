"""What checks the rows of Lesbos in the vector files (see test_vectors)."""

from bot.rules import play, roem
from bot.rules.actions import CLAIM, Kind
from bot.rules.cards import PACK, Suit, card_name, cards_in, mask_of, parse_cards
from bot.rules.hand_roem import combinations_in, contest
from bot.rules.lesbos import LesbosHouse, score_deal
from bot.rules.view import Reason

from . import lesbos_positions, positions

SYSTEMS = {"amsterdam": play.AMSTERDAM, "rotterdam": play.ROTTERDAM}


def house_of(row) -> LesbosHouse:
    return LesbosHouse(**row.get("house", {}), system=row.get("rules", "amsterdam"))


def match_with(row, hands, declarer=0) -> lesbos_positions.Lesbos:
    """Return a match in which seat 0 leads, the seats hold these cards, and roem is claimed.

    Roem is in the cards told alone: what was laid away is not.
    """
    told = {"first_lead": "eldest", "roem": "claim", "roem_from": "kept"}
    options = house_of(row).model_dump() | told
    return lesbos_positions.start(hands, row["trump"], declarer=declarer, **options)


def legal(row) -> None:
    house = house_of(row)
    trump, trick = Suit.find(row["trump"]), parse_cards(row["trick"])
    hand = mask_of(parse_cards(row["hand"]))
    declarer = row.get("declarer", 0)
    led = trick[0] >> 3 if trick else play.NO_SUIT
    best = max(trick, key=lambda card: play.strength(card, led, trump), default=0)
    places = (len(trick), trick.index(best) if trick else 0)
    partner_wins = house.defenders_are_partners and declarer not in places
    system = SYSTEMS[house.system]
    rest = system, play.NO_UNDERTRUMP, play.FORBIDDEN
    cards = play.legal_cards(hand, led, trump, best, bool(trick) and partner_wins, *rest)
    expected = positions.names(parse_cards(row["expect"]))
    assert positions.names(cards_in(cards)) == expected
    # In a match: who has played held that one card, so that it was legal.
    match = match_with(row, [*row["trick"].split(), row["hand"], "", ""][:3], declarer)
    lesbos_positions.play(match, *row["trick"].split())
    plays = [action for action in match.legal(match.turn) if action.kind is Kind.PLAY]
    assert positions.names({action.card for action in plays}) == expected


def trick(row) -> None:
    trump, cards = Suit.find(row["trump"]), parse_cards(row["trick"])
    powers = [play.strength(card, cards[0] >> 3, trump) for card in cards]
    answer = {
        "winner": powers.index(max(powers)),
        "points": sum(play.points(card, trump) for card in cards),
        "roem": roem.trick_roem(mask_of(cards), trump, roem.ALL_RANKS),
    }
    assert answer == answer | row["expect"]
    match = match_with(row, row["trick"].split())
    lesbos_positions.play(match, *row["trick"].split())
    if answer["roem"]:
        match.push(match.tricks[-1].winner, CLAIM)
    done = match.tricks[-1]
    assert {key: getattr(done, key) for key in answer} == answer


def deal_score(row) -> None:
    house = house_of(row)
    sums = row["cards"], row["roem"], row["tricks"]
    scores, crosses, reasons = score_deal(row["declarer"], *sums, house)
    answer = {"nat": Reason.NAT in reasons, "scores": list(scores), "crosses": list(crosses)}
    assert answer == answer | row["expect"]
    match = lesbos_positions.lesbos(**house.model_dump())
    lesbos_positions.finish(match, row["declarer"], *sums)
    result = match.results[-1]
    assert (result.scores, result.crosses, result.reasons) == (scores, crosses, reasons)
    assert [list(result.cards), list(result.roem), list(result.tricks)] == list(sums)


def hand_roem_contest(row) -> None:
    house = house_of(row)
    trump = Suit.find(row["trump"])
    hands = [mask_of(parse_cards(text)) for text in row["hands"]]
    rising = house.long_runs == "rising"
    found = [combinations_in(hand, trump, rising=rising) for hand in hands]
    places = [place for place, combinations in enumerate(found) if combinations]
    winner = None
    points = 0
    if places:
        by_sum = house.roem_counts == "totals"
        winner = places[contest([found[place] for place in places], by_sum=by_sum)[0]]
        counting = found[winner][:1] if house.roem_counts == "best" else found[winner]
        points = sum(each.value for each in counting)
    answer = {"winner": winner, "points": points}
    assert answer == answer | row["expect"]
    # In a match: seat 0 leads, and whoever can announce does, with the first card he may play.
    spare = [card for card in PACK if not sum(hands) >> card & 1]
    held = [*row["hands"], "", ""][:3]
    match = match_with(row, [text or card_name(spare.pop()) for text in held])
    for place in range(3):
        plays = [action for action in match.legal(place) if action.kind is Kind.PLAY]
        loud = [action for action in plays if action.announces and not action.says_stuk]
        match.push(place, (loud or plays)[0])
    credited = [entry for entry in match.announced if entry.credited]
    assert [(entry.seat, entry.credited) for entry in credited] == [(winner, points)][: len(places)]


KINDS = {
    "legal": legal,
    "trick": trick,
    "deal_score": deal_score,
    "hand_roem_contest": hand_roem_contest,
}
