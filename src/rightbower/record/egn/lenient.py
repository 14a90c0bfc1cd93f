"""Files as they are found: older names, other spellings, blanks, and keys that nobody here knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import msgspec
from msgspec import Struct

from rightbower.record.egn.schema import FILE_TYPE, EgnError, EgnFile
from rightbower.rules.cards import Seat, Suit

# Keys without which a deal cannot be replayed: what is wrong with them is never passed over.
NEEDED: Final = frozenset(
    ("fileType", "version", "metadata", "initialScore", "deals", "initialState", "dealer")
) | {"upCard", "phases", "type", "calls", "tricks"}
CARDS: Final = frozenset(("upCard", "discard", "kitty", "playerCards", "tricks", "cards"))
CALLS: Final = {
    "pass": "Pass",
    "order": "Order",
    "order up": "Order",
    "pick up": "Order",
    **{suit.name.lower(): suit.letter.lower() for suit in Suit},
}
BLANKS: Final[tuple[object, ...]] = (None, "", [], {})
# More than this many keys of the wrong kind is another kind of file.
MOST_PASSED_OVER: Final = 200
MOST_NAMED: Final = 8
LONGEST_KEY: Final = 40


class ParsedFile(Struct, frozen=True):
    """A file as it stands, what is understood of it, and in one line what is not."""

    data: dict[str, Any]
    file: EgnFile
    remark: str


def parse(text: str) -> ParsedFile:
    """The file in a text; refuse what is not the notation and what no game can do without."""
    try:
        data = msgspec.json.decode(text.removeprefix("\ufeff"))
        if not isinstance(data, dict):
            raise EgnError("the file does not hold one object with fileType, version and so on")
        if data.get("fileType") != FILE_TYPE:
            raise EgnError(f"fileType is {_shown(data.get('fileType'))}, not {FILE_TYPE!r}")
        tidy = tidied(data)
        file = typed(tidy)
        return ParsedFile(data, file, not_understood(tidy, file))
    except msgspec.DecodeError as fault:
        raise EgnError(f"this is not whole JSON: {fault}") from None
    except RecursionError:
        raise EgnError("this is not the notation: it is nested too deeply") from None


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) and len(value) < 80 else "missing or not a name"


def tidied(data: dict[str, Any]) -> dict[str, Any]:
    """The file with today's names of keys, usual spellings of cards and calls, and four players."""
    tidy = {_name(key): _tidied(_name(key), value) for key, value in data.items()}
    if isinstance(tidy.get("version"), float | int):
        tidy["version"] = str(tidy["version"])
    about = tidy.get("metadata")
    if isinstance(about, dict) and isinstance(about.get("players"), list):
        names = about["players"]
        names += [None] * (len(Seat) - len(names))
        words = [seat.word for seat in Seat] + [""] * len(names)
        about["players"] = [
            word if name is None else name for name, word in zip(names, words, strict=False)
        ]
    return tidy


def _name(key: str) -> str:
    """The key as it is spelled since 1.2: ``initial_state`` is ``initialState``."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), key)


def _tidied(name: str, value: Any) -> Any:
    if name == "ruleset":
        return deepcopy(value)
    if name in CARDS:
        return _cards(value)
    if name == "calls" and isinstance(value, list):
        return [_call(each) if isinstance(each, str) else each for each in value]
    if isinstance(value, dict):
        return {_name(key): _tidied(_name(key), each) for key, each in value.items()}
    if isinstance(value, list):
        return [_tidied("", each) for each in value]
    return value


def _call(text: str) -> str:
    word = text.strip().lower()
    return CALLS.get(word, word)


def _cards(value: Any) -> Any:
    """A card, a hand or hands with each card as rank and suit; a blank card is not known."""
    if isinstance(value, list):
        return [_cards("Xx" if each in ("", None) else each) for each in value]
    if not isinstance(value, str):
        return value
    text = value.strip().replace("10", "T")
    return text[:1].upper() + text[1:]


def typed(tidy: dict[str, Any]) -> EgnFile:
    """The file's values, those of the wrong kind passed over where a game can do without them."""
    work = deepcopy(tidy)
    for _ in range(MOST_PASSED_OVER):
        try:
            return msgspec.convert(work, EgnFile)
        except msgspec.ValidationError as fault:
            if not _pass_over(work, str(fault)):
                raise EgnError(_sentence(str(fault))) from None
    raise EgnError(f"more than {MOST_PASSED_OVER} keys are not of the kind the notation has")


def _pass_over(work: Any, fault: str) -> bool:
    """Take out the innermost key on the way to a fault that is not needed; say whether one was."""
    way: list[Any] = [int(place or 0) if place else key for key, place in _steps(fault)]
    known = [number for number, step in enumerate(way) if isinstance(step, str)]
    for number in reversed(known):
        if way[number] not in NEEDED:
            for step in way[:number]:
                work = work[step]
            return work.pop(way[number], None) is not None
    return False


def _steps(fault: str) -> list[tuple[str, str]]:
    """The keys and places on the way to a fault, the way of a map's own keys left out."""
    way = fault.partition(" - at `$")[2].partition("[...]")[0]
    return re.findall(r"\.(\w+)|\[(\d+)\]", way)


def _sentence(fault: str) -> str:
    """msgspec's complaint with the place first."""
    problem, _, place = fault.partition(" - at ")
    problem = problem.replace("Object missing required field", "this key is missing:")
    problem = re.sub(r"Expected `str` matching regex.*", "this is not how it is written", problem)
    found = re.search(r"\$\.?([^`]*)", place)
    where = found[1] if found else ""
    return f"{where or 'the file'}: {problem}"


def not_understood(tidy: dict[str, Any], file: EgnFile) -> str:
    """The keys that were passed over, in one line; nothing where there are none."""
    names = list(dict.fromkeys(_strange(tidy, msgspec.to_builtins(file), "")))
    if not names:
        return ""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"not understood, and kept as it is: {', '.join(names[:MOST_NAMED])}{more}"


def _strange(data: Any, known: Any, where: str) -> Iterator[str]:
    """The place of each key that is in the file and not among what is known of it."""
    if isinstance(data, dict) and isinstance(known, dict):
        for key, value in data.items():
            # A key may hold anything; the remark stays on one line.
            short = " ".join(key.split())[:LONGEST_KEY]
            at = f"{where}.{short}" if where else short
            if key in known:
                yield from _strange(value, known[key], at)
            elif value not in BLANKS:
                yield at
    elif isinstance(data, list) and isinstance(known, list | tuple):
        for each, other in zip(data, known, strict=False):
            yield from _strange(each, other, f"{where}[]")
