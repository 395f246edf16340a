"""What the host of a lobby may change, and to what."""

from dataclasses import replace

from bot.tables.situation import Situation

TURN_SECONDS = (15, 24 * 3600)
PACE = (0.0, 10.0)


def with_option(now: Situation, name: str, value: str) -> Situation:
    """Return a lobby with one option changed; ValueError if there is no such option or value."""
    match name:
        case "players":
            return now.with_players(int(value))
        case "turn_seconds" if TURN_SECONDS[0] <= int(value) <= TURN_SECONDS[1]:
            return replace(now, turn_seconds=int(value))
        case "pace" if PACE[0] <= float(value) <= PACE[1]:
            return replace(now, pace=float(value))
        case "host" if now.seat_of(int(value)) is not None:
            return replace(now, host_id=int(value))
        case "thread" if value in ("true", "false"):
            return replace(now, thread=value == "true")
        case "hints" if value in ("true", "false"):
            return replace(now, hints=value == "true")
    return replace(now, house=now.house.with_option(name, value))
