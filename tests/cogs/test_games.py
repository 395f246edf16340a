"""The three games at one kind of table: bids, lay-aways, announcements, options, calls."""

import re
from dataclasses import replace

import discord
import pytest
from sqlalchemy import select

from bot.rules.checking import check_record
from bot.rules.games import GAMES
from bot.rules.record import open_record, read_record, write_record
from bot.store.schema import match_results
from tests.cogs.test_table import forge
from tests.components import SELECT
from tests.people import Club, Member, Screen


def options_of(screen: Screen, verb: str) -> list[str]:
    """Return what the select of a verb offers."""
    for component in screen.components:
        if component["type"] == SELECT and component["custom_id"].split(":")[1] == verb:
            return [option["value"] for option in component["options"]]
    return []


# Whole matches.


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
async def test_three_members_play_a_day_race(club: Club, system: str) -> None:
    people = club.members[:3]
    await club.open_table(*people, game="lesbos", system=system)
    while "Again" not in club.table.buttons:
        for member in people:
            if "Roem!" in member.newest.buttons:
                await member.press(member.newest, "Roem!")
            if member.newest.to_move:
                await member.move()
    over = club.table.text
    totals = [int(n.replace(",", "")) for n in re.findall(r"\d\. . \w+: \*\*(-?[\d,]+)\*\*", over)]
    assert len(totals) == 3
    assert totals == sorted(totals, reverse=True)
    assert totals[0] >= 1500
    assert over.count("day point") == 3
    board = await club.bob.slash("leaderboard", game="lesbos")
    assert board is not None
    assert all(name in board.text for name in ("Anna", "Bob", "Cees"))
    assert "Leaderboard · Ronde van Lesbos" in board.text
    other = await club.bob.slash("leaderboard", game="klaverjas")
    assert other is not None
    assert "No deal of this game counts here yet" in other.text


@pytest.mark.parametrize("players", [4, 3])
async def test_members_play_hoogjassen(club: Club, players: int) -> None:
    people = club.members[:players]
    host, *others = people
    await host.slash("play", game="hoogjassen")
    panel = await host.press(club.table, "Options")
    assert panel is not None
    await host.choose(panel, "players", str(players))
    await host.choose(panel, "length", "4")
    await host.choose(panel, "lowest_bid", "100")
    for seat, member in enumerate(others, 1):
        await member.press_id(club.table, club.table.seat(seat))
    await host.press(club.table, "Start")
    for member in people:
        await member.hand()
    await club.play_until(lambda: "Again" in club.table.buttons, *people)
    totals = re.findall(r"\d\. . \w+: \*\*(-?[\d,]+)\*\*", club.table.text)
    assert len(totals) == players
    assert sum(int(total.replace(",", "")) for total in totals) == 0
    assert "€" in club.table.text


async def test_computers_play_every_game_beside_one_member(club: Club) -> None:
    for game in GAMES:
        await club.open_table(club.anna, game=game)
        await club.play_until(lambda: "Deal 2" in club.table.text, club.anna)
        await club.anna.slash("leave")


# Hoogjassen: bids, talon, trump, roem.


async def hoogjassen(club: Club, **options: str) -> None:
    await club.open_table(*club.members, game="hoogjassen", **options)


def to_speak(club: Club) -> Member:
    return next(member for member in club.members if member.newest.to_move)


async def test_bids_come_in_a_select_of_25_and_higher_ones_are_typed(club: Club) -> None:
    await hoogjassen(club)
    member = to_speak(club)
    assert options_of(member.newest, "bid") == [f"bid {n}" for n in range(120, 370, 10)]
    assert "Pass" in member.newest.buttons
    await member.submit(member.newest, "Bid higher…", bid="400")
    assert "400" in club.table.text
    next_one = to_speak(club)
    assert next_one is not member
    assert options_of(next_one.newest, "bid")[0] == "bid 410"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("405", "multiple of ten"),
        ("110", "at least the lowest"),
        ("900", "highest bid is 800"),
        ("lots", "multiple of ten"),
    ],
)
async def test_a_typed_bid_that_cannot_be_is_told_why(club: Club, typed: str, told: str) -> None:
    await hoogjassen(club)
    member = to_speak(club)
    answer = await member.submit(member.newest, "Bid higher…", bid=typed)
    assert answer is not None
    assert told in answer.text
    assert to_speak(club) is member


