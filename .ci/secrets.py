"""No secret in any tracked file, nor in any commit: there, in every line that was ever added."""

# ruff: noqa: INP001, T201 - a script

import subprocess
import sys

from detect_secrets.core.scan import scan_diff
from detect_secrets.settings import default_settings

NOTHING = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # pragma: allowlist secret
"""Git's name for the empty tree."""

# What looks like a secret and is none, by its hash.
KNOWN = {
    "08926bf0d0eb81d0ce1effacfe64440308839ff7",  # pragma: allowlist secret - the seed of deals.md
    "cde977ed0612aa5559c0b5a9bb5677059daa3ce0",  # pragma: allowlist secret - its secret
    "5de2089c6895ee0d323c4a588bdeb3faf8e20b1d",  # pragma: allowlist secret - the seal of that
    "efb893611e6f56f5ad0724816340a50a4eb0820b",  # pragma: allowlist secret - the word "words"
}


def git(*command: str) -> str:
    """Return what git says."""
    ran = subprocess.run(["git", *command], capture_output=True, check=True)  # noqa: S603, S607
    return ran.stdout.decode("utf-8", "replace")


def main() -> int:
    """Print where secrets stand; return 1 if there are any."""
    one_by_one = ("--unified=0", "--no-color", "--no-renames")
    everywhere = (
        ("the files as they are", git("diff", *one_by_one, NOTHING)),
        ("the commits so far", git("log", "-p", "-m", "--all", "--format=", *one_by_one)),
    )
    found = 0
    with default_settings():
        for where, diff in everywhere:
            for secret in scan_diff(diff):
                if secret.secret_hash not in KNOWN:
                    found += 1
                    print(f"{where}: {secret.filename}:{secret.line_number}: {secret.type}")
    print(f"secrets in files and commits: {found or 'none'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
