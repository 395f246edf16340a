"""Is everything in a store as it must be? Every check there is, table by table, nothing changed.

A table is its log. Replayed, it must give the state that stands beside it, its seeds must follow
from secret and start, and its results must be those that the replay brings, no more and no fewer.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from bot.rules.actions import Deal
from bot.rules.checking import Verdict, check_seed
from bot.rules.match import Match
from bot.rules.record import RecordError, Seal
from bot.rules.shuffle import seal_of
from bot.rules.view import Phase
from bot.store.errors import StoreError
from bot.store.rows import DealResult, LogEntry, MatchResult, TableRow
from bot.store.survey import Kept, Survey
from bot.tables.face import State
from bot.tables.results import expected
from bot.tables.situation import Situation, read_row

Result = TypeVar("Result", DealResult, MatchResult)


class Examination:
    """A look through a store, also one that a bot is writing to."""

    def __init__(self, path: Path) -> None:
        """Raise StoreError for what is no store of ours, or of another schema than the newest."""
        self._survey = Survey(path)
        self.tables = self.deals = self.matches = self.faults = 0

    def run(self) -> Iterator[str]:
        """Yield each fault as a line: what is wrong with the file, then with each table."""
        with self._survey:
            for fault in self._find():
                self.faults += 1
                yield fault

    @property
    def summary(self) -> str:
        """What was looked through, and how many faults that has."""
        counts = (
            _count(self.tables, "table", "tables"),
            _count(self.deals, "deal", "deals"),
            _count(self.matches, "match", "matches"),
        )
        faults = _count(self.faults, "fault", "faults") if self.faults else "nothing wrong"
        return f"{', '.join(counts)}: {faults}"

    def _find(self) -> Iterator[str]:
        try:
            for damage in self._survey.damages():
                yield f"file: {damage}"
        except StoreError as error:
            yield f"file: {error}"
        try:
            for table_id in self._survey.ids():
                for fault in self._look_at(table_id):
                    yield f"table {table_id}: {fault}"
        except StoreError as error:
            yield f"file: there may be more tables than these {self.tables}: {error}"

    def _look_at(self, table_id: str) -> Iterator[str]:
        self.tables += 1
        try:
            kept = self._survey.load(table_id)
            # None: deleted since its id was found.
            if kept is not None:
                yield from self._examine(kept)
        except Exception as error:  # noqa: BLE001 - in a damaged file a value can be anything
            yield f"it cannot be checked further: {_why(error)}"

    def _examine(self, kept: Kept) -> Iterator[str]:
        log = kept.stored.log
        if [entry.n for entry in log] != list(range(len(log))):
            yield f"its {_count(len(log), 'log entry', 'log entries')} are not numbered from 0 on"
            return
        try:
            now = read_row(kept.stored)
        except RecordError as error:
            yield _tell_refusal(log[error.line - 1], error)
            return
        except Exception as error:  # noqa: BLE001 - as above
            yield f"its row cannot be read: {_why(error)}"
            return
        if now.match is not None:
            self.matches += 1
            self.deals += len(now.match.results)
            yield from _check_seeds(kept.stored.row, now.match)
        yield from _check_state(now)
        yield from _check_results(kept, now.match)


def _tell_refusal(entry: LogEntry, error: RecordError) -> str:
    """Say where a replay ends. A seed is not shown: its match may be running."""
    why = "" if entry.action.startswith("deal") else f": {error.why}"
    return f"log entry {entry.n} cannot be played{why}"


def _check_seeds(row: TableRow, match: Match) -> Iterator[str]:
    if row.start is None:
        yield "cards were dealt, and there is no start that their seeds follow from"
        return
    seal = Seal(seal_of(row.secret), row.start, row.secret)
    seeds = [(n, move.seed) for n, (_, move) in enumerate(match.log) if isinstance(move, Deal)]
    for dealt, (n, seed) in enumerate(seeds, 1):
        if check_seed(seal, dealt, seed) is not Verdict.AGREES:
            yield f"log entry {n}: the seed does not follow from secret and start"


def _check_state(now: Situation) -> Iterator[str]:
    match now.state:
        case State.LOBBY if now.match is not None:
            yield "it is a lobby, and cards were dealt"
        case State.PLAYING if now.match is None:
            yield "it is playing, and no cards were dealt"
    over = now.match is not None and now.match.phase is Phase.OVER
    if over and now.state is not State.OVER:
        yield f"its match is over, and it is {now.state.value}"
    if not over and now.state is State.OVER:
        yield "it is over, and its match is not"


def _check_results(kept: Kept, match: Match | None) -> Iterator[str]:
    deals, matches = expected(kept.stored)
    seats = range(match.seats) if match is not None else ()
    scored = [result.number for result in match.results] if match is not None else []
    over = match is not None and match.phase is Phase.OVER
    yield from _compare(
        {_place(row): row for row in deals},
        {_place(row): row for row in kept.deals},
        {f"deal {number}, seat {seat}" for number in scored for seat in seats},
    )
    yield from _compare(
        {_place(row): row for row in matches},
        {_place(row): row for row in kept.matches},
        {f"match, seat {seat}" for seat in seats if over},
    )


def _place(row: DealResult | MatchResult) -> str:
    """Say what a result is of; no two of a table are of the same."""
    return f"{f'deal {row.deal}' if isinstance(row, DealResult) else 'match'}, seat {row.seat}"


def _compare(
    due: Mapping[str, Result], stored: Mapping[str, Result], played: Collection[str]
) -> Iterator[str]:
    """Yield how stored results differ from those that are due; `played` is what can have one."""
    for place in {**due, **stored}:
        want, have = due.get(place), stored.get(place)
        if have is None:
            yield f"{place}: its result is missing"
        elif want is not None:
            if have != want:
                yield f"{place}: {', '.join(_differences(have, want))}"
        # To who was forgotten nothing is due any more; his results are still there, as nobody's.
        elif have.user_id is not None or place not in played:
            yield f"{place}: this result is one too many"


def _differences(have: Result, want: Result) -> Iterator[str]:
    for name in (field.name for field in fields(want)):
        is_, should_be = getattr(have, name), getattr(want, name)
        if is_ == should_be:
            continue
        # Ids of people stand in no text that may be shown around.
        yield "it is another's" if name == "user_id" else f"{name} {is_!r} should be {should_be!r}"


def _why(error: Exception) -> str:
    """Return an error as a part of one line."""
    name = "" if isinstance(error, StoreError) else f"{type(error).__name__} "
    return " ".join(f"{name}{error}".split())


def _count(n: int, one: str, more: str) -> str:
    return f"{n} {one if n == 1 else more}"
