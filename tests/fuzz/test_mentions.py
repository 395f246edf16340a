"""Every message that goes out says whom it may mention: nobody, or the one it is for."""

from typing import Any

from tests.people import Club


def messages(club: Club) -> list[dict[str, Any]]:
    """Return the body of every message that the bot has sent or edited."""
    found = []
    for request in club.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body if "callback" in request.path else body
        if request.method in ("POST", "PATCH") and (body.get("components") or body.get("content")):
            found.append(body)
    return found


async def test_nobody_is_mentioned_but_who_is_called_invited_or_to_act(club: Club) -> None:
    manager = club.manager()
    panel = await manager.slash("settings")
    assert panel is not None
    role = club.guild.create_role("Kaarters", mentionable=True)
    await manager.select(panel, "server_role", role)
    await club.anna.slash("play")
    chooser = await club.anna.press(club.table, "Invite")
    assert chooser is not None
    await club.anna.select(chooser, "invited", club.dirk.actor)
    await club.bob.press_id(club.public[-2], club.public[-2].seat(1))
    await club.anna.press(club.public[-2], "Start")
    for member in (club.anna, club.bob):
        await member.slash("hand")
    await club.play_until(lambda: bool(club.only_table.situation.match.trick), club.anna, club.bob)
    mover = next(m for m in (club.anna, club.bob) if m.waiting is not None)
    await club.env.advance_time(45)
    for command in ("table", "leaderboard", "me", "rules", "help", "language", "leave"):
        await club.anna.slash(command)
    sent = messages(club)
    allowed = [body.get("allowed_mentions") for body in sent]
    assert None not in allowed, "Discord would let such a message mention everybody in it"
    assert all(not mentions["parse"] and not mentions.get("replied_user") for mentions in allowed)
    named = [
        (mentions.get("users", []), mentions.get("roles", []))
        for mentions in allowed
        if mentions.get("users") or mentions.get("roles")
    ]
    assert sorted(named) == sorted([([], [role.id]), ([club.dirk.id], []), ([mover.id], [])]), (
        "a call, an invitation, a turn ping"
    )
