"""The command line: run · play · migrate · backup · doctor · verify · replay · review.

Here the process is set up: arguments, settings, logging, signals, the store. Whatever a host can
mend ends as one sentence on stderr and exit code 2; a traceback is always a fault of ours.
"""

import argparse
import asyncio
import contextlib
import gc
import io
import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from bot.doctor import Examination
from bot.looking_back import tell_review
from bot.replay import tell_check, tell_match
from bot.rules.checking import check_record
from bot.rules.match import Match
from bot.rules.record import RecordError, open_record, read_record
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Store, StoreError, migrate
from bot.store.backup import backup

PORT = 8080
"""Where the playground's page is, unless the command says another port."""

FIRST_COLLECT_SECONDS, COLLECT_SECONDS = 5, 1800

RECORD_LIMIT = 1_000_000
"""Bytes of a record. A deal takes less than 1000, so these are thousands of them."""


class CommandError(Exception):
    """The command cannot be done: one sentence that says what to do."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; `--help` has the rest."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


class _Formatter(logging.Formatter):
    """Keeps the token, and what a match hides, out of the log, whoever would put it there.

    That is: cards and seeds as they stand in moves, secrets, the ids of buttons (there are cards
    in them; asyncio names tasks by them) and the tokens of interactions. Tracebacks included.
    """

    HIDDEN = re.compile(
        r"(?P<kept>\b(?:play|lay|deal)) (?:[789TJQKA][SHDC]\b ?|[0-9a-f]{16,})+"
        r"|(?P<id>troef:\w+):[^'\"\n]*"
        r"|(?P<path>/(?:webhooks|interactions)/\d+)/[^/?\s'\")]+"
        r"|\b[0-9a-f]{64}\b"
    )

    def __init__(self, token: str | None) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if self._token:
            text = text.replace(self._token, "[token]")
        return self.HIDDEN.sub(_without, text)


def _without(found: re.Match[str]) -> str:
    """Return what may be told of something hidden: what it was."""
    return f"{found[found.lastgroup]} […]" if found.lastgroup else "[…]"


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says; return the exit code."""
    arguments = _parse(argv)
    try:
        # Who checks a record needs no settings, not even ones without a fault.
        match arguments.command:
            case "verify":
                return _verify(arguments.record)
            case "replay":
                return _replay(arguments.record)
            case "review":
                return _review(arguments.record, arguments.deal)
        settings = load_settings()
        _set_up_logging(settings)
        match arguments.command:
            case "play":
                asyncio.run(_play(settings, arguments.data, arguments.port, arguments.open))
            case "migrate":
                asyncio.run(_migrate(arguments.data or settings.data))
            case "backup":
                _backup(arguments.data or settings.data, arguments.copy)
            case "doctor":
                return _doctor(arguments.data or settings.data)
            case _:
                asyncio.run(_run(settings))
    except (CommandError, SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # Where the loop takes no signal handlers, or before they stand.
        return 0
    return 0


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    description = "Dutch card games for the people of a Discord server."
    parser = _Parser(prog="troef", description=description)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="run the bot (also without a command); needs DISCORD_TOKEN")
    play = commands.add_parser("play", help="play in a browser page, without Discord or a token")
    play.add_argument(
        "--port", type=_port, default=PORT, help="where the page is (%(default)s); 0: any free one"
    )
    play.add_argument(
        "--data", type=Path, metavar="FILE", help="keep everything in this file, not nothing"
    )
    play.add_argument("--open", action="store_true", help="open the page in the browser")
    change = commands.add_parser("migrate", help="bring the store to this version's schema")
    copy = commands.add_parser("backup", help="copy the store, also while the bot is running")
    copy.add_argument("copy", type=Path, metavar="FILE", help="a new file, for the copy")
    check = commands.add_parser("doctor", help="look for faults in the store, changing nothing")
    for command in (change, copy, check):
        command.add_argument(
            "--data", type=Path, metavar="STORE", help="the store, if not the one of TROEF_DATA"
        )
    verify = commands.add_parser("verify", help="check that nobody chose the cards of a match")
    replay = commands.add_parser("replay", help="print a match deal by deal, every move checked")
    review = commands.add_parser("review", help="print what the master thinks of the deals played")
    for command in (verify, replay, review):
        command.add_argument("record", metavar="RECORD", help="the match as text; -: from stdin")
    review.add_argument("--deal", type=int, metavar="N", help="this deal only, counted from 1")
    return parser.parse_args(argv)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a whole number up to 65535")
    return int(text)


def _set_up_logging(settings: Settings) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter(_token(settings)))
    level = logging.getLevelNamesMapping()[settings.log_level]
    # On DEBUG libraries write whole requests, events and statements: hands, secrets and tokens.
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler])
    for ours in ("bot", "cogs"):
        logging.getLogger(ours).setLevel(level)
    # It announces on each start that SQLite has no transactional DDL; here it has.
    logging.getLogger("alembic").setLevel(max(level, logging.WARNING))


def _token(settings: Settings) -> str | None:
    return settings.token.get_secret_value().strip() if settings.token else None


async def _run(settings: Settings) -> None:
    """Run the bot on Discord until it is told to stop."""
    token = _token(settings)
    if not token:
        raise CommandError(
            "DISCORD_TOKEN is not set: put your bot's token in the environment or in .env, "
            "or try the game without one by python -m bot play."
        )
    _tune()
    async with await Store.open(settings.data) as store:
        await _serve(settings, store, token)


