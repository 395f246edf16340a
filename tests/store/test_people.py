"""Settings of people and servers, and forgetting a person."""

from bot.boards.standings import line_of
from bot.store import Holder, Person, Server, Store

from .samples import ANNA, BRAM, GUILD, deal, entry, match, table


async def test_defaults_where_nothing_was_chosen(store: Store):
    assert await store.load_person(ANNA) == Person(ANNA, None, pings=True, autoplay=False)
    assert await store.load_server(GUILD) == Server(GUILD, None, pings=True)
    assert await store.load_value("commands") is None


async def test_choices_are_kept(store: Store):
    big = 2**63 - 1
    for person in (Person(big, "nl", autoplay=True), Person(big, None, pings=False)):
        await store.save_person(person)
        assert await store.load_person(big) == person
    for server in (Server(GUILD, "en"), Server(GUILD, "nl", pings=False)):
        await store.save_server(server)
        assert await store.load_server(GUILD) == server
    for value in ("abc", "def"):
        await store.save_value("commands", value)
        assert await store.load_value("commands") == value


async def test_forget_leaves_what_was_played_as_nobodys(store: Store):
    await store.save_person(Person(ANNA, "nl"))
    await store.save_table(
        table(seats='[{"user_id": 11, "name": "Anna"}, {"user_id": 12, "name": "Bram"}, null]'),
        log=[entry(0), entry(1, seat=1, user_id=BRAM)],
        holders=[Holder(0, ANNA, "Anna", 0), Holder(1, BRAM, "Bram", 0)],
        deals=[deal(), deal(seat=1, user_id=BRAM)],
        matches=[match(), match(seat=1, user_id=BRAM)],
        names={ANNA: "Anna", BRAM: "Bram"},
    )
    await store.forget(ANNA)

    assert await store.load_person(ANNA) == Person(ANNA)
    assert await line_of(store, GUILD, ANNA, "klaverjas") is None
    bram = await line_of(store, GUILD, BRAM, "klaverjas")
    assert bram is not None
    assert (bram.rank, bram.name, bram.points) == (1, "Bram", 100)
    stored = await store.load_table("t1")
    assert stored is not None
    assert stored.log == (entry(0, user_id=None), entry(1, seat=1, user_id=BRAM))
    assert stored.holders == (Holder(0, None, "", 0), Holder(1, BRAM, "Bram", 0))
    assert stored.row == table(
        host_id=0,
        seats='[{"user_id": null, "name": ""}, {"user_id": 12, "name": "Bram"}, null]',
    )


async def test_nothing_of_a_forgotten_person_is_in_the_file(store: Store):
    user_id, name = 123456789012345678, "Willemijntje"
    await store.save_person(Person(user_id))
    await store.save_table(
        table(host_id=user_id, seats=f'[{{"user_id": {user_id}, "name": "{name}"}}]'),
        log=[entry(0, user_id=user_id)],
        holders=[Holder(0, user_id, name, 0)],
        deals=[deal(user_id=user_id)],
        matches=[match(user_id=user_id)],
        names={user_id: name},
    )
    await store.forget(user_id)
    path = store.path
    await store.close()
    kept = path.read_bytes()
    assert name.encode() not in kept
    assert user_id.to_bytes(8, "big") not in kept
    assert str(user_id).encode() not in kept
