"""Two servers with tables in every state, and the people to press on them."""

from dataclasses import replace
from random import Random

import discord

from bot.app import Troef
from bot.outbox import MISSING_PERMISSIONS
from bot.playground import ids
from bot.playground.box import Box
from bot.rules.actions import COUNT, Action, Kind, lay
from bot.rules.cards import cards_in, mask_of
from bot.rules.view import Phase, View
from bot.screens.press import press_id
from bot.tables.face import Ending, State
from bot.tables.table import Table
from tests.fuzz.wire import Answer, Somebody, Wire
from tests.sockets.playing import until

# Among them one that turns the text around, and one that has no width.
NAMES = (
    "**A**",
    "@everyone",
    "<@1>",
    "`B",
    "# C",
    "[x](y)",
    "\u202edirk",
    "||",
    "😀" * 32,
    "\u200b",
)
PEOPLE = 32
MANAGER, CLOSED_TO = 0, 1
"""Which of them manages the server, and who is in the channel that closes to the bot."""
LOW_BID = 130
AT_ONCE = {"deal", "computer", "claim", "autoplay"}
"""What a table does by itself without waiting, where computers have no pace."""


class Stage:
    """What the fuzzing plays on."""

    def __init__(self, box: Box, bot: Troef, chance: Random) -> None:
        self.bot = bot
        self.chance = chance
        self.wire = Wire(box)
        self.people: list[Somebody] = []
        self.tables: dict[str, Table] = {}
        """Every table there has been since the last `set_up`, also those that have ended."""
        self._populate(ids.GUILD)
        owner = self.wire.backend.make_user("Eigenaar")
        self._populate(self.wire.backend.create_guild("Elders", owner_id=owner.id).id)

    def _populate(self, guild_id: int) -> None:
        backend = self.wire.backend
        rights = discord.Permissions(manage_guild=True).value
        role = backend.create_role(guild_id, "Bazen", permissions=rights)
        channels = [backend.create_channel(guild_id, name).id for name in ("kaarttafel", "stil")]
        for number in range(PEOPLE):
            name = NAMES[number % len(NAMES)] if number % 3 else f"P{number}"
            user_id = backend.make_user(name).id
            backend.add_member(guild_id, user_id, roles=[role.id] if number == MANAGER else [])
            channel_id = channels[number == CLOSED_TO]
            self.people.append(Somebody(user_id, guild_id, channel_id, number == MANAGER))

    async def set_up(self) -> None:
        """Close every table there is and open new ones, in each server one in each state."""
        self.wire.box.faults.clear()
        for table in self.bot.tables:
            await table.close(Ending.CANCELLED)
        self.tables = {}
        for guild_id in dict.fromkeys(person.guild_id for person in self.people):
            here = [person for person in self.people if person.guild_id == guild_id]
            # Without limits that a manager set in a round before.
            choices = {"houses": "{}", "turn_seconds": None, "channel_tables": None}
            await self.bot.choices.change_server(guild_id, **choices)
            crowd = here[CLOSED_TO + 1 :]
            await self._open(crowd[:4], "klaverjas", State.OVER)
            stopped = await self._open(crowd[:4], "klaverjas", Phase.PLAYING)
            await stopped.close(Ending.STOPPED)
            for game, size, phase in (
                ("klaverjas", 2, State.LOBBY),
                ("klaverjas", 4, Phase.BIDDING),
                ("klaverjas", 4, Phase.PLAYING),
                ("klaverjas", 4, Phase.COUNTING),
                ("hoogjassen", 4, Phase.BIDDING),
                ("hoogjassen", 4, Phase.PREPARING),
                ("lesbos", 2, Phase.PREPARING),
            ):
                await self._open(crowd[:size], game, phase)
                del crowd[:size]
            resting = await self._open([here[CLOSED_TO]], "klaverjas", Phase.PLAYING)
            place = f"/channels/{resting.channel_id}/messages*"
            self.wire.box.faults.add("*", place, status=403, code=MISSING_PERMISSIONS, times=None)
            await resting.pause()

    def people_of(self, table: Table) -> list[Somebody]:
        """Return the people at a table."""
        return [person for person in self.people if table.situation.seat_of(person.id) is not None]

    async def rest(self) -> None:
        """Wait until what follows at once from a press has been done: deals, computers' moves."""
        await until(
            lambda: (
                not any(
                    AT_ONCE & table.waiting and not table.situation.pace
                    for table in self.bot.tables
                )
            )
        )

    async def press(self, who: Somebody, table: Table, verb: str, *arguments: object) -> Answer:
        """Press a button of a table."""
        custom_id = press_id(verb, table.id, *arguments)
        return await self.wire.press(who, custom_id, table.situation.message_id)

    async def _open(self, crowd: list[Somebody], game: str, phase: Phase | State) -> Table:
        """Let people open a table and bring it to a phase, or to its end."""
        host, *others = crowd
        await self.wire.command(host, "play", game=game)
        table = self.bot.tables.seat_of(host.guild_id, host.id)
        self.tables[table.id] = table
        # Its answer is on its way.
        await until(lambda: table.situation.message_id is not None)
        for seat, guest in enumerate(others, 1):
            await self.press(guest, table, "sit", seat)
        if phase is State.OVER:
            house = table.situation.house.with_option("length", "4")
            await table.set_option(host.id, lambda now: replace(now, house=house))
        if phase is not State.LOBBY:
            await self.press(host, table, "start")
            await self._play(table, phase)
        return table

    async def _play(self, table: Table, phase: Phase | State) -> None:
        """Let people make moves until the table is there."""

        def waiting() -> int | None:
            now = table.situation
            return next((seat for seat in range(len(now.seats)) if now.waits_for(seat)), None)

        def there() -> bool:
            # Each by itself: a table that plays and a match that does are spelt alike.
            return phase is table.state or phase is table.situation.match.phase

        while not there():
            seat = waiting()
            if seat is None:
                # The next deal, or a computer's turn.
                await until(lambda: there() or waiting() is not None)
                continue
            view = table.view(seat)
            move = COUNT if view.phase is Phase.COUNTING else self._move(view)
            user_id = table.situation.seats[seat].user_id
            await table.submit(user_id, view.dealt, view.decision, move)

    def _move(self, view: View) -> Action:
        """Return a move that leads on: a bid while it is a low one, else no pass."""
        if view.to_lay:
            return lay(mask_of(list(cards_in(view.hand))[: view.to_lay]))
        low = [a for a in view.legal if a.kind is Kind.BID and a.value <= LOW_BID]
        if low:
            return low[0]
        useful = [a for a in view.legal if a.kind not in (Kind.BID, Kind.PASS, Kind.REST)]
        return self.chance.choice(useful or [a for a in view.legal if a.kind is Kind.PASS])
