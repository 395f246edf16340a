"""What people do and see, through a real bot over the sockets."""

import asyncio
import json
import time

import aiohttp
import discord
import pytest

from bot.playground import ids
from bot.playground.errors import RefusedError
from bot.playground.world import COMMAND

from . import sample_bot


def texts(message):
    """Every text and label of a message."""

    def walk(node):
        if isinstance(node, dict):
            for key in ("content", "label"):
                if isinstance(node.get(key), str):
                    yield node[key]
            for value in node.values():
                yield from walk(value)
        elif isinstance(node, list):
            for value in node:
                yield from walk(value)

    return " | ".join(walk(message))


async def test_slash_click_and_edit(run):
    anna, bob = run.box.person("Anna"), run.box.person("Bob")
    message_id = await run.table()
    assert "Tafel 1" in texts(bob.message(message_id))
    outcome = await bob.click(message_id, label="count")
    assert outcome.kind == "update"
    assert "Tafel 2" in texts(anna.message(message_id))
    await bob.click(message_id, label="edit")
    await anna.sees(lambda m: "Tafel 12" in texts(m))


async def test_a_command_is_found_by_its_dutch_name(run):
    outcome = await run.box.person("Cees").slash("/speel")
    assert outcome.answered


async def test_ephemeral_messages_are_seen_by_one(run):
    anna, bob = run.box.person("Anna"), run.box.person("Bob")
    message_id = await run.table()
    outcome = await anna.click(message_id, label="My hand")
    assert outcome.ephemeral
    assert outcome.message_id in [int(m["id"]) for m in anna.messages()]
    assert outcome.message_id not in [int(m["id"]) for m in bob.messages()]
    with pytest.raises(RefusedError):
        await bob.click(outcome.message_id, label="♠A")


async def test_disabled_buttons_cannot_be_pressed(run):
    anna = run.box.person("Anna")
    hand = await anna.click(await run.table(), label="My hand")
    with pytest.raises(RefusedError) as refused:
        await anna.click(hand.message_id, label="♠H")
    assert refused.value.reason == "disabled"
    played = await anna.click(hand.message_id, label="♠A")
    assert (played.kind, played.message_id) == ("update", hand.message_id)
    assert "Jouw hand (11)" in texts(anna.message(hand.message_id))


@pytest.mark.parametrize("locale", ["nl", "en-GB", "en-US"])
async def test_locales_reach_the_bot(run, locale):
    run.box.world.guild_locale = "en-GB"
    anna = run.box.person("Anna", locale=locale)
    outcome = await anna.slash(
        "set", {"word": "aas", "length": "lang", "loud": True, "seconds": 20}
    )
    content = anna.message(outcome.message_id)["content"]
    assert content == f"aas 16 20 True None {locale} en-GB True"


async def test_options_are_checked_as_the_client_checks_them(run):
    anna = run.box.person("Anna")
    for options in ({}, {"word": "x", "seconds": 5}, {"word": "x", "length": 7}, {"other": 1}):
        with pytest.raises(RefusedError):
            await anna.slash("set", options)
    member = {"word": "x", "who": str(ids.person_id("Dirk"))}
    outcome = await anna.slash("set", member)
    assert "Dirk" in anna.message(outcome.message_id)["content"]


async def test_autocomplete(run):
    choices = await run.box.person("Anna").autocomplete("instellen", "word", "r")
    assert [choice["value"] for choice in choices] == ["boer", "heer", "vrouw"]


async def test_app_permissions_follow_the_channel(run):
    run.box.world.set_permissions(ids.TABLE_CHANNEL, deny=["send_messages"])
    anna = run.box.person("Anna")
    outcome = await anna.slash("set", {"word": "x"})
    assert anna.message(outcome.message_id)["content"].endswith("False")


async def test_commands_for_managers(run):
    assert "admin" in [c["name"] for c in run.box.person("Sem").commands()]
    assert "admin" not in [c["name"] for c in run.box.person("Anna").commands()]
    with pytest.raises(RefusedError):
        await run.box.person("Anna").slash("admin")


async def test_select_and_modal(run):
    anna = run.box.person("Anna")
    message_id = await run.table()
    chosen = await anna.select(message_id, "s:choose", ["blauw"])
    assert anna.message(chosen.message_id)["content"] == "chose blauw"
    with pytest.raises(RefusedError):
        await anna.select(message_id, "s:choose", ["geel"])
    shown = await anna.click(message_id, label="form")
    assert shown.kind == "modal"
    fields = [part["component"]["custom_id"] for part in shown.modal["components"]]
    with pytest.raises(RefusedError):
        await anna.submit(shown, {fields[0]: "", fields[1]: ["Zuid"]})
    done = await anna.submit(shown, dict(zip(fields, ["Truus", ["Zuid"]], strict=True)))
    assert anna.message(done.message_id)["content"] == "form Truus Zuid"
    with pytest.raises(RefusedError):
        await anna.submit(shown, dict(zip(fields, ["Truus", ["Zuid"]], strict=True)))


