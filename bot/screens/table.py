"""The table everyone sees."""

from typing import Any

import discord
from discord import ui

from bot.rules.match import Phase, View
from bot.screens.cards import cards_line, draw_cross
from bot.screens.lobby import draw_closed, draw_lobby
from bot.screens.names import cross_label, seat_label, seat_name, side_name
from bot.screens.press import button, line, page, row, text
from bot.screens.words import (
    SIDE_SIGNS,
    bids_line,
    deal_title,
    game_name,
    result_line,
    result_rows,
    trump_line,
)
from bot.tables.face import Face, State
from bot.texts import Speech
from bot.texts.cards import suit_sign

FELT = discord.Colour(0x1F6B3F)
SCORED = discord.Colour(0xC9A227)


def draw_table(face: Face, view: View | None, say: Speech) -> ui.LayoutView:
    """Draw a table in whatever state it is."""
    if face.state is State.CLOSED:
        results = () if view is None else view.results
        standing = standing_line(view, len(results), say) if view and results else ""
        return draw_closed(face, say, standing)
    if face.state is State.LOBBY or view is None:
        return draw_lobby(face, say)
    if face.state is State.OVER:
        return draw_over(face, view, say)
    scored = view.phase is Phase.DEALING and view.results and view.declarer is not None
    items: list[ui.Item[Any]] = [_heading(face, view, say), line()]
    if scored:
        items.append(
            text(
                result_line(say, face, view.results[-1]),
                *result_rows(say, face, view.results[-1]),
                say("-# The next deal comes in a moment."),
            )
        )
    else:
        items += _play(face, view, say)
    items.append(line())
    if face.back:
        items.append(text(say("-# The bot was away for a moment; the table goes on where it was.")))
    items.append(_buttons(face, view, say))
    return page(*items, colour=SCORED if scored else FELT)


def draw_deal(face: Face, view: View, number: int, say: Speech) -> ui.LayoutView:
    """Draw the result of an earlier deal, as its message keeps it: no buttons."""
    result = view.results[number - 1]
    return page(
        text(
            " · ".join(
                [
                    f"### {game_name(say, face.game)}",
                    say("Deal {n}", n=number),
                    say("trump {sign}", sign=suit_sign(result.trump)),
                ]
            ),
            result_line(say, face, result),
            *result_rows(say, face, result),
            standing_line(view, number, say),
        ),
        colour=SCORED,
    )


def standing_line(view: View, number: int, say: Speech) -> str:
    """Return the score after so many deals."""
    totals = [
        say.number(sum(result.scores[side] for result in view.results[:number]))
        for side in range(len(view.sides))
    ]
    return say("Standing: **{totals}**", totals=" – ".join(totals))


def draw_over(face: Face, view: View, say: Speech) -> ui.LayoutView:
    """Draw the end of a match: the result, each player's share, and *Again*."""
    outcome = view.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    if outcome.draw:
        verdict = say("The match ends in a draw")
    else:
        verdict = say("{names} win the match!", names=side_name(say, face, outcome.winners[0]))
    best_first = sorted(range(len(view.sides)), key=lambda side: -outcome.totals[side])
    lines = [
        f"{SIDE_SIGNS[side]} {side_name(say, face, side)}: **{say.number(outcome.totals[side])}**"
        for side in best_first
    ]
    shares = [
        f"{seat_name(say, face, seat)}: **{say.number(sum(r.shares[seat] for r in view.results))}**"
        for seat in range(view.seats)
    ]
    last = view.results[-1]
    return page(
        text(
            f"## {verdict}",
            f"-# {game_name(say, face.game)} · {say.plural('{n} deal', '{n} deals', last.number)}",
            *lines,
        ),
        line(),
        text(say("**Each player's share**, points in own tricks"), " · ".join(shares)),
        line(),
        text(
            f"**{say('Deal {n}', n=last.number)}**",
            result_line(say, face, last),
            *result_rows(say, face, last),
        ),
        row(
            button(say("Again"), "again", face.table_id, style=discord.ButtonStyle.success),
            button(say("Score sheet"), "part", face.table_id, "sheet"),
        ),
        colour=SCORED,
    )


