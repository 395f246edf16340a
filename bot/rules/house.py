"""House rules: the typed options of a game, and what is known of each beside its type."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

Value: TypeAlias = str | int | bool


def word_of(value: object) -> str:
    """Return a value of an option as records spell it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Row:
    """The row of rules.md that an option stands for; it goes into the option's `Annotated`."""

    id: str
    source: str
    """Where the rule and its default come from: `seed`, `src …`, `derived` or `choice`."""
    values: tuple[Value, ...] = ()
    """The values to offer of a number, which may be others too; else they follow from the type."""


class House(BaseModel):
    """The house rules of one game: typed options, the default first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    presets: ClassVar[dict[str, dict[str, Value]]] = {}
    """Combinations that people know by a name: what of the defaults they change."""

    @classmethod
    def row(cls, name: str) -> Row:
        """Return the row of rules.md behind an option; KeyError if there is no such option."""
        return next(m for m in cls.model_fields[name].metadata if isinstance(m, Row))

    @classmethod
    def values_of(cls, name: str, seats: int | None = None) -> tuple[Value, ...]:  # noqa: ARG003
        """Return the values that an option may be offered with, the default among them.

        `seats`: at a table for so many, for games whose values depend on it.
        """
        kind = cls.model_fields[name].annotation
        return cls.row(name).values or get_args(kind) or (True, False)

    def idle(self, seats: int) -> frozenset[str]:  # noqa: ARG002 - for games that look at it
        """Return the options that have no effect in this combination, with so many seats."""
        return frozenset()

    def offered(self, seats: int) -> tuple[str, ...]:
        """Return the options worth offering in this combination, in the order of rules.md."""
        idle = self.idle(seats)
        return tuple(name for name in type(self).model_fields if name not in idle)

    def differing(self, seats: int) -> tuple[str, ...]:
        """Return the options, of those with effect, that are not at their default."""
        usual = type(self)()
        return tuple(n for n in self.offered(seats) if getattr(self, n) != getattr(usual, n))

    def with_option(self, name: str, value: str) -> "House":
        """Return it with an option changed, the value as in a record; ValueError for any other."""
        if name not in type(self).model_fields:
            raise ValueError(f"there is no option {name}")
        return type(self).model_validate({**self.model_dump(), name: value})

    @classmethod
    def preset(cls, name: str) -> "House":
        """Return the house rules that go by a name; KeyError if there are none."""
        return cls(**cls.presets[name])
