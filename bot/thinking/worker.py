"""What runs in a worker process. It is given a view, and so knows no more than the seat does.

Here alone the search is imported, and only when it is called: the bot's own process would pay
for it with half a second and 80 MB.
"""

import multiprocessing
import os
import signal
import threading

from bot.rules.actions import Action
from bot.rules.view import View

NICE = 10
"""How far a worker stands back for the bot, which answers presses."""


def begin() -> None:
    """Set a worker up: it stands back, ends when it is told to, and never outlives the bot."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    # At once, also in the compiled code of a review: a handler of Python's would wait for its end.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_bot, name="watch", daemon=True).start()


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)


def warm() -> None:
    """Import the search, and compile it or load it compiled, so that no thought waits for that."""
    from bot.players.search.master import warm  # noqa: PLC0415 - see above

    warm()


def think(view: View, seconds: float) -> Action:
    """Return what a master plays after at most so many seconds."""
    from bot.players.search.master import think  # noqa: PLC0415 - see above

    return think(view, seconds)
