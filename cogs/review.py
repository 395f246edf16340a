"""*Review*: a finished deal looked back on, for who held a seat in it and for nobody else."""

import logging
from collections.abc import Sequence

from discord import ui
from discord.ext import commands

from bot.app import Interaction, Told, Troef
from bot.rules.actions import Deal
from bot.rules.match import Match
from bot.screens.menu import draw_notice
from bot.screens.review import draw_review
from bot.store.rows import Holder
from bot.tables.results import holder_at, seats_of
from bot.tables.table import Table
from bot.texts import Speech
from bot.thinking.reviews import Reviews, TooManyError
from bot.thinking.thinker import LostError
from cogs._presses import answer, find_table, number, read

log = logging.getLogger(__name__)


class ReviewCog(commands.Cog):
    """Deals looked back on."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        self.reviews = Reviews(bot.thinking)
        bot.presses["review"] = self.review

    async def cog_unload(self) -> None:
        """End what is being worked out."""
        await self.reviews.close()

    async def review(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Review*: say at once that it takes a while, then show it in place of that."""
        table_id, deal = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        say = await self.bot.say_to(interaction)
        match = table.situation.match
        if match is None or not 1 <= deal <= len(match.results):
            raise Told(say("A deal can be looked back on once it is scored."))
        stored = await self.bot.store.load_table(table.id)
        holders = () if stored is None else stored.holders
        seat = seat_in(match, deal, holders, interaction.user.id)
        if seat is None:
            raise Told(say("Only who held a seat in that deal can look back on it."))
        known = self.reviews.known(table.id, deal)
        if known is not None:
            await answer(interaction, draw_review(table.face, known, seat, say))
            return
        if not self.reviews.on:
            raise Told(say("This bot was set up without what it takes to look back on a deal."))
        await answer(
            interaction,
            draw_notice(
                say(
                    "Every card is thought over again; that takes a while, mostly less than half "
                    "a minute."
                )
            ),
        )
        view = await self._worked_out(table, match, deal, seat, say)
        await interaction.edit_original_response(view=view)

    async def _worked_out(
        self, table: Table, match: Match, deal: int, seat: int, say: Speech
    ) -> ui.LayoutView:
        """Return the review, or a sentence where there is none."""
        try:
            review = await self.reviews.review(table.id, match, deal)
        except TooManyError:
            return draw_notice(
                say("Many deals are being looked back on; press Review again in a minute.")
            )
        except LostError as error:
            log.warning("table %s: deal %s was not looked back on: %s", table.id, deal, error)
            return draw_notice(say("That did not work out this time; press Review again later."))
        return draw_review(table.face, review, seat, say)


def seat_in(match: Match, deal: int, holders: Sequence[Holder], user_id: int) -> int | None:
    """Return the seat that a person held in a scored deal, from its cards to its end or a while.

    Nobody holds two in one deal: its cards would be known to him.
    """
    begin, end = _span(match, deal)
    dealt = [holder_at(holders, seat, begin) for seat in seats_of(holders)]
    held = [*dealt, *(holder for holder in holders if begin < holder.since <= end)]
    return next((holder.seat for holder in held if holder.user_id == user_id), None)


def _span(match: Match, deal: int) -> tuple[int, int]:
    """Return where in the log a scored deal begins, and where it is scored."""
    twin = type(match)(match.house, match.seats)
    begin = 0
    for n, (seat, move) in enumerate(match.log):
        twin.push(seat, move)
        if isinstance(move, Deal):
            begin = n
        if len(twin.results) == deal:
            return begin, n
    raise AssertionError(match)  # pragma: no cover - a match is the fold of its log


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(ReviewCog(bot))
