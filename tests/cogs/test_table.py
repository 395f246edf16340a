"""The running table: what people press, what they are told, what the clock does."""

import asyncio
import re

import discord
import pytest

from bot.rules.actions import CLAIM, parse_action
from bot.rules.view import Phase
from bot.screens.press import press_id
from bot.tables.face import State
from tests.people import Club, Member, Screen


def situation(club: Club) -> object:
    return club.only_table.situation


async def until_cards(club: Club, *members: Member) -> None:
    """Press through the bidding."""
    await club.play_until(lambda: club.only_table.situation.match.phase is Phase.PLAYING, *members)


async def test_the_table_shows_what_everyone_may_know(club: Club) -> None:
    await club.open_table(*club.members)
    assert "Deal 1 of 16" in club.table.text
    assert re.search(r"Dealer: (Anna|Bob|Cees|Dirk)", club.table.text)
    assert "Trump is being chosen." in club.table.text
    await until_cards(club, *club.members)
    for _ in range(5):
        (mover,) = (m for m in club.members if m.newest.moves)
        await mover.move()
    text = club.table.text
    assert re.search(r"Trump \*\*[♠♥♦♣] \w+\*\*", text)
    assert re.search(r"\w+ led\.", text)
    assert re.search(r"▸ \*\*\w+\*\* is to play · time is up <t:\d+:R>", text)
    assert "Last trick:" in text
    assert "1 trick" in text
    assert set(club.table.buttons) == {"My hand", "Roem!", "Menu"}


async def test_a_card_press_is_one_answer_and_one_edit(club: Club) -> None:
    await club.open_table(club.anna)
    await until_cards(club, club.anna)
    before = len(club.env.http_requests)
    await club.anna.move()
    requests = [r for r in club.env.http_requests[before:] if "/callback" in r.path]
    assert len(requests) == 1
    assert requests[0].json["type"] == 7


@pytest.mark.scenario(1)
async def test_cards_that_may_not_be_played_are_disabled(club: Club) -> None:
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    for _ in range(12):
        (mover,) = (m for m in club.members if m.newest.moves)
        table = club.only_table
        view = table.view_of(mover.id)
        assert len(mover.newest.cards) == len([a for a in view.legal if a.kind == "play"])
        shown = [label for label in mover.newest.labels if label[-1] in "♠♥♦♣"]
        assert len(shown) == view.hand.bit_count()
        others = [m for m in club.members if m is not mover]
        assert not any(m.newest.cards for m in others)
        await mover.move()


async def test_an_illegal_card_names_the_rule(club: Club) -> None:
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    refused = 0
    for _ in range(20):
        (mover,) = (m for m in club.members if m.newest.moves)
        table = club.only_table
        view = table.view_of(mover.id)
        legal = {str(action) for action in view.legal}
        hand = mover.newest
        ids = [c["custom_id"] for c in hand.components if ":play " in c.get("custom_id", "")]
        forbidden = [id_ for id_ in ids if id_.rsplit(":", 1)[1] not in legal]
        if forbidden:
            before = table.situation
            await forge(club, mover, hand, forbidden[0])
            assert re.search("You (must|may not)", mover.newest.text)
            assert table.situation is before
            assert mover.newest.cards
            refused += 1
        await mover.move()
    assert refused


async def forge(club: Club, member: Member, screen: Screen, custom_id: str) -> None:
    """Press a button that is not there, as a changed client could, on a message that is."""
    stored = club.stored(screen.id)
    kept = stored.components
    fake = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, "id": 99}
    stored.components = [
        {"type": 17, "id": 97, "components": [{"type": 1, "id": 98, "components": [fake]}]}
    ]
    await member.actor.click(screen.handle, custom_id=custom_id)
    if club.stored(screen.id).components[0].get("id") == 97:
        stored.components = kept


async def test_a_stale_button_is_refused_and_redraws_the_hand(club: Club) -> None:
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    hand = mover.newest
    unplayed = next(iter(hand.cards.values()))
    await mover.move()
    before = club.only_table.situation
    await forge(club, mover, hand, unplayed)
    assert "earlier moment" in mover.newest.text
    assert len([la for la in mover.newest.labels if la[-1] in "♠♥♦♣"]) == 7
    assert club.only_table.situation is before


