"""A scored deal as its seed gives it: what *Check this deal* shows."""

import discord
from discord import ui

from bot.rules.checking import DealCheck, Verdict
from bot.rules.games import GAMES
from bot.screens.cards import sorted_hand
from bot.screens.names import seat_name
from bot.screens.press import line, page, text
from bot.screens.words import SIDE_SIGNS, cards_text
from bot.tables.face import Face
from bot.texts import Speech, later
from bot.texts.games import WORDS

COLOUR = discord.Colour(0x5865F2)

_SEALS = {
    Verdict.AGREES: later("✓ The secret is the one whose seal stood in the lobby."),
    Verdict.DIFFERS: later("✗ The secret does not have the seal that stood in the lobby!"),
    Verdict.HIDDEN: later(
        "The secret is shown when the match is over; until then it stays sealed."
    ),
    Verdict.UNSEALED: later("This match was not sealed."),
}
_ORIGINS = {
    Verdict.AGREES: later("✓ The seed follows from the secret and the press on *Start*."),
    Verdict.DIFFERS: later("✗ The seed does not follow from the secret!"),
    Verdict.HIDDEN: later("Then this button also says whether the seed follows from it."),
    Verdict.UNSEALED: later("So nobody can say where its seeds come from."),
}


def draw_check(face: Face, deal: DealCheck, say: Speech) -> ui.LayoutView:
    """Draw a deal as it was dealt, with its seed and the verdicts, for one person."""

    def cards(hand: int) -> str:
        return cards_text(say, sorted_hand(hand, None, GAMES[face.game].strengths))

    hands = []
    for seat, hand in enumerate(deal.hands):
        hands.append(f"{SIDE_SIGNS[seat]} {seat_name(say, face, seat)}: {cards(hand)}")
        if deal.blind[seat]:
            hands.append(say("-# face down: {cards}", cards=cards(deal.blind[seat])))
    if deal.talon:
        hands.append(f"{say(WORDS[face.game].talon)}: {cards(deal.talon)}")
    return page(
        text(
            say("### Deal {n} as it was dealt", n=deal.number),
            say("-# Dealer: {name}", name=seat_name(say, face, deal.dealer)),
            *hands,
        ),
        line(),
        text(
            say(_SEALS[deal.seal]),
            say(_ORIGINS[deal.origin]),
            say("-# Seal: {seal}", seal=f"`{face.seal}`"),
            ""
            if deal.secret is None
            else say("-# Secret: {secret}", secret=f"`{deal.secret.hex()}`"),
            "" if face.start is None else say("-# Start: {start}", start=f"`{face.start}`"),
            say("-# Seed of this deal: {seed}", seed=f"`{deal.seed.hex()}`"),
            say("-# How cards follow from a seed, and how to do it by hand: docs/deals.md."),
        ),
        colour=COLOUR,
    )
