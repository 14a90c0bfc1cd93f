"""Every act and question of events, leagues and clubs as people are told of it, in one listing.

``python -m tournament.listing`` (in ``tests``) writes it anew: read the difference before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from in_english import english
from rightbower.office.contests import CONTESTS
from rightbower.tournament.commands import Command, Query, Request, says
from rightbower.tournament.events.event import KINDS
from rightbower.tournament.events.labels import CLUB_PAPERS, EVENT_PAPERS, LEAGUE_PAPERS
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.reading import FieldOf, fields_of
from rightbower.tournament.ties import TIE_BREAKS

FILE = Path(__file__).with_name("listing.txt")


def listing() -> str:
    """All of it."""
    return "\n".join((*_contests(), *_tables())) + "\n"


def _contests() -> Iterator[str]:
    for word, contest in CONTESTS.items():
        every = {"(open)": contest.opening, **contest.requests()}
        yield f"== {word}"
        for name, request in sorted(every.items()):
            if request.__module__.startswith(
                (
                    "rightbower.tournament.events.",
                    "rightbower.tournament.league.",
                    "rightbower.tournament.club.",
                )
            ):
                yield f"{name}: {says(request)}{_marks(request)}"
                yield from (f"   {_told(each)}" for each in fields_of(request))


def _marks(request: type[Request]) -> str:
    found = []
    if issubclass(request, Command):
        found += ["asks first"] * request.asks_first + ["slow"] * request.slow
    if issubclass(request, Query):
        found += ["public"] * request.public
    return f" [{', '.join(found)}]" if found else ""


def _told(each: FieldOf) -> str:
    meta = each.meta
    limits = [f"{word} {value}" for word, value in (("from", meta.ge), ("to", meta.le), ("letters", meta.max_length)) if value is not None]  # fmt: skip
    extra = [f"{key} {value!r}" for key, value in (meta.extra or {}).items()]
    marks = ", ".join(["needed"] * each.required + ["a word"] * each.a_word + limits + extra)
    choices = f" {'/'.join(each.choices)}" if each.choices else ""
    return f"{each.name} = {each.title}: {each.text}{choices} [{marks}]"


def _tables() -> Iterator[str]:
    yield "== presets"
    for name, each in PRESETS.items():
        yield f"{name} = {each.title} ({each.book}): {each.says} {dict(each.changes)}"
    yield "== movements"
    for kind, movement in KINDS.items():
        yield f"{kind}: {english(movement)}"
    yield "== tie-breaks"
    for step, tie in TIE_BREAKS.items():
        yield f"{step}: {tie.says!r} among={tie.among} by_hand={tie.by_hand} only={tie.only} more={tie.more_is_better}"  # fmt: skip
    yield "== papers"
    for papers in (EVENT_PAPERS, LEAGUE_PAPERS, CLUB_PAPERS):
        yield from (f"{name}: {text}" for name, text in papers.items())


if __name__ == "__main__":
    FILE.write_text(listing(), "utf-8")
