"""A player's own hand: only he sees it."""

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.rules.actions import ANNOUNCE, CLAIM, REST, STUK, Action, Kind, lay, play
from bot.rules.cards import Card, CardSet, Suit
from bot.rules.view import Phase, View
from bot.screens.cards import ALTERNATING, draw_cross, sorted_hand
from bot.screens.names import cross_label, seat_name, side_name
from bot.screens.press import Press, button, page, press_id, row, rows, select, text
from bot.screens.table import FELT, SCORED, last_trick_line, time_left
from bot.screens.words import (
    action_label,
    announced_lines,
    bid_line,
    bids_line,
    cards_text,
    deal_title,
    passed_out_line,
    result_lines,
    result_rows,
    talon_line,
    trump_line,
)
from bot.tables.face import Face, State
from bot.texts import Speech
from bot.texts.cards import card_text

ROW = 4
"""Cards in a row of buttons: eight make two even rows, readable on a phone."""
BIDS_IN_A_SELECT = 25
"""More does not fit; higher bids are typed."""

FORM_SECONDS = 600
"""How long discord.py remembers a form; its answer is read by its id and needs no memory."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a player has chosen in his hand and not yet done; it lives in the ids of his buttons.

    A hint does not: it is asked for anew where an open hand was lost.
    """

    dealt: int
    decision: int
    """The deal and the decision that it was chosen for."""
    cards: CardSet = 0
    """The cards that are to be laid away."""
    quiet: int = 0
    """What he does not want to say with a card: ANNOUNCE, STUK or both."""
    hint: Action | None = None
    """What a master would do."""


def draw_hand(
    face: Face, view: View, say: Speech, notice: str = "", chosen: Chosen | None = None
) -> ui.LayoutView:
    """Draw the hand of the seat that the view is of; a notice stands on top."""
    seat = view.seat
    if seat is None:
        raise ValueError("a hand belongs to a seat")
    if face.state is not State.PLAYING:
        return _ended(face, view, say, notice)
    if chosen is None or (chosen.dealt, chosen.decision) != (view.dealt, view.decision):
        chosen = Chosen(view.dealt, view.decision)
    seated = face.seats[seat]
    lines = [f"⚠️ **{notice}**"] if notice else []
    lines += [
        f"**{deal_title(say, view)}** · {_scores(face, view, say)}",
        _moment(face, view, say),
    ]
    hint = _hint(view, chosen)
    if hint is not None:
        lines.append(_hint_line(view, hint, say))
    if seated is not None and seated.away:
        lines.append(say("Your seat is held: press I'm back."))
    items: list[ui.Item[Any]] = [text(*lines), *_on_the_table(face, view, seat, say)]
    items += _cards(face, view, chosen, say)
    items += _bids(face, view, say)
    others = _other_buttons(face, view, say)
    if face.hints and view.turn == seat and hint is None and not _rests(face, seat):
        where = (face.table_id, view.dealt, view.decision)
        others.append(button(say("Hint"), "hint", *where, emoji="💡"))
    if seated is not None and seated.away:
        back = button(say("I'm back"), "back", face.table_id, style=discord.ButtonStyle.success)
        others.insert(0, back)
    items += rows(others)
    items += [text(note) for note in _notes(view, say)]
    return page(*items, colour=FELT)


def _rests(face: Face, seat: int) -> bool:
    """Whether nobody waits for the person on a seat, even if it is his turn."""
    seated = face.seats[seat]
    return face.paused or face.frozen or seated is None or seated.away


def _hint(view: View, chosen: Chosen) -> Action | None:
    """Return the hint as a button can follow it; None once its roem has been claimed."""
    hint = chosen.hint
    if hint == REST and not _worth_a_button(view):
        return next(action for action in view.legal if action.kind is Kind.PLAY)
    return None if hint == CLAIM and not view.claimable else hint


def _hint_line(view: View, hint: Action, say: Speech) -> str:
    """Return a hint in the words that stand on the buttons."""
    parts = [_label(view, hint, say)]
    if hint.kind is Kind.LAY:
        parts.append(cards_text(say, hint.value))
    if hint.kind is Kind.PLAY:
        parts += [
            f"{label}: {say('yes') if hint.value & flag else say('no')}"
            for flag, label in _sayable(view, say, hint.card)
        ]
    return say("💡 Hint: **{what}**", what=" · ".join(parts))


def _notes(view: View, say: Speech) -> list[str]:
    """Return what a button below the cards does not say of itself."""
    kinds = {action.kind for action in view.legal}
    notes = []
    if Kind.TRUMP in kinds and Kind.PLAY in kinds:
        notes.append(say("-# Name trump, or say nothing: then the suit you lead is trump."))
    if Kind.DECLARE in kinds:
        notes.append(say("-# Roem is declared before the first card, or not at all."))
    if Kind.REST in kinds and view.claims and _worth_a_button(view):
        notes.append(say("-# The rest is mine: roem that could still fall is not counted."))
    return notes


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
        f"{side_name(say, face, side)}: **{total}**" for side, total in enumerate(totals)
    )


