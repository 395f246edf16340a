"""Hints: the host's choice, for who is to move alone, and nothing that counts."""

import re

import pytest

from bot.doctor import Examination
from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import CLAIM, REST, Action, Kind
from bot.rules.cards import cards_in
from bot.rules.games import GAMES
from bot.rules.view import Phase
from bot.screens.press import press_id
from bot.tables.face import State
from bot.texts import Speech
from bot.texts.cards import card_text
from tests.cogs.test_games import options_of
from tests.cogs.test_leaving import menu
from tests.cogs.test_settings import forge_choice, holds, lose_roles, settings_of
from tests.cogs.test_table import forge, play_tricks_until, until_cards
from tests.people import Club, Member, Screen

HINT = re.compile(r"💡 Hint: \*\*(.+)\*\*")
SAY = Speech.of("en")


def hint_in(screen: Screen) -> str | None:
    """Return what a hand says that a master would do."""
    found = HINT.search(screen.text)
    return found and found[1]


def in_public(club: Club) -> list[str]:
    """Return what everyone sees."""
    return [str(screen.message.components) for screen in club.public]


async def ask(club: Club, member: Member) -> Screen:
    """Press *Hint* in the hand that waits; everything else stays as it was."""
    hand = member.waiting
    assert hand is not None
    before, entries, public = club.only_table.situation, club.only_table._log[:], in_public(club)
    answer = await member.press(hand, "Hint")
    assert answer is not None
    assert answer.id == hand.id, "the hand itself is redrawn"
    assert (club.only_table.situation, club.only_table._log) == (before, entries)
    assert in_public(club) == public
    return answer


async def follow(member: Member, hand: Screen, action: Action) -> None:
    """Do with a hand's buttons what a hint says."""
    if action.kind is Kind.BID:
        await member.select(hand, "bid", str(action))
        return
    if action.kind is Kind.LAY:
        for card in cards_in(action.value):
            picked = await member.press(hand, card_text(SAY, card))
            assert picked is not None
            assert hint_in(picked) == hint_in(hand), "it stays while one picks"
            hand = picked
    for label, flag in (("Announce", action.announces), ("Say stuk", action.says_stuk)):
        switch = next((b for b in hand.buttons if b.startswith(label)), None)
        if action.kind is Kind.PLAY and switch is not None and not flag:
            switched = await member.press(hand, switch)
            assert switched is not None
            assert hint_in(switched) == hint_in(hand)
            hand = switched
    await member.press_id(
        hand, next(id_ for id_ in hand.buttons.values() if id_.endswith(f":{action}"))
    )


async def scores(member: Member) -> str:
    """Return what somebody reads of his own scores."""
    shown = await member.slash("me")
    assert shown is not None
    return shown.text


async def finish(club: Club, *members: Member, hints: str = "true") -> None:
    """Play a short match to its end."""
    await club.open_table(*members, length="4", hints=hints)
    await club.play_until(lambda: "Again" in club.table.buttons, *members)


# The host's choice.


async def test_hints_are_off_until_the_host_wants_them(club: Club) -> None:
    await club.anna.slash("play")
    assert "hints" not in club.table.text
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    opened = await club.anna.select(panel, "rule", "hints")
    assert opened is not None
    assert "does not count for the leaderboard" in opened.text
    assert options_of(opened, "option") == ["false", "true"]
    assert holds(opened, "option") == ["false"]
    await club.anna.select(opened, "option", "true")
    assert "**With hints**" in club.table.text
    await club.anna.choose(panel, "hints", "false")
    assert "hints" not in club.table.text


async def test_hints_are_the_hosts_and_settled_once_the_cards_are_dealt(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.press_id(club.table, club.table.seat(1))
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    opened = await club.anna.select(panel, "rule", "hints")
    assert opened is not None
    refused = await forge_choice(club.anna, opened, "option", "perhaps")
    assert "does not exist any more" in refused.text
    await club.only_table.hand_over(club.anna.id, club.bob.id)
    refused = await club.anna.select(opened, "option", "true")
    assert refused is not None
    assert "Only the host" in refused.text
    await club.only_table.hand_over(club.bob.id, club.anna.id)
    await club.anna.press(club.table, "Start")
    refused = await club.anna.select(opened, "option", "true")
    assert refused is not None
    assert "dealt already" in refused.text
    assert not club.only_table.situation.hints


async def test_without_hints_there_is_no_button_and_no_answer(club: Club) -> None:
    await club.open_table(club.anna)
    hand = await club.anna.hand()
    assert "Hint" not in hand.labels
    view = club.only_table.view(0)
    asked = press_id("hint", club.only_table.id, view.dealt, view.decision)
    await forge(club, club.anna, hand, asked)
    assert "not possible now" in club.anna.newest.text
    assert hint_in(club.anna.newest) is None


async def test_hints_are_kept_over_a_restart(club: Club) -> None:
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "hints", "true")
    await club.restart()
    await club.anna.press(club.table, "Start")
    await club.restart()
    assert "with hints" in club.table.text
    await club.anna.hand()
    assert hint_in(await ask(club, club.anna))


