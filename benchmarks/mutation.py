"""Faults put into the rules, one at a time, and how many of them the tests of the rules find.

cosmic-ray lists the mutants of every file in `bot/rules`: a number one up or down, another
operator, a condition turned round, a decorator or a loop taken away. So many are drawn with a
fixed seed. Each is put into a copy of the tree in a temporary folder, where `tests/rules` run up
to the first failure: the files that speak of the mutated module first, the others when those
pass. Two go at a time, each in its own copy. A mutant that stops a test by its time or memory
counts as caught. What hypothesis draws is the same every time.

Left out are annotations, where no code of ours reads them, and mutants that are not Python.

Run it with `python -m benchmarks.mutation`; it needs the extras `test` and `bench`.
docs/mutation.md holds the figure and says of each survivor why.
"""

import argparse
import contextlib
import difflib
import itertools
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from parso.tree import NodeOrLeaf

PROJECT = Path(__file__).resolve().parents[1]
RULES = Path("bot/rules")
TESTS = Path("tests/rules")
COPIED = ("bot", "docs", "tests", "pyproject.toml")

MUTANTS = 400
SEED = 2026
TARGET = 0.9
AT_A_TIME = 2
MEMORY_KB = 2_000_000
LONGEST = 600
"""No file of tests takes more seconds while nothing is changed."""

