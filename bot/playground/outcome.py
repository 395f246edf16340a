"""What became of something a person did with the bot."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final, Self

ANSWER_WITHIN: Final = 3.0
"""Seconds a bot has for its first answer; after that the client says the interaction failed."""


@dataclass(eq=False)
class Outcome:
    """One interaction as the person who began it sees it."""

    id: int
    user_id: int
    channel_id: int
    kind: str | None = None
    """`message`, `deferred`, `update`, `deferred_update`, `modal`, `autocomplete`, or None."""
    message_id: int | None = None
    """The message that was sent or changed in answer."""
    ephemeral: bool = False
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False
    submitted: bool = False
    """Whether this modal was sent off already."""
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answered(self) -> bool:
        """Whether the bot's first answer is there."""
        return self.kind is not None

    def settle(self, kind: str) -> None:
        """Note the bot's first answer and wake who waits for it."""
        self.kind = kind
        self._answered.set()

    async def wait(self, within: float = ANSWER_WITHIN) -> Self:
        """Wait for the first answer; without one in time the interaction has failed."""
        try:
            async with asyncio.timeout(within):
                await self._answered.wait()
        except TimeoutError:
            self.failed = True
        return self