async def test_the_same_press_again_is_told_that_it_counted(club: Club) -> None:
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    hand = mover.newest
    played = list(hand.cards.values())[-1]
    await mover.move()
    before = club.only_table.situation
    await forge(club, mover, hand, played)
    assert "counted already" in mover.newest.text
    assert club.only_table.situation is before


async def test_who_has_no_seat_is_told_so(club: Club) -> None:
    await club.open_table(club.anna)
    answer = await club.bob.press(club.table, "My hand")
    assert answer is not None
    assert "You have no seat at this table" in answer.text
    await forge(club, club.bob, club.table, press_id("roem", club.only_table.id))
    assert "You have no seat" in club.bob.newest.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "troef:act:ffffffffff:1:1:play TH",
        "troef:hand:nothing",
        "troef:act:x",
        "troef:act",
        "troef:never_was:1:2",
        "troef:act:ffffffffff:99999999999999999999999999:1:play TH",
        "troef:act:ffffffffff:-1:1:play TH",
        "troef:act:ffffffffff:1:1:deal " + "0" * 64,
        "troef:sit:ffffffffff:٣",
        "troef:board:secret:0:x",
        "troef:language:xx",
    ],
)
async def test_forged_ids_are_refused_politely(club: Club, custom_id: str) -> None:
    await club.open_table(club.anna)
    before = club.only_table.situation
    await forge(club, club.bob, club.table, custom_id)
    assert re.search("no such table|earlier moment", club.bob.newest.text)
    assert club.only_table.situation is before


