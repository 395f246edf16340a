"""The player of each game. They have no state: one plays at all tables."""

from bot.players.hoogjassen import HoogjassenThumb
from bot.players.lesbos import LesbosThumb
from bot.players.player import Player
from bot.players.thumb import Thumb

PLAYERS: dict[str, Player] = {
    "klaverjas": Thumb(),
    "lesbos": LesbosThumb(),
    "hoogjassen": HoogjassenThumb(),
}
