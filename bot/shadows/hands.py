"""The hands that people have open: redrawn through the token of the press that showed them."""

import asyncio
import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
from discord import ui

from bot.choices import Choices
from bot.outbox import Outbox, Turn, Undelivered
from bot.screens.hand import Chosen, draw_hand
from bot.screens.menu import draw_notice
from bot.shadows.worker import Worker
from bot.tables.face import State
from bot.tables.problems import Problem
from bot.tables.situation import Situation
from bot.tables.table import Table

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60
"""An interaction's token is good for 15 minutes; we stop using it a little earlier."""
TRIES_AFTER_THE_END = 3
"""A table that has ended is not worth more."""


class Hand:
    """A hand that somebody has on his screen: only what is needed to redraw it."""

    def __init__(self, user_id: int, message_id: int, turn: Turn) -> None:
        self.user_id = user_id
        self.message_id = message_id
        self.turn = turn
        self.worker: Worker
        self.application_id = 0
        self.token = ""
        self.until = 0.0
        self.locale = ""
        self.chosen: Chosen | None = None
        self.drawn: object = None
        self.next = 0.0
        """When it may be drawn again, in the loop's time."""
        self.outdated = False
        """Whether its owner has opened another one."""
        self.answers = 0
        """The presses of its owner that are being answered."""
        self.pressed = 0
        """The presses that were."""


class Hands:
    """The open hands of one table."""

    def __init__(self, table: Table, outbox: Outbox, choices: Choices) -> None:
        self._table = table
        self._outbox = outbox
        self._choices = choices
        self._open: dict[int, Hand] = {}
        self._outdated: set[Hand] = set()

    @property
    def _all(self) -> list[Hand]:
        return [*self._open.values(), *self._outdated]

    @property
    def idle(self) -> bool:
        """Whether every hand is drawn."""
        return all(hand.worker.idle for hand in self._all)

    async def finish(self) -> None:
        """Wait for the drawings that are under way; begin no other."""
        for hand in self._all:
            await hand.worker.finish()

    async def stop(self) -> None:
        """Break off what is under way; begin nothing."""
        for hand in self._all:
            await hand.worker.stop()

    def poke(self) -> None:
        """The table has changed."""
        for hand in self._open.values():
            hand.worker.poke()
            if self._is_urgent(hand):
                hand.turn.hurry()

    @contextmanager
    def left_to_the_answer(self, user_id: int) -> Iterator[None]:
        """Draw a person's hand not here: the answer to his press redraws it."""
        hand = self._open.get(user_id)
        if hand is None:
            yield
            return
        pressed = hand.pressed
        hand.answers += 1
        try:
            yield
        finally:
            hand.answers -= 1
            if hand.pressed == pressed:
                # It was not answered with a hand.
                hand.worker.poke()

    def chosen_by(self, user_id: int) -> Chosen | None:
        """Return what somebody has chosen in the hand he has open, and not done yet."""
        hand = self._open.get(user_id)
        return None if hand is None else hand.chosen

    def opened(
        self,
        interaction: discord.Interaction[Any],
        message_id: int,
        view: ui.LayoutView,
        drawn_for: Situation,
        chosen: Chosen | None = None,
    ) -> None:
        """Note that a person has his hand on the screen, as it was drawn for this situation.

        `chosen` is what he has chosen in it and not done yet: a redraw keeps it.
        """
        user_id = interaction.user.id
        hand = self._open.get(user_id)
        if hand is None or hand.message_id != message_id:
            if hand is not None:
                hand.outdated = True
                self._outdated.add(hand)
                hand.worker.poke()
            hand = self._open[user_id] = self._new_hand(user_id, message_id)
        hand.application_id = interaction.application_id
        hand.token = interaction.token
        hand.until = time.monotonic() + TOKEN_SECONDS
        hand.locale = interaction.locale.value
        hand.chosen = chosen
        hand.drawn = components_of(view)
        hand.pressed += 1
        if drawn_for is not self._table.situation:
            hand.worker.poke()

    def _new_hand(self, user_id: int, message_id: int) -> Hand:
        hand = Hand(user_id, message_id, self._outbox.hand_turn())
        hand.worker = Worker(
            lambda: self._turn(hand),
            lambda: self._draw(hand),
            f"table {self._table.id}: hand",
            self._tries,
        )
        return hand

    def _tries(self) -> float:
        ended = self._table.state in (State.OVER, State.CLOSED)
        return TRIES_AFTER_THE_END if ended else math.inf

    def _is_urgent(self, hand: Hand) -> bool:
        """Whether the owner of a hand is to move."""
        now = self._table.situation
        seat = now.seat_of(hand.user_id)
        return seat is not None and now.waits_for(seat)

    async def _turn(self, hand: Hand) -> None:
        """Wait as long as Discord wants between two edits, and until there is time for this one."""
        wait = hand.next - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)
        await hand.turn.wait(urgent=self._is_urgent(hand))
        hand.next = asyncio.get_running_loop().time() + self._outbox.budget.hand_seconds

    async def _draw(self, hand: Hand) -> None:
        if hand.outdated:
            await self._fold(hand)
        elif hand.until < time.monotonic():
            self._forget(hand)
        elif not hand.answers:
            await self._redraw(hand)

    async def _fold(self, hand: Hand) -> None:
        """Say on a hand that was opened again further down that it is the old one."""
        say = await self._choices.speech_to(hand.user_id, hand.locale)
        notice = draw_notice(say("-# Your hand is open further down."))
        try:
            await self._outbox.edit_answer(hand.application_id, hand.token, hand.message_id, notice)
        except Undelivered as failed:
            log.info("table %s: old hand left as it was: %s", self._table.id, failed)
        self._outdated.discard(hand)

    async def _redraw(self, hand: Hand) -> None:
        table = self._table
        say = await self._choices.speech_to(hand.user_id, hand.locale)
        gone = table.situation.seat_of(hand.user_id) is None or table.state is not State.PLAYING
        try:
            face, view = table.face, table.view_of(hand.user_id)
            screen = draw_hand(face, view, say, chosen=hand.chosen)
        except Problem:
            screen = draw_notice(say("You have no seat at this table any more."))
        components, pressed = components_of(screen), hand.pressed
        if components != hand.drawn:
            token = (hand.application_id, hand.token)
            try:
                await self._outbox.edit_answer(*token, hand.message_id, screen)
            except Undelivered:
                # Dismissed, or too old: My hand opens it again.
                gone = True
            if hand.pressed != pressed:
                # He pressed meanwhile: this drawing may have landed on the answer he got.
                hand.drawn = None
                hand.worker.poke()
                return
            hand.drawn = components
        if gone:
            self._forget(hand)

    def _forget(self, hand: Hand) -> None:
        if self._open.get(hand.user_id) is hand:
            del self._open[hand.user_id]


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Return what a view sends to Discord: two that look the same are equal."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return components
