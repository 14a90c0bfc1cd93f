"""The sentences that scripts show: found in the scripts, and sent along with a page in another language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import json

from rightbower.rules.message import catalogue

SCRIPTS: Final = Path(__file__).parent.parent / "static" / "js"
# A script says a sentence with ``said("…")``, and names a word that it says later with ``word("…")``.
SAID: Final = re.compile(r'\b(?:said|word)\(\s*("(?:[^"\\\n]|\\.)*")')
IMPORTED: Final = re.compile(r'\b(?:from|import)\s*\(?\s*"\./([\w.]+\.js)"')


@cache
def sentences_in(script: str) -> tuple[str, ...]:
    """The sentences of one script, in its order."""
    return tuple(str(json.decode(each)) for each in SAID.findall(_text(script)))


@cache
def _text(script: str) -> str:
    return (SCRIPTS / script).read_text("utf-8")


def reached_from(scripts: Iterable[str]) -> Iterator[str]:
    """These scripts and all that they import, at once or later."""
    waiting, met = list(scripts), set(scripts)
    while waiting:
        script = waiting.pop()
        yield script
        for other in IMPORTED.findall(_text(script)):
            if other not in met:
                met.add(other)
                waiting.append(other)


@cache
def sentences_of(language: str, scripts: tuple[str, ...]) -> dict[str, str]:
    """What the scripts of a page say, by the English, as far as the language has it."""
    known = catalogue(language)
    said = {text for script in reached_from(scripts) for text in sentences_in(script)}
    return {text: known[text] for text in sorted(said & known.keys())}
