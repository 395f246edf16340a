"""The games as choices of a command."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.rules.games import GAMES
from bot.tables.problems import Problem, Trouble
from bot.texts.games import WORDS

FIRST_GAME = next(iter(GAMES))
"""The game of a command that names none."""
GAME_CHOICES = [
    app_commands.Choice(name=locale_str(WORDS[game].name), value=game) for game in GAMES
]


def game_in(text: str) -> str:
    """Read a game from an id or a command; Problem if there is no such."""
    if text not in GAMES:
        raise Problem(Trouble.STALE)
    return text
