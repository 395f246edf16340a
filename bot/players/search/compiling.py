"""The rules' number functions and the search, compiled by numba where it is installed.

The functions of `rules/play.py`, `low_ten.py` and `roem.py` stay plain Python there; here numba is
told that it may compile them into whatever calls them. numba's cache on disk watches only the file
of the compiled function, so the folder's name holds a hash of every source that goes in: the
rules and `kernel.py`.
"""

import hashlib
import importlib
import os
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from bot.rules import low_ten, play, roem

COMPILES = find_spec("numba") is not None
"""Whether searches are compiled here, by the extra `search`: without it they take a hundred times
as long."""

numba: Any = importlib.import_module("numba") if COMPILES else None

_RULES = (play, low_ten, roem)
_F = TypeVar("_F", bound=Callable[..., object])


def _cache_folder() -> Path:
    """Return a folder of this user that belongs to exactly these sources."""
    sources = [Path(module.__file__ or "") for module in _RULES]
    sources += [Path(__file__), Path(__file__).with_name("kernel.py")]
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
    return [
        each
        for each in vars(module).values()
        if callable(each) and getattr(each, "__module__", None) == module.__name__
    ]


def compiled(function: _F) -> _F:
    """Compile a function of numbers and arrays on its first call; without numba leave it."""
    if not COMPILES:
        return function
    fast: _F = numba.njit(cache=True, nogil=True)(function)
    return fast


if COMPILES:
    importlib.import_module("numba.extending")
    numba.config.CACHE_DIR = str(_cache_folder())
    for _module in _RULES:
        for _function in _functions_of(_module):
            numba.extending.register_jitable(_function)