PYTEST = (
    *(sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no"),
    *("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-profile=ci"),
    # The conftest above runs the whole bot, which the rules do not know.
    *("-W", "ignore", f"--confcutdir={TESTS}"),
)
USAGE_ERROR, NO_TESTS = 4, 5

GAMES = ("klaverjas", "lesbos", "hoogjassen")
SPOKEN_OF_IN = {
    "actions": ("record",),
    "cards": ("record", "klaverjas"),
    "declared": ("hoogjassen",),
    "hand_roem": ("lesbos", "hoogjassen"),
    "house": ("house_rules", "klaverjas"),
    "low_ten": ("hoogjassen",),
    "match": GAMES,
    "play": ("vectors", "klaverjas"),
    "roem": ("vectors", "klaverjas"),
    "view": GAMES,
    "worth": ("klaverjas",),
}
"""The tests that look at a module, beside those that bear its name."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault in one file."""

    file: Path
    line: int
    code: str
    """The whole file with the fault in it."""
    change: str
    """What was changed, for people."""


class Place(NamedTuple):
    """Where an operator of cosmic-ray can make a mutant."""

    file: Path
    line: int
    operator: str
    number: int
    """Which of the operator's places in this file it is."""
    name: str
    """What nothing else bears, and what no change of another line changes."""


def places_in(file: Path) -> Iterator[Place]:
    """Yield the place of each mutant of a file."""
    text = (PROJECT / file).read_text("utf-8")
    lines, nodes = text.splitlines(), list(ast_nodes(get_ast(text)))
    alike: Counter[str] = Counter()
    for name in operator_names():
        if get_operator(name).arguments():
            continue  # these want names to put in, and there are none to be had
        operator = get_operator(name)()
        places = ((node, at) for node in nodes for at, _ in operator.mutation_positions(node))
        for number, (node, (line, column)) in enumerate(places):
            if not is_for_types_alone(node):
                here = f"{file.name} {name} {column} {lines[line - 1]}"
                alike[here] += 1
                yield Place(file, line, name, number, f"{here} {alike[here]}")


def is_for_types_alone(node: NodeOrLeaf) -> bool:
    """Whether a node stands in an annotation, or in what a type alias is; `Annotated` is code."""
    while (parent := node.parent) is not None:
        if parent.type == "annassign":
            annotation = parent.children[1].get_code().strip()
            whole = annotation == "TypeAlias"
            return whole or (node is parent.children[1] and not annotation.startswith("Annotated"))
        if parent.type == "tfpdef" or (
            parent.type == "funcdef" and node is parent.annotation  # behind the arrow
        ):
            return True
        node = parent
    return False


def drawn(files: list[Path], seed: int) -> Iterator[Mutant]:
    """Yield all mutants of these files that are Python, in an order drawn with the seed.

    Each is drawn by itself, so that a changed line changes the fate of its own mutants alone.
    """
    found = [place for file in files for place in places_in(file)]
    found.sort(key=lambda place: random.Random(f"{seed} {place.name}").random())
    for file, line, name, number, _ in found:
        before = (PROJECT / file).read_text("utf-8")
        after = mutate_code(before, get_operator(name)(), number)
        try:
            with warnings.catch_warnings(action="ignore"):
                compile(after, file, "exec")
        except SyntaxError:
            continue
        yield Mutant(file, line, after, change_of(before, after))


def change_of(before: str, after: str) -> str:
    """Return the lines that differ, as they were and as they are."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    old, new = (
        " ".join(line[2:].strip() for line in lines if line.startswith(sign)).strip()
        for sign in "-+"
    )
    return f"`{old}` became `{new}`" if new else f"`{old}` was taken away"


class Copy:
    """A copy of the tree, for one mutant at a time."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        for name in COPIED:
            source, target = PROJECT / name, root / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)

    def fails(self, tests: Iterable[str], seconds: float) -> bool:
        """Run these files of tests up to the first failure and say whether there is one."""
        # Processor time, not time by the clock: a busy machine catches no mutants.
        limits = f'ulimit -t {seconds:.0f} && ulimit -v {MEMORY_KB} && exec "$@"'
        run = subprocess.run(  # noqa: S603 - our own words
            ["/bin/sh", "-c", limits, "sh", *PYTEST, *(f"{TESTS}/test_{n}.py" for n in tests)],
            cwd=self.root,
            # Two mutants in one second have the same time stamp, so no bytecode is kept of them.
            env=os.environ
            | {
                "PYTHONPATH": str(self.root),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode in (USAGE_ERROR, NO_TESTS):
            raise RuntimeError(run.stdout + run.stderr)
        return run.returncode != 0

    def measured(self) -> dict[str, float]:
        """Return the time that each file of tests takes while nothing is changed; all pass."""
        times = {}
        for name in sorted(path.stem[5:] for path in (self.root / TESTS).glob("test_*.py")):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if self.fails([name], LONGEST):
                raise SystemExit(f"{TESTS}/test_{name}.py fails before anything is changed")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[name] = after.ru_utime - before.ru_utime
        return times

    def catches(self, mutant: Mutant, times: dict[str, float]) -> bool:
        """Put a mutant in, run the tests and take it out again; `times` is what `measured` says."""
        module = mutant.file.stem
        first = [name for name in (module, *SPOKEN_OF_IN.get(module, ())) if name in times]
        others = sorted(times.keys() - set(first), key=times.__getitem__)
        file = self.root / mutant.file
        sound = file.read_text("utf-8")
        file.write_text(mutant.code, "utf-8")
        try:
            return any(
                self.fails(tests, 10 + 2 * sum(times[name] for name in tests))
                for tests in (first, others)
                if tests
            )
        finally:
            file.write_text(sound, "utf-8")


def results_of(mutants: list[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Run the mutants and yield, as they come, each with whether it was caught."""
    with tempfile.TemporaryDirectory() as folder:
        free: SimpleQueue[Copy] = SimpleQueue()
        for n in range(AT_A_TIME):
            free.put(copy := Copy(Path(folder) / str(n)))
        times = copy.measured()

        def run(mutant: Mutant) -> bool:
            copy = free.get()
            try:
                return copy.catches(mutant, times)
            finally:
                free.put(copy)

        pool = ThreadPoolExecutor(AT_A_TIME)
        try:
            running = {pool.submit(run, mutant): mutant for mutant in mutants}
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def main() -> int:
    """Draw, run, print, and return 1 when short."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mutants", type=int, default=MUTANTS, metavar="N", help="%(default)s")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="%(default)s")
    parser.add_argument("--only", metavar="FILE", help="of this file alone, play.py")
    options = parser.parse_args()
    files = sorted(path.relative_to(PROJECT) for path in (PROJECT / RULES).glob("*.py"))
    files = [file for file in files if options.only in (None, file.name)]
    mutants = list(itertools.islice(drawn(files, options.seed), options.mutants))
    if not mutants:
        parser.error("there are no mutants to draw")
    caught = run = 0
    with contextlib.suppress(KeyboardInterrupt):
        for mutant, is_caught in results_of(mutants):
            run += 1
            caught += is_caught
            if not is_caught:
                print(f"{mutant.file}:{mutant.line}: {mutant.change}", flush=True)
    if run < len(mutants):
        print(f"stopped after {run} of {len(mutants)}")
    reached = caught >= TARGET * len(mutants)
    print(
        f"{'ok' if reached else 'short'} {caught} of {len(mutants)} mutants caught, "
        f"{caught / len(mutants):.1%} (target {TARGET:.0%})"
    )
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
