"""The rules' number functions and the search, compiled by numba: the extra `search`.

The functions of `rules/play.py`, `low_ten.py` and `roem.py` stay plain Python there; here numba is
told that it may compile them into whatever calls them. numba's cache on disk watches only the file
of the compiled function, so the folder's name holds a hash of every source of the rules and of the
search.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numba.extending
from llvmlite import ir

from bot.players import keeping, seen, thumb
from bot.rules import low_ten, play, roem

_COMPILED = (play, low_ten, roem, seen, keeping, thumb)
_F = TypeVar("_F", bound=Callable[..., object])


def _cache_folder() -> Path:
    """Return a folder of this user that belongs to exactly these sources."""
    sources = [Path(module.__file__ or "") for module in _COMPILED]
    sources += sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sources:
        digest.update(source.read_bytes())
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "troef" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="troef-"))
    return folder


def _functions_of(module: ModuleType) -> list[Callable[..., object]]:
    functions = filter(isfunction, vars(module).values())
    return [each for each in functions if each.__module__ == module.__name__]


def compiled(function: _F) -> _F:
    """Compile a function of numbers and arrays on its first call."""
    fast: _F = numba.njit(cache=True, nogil=True)(function)
    return fast


def inlined(function: _F) -> _F:
    """Compile a function into whatever calls it: for what is small and called all the time."""
    fast: _F = numba.njit(cache=True, nogil=True, inline="always")(function)
    return fast


def _instruction(name: str, *flags: int) -> Any:
    """Return a function that becomes one instruction of the processor where it is compiled."""

    def compiled_to(_context: object, number: Any) -> Any:
        def generate(_: object, builder: Any, _signature: object, arguments: Any) -> Any:
            constants = [ir.Constant(ir.IntType(1), flag) for flag in flags]
            return getattr(builder, name)(*arguments, *constants)

        return number(number), generate

    return numba.extending.intrinsic(compiled_to)


numba.config.CACHE_DIR = str(_cache_folder())
ones: Callable[[int], int] = _instruction("ctpop")
"""Return how many cards a set holds."""
lowest: Callable[[int], int] = _instruction("cttz", 1)
"""Return the lowest card of a set that is not empty."""


def _count(cards: int) -> int:
    return ones(cards)


def _lowest(cards: int) -> int:
    return lowest(cards)


_INSTEAD: dict[Any, Callable[..., object]] = {seen.count: _count, seen.lowest: _lowest}
"""What is one instruction where it is compiled."""


def _compile_as(function: Any, compiled_one: Callable[..., object]) -> None:
    numba.extending.overload(function, strict=False)(lambda *_: compiled_one)


for _module in _COMPILED:
    for _function in _functions_of(_module):
        _compile_as(_function, _INSTEAD.get(_function, _function))
_compile_as(seen.one_of, seen.odds_of_one)