async def test_deferred_answers(run):
    anna = run.box.person("Anna")
    outcome = await anna.click(await run.table(), label="later")
    assert outcome.kind == "deferred"
    await anna.sees(lambda m: m["content"] == "later" and int(m["id"]) == outcome.message_id)


async def test_a_bot_that_is_silent_fails(run):
    anna = run.box.person("Anna")
    outcome = await anna.click(await run.table(), label="silent", wait=False)
    assert (await outcome.wait(within=0.05)).failed


async def test_several_people_at_once(run):
    message_id = await run.table()
    people = [run.box.person(member.name) for member in ids.PEOPLE]
    outcomes = await asyncio.gather(*(p.click(message_id, label="My hand") for p in people))
    assert all(outcome.ephemeral for outcome in outcomes)
    assert len({outcome.message_id for outcome in outcomes}) == len(people)


async def test_an_interaction_delivered_twice_has_one_id(run):
    message_id = await run.table()
    anna = run.box.person("Anna")
    outcome = await anna.click(message_id, label="count")
    run.box.world.redeliver(outcome.id)
    second = await run.box.journal.wait("POST", f"/interactions/{outcome.id}/*", count=2)
    assert [request.status for request in second] == [200, 400]
    assert "Tafel 2" in texts(anna.message(message_id))


async def test_a_nonce_makes_one_message(run):
    anna = run.box.person("Anna")
    await anna.slash("say", {"text": "hallo", "twice": True})
    await run.box.journal.wait("POST", f"/channels/{ids.TABLE_CHANNEL}/messages", count=2)
    assert [m["content"] for m in anna.messages()].count("hallo") == 1
    run.box.world.advance(600)
    await anna.slash("say", {"text": "hallo"})
    await run.box.journal.wait("POST", f"/channels/{ids.TABLE_CHANNEL}/messages", count=3)
    assert [m["content"] for m in anna.messages()].count("hallo") == 2


async def test_an_old_token_is_refused(run):
    anna = run.box.person("Anna")
    outcome = await anna.click(await run.table(), label="My hand")
    run.box.world.advance(16 * 60)
    with pytest.raises(discord.HTTPException) as late:
        await run.bot.last.edit_original_response(content="x")
    assert late.value.code == 50027
    later = await anna.click(outcome.message_id, label="♠A")
    assert later.answered, "a fresh press on an old ephemeral message works"


async def test_ids_stay_the_same_and_new_ones_grow(run):
    assert ids.person_id("anna") == 1_194_000_000_000_000_201
    assert run.bot.user.id == ids.BOT
    assert [guild.id for guild in run.bot.guilds] == [ids.GUILD]
    first = await run.table()
    assert await run.table() > first > ids.BOT


async def test_the_bot_can_leave_and_come_back(run):
    message_id = await run.table()
    await run.stop()
    assert not run.box.gateway.connected
    await run.start()
    outcome = await run.box.person("Anna").click(message_id, label="count")
    assert outcome.answered


async def test_a_tab_is_told_of_an_edit_at_once(run):
    message_id = await run.table()
    url = f"{run.box.url}live?user=Bob"
    async with aiohttp.ClientSession() as session, session.get(url) as live:
        for _ in range(3):
            await live.content.readline()
        delays = []
        for _ in range(10):
            channel = run.bot.get_partial_messageable(ids.TABLE_CHANNEL)
            edit = channel.get_partial_message(message_id).edit(view=sample_bot.table(1, "nl"))
            began = time.perf_counter()
            editing = asyncio.create_task(edit)
            assert await live.content.readline() == b"event: message\n"
            delays.append(time.perf_counter() - began)
            await live.content.readline()
            await live.content.readline()
            await editing
    assert sorted(delays)[len(delays) // 2] < 0.05


async def test_two_tabs_are_two_people(run):
    async with aiohttp.ClientSession() as session:
        streams = [await session.get(f"{run.box.url}live") for _ in range(2)]
        states = []
        for live in streams:
            await live.content.readline()
            states.append(json.loads((await live.content.readline()).removeprefix(b"data: ")))
        assert [state["me"] for state in states] == [str(ids.PEOPLE[0].id), str(ids.PEOPLE[1].id)]
        for live in streams:
            live.close()


async def test_a_crowd_sits_each_in_a_channel_of_his_own(run):
    first, second = run.box.crowd(2)
    lobby = await first.slash("play")
    assert "Tafel 1" in texts(first.message(lobby.message_id))
    assert second.messages() == []
    assert (await second.slash("play")).answered


async def test_an_interaction_is_kept_as_long_as_its_token_lives(box):
    world, anna = box.world, ids.person_id("Anna")

    def interact(times):
        for _ in range(times):
            data = {"name": "play", "type": 1}
            last = world.interact(COMMAND, anna, ids.TABLE_CHANNEL, data, locale="nl")
        return last

    first = interact(1)
    interact(2100)
    assert world.outcome(first.id) is first
    world.advance(15 * 60 + 1)
    interact(1)
    with pytest.raises(RefusedError):
        world.outcome(first.id)
