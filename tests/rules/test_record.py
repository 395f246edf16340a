"""Records: read for ever, errors with the line, nothing else raised whatever the text."""

import random
from pathlib import Path

import pytest

from bot.rules.actions import (
    ACCEPT,
    BLIND,
    CLAIM,
    CLOSE,
    COUNT,
    DECLARE,
    END,
    PASS,
    PLAYS,
    REST,
    TAKE,
    TRUMPS,
    Deal,
    bid,
    lay,
    parse_action,
)
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.record import (
    LINE_LIMIT,
    RecordError,
    Seal,
    open_record,
    read_house,
    read_move,
    read_record,
    replay,
    steps,
    write_house,
    write_move,
    write_record,
)
from bot.rules.shuffle import seal_of, seed_of
from bot.rules.view import Phase, Reason

from . import positions

RECORDS = Path(__file__).parent / "records"
V1 = RECORDS / "v1.txt"
V2 = RECORDS / "v2-klaverjas.txt"
SECRET = b"the secret of the pinned record."
SECRET_2 = b"the secret of the second record."
START = 1312345678901234567
SEED = seed_of(SECRET, START, 1).hex()
HEADER = f"""troef 2
game klaverjas
house {write_house(KlaverjasHouse())}
seats 4
"""


def error(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.why}"
    return caught.value


def test_version_1_is_read_for_ever():
    text = V1.read_text("ascii")
    match, seal = read_record(text)
    assert seal == Seal(seal_of(SECRET), START)
    assert match.phase is Phase.OVER
    assert match.totals == (107, 661)
    assert [result.scores for result in match.results] == [(0, 232), (0, 212), (0, 162), (107, 55)]
    assert [result.roem for result in match.results] == [(0, 70), (50, 0), (0, 0), (0, 0)]
    assert {reason for result in match.results for reason in result.reasons} == {
        Reason.MADE,
        Reason.NAT,
    }
    assert [result.dealer for result in match.results] == [3, 0, 1, 2]
    seeds = [move.seed for _, move in match.log if isinstance(move, Deal)]
    assert seeds == [seed_of(SECRET, START, n) for n in range(1, len(seeds) + 1)]
    kinds = {str(move).split(" ")[0] for _, move in match.log}
    assert kinds == {"deal", "pass", "accept", "play", "claim", "count", "rest", "close"}
    assert write_record(match, seal) == text.replace("troef 1", "troef 2")


def test_version_2_is_read_for_ever():
    text = V2.read_text("ascii")
    match, seal = read_record(text)
    assert seal == Seal(seal_of(SECRET_2), 1412345678901234567, SECRET_2)
    assert match.phase is Phase.OVER
    assert match.totals == (348, 360)
    assert [result.scores for result in match.results] == [
        (15, 147),
        (31, 151),
        (120, 62),
        (182, 0),
    ]
    assert [result.roem for result in match.results] == [(0, 0), (0, 20), (20, 0), (0, 20)]
    assert [result.dealer for result in match.results] == [3, 0, 1, 3]
    assert match.dealt == 6
    kinds = {str(move).split(" ")[0] for _, move in match.log}
    assert kinds == {"deal", "pass", "trump", "play", "claim", "count", "rest", "close"}
    assert write_record(match, seal) == text


# The other two are matches of the computer players (`PLAYERS`) with the usual house rules, four
# deals of Hoogjassen: whoever may claim claims, and all count before the deal is closed. The seeds
# follow from the secret, one of two hundred tried: in few deals much should occur.


@pytest.mark.parametrize(
    ("game", "secret", "words", "totals", "dealt"),
    [
        (
            "lesbos",
            b"the secret 075 of lesbos........",
            "deal pass accept lay play roem stuk claim count rest close",
            (400, 49, 1514),
            17,
        ),
        (
            "hoogjassen",
            b"the secret 194 of hoogjassen....",
            "deal pass bid take blind lay trump declare play rest",
            (-140, -340, 380, 100),
            14,
        ),
    ],
)
def test_version_2_of_the_other_games_is_read_for_ever(game, secret, words, totals, dealt):
    text = (RECORDS / f"v2-{game}.txt").read_text("ascii")
    match, seal = read_record(text)
    start = 1512345678901234567
    assert seal == Seal(seal_of(secret), start, secret)
    assert match.phase is Phase.OVER
    assert (match.totals, match.dealt) == (totals, dealt)
    seeds = [move.seed for _, move in match.log if isinstance(move, Deal)]
    assert seeds == [seed_of(secret, start, n + 1) for n in range(dealt)]
    found = {word for _, move in match.log for word in str(move).split() if word.islower()}
    assert set(words.split()) <= found
    assert write_record(match, seal) == text