async def test_a_table_of_another_server_is_foreign(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    other = club.env.create_guild("Elders")
    channel = other.create_text_channel("x")
    eve = other.add_member(club.env.create_user("Eve"))
    result = await eve.slash(channel, "help")
    stored = club.env.backend.get_message(channel.id, result.response.id)
    fake = {"type": 2, "style": 2, "label": "x", "custom_id": press_id("hand", table.id), "id": 9}
    stored.components = [
        {"type": 17, "id": 7, "components": [{"type": 1, "id": 8, "components": [fake]}]}
    ]
    answer = await eve.click(result.response, label="x")
    assert "no such table in this server" in str(answer.response.components)


@pytest.mark.scenario(16)
async def test_a_finished_table_answers_so_also_after_a_restart(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    hand = club.anna.newest
    old_card = hand.button(list(hand.moves)[-1])
    first_table = club.table
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    await forge(club, club.anna, hand, old_card)
    assert "finished" in club.anna.newest.text
    await club.restart()
    await forge(club, club.anna, first_table, press_id("hand", old_card.split(":")[2]))
    assert "finished" in club.anna.newest.text
    sheet = await club.anna.press(club.table, "Score sheet")
    assert sheet is not None
    assert "Score sheet" in sheet.text


@pytest.mark.scenario(3)
async def test_two_presses_in_the_same_instant_count_once(club: Club) -> None:
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    table = club.only_table
    (mover,) = (m for m in club.members if m.newest.moves)
    view = table.view_of(mover.id)
    plays = [table.submit(mover.id, view.dealt, view.decision, a) for a in view.legal[:2] * 3]
    answers = await asyncio.gather(*plays, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 1
    assert table.situation.match.decision == view.decision + 1


@pytest.mark.scenario(18)
async def test_my_hand_opens_as_often_as_pressed(club: Club) -> None:
    await club.open_table(club.anna)
    for _ in range(4):
        hand = await club.anna.hand()
        assert len([la for la in hand.labels if la[-1] in "♠♥♦♣"]) == 8


@pytest.mark.scenario(17)
async def test_a_hand_opened_twenty_minutes_ago_still_plays(club: Club) -> None:
    await club.open_table(club.anna, turn_seconds="3600")
    hand = club.anna.newest
    await club.env.advance_time(20 * 60)
    moves = club.only_table.situation.match.decision
    await club.anna.press(hand, list(hand.moves)[-1])
    assert club.only_table.situation.match.decision > moves


async def test_only_the_newest_hand_stays_open(club: Club) -> None:
    await club.open_table(club.anna)
    older = club.anna.newest
    newer = await club.anna.hand()
    folded = club.stored(older.id)
    assert "further down" in str(folded.components)
    assert newer.moves


async def test_the_hand_of_who_leaves_closes(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    table = club.only_table
    await club.play_until(lambda: len(table.situation.match.results) == 1, club.anna)
    hand = club.anna.newest
    left = await club.anna.slash("leave")
    assert left is not None
    assert left.text == "You have left the table."
    assert "You have no seat" in str(club.stored(hand.id).components)
    result = table.situation.match.results[0]
    assert f"Standing: **{result.scores[0]} – {result.scores[1]}**" in club.table.text


async def test_an_open_hand_follows_the_others(club: Club) -> None:
    await club.open_table(*club.members)
    waiting = [m for m in club.members if not m.newest.moves]
    (mover,) = (m for m in club.members if m.newest.moves)
    await mover.press(mover.newest, "Pass")
    assert any(m.newest.moves for m in waiting)


async def test_an_only_card_plays_itself_if_one_likes(club: Club) -> None:
    settings = await club.anna.slash("language")
    assert settings is not None
    await club.anna.press_id(settings, settings.id_of("autoplay"))
    await club.open_table(club.anna, length="4")
    table = club.only_table
    while not table.situation.match.results:
        plays = [a for a in table.view_of(club.anna.id).legal if a.kind == "play"]
        assert len(plays) != 1
        await club.anna.move()
    by_anna = [e for e in table._log if e.seat == 0 and e.action.startswith("play")]
    assert len(by_anna) >= 6
    assert all(entry.by == "person" for entry in by_anna)


async def play_tricks_until(club: Club, wanted: int) -> bool:
    """Play until the last trick holds roem (wanted 1) or none (0); False if the match ends."""
    table = club.only_table
    while table.state is State.PLAYING:
        match = table.situation.match
        leading = match.phase is Phase.PLAYING and match.tricks and not match.trick
        if leading and bool(match._unclaimed) == bool(wanted):
            return True
        (mover, *_) = (m for m in club.members if m.newest.moves)
        await mover.move()
    return False


async def test_roem_is_claimed_by_the_side_that_won_it(club: Club) -> None:
    await club.open_table(*club.members)
    assert await play_tricks_until(club, 1)
    match = club.only_table.situation.match
    roem, winner = match._unclaimed, match.tricks[-1].winner
    loser = club.members[(winner + 1) % 4]
    refused = await loser.press(club.table, "Roem!")
    assert refused is not None
    assert "Only the side that won" in refused.text
    partner = club.members[(winner + 2) % 4]
    await partner.press(partner.newest, "Roem!")
    assert club.only_table.situation.match.tricks[-1].roem == roem
    assert f"+ {roem} roem" in club.table.text
    again = await club.members[winner].press(club.table, "Roem!")
    assert again is not None
    assert "claimed already" in again.text


async def test_a_claim_without_roem_is_told_to_the_claimer_alone(club: Club) -> None:
    await club.open_table(*club.members)
    assert await play_tricks_until(club, 0)
    table = club.only_table
    winner = club.members[table.situation.match.tricks[-1].winner]
    before, shown = table.situation, club.table.text
    refused = await winner.press(club.table, "Roem!")
    assert refused is not None
    assert "no roem" in refused.text
    assert (table.situation, club.table.text) == (before, shown)
    assert all(move is not CLAIM for _, move in table.situation.match.log)


async def test_the_last_trick_is_counted_when_all_have_looked(club: Club) -> None:
    await club.open_table(*club.members)
    await club.play_until(
        lambda: club.only_table.situation.match.phase is Phase.COUNTING, *club.members
    )
    table = club.only_table
    for member in club.members:
        assert not table.situation.match.results
        assert "Count" in member.newest.buttons
        await member.press(member.newest, "Count")
    assert table.situation.match.results


async def test_the_clock_counts_when_somebody_does_not(club: Club) -> None:
    await club.open_table(*club.members)
    await club.play_until(
        lambda: club.only_table.situation.match.phase is Phase.COUNTING, *club.members
    )
    await club.anna.press(club.anna.newest, "Count")
    await club.env.advance_time(61)
    assert club.only_table.situation.match.results


async def test_the_rest_is_mine_ends_the_deal(club: Club) -> None:
    await club.open_table(*club.members, turn_seconds="3600")
    table = club.only_table
    while not (sure := [m for m in club.members if "The rest is mine" in m.newest.buttons]):
        (mover, *_) = (m for m in club.members if m.newest.moves)
        await mover.move()
        assert table.state is State.PLAYING
    assert "roem that could still fall is not counted" in sure[0].newest.text
    deals = len(table.situation.match.results)
    await sure[0].press(sure[0].newest, "The rest is mine")
    results = table.situation.match.results
    assert len(results) == deals + 1
    assert sum(results[-1].cards) == 162


@pytest.mark.scenario(8)
async def test_the_turn_ping_comes_once_and_goes(club: Club) -> None:
    await club.open_table(*club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    await club.env.advance_time(39)
    assert not [m for m in club.messages() if m.content]
    await club.env.advance_time(3)
    (ping,) = [m for m in club.messages() if m.content]
    assert ping.ping_user_ids == [mover.id]
    await mover.move()
    assert not [m for m in club.messages() if m.content]


@pytest.mark.scenario(25)
async def test_turn_pings_can_be_switched_off(club: Club) -> None:
    for member in club.members:
        settings = await member.slash("language")
        assert settings is not None
        await member.press_id(settings, settings.id_of("pings"))
    await club.open_table(*club.members)
    await club.env.advance_time(50)
    assert not [m for m in club.messages() if m.content]


@pytest.mark.scenario(25)
async def test_a_server_switches_turn_pings_off(club: Club) -> None:
    boss = Member(
        club,
        club.guild.add_member(
            club.env.create_user("Baas"),
            roles=[
                club.guild.create_role("Bazen", permissions=discord.Permissions(manage_guild=True))
            ],
        ),
    )
    settings = await boss.slash("settings")
    assert settings is not None
    await boss.press_id(settings, settings.id_of("server_pings"))
    await club.open_table(*club.members)
    await club.env.advance_time(50)
    assert not [m for m in club.messages() if m.content]


@pytest.mark.scenario(8)
async def test_the_clock_plays_and_after_three_turns_the_seat_is_held(club: Club) -> None:
    await club.open_table(club.anna, club.bob, turn_seconds="15")
    table = club.only_table
    turns = 0
    while not table.situation.seats[0].away:
        if club.bob.newest.moves:
            await club.bob.move()
        else:
            await club.env.advance_time(16)
            turns += 1
        assert turns < 10
    assert [e.by for e in table._log if e.seat == 0] == ["clock"] * 3
    assert "The computer plays for Anna" in club.table.text
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    await club.anna.press(menu, "I'm back")
    assert "The computer plays for Anna" not in club.table.text
    assert table.situation.seats[0].missed == 0


@pytest.mark.scenario(6)
async def test_a_press_in_time_stops_the_clock(club: Club) -> None:
    await club.open_table(*club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    await club.env.advance_time(59)
    await mover.move()
    await club.env.advance_time(5)
    table = club.only_table
    assert table.situation.match.decision == 1
    assert table._log[-1].by == "person"


@pytest.mark.scenario(9)
async def test_when_everyone_is_away_the_table_waits_and_then_stops(club: Club) -> None:
    await club.open_table(club.anna, turn_seconds="15")
    table = club.only_table
    while not table.situation.frozen:
        await club.env.advance_time(16)
    decision = table.situation.match.decision
    assert "Everyone is away" in club.table.text
    await club.env.advance_time(600)
    assert table.situation.match.decision == decision
    await club.env.advance_time(1300)
    assert "stayed away" in club.table.text
    assert table.state is State.CLOSED
    assert await club.anna.slash("play") is not None


async def test_coming_back_to_a_table_that_waits(club: Club) -> None:
    await club.open_table(club.anna, turn_seconds="15")
    table = club.only_table
    while not table.situation.frozen:
        await club.env.advance_time(16)
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    await club.anna.press(menu, "I'm back")
    await club.play_until(lambda: len(table.situation.match.results) == 1, club.anna)


@pytest.mark.scenario(9)
async def test_when_only_computers_are_left_the_table_stops_at_once(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    table = club.only_table
    await club.play_until(lambda: len(table.situation.match.results) == 1, club.anna)
    await club.anna.move()
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    asked = await club.anna.press(menu, "Leave")
    assert asked is not None
    assert "the match stops" in asked.text
    assert table.state is State.PLAYING
    await club.anna.press(asked, "Leave now")
    assert table.state is State.CLOSED
    assert "Nobody is left" in club.table.text
    board = await club.bob.slash("leaderboard")
    assert board is not None
    assert "1 deal " in board.text


async def test_a_deal_the_computer_mostly_played_is_marked(club: Club) -> None:
    await club.open_table(club.anna, club.bob, turn_seconds="15", length="4")
    table = club.only_table
    while not table.situation.match.results:
        if club.bob.newest.moves:
            await club.bob.move()
        else:
            await club.env.advance_time(16)
    board = await club.bob.slash("leaderboard")
    assert board is not None
    assert "Bob" in board.text
    assert "Anna" not in board.text


async def test_each_deal_has_a_message_and_the_old_one_keeps_its_result(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    first = club.table
    await club.play_until(lambda: "Deal 2 of 4" in club.table.text, club.anna)
    old = next(screen for screen in club.public if screen.id == first.id)
    assert "Deal 1" in old.text
    assert re.search("made it|nat", old.text)
    assert list(old.buttons) == ["Review", "Check this deal"]
    assert club.table.id != first.id


async def test_a_deleted_table_message_is_posted_anew(club: Club) -> None:
    await club.open_table(club.anna)
    first = club.table
    club.env.backend.delete_message(club.channel.id, first.id)
    await club.anna.move()
    assert club.table.id != first.id
    assert "My hand" in club.table.buttons


async def test_commands_work_when_the_message_is_gone(club: Club) -> None:
    await club.open_table(club.anna)
    club.env.backend.delete_message(club.channel.id, club.table.id)
    hand = await club.anna.slash("hand")
    assert hand is not None
    assert len([la for la in hand.labels if la[-1] in "♠♥♦♣"]) == 8
    await club.anna.slash("table")
    assert "My hand" in club.table.buttons
    left = await club.anna.slash("leave")
    assert left is not None
    assert "You have left" in left.text


@pytest.mark.scenario(19)
async def test_the_table_comes_down_from_under_the_chat(club: Club) -> None:
    await club.open_table(club.anna)
    first = club.table
    await club.bob.actor.send(club.channel, "hallo")
    menu = await club.anna.press(first, "Menu")
    assert menu is not None
    await club.anna.press(menu, "Bring the table down here")
    assert "My hand" in club.table.buttons
    assert club.table.id > first.id
    assert first.id not in [screen.id for screen in club.public]


async def test_the_menu_shows_rules_sheet_and_last_trick(club: Club) -> None:
    await club.open_table(club.anna, system="rotterdam", length="4")
    await club.play_until(lambda: "Deal 2 of 4" in club.table.text, club.anna)
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    assert "Rotterdam" in menu.text
    sheet = await club.anna.press(menu, "Score sheet")
    assert sheet is not None
    result = club.only_table.situation.match.results[0]
    assert str(result.scores[0]) in sheet.text
    assert str(result.scores[1]) in sheet.text
    while not club.only_table.situation.match.tricks:
        await club.anna.move()
    trick = (
        await club.anna.press(club.anna.newest, "Last trick")
        if "Last trick" in (club.anna.newest.buttons)
        else None
    )
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    trick = await club.anna.press(menu, "Last trick")
    assert trick is not None
    assert "Last trick:" in trick.text


async def test_a_store_that_fails_changes_nothing_and_says_so(club: Club) -> None:
    await club.open_table(*club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    table = club.only_table
    before = table.situation
    await club.store.read(lambda c: None)
    with club.broken_store():
        await mover.move()
    assert "could not be stored" in mover.newest.text
    assert table.situation is before
    await mover.move()
    assert table.situation.match.decision == before.match.decision + 1


def test_every_action_of_a_hand_can_be_read_back() -> None:
    for text in ("pass", "trump H", "accept", "play TH", "claim", "count", "rest"):
        assert str(parse_action(text)) == text
