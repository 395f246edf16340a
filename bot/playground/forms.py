"""What Discord's client checks before it sends: options, selects and modals, on plain JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from .errors import RefusedError

JSON = dict[str, Any]

SUBCOMMAND: Final = (1, 2)
STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10
BUTTON, SELECT, TEXT_INPUT, LABEL = 2, 3, 4, 18
USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 5, 6, 8
SELECTS: Final = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6
_CHECKBOX, _RADIO, _CHECKBOXES = 23, 21, 22


def walk(components: Sequence[JSON]) -> Iterator[JSON]:
    """Yield every component of a message or modal in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def names(node: Mapping[str, Any]) -> set[str]:
    """Return the name of a command, option or choice in every language."""
    return {node["name"], *(node.get("name_localizations") or {}).values()}


def find_control(
    components: Sequence[JSON], types: Sequence[int], custom_id: str | None, label: str | None
) -> JSON:
    """Return the one control somebody means; refuse what cannot be used."""
    found = [
        component
        for component in walk(components)
        if component.get("type") in types
        and custom_id in (None, component.get("custom_id"))
        and label in (None, component.get("label"))
    ]
    if not found:
        raise RefusedError("gone", f"There is no control {custom_id or label!r} here.")
    if len(found) > 1:
        raise RefusedError("gone", f"There are several controls {custom_id or label!r} here.")
    control = found[0]
    if control.get("disabled"):
        raise RefusedError("disabled", "That control is switched off.")
    if control["type"] == BUTTON and control.get("style") in (LINK, PREMIUM):
        raise RefusedError("gone", "That button sends nothing to the bot.")
    return control


def check_choice(select: JSON, values: Sequence[str]) -> None:
    """Refuse values that a select does not offer, or too few or too many of them."""
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) != len(values):
        raise RefusedError("bad-value", f"Choose {least} to {most} different values.")
    if select["type"] == SELECT:
        offered = {option["value"] for option in select["options"]}
        if not set(values) <= offered:
            raise RefusedError("bad-value", f"{sorted(set(values) - offered)} is not offered.")


def find_leaf(root: JSON, path: Sequence[str]) -> tuple[JSON, list[JSON]]:
    """Walk down to a subcommand by names in any language; return it and the nodes on the way."""
    node, way = root, []
    for name in path:
        options = [o for o in node.get("options") or [] if o["type"] in SUBCOMMAND]
        child = next((option for option in options if name in names(option)), None)
        if child is None:
            raise RefusedError("unknown-command", f"/{root['name']} has no {name!r}.")
        node = child
        way.append(child)
    if any(option["type"] in SUBCOMMAND for option in node.get("options") or []):
        raise RefusedError("unknown-command", f"/{root['name']} wants a subcommand.")
    return node, way


def nest(way: Sequence[JSON], options: list[JSON]) -> list[JSON]:
    """Wrap a subcommand's options in its parents, as an interaction carries them."""
    for node in reversed(way):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    return options


def fill_options(leaf: JSON, given: Mapping[str, Any], *, partial: bool = False) -> list[JSON]:
    """Return a command's options as they travel; `partial` lets some be missing or unfinished."""
    declared = leaf.get("options") or []
    unknown = set(given) - {option["name"] for option in declared}
    if unknown:
        raise RefusedError("bad-option", f"/{leaf['name']} has no option {min(unknown)!r}.")
    filled = []
    for option in declared:
        name = option["name"]
        if name not in given or given[name] is None:
            if option.get("required") and not partial:
                raise RefusedError("missing-option", f"/{leaf['name']} needs {name!r}.")
            continue
        try:
            value = _option_value(option, given[name])
        except RefusedError:
            if partial:
                continue
            raise
        filled.append({"name": name, "type": option["type"], "value": value})
    return filled


def _option_value(option: JSON, value: Any) -> Any:
    """Turn what somebody typed or chose into the option's type."""
    for choice in option.get("choices") or []:
        if value == choice["value"] or str(value) in (str(choice["value"]), *names(choice)):
            return choice["value"]
    if option.get("choices") and not option.get("autocomplete"):
        raise RefusedError("bad-option", f"{option['name']!r} does not offer {value!r}.")
    kind = option["type"]
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise RefusedError("bad-option", f"{option['name']!r} is yes or no.")
        return value
    if kind in (INTEGER, NUMBER):
        return _number(option, value)
    if kind not in (STRING, USER, CHANNEL):
        raise RefusedError("bad-option", f"The box knows no options of type {kind}.")
    text = str(value)
    shortest, longest = option.get("min_length", 0), option.get("max_length", 6000)
    if kind == STRING and not shortest <= len(text) <= longest:
        raise RefusedError("bad-option", f"{option['name']!r} has {shortest} to {longest} letters.")
    return text


def _number(option: JSON, value: Any) -> int | float:
    try:
        number = int(value) if option["type"] == INTEGER else float(value)
    except (TypeError, ValueError):
        raise RefusedError("bad-option", f"{option['name']!r} is a number.") from None
    least, most = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
    if not least <= number <= most:
        raise RefusedError("bad-option", f"{option['name']!r} is from {least} to {most}.")
    return number


def fill_modal(modal: JSON, values: Mapping[str, Any]) -> list[JSON]:
    """Return a modal's components as a submit carries them."""
    return [_fill_node(node, values) for node in modal["components"]]


def _fill_node(node: JSON, values: Mapping[str, Any]) -> JSON:
    kind = node["type"]
    shell = {"type": kind, "id": node.get("id", 0)}
    if kind == LABEL:
        return {**shell, "component": _fill_node(node["component"], values)}
    if "components" in node:
        return {**shell, "components": [_fill_node(child, values) for child in node["components"]]}
    if "custom_id" not in node:
        return shell
    return {**shell, "custom_id": node["custom_id"], **_fill_control(node, values)}


def _fill_control(control: JSON, values: Mapping[str, Any]) -> JSON:
    kind, given = control["type"], values.get(control["custom_id"])
    required = control.get("required", True)
    if kind == TEXT_INPUT:
        text = control.get("value") or "" if given is None else str(given)
        if required and not text:
            raise RefusedError("missing-value", "A field of the form is empty.")
        if text and not control.get("min_length", 0) <= len(text) <= control.get(
            "max_length", 4000
        ):
            raise RefusedError("bad-value", "A field of the form is too short or too long.")
        return {"value": text}
    if kind in SELECTS or kind == _CHECKBOXES:
        chosen = _preset(control) if given is None else list(given)
        if chosen:
            check_choice({"min_values": 1, **control}, chosen)
        elif required:
            raise RefusedError("missing-value", "A choice of the form is open.")
        return {"values": chosen}
    if kind == _RADIO:
        chosen = _preset(control) if given is None else [given]
        if required and not chosen:
            raise RefusedError("missing-value", "A choice of the form is open.")
        return {"value": chosen[0] if chosen else None}
    if kind == _CHECKBOX:
        return {"value": bool(control.get("default") if given is None else given)}
    raise RefusedError("bad-value", f"The box knows no form fields of type {kind}.")


def _preset(control: JSON) -> list[str]:
    return [option["value"] for option in control.get("options") or [] if option.get("default")]
