"""A small real bot that uses everything the box has to know.

Runs in a test's own process, or as a child:
`python -m bot.playground.point URL tests.playground.sample_bot`.
"""

import io
import os
import re
import struct
import zlib

import discord
from discord import app_commands, ui

CARDS = ["♠A", "♠10", "♠H", "♠7", "♥V", "♥9", "♥8", "♣B", "♣A", "♦10", "♦H", "♦7"]


def picture(width=900, height=600):
    """Draw a green table as a PNG."""

    def chunk(kind, data):
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x20\x6c\x40" * width) * height
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


PICTURE = picture()


DUTCH = {
    "play": "speel",
    "Open a table": "Open een tafel",
    "set": "instellen",
    "Set something": "Stel iets in",
    "length": "lengte",
    "short": "kort",
    "long": "lang",
}


class Words(app_commands.Translator):
    async def translate(self, string, locale, context):
        return DUTCH.get(string.message) if locale is discord.Locale.dutch else None


class Card(ui.DynamicItem[ui.Button], template=r"c:(?P<n>\d+):(?P<card>\d+)"):
    def __init__(self, n, card, *, disabled=False):
        button = ui.Button(label=CARDS[card], custom_id=f"c:{n}:{card}", disabled=disabled)
        super().__init__(button)
        self.n = n

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(int(match["n"]), int(match["card"]))

    async def callback(self, interaction):
        await interaction.response.edit_message(view=hand(self.n + 1))


class Press(ui.DynamicItem[ui.Button], template=r"p:(?P<what>\w+):(?P<n>\d+)"):
    def __init__(self, what, n, style=discord.ButtonStyle.secondary, label=None):
        super().__init__(ui.Button(label=label or what, custom_id=f"p:{what}:{n}", style=style))
        self.what, self.n = what, n

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(match["what"], int(match["n"]))

    async def callback(self, interaction):
        await getattr(self, "on_" + self.what)(interaction)

    async def on_hand(self, interaction):
        interaction.client.last = interaction
        await interaction.response.send_message(view=hand(0), ephemeral=True)

    async def on_count(self, interaction):
        count = self.n + 1
        await interaction.response.edit_message(view=table(count, interaction.locale))

    async def on_form(self, interaction):
        await interaction.response.send_modal(Form())

    async def on_silent(self, interaction):
        pass

    async def on_later(self, interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("later", ephemeral=True)

    async def on_edit(self, interaction):
        await interaction.response.defer()
        message = interaction.channel.get_partial_message(interaction.message.id)
        await message.edit(view=table(self.n + 10, interaction.locale))


class Choose(ui.DynamicItem[ui.Select], template=r"s:choose"):
    def __init__(self):
        options = [discord.SelectOption(label=word, value=word) for word in ("rood", "blauw")]
        super().__init__(ui.Select(custom_id="s:choose", placeholder="Kleur", options=options))

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls()

    async def callback(self, interaction):
        chosen = interaction.data["values"][0]
        await interaction.response.send_message(f"chose {chosen}", ephemeral=True)


class Form(ui.Modal, title="Formulier"):
    name = ui.Label(text="Naam", component=ui.TextInput(max_length=20))
    side = ui.Label(
        text="Kant",
        description="Noord of zuid",
        component=ui.Select(options=[discord.SelectOption(label=w) for w in ("Noord", "Zuid")]),
    )

    async def on_submit(self, interaction):
        text = f"{self.name.component.value} {self.side.component.values[0]}"
        await interaction.response.send_message(f"form {text}", ephemeral=True)


def table(count, locale):
    """The public message: everything of components v2."""
    view = ui.LayoutView(timeout=None)
    rows = [
        ui.TextDisplay(
            f"## Tafel {count}\nTroef **♠** van <@{ANNA}> · <t:1900000000:R>\n-# {locale}"
        ),
        ui.Separator(),
        ui.Section("**Noord** is vrij", accessory=Press("hand", count, label="My hand")),
        ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="De tafel")),
        ui.ActionRow(
            Press("count", count, discord.ButtonStyle.primary),
            Press("form", count, discord.ButtonStyle.success),
            Press("silent", count, discord.ButtonStyle.danger),
            Press("later", count),
            Press("edit", count),
        ),
        ui.ActionRow(Choose()),
    ]
    view.add_item(ui.Container(*rows, accent_colour=0x248046 + count))
    return view


def hand(n):
    """An ephemeral hand of twelve cards, less those played."""
    view = ui.LayoutView(timeout=None)
    cards = range(n, len(CARDS))
    rows = [cards[i : i + 5] for i in range(0, len(cards), 5)]
    items = [ui.ActionRow(*(Card(n, c, disabled=c % 3 == 2) for c in row)) for row in rows]
    text = ui.TextDisplay(f"### Jouw hand ({len(cards)})\nTroef ♠, jij bent aan de beurt.")
    view.add_item(ui.Container(text, *items, accent_colour=0x5865F2))
    return view


ANNA = 1_194_000_000_000_000_201


class SampleBot(discord.Client):
    def __init__(self, **intents):
        super().__init__(
            intents=discord.Intents(guilds=True, **intents),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)
        self.last = None

    async def setup_hook(self):
        self.add_dynamic_items(Card, Press, Choose)
        await self.tree.set_translator(Words())
        self.tree.add_command(play)
        self.tree.add_command(settings)
        self.tree.add_command(say)
        self.tree.add_command(admin)
        await self.tree.sync()


@app_commands.command(name="play", description="Open a table")
async def play(interaction: discord.Interaction):
    file = discord.File(fp=io.BytesIO(PICTURE), filename="table.png")
    await interaction.response.send_message(view=table(1, interaction.locale), file=file)


@app_commands.command(name="say", description="Say markdown")
async def say(interaction: discord.Interaction, text: str, twice: bool = False):  # noqa: FBT001, FBT002
    nonce = "the-nonce"
    await interaction.response.send_message("ok", ephemeral=True)
    text = re.sub(r"\\n", "\n", text)
    for _ in range(2 if twice else 1):
        await interaction.channel.send(text, nonce=nonce)


@app_commands.command(name="set", description="Set something")
@app_commands.choices(
    length=[
        app_commands.Choice(name="short", value=4),
        app_commands.Choice(name="long", value=16),
    ]
)
async def settings(
    interaction: discord.Interaction,
    word: str,
    length: int = 4,
    seconds: app_commands.Range[int, 15, 300] = 60,
    loud: bool = False,  # noqa: FBT001, FBT002
    who: discord.Member | None = None,
):
    allowed = interaction.app_permissions
    text = f"{word} {length} {seconds} {loud} {who and who.display_name} {interaction.locale}"
    await interaction.response.send_message(
        f"{text} {interaction.guild_locale} {allowed.send_messages}", ephemeral=True
    )


@settings.autocomplete("word")
async def _words(interaction, current):
    words = ["aas", "boer", "heer", "vrouw"]
    return [app_commands.Choice(name=w, value=w) for w in words if current in w]


@app_commands.command(name="admin", description="For managers")
@app_commands.default_permissions(manage_guild=True)
async def admin(interaction: discord.Interaction):
    await interaction.response.send_message("admin", ephemeral=True)


if __name__ == "__main__":
    SampleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
