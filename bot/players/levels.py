"""How well a computer plays."""

from enum import StrEnum


class Level(StrEnum):
    """The levels of computer players, weakest first."""

    BEGINNER = "beginner"
    """By rule of thumb, now and then inattentive."""
    CLUB = "club"
    """By rule of thumb."""
    MASTER = "master"
    """By search."""
