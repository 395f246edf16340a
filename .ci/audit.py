"""Which of the pinned packages have a known vulnerability; said where that cannot be asked."""

# ruff: noqa: INP001, T201 - a script

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

COMMAND = (
    *("-m", "pip_audit", "-r", "constraints.txt", "--no-deps", "--disable-pip"),
    *("--format", "json", "--progress-spinner", "off"),
)
OUT_OF_REACH = re.compile(r"Could not connect|(?:Connect\w*|Timeout|Proxy|SSL)Error|503|502|504")


def verdict(report: str, said: str) -> tuple[int, str]:
    """Return exit code and sentence for a report of pip-audit and what it said beside that."""
    if not report.strip():
        if not OUT_OF_REACH.search(said):
            return 1, said
        return 0, "dependency audit: not run (the vulnerability database cannot be reached)"
    packages: Sequence[dict[str, Any]] = json.loads(report)["dependencies"]
    found = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in "
        f"{', '.join(fault['fix_versions']) or 'no version yet'}"
        for package in packages
        for fault in package.get("vulns", ())
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if found:
        return 1, "\n".join(["dependency audit: known vulnerabilities", *found])
    if len(unknown) == len(packages):
        return 0, "dependency audit: not run (the vulnerability database has none of our packages)"
    asked = len(packages) - len(unknown)
    beside = f"; not in the database: {', '.join(unknown)}" if unknown else ""
    return 0, f"dependency audit: {asked} packages, no known vulnerability{beside}"


def main() -> int:
    """Audit constraints.txt; return 1 if a vulnerability is known."""
    ran = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *COMMAND], capture_output=True, text=True, check=False
    )
    code, sentence = verdict(ran.stdout, ran.stderr)
    print(sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