def test_what_was_announced_in_the_pinned_record_of_lesbos():
    match, _ = read_record((RECORDS / "v2-lesbos.txt").read_text("ascii"))
    assert [result.roem for result in match.results[:4]] == [
        (0, 40, 50),
        (0, 0, 50),
        (20, 0, 0),
        (0, 0, 120),
    ]
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.points) == ((2, 3, 1), (0, -6, 9))


def test_what_was_scored_in_the_pinned_record_of_hoogjassen():
    match, _ = read_record((RECORDS / "v2-hoogjassen.txt").read_text("ascii"))
    assert [result.scores for result in match.results] == [
        (-130, -130, 390, -130),
        (30, -90, 30, 30),
        (20, -60, 20, 20),
        (-60, -60, -60, 180),
    ]
    assert [max(result.roem) for result in match.results] == [0, 20, 20, 120]
    assert [result.reasons for result in match.results] == [
        {Reason.MADE, Reason.PIT},
        {Reason.NAT},
        {Reason.NAT},
        {Reason.MADE, Reason.BLIND},
    ]


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_every_pinned_record_is_read_and_written(path):
    text = path.read_text("ascii")
    version = text.split("\n", 1)[0]
    assert path.stem.split("-")[0] == version.replace("troef ", "v")
    assert write_record(*read_record(text)) == text.replace(version, "troef 2", 1)


def test_version_1_has_no_secret():
    lines = V2.read_text("ascii").replace("troef 2", "troef 1").splitlines()
    found = error("\n".join(lines))
    assert found.line == 7
    assert "is not an action" in found.why
    del lines[6]
    match, seal = read_record("\n".join(lines))
    assert match.totals == (348, 360)
    assert seal is not None
    assert seal.secret is None


def test_a_secret_is_written_once_the_match_is_over():
    text = V2.read_text("ascii")
    _, seal = read_record(text)
    assert seal is not None
    lines = text.splitlines()
    secret = lines.pop(6)
    assert secret == f"secret {SECRET_2.hex()}"
    for length in (6, 7, 30, len(lines) - 1):
        match, _ = read_record("\n".join(lines[:length]))
        assert write_record(match, seal) == "\n".join(lines[:length]) + "\n"
    match, _ = read_record("\n".join(lines))
    assert write_record(match, seal) == text


def test_a_seal_does_not_tell_its_secret():
    told = repr(Seal(seal_of(SECRET), START, SECRET))
    assert "secret" not in told
    assert seal_of(SECRET) in told


def test_a_record_with_its_secret_does_not_break_off():
    lines = V2.read_text("ascii").splitlines()
    for length in (7, 8, 40, len(lines) - 1):
        found = error("\n".join(lines[:length]))
        assert found.line == length + 1
        assert "breaks off" in found.why


def test_steps_play_on_a_match_of_their_own():
    record = open_record(V2.read_text("ascii"))
    lines = [write_move(*match.log[-1]) for match in steps(record)]
    assert tuple(lines) == record.lines
    assert record.match.log == []
    assert sum(1 for _ in steps(record)) == len(lines)
    assert record.first_line == 8


def test_the_smallest_record():
    match, seal = read_record(HEADER)
    assert (match.log, seal, match.house) == ([], None, KlaverjasHouse())
    assert write_record(match) == HEADER
    assert write_record(Klaverjas(), Seal("0" * 64, 0)) == f"{HEADER}seal {'0' * 64}\nstart 0\n"


@pytest.mark.parametrize("start", [0, 7, 10**20 - 1])
@pytest.mark.parametrize("sealed", ["0" * 64, "0123456789abcdef" * 4])
def test_the_smallest_sealed_record(sealed, start):
    match, seal = read_record(f"{HEADER}seal {sealed}\nstart {start}\n")
    assert (match.log, seal) == ([], Seal(sealed, start))


def test_every_option_is_written():
    words = write_house(KlaverjasHouse(counter_pit=False)).split()
    assert [word.split("=")[0] for word in words] == list(KlaverjasHouse.model_fields)
    assert "counter_pit=false" in words
    for name, values in positions.OPTIONS.items():
        for value in values:
            house = KlaverjasHouse(**{name: value})
            assert read_house("klaverjas", write_house(house)) == house


