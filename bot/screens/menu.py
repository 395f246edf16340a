"""The menu of a table, for one person: its rules, score sheet, last trick, seats, leaving."""

from typing import Any

import discord
from discord import ui

from bot.rules.actions import END
from bot.rules.view import DealResult, Reason, View
from bot.screens.names import seat_label, seat_name, short, side_name
from bot.screens.options import pace_word
from bot.screens.press import Press, button, line, page, rows, text
from bot.screens.table import FELT, last_trick_line
from bot.screens.words import SIDE_SIGNS, action_label, game_name, house_lines
from bot.tables.face import Face, State
from bot.texts import Speech
from bot.texts.cards import card_text, suit_sign

WIDEST = 28
"""Characters that the columns of a score sheet may take together: it must fit on a phone."""


def draw_menu(
    face: Face, view: View | None, user_id: int, say: Speech, part: str = "rules", notice: str = ""
) -> ui.LayoutView:
    """Draw the menu with one of its parts open: `rules`, `sheet`, `trick`, `seats` or `leave`."""
    parts = {"rules": _rules, "sheet": _sheet, "trick": _trick, "seats": _seats, "leave": _leave}
    opened = parts.get(part, _rules)
    items: list[ui.Item[Any]] = []
    if notice:
        items.append(text(f"**{notice}**"))
    items += [
        text(*opened(face, view, say)),
        *rows(_part_buttons(face, user_id, part, say)),
        line(),
        *rows(_buttons(face, view, user_id, part, say)),
    ]
    return page(*items, colour=FELT)


def _buttons(face: Face, view: View | None, user_id: int, part: str, say: Speech) -> list[Press]:
    names = [("rules", say("Rules")), ("sheet", say("Score sheet")), ("trick", say("Last trick"))]
    buttons = [
        button(label, "part", face.table_id, name, disabled=name == part)
        for name, label in names
        if name == "rules" or view is not None
    ]
    seat = face.seat_of(user_id)
    if face.state is not State.PLAYING:
        return buttons
    buttons.append(button(say("Seats"), "part", face.table_id, "seats", disabled=part == "seats"))
    buttons.append(button(say("The game explained"), "rules", face.table_id, 0, "open"))
    if view is not None and view.may_end:
        buttons.append(button(action_label(say, END), "end", face.table_id))
    if seat is not None:
        buttons.append(button(say("Bring the table down here"), "down", face.table_id))
        seated = face.seats[seat]
        if seated is not None and seated.away:
            buttons.append(
                button(say("I'm back"), "back", face.table_id, style=discord.ButtonStyle.success)
            )
        if part != "leave":
            danger = discord.ButtonStyle.danger
            buttons.append(button(say("Leave"), "part", face.table_id, "leave", style=danger))
    return buttons


def _part_buttons(face: Face, user_id: int, part: str, say: Speech) -> list[Press]:
    """Return what can be done in the part that is open."""
    seat = face.seat_of(user_id)
    if face.state is not State.PLAYING:
        return []
    if part == "leave" and seat is not None:
        return _ways_out(face, seat, say)
    if part != "seats":
        return []
    if seat is None:
        return [
            button(
                say("Sit in for {name}", name=seat_label(say, face, other)),
                "sit_in",
                face.table_id,
                other,
                style=discord.ButtonStyle.success,
            )
            for other, seated in enumerate(face.seats)
            if seated is not None and (seated.computer or seated.away)
        ]
    return [
        button(
            say("Make {name} the host", name=seat_label(say, face, other)),
            "host",
            face.table_id,
            seated.user_id,
        )
        for other, seated in enumerate(face.seats)
        if seated is not None and not seated.computer and other != seat
        if face.host_id == user_id
    ]


def _ways_out(face: Face, seat: int, say: Speech) -> list[Press]:
    danger = discord.ButtonStyle.danger
    buttons = [button(say("Leave now"), "leave", face.table_id, style=danger)]
    if seat in face.stopping:
        buttons.append(button(say("Do not stop the match"), "stop", face.table_id, 0))
    elif _people(face) > 1:
        buttons.append(button(say("Stop the match for all"), "stop", face.table_id, 1))
    return buttons


def _people(face: Face) -> int:
    return sum(seated is not None and not seated.computer for seated in face.seats)


def _rules(face: Face, _view: View | None, say: Speech) -> list[str]:
    return [
        say("### {game}: the rules of this table", game=game_name(say, face.game)),
        *house_lines(say, face),
        say("Time for a turn: **{time}**", time=say.duration(face.turn_seconds)),
        say("Computers play **{pace}**", pace=pace_word(say, face.pace)),
        say("-# Seal of the cards: {seal}", seal=f"`{face.seal}`"),
    ]