def _moment(face: Face, view: View, say: Speech) -> str:
    """Return what this player needs to know first."""
    if view.phase is Phase.DEALING:
        lines = []
        if view.results and view.declarer is not None:
            lines += result_lines(say, face, view.results[-1])
            lines += result_rows(say, face, view.results[-1])
        passed = passed_out_line(say, view)
        return "\n".join([*lines, passed or say("-# The next deal comes in a moment.")])
    lines = [
        passed_out_line(say, view),
        trump_line(say, face, view),
        talon_line(say, face, view),
        bid_line(say, view),
    ]
    if view.phase in (Phase.BIDDING, Phase.PREPARING) and view.bids:
        lines.append(bids_line(say, face, view))
    if len(view.tricks) < 2:
        lines += announced_lines(say, face, view)
    if view.taken and not view.tricks:
        lines.append(say("You took {cards}.", cards=cards_text(say, view.taken)))
    if view.laid:
        lines.append(say("-# You laid away {cards}.", cards=cards_text(say, view.laid)))
    lines.append(_whose_turn(face, view, say))
    return "\n".join(line for line in lines if line)


def _whose_turn(face: Face, view: View, say: Speech) -> str:
    if view.phase is Phase.COUNTING:
        if view.seat in view.counted:
            return say("Waiting for the others to count.")
        if view.claimable:
            return say("The last trick lies: claim roem or press Count") + time_left(face, say)
        return say("The last trick lies: press Count") + time_left(face, say)
    if face.paused:
        return say("The table rests: I may not write in its channel. It goes on once I may.")
    if face.frozen:
        return say("Everyone is away: the table waits for one of you.")
    if view.turn != view.seat:
        if view.turn is None:
            return ""
        return say("{name} is to move.", name=seat_name(say, face, view.turn))
    if view.to_lay:
        todo = say("**Choose {n} cards** and lay them away", n=view.to_lay)
    else:
        todo = say("**It is your turn**")
    return f"▸ {todo}{time_left(face, say)}"


def _on_the_table(face: Face, view: View, seat: int, say: Speech) -> list[ui.Item[Any]]:
    """Draw the trick, the reader nearest to it; before the first lead nothing lies."""
    first_lead = view.turn == seat and not view.trick and not view.tricks
    if view.phase not in (Phase.PLAYING, Phase.COUNTING) or first_lead:
        return []
    counting = view.phase is Phase.COUNTING
    cross = draw_cross(
        say,
        [cross_label(say, face, other) for other in range(view.seats)],
        dict(view.tricks[-1].cards) if counting else dict(view.trick),
        turn=view.turn,
        bottom=seat,
        winning=view.tricks[-1].winner if counting else None,
    )
    items: list[ui.Item[Any]] = [text(cross)]
    if view.tricks and view.tricks[-1].cards and not counting:
        items.append(text(last_trick_line(face, view, say)))
    return items


# The cards, and what is said with them.


def _cards(face: Face, view: View, chosen: Chosen, say: Speech) -> list[ui.Item[Any]]:
    cards = sorted_hand(view.hand, view.trump, view.strengths)
    if view.to_lay and view.turn == view.seat:
        return _lay_away(face, view, chosen, cards, say)
    plays = _plays(view, chosen)
    buttons = [
        button(
            card_text(say, card),
            "act",
            face.table_id,
            view.dealt,
            view.decision,
            plays.get(card, play(card)),
            style=discord.ButtonStyle.primary if card in plays else discord.ButtonStyle.secondary,
            disabled=card not in plays,
        )
        for card in cards
    ]
    return [*rows(buttons, ROW), *rows(_toggles(face, view, chosen, say))]


def _plays(view: View, chosen: Chosen) -> dict[Card, Action]:
    """Return for each card the play that says all that its player wants to say."""
    plays: dict[Card, Action] = {}
    for action in view.legal:
        if action.kind is Kind.PLAY and not action.value & chosen.quiet:
            before = plays.get(action.card)
            if before is None or action.value > before.value:
                plays[action.card] = action
    return plays


def _toggles(face: Face, view: View, chosen: Chosen, say: Speech) -> list[Press]:
    """Return the switches for what goes with the next card."""
    buttons = []
    for flag, label in _sayable(view, say):
        on = not chosen.quiet & flag
        buttons.append(
            button(
                f"{label}: {say('yes') if on else say('no')}",
                "quiet",
                face.table_id,
                view.dealt,
                view.decision,
                chosen.quiet ^ flag,
                style=discord.ButtonStyle.success if on else discord.ButtonStyle.secondary,
            )
        )
    return buttons


