"""A player's own hand: only he sees it."""

from typing import Any

import discord
from discord import ui

from bot.rules.actions import CLAIM, Action, Kind, play
from bot.rules.cards import Suit
from bot.rules.match import Phase, View
from bot.screens.cards import ALTERNATING, draw_cross, sorted_hand
from bot.screens.names import cross_label, seat_name, side_name
from bot.screens.press import Press, button, page, rows, text
from bot.screens.table import FELT, SCORED, last_trick_line, time_left
from bot.screens.words import (
    action_label,
    bids_line,
    deal_title,
    result_line,
    result_rows,
    trump_line,
)
from bot.tables.face import Face, State
from bot.texts import Speech
from bot.texts.cards import card_text

ROW = 4
"""Cards in a row of buttons: eight make two even rows, readable on a phone."""


def draw_hand(face: Face, view: View, say: Speech, notice: str = "") -> ui.LayoutView:
    """Draw the hand of the seat that the view is of; a notice stands on top."""
    seat = view.seat
    if seat is None:
        raise ValueError("a hand belongs to a seat")
    if face.state is not State.PLAYING:
        return _ended(face, view, say, notice)
    seated = face.seats[seat]
    lines = [f"⚠️ **{notice}**"] if notice else []
    lines += [
        f"**{deal_title(say, view)}** · {_scores(face, view, say)}",
        _moment(face, view, say),
    ]
    if seated is not None and seated.away:
        lines.append(say("Your seat is held: press I'm back."))
    items: list[ui.Item[Any]] = [text(*lines)]
    names = [cross_label(say, face, other) for other in range(view.seats)]
    counting = view.phase is Phase.COUNTING
    shown = dict(view.tricks[-1].cards) if counting else dict(view.trick)
    if view.phase in (Phase.PLAYING, Phase.COUNTING):
        cross = draw_cross(
            say,
            names,
            shown,
            turn=view.turn,
            bottom=seat,
            winning=view.tricks[-1].winner if counting else None,
        )
        items.append(text(cross))
        if view.tricks and view.tricks[-1].cards and not counting:
            items.append(text(last_trick_line(face, view, say)))
    cards = [_card_button(face, view, card, say) for card in sorted_hand(view.hand, view.trump)]
    items += rows(cards, ROW)
    others = _other_buttons(face, view, say)
    if seated is not None and seated.away:
        back = button(say("I'm back"), "back", face.table_id, style=discord.ButtonStyle.success)
        others.insert(0, back)
    items += rows(others)
    if any(action.kind is Kind.REST for action in view.legal) and _worth_a_button(view):
        items.append(text(say("-# The rest is mine: roem that could still fall is not counted.")))
    return page(*items, colour=FELT)


def _ended(face: Face, view: View, say: Speech, notice: str) -> ui.LayoutView:
    lines = [f"⚠️ **{notice}**"] if notice else [say("This table is finished.")]
    lines.append(_scores(face, view, say))
    return page(text(*lines), colour=SCORED)


def _scores(face: Face, view: View, say: Speech) -> str:
    totals = [say.number(total) for total in view.totals]
    if len(totals) == 2 and view.seat is not None:
        ours = view.side_of(view.seat)
        return say("Us **{ours}** – them **{theirs}**", ours=totals[ours], theirs=totals[1 - ours])
    return " – ".join(
        f"{side_name(say, face, side)} **{total}**" for side, total in enumerate(totals)
    )


def _moment(face: Face, view: View, say: Speech) -> str:
    """Return what this player needs to know first."""
    lines = []
    if view.phase is Phase.DEALING:
        if view.results and view.declarer is not None:
            lines = [result_line(say, face, view.results[-1])]
            lines += result_rows(say, face, view.results[-1])
        lines.append(say("-# The next deal comes in a moment."))
        return "\n".join(lines)
    lines.append(trump_line(say, face, view))
    if view.phase is Phase.BIDDING and view.bids:
        lines.append(bids_line(say, face, view))
    if view.phase is Phase.COUNTING:
        if view.seat in view.counted:
            lines.append(say("Waiting for the others to count."))
        elif view.claimable:
            lines.append(
                say("The last trick lies: claim roem or press Count") + time_left(face, say)
            )
        else:
            lines.append(say("The last trick lies: press Count") + time_left(face, say))
    elif face.frozen:
        lines.append(say("Everyone is away: the table waits for one of you."))
    elif view.turn == view.seat:
        lines.append("▸ " + say("**It is your turn**") + time_left(face, say))
    elif view.turn is not None:
        lines.append(say("{name} is to move.", name=seat_name(say, face, view.turn)))
    return "\n".join(lines)


def _card_button(face: Face, view: View, card: int, say: Speech) -> Press:
    legal = play(card) in view.legal
    style = discord.ButtonStyle.primary if legal else discord.ButtonStyle.secondary
    label = card_text(say, card)
    return button(
        label,
        "act",
        face.table_id,
        view.dealt,
        view.decision,
        play(card),
        style=style,
        disabled=not legal,
    )


def _other_buttons(face: Face, view: View, say: Speech) -> list[Press]:
    buttons = []
    for action in sorted(view.legal, key=_as_in_hand):
        if action.kind is Kind.PLAY or (action.kind is Kind.REST and not _worth_a_button(view)):
            continue
        positive = action.kind in (Kind.TRUMP, Kind.ACCEPT)
        style = discord.ButtonStyle.primary if positive else discord.ButtonStyle.secondary
        buttons.append(
            button(
                action_label(say, action),
                "act",
                face.table_id,
                view.dealt,
                view.decision,
                action,
                style=style,
            )
        )
    if view.claimable:
        buttons.append(
            button(
                say("Roem!"),
                "act",
                face.table_id,
                view.dealt,
                len(view.tricks),
                CLAIM,
                style=discord.ButtonStyle.success,
            )
        )
    return buttons


def _as_in_hand(action: Action) -> int:
    """Return where a button stands: suits in the order of the hand, a pass last."""
    if action.kind is Kind.TRUMP:
        return ALTERNATING.index(Suit(action.value))
    return len(ALTERNATING) if action.kind is Kind.PASS else -1


def _worth_a_button(view: View) -> bool:
    """Whether taking the rest saves anything: a last card is simply played."""
    return view.hand.bit_count() > 1
