"""What a press may not do, whoever pressed and whatever: told from before and after alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.rules.actions import Kind, parse_action
from bot.rules.cards import PACK, CardSet, mask_of, parse_card
from bot.rules.view import View
from bot.screens.press import read_id
from bot.store.rows import LogEntry
from bot.tables.face import Ending, State
from bot.tables.situation import Situation
from bot.tables.table import Table
from bot.texts import Speech
from bot.texts.cards import card_text
from tests.fuzz.stage import Stage
from tests.fuzz.wire import Answer, Sent, Somebody

CARDS = {card_text(say, card): card for say in map(Speech.of, ("nl", "en")) for card in PACK}
CARD = re.compile("|".join(map(re.escape, CARDS)))
FAULT = re.compile("went wrong|ging iets mis")
OUT_OF_TURN = {Kind.CLAIM, Kind.COUNT, Kind.END}


@dataclass(frozen=True, slots=True)
class Before:
    """Everything as it was before a press."""

    tables: dict[Table, tuple[Situation, int]]
    """With the length of the log."""
    people: dict[int, Any]
    """What people had chosen for themselves."""
    servers: dict[int, Any]


def look(stage: Stage) -> Before:
    """Note how everything is now."""
    tables = {*stage.bot.tables, *stage.tables.values()}
    choices = stage.bot.choices
    return Before(
        {table: (table.situation, len(table._log)) for table in tables},
        {**choices._people},
        {**choices._servers},
    )


def faults(stage: Stage, before: Before, who: Somebody, answer: Answer) -> list[str]:
    """Return what went wrong with a press: what changed that may not, what was shown to whom."""
    found = []
    if not answer.first:
        found.append("no answer")
    if stage.wire.twice:
        found.append(f"answered twice: {stage.wire.twice.pop()}")
    if FAULT.search(answer.text):
        found.append("a fault of ours, as people are told")
    pressed = str(answer.payload["data"])
    for table, (was, entries) in before.tables.items():
        told = trespasses(table, was, table._log[entries:], who, names=table.id in pressed)
        found += [f"{table.id}: {fault}" for fault in told]
    found += choices_changed(before, look(stage), who)
    for sent in answer.sent:
        found += mentions(sent)
        found += leaks(stage, sent)
    return found


def choices_changed(before: Before, now: Before, who: Somebody) -> Iterator[str]:
    """Tell what others had chosen, or their server, and is another thing now."""
    for user_id, chosen in before.people.items():
        if now.people.get(user_id, chosen) != chosen and user_id != who.id:
            yield "somebody else's choices changed"
    for guild_id, chosen in before.servers.items():
        manager = who.manager and who.guild_id == guild_id
        if now.servers.get(guild_id, chosen) != chosen and not manager:
            yield "a server's choices changed"


def trespasses(
    table: Table, was: Situation, entries: list[LogEntry], who: Somebody, *, names: bool
) -> Iterator[str]:
    """Tell which change of a table its presser was not entitled to.

    `names` is whether what was pressed names the table.
    """
    now = table.situation
    moves = [entry for entry in entries if entry.by == "person" and not by_itself(was, entry)]
    same = essence(was) == essence(now) and (was.state is now.state or entries)
    if same and not moves:
        return
    if table.guild_id != who.guild_id:
        yield "changed from another server"
    if who.manager and now.ending is Ending.BY_MANAGER:
        return
    seat = was.seat_of(who.id)
    if seat is None and now.seat_of(who.id) is None:
        yield "changed by somebody without a seat"
    if who.id != was.host_id:
        yield from host_trespasses(was, now)
    others = [
        {p.user_id: (p.away, p.autoplay) for p in s.people if p.user_id != who.id}
        for s in (was, now)
    ]
    if others[0] != others[1]:
        yield "somebody else's seat changed"
    if (set(was.stopping) ^ set(now.stopping)) - {who.id}:
        yield "somebody else's vote changed"
    if not names and moves:
        yield "a move at a table that was not pressed on"
    for entry in moves[:1]:
        yield from move_trespasses(was, entry, who, seat)


def host_trespasses(was: Situation, now: Situation) -> Iterator[str]:
    """Tell what changed that is the host's business."""
    business = [
        (s.house, s.turn_seconds, s.pace, s.hints, s.host_id, len(s.seats), s.state is State.LOBBY)
        for s in (was, now)
    ]
    if business[0] != business[1]:
        yield "the host's business done by somebody else"
    levels = {
        (a.level, b.level)
        for a, b in zip(was.seats, now.seats, strict=False)
        if a and b and a.user_id is None and b.user_id is None and a.level is not b.level
    }
    if levels and len(was.seats) == len(now.seats):
        yield "a computer's level changed by somebody else than the host"


