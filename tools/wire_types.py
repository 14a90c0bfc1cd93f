"""Write the types of the browser's messages from the structs that are sent: tables, and walls and phones.

python tools/wire_types.py            write wire.d.ts and walls.d.ts in src/rightbower/web/static/js
python tools/wire_types.py --check    say whether they are up to date
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from rightbower.rules.message import Message
from rightbower.web.hall import wire as protocol
from rightbower.web.hall import wire as views
from rightbower.web.league.public import LeagueSnapshot
from rightbower.web.snapshots.event_view import Snapshot
from rightbower.web.snapshots.phone_snapshot import PhoneSnapshot

SCRIPTS = Path(__file__).parent.parent / "src/rightbower/web/static/js"
MADE = "// Made by tools/wire_types.py from the structs that are sent; do not edit.\n"
WIDEST = 110
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}


def written(kind: Any) -> str:
    """A type as TypeScript has it."""
    origin, of = get_origin(kind), get_args(kind)
    if origin is Annotated:
        # A part that is encoded beforehand, by the struct it is of.
        return written(of[1] | None) if NoneType in get_args(of[0]) else written(of[1])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in of)
    if origin in (Union, UnionType):
        return " | ".join(written(each) for each in of if each is not UnsetType)
    if origin is dict:
        return f"Record<{written(of[0])}, {written(of[1])}>"
    if origin is list or (origin is tuple and of[-1] is Ellipsis):
        return f"Array<{written(of[0])}>"
    if origin is tuple:
        return f"[{', '.join(map(written, of))}]"
    # A message is sent as the text it comes to.
    return "string" if kind is Message else PLAIN.get(kind) or str(kind.__name__)


def interface(struct: type[msgspec.Struct]) -> str:
    """One struct; what is left out at its empty value may be missing."""
    settings = struct.__struct_config__
    lines = []
    if settings.tag is not None:
        lines.append(f'  {settings.tag_field}: "{settings.tag}";')
    kinds = get_type_hints(struct, include_extras=issubclass(struct, protocol.State))
    for field in msgspec.structs.fields(struct):
        left_out = settings.omit_defaults or field.default is UNSET
        may_miss = "?" if left_out and not field.required else ""
        lines.append(declared(f"{field.encode_name}{may_miss}", written(kinds[field.name])))
    head = f"{comment(struct.__doc__ or '')}\nexport interface {struct.__name__} {{\n"
    return head + "\n".join(lines) + "\n}\n"


def declared(name: str, kind: str) -> str:
    """A field; of a long choice each on a line of its own."""
    line = f"  {name}: {kind};"
    if len(line) <= WIDEST:
        return line
    each = "".join(f"\n    | {one}" for one in kind.split(" | "))
    return f"  {name}:{each};"


def comment(text: str) -> str:
    """What a struct is, in lines that are short enough."""
    words = " ".join(text.split())
    if len(words) + len("/**  */") <= WIDEST:
        return f"/** {words} */"
    return "\n".join(["/**", *(f" * {line}" for line in wrap(words, WIDEST - 3)), " */"])


def table_types() -> str:
    """All messages of a table, and what is put into a state for the one who reads it."""
    structs = [
        each
        for each in (vars(views) | vars(protocol)).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each not in (msgspec.Struct, protocol.TableRequest, protocol.ToReferee)
    ]
    parts = [MADE]
    parts += [interface(each) for each in structs]
    parts.append(
        "/** A state once its parts are joined. */\n"
        'export type Game = GameView & Partial<Omit<TrickPart, "news" | "referee"> & OwnView>;\n'
        'export type Shown = Omit<State, "table" | "trick" | "own"> &\n'
        '  Omit<TablePart, "game"> &\n'
        '  Pick<TrickPart, "news" | "referee"> & {\n'
        "    game?: Game;\n"
        "  };\n"
    )
    return "\n".join(parts)


def wall_types() -> str:
    """What the walls of an event and of a league are sent, and the few words for a phone."""
    met: dict[str, type[msgspec.Struct]] = {}
    for kind in (Snapshot, PhoneSnapshot, LeagueSnapshot):
        for struct in within(kind):
            assert met.setdefault(struct.__name__, struct) is struct, struct
    return "\n".join([MADE, *map(interface, met.values())])


def within(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type is made of, the inner ones first."""
    for each in get_args(kind):
        yield from within(each)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not Message:
        for each in get_type_hints(kind).values():
            yield from within(each)
        yield kind


def types() -> dict[Path, str]:
    """What stands in each file."""
    return {SCRIPTS / "wire.d.ts": table_types(), SCRIPTS / "walls.d.ts": wall_types()}


def main() -> int:
    """Write the files, or compare them."""
    if "--check" in sys.argv:
        same = all(
            path.exists() and path.read_text("utf-8") == text for path, text in types().items()
        )
        print("up to date" if same else "run python tools/wire_types.py")
        return 0 if same else 1
    for path, text in types().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
