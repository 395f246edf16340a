"""`review` as people meet it: what is said, and the exit code."""

import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.looking_back import tell_review
from bot.rules.record import read_record
from tests.players.looked_back import looked_back_on

RECORDS = Path(__file__).parent / "rules" / "records"
V2 = RECORDS / "v2-klaverjas.txt"
SIDES = ((0, 2), (1, 3))


@pytest.fixture
def run(capsys):
    """Return what runs the command on a record: exit code, lines on stdout, text on stderr."""

    def run(path: Path, *options: str) -> tuple[int, list[str], str]:
        code = main(["review", str(path), *options])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err.replace(str(path), "RECORD")

    return run


def test_a_deal_in_lines() -> None:
    assert list(tell_review(looked_back_on(), SIDES)) == [
        "deal 3, trump H, declarer 2",
        "  trick 1: 1 AS, 2 9S, 3 TS, 0 7H; to 0",
        "    2 9S cost nothing on average, 4 with open hands",
        "    3 TS cost 12 on average (8S is better), 30 with open hands",
        "  trick 2: 0 AC, 1 QD, 2 JH, 3 9D; to 2",
        "    0 AC cost 7 on average (7C is better), 0 with open hands",
        "    1 QD cost 5 on average (KD is better), 6 with open hands",
        "    2 JH cost 20 on average (8H is better), 0 with open hands",
        "    3 9D cost 3 on average (7D is better), 2 with open hands",
        "  trick 3: not played; to 2, who was sure of it",
        "  mattered: trick 2, 2 JH cost 20 on average (8H is better), 0 with open hands",
        "  mattered: trick 1, 3 TS cost 12 on average (8S is better), 30 with open hands",
        "  mattered: trick 2, 0 AC cost 7 on average (7C is better), 0 with open hands",
        "  played: 0+2 scores 100, 1+3 scores 62",
        "  par: 0+2 scores 0, 1+3 scores 162",
    ]


def test_one_deal_of_a_record(run) -> None:
    code, said, wrong = run(V2, "--deal", "2")
    assert (code, wrong) == (0, "")
    match, _ = read_record(V2.read_text("ascii"))
    deal = match.results[1]
    assert said[:2] == ["klaverjas, 4 seats", ""]
    assert said[2].startswith("deal 2, trump ")
    assert [line for line in said if line.startswith("deal ")] == [said[2]]
    assert sum(line.startswith("  trick ") for line in said) == sum(deal.tricks)
    played, par = said[-2:]
    assert played == f"  played: 0+2 scores {deal.scores[0]}, 1+3 scores {deal.scores[1]}"
    assert par.startswith("  par: 0+2 scores ")


@pytest.mark.parametrize("deal", ["0", "-1", "5"])
def test_a_deal_that_is_not_there(run, deal: str) -> None:
    code, said, wrong = run(V2, "--deal", deal)
    assert (code, said) == (2, [])
    assert wrong == f"RECORD has no scored deal {deal}; they are 1 to 4.\n"


def test_a_record_without_a_deal(run, tmp_path) -> None:
    path = tmp_path / "match.txt"
    path.write_text("\n".join(V2.read_text("ascii").split("\n")[:6]) + "\n")
    code, said, wrong = run(path)
    assert (code, said) == (2, [])
    assert wrong == "RECORD has no scored deal.\n"


def test_a_line_that_cannot_be_played(run, tmp_path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(V2.read_text("ascii").replace("close", "nonsense", 1))
    code, said, wrong = run(path)
    assert (code, said) == (2, [])
    assert wrong.startswith("RECORD: line ")


def test_without_the_extra(run, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    code, said, wrong = run(V2)
    assert (code, said) == (2, [])
    assert wrong == "review needs numba: install this program with the extra `search`.\n"
