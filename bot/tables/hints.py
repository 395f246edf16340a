"""What a master would do in somebody's place."""

import asyncio

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import CLAIM, Action
from bot.rules.view import View
from bot.thinking.thinking import Thinking


class Hints:
    """The hints of one table. Each decision is thought of once, however often somebody asks."""

    def __init__(self, table_id: str, thinking: Thinking) -> None:
        self._table_id = table_id
        self._thinking = thinking
        self._asked: tuple[int, int] | None = None
        self._thought: asyncio.Task[Action] | None = None

    async def for_view(self, view: View) -> Action:
        """Return what a master would do who sees this and no more."""
        if view.claimable and player_of(view.game, Level.MASTER).claims(view):
            return CLAIM
        asked, thought = (view.dealt, view.decision), self._thought
        if thought is None or asked != self._asked:
            thought = asyncio.create_task(self._thinking.choose(view, Level.MASTER, self._table_id))
            self._asked, self._thought = asked, thought
        # Unlike `await thought`: who is cancelled here takes it from nobody else.
        await asyncio.wait({thought})
        return thought.result()