@pytest.mark.parametrize("line", range(1, 5))
def test_a_missing_header_line_is_named(line):
    lines = HEADER.splitlines()
    assert error("\n".join(lines[: line - 1])).line == line
    assert error("\n".join(lines[: line - 1] + lines[line:])).line == line


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("troef 2", "troef", 1, "version 2"),
        ("troef 2", "troef 3", 1, "'troef 3'"),
        ("troef 2", "troef 10", 1, "'troef 10'"),
        ("troef 2", "troef 0", 1, "'troef 0'"),
        ("troef 2", "troef 2 ", 1, "'troef 2 '"),
        ("troef 2", "troef 02", 1, "'troef 02'"),
        ("troef 2", "Troef 2", 1, "troef 2"),
        ("game klaverjas", "game bridge", 2, "'bridge'"),
        ("game klaverjas", "gameklaverjas", 2, "game"),
        ("system=amsterdam", "system=utrecht", 3, "option system"),
        ("system=amsterdam", "stelsel=amsterdam", 3, "option stelsel"),
        ("system=amsterdam", "system", 3, "'system'"),
        ("system=amsterdam", "system=amsterdam system=amsterdam", 3, "'system=amsterdam'"),
        ("counter_pit=true", "counter_pit=maybe", 3, "option counter_pit"),
        ("seats 4", "seats 3", 4, "4"),
        ("seats 4", "seats four", 4, "4"),
        ("seats 4", "seats 4\nseal abc\nstart 1", 5, "64"),
        ("seats 4", f"seats 4\nseal {'G' * 64}\nstart 1", 5, "64"),
        ("seats 4", f"seats 4\nseal {'0' * 65}\nstart 1", 5, "64"),
        ("seats 4", f"seats 4\nseal {'0' * 64}", 6, "start"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart -1", 6, "start"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 01", 6, "start"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart ²", 6, "start"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart {'9' * 21}", 6, "start"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 1\nseal {'0' * 64}", 7, "not an action"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 1\nsecret", 7, "not an action"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 1\nsecret 12", 7, "64"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 1\nsecret {'G' * 64}", 7, "64"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nstart 1\nsecret {'0' * 66}", 7, "64"),
        ("seats 4", f"seats 4\nsecret {'0' * 64}", 5, "not an action"),
        ("seats 4", f"seats 4\nseal {'0' * 64}\nsecret {'0' * 64}", 6, "start"),
        ("game klaverjas", f"game {'klaverjas' * 200}", 2, f"{LINE_LIMIT} characters"),
    ],
)
def test_a_bad_header_line_is_named(old, new, line, word):
    found = error(HEADER.replace(old, new, 1))
    assert found.line == line
    assert word in found.why


@pytest.mark.parametrize(
    ("moves", "line", "word"),
    [
        (["deal 12"], 5, "64 hexadecimal"),
        ([f"deal {SEED.upper()}"], 5, "64 hexadecimal"),
        ([f"0 deal {SEED}"], 5, "NOT_NOW"),
        ([f"deal {SEED}", f"deal {SEED}"], 6, "NOT_NOW"),
        ([f"deal {SEED}", "@E@ fold"], 6, "'fold' is not an action"),
        ([f"deal {SEED}", "@E@ play 10H"], 6, "'10H' is not a card"),
        ([f"deal {SEED}", "@E@ trump X"], 6, "'X' is not a suit"),
        ([f"deal {SEED}", "@E@  pass"], 6, "' pass' is not an action"),
        ([f"deal {SEED}", "9 pass"], 6, "NOT_YOUR_TURN"),
        ([f"deal {SEED}", "12 pass"], 6, "'12 pass' is not an action"),
        ([f"deal {SEED}", "pass"], 6, "NOT_YOUR_TURN"),
        ([f"deal {SEED}", ""], 6, "not an action"),
        ([f"deal {SEED}", "@E@ pass", "@E@ pass"], 7, "NOT_YOUR_TURN"),
        ([f"deal {SEED}", "@E@ trump H", "@E@ claim"], 7, "CLAIM_CLOSED"),
        ([f"deal {SEED}", "@E@ trump H", "@E@ rest"], 7, "NOT_CERTAIN"),
        (["close"], 5, "NOT_NOW"),
        (["0 play 7S"], 5, "NOT_NOW"),
    ],
)
def test_a_bad_move_is_named_with_its_line(moves, line, word):
    probe = Klaverjas()
    replay(probe, [f"deal {SEED}"])
    text = HEADER + "\n".join(moves).replace("@E@", str(probe.turn))
    found = error(text + ("\n" if moves[-1] else "\n\n"))
    assert found.line == line
    assert word in found.why


def test_the_rule_that_a_card_breaks_is_named():
    lines = V1.read_text("ascii").splitlines()
    at = next(n for n, line in enumerate(lines) if " play " in line)
    seat, _, _ = lines[at].split(" ")
    lines[at] = f"{(int(seat) + 1) % 4} play 7S"
    found = error("\n".join(lines))
    assert found.line == at + 1
    assert found.why == f"{lines[at]!r} breaks a rule: NOT_YOUR_TURN"


