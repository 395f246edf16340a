"""The sample bot, running in a box."""

import asyncio

from .sample_bot import SampleBot


class Run:
    """The box, and the bot, which can be started anew."""

    def __init__(self, box):
        self.box = box
        self.bot = None
        self.task = None

    async def start(self):
        logins = self.box.gateway.identifies
        self.bot = SampleBot()
        self.task = asyncio.create_task(self.bot.start(self.box.token))
        await self.box.gateway.wait(identifies=logins + 1)
        await self.box.wait_for_bot("play")

    async def stop(self):
        await self.bot.close()
        await asyncio.wait({self.task}, timeout=2)

    async def table(self, name="Anna"):
        """Open a table and return its message's id."""
        return (await self.box.person(name).slash("play")).message_id
