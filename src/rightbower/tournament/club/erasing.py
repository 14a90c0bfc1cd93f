"""Names that are no longer shown: what was written before an erasure is read with a label instead.

The journal is never rewritten. An erasure keeps hashes of the spellings, not the name, and every
entry written until then is changed while it is read, so that nothing made of it has the name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from rightbower.tournament.club.club import Erasure
from rightbower.tournament.names import looks_like

# What stands where a name was, with a number behind it.
ERASED: Final = "Erased player"
WORD: Final = re.compile(r"[^\s,;:()\"“”&+/=]+")
END: Final = ".!?'’"


@lru_cache(maxsize=100_000)
def is_erased(name: str) -> bool:
    """Whether a name stands for somebody who was erased.

    >>> is_erased("Erased player 3"), is_erased("Ann Lee")
    (True, False)
    """
    return name.startswith(f"{ERASED} ")


def mark_of(salt: str, name: str) -> str:
    """A name as an erasure knows it: the number of its words, and a hash."""
    key = looks_like(name)
    hashed = hashlib.sha256(f"{salt} {key}".encode()).hexdigest()
    return f"{len(key.split())}:{hashed}"


def without_names(value: Any, erasures: Sequence[Erasure]) -> Any:
    """A value of JSON with every erased name replaced, wherever in a text it stands."""
    if isinstance(value, str):
        for erasure in erasures:
            value = _without(value, erasure)
        return value
    if isinstance(value, list):
        return [without_names(each, erasures) for each in value]
    if isinstance(value, dict):
        return {
            without_names(key, erasures): without_names(each, erasures)
            for key, each in value.items()
        }
    return value


def _without(text: str, erasure: Erasure) -> str:
    lengths = {int(mark.partition(":")[0]) for mark in erasure.marks}
    words, out, done, place = list(WORD.finditer(text)), "", 0, 0
    while place < len(words):
        for many in sorted(lengths, reverse=True):
            if place + many > len(words):
                continue
            start, end = words[place].start(), words[place + many - 1].end()
            found = _known(text[start:end], erasure)
            if found:
                out, done, place = (
                    out + text[done:start] + erasure.label,
                    start + found,
                    place + many,
                )
                break
        else:
            place += 1
    return out + text[done:] if done else text


def _known(text: str, erasure: Erasure) -> int:
    """How many letters of a text are an erased name; a full stop after it is not part of it."""
    for each in (text, text.rstrip(END), text.removesuffix("'s").removesuffix("’s")):
        if each and mark_of(erasure.salt, each) in erasure.marks:
            return len(each)
    return 0
