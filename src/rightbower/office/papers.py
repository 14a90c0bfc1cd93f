"""Papers asked for by name: listed, one, or all of them in a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Answer, field

What = Annotated[
    str, field("Paper", "Its name, or all; the papers are listed if left out.", place=True)
]
Paper = Annotated[Literal["a4", "letter"], field("Size")]
SIZES: Final[dict[str, Literal["A4", "Letter"]]] = {"a4": "A4", "letter": "Letter"}
Output = Annotated[str, field("Output", "The PDF file, or the folder.", metavar="file")]


def listed(known: Mapping[str, str]) -> str:
    """The papers there are, a line each."""
    width = max(map(len, known))
    lines = [f"  {name:<{width}}  {text}" for name, text in known.items()]
    return "\n".join([*lines, f"  {'all':<{width}}  all of them, in a folder"])


def papers(
    known: Mapping[str, str], id_: str, asked: tuple[str, str], make: Callable[[str], bytes]
) -> Answer:
    """What was asked for: which paper, and where it goes."""
    what, output = asked
    if not what:
        return Answer.of(dict(known), "Papers", listed(known))
    if what != "all" and what not in known:
        raise Refusal(f"there is no paper {what!r}; the papers are {', '.join(known)} and all")
    if what != "all":
        return Answer(files={output or f"{id_}-{what}.pdf": make(what)})
    folder = output or f"{id_}-papers"
    return Answer(files={f"{folder}/{name}.pdf": make(name) for name in known})
