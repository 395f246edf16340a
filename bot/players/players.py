"""The players of each game. They have no state: one plays at all tables."""

from bot.players.beginner import Beginner
from bot.players.hoogjassen import HoogjassenThumb
from bot.players.lesbos import LesbosThumb
from bot.players.levels import Level
from bot.players.player import Player
from bot.players.thumb import Thumb

PLAYERS: dict[str, Player] = {
    "klaverjas": Thumb(),
    "lesbos": LesbosThumb(),
    "hoogjassen": HoogjassenThumb(),
}
"""The players by rule of thumb."""
_BEGINNERS = {game: Beginner(player) for game, player in PLAYERS.items()}


def player_of(game: str, level: Level) -> Player:
    """Return who plays a game at a level, as far as that is done at once.

    The master's search is not; where it cannot be had he plays like the club player.
    """
    return _BEGINNERS[game] if level is Level.BEGINNER else PLAYERS[game]