async def bid_and_win(club: Club) -> Member:
    declarer = to_speak(club)
    await declarer.select(declarer.newest, "bid", "bid 150")
    for _ in range(3):
        member = to_speak(club)
        await member.press(member.newest, "Pass")
    return declarer


async def test_the_small_market_has_its_name(club: Club) -> None:
    await hoogjassen(club)
    await bid_and_win(club)
    assert "150 (kleine markt)" in club.table.text


async def test_taking_the_talon_laying_away_naming_trump_and_leading(club: Club) -> None:
    await hoogjassen(club)
    declarer = await bid_and_win(club)
    assert set(declarer.newest.moves) == {"Take the talon", "Play blind: counts double"}
    assert "takes the talon or plays blind" in club.table.text
    await declarer.press(declarer.newest, "Take the talon")
    hand = declarer.newest
    assert len(hand.picks) == 10
    assert "Choose 3 cards" in hand.text
    assert "You took" in hand.text
    laid = list(hand.picks)[:3]
    for label in laid:
        await declarer.press(declarer.newest, label)
    assert declarer.newest.picked == laid
    assert not declarer.newest.picks
    # One is put back and another taken.
    await declarer.press(declarer.newest, laid[2])
    assert declarer.newest.picked == laid[:2]
    await declarer.press(declarer.newest, laid[2])
    await declarer.press(declarer.newest, "Lay away (3 of 3)")
    assert "You laid away" in declarer.newest.text
    assert not any(label in declarer.newest.labels for label in laid)
    for other in club.members:
        if other is not declarer:
            assert "laid away" not in other.newest.text
    assert "♥ hearts" in declarer.newest.moves
    await declarer.press(declarer.newest, "♥ hearts")
    assert "Trump **♥ hearts**" in club.table.text
    assert "♥ hearts" not in declarer.newest.moves
    await declarer.press(declarer.newest, next(iter(declarer.newest.cards)))
    assert "led" in club.table.text


async def test_saying_nothing_makes_the_first_lead_trump(club: Club) -> None:
    await hoogjassen(club)
    declarer = await bid_and_win(club)
    await declarer.press(declarer.newest, "Play blind: counts double")
    assert "**blind**, counts double" in club.table.text
    card = next(iter(declarer.newest.cards))
    await declarer.press(declarer.newest, card)
    assert f"Trump **{card[-1]}" in club.table.text


async def test_a_pick_survives_a_restart_and_a_redraw(club: Club) -> None:
    await hoogjassen(club)
    declarer = await bid_and_win(club)
    await declarer.press(declarer.newest, "Take the talon")
    first, second, *_ = declarer.newest.picks
    await declarer.press(declarer.newest, first)
    other = next(member for member in club.members if member is not declarer)
    await other.slash("leave")
    assert declarer.newest.picked == [first]
    await club.restart()
    await declarer.press(declarer.newest, second)
    assert declarer.newest.picked == [first, second]


async def test_a_match_without_length_ends_when_the_host_asks(club: Club) -> None:
    await hoogjassen(club, length="open")
    menu = await club.bob.press(club.table, "Menu")
    assert menu is not None
    asked = await club.bob.press(menu, "Stop after this deal")
    assert asked is not None
    assert "once most people have" in asked.text
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    await club.anna.press(menu, "Stop after this deal")
    assert "the last one" in club.table.text
    await club.play_until(lambda: "Again" in club.table.buttons, *club.members)
    assert "1 deal" in club.table.text


async def test_most_people_can_end_a_match_without_its_host(club: Club) -> None:
    await hoogjassen(club, length="open")
    for member in (club.bob, club.cees, club.dirk):
        menu = await member.press(club.table, "Menu")
        assert menu is not None
        assert "the last one" not in club.table.text
        await member.press(menu, "Stop after this deal")
    assert "the last one" in club.table.text


async def test_passing_out_is_told_and_never_an_empty_text(club: Club) -> None:
    await hoogjassen(club)
    for _ in range(4):
        member = to_speak(club)
        await member.press(member.newest, "Pass")
    assert "Everyone passed; these are new cards." in club.table.text
    assert "Deal 1 of 16" in club.table.text
    for _ in range(9 * 4):
        member = to_speak(club)
        await member.press(member.newest, "Pass")
    assert "Everyone passed ten times" in club.table.text
    assert "takes the talon or plays blind" in club.table.text


