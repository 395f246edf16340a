"""The compiled way where there is one, which needs numba: the extra `search`."""

from importlib.util import find_spec
from typing import Protocol

from bot.players.search.outlook import Outlook
from bot.players.search.positions import World
from bot.players.search.reading import Reading
from bot.rules.cards import Card, CardSet
from bot.rules.view import View


class PlaysOn(Protocol):
    """What `outlook.Outlook` does."""

    def ahead(self, world: World, card: Card) -> int:
        """Return how far side 0 comes ahead in what is left after a card of the seat in turn."""


class Reads(Protocol):
    """What `reading.Reading` does."""

    def fit(self, seat: int, hand: CardSet, away: CardSet, /) -> float:
        """Return the logarithm of how likely, up to a factor, a seat would have played so."""


def outlook_of(view: View) -> PlaysOn:
    """Return what plays the deal of a view on."""
    if not _compiles(view):
        return Outlook(view)
    from bot.players.search import going_on  # noqa: PLC0415 - it imports numba

    return going_on.Outlook(view)


def reading_of(view: View) -> Reads:
    """Return what reads the cards that were played in the deal of a view."""
    if not _compiles(view):
        return Reading(view)
    from bot.players.search import going_on  # noqa: PLC0415 - it imports numba

    return going_on.Reading(view)


def _compiles(view: View) -> bool:
    return view.game == "klaverjas" and find_spec("numba") is not None
