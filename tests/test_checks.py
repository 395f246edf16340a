"""What holds for the project as a whole, whatever its code does."""

import json
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
README = (ROOT / "README.md").read_text("utf-8")

# Written so that no pattern finds itself in this file.
UNWANTED = {
    "a registry's host": re.compile(
        r"pypi\.org|pythonhosted\.org|npmjs\.|deb\.debian\.|proxy\.golang\.|crates\.io"
    ),
    "a registry's address": re.compile(r"--(?:extra-)?index-[u]rl|--find-[l]inks|--trusted-[h]ost"),
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home|Users)/\w|\.[p]yenv\b"),
    "a Discord token": re.compile(r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}"),
    "a token": re.compile(r"\b(?:gh[pousr]_\w{30}|sk-\w{20}|xox[abp]-\w{10}|AKIA[A-Z0-9]{16})"),
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY"),
    "a filled-in token": re.compile(r"^DISCORD_TOKEN=[^\s'\"$]", re.MULTILINE),
}


def tracked() -> list[Path]:
    """Every file that git has or would take; all but hidden folders where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = listed.stdout.split("\0") if listed.returncode == 0 else []
    paths = [ROOT / name for name in names if name] or [
        path
        for path in ROOT.rglob("*")
        if not any(part.startswith(".") and part != ".ci" for part in path.relative_to(ROOT).parts)
    ]
    return [path for path in paths if path.is_file()]


def requirements() -> Iterator[Requirement]:
    for text in PROJECT["dependencies"]:
        yield Requirement(text)
    for extra in PROJECT["optional-dependencies"].values():
        yield from (needed for needed in map(Requirement, extra) if needed.name != "troef")


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    found = {}
    for line in lines:
        if line and not line.startswith("#"):
            match = re.fullmatch(r"([\w.-]+)==([\w.]+)", line)
            assert match, f"not an exact pin alone: {line}"
            found[canonicalize_name(match[1])] = match[2]
    return found


@pytest.mark.parametrize("what", UNWANTED)
def test_no_file_holds(what: str) -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        found += [
            f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
            for match in UNWANTED[what].finditer(text)
        ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a registry's host", "https://" + "pypi" + ".org/simple"),
        ("a registry's address", "pip install --index" + "-url=…"),
        ("a path of one machine", "cd /wo" + "rk/main"),
        ("a Discord token", "M" + "x" * 23 + "." + "y" * 6 + "." + "z" * 30),
        ("a token", "gh" + "p_" + "a" * 36),
        ("a private key", "-----BEGIN " + "PRIVATE KEY-----"),
        ("a filled-in token", "DISCORD_TOKEN" + "=abc"),
    ],
)
def test_what_is_unwanted_would_be_found(what: str, text: str) -> None:
    assert UNWANTED[what].search(text)


PLANTED = {
    "a Discord token": "T = '" + "M" + "zQ5" * 8 + ".YxF0aB.7dKq2LrZ9vTtWm4HcXs1PpEoNjU'",
    "a private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "a phrase to pass with": "pass" + "word = 'k3Yc0ard!" + "s4lot'",
    "letters by chance": "key = '" + "8Fq2vZ1xW7bLr0Tn" + "Yc5Hs9Dp3GmJkA6e'",
}


def scan_for_secrets(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / "secrets.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("what", PLANTED)
def test_a_secret_in_a_file_or_long_gone_is_found(tmp_path: Path, what: str) -> None:
    pytest.importorskip("detect_secrets", reason="comes with the extra `checks`")

    def git(*command: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@x")
        subprocess.run(["git", *who, *command], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    file = tmp_path / "settings.py"
    file.write_text("nothing = 1\n")
    git("add", ".")
    git("commit", "-m", "nothing yet")
    assert scan_for_secrets(tmp_path).returncode == 0
    file.write_text(f"{PLANTED[what]}\n")
    found = scan_for_secrets(tmp_path)
    assert found.returncode == 1
    assert "the files as they are: settings.py:1" in found.stdout
    git("commit", "-am", "a slip")
    file.write_text("nothing = 1\n")
    git("commit", "-am", "gone again")
    found = scan_for_secrets(tmp_path)
    assert found.returncode == 1
    assert "the files as they are" not in found.stdout
    assert "the commits so far: settings.py:1" in found.stdout


def report(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


FINE: dict[str, object] = {"name": "a", "version": "1", "vulns": []}
SKIPPED: dict[str, object] = {"name": "b", "skip_reason": "not found"}
FAULTY: dict[str, object] = {
    "name": "c",
    "version": "2",
    "vulns": [{"id": "CVE-1", "fix_versions": ["2.1"]}],
}


@pytest.mark.parametrize(
    ("reported", "said", "code", "told"),
    [
        (report(FINE), "", 0, "1 packages, no known vulnerability"),
        (report(FINE, SKIPPED), "", 0, "no known vulnerability; not in the database: b"),
        (report(SKIPPED), "", 0, "not run (the vulnerability database has none"),
        (report(FINE, SKIPPED, FAULTY), "", 1, "c 2: CVE-1, mended in 2.1"),
        ("", "requests.exceptions.ConnectionError: no", 0, "not run (the vulnerability database"),
        ("", "ERROR: Could not connect to the feed", 0, "cannot be reached"),
        ("", "ERROR: constraints.txt cannot be parsed", 1, "cannot be parsed"),
    ],
)
def test_the_audit_fails_for_a_known_vulnerability_alone(
    reported: str, said: str, code: int, told: str
) -> None:
    verdict = runpy.run_path(str(ROOT / ".ci" / "audit.py"))["verdict"]
    answered, sentence = verdict(reported, said)
    assert answered == code
    assert told in sentence


def test_import_contracts_hold() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    linted = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_every_dependency_has_its_reason_in_the_readme() -> None:
    reasons = dict(re.findall(r"^\| ([\w.-]+) \| (.+) \|$", README, re.MULTILINE))
    without = {
        needed.name for needed in requirements() if len(reasons.get(needed.name, "").split()) < 3
    }
    assert without == set()


def test_every_dependency_is_pinned_to_a_version_it_allows() -> None:
    pinned = pins()
    for needed in requirements():
        assert pinned[canonicalize_name(needed.name)] in needed.specifier, needed


def test_the_readme_asks_for_the_permissions_it_names() -> None:
    fewest = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True
    )
    assert f"permissions={fewest.value}`" in README


def test_every_setting_stands_in_the_readme() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    settings = set(re.findall(r"^(?:# ?)?((?:TROEF|DISCORD)_[A-Z_]+)=", example, re.MULTILINE))
    assert settings == set(
        re.findall(r"^\| `((?:TROEF|DISCORD)_[A-Z_]+)` \|", README, re.MULTILINE)
    )
