"""The running table: hands, moves, menu, and the commands that find it back."""

from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.rules.actions import CLAIM, Action, Rule, bid, parse_action
from bot.screens.hand import Chosen, draw_bid_form
from bot.screens.menu import draw_menu
from bot.tables.face import State
from bot.tables.problems import Problem, Trouble
from bot.tables.table import Table
from cogs._presses import (
    answer,
    answer_with_hand,
    find_table,
    guild_of,
    left_sentence,
    number,
    presser,
    read,
    require_permissions,
    value_of,
)


def action(text: str) -> Action:
    """Read the action of an id; Problem if it is none."""
    try:
        move = parse_action(text)
    except ValueError as error:
        raise Problem(Trouble.STALE) from error
    if not isinstance(move, Action):
        raise Problem(Trouble.STALE)
    return move


def typed_bid(text: str) -> int:
    """Read a bid that was typed; Problem if it is no number that could be one."""
    cleaned = text.strip()
    if not (cleaned.isascii() and cleaned.isdigit() and len(cleaned) <= 4):
        raise Problem(Rule.BID_IN_TENS)
    return int(cleaned)


async def bring_here(interaction: Interaction, table: Table) -> None:
    """Let a table come down to the channel of an interaction, if it may stand there."""
    await require_permissions(interaction)
    bot = interaction.client
    limit = (await bot.choices.server(table.guild_id)).channel_tables
    channel_id = interaction.channel_id or table.channel_id
    bot.tables.come_to(table, channel_id, limit)
    shadow = bot.shadows.of(table)
    shadow.bring_down(channel_id)
    # It may have rested where it stood.
    shadow.hurry()


