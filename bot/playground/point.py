"""Points an unchanged discord.py at a box instead of at Discord.

As a program it does so for a child process and then runs a module as `python -m` would::

    python -m bot.playground.point http://127.0.0.1:4711 bot

so that a test drives the real bot, which has no switch for it. Needs no SimCord.
"""

import runpy
import sys
from collections.abc import Callable

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket


def point_discord_at(url: str) -> Callable[[], None]:
    """Set discord.py's three address constants to a box; return what puts them back."""
    route = discord.http.Route
    before = (route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)

    def put(base: str, gateway: yarl.URL, assets: str) -> None:
        route.BASE = base
        DiscordWebSocket.DEFAULT_GATEWAY = gateway
        Asset.BASE = assets

    gateway = yarl.URL(url).with_scheme("ws") / "gateway"
    put(f"{url}/api/v10", gateway, f"{url}/cdn")
    return lambda: put(*before)


def main() -> None:
    """Point discord.py at the first argument and run the module named by the second."""
    url, module, *arguments = sys.argv[1:]
    point_discord_at(url)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