def _heading(face: Face, view: View, say: Speech) -> ui.Item[Any]:
    scores = []
    for side, total in enumerate(view.totals):
        parts = [say.plural("{n} trick", "{n} tricks", view.tricks_won(side))]
        claimed = view.roem_claimed(side)
        if claimed:
            parts.append(say("{n} roem", n=claimed))
        scores.append(
            f"{SIDE_SIGNS[side]} {side_name(say, face, side)}: **{say.number(total)}**"
            f" · {' · '.join(parts)}"
        )
    return text(
        f"### {game_name(say, face.game)} · {deal_title(say, view)}",
        say("-# Dealer: {name}", name=seat_name(say, face, view.dealer)),
        *scores,
    )


def _play(face: Face, view: View, say: Speech) -> list[ui.Item[Any]]:
    names = [cross_label(say, face, seat) for seat in range(view.seats)]
    lines = [trump_line(say, face, view)]
    if view.phase is Phase.BIDDING:
        lines.append(bids_line(say, face, view))
    counting = view.phase is Phase.COUNTING
    shown = dict(view.tricks[-1].cards) if counting else dict(view.trick)
    items: list[ui.Item[Any]] = [
        text(*lines),
        text(
            draw_cross(
                say,
                names,
                shown,
                turn=view.turn,
                winning=view.tricks[-1].winner if counting else None,
            )
        ),
        text(*_turn_lines(face, view, say)),
    ]
    return items


def _turn_lines(face: Face, view: View, say: Speech) -> list[str]:
    lines = []
    if view.trick:
        lines.append(say("{name} led.", name=seat_name(say, face, view.trick[0][0])))
    if face.frozen:
        lines.append(
            say("Everyone is away: the table waits for one of you to press Menu, I'm back.")
        )
    elif view.phase is Phase.COUNTING:
        lines.append(say("The last trick lies. Claim roem or press Count") + time_left(face, say))
    elif view.turn is not None:
        lines.append(_whose_turn(face, view, view.turn, say))
    away = [seat for seat, seated in enumerate(face.seats) if seated and seated.away]
    if away and not face.frozen:
        names = say.names(seat_name(say, face, seat) for seat in away)
        lines.append(say("-# The computer plays for {names} until they are back.", names=names))
    if view.tricks and view.phase is not Phase.COUNTING:
        lines.append(last_trick_line(face, view, say))
    if face.filled and view.deal == 1 and not view.tricks:
        names = say.names(seat_label(say, face, seat) for seat in face.filled)
        lines.append(say("-# Empty seats went to {names}.", names=names))
    return lines


def _whose_turn(face: Face, view: View, turn: int, say: Speech) -> str:
    name = seat_name(say, face, turn)
    if view.phase is Phase.BIDDING:
        line_ = say("▸ **{name}** is to speak", name=name)
    else:
        line_ = say("▸ **{name}** is to play", name=name)
    return line_ + time_left(face, say)


def time_left(face: Face, say: Speech) -> str:
    """Return when time is up, which Discord counts down by itself; nothing without a clock."""
    if face.deadline is None:
        return ""
    return " · " + say("time is up {until}", until=f"<t:{int(face.deadline)}:R>")


def last_trick_line(face: Face, view: View, say: Speech) -> str:
    """Return the last complete trick in a line."""
    trick = view.tricks[-1]
    points = f"{trick.points} + {trick.roem} {say('roem')}" if trick.roem else str(trick.points)
    return "-# " + say(
        "Last trick: {cards} → {name} · {points}",
        cards=cards_line(say, [card for _, card in trick.cards]),
        name=seat_name(say, face, trick.winner),
        points=points,
    )


def _buttons(face: Face, view: View, say: Speech) -> ui.Item[Any]:
    buttons = [button(say("My hand"), "hand", face.table_id, style=discord.ButtonStyle.primary)]
    if view.tricks and view.house.model_dump().get("roem") != "auto":
        buttons.append(button(say("Roem!"), "roem", face.table_id))
    buttons.append(button(say("Menu"), "menu", face.table_id))
    return row(*buttons)
