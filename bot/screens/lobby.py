"""The lobby: who sits where, what is played, and how to begin."""

from typing import Any

import discord
from discord import ui

from bot.screens.names import clean_name, seat_name
from bot.screens.options import levels_line, pace_word
from bot.screens.press import button, line, page, row, select_person, text
from bot.screens.words import game_name, house_lines
from bot.tables.face import Ending, Face
from bot.texts import Speech, later

COLOUR = discord.Colour(0x2E8B57)
ENDED = discord.Colour(0x4E5058)

_ENDINGS = {
    Ending.PLACE_GONE: later("The table's channel is gone, so it stopped."),
    Ending.NO_ACCESS: later(
        "For a day I was not allowed to write here, so the table stopped. "
        "The unfinished deal does not count."
    ),
    Ending.STOPPED: later(
        "Most people at the table wanted to stop. The unfinished deal does not count."
    ),
    Ending.BY_MANAGER: later(
        "Somebody who manages this server stopped the table. An unfinished deal does not count."
    ),
    Ending.CANCELLED: later("The table was cancelled."),
    Ending.EXPIRED: later("Nobody started for half an hour, so this table closed."),
    Ending.DESERTED: later(
        "Nobody is left at the table, so it stopped. The unfinished deal does not count."
    ),
    Ending.ABANDONED: later(
        "Everyone stayed away, so the table stopped. The unfinished deal does not count."
    ),
}


def draw_lobby(face: Face, say: Speech, role: int | None = None) -> ui.LayoutView:
    """Draw the lobby for everyone; `role` is called in it."""
    title = say("## {game}: a table opens", game=game_name(say, face.game))
    host = next((n for n, s in enumerate(face.seats) if s and s.user_id == face.host_id), None)
    computers = any(seated is not None and seated.computer for seated in face.seats)
    items: list[ui.Item[Any]] = [
        text(title, "" if host is None else say("-# Host: {name}", name=seat_name(say, face, host)))
    ]
    for side, seats in enumerate(face.sides):
        if len(seats) > 1:
            items.append(text(say("**Side {n}**", n=side + 1)))
        items += [_seat(say, face, seat) for seat in seats]
    items += [
        line(),
        text(
            " · ".join(house_lines(say, face)),
            say(
                "Time for a turn: **{time}** · computers play **{pace}**",
                time=say.duration(face.turn_seconds),
                pace=pace_word(say, face.pace),
            ),
            say("The table moves to a thread of its own at the start.") if face.thread else "",
            say("**With hints**: so the match does not count for the leaderboard.")
            if face.hints
            else "",
            say("-# Seal of the cards: {seal}", seal=f"`{face.seal}`"),
            "" if role is None else f"<@&{role}>",
        ),
        row(
            button(say("Start"), "start", face.table_id, style=discord.ButtonStyle.success),
            button(say("Add computer"), "computer", face.table_id, disabled=None not in face.seats),
            button(say("Levels"), "levels", face.table_id, disabled=not computers),
            button(say("Invite"), "invite", face.table_id),
            button(say("Options"), "options", face.table_id),
        ),
        row(
            button(say("Rules"), "rules", face.table_id, 0, "open"),
            button(say("Leave"), "leave", face.table_id),
            button(say("Cancel"), "cancel", face.table_id, style=discord.ButtonStyle.danger),
        ),
        text(
            say("-# Start gives empty seats to masters.") if None in face.seats else "",
            levels_line(say) if computers or None in face.seats else "",
        ),
    ]
    return page(*items, colour=COLOUR)


def _seat(say: Speech, face: Face, seat: int) -> ui.Item[Any]:
    seated = face.seats[seat]
    name = seat_name(say, face, seat)
    if seated is not None and not seated.computer:
        return text(f"{seat + 1}. **{name}**")
    return ui.Section(
        text(f"{seat + 1}. {name}"),
        accessory=button(say("Sit here"), "sit", face.table_id, seat),
    )


def draw_closed(face: Face, say: Speech, standing: str = "") -> ui.LayoutView:
    """Draw a table that was cancelled, expired or stopped: no buttons."""
    return page(
        text(
            say("## {game}", game=game_name(say, face.game)),
            say(_ENDINGS.get(face.ending, _ENDINGS[Ending.CANCELLED])),
            standing,
        ),
        colour=ENDED,
    )


def draw_invite(face: Face, say: Speech, notice: str = "") -> ui.LayoutView:
    """Draw the choice of whom to invite, for somebody at the table alone."""
    return page(
        text(
            say("### Invite somebody"), notice and f"**{notice}**", say("They are mentioned once.")
        ),
        row(select_person(say("Whom?"), "invited", face.table_id)),
        colour=COLOUR,
    )


def draw_moved(face: Face, say: Speech, channel_id: int) -> ui.LayoutView:
    """Draw what stays where a table was opened that moved to a thread of its own."""
    return page(
        text(
            say("## {game}", game=game_name(say, face.game)),
            say("The table has moved to {place}.", place=f"<#{channel_id}>"),
        ),
        colour=ENDED,
    )


def invitation(face: Face, say: Speech, user_id: int, name: str, link: str) -> str:
    """Return the one message that mentions somebody who is invited."""
    return say(
        "<@{id}>, {name} invites you to [a table of {game}]({link}).",
        id=user_id,
        name=name,
        game=game_name(say, face.game),
        link=link,
    )


def thread_name(face: Face, say: Speech) -> str:
    """Return the name of a table's own thread."""
    people = [s.name for s in face.seats if s is not None and not s.computer]
    return f"{game_name(say, face.game)} · {say.names(map(clean_name, people))}"[:100]
