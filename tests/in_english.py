"""What is said, as its English text: for tests that hold whole sentences against what people read."""

from __future__ import annotations

from typing import Any, overload

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message


@overload
def english(value: Message) -> str: ...
@overload
def english(value: tuple[Message, ...]) -> tuple[str, ...]: ...
@overload
def english(value: Any) -> Any: ...
def english(value: Any) -> Any:
    """A value with every message in it as its English text."""
    match value:
        case Message():
            return str(value)
        case list():
            return [english(each) for each in value]
        case tuple():
            kept = [english(each) for each in value]
            return type(value)(*kept) if hasattr(value, "_fields") else tuple(kept)
        case dict():
            return {key: english(each) for key, each in value.items()}
        case Struct():
            fields = {each: getattr(value, each) for each in value.__struct_fields__}
            said = {each: english(held) for each, held in fields.items()}
            changed = {each: said[each] for each in said if said[each] != fields[each]}
            return replace(value, **changed) if changed else value
        case _:
            return value
