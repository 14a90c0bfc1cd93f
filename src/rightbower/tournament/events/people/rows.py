"""A list of names given as rows: each is read, and what is wrong with it is said beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.events.people.eligibility import names, objection, unchecked
from rightbower.tournament.events.state.entrants import (
    Entrant,
    EventError,
    Player,
    read_date,
    read_names,
)
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.people_facts import Added
from rightbower.tournament.history import Preview, yes_or_no
from rightbower.tournament.names import looks_like


class EntrantRow(Struct, frozen=True):
    """One row as it was read; an empty ``fault`` means that it can be added."""

    row: int
    entrant: Entrant
    fault: str = ""
    remark: str = ""


def preview(
    event: Event,
    rows: Sequence[Mapping[str, str]],
    numbers: Sequence[int] = (),
    faults: Sequence[str] = (),
) -> Preview[EntrantRow]:
    """Read rows by their headings; nothing is changed. Rows with nothing in them are passed over.

    ``numbers`` are the rows' places in their file, from 1 on where they are not given, ``faults``
    what is known to be wrong with them.
    """
    taken = names(event)
    lines: list[EntrantRow] = []
    good: list[Entrant] = []
    places = numbers or range(1, len(rows) + 1)
    for row, cells, fault in zip(places, rows, faults or [""] * len(rows), strict=True):
        if not fault and not any(str(value or "").strip() for value in cells.values()):
            continue
        number = len(event.entrants) + len(good) + 1
        line = _read(event, row, number, cells, taken, good)
        line = replace(line, fault=fault) if fault else line
        lines.append(line)
        if not line.fault:
            good.append(line.entrant)
            taken |= {looks_like(player.name): number for player in line.entrant.players}
    return Preview(tuple(lines))


def add_rows(event: Event, rows: Sequence[Mapping[str, str]]) -> Added:
    """The good rows put on the list; refused when there is none."""
    event.require_open()
    found = preview(event, rows).good
    if not found:
        raise EventError("no row can be added")
    return Added(tuple(line.entrant for line in found))


def _read(
    event: Event,
    row: int,
    number: int,
    cells: Mapping[str, str],
    taken: dict[str, int],
    before: Sequence[Entrant],
) -> EntrantRow:
    found = {looks_like(str(key)): str(value or "").strip() for key, value in cells.items()}
    written = read_names(found.get("name", "")) + read_names(found.get("partner", ""))
    try:
        players = tuple(_player(name, place, found) for place, name in enumerate(written))
        floater = bool(yes_or_no(found.get("floater", ""), EventError))
    except EventError as fault:
        return EntrantRow(row, Entrant(number, tuple(map(Player, written))), str(fault))
    entrant = Entrant(number, players, floater=floater)
    if reason := objection(event, entrant, taken, before):
        return EntrantRow(row, entrant, reason)
    missing = unchecked(event, entrant)
    remark = f"no birth date for {' and '.join(missing)}" if missing else ""
    return EntrantRow(row, entrant, remark=remark)


def _player(name: str, place: int, found: Mapping[str, str]) -> Player:
    prefix = "partner " if place else ""
    born = found.get(f"{prefix}born", "")
    if born:
        born = read_date(born).isoformat()
    return Player(
        name, born, yes_or_no(found.get(f"{prefix}member", ""), EventError), found.get("zone", "")
    )
