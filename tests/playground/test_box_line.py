"""The line between bot and Discord: broken connections, faults, limits, a child process."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.playground import ids
from bot.playground.box import Box

from . import sample_bot

ROOT = Path(__file__).parents[2]

MESSAGES = f"/channels/{ids.TABLE_CHANNEL}/messages"


async def send(run, **options):
    channel = run.bot.get_partial_messageable(ids.TABLE_CHANNEL)
    return await channel.send("hallo", **options)


async def test_resume_replays_what_was_missed(run):
    message_id = await run.table()
    run.box.gateway.drop()
    # Pressed while the bot is away: it must come with the replay.
    outcome = await run.box.person("Anna").click(message_id, label="count", wait=False)
    await run.box.gateway.wait(resumes=1)
    assert (await outcome.wait()).answered
    assert run.box.gateway.identifies == 1


async def test_a_lost_session_logs_in_anew(run):
    # discord.py itself waits five seconds before it logs in again.
    run.box.gateway.drop(resumable=False)
    await run.box.gateway.wait(identifies=2)
    outcome = await run.box.person("Anna").slash("play")
    assert outcome.answered


async def test_asked_to_reconnect(run):
    run.box.gateway.ask_reconnect()
    await run.box.gateway.wait(resumes=1)
    assert (await run.box.person("Anna").slash("play")).answered


async def test_a_wrong_token_is_refused(box):
    bot = sample_bot.SampleBot()
    with pytest.raises(discord.LoginFailure):
        await bot.start("wrong")
    await bot.close()


async def test_privileged_intents_are_refused(box):
    bot = sample_bot.SampleBot(members=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await bot.start(box.token)
    await bot.close()


async def test_fault_before_and_after(run):
    anna = run.box.person("Anna")
    run.box.faults.add("POST", "/channels/*/messages", status=403, code=50013)
    with pytest.raises(discord.Forbidden):
        await send(run)
    assert not anna.messages()
    fault = run.box.faults.add("POST", "/channels/*/messages", cut=True, after=True)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await send(run, nonce="1")
    assert len(anna.messages()) == 1
    assert fault.hit.is_set()
    await send(run, nonce="1")
    assert len(anna.messages()) == 1, "sent again with its nonce it is the same message"


async def test_a_cut_before_leaves_nothing(run):
    run.box.faults.add("POST", "/channels/*/messages", cut=True)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await send(run)
    assert not run.box.person("Anna").messages()


async def test_deleted_messages_and_channels(run):
    message = await send(run)
    run.box.world.delete_message(message.id)
    with pytest.raises(discord.NotFound) as lost:
        await message.edit(content="x")
    assert lost.value.code == 10008
    run.box.world.delete_channel(ids.CHAT_CHANNEL)
    with pytest.raises(discord.NotFound) as gone:
        await run.bot.get_partial_messageable(ids.CHAT_CHANNEL).send("x")
    assert gone.value.code == 10003


async def test_archived_threads(run):
    thread_id = run.box.world.create_thread("potje")
    thread = run.bot.get_partial_messageable(thread_id)
    message = await thread.send("x")
    run.box.world.archive_thread(thread_id)
    with pytest.raises(discord.HTTPException) as archived:
        await message.edit(content="y")
    assert archived.value.code == 50083
    await thread.send("open again")
    await message.edit(content="y")
    run.box.world.archive_thread(thread_id, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await thread.send("z")
    assert locked.value.code == 50083
    anna = run.box.person("Anna", channel_id=thread_id)
    assert [m["content"] for m in anna.messages()] == ["y", "open again"]


async def test_rate_limits_are_kept_and_429_is_retried():
    async with Box(limits=True) as box:
        async with aiohttp.ClientSession() as session:
            headers = {"Authorization": f"Bot {box.token}"}
            url = f"{box.api}/api/v10{MESSAGES}"
            statuses = []
            for _ in range(6):
                async with session.post(url, json={"content": "x"}, headers=headers) as answer:
                    statuses.append(answer.status)
                    body = await answer.json()
            assert statuses == [200] * 5 + [429]
            assert 0 < body["retry_after"] <= 5
            assert answer.headers["Via"]
            assert answer.headers["Content-Type"] == "application/json"
        assert box.limiter.refused == 1


async def test_discord_py_retries_an_injected_429(run):
    headers = {"Retry-After": "0.01"}
    run.box.faults.add("POST", "/channels/*/messages", status=429, headers=headers)
    await send(run)
    assert [r.status for r in run.box.journal.matching("POST", MESSAGES)] == [429, 200]


async def test_foreign_websites_are_turned_away(run):
    async with aiohttp.ClientSession() as session:
        async with session.get(run.box.url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        act = f"{run.box.url}act"
        async with session.post(act, json={"do": "say", "text": "x"}) as answer:
            assert answer.status == 403
        async with session.get(run.box.url) as answer:
            token = (
                (await answer.text()).partition('playground-token" content="')[2].partition('"')[0]
            )
        ours = {"X-Playground-Token": token}
        foreign = {**ours, "Origin": "http://evil.example"}
        async with session.post(act, json={"do": "say", "text": "x"}, headers=foreign) as answer:
            assert answer.status == 403
        assert not run.box.person("Anna").messages()
        async with session.post(act, json={"do": "say", "text": "x"}, headers=ours) as answer:
            assert answer.status == 200
        async with session.post(act, json={"do": "fly"}, headers=ours) as answer:
            assert answer.status == 400
        for name in ("..%2fbox.py", "nothing.js"):
            async with session.get(f"{run.box.url}page/{name}") as answer:
                assert answer.status == 404


async def test_a_bot_in_a_child_process_is_killed_and_comes_back(box):
    async def child():
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.playground.point", box.api, "tests.playground.sample_bot"),
            env={**os.environ, "DISCORD_TOKEN": box.token, "PYTHONPATH": str(ROOT)},
        )

    bot = await child()
    await box.wait_for_bot("play")
    anna = box.person("Anna")
    table = await anna.slash("play")
    bot.send_signal(signal.SIGKILL)
    await bot.wait()
    await box.gateway.wait(connected=False)
    bot = await child()
    await box.gateway.wait(identifies=2)
    assert (await anna.click(table.message_id, label="count")).answered
    bot.terminate()
    await bot.wait()