def by_itself(was: Situation, entry: LogEntry) -> bool:
    """Whether an only card was played for somebody who likes that."""
    sitting = None if entry.seat is None else was.seats[entry.seat]
    return sitting is not None and sitting.autoplay


def move_trespasses(
    was: Situation, entry: LogEntry, who: Somebody, seat: int | None
) -> Iterator[str]:
    """Tell what is wrong with the first move of a person that followed a press."""
    if (entry.user_id, entry.seat) != (who.id, seat):
        yield f"a move of somebody else: {entry}"
    move = parse_action(entry.action)
    if move.kind not in OUT_OF_TURN and (was.match is None or was.match.turn != seat):
        yield f"a move out of turn: {entry}"


def essence(now: Situation) -> tuple[Any, ...]:
    """Return what presses may change, without what drawing and clocks keep there."""
    seats = [None if s is None else (s.user_id, s.away, s.autoplay, s.level) for s in now.seats]
    chosen = (now.house, now.turn_seconds, now.pace, now.hints, now.invited, now.stopping)
    return now.ending, now.host_id, seats, chosen


def mentions(sent: Sent) -> Iterator[str]:
    """Tell whether a message could mention more than the one person or role it is for."""
    allowed = sent.body.get("allowed_mentions")
    if "title" in sent.body or not (sent.components or sent.body.get("content")):
        # A form, or a deferral.
        return
    if allowed is None or allowed.get("parse") or allowed.get("replied_user"):
        yield f"a message that may mention anybody: {allowed}"
    elif len(allowed.get("users", [])) + len(allowed.get("roles", [])) > 1:
        yield f"a message that may mention several: {allowed}"


def leaks(stage: Stage, sent: Sent) -> Iterator[str]:
    """Tell which cards a message shows that its reader may not know, and whose secret."""
    ids = [read_id(c["custom_id"]) for c in sent.components if "custom_id" in c]
    verbs = {verb for verb, _ in ids}
    for table in {stage.tables.get(arguments[0]) for _, arguments in ids if arguments} - {None}:
        if table.state is not State.PLAYING:
            continue
        if table._secret.hex() in str(sent.body):
            yield f"the secret of {table.id}"
        seat = None if sent.user_id is None else table.situation.seat_of(sent.user_id)
        view = table.view(seat)
        shown = mask_of(cards_on_buttons(ids, view.dealt))
        if view.dealt == 1 and not verbs & {"rules", "rules_page"}:
            texts = [c.get("content") or c.get("label") or "" for c in sent.components]
            shown |= mask_of(CARDS[card] for card in CARD.findall("\n".join(texts)))
        if shown & ~known(view):
            yield f"cards of {table.id} that {sent.user_id} may not know: {sent.body}"


def cards_on_buttons(ids: list[tuple[str, list[str]]], dealt: int) -> Iterator[int]:
    """Return the cards that the buttons of a hand would play or lay away in this deal."""
    for verb, arguments in ids:
        if verb == "act" and len(arguments) == 4 and arguments[1] == str(dealt):
            kind, *cards = arguments[3].split()
            if kind in (Kind.PLAY, Kind.LAY):
                yield from (parse_card(card) for card in cards if card not in ("roem", "stuk"))
        elif verb == "pick" and arguments[1] == str(dealt):
            yield from (card for card in PACK if int(arguments[3]) >> card & 1)


def known(view: View) -> CardSet:
    """Return the cards that a seat may know, or everyone."""
    cards = view.hand | view.taken | view.laid | view.played | mask_of(view.shown)
    for roem in (*view.announced, *([view.offer] if view.offer else [])):
        cards |= roem.cards
        if roem.top is not None:
            cards |= mask_of(card for card in PACK if card & 7 == roem.top & 7)
    return cards
