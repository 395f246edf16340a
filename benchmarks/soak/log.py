"""The bot's log after a soak: which errors were made, and which are faults of ours."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from benchmarks.soak.ledger import Ledger

_HEAD = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (\w+) +([\w.]+): (.*)")
NEVER = ("Task was destroyed", "never awaited", "never retrieved", "Unclosed")
"""What a program that owns its tasks never says."""
SECONDS = 5
"""After the store was free again, errors that it was not may still come for so long."""
LOCKED = (
    (r"bot\.tables\.table", r"table \w+: not stored: .* in use by another", r""),
    (r"bot\.app", r"(table \w+: a press|housekeeping) failed", r"bot\.store\S*StoreInUseError: "),
)
"""Errors that follow from a locked store: logger, message, cause. No other one follows from us."""


@dataclass(slots=True)
class Entry:
    """An entry of the log, with its traceback."""

    at: float
    level: str
    logger: str
    message: str
    rest: list[str] = field(default_factory=list)

    @property
    def cause(self) -> str:
        """The error at the end of the traceback, else the message."""
        return self.rest[-1] if self.rest else self.message

    def __str__(self) -> str:
        """Return what tells it apart from others, with nothing that differs each time."""
        text = f"{self.logger}: {self.message}"
        text += f" | {self.cause}" if self.rest else ""
        return re.sub(r"\b[0-9a-f]{10}\b|\b\d+\b|/\S*/", "…", text)


def read_log(text: str) -> Iterator[Entry]:
    """Yield the entries; what stands before the first one is one of its own."""
    entry: Entry | None = None
    for line in text.splitlines():
        head = _HEAD.match(line)
        if head is None:
            entry = entry or Entry(0, "ERROR", "stderr", line)
            entry.rest.append(line)
            continue
        if entry is not None:
            yield entry
        at = datetime.strptime(head[1], "%Y-%m-%d %H:%M:%S,%f").astimezone().timestamp()
        entry = Entry(at, head[2], head[3], head[4])
    if entry is not None:
        yield entry


def judge_log(text: str, ledger: Ledger) -> tuple[Counter[str], Counter[str]]:
    """Return the errors that follow from faults that were made, and all others."""
    expected, others = Counter[str](), Counter[str]()
    for entry in read_log(text):
        said = "\n".join([entry.message, *entry.rest])
        if any(words in said for words in NEVER):
            others[str(entry)] += 1
        elif entry.level in ("ERROR", "CRITICAL") or "Traceback" in said:
            (expected if _follows(entry, ledger) else others)[str(entry)] += 1
    return expected, others


def _follows(entry: Entry, ledger: Ledger) -> bool:
    """Whether an error follows from the store having been locked just then."""
    fits = any(
        re.fullmatch(logger, entry.logger)
        and re.match(message, entry.message)
        and re.match(cause, entry.cause)
        for logger, message, cause in LOCKED
    )
    return fits and ledger.had("store", entry.at - SECONDS, entry.at)