class TableCog(commands.Cog):
    """Running tables."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "hand": self.open_hand,
            "act": self.act,
            "pick": self.pick,
            "quiet": self.keep_quiet,
            "hint": self.hint,
            "bid": self.bid,
            "bid_higher": self.type_bid,
            "bid_typed": self.bid_typed,
            "end": self.ask_end,
            "roem": self.claim,
            "menu": self.menu,
            "part": self.menu_part,
            "down": self.bring_down,
            "back": self.come_back,
            "sit_in": self.sit_in,
            "host": self.hand_over,
            "stop": self.vote,
        }

    @app_commands.command(
        name=locale_str("hand"), description=locale_str("Show your cards, to you")
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Open the caller's hand at the table where he sits."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await answer_with_hand(interaction, table)

    @app_commands.command(
        name=locale_str("table"), description=locale_str("Bring your table down to here")
    )
    @app_commands.guild_only()
    async def table(self, interaction: Interaction) -> None:
        """Post the caller's table anew in this channel."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await self._bring_down(interaction, table)

    @app_commands.command(
        name=locale_str("leave"), description=locale_str("Leave your table; a computer plays on")
    )
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Free the caller's seat."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await table.leave(interaction.user.id)
        await self.bot.tell(interaction, left_sentence(table, await self.bot.say_to(interaction)))

    async def open_hand(self, interaction: Interaction, arguments: list[str]) -> None:
        """*My hand*."""
        table = await find_table(interaction, *read(arguments, str))
        if table.state is State.CLOSED:
            raise Problem(Trouble.FINISHED)
        await answer_with_hand(interaction, table)

    async def act(self, interaction: Interaction, arguments: list[str]) -> None:
        """Press on a card, a bid or another action in a hand; the answer is the hand redrawn."""
        table_id, dealt, decision, move = read(arguments, str, number, number, action)
        await self._act(interaction, table_id, dealt, decision, move)

    async def _act(
        self, interaction: Interaction, table_id: str, dealt: int, decision: int, move: Action
    ) -> None:
        table = await find_table(interaction, table_id)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            problem = None
            try:
                await table.submit(interaction.user.id, dealt, decision, move)
            except Problem as refused:
                seated = table.situation.seat_of(interaction.user.id) is not None
                if not seated or table.situation.match is None:
                    raise
                problem = refused
            await answer_with_hand(interaction, table, problem)

    async def pick(self, interaction: Interaction, arguments: list[str]) -> None:
        """Pick a card to lay away, or put it back: the hand redrawn, nothing done."""
        table_id, dealt, decision, cards = read(arguments, str, number, number, number)
        await self._choose(interaction, table_id, dealt, decision, cards=cards)

    async def keep_quiet(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose what is said with the next card: the hand redrawn, nothing done."""
        table_id, dealt, decision, quiet = read(arguments, str, number, number, number)
        await self._choose(interaction, table_id, dealt, decision, quiet=quiet)

    async def _choose(
        self, interaction: Interaction, table_id: str, dealt: int, decision: int, **choice: Any
    ) -> None:
        table = await find_table(interaction, table_id)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            chosen = replace(self._chosen(interaction, table, dealt, decision), **choice)
            await answer_with_hand(interaction, table, chosen=chosen)

    def _chosen(self, interaction: Interaction, table: Table, dealt: int, decision: int) -> Chosen:
        """Return what somebody has chosen for a decision, and not done yet."""
        chosen = self.bot.shadows.of(table).hands.chosen_by(interaction.user.id)
        if chosen is not None and (chosen.dealt, chosen.decision) == (dealt, decision):
            return chosen
        return Chosen(dealt, decision)

    async def hint(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Hint*: what a master would do, in the hand redrawn; nothing done.

        He may think for most of the three seconds that Discord waits. Only this hand waits for it.
        """
        table_id, dealt, decision = read(arguments, str, number, number)
        table = await find_table(interaction, table_id)
        with self.bot.shadows.of(table).hands.left_to_the_answer(interaction.user.id):
            try:
                hint = await table.hint(interaction.user.id, dealt, decision)
            except Problem as problem:
                if table.situation.seat_of(interaction.user.id) is None:
                    raise
                await answer_with_hand(interaction, table, problem)
                return
            chosen = replace(self._chosen(interaction, table, dealt, decision), hint=hint)
            await answer_with_hand(interaction, table, chosen=chosen)

    async def bid(self, interaction: Interaction, arguments: list[str]) -> None:
        """Bid what was selected."""
        table_id, dealt, decision = read(arguments, str, number, number)
        await self._act(interaction, table_id, dealt, decision, action(value_of(interaction)))

    async def type_bid(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Bid higher*: show the form for it, while it is the person's turn to bid."""
        table_id, dealt, decision = read(arguments, str, number, number)
        table = await find_table(interaction, table_id)
        view = table.view_of(interaction.user.id)
        say = await self.bot.say_to(interaction)
        if (view.dealt, view.decision) != (dealt, decision) or view.turn != view.seat:
            await self._refuse(interaction, table, Problem(Trouble.STALE))
            return
        await interaction.response.send_modal(draw_bid_form(table.face, view, say))

    async def bid_typed(self, interaction: Interaction, arguments: list[str]) -> None:
        """Bid what was typed."""
        table_id, dealt, decision, text = read(arguments, str, number, number, str)
        try:
            points = typed_bid(text)
        except Problem as problem:
            await self._refuse(interaction, await find_table(interaction, table_id), problem)
            return
        await self._act(interaction, table_id, dealt, decision, bid(points))

    async def _refuse(self, interaction: Interaction, table: Table, problem: Problem) -> None:
        """Say in the hand why something does not count."""
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await answer_with_hand(interaction, table, problem)

    async def ask_end(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Stop after this deal*, in the menu of a match without a length."""
        table = await find_table(interaction, *read(arguments, str))
        await table.ask_end(interaction.user.id)
        say = await self.bot.say_to(interaction)
        ending = table.view(None).ending
        notice = (
            say("The match ends with this deal.")
            if ending
            else say("You have asked; it ends with this deal once most people have.")
        )
        await self._show_menu(interaction, table, "rules", notice)

    async def claim(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Roem!* under the table, for the last trick; a refusal is told to the claimer alone."""
        table = await find_table(interaction, *read(arguments, str))
        view = table.view(None)
        await table.submit(interaction.user.id, view.dealt, len(view.tricks), CLAIM)
        await interaction.response.defer()

    async def menu(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Menu*."""
        table = await find_table(interaction, *read(arguments, str))
        await self._show_menu(interaction, table, "rules")

    async def menu_part(self, interaction: Interaction, arguments: list[str]) -> None:
        """Open a part of the menu."""
        table_id, part = read(arguments, str, str)
        await self._show_menu(interaction, await find_table(interaction, table_id), part)

    async def _show_menu(
        self, interaction: Interaction, table: Table, part: str, notice: str = ""
    ) -> None:
        say = await self.bot.say_to(interaction)
        seat = table.situation.seat_of(interaction.user.id)
        view = None if table.situation.match is None else table.view(seat)
        page = draw_menu(table.face, view, interaction.user.id, say, part, notice)
        await answer(interaction, page)

    async def bring_down(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Bring the table down here*."""
        await self._bring_down(interaction, await find_table(interaction, *read(arguments, str)))

    async def _bring_down(self, interaction: Interaction, table: Table) -> None:
        if table.state not in (State.LOBBY, State.PLAYING):
            raise Problem(Trouble.FINISHED)
        if table.situation.seat_of(interaction.user.id) is None:
            raise Problem(Trouble.NOT_SEATED)
        await bring_here(interaction, table)
        say = await self.bot.say_to(interaction)
        await self.bot.tell(interaction, say("The table comes down here."))

    async def come_back(self, interaction: Interaction, arguments: list[str]) -> None:
        """*I'm back*."""
        table = await find_table(interaction, *read(arguments, str))
        problem = None
        try:
            await table.come_back(interaction.user.id)
        except Problem as refused:
            if refused.why is not Trouble.NOT_AWAY:
                raise
            problem = refused
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await answer_with_hand(interaction, table, problem)

    async def sit_in(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Sit in*: take a seat where a computer plays; the answer is the hand."""
        table_id, seat = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        person = await presser(interaction)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await self.bot.tables.sit_in(table, seat, person)
            await answer_with_hand(interaction, table)

    async def hand_over(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Make somebody the host*, in the menu of a running table."""
        table_id, to = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        await table.hand_over(interaction.user.id, to)
        say = await self.bot.say_to(interaction)
        await self._show_menu(interaction, table, "seats", say("Changed."))

    async def vote(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Stop the match for all*, and taking that back."""
        table_id, stop = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        await table.vote(interaction.user.id, stop=bool(stop))
        say = await self.bot.say_to(interaction)
        if table.state is State.CLOSED:
            await self.bot.tell(interaction, say("The match has stopped."))
        else:
            notice = say("Your vote is counted.") if stop else say("Your vote is taken back.")
            await self._show_menu(interaction, table, "leave", notice)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(TableCog(bot))
