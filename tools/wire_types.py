"""Write the types of the browser's messages from the structs of the protocol.

python tools/wire_types.py            write src/rightbower/web/static/js/wire.d.ts
python tools/wire_types.py --check    say whether it is up to date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from rightbower.web.hall.wire import protocol, views

FILE = Path(__file__).parent.parent / "src/rightbower/web/static/js/wire.d.ts"
PLAIN = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def written(kind: Any) -> str:
    """A type of msgspec's as TypeScript has it."""
    match kind:
        case inspect.StructType():
            return str(kind.cls.__name__)
        case inspect.ListType() | inspect.VarTupleType():
            return f"Array<{written(kind.item_type)}>"
        case inspect.TupleType():
            return f"[{', '.join(map(written, kind.item_types))}]"
        case inspect.UnionType():
            return " | ".join(map(written, kind.types))
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.DictType():
            return f"Record<{written(kind.key_type)}, {written(kind.value_type)}>"
        case inspect.Metadata():
            return written(kind.type)
    return PLAIN[type(kind)]


def interface(struct: type[msgspec.Struct]) -> str:
    """One struct; what is left out at its empty value may be missing."""
    known = inspect.type_info(struct)
    assert isinstance(known, inspect.StructType)
    leaves_out = struct.__struct_config__.omit_defaults
    lines = []
    if known.tag is not None:
        lines.append(f'  {known.tag_field}: "{known.tag}";')
    for field in known.fields:
        may_miss = "?" if leaves_out and not field.required else ""
        lines.append(f"  {field.encode_name}{may_miss}: {written(field.type)};")
    text = " ".join((struct.__doc__ or "").split())
    return f"/** {text} */\nexport interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def types() -> str:
    """All messages, and what is put into a state for the one who reads it."""
    structs = [
        each
        for each in (vars(views) | vars(protocol)).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each not in (msgspec.Struct, protocol.TableRequest)
    ]
    parts = ["// Made by tools/wire_types.py from the structs of the protocol; do not edit.\n"]
    parts += [interface(each) for each in structs]
    parts.append(
        "/** A state as one seat gets it. */\n"
        "export type Game = GameView & Partial<OwnView>;\n"
        'export type Shown = Omit<State, "game"> & { game?: Game; you: string | null; told: TableMessage; done?: string[] };\n'
    )
    return "\n".join(parts)


def main() -> int:
    """Write the file, or compare it."""
    if "--check" in sys.argv:
        same = FILE.exists() and FILE.read_text("utf-8") == types()
        print("up to date" if same else "run python tools/wire_types.py")
        return 0 if same else 1
    FILE.write_text(types(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