async def test_the_hand_says_that_the_match_is_over(club: Club) -> None:
    await hoogjassen(club, length="open")
    await ask_for_the_end(club, club.anna)
    await club.play_until(lambda: "Again" in club.table.buttons, *club.members)
    for member in club.members:
        hands = [s for m in club.messages(member.id, ephemeral=True) for s in [Screen(club.env, m)]]
        assert any("This table is finished" in hand.text for hand in hands)
        assert not any(hand.to_move for hand in hands)


async def test_a_hand_goes_when_its_owner_leaves_through_the_menu(club: Club) -> None:
    await hoogjassen(club)
    member = to_speak(club)
    hand = member.newest
    menu = await member.press(club.table, "Menu")
    assert menu is not None
    asked = await member.press(menu, "Leave")
    assert asked is not None
    await member.press(asked, "Leave now")
    left = Screen(club.env, club.stored(hand.id))
    assert "You have no seat" in left.text
    assert not left.buttons


async def test_a_switch_stays_as_it_is_when_the_hand_is_opened_again(club: Club) -> None:
    people = club.members[:3]
    await club.open_table(*people, game="lesbos")
    while True:
        member = next(member for member in people if member.newest.to_move)
        switch = next((x for x in member.newest.buttons if x.startswith("Announce")), None)
        if switch is not None:
            break
        await member.move()
    await member.press(member.newest, switch)
    again = await member.hand()
    assert any(x.startswith("Announce") and x.endswith("no") for x in again.buttons)


async def ask_for_the_end(club: Club, member: Member) -> None:
    menu = await member.press(club.table, "Menu")
    assert menu is not None
    await member.press(menu, "Stop after this deal")


async def test_a_match_ended_between_deals_counts(club: Club) -> None:
    await hoogjassen(club, length="open")
    table = club.only_table
    # The next deal waits, as it does at any table with a pace.
    table._situation = replace(table.situation, pace=10)
    await club.play_until(lambda: "The next deal comes" in club.table.text, *club.members)
    await ask_for_the_end(club, club.anna)
    assert "Again" in club.table.buttons
    kept = select(match_results.c.user_id)
    people = await club.store.read(lambda connection: connection.scalars(kept).all())
    assert sorted(people) == sorted(member.id for member in club.members)


async def test_most_of_those_who_are_left_can_have_asked(club: Club) -> None:
    await hoogjassen(club, length="open")
    for member in (club.bob, club.cees):
        await ask_for_the_end(club, member)
    assert "the last one" not in club.table.text
    await club.dirk.slash("leave")
    assert "the last one" in club.table.text


async def test_the_word_of_a_new_host_counts_too(club: Club) -> None:
    await hoogjassen(club, length="open")
    await ask_for_the_end(club, club.bob)
    await club.anna.slash("leave")
    assert "the last one" in club.table.text


# Lesbos: the turned card, laying away, announcing.


async def test_lesbos_shows_what_is_public_and_nothing_else(club: Club) -> None:
    await club.open_table(*club.members[:3], game="lesbos")
    text = club.table.text
    assert re.search(r"Turned: \*\*[\dJQKA]+[♠♥♦♣]\*\* · Cards left over: 1 face down", text)
    assert "3 more face down for everyone" in text
    speaker = next(member for member in club.members[:3] if member.newest.to_move)
    assert set(speaker.newest.moves) == {"Play on it", "Pass"}
    await speaker.press(speaker.newest, "Play on it")
    assert len(speaker.newest.picks) == 12
    assert "is to lay away 2 cards" in club.table.text
    assert "Lay away (0 of 2)" in speaker.newest.labels


async def test_the_second_card_is_shown_when_all_pass(club: Club) -> None:
    people = club.members[:3]
    await club.open_table(*people, game="lesbos")
    for _ in range(3):
        member = next(member for member in people if member.newest.to_move)
        await member.press(member.newest, "Pass")
    assert re.search(r"Turned: \*\*[\dJQKA]+[♠♥♦♣] [\dJQKA]+[♠♥♦♣]\*\*", club.table.text)
    assert "has to make it" in club.table.text


