"""What a player is: somebody who decides for a seat, from what the seat may know."""

from typing import Protocol

from bot.rules.actions import Action
from bot.rules.view import View


class Player(Protocol):
    """Who decides for a seat, from what the seat may know."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or the cards to lay away where `view.to_lay` asks for it.

        ValueError where there is nothing to decide.
        """

    def claims(self, view: View) -> bool:
        """Whether the roem of the last trick is to be claimed."""
