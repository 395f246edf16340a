"""Where masters think: worker processes beside the bot, and the thumb where they cannot."""
