"""The table everyone sees."""

from typing import Any

import discord
from discord import ui

from bot.rules.view import DealResult, Phase, View
from bot.screens.cards import cards_line, draw_cross
from bot.screens.lobby import draw_closed, draw_lobby
from bot.screens.names import cross_label, seat_label, seat_name, side_name
from bot.screens.press import Press, button, line, page, row, text
from bot.screens.words import (
    SIDE_SIGNS,
    announced_lines,
    bid_line,
    bids_line,
    crosses_of,
    deal_title,
    game_name,
    money_text,
    passed_out_line,
    result_lines,
    result_rows,
    talon_line,
    trump_line,
    waiting_for,
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
        return draw_closed(face, say, standing and f"{standing}{_with_hints(face, say)}")
    if face.state is State.LOBBY or view is None:
        return draw_lobby(face, say)
    if face.state is State.OVER:
        return draw_over(face, view, say)
    scored = view.phase is Phase.DEALING and view.results and view.declarer is not None
    items: list[ui.Item[Any]] = [_heading(face, view, say), line()]
    if scored:
        items.append(
            text(
                *result_lines(say, face, view.results[-1]),
                *result_rows(say, face, view.results[-1]),
                say("-# The next deal comes in a moment."),
            )
        )
    else:
        items += _play(face, view, say)
    items.append(line())
    if face.going_down:
        items.append(text(say("-# The bot restarts and is back in a moment. Nothing is lost.")))
    elif face.back:
        items.append(text(say("-# The bot was away for a moment; the table goes on where it was.")))
    items.append(_buttons(face, view, say))
    return page(*items, colour=SCORED if scored else FELT)


def draw_deal(face: Face, view: View, number: int, say: Speech) -> ui.LayoutView:
    """Draw the result of an earlier deal, as its message keeps it."""
    result = view.results[number - 1]
    return page(
        text(
            " · ".join(
                [
                    f"### {game_name(say, face.game)}",
                    say("Deal {n}", n=number),
                    say("trump {sign}", sign=suit_sign(result.trump)),
                ]
            )
            + _with_hints(face, say),
            *result_lines(say, face, result),
            *result_rows(say, face, result),
            standing_line(view, number, say),
        ),
        row(review_button(face, result, say), check_button(face, result, say)),
        colour=SCORED,
    )


def review_button(face: Face, result: DealResult, say: Speech) -> Press:
    """Return the button that looks back on a deal, for its players."""
    return button(say("Review"), "review", face.table_id, result.number)


def check_button(face: Face, result: DealResult, say: Speech) -> Press:
    """Return the button that shows how a deal follows from its seed."""
    return button(say("Check this deal"), "check", face.table_id, result.number)


def standing_line(view: View, number: int, say: Speech) -> str:
    """Return the score after so many deals."""
    totals = [
        say.number(sum(result.scores[side] for result in view.results[:number]))
        for side in range(len(view.sides))
    ]
    if len(totals) > 2:
        # Which is whose is seen by the sign.
        signed = " · ".join(f"{SIDE_SIGNS[n]} {total}" for n, total in enumerate(totals))
        return say("Standing: **{totals}**", totals=signed)
    return say("Standing: **{totals}**", totals=" – ".join(totals))


def draw_over(face: Face, view: View, say: Speech) -> ui.LayoutView:
    """Draw the end of a match: the result, each player's share, and *Again*."""
    outcome = view.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    last = view.results[-1]
    items: list[ui.Item[Any]] = [
        text(
            f"## {_verdict(face, view, say)}",
            f"-# {game_name(say, face.game)} · {say.plural('{n} deal', '{n} deals', last.number)}"
            + _with_hints(face, say),
            *(_final_line(face, view, side, say) for side in _best_first(outcome.places)),
        ),
        line(),
    ]
    if any(len(seats) > 1 for seats in view.sides):
        shares = [
            f"{seat_name(say, face, seat)}: "
            f"**{say.number(sum(r.shares[seat] for r in view.results))}**"
            for seat in range(view.seats)
        ]
        items += [
            text(say("**Each player's share**, points in own tricks"), " · ".join(shares)),
            line(),
        ]
    items += [
        text(
            f"**{say('Deal {n}', n=last.number)}**",
            *result_lines(say, face, last),
            *result_rows(say, face, last),
        ),
        row(
            button(say("Again"), "again", face.table_id, style=discord.ButtonStyle.success),
            button(say("Score sheet"), "part", face.table_id, "sheet"),
            review_button(face, last, say),
            check_button(face, last, say),
            button(say("Record"), "record", face.table_id),
        ),
    ]
    return page(*items, colour=SCORED)


def _with_hints(face: Face, say: Speech) -> str:
    """Return what is added to a line where a match has hints."""
    return f" · {say('with hints')}" if face.hints else ""


def _verdict(face: Face, view: View, say: Speech) -> str:
    outcome = view.outcome
    winners = () if outcome is None else outcome.winners
    names = say.names(side_name(say, face, side) for side in winners)
    if len(winners) == len(view.sides):
        return say("The match ends in a draw")
    if sum(len(view.sides[side]) for side in winners) > 1:
        return say("{names} win the match!", names=names)
    return say("{names} wins the match!", names=names)


def _best_first(places: tuple[int, ...]) -> list[int]:
    return sorted(range(len(places)), key=lambda side: places[side])


def _final_line(face: Face, view: View, side: int, say: Speech) -> str:
    """Return a side's place in the end: total, crosses, day points, money."""
    outcome = view.outcome
    if outcome is None:
        return ""
    total = outcome.totals[side]
    parts = [f"**{say.number(total)}**{_crosses(view, side)}", money_text(say, face, total)]
    if outcome.points:
        parts.append(say.plural("{n} day point", "{n} day points", outcome.points[side]))
    name = side_name(say, face, side)
    return f"{outcome.places[side]}. {SIDE_SIGNS[side]} {name}: {' · '.join(filter(None, parts))}"


def _crosses(view: View, side: int) -> str:
    crosses = crosses_of(view.results, side)
    return f" {'✗' * crosses}" if crosses else ""


def _heading(face: Face, view: View, say: Speech) -> ui.Item[Any]:
    scores = []
    for side, total in enumerate(view.totals):
        parts = [money_text(say, face, total)]
        parts.append(say.plural("{n} trick", "{n} tricks", view.tricks_won(side)))
        claimed = view.roem_claimed(side)
        if claimed:
            parts.append(say("{n} roem", n=claimed))
        scores.append(
            f"{SIDE_SIGNS[side]} {side_name(say, face, side)}: **{say.number(total)}**"
            f"{_crosses(view, side)} · {' · '.join(filter(None, parts))}"
        )
    return text(
        f"### {game_name(say, face.game)} · {deal_title(say, view)}",
        say("-# Dealer: {name}", name=seat_name(say, face, view.dealer)) + _with_hints(face, say),
        *scores,
    )


def _play(face: Face, view: View, say: Speech) -> list[ui.Item[Any]]:
    names = [cross_label(say, face, seat) for seat in range(view.seats)]
    lines = [
        passed_out_line(say, view),
        trump_line(say, face, view),
        talon_line(say, face, view),
        bid_line(say, view),
    ]
    if view.phase in (Phase.BIDDING, Phase.PREPARING):
        lines.append(bids_line(say, face, view))
    lines += announced_lines(say, face, view)
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
    if face.paused:
        lines.append(say("The table rests: I may not write in its channel. It goes on once I may."))
    elif face.frozen:
        lines.append(
            say("Everyone is away: the table waits for one of you to press Menu, I'm back.")
        )
    elif view.phase is Phase.COUNTING:
        lines.append(say("The last trick lies. Claim roem or press Count") + time_left(face, say))
    elif view.turn is not None:
        name = seat_name(say, face, view.turn)
        lines.append(waiting_for(say, view, name) + time_left(face, say))
    away = [seat for seat, seated in enumerate(face.seats) if seated and seated.away]
    if away and not face.frozen:
        names = say.names(seat_name(say, face, seat) for seat in away)
        lines.append(say("-# The computer plays for {names} until they are back.", names=names))
    if face.stopping:
        lines.append(
            say(
                "-# For stopping the match: {names}. {n} of {m} votes needed; vote: Menu, Leave.",
                names=say.names(seat_name(say, face, seat) for seat in face.stopping),
                n=len(face.stopping),
                m=face.votes_needed,
            )
        )
    if view.tricks and view.phase is not Phase.COUNTING:
        lines.append(last_trick_line(face, view, say))
    filled = [seat for seat in face.filled if (seated := face.seats[seat]) and seated.computer]
    if filled and view.deal == 1 and not view.tricks:
        names = say.names(seat_label(say, face, seat) for seat in filled)
        lines.append(say("-# Empty seats went to {names}.", names=names))
    return lines


def time_left(face: Face, say: Speech) -> str:
    """Return when time is up, which Discord counts down by itself; nothing without a clock."""
    if face.deadline is None or face.going_down:
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
    if view.claims and view.tricks:
        buttons.append(button(say("Roem!"), "roem", face.table_id))
    buttons.append(button(say("Menu"), "menu", face.table_id))
    return row(*buttons)