async def test_roem_is_announced_with_the_first_card_unless_switched_off(club: Club) -> None:
    people = club.members[:3]
    await club.open_table(*people, game="lesbos")
    quiet = announced = False
    while not (quiet and announced):
        member = next(member for member in people if member.newest.to_move)
        label = next((x for x in member.newest.buttons if x.startswith("Announce")), None)
        if label is not None and label.endswith("yes") and not quiet and announced:
            await member.press(member.newest, label)
            off = next(x for x in member.newest.buttons if x.startswith("Announce"))
            assert off.endswith("no")
            before = club.table.text.count("roem **")
            await member.press(member.newest, next(iter(member.newest.cards)))
            assert club.table.text.count("roem **") == before
            quiet = True
        elif label is not None and not announced:
            value = re.search(r"Announce (\d+) roem", label)
            assert value is not None
            await member.press(member.newest, next(iter(member.newest.cards)))
            assert f"roem **{value[1]}**" in club.table.text
            announced = True
        else:
            await member.move()


# Options, presets, a server's defaults.


async def test_options_without_effect_are_not_offered(club: Club) -> None:
    await club.anna.slash("play", game="klaverjas")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    assert "all_pass" in options_of(panel, "rule")
    panel = await club.anna.choose(panel, "trump_choice", "drawn")
    assert panel is not None
    assert "all_pass" not in options_of(panel, "rule")
    assert "Choosing trump" in panel.text or "rump" in panel.text


async def test_a_preset_sets_several_rules_and_is_shown(club: Club) -> None:
    await club.anna.slash("play", game="klaverjas")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    assert "usual ones" in panel.text
    await club.anna.select(panel, "preset", "rotterdam")
    assert "Rotterdam" in club.table.text


@pytest.mark.scenario(27)
async def test_a_servers_rules_are_those_its_tables_open_with(club: Club) -> None:
    manager = club.manager()
    settings = await manager.slash("settings")
    assert settings is not None
    panel = await manager.press(settings, "Klaverjas")
    assert panel is not None
    await manager.select(panel, "server_rule", "system")
    panel = await manager.select(Screen(club.env, panel.message), "server_option", "rotterdam")
    assert panel is not None
    assert "Changed." in panel.text
    await club.anna.slash("play")
    assert "Rotterdam" in club.table.text
    await club.restart()
    await club.bob.slash("play")
    assert "Rotterdam" in club.table.text


async def test_a_table_for_three_has_three_seats_and_back(club: Club) -> None:
    await club.anna.slash("play", game="hoogjassen")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    assert "pack" in options_of(panel, "rule")
    panel = await club.anna.choose(panel, "players", "3")
    assert panel is not None
    assert "three_players" in options_of(panel, "rule")
    assert "pack" not in options_of(panel, "rule")
    assert len(club.table.free_seats) == 2
    await club.anna.choose(panel, "players", "4")
    assert len(club.table.free_seats) == 3


async def test_four_people_do_not_fit_a_table_for_three(club: Club) -> None:
    await club.anna.slash("play", game="hoogjassen")
    for seat, member in enumerate(club.members[1:], 1):
        await member.press_id(club.table, club.table.seat(seat))
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    refused = await club.anna.choose(panel, "players", "3")
    assert refused is not None
    assert "first somebody has to leave" in refused.text


# Calls: invite, role, thread.


async def test_a_person_is_invited_once(club: Club) -> None:
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Invite")
    assert panel is not None
    await club.anna.select(panel, "invited", club.bob.actor)
    assert f"<@{club.bob.id}>" in club.table.text
    assert "Anna invites you" in club.table.text
    count = len(club.public)
    again = await club.anna.select(Screen(club.env, panel.message), "invited", club.bob.actor)
    assert again is not None
    assert "invited already" in again.text
    assert len(club.public) == count


async def test_a_role_is_called_when_a_lobby_opens(club: Club) -> None:
    role = club.guild.create_role("Kaarters")
    manager = club.manager()
    settings = await manager.slash("settings")
    assert settings is not None
    await manager.select(settings, "server_role", role)
    await club.anna.slash("play")
    assert f"<@&{role.id}>" in club.table.text
    await club.bob.press_id(club.table, club.table.seat(1))
    assert f"<@&{role.id}>" not in club.table.text


