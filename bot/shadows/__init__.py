"""The messages that show a table: drawn from it, redrawn when it changes, never believed.

Redraws are merged: a change only marks a shadow as old, one worker per message draws the newest
state, and what changed meanwhile is drawn in the next round. Losing a message loses nothing.
"""

from bot.shadows.shadow import Shadow
from bot.shadows.shadows import Shadows

__all__ = ["Shadow", "Shadows"]
