"""The whole way: from /play to /leaderboard."""

from tests.people import Club


async def test_one_deal_with_three_computers(club: Club) -> None:
    anna = club.anna
    lobby = await anna.slash("play")
    print(lobby.text)
    await anna.press(lobby, "Start")
    print(club.table.text)
    hand = await anna.hand()
    for _ in range(40):
        hand = anna.newest
        print(hand.text, hand.buttons.keys())
        table = club.only_table
        if table.situation.match.results:
            break
        choices = hand.cards or hand.buttons
        label = next(iter(choices))
        await anna.press(hand, label)
    print(club.table.text)
    print((await anna.slash("leaderboard")).text)
