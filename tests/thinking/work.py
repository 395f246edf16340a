"""What workers do in these tests in place of a search, and views for them to look at."""

import os
import signal
import threading
from pathlib import Path

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import PASS, Action, Deal, bid
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.view import Phase, View


def nothing() -> None:
    """Be warm at once."""


def last(view: View, _seconds: float) -> Action:
    """Play the last of what is legal."""
    return view.legal[-1]


def budget(_view: View, seconds: float) -> Action:
    """Answer with the budget, in milliseconds."""
    return bid(round(seconds * 1000))


def illegal(_view: View, _seconds: float) -> Action:
    return bid(9999)


def late(by: float, view: View, seconds: float) -> Action:
    """Take so much longer than allowed."""
    threading.Event().wait(seconds + by)
    return last(view, seconds)


def hang(_view: View, _seconds: float) -> Action:
    threading.Event().wait()
    return PASS


def hang_aloud(view: View, seconds: float) -> Action:
    os.write(1, b"thinking\n")
    return hang(view, seconds)


def die(_view: View, _seconds: float) -> Action:
    os.kill(os.getpid(), signal.SIGKILL)
    return PASS


def fail(view: View, _seconds: float) -> Action:
    raise ValueError(f"nothing occurs to seat {view.seat}")


class Once:
    """Another kind of work, the first time only: whether it was done is kept in a file."""

    def __init__(self, path: Path, first, then=last) -> None:
        self.path, self.first, self.then = path, first, then

    def __call__(self, view: View, seconds: float) -> Action:
        if self.path.exists():
            return self.then(view, seconds)
        self.path.touch()
        return self.first(view, seconds)


class Noted:
    """Work of which each beginning is noted in a file."""

    def __init__(self, path: Path, then) -> None:
        self.path, self.then = path, then

    def __call__(self, view: View, seconds: float) -> Action:
        with self.path.open("a") as file:
            file.write(f"{view.seat}\n")
        return self.then(view, seconds)


class Gate:
    """A gate that a worker waits at until the test opens it; it stays open then."""

    def __init__(self, path: Path, then=last) -> None:
        self.path, self.then = path, then
        os.mkfifo(path)

    def __call__(self, *args):
        """Wait, then do what comes then: as a thought, or to be warm."""
        if self.path.exists():
            self.path.read_bytes()
            self.path.unlink()
        return self.then(*args)

    def reached(self) -> int:
        """Wait, in a thread, until a worker is at the gate; return what holds it there."""
        return os.open(self.path, os.O_WRONLY)

    @staticmethod
    def open(holds: int) -> None:
        """Let the worker through."""
        os.close(holds)


def playing(game: type[Klaverjas] = Klaverjas) -> View:
    """Return the view of a seat that is to play the second card, and has a choice."""
    return next(view for view in _views(game) if view.trick and len(view.legal) > 1)


def bidding() -> View:
    """Return the view of a seat that is to speak."""
    return next(view for view in _views(Klaverjas) if view.phase is Phase.BIDDING)


def _views(game: type[Klaverjas]):
    thumb = player_of("klaverjas", Level.CLUB)
    match = game(KlaverjasHouse())
    match.push(None, Deal(bytes(32)))
    while match.turn is not None:
        view = match.view(match.turn)
        yield view
        match.push(match.turn, thumb.choose(view))


def unwell() -> None:
    """Never become warm."""
    raise RuntimeError("not today")