def _sayable(view: View, say: Speech, card: Card | None = None) -> list[tuple[int, str]]:
    """Return what may be said with a card, or with any, and how that is called."""
    said = 0
    for action in view.legal:
        if action.kind is Kind.PLAY and card in (None, action.card):
            said |= action.value & (ANNOUNCE | STUK)
    labels = {ANNOUNCE: _announce_label(view, say), STUK: say("Say stuk")}
    return [(flag, label) for flag, label in labels.items() if said & flag]


def _announce_label(view: View, say: Speech) -> str:
    if view.offer is None:
        return say("Announce roem")
    cards = cards_text(say, view.offer.cards)
    return say("Announce {n} roem ({cards})", n=view.offer.value, cards=cards)


def _lay_away(
    face: Face, view: View, chosen: Chosen, cards: list[Card], say: Speech
) -> list[ui.Item[Any]]:
    """Draw the hand with the cards to lay away picked, and the button that lays them away."""
    picked = chosen.cards & view.hand
    full = picked.bit_count() >= view.to_lay
    buttons = [
        button(
            card_text(say, card),
            "pick",
            face.table_id,
            view.dealt,
            view.decision,
            picked ^ 1 << card,
            style=discord.ButtonStyle.success
            if picked >> card & 1
            else discord.ButtonStyle.secondary,
            disabled=full and not picked >> card & 1,
        )
        for card in cards
    ]
    confirm = button(
        say("Lay away ({n} of {m})", n=picked.bit_count(), m=view.to_lay),
        "act",
        face.table_id,
        view.dealt,
        view.decision,
        lay(picked) if picked else Kind.LAY.value,
        style=discord.ButtonStyle.danger,
        disabled=picked.bit_count() != view.to_lay,
    )
    return [*rows(buttons, ROW), row(confirm)]


# Everything else that may be said.


def _bids(face: Face, view: View, say: Speech) -> list[ui.Item[Any]]:
    """Return the select of the next bids."""
    bids = [action for action in view.legal if action.kind is Kind.BID]
    if not bids:
        return []
    offered = [(action_label(say, bid), str(bid), False) for bid in bids[:BIDS_IN_A_SELECT]]
    return [
        row(
            select(say("Your bid"), offered, "bid", face.table_id, view.dealt, view.decision),
        )
    ]


def draw_bid_form(face: Face, view: View, say: Speech) -> ui.Modal:
    """Draw the form into which a bid is typed; its answer comes as a press of the same id."""
    bids = [action.value for action in view.legal if action.kind is Kind.BID]
    modal = ui.Modal(
        title=say("Your bid"),
        timeout=FORM_SECONDS,
        custom_id=press_id("bid_typed", face.table_id, view.dealt, view.decision),
    )
    low, high = (bids[0], bids[-1]) if bids else (0, 0)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="bid", min_length=1, max_length=4, placeholder=str(low)
    )
    modal.add_item(
        ui.Label(
            text=say("A multiple of ten from {low} to {high}", low=low, high=high), component=field
        )
    )
    return modal


def _other_buttons(face: Face, view: View, say: Speech) -> list[Press]:
    buttons = []
    for action in sorted(view.legal, key=_as_in_hand):
        if action.kind in (Kind.PLAY, Kind.BID):
            continue
        if action.kind is Kind.REST and not _worth_a_button(view):
            continue
        positive = action.kind in (Kind.TRUMP, Kind.ACCEPT, Kind.TAKE)
        style = discord.ButtonStyle.primary if positive else discord.ButtonStyle.secondary
        where = (face.table_id, view.dealt, view.decision)
        buttons.append(button(_label(view, action, say), "act", *where, action, style=style))
    if sum(action.kind is Kind.BID for action in view.legal) > BIDS_IN_A_SELECT:
        where = (face.table_id, view.dealt, view.decision)
        buttons.insert(0, button(say("Bid higher…"), "bid_higher", *where))
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


def _label(view: View, action: Action, say: Speech) -> str:
    if action.kind is Kind.DECLARE and view.offer is not None:
        return say("Declare {n} roem", n=view.offer.value)
    return action_label(say, action)


def _as_in_hand(action: Action) -> int:
    """Return where a button stands: suits in the order of the hand, a pass last."""
    if action.kind is Kind.TRUMP:
        return ALTERNATING.index(Suit(action.value))
    return len(ALTERNATING) if action.kind is Kind.PASS else -1


def _worth_a_button(view: View) -> bool:
    """Whether taking the rest saves anything: a last card is simply played."""
    return view.hand.bit_count() > 1