async def test_again_keeps_hints(club: Club) -> None:
    await finish(club, club.anna)
    await club.anna.press(club.table, "Again")
    assert "**With hints**" in club.table.text
    assert club.only_table.situation.hints


async def test_a_servers_tables_open_with_hints_if_it_wants(club: Club) -> None:
    manager = club.manager()
    panel = await settings_of(manager)
    await manager.press_id(panel, panel.id_of("server_hints"))
    await club.anna.slash("play")
    assert "**With hints**" in club.table.text
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "hints", "false")
    assert "hints" not in club.table.text, "a host chooses otherwise"
    await club.restart()
    await club.bob.slash("play")
    assert "**With hints**" in club.table.text
    panel = await settings_of(manager)
    await manager.press_id(panel, panel.id_of("server_hints"))
    await club.cees.slash("play")
    assert "hints" not in club.table.text


async def test_who_manages_the_server_no_longer_switches_nothing(club: Club) -> None:
    manager = club.manager()
    panel = await settings_of(manager)
    lose_roles(club, manager)
    refused = await manager.press_id(panel, panel.id_of("server_hints"))
    assert refused is not None
    assert "may manage this server" in refused.text
    assert not (await club.store.load_server(club.guild.id)).hints


# What a hint says, and to whom.


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_hint_is_what_the_club_player_would_do(club: Club, game: str) -> None:
    """Where no master thinks; a whole deal is played by hints alone."""
    people = club.members[: GAMES[game].counts[0]]
    await club.open_table(*people, game=game, hints="true")
    table = club.only_table
    kinds = set()
    while not table.situation.match.results:
        if table.situation.match.turn is None:
            await club.play_until(lambda: bool(table.situation.match.results), *people)
            break
        seat = table.situation.match.turn
        view = table.view(seat)
        due = player_of(game, Level.CLUB).choose(view)
        assert due in table.situation.match.legal(seat)
        if due == REST and not view.hand & (view.hand - 1):
            # A last card is simply played.
            due = next(action for action in view.legal if action.kind is Kind.PLAY)
        hand = await ask(club, people[seat])
        said = hint_in(hand)
        assert said is not None
        assert "Hint" not in hand.labels, "it has been said"
        if view.claimable and player_of(game, Level.CLUB).claims(view):
            assert said == "Roem!"
            await people[seat].press(hand, "Roem!")
            hand = await ask(club, people[seat])
            said = hint_in(hand)
        for card in cards_in(due.value) if due.kind is Kind.LAY else []:
            assert card_text(SAY, card) in said
        if due.kind is Kind.PLAY:
            assert said.split(" · ")[0] == card_text(SAY, due.card)
        elif due.kind is not Kind.LAY:
            assert said in {*hand.buttons, *(bid.split()[-1] for bid in hand.bids)}
        entries = len(table._log)
        await follow(people[seat], hand, due)
        assert table._log[entries].action == str(due)
        kinds.add(due.kind)
    assert Kind.PLAY in kinds
    assert kinds & {Kind.TRUMP, Kind.BID, Kind.ACCEPT}
    assert (Kind.LAY in kinds) == (game != "klaverjas")


async def test_only_who_is_to_move_is_offered_a_hint(club: Club) -> None:
    await club.open_table(*club.members, hints="true")
    for _ in range(12):
        turn = club.only_table.situation.match.turn
        shown = ["Hint" in member.newest.buttons for member in club.members]
        assert shown == [seat == turn for seat in range(4)]
        await club.members[turn].move()


async def test_nobody_else_is_told(club: Club) -> None:
    await club.open_table(club.anna, club.bob, hints="true")
    await until_cards(club, club.anna, club.bob)
    await club.play_until(lambda: club.anna.waiting is not None, club.anna, club.bob)
    custom_id = club.anna.waiting.button("Hint")
    for pressed in (club.bob.newest, club.table):
        await forge(club, club.bob, pressed, custom_id)
        assert "not your turn" in club.bob.newest.text
        assert hint_in(club.bob.newest) is None
    await forge(club, club.cees, club.table, custom_id)
    assert "You have no seat" in club.cees.newest.text
    assert not any(HINT.search(shown) for shown in in_public(club))


async def test_an_old_hint_is_refused_and_a_shown_one_goes_with_its_decision(club: Club) -> None:
    await club.open_table(club.anna, hints="true")
    await until_cards(club, club.anna)
    said = hint_in(await ask(club, club.anna))
    again = await club.anna.hand()
    assert hint_in(again) == said, "another hand has it too"
    view = club.only_table.view(0)
    asked = press_id("hint", club.only_table.id, view.dealt, view.decision)
    await club.anna.move()
    assert hint_in(club.anna.newest) is None
    assert "Hint" in club.anna.newest.buttons
    before = club.only_table.situation
    await forge(club, club.anna, club.anna.newest, asked)
    assert "earlier moment" in club.anna.newest.text
    assert hint_in(club.anna.newest) is None
    assert club.only_table.situation is before