async def test_a_role_that_is_gone_is_not_called(club: Club) -> None:
    role = club.guild.create_role("Kaarters")
    manager = club.manager()
    settings = await manager.slash("settings")
    assert settings is not None
    await manager.select(settings, "server_role", role)
    club.env.backend.delete_role(club.guild.id, role.id)
    await club.env.settle()
    await club.anna.slash("play")
    assert "<@&" not in club.table.text
    assert "Anna" in club.table.text
    assert await manager.slash("settings") is not None


@pytest.mark.scenario(15)
async def test_a_table_moves_to_its_own_thread(club: Club) -> None:
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "thread", "true")
    lobby = club.table
    await club.anna.press(lobby, "Start")
    pointer = next(screen for screen in club.public if screen.id == lobby.id)
    assert "The table has moved to <#" in pointer.text
    assert not pointer.buttons
    table = club.only_table
    assert table.channel_id != club.channel.id
    assert str(table.channel_id) in pointer.text
    thread = club.env.backend.channels[table.channel_id]
    assert thread.name == "Klaverjas · Anna"
    (message,) = [
        m for m in club.env.backend.messages[table.channel_id].values() if not m.is_ephemeral
    ]
    assert "Deal 1 of 16" in Screen(club.env, message).text


async def test_without_the_right_to_make_threads_the_option_is_refused(club: Club) -> None:
    club.channel = club.guild.create_text_channel(
        "stil",
        overwrites={club.guild.me: discord.PermissionOverwrite(create_public_threads=False)},
    )
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    refused = await club.anna.choose(panel, "thread", "true")
    assert refused is not None
    assert "Create Public Threads" in refused.text
    assert club.only_table.situation.thread is False


async def test_a_thread_that_cannot_be_made_leaves_the_table_where_it_is(club: Club) -> None:
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "thread", "true")
    club.env.inject_error("POST", "/channels/*/messages/*/threads", status=403)
    await club.anna.press(club.table, "Start")
    assert "Deal 1 of 16" in club.table.text
    assert club.only_table.channel_id == club.channel.id
    assert club.only_table.situation.thread is False


async def test_a_thread_that_takes_no_message_leaves_the_table_where_it_is(club: Club) -> None:
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "thread", "true")
    lobby = club.table
    club.env.inject_error("POST", "/channels/*/messages", status=403)
    await club.anna.press(lobby, "Start")
    shown = next(screen for screen in club.public if screen.id == lobby.id)
    assert "Deal 1 of 16" in shown.text
    assert club.only_table.channel_id == club.channel.id


# Checking a deal, the record, the rules.


async def test_a_scored_deal_can_be_checked_and_no_other(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    await club.play_until(lambda: "Deal 2 of 4" in club.table.text, club.anna)
    old = next(s for s in club.public if "Check this deal" in s.buttons)
    shown = await club.bob.press(old, "Check this deal")
    assert shown is not None
    assert "Deal 1 as it was dealt" in shown.text
    assert "until then it stays sealed" in shown.text
    assert len(re.findall(r"[♠♥♦♣]", shown.text)) == 32
    forged = old.button("Check this deal")[:-1] + "2"
    await forge(club, club.bob, old, forged)
    assert "not yet" in club.bob.newest.text


async def test_the_record_of_a_match_is_a_file_that_verifies(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    shown = await club.bob.press(club.table, "Check this deal")
    assert shown is not None
    assert shown.text.count("✓") == 2
    result = await club.bob.actor.click(club.table.handle, custom_id=club.table.button("Record"))
    (file,) = result.response.attachments
    assert file.filename.startswith("troef-klaverjas-")
    match, seal = read_record((await file.read()).decode())
    assert match.outcome is not None
    assert check_record(open_record(write_record(match, seal))).differing == 0


async def test_the_rules_turn_page_by_page_and_follow_the_table(club: Club) -> None:
    first = await club.bob.slash("rules", game="hoogjassen")
    assert first is not None
    assert "Hoogjassen" in first.text
    begin = first.text
    second = await club.bob.press(first, "Next")
    assert second is not None
    assert second.text != begin
    assert "Page 2 of" in second.text
    other = await club.bob.press(second, "Klaverjas")
    assert other is not None
    assert "Klaverjas" in other.text
    await club.open_table(club.anna, system="rotterdam")
    own = await club.anna.slash("rules")
    assert own is not None
    assert "by the rules of this table" in own.text
    pages = options_of(own, "rules_page")
    last = await club.anna.select(own, "rules_page", pages[-1])
    assert last is not None
    assert "Rotterdam" in last.text