def _tune() -> None:
    """Set Python up for a process that answers presses, with a thread that writes beside it.

    To look through everything there is takes the collector half a second with a thousand tables:
    it does so once in a while, and else only at what is young. The thread of the store hands the
    interpreter back ten times sooner than it would.
    """
    gc.set_threshold(5_000, 20, 1_000_000)
    sys.setswitchinterval(0.0005)
    loop = asyncio.get_running_loop()

    def collect() -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        loop.call_later(COLLECT_SECONDS, collect)

    loop.call_later(FIRST_COLLECT_SECONDS, collect)


async def _serve(settings: Settings, store: Store, token: str) -> None:
    # Not before the store is open: what is wrong with that is said without loading Discord.
    import aiohttp  # noqa: PLC0415
    import discord  # noqa: PLC0415

    from bot.app import Troef  # noqa: PLC0415

    try:
        async with Troef(settings, store) as bot:
            running = asyncio.create_task(bot.start(token))
            stop = asyncio.Event()
            stopped = asyncio.create_task(stop.wait())
            with _stop_signals(stop.set):
                await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
                if stop.is_set():
                    # Connected to the end: what is pressed meanwhile is refused politely.
                    await bot.close()
                    running.cancel()
                stopped.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
    except discord.LoginFailure as error:
        raise CommandError(
            "Discord refused the token in DISCORD_TOKEN: copy it again, or reset it, on the Bot "
            "page of https://discord.com/developers/applications."
        ) from error
    except discord.PrivilegedIntentsRequired as error:
        raise CommandError(
            "Discord refused the bot's intents: allow them on the Bot page of "
            "https://discord.com/developers/applications."
        ) from error
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
        raise CommandError(f"Discord cannot be reached: {error}.") from error


@contextlib.contextmanager
def _stop_signals(stop: Callable[[], object]) -> Iterator[None]:
    """Let the first SIGTERM or SIGINT stop the bot; a second one has its usual effect."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGTERM, signal.SIGINT)

    def forget() -> None:
        for number in numbers:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)

    def stop_once() -> None:
        forget()
        stop()

    for number in numbers:
        # Windows has no handlers in its loop; there Ctrl-C cancels what asyncio.run runs.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop_once)
    try:
        yield
    finally:
        forget()


async def _play(settings: Settings, data: Path | None, port: int, open_browser: bool) -> None:  # noqa: FBT001
    """Serve the playground; without a file of its own it keeps nothing."""
    async with await Store.open(data) as store:
        from bot.app import Troef  # noqa: PLC0415
        from bot.playground.errors import PortInUseError  # noqa: PLC0415
        from bot.playground.play import play  # noqa: PLC0415

        try:
            await play(lambda: Troef(settings, store), port=port, open_browser=open_browser)
        except PortInUseError as error:
            raise CommandError(str(error)) from error


async def _migrate(data: Path) -> None:
    before, after = await migrate(data)
    print(f"{data}: schema {after}, was {before or 'none'}")


def _backup(data: Path, copy: Path) -> None:
    backup(data, copy)
    print(f"{copy}: a copy of {data}")


def _doctor(data: Path) -> int:
    """Print every fault of a store; return 0 if there is none, else 1."""
    examination = Examination(data)
    _print(examination.run())
    _print([examination.summary])
    return 1 if examination.faults else 0


def _verify(name: str) -> int:
    """Say what agrees in a record; return 0 if all that can be checked does, else 1."""
    try:
        record = open_record(_read(name))
    except RecordError as error:
        raise CommandError(f"{name}: {error}") from error
    check = check_record(record)
    _print(tell_check(record, check))
    if check.differing:
        return 1
    if check.fault is not None:
        raise CommandError(f"{name}: {check.fault}")
    return 0


def _replay(name: str) -> int:
    """Print the match of a record."""
    try:
        _print(tell_match(open_record(_read(name))))
    except RecordError as error:
        raise CommandError(f"{name}: {error}") from error
    return 0


def _review(name: str, deal: int | None) -> int:
    """Print the scored deals of a record, or one, as the master looks back on them."""
    if not find_spec("numba"):
        raise CommandError("review needs numba: install this program with the extra `search`.")
    try:
        match, _ = read_record(_read(name))
    except RecordError as error:
        raise CommandError(f"{name}: {error}") from error
    if not match.results:
        raise CommandError(f"{name} has no scored deal.")
    numbers = [result.number for result in match.results]
    if deal is not None and deal not in numbers:
        raise CommandError(f"{name} has no scored deal {deal}; they are 1 to {numbers[-1]}.")
    _print(_tell_reviews(match, numbers if deal is None else [deal]))
    return 0


def _tell_reviews(match: Match, numbers: Iterable[int]) -> Iterator[str]:
    # Not before it is needed: it takes a second to load.
    from bot.players.search.review import review  # noqa: PLC0415

    yield f"{match.game}, {match.seats} seats"
    for number in numbers:
        yield ""
        yield from tell_review(review(match, number), match.sides)


def _read(name: str) -> str:
    """Return the text of a record, `-` from stdin."""
    stdin = name == "-"
    try:
        # By its number: where stdin is closed, Python has no `sys.stdin`.
        with open(0 if stdin else name, "rb", closefd=not stdin) as file:
            data = file.read(RECORD_LIMIT + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
    if len(data) > RECORD_LIMIT:
        raise CommandError(f"{name} is no record: it has more than {RECORD_LIMIT} bytes.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is no record: it is not text in UTF-8.") from error
    # As an editor on Windows would leave it.
    return text.replace("\r\n", "\n")


def _print(lines: Iterable[str]) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A line of a record that is quoted may hold what this terminal cannot show.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has seen enough (`| head`); without this Python complains at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
