"""The fixed inhabitants of the box.

Their ids never change, so what a bot stored about the server, its channels and its people still
belongs to them after the playground was started anew. They look like snowflakes of January 2024,
older than any id the box hands out, which carry the present time.
"""

from dataclasses import dataclass
from typing import Final

GUILD: Final = 1_194_000_000_000_000_000
BOT: Final = 1_194_000_000_000_000_900
TABLE_CHANNEL: Final = 1_194_000_000_000_000_101
CHAT_CHANNEL: Final = 1_194_000_000_000_000_102

GUILD_NAME: Final = "Kaartclub"
BOT_NAME: Final = "Troef"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody a browser tab can be."""

    id: int
    name: str
    owner: bool = False


PEOPLE: Final = (
    Member(1_194_000_000_000_000_201, "Anna"),
    Member(1_194_000_000_000_000_202, "Bob"),
    Member(1_194_000_000_000_000_203, "Cees"),
    Member(1_194_000_000_000_000_204, "Dirk"),
    Member(1_194_000_000_000_000_205, "Sem", owner=True),
)
ROLE: Final = 1_194_000_000_000_000_301
ROLE_NAME: Final = "Kaarters"
CHANNELS: Final = ((TABLE_CHANNEL, "kaarttafel"), (CHAT_CHANNEL, "kletshoek"))


def person_id(name: str) -> int:
    """Return the id of the person with this name, in any case."""
    for member in PEOPLE:
        if member.name.casefold() == name.casefold():
            return member.id
    raise KeyError(name)