def test_replay_counts_from_the_line_it_is_told():
    with pytest.raises(RecordError) as caught:
        replay(Klaverjas(), [f"deal {SEED}", "nonsense"], first_line=40)
    assert caught.value.line == 41


def test_what_was_good_before_the_error_is_played():
    match = Klaverjas()
    with pytest.raises(RecordError):
        replay(match, [f"deal {SEED}", "close"])
    assert len(match.log) == 1


@pytest.mark.parametrize(
    "move",
    [
        *(PASS, ACCEPT, TAKE, BLIND, DECLARE, CLAIM, COUNT, REST, CLOSE, END, *TRUMPS, *PLAYS),
        *(bid(0), bid(120), bid(9990), lay(1), lay(0x80000001), lay(0xFFFFFFFF)),
        Deal(bytes(range(32))),
    ],
    ids=str,
)
def test_a_move_and_its_text(move):
    assert parse_action(str(move)) == move
    for seat in (None, 0, 3):
        assert read_move(write_move(seat, move)) == (seat, move)


@pytest.mark.parametrize(
    "text",
    [
        *("", "Pass", "pass ", " pass", "play", "play ", "play th", "play THH", "play  TH"),
        *("play 1H", "trump", "trump SH", "trump h", "trump ", "deal", "deal ", "count 1"),
        *("deal 00", "deal " + "0" * 62),
        *("deal " + "٣" * 64, "deal " + "0" * 63, "deal " + "0" * 66, "deal " + " 0" * 32),
        *("\ud800", "play \x00H", "play KH ", "play KH stuk roem", "play KH roem roem", "take 1"),
        *("bid", "bid ", "bid -10", "bid 010", "bid 00", "bid 12000", "bid ²"),
        *("lay", "lay ", "lay KH 7S"),
        *("lay 7S 7S", "lay 7S  8S", "lay 7S ", "blind 1", "declare KH", "end 1"),
    ],
)
def test_what_is_no_action(text):
    with pytest.raises(ValueError, match=r"is not |is followed by"):
        parse_action(text)


GARBAGE = (
    *("", " ", "\n", "\r", "\t", "\0", "=", "0", "9", "-1", "S", "TH", "²", "٣", "é", "\ud800"),
    *(
        "troef 1",
        "troef 2",
        "troef 3",
        "secret",
        "end",
        "lay 7S",
        "bid 120",
        "game",
        "house",
        "seal",
        "start",
        "deal ",
        "pass",
        "claim",
        "1 count",
    ),
    *("\nclose\n", "\n0 rest\n", "1e9", "None", "true", "loc", "{}", "%s", "\ufeff", "x" * 99),
)


def mutated(text: str, chance: random.Random) -> str:
    """Return the text with one to three things wrong."""
    for _ in range(chance.randint(1, 3)):
        a, b = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        lines = text.split("\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(9):
            case 0:
                text = text[:a] + chance.choice(GARBAGE) + text[a:]
            case 1:
                text = text[:a] + text[a + 1 :]
            case 2:
                text = text[:a]
            case 3:
                text = text[:a] + text[b:]
            case 4:
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
            case 5:
                lines.insert(one, lines[other])
                text = "\n".join(lines)
            case 6:
                words = lines[one].split(" ")
                words[chance.randrange(len(words))] = chance.choice(GARBAGE)
                lines[one] = " ".join(words)
                text = "\n".join(lines)
            case 7:
                del lines[one]
                text = "\n".join(lines)
            case _:
                text = text[:a] + chr(chance.randrange(1, 0x3000)) + text[a + 1 :]
    return text


def test_a_mutated_record_raises_nothing_but_a_record_error():
    chance = random.Random(20_000)
    pinned = V1.read_text("ascii")
    texts = ["\n".join(pinned.split("\n")[:lines]) + "\n" for lines in (6, 10, 20, 45, 60)]
    texts.append(V2.read_text("ascii"))
    for _ in range(20):
        match = Klaverjas(positions.random_house(chance))
        for _ in range(chance.randrange(50)):
            match.push(*positions.random_move(match, chance))
        texts.append(write_record(match))
    refused = 0
    lines = []
    for _ in range(20_000):
        text = mutated(chance.choice(texts), chance)
        try:
            match, seal = read_record(text)
        except RecordError as found:
            refused += 1
            lines.append((found.line, text.count("\n") + 2))
        else:
            # What is read is a match like any other, and its own text reads to the same.
            written = write_record(match, seal)
            assert write_record(*read_record(written)) == written
    assert all(1 <= line <= last for line, last in lines)
    assert 12_000 < refused < 20_000
