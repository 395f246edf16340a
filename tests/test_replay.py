"""`verify` and `replay` as people meet them: what is said, and the exit code."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import RECORD_LIMIT, main
from bot.replay import tell_match
from bot.rules.cards import card_name
from bot.rules.games import GAMES
from bot.rules.record import RecordError, open_record, write_record
from bot.rules.view import Phase

from .rules import positions

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "rules" / "records"
V2 = RECORDS / "v2-klaverjas.txt"
LINES = V2.read_text("ascii").splitlines()
COMMANDS = pytest.mark.parametrize("command", ["verify", "replay"])


@pytest.fixture
def run(tmp_path, capsys):
    """Return what runs a command on a record: exit code, lines on stdout, text on stderr."""

    def run(command: str, lines: list[str] | bytes | Path) -> tuple[int, list[str], str]:
        path = tmp_path / "match.txt"
        if isinstance(lines, Path):
            path = lines
        else:
            data = lines if isinstance(lines, bytes) else "\n".join([*lines, ""]).encode()
            path.write_bytes(data)
        code = main([command, str(path)])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err.replace(str(path), "RECORD")

    return run


def changed(at: int, line: str) -> list[str]:
    """Return the lines of the record with one of them changed, counted from 1."""
    return [*LINES[: at - 1], line, *LINES[at:]]


def deal_line(dealt: int) -> int:
    return [n for n, line in enumerate(LINES, 1) if line.startswith("deal ")][dealt - 1]


def test_verify_what_agrees(run):
    assert run("verify", V2) == (
        0,
        [
            "seal: agrees with the secret",
            "deal 1 (passed out): seed agrees",
            "deal 1 (dealt as number 2): seed agrees",
            "deal 2 (dealt as number 3): seed agrees",
            "deal 3 (dealt as number 4): seed agrees",
            "deal 4 (dealt as number 5, passed out): seed agrees",
            "deal 4 (dealt as number 6): seed agrees",
            "moves: every one is legal, and the match is over",
            f"compare: in the lobby stood the {LINES[4]}",
            "Everything agrees: seal and start fixed these cards (6 deals).",
        ],
        "",
    )


def test_verify_without_the_secret(run):
    code, said, _ = run("verify", LINES[:6] + LINES[7 : deal_line(2) + 3])
    assert code == 0
    assert said == [
        "seal: cannot be checked before the secret is shown",
        "deal 1 (passed out): seed cannot be checked before the secret is shown",
        "deal 1 (dealt as number 2): seed cannot be checked before the secret is shown",
        "moves: every one is legal, and the match is not over",
        f"compare: in the lobby stood the {LINES[4]}",
        "Nothing disagrees; the rest can be checked once the secret is shown.",
    ]


def test_verify_without_a_seal(run):
    code, said, _ = run("verify", LINES[:4] + LINES[7:])
    assert code == 0
    assert said[0] == "seal: there is none"
    assert said[1] == "deal 1 (passed out): seed cannot be checked without a seal"
    assert said[-1] == "Nothing disagrees, but nothing shows where the cards come from."


def test_verify_a_changed_seed(run):
    code, said, _ = run("verify", changed(deal_line(4), f"deal {'0' * 64}"))
    assert code == 1
    assert said[3] == "deal 2 (dealt as number 3): seed agrees"
    assert said[4] == "deal 3 (dealt as number 4): seed does not agree with secret and start"
    assert said[5].startswith("moves: line ")
    assert said[5].endswith(" breaks a rule: NOT_IN_HAND; nothing behind it was checked")
    assert said[-1] == "1 of 5 checks fail: these deals are not what was sealed."


def test_verify_a_changed_secret(run):
    code, said, _ = run("verify", changed(7, f"secret {'0' * 64}"))
    assert code == 1
    assert said[0] == "seal: does not agree with the secret"
    assert said[-1] == "7 of 7 checks fail: these deals are not what was sealed."


def test_verify_a_changed_start(run):
    code, said, _ = run("verify", changed(6, "start 1"))
    assert code == 1
    assert said[0] == "seal: agrees with the secret"
    assert said[1] == "deal 1 (passed out): seed does not agree with secret and start"
    assert said[-1] == "6 of 7 checks fail: these deals are not what was sealed."


def test_what_a_terminal_cannot_show_is_spelled_out():
    lines = "\n".join([*LINES[:4], "0 pläy ♥"]).encode()
    done = process("verify", "-", input=lines, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"pl\\xe4y" in done.stdout


def test_verify_an_illegal_card(run):
    at = deal_line(2) + 5
    code, said, wrong = run("verify", changed(at, "2 play AS"))
    assert code == 2
    assert said[-1] == "This is not the record of a match."
    assert wrong == f"RECORD: line {at}: '2 play AS' breaks a rule: NOT_IN_HAND\n"


@COMMANDS
def test_a_missing_line(run, command):
    at = deal_line(2) + 5
    code, _, wrong = run(command, LINES[: at - 1] + LINES[at:])
    assert code == 2
    assert wrong == f"RECORD: line {at}: '3 play QS' breaks a rule: NOT_YOUR_TURN\n"
    code, _, wrong = run(command, LINES[:-1])
    assert code == 2
    assert wrong.startswith(f"RECORD: line {len(LINES)}: the record breaks off")


def test_replay_a_match(run):
    code, said, wrong = run("replay", V2)
    assert (code, wrong) == (0, "")
    assert said[0] == "klaverjas, 4 seats"
    assert said[1] == LINES[2]
    assert said[2] == LINES[4]
    first = said.index("deal 1, dealer 2")
    assert said[first : said.index("", first)] == [
        "deal 1, dealer 2",
        "  seed 35eadf4068706d832ff0d1e53dfcb65929a48fc82b80c42d8eadcf944987a811",
        "  hand 0: QS AS 7H JH 9D JD 8C KC",
        "  hand 1: 9S 8H KH 7D TD KD TC AC",
        "  hand 2: 8S JS 9H TH AH QD 7C JC",
        "  hand 3: 7S TS KS QH 8D AD 9C QC",
        "  said: 3 pass, 0 pass, 1 pass, 2 pass",
        "  passed out",
    ]
    second = said.index("deal 2 (dealt as number 3), dealer 0")
    assert said[second : said.index("", second)] == [
        "deal 2 (dealt as number 3), dealer 0",
        "  seed 159530aac71c965a7da69a0b3eaea43c9e77a91e7c445eba2f29daabcfc8d76f",
        "  hand 0: AS 9H TH 8D 9D TD KD TC",
        "  hand 1: 7S 9S JH 7D QD 8C 9C JC",
        "  hand 2: TS JS QS 7H 8H QH KH KC",
        "  hand 3: 8S KS AH JD AD 7C QC AC",
        "  said: 1 trump C",
        "  trump C, declarer 1",
        "  trick 1: 1 9C, 2 KC, 3 QC, 0 TC; 31 points, roem 20 to 1",
        "  trick 2: 1 JC, 2 8H, 3 AC, 0 9D; 31 points to 1",
        "  trick 3: 1 7S, 2 JS, 3 8S, 0 AS; 13 points to 0",
        "  trick 4: 0 TD, 1 7D, 2 7H, 3 AD; 21 points to 3",
        "  trick 5: 3 KS, 0 KD, 1 9S, 2 TS; 18 points to 2",
        "  trick 6: 2 KH, 3 AH, 0 TH, 1 JH; 27 points to 3",
        "  trick 7: 3 JD, 0 8D, 1 QD, 2 QH; 8 points to 1",
        "  trick 8: not played; to 1, who was sure of it",
        "  made",
        "  0+2: 2 tricks, cards 31, roem 0, scores 31",
        "  1+3: 6 tricks, cards 131, roem 20, scores 151",
        "  standing: 0+2 has 46, 1+3 has 298",
    ]
    assert said[-1] == "over, first 1+3: 0+2 has 348, 1+3 has 360"


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
@COMMANDS
def test_every_pinned_record(run, command, path):
    code, said, wrong = run(command, path)
    assert (code, wrong) == (0, "")
    assert all(line.isascii() for line in said)


def test_replay_a_match_that_runs(run):
    code, said, _ = run("replay", LINES[:6] + LINES[7 : deal_line(2) + 7])
    assert code == 0
    assert said[-6:] == [
        "  trump S, declarer 1",
        "  trick 1: 0 9S, 1 JS, 2 JH, 3 QS; 39 points to 1",
        "  trick 2: 1 JD",
        "  not finished",
        "",
        "not over (playing, seat 2 to move): 0+2 has 0, 1+3 has 0",
    ]
    code, said, _ = run("replay", LINES[:6])
    assert code == 0
    assert said[-1] == "not over (dealing): 0+2 has 0, 1+3 has 0"


def test_replay_tells_what_came_before_the_bad_line(run):
    at = deal_line(2) + 8
    code, said, wrong = run("replay", changed(at, "2 play 8S"))
    assert code == 2
    assert said[-2:] == ["  trick 2: 1 JD", "  not finished"]
    assert wrong == f"RECORD: line {at}: '2 play 8S' breaks a rule: NOT_IN_HAND\n"


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.counts]
)
def test_every_game_is_told_wherever_it_breaks_off(game, seats):
    chance = random.Random(f"{game} {seats}")
    for _ in range(12):
        match = GAMES[game](GAMES[game].house_type(), seats)
        for _ in range(chance.randrange(250)):
            if match.phase is Phase.OVER:
                break
            match.push(*positions.random_move(match, chance))
        told = list(tell_match(open_record(write_record(match))))
        assert all(line.isascii() for line in told)
        assert sum(line.startswith("deal ") for line in told) == match.dealt
        assert sum(line.startswith("  standing: ") for line in told) == len(match.results)
        if match.tricks and match.phase is Phase.PLAYING:
            cards = [card_name(card) for _, card in match.tricks[0].cards]
            last = [line for line in told if line.startswith("  trick 1: ")][-1]
            assert all(card in last for card in cards)


def test_telling_a_match_plays_it_on_a_copy():
    record = open_record(V2.read_text("ascii"))
    assert list(tell_match(record)) == list(tell_match(record))
    with pytest.raises(RecordError):
        list(tell_match(open_record("\n".join([*LINES, "0 pass"]))))


@COMMANDS
def test_what_editors_leave_in_a_file(run, command):
    data = b"\xef\xbb\xbf" + "\r\n".join([*LINES, ""]).encode()
    assert run(command, data) == run(command, V2)


@COMMANDS
@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", "RECORD: line 1: a record begins with 'troef 2'\n"),
        (b"\n", "RECORD: line 1: a record begins with 'troef 2'\n"),
        (bytes(1000), "RECORD: line 1: a record begins with 'troef 2'\n"),
        (b"\x89PNG\r\n\x1a\n", "RECORD is no record: it is not text in UTF-8.\n"),
        ("troef 2\n".encode("utf-16"), "RECORD is no record: it is not text in UTF-8.\n"),
        (b"troef 3\n", "RECORD: line 1: this is 'troef 3'; this program reads up to version 2\n"),
        (b"x" * 5000, "RECORD: line 1: no line of a record is longer than 1000 characters\n"),
        (b"troef 2\ngame whist\n", "RECORD: line 2: 'whist' is not a game; games are klaverjas"),
    ],
)
def test_what_is_no_record(run, command, data, wrong):
    code, said, found = run(command, data)
    assert (code, said) == (2, [])
    assert found.startswith(wrong)
    assert found.count("\n") == 1


@COMMANDS
def test_what_cannot_be_read(run, command, tmp_path):
    code, said, wrong = run(command, tmp_path / "nowhere.txt")
    assert (code, said, wrong) == (2, [], "RECORD cannot be read: No such file or directory.\n")
    code, said, wrong = run(command, tmp_path)
    assert (code, said) == (2, [])
    assert wrong.startswith("RECORD cannot be read: ")


@COMMANDS
def test_a_file_that_is_too_large(run, command, tmp_path):
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    code, said, wrong = run(command, large)
    assert (code, said) == (2, [])
    assert wrong == f"RECORD is no record: it has more than {RECORD_LIMIT} bytes.\n"


@COMMANDS
def test_settings_are_no_matter(run, command, monkeypatch):
    monkeypatch.setenv("TROEF_PACE", "not a number")
    code, _, wrong = run(command, V2)
    assert (code, wrong) == (0, "")


def process(*arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
        **options,
    )


def test_from_stdin():
    done = process("verify", "-", input=V2.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"seal: agrees with the secret")
    done = process("replay", "-", input=b"troef 2\n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"-: line 2: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor of the child")
def test_from_a_stdin_that_is_closed():
    done = process("verify", "-", preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"- cannot be read: Bad file descriptor.\n"


def test_a_reader_that_has_seen_enough():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("replay", str(V2), stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
