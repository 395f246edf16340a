"""Reading the components of a message."""

from collections.abc import Iterable
from typing import Any

TEXT, BUTTON, SELECT = 10, 2, 3
SELECTS = (3, 5, 6)
"""A select of texts, of people, of roles."""


def walk(components: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all components of a message, nested ones too."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        if component.get("accessory"):
            found += walk([component["accessory"]])
    return found


def text_in(components: Iterable[dict[str, Any]]) -> str:
    """Return all text of a message."""
    return "\n".join(c["content"] for c in walk(components) if c["type"] == TEXT)


def buttons_in(components: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Return the buttons that can be pressed: label to id."""
    return {
        c["label"]: c["custom_id"]
        for c in walk(components)
        if c["type"] == BUTTON and not c.get("disabled")
    }


def moves_in(components: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Return the bids, cards or *Count* that a hand offers."""
    return {
        label: id_
        for label, id_ in buttons_in(components).items()
        if ":act:" in id_ and not id_.endswith((":claim", ":rest"))
    }
