"""Dutch and English: every text that people read.

English sentences stand in the code, inside `say(...)`; the Dutch ones stand in `nl.po`.
`bot/texts/update.py` lists the functions that mark a text for translation.
"""

from bot.texts.speech import LANGUAGES, Speech, choose, later

__all__ = ["LANGUAGES", "Speech", "choose", "later"]
