"""What is said of each game: its name, its house rules, how a deal ended, its rules."""

from bot.texts.games import hoogjassen, klaverjas, lesbos
from bot.texts.games.words import GameWords, Option, Page

__all__ = ["WORDS", "GameWords", "Option", "Page"]

WORDS: dict[str, GameWords] = {
    "klaverjas": klaverjas.WORDS,
    "lesbos": lesbos.WORDS,
    "hoogjassen": hoogjassen.WORDS,
}