def _sheet(face: Face, view: View | None, say: Speech) -> list[str]:
    """Return the deals so far: trump, who made it, and both sides' scores."""
    title = "### " + say("Score sheet")
    if view is None or not view.results:
        return [title, say("No deal has been scored yet.")]
    heads = [" & ".join(_initials(say, face, seat) for seat in seats) for seats in face.sides]
    narrow = len(heads) > 2
    width = WIDEST // len(heads)
    rule = "─" * (4 + width * len(heads))
    lines = ["    " + "".join(short(head, width - 1).rjust(width) for head in heads), rule]
    for result in view.results:
        marks = ["○" if crosses else "" for crosses in result.crosses] or [""] * len(heads)
        marks[result.makers] = _mark(say, result, narrow=narrow)
        scores = (
            f"{mark} {score}".rjust(width) for mark, score in zip(marks, result.scores, strict=True)
        )
        lines.append(f"{result.number:>2} {suit_sign(result.trump)}" + "".join(scores))
    lines += [rule, "    " + "".join(str(total).rjust(width) for total in view.totals)]
    block = "```\n" + "\n".join(lines).replace("`", "ˋ") + "\n```"
    legend = [f"{SIDE_SIGNS[side]} {side_name(say, face, side)}" for side in range(len(face.sides))]
    crosses = any(result.crosses for result in view.results)
    marks_line = (
        say("-# • played · ✗ played and nat · ○ no trick · ★ every trick")
        if crosses
        else say("-# • played · ✗ played and nat · ★ every trick")
    )
    return [title, " – ".join(legend), block, marks_line if narrow else say("-# • chose trump")]


def _mark(say: Speech, result: DealResult, *, narrow: bool) -> str:
    """Return what stands beside the makers' score; where columns are narrow, one sign."""
    if Reason.NAT in result.reasons:
        return "✗" if narrow else say("nat")
    if result.tricks[result.makers] == sum(result.tricks):
        return "★" if narrow else say("pit")
    return "•"


def _initials(say: Speech, face: Face, seat: int) -> str:
    """Return a name short enough for the head of a column; a computer's is `M2`."""
    seated = face.seats[seat]
    label = seat_label(say, face, seat)
    if seated is not None and seated.computer:
        return f"{label[0]}{seat + 1}"
    return short(label, 5)


def _seats(face: Face, _view: View | None, say: Speech) -> list[str]:
    """Return who sits where, who is the host, and what somebody else can do about it."""
    lines = ["### " + say("Seats")]
    for seat, seated in enumerate(face.seats):
        notes = []
        if seated is not None and seated.user_id is not None and seated.user_id == face.host_id:
            notes.append(say("host"))
        if seated is not None and seated.away:
            notes.append(say("away, the computer plays"))
        name = seat_name(say, face, seat)
        lines.append(f"{seat + 1}. **{name}**" + "".join(f" · {note}" for note in notes))
    lines.append(say("-# Who has no seat can sit in for a computer, or for somebody who is away."))
    return lines


def _leave(face: Face, _view: View | None, say: Speech) -> list[str]:
    title = "### " + say("Leave the table?")
    if _people(face) == 1:
        return [
            title,
            say(
                "You are the last one here: the match stops, and counts as one that you did not "
                "finish. This deal does not count."
            ),
        ]
    return [
        title,
        say(
            "A computer takes your seat. While it has it you can sit in again; unless you do, the "
            "match counts as one that you did not finish, and this deal brings you nothing."
        ),
        say(
            "When more than half of those who are here vote for it, the match stops for all, and "
            "counts for nobody as leaving: {n} of {m} votes needed.",
            n=len(face.stopping),
            m=face.votes_needed,
        ),
    ]


def _trick(face: Face, view: View | None, say: Speech) -> list[str]:
    title = "### " + say("Last trick")
    if view is None or not view.tricks or not view.tricks[-1].cards:
        return [title, say("No trick lies yet.")]
    return [
        title,
        *(
            f"{seat_name(say, face, seat)}: **{card_text(say, card)}**"
            for seat, card in view.tricks[-1].cards
        ),
        last_trick_line(face, view, say),
    ]


def draw_notice(notice: str) -> ui.LayoutView:
    """Draw one sentence."""
    return page(text(notice))


def draw_ping(say: Speech, user_id: int, link: str) -> str:
    """Return the turn ping: the one message that mentions somebody."""
    return say("<@{id}>, it is your turn at [the table]({link}).", id=user_id, link=link)
