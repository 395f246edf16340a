"""The games there are, by name."""

from bot.rules.hoogjassen import Hoogjassen
from bot.rules.klaverjas import Klaverjas
from bot.rules.lesbos import Lesbos
from bot.rules.match import Match

GAMES: dict[str, type[Match]] = {game.game: game for game in (Klaverjas, Lesbos, Hoogjassen)}