async def test_a_hint_stays_while_others_do_something(club: Club) -> None:
    await club.open_table(club.anna, club.bob, hints="true")
    await club.play_until(lambda: club.anna.waiting is not None, club.anna, club.bob)
    said = hint_in(await ask(club, club.anna))
    await club.bob.press(await menu(club, club.bob, "Leave"), "Leave now")
    assert "🔵 Anna & Master 3" in club.table.text
    assert "Bob" not in club.anna.newest.text
    assert hint_in(club.anna.newest) == said


async def test_roem_is_claimed_first(club: Club) -> None:
    await club.open_table(*club.members, hints="true")
    assert await play_tricks_until(club, 1)
    table = club.only_table
    leader = club.members[table.situation.match.tricks[-1].winner]
    hand = await ask(club, leader)
    assert hint_in(hand) == "Roem!"
    partner = club.members[(table.situation.match.turn + 2) % 4]
    await partner.press(partner.newest, "Roem!")
    assert table._log[-1].action == str(CLAIM)
    assert hint_in(leader.newest) is None, "what has been done is no hint any more"
    assert hint_in(await ask(club, leader)) in leader.newest.cards


async def test_a_hint_is_for_who_plays_himself(club: Club) -> None:
    await club.open_table(club.anna, turn_seconds="15", hints="true")
    assert "Hint" in club.anna.newest.buttons
    while not club.only_table.situation.frozen:
        await club.env.advance_time(16)
    assert "Hint" not in club.anna.newest.labels
    view = club.only_table.view(0)
    asked = press_id("hint", club.only_table.id, view.dealt, view.decision)
    await forge(club, club.anna, club.anna.newest, asked)
    assert "not your turn" in club.anna.newest.text
    assert hint_in(club.anna.newest) is None


async def test_a_finished_match_has_no_hints(club: Club) -> None:
    await finish(club, club.anna)
    table_id = club.table.button("Again").split(":")[2]
    await forge(club, club.anna, club.table, press_id("hint", table_id, 1, 1))
    assert "finished" in club.anna.newest.text


# What becomes of such a match.


async def test_a_match_with_hints_is_marked(club: Club) -> None:
    await club.open_table(club.anna, length="4", hints="true")
    assert re.search(r"Dealer: .+ · with hints", club.table.text)
    first = club.table
    await club.play_until(lambda: "Deal 2 of 4" in club.table.text, club.anna)
    old = next(screen for screen in club.public if screen.id == first.id)
    assert re.search("### Klaverjas · Deal 1 · trump . · with hints", old.text)
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    assert "Klaverjas · 4 deals · with hints" in club.table.text


async def test_a_match_with_hints_that_stops_is_marked(club: Club) -> None:
    await club.open_table(club.anna, hints="true")
    table = club.only_table
    await club.play_until(lambda: len(table.situation.match.results) == 1, club.anna)
    await club.anna.slash("leave")
    assert table.state is State.CLOSED
    assert re.search(r"Standing: \*\*.+\*\* · with hints", club.table.text)


async def test_no_board_counts_a_match_with_hints(club: Club) -> None:
    assert "finished no deal" in await scores(club.anna)
    await finish(club, club.anna, club.bob)
    board = await club.bob.slash("leaderboard")
    assert board is not None
    for by in ("", "Average", "Matches won"):
        board = await club.bob.press(board, by) if by else board
        assert board is not None
        assert not re.search("Anna|Bob", board.text)
        assert "No deal of this game counts here yet" in board.text
    own = await scores(club.anna)
    assert "### Klaverjas\n-# 4 deals with hints, which do not count." in own
    assert "points" not in own
    await finish(club, club.anna, club.bob, hints="false")
    board = await club.bob.slash("leaderboard")
    assert board is not None
    assert len(re.findall(r"\*\*\d\. (Anna|Bob)\*\*", board.text)) == 2
    assert board.text.count("-# 4 deals · ") == 2
    own = await scores(club.anna)
    assert "-# 4 deals · " in own
    assert "-# 4 deals with hints" in own
    assert "hints" not in await scores(club.cees)


async def test_leaving_is_leaving_with_hints_too(club: Club) -> None:
    await finish(club, club.anna, club.bob, hints="false")
    await club.open_table(club.anna, club.bob, hints="true")
    await club.anna.slash("leave")
    board = await club.bob.slash("leaderboard")
    assert board is not None
    assert board.text.count("1 match left early") == 1


async def test_the_doctor_finds_nothing_wrong_with_it(club: Club) -> None:
    await finish(club, club.anna, club.bob)
    examination = Examination(club.store.path)
    assert list(examination.run()) == []
    assert examination.summary == "1 table, 4 deals, 1 match: nothing wrong"


async def test_in_the_last_trick_there_is_nothing_to_hint_at(club: Club) -> None:
    await club.open_table(club.anna, hints="true")
    table = club.only_table
    await club.play_until(lambda: table.situation.match.phase is Phase.COUNTING, club.anna)
    assert "Count" in club.anna.newest.buttons
    assert "Hint" not in club.anna.newest.buttons
