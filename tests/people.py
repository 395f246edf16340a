"""What people do at a table, through SimCord: they press what they see and nothing else."""

import math
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import discord
import simcord
from sqlalchemy import event

from bot.app import Troef
from bot.outbox import Budget
from bot.settings import Settings
from bot.store import Store
from tests.components import BUTTON, SELECT, SELECTS, buttons_in, moves_in, text_in, walk

LOW_BID = 130
SUCCESS = 3
NO_HURRY = Budget(
    per_channel=100_000,
    channel_seconds=1,
    per_second=math.inf,
    hand_seconds=0,
    hands_per_second=math.inf,
    presses=100_000,
    press_seconds=1,
)
"""SimCord has no rate limits and really waits for a pause of the bot: budgets are tested apart."""


class Screen:
    """A message as it is shown now."""

    def __init__(self, env: simcord.Env, message: Any) -> None:
        self.message = message
        self.handle = simcord.ResponseMessage(env, message)
        self.id: int = message.id
        self.components = walk(message.components)

    @property
    def text(self) -> str:
        """All text of the message."""
        return "\n".join(filter(None, [self.message.content, text_in(self.message.components)]))

    @property
    def buttons(self) -> dict[str, str]:
        """The buttons that can be pressed: label to id."""
        return buttons_in(self.message.components)

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, disabled ones too."""
        return [c["label"] for c in self.components if c["type"] == BUTTON]

    @property
    def moves(self) -> dict[str, str]:
        """What a hand offers while its owner is to move: bids, cards, *Count*."""
        return moves_in(self.message.components)

    @property
    def picks(self) -> dict[str, str]:
        """The cards that can still be picked to be laid away: label to id."""
        return {
            label: id_
            for label, id_ in self.buttons.items()
            if ":pick:" in id_ and label not in self.picked
        }

    @property
    def picked(self) -> list[str]:
        """The labels of the cards that are picked to be laid away."""
        return [
            c["label"]
            for c in self.components
            if c["type"] == BUTTON and ":pick:" in c["custom_id"] and c["style"] == SUCCESS
        ]

    @property
    def bids(self) -> list[str]:
        """The bids that the hand offers, lowest first."""
        for component in self.components:
            if component["type"] == SELECT and component["custom_id"].startswith("troef:bid:"):
                return [option["value"] for option in component["options"]]
        return []

    @property
    def to_move(self) -> bool:
        """Whether the owner of this hand is to do something."""
        return bool(self.moves or self.picks or self.bids)

    @property
    def cards(self) -> dict[str, str]:
        """The cards that can be played: label to id."""
        return {label: id_ for label, id_ in self.buttons.items() if ":play " in id_}

    def button(self, label: str) -> str:
        """Return the id of a button that can be pressed."""
        return self.buttons[label]

    def id_of(self, verb: str) -> str:
        """Return the id of the button that stands for a verb."""
        return next(id_ for id_ in self.buttons.values() if id_.split(":")[1] == verb)

    @property
    def free_seats(self) -> list[str]:
        """The ids of *Sit here*, in the order shown."""
        return [
            c["custom_id"]
            for c in self.components
            if c["type"] == BUTTON and c["label"] == "Sit here"
        ]

    def seat(self, seat: int) -> str:
        """Return the id of *Sit here* for one seat."""
        return next(id_ for id_ in self.free_seats if id_.endswith(f":{seat}"))


class Member:
    """A member of the server, at his own screen."""

    def __init__(self, club: "Club", actor: Any) -> None:
        self.club = club
        self.actor = actor
        self.id: int = actor.id

    async def slash(self, name: str, **options: Any) -> Screen | None:
        """Use a command and return the answer."""
        result = await self.actor.slash(self.club.channel, name, **options)
        return self._answer(result)

    async def press(self, screen: Screen, label: str) -> Screen | None:
        """Press a button by its label; return the message that answers, or the one pressed on."""
        return await self.press_id(screen, screen.button(label))

    async def press_id(self, screen: Screen, custom_id: str) -> Screen | None:
        """Press a button by its id."""
        return self._answer(await self.actor.click(screen.handle, custom_id=custom_id))

    async def choose(self, screen: Screen, option: str, value: str) -> Screen | None:
        """Open an option of a panel and choose a value for it."""
        await self.select(screen, "rule", option)
        return await self.select(Screen(self.club.env, screen.message), "option", value)

    async def select(self, screen: Screen, verb: str, value: Any) -> Screen | None:
        """Choose a value, a person or a role in the select that stands for a verb."""
        custom_id = next(
            c["custom_id"]
            for c in screen.components
            if c["type"] in SELECTS and c["custom_id"].split(":")[1] == verb
        )
        result = await self.actor.select(screen.handle, [value], custom_id=custom_id)
        return self._answer(result)

    async def submit(self, screen: Screen, label: str, **typed: str) -> Screen | None:
        """Press a button that shows a form, fill it and send it off."""
        shown = await self.actor.click(screen.handle, custom_id=screen.button(label))
        assert shown.modal is not None
        return self._answer(await self.actor.submit_modal(shown, typed))

    async def hand(self) -> Screen:
        """Open the hand from the table."""
        screen = await self.press(self.club.table, "My hand")
        assert screen is not None
        return screen

    async def move(self) -> Screen | None:
        """Press the last thing that the hand offers, but a bid rather than a pass.

        The lowest bid is made while it is a low one; the first cards are laid away.
        """
        hand = self.waiting
        assert hand is not None
        if hand.bids and int(hand.bids[0].split()[-1]) <= LOW_BID:
            return await self.select(hand, "bid", hand.bids[0])
        while hand.picks and not hand.moves:
            # What is picked already would be put back.
            again = await self.press_id(hand, next(iter(hand.picks.values())))
            assert again is not None
            hand = again
        return await self.press(hand, ([x for x in hand.moves if x != "Pass"] or ["Pass"])[-1])

    @property
    def waiting(self) -> Screen | None:
        """The newest hand that waits for this member, None if none does."""
        for message in reversed(self.club.messages(self.id, ephemeral=True)):
            screen = Screen(self.club.env, message)
            if screen.to_move:
                return screen
        return None

    @property
    def newest(self) -> Screen:
        """The newest message that only this member sees, as it is now."""
        return Screen(self.club.env, self.club.messages(self.id, ephemeral=True)[-1])

    def _answer(self, result: simcord.InteractionResult) -> Screen | None:
        """Return the message that answered, as it is now."""
        for message in [*result.followups[::-1], result.response]:
            if message is not None:
                screen = Screen(self.club.env, self.club.stored(message.id))
                verbs = {id_.split(":")[1] for id_ in screen.buttons.values()}
                assert verbs <= set(self.club.bot.presses), "a button that nothing answers"
                return screen
        return None


class Club:
    """A server with the bot, a channel and four members."""

    def __init__(self, env: simcord.Env, store: Store, settings: Settings) -> None:
        self.env = env
        self.store = store
        self.settings = settings
        self.guild = env.create_guild("Kaartclub")
        self.channel = self.guild.create_text_channel("kaarttafel")
        names = ("Anna", "Bob", "Cees", "Dirk")
        self.anna, self.bob, self.cees, self.dirk = self.members = tuple(
            Member(self, self.guild.add_member(env.create_user(name))) for name in names
        )

    @property
    def bot(self) -> Any:
        """The running bot."""
        return self.env.bot

    def messages(self, user_id: int | None = None, *, ephemeral: bool = False) -> list[Any]:
        """Return the messages of the channel that a member sees, oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {}).values()
        return [
            message
            for message in sorted(stored, key=lambda m: m.id)
            if message.visible_to(user_id) and message.is_ephemeral == ephemeral
        ]

    def stored(self, message_id: int) -> Any:
        """Return a message of the channel."""
        return self.env.backend.get_message(self.channel.id, message_id)

    @property
    def public(self) -> list[Screen]:
        """What everyone sees, oldest first."""
        return [Screen(self.env, message) for message in self.messages()]

    @property
    def table(self) -> Screen:
        """The newest public message."""
        return self.public[-1]

    async def open_table(self, *members: "Member", game: str = "klaverjas", **options: str) -> None:
        """Let the first member open a table, the others sit down clockwise, and start it."""
        host, *others = members
        await host.slash("play", game=game)
        for seat, member in enumerate(others, 1):
            await member.press_id(self.table, self.table.seat(seat))
        if options:
            panel = await host.press(self.table, "Options")
            assert panel is not None
            for option, value in options.items():
                await host.choose(panel, option, value)
        await host.press(self.table, "Start")
        for member in members:
            await member.hand()

    async def play_until(self, done: "Callable[[], bool]", *members: "Member") -> None:
        """Let members press what their own hands offer until something is so."""
        while not done():
            moved = False
            for member in members:
                if not done() and member.waiting is not None:
                    await member.move()
                    moved = True
            assert moved or done(), "nobody can press anything"

    def manager(self) -> Member:
        """Return somebody who may manage the server."""
        role = self.guild.create_role("Bazen", permissions=discord.Permissions(manage_guild=True))
        return Member(self, self.guild.add_member(self.env.create_user("Sem"), roles=[role]))

    async def restart(self) -> None:
        """Start the bot anew on the same store, as after a crash."""
        await self.env.restart_bot(Troef(self.settings, self.store, NO_HURRY, Random(7).randbytes))

    @contextmanager
    def broken_store(self) -> Iterator[None]:
        """Make every write fail, as on a full disk: the database itself refuses it."""

        def refuse(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.startswith(("INSERT", "UPDATE")):
                raise sqlite3.OperationalError("database or disk is full")

        engine = self.store._writer.engine
        event.listen(engine, "before_cursor_execute", refuse)
        try:
            yield
        finally:
            event.remove(engine, "before_cursor_execute", refuse)

    @property
    def only_table(self) -> Any:
        """The only open table, for what no screen shows."""
        (table,) = self.bot.tables
        return table
