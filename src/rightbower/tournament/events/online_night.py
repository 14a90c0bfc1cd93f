"""A club night played online: when the doors open, who is let in late, and that people say they are here themselves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET
from msgspec.structs import replace

from rightbower.rules.message import Message, Quoted, message
from rightbower.tournament.commands import Now, field, local
from rightbower.tournament.contest import Fact
from rightbower.tournament.dates import when_text
from rightbower.tournament.events.acts import EventCommand, Who
from rightbower.tournament.events.attendance import check_in
from rightbower.tournament.events.clock import OnlineNight
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import entrant

Doors = Literal["ahead", "open", "shut"]


class OnlineNightSet(Fact, frozen=True, tag="online-night-set"):
    """All tables are in the hall, whose doors open at a time; or no longer."""

    opens: str
    late: int
    mode: Literal["strict", "as-at-the-table"]

    def apply(self, state: Event, at: float) -> Event:
        if not self.opens:
            return replace(state, hall=UNSET)
        began = state.night.began if state.night else 0.0
        return replace(state, hall=OnlineNight(self.opens, self.late, self.mode, began))

    def says(self, state: Event) -> Message:
        if not self.opens:
            return message("not played in the hall any more")
        return message(
            "played in the hall: the doors open {when}, {minutes} {minutes|minute|minutes} for latecomers",
            when=when_text(self.opens),
            minutes=self.late,
        )


def doors(event: Event, at: float) -> Doors:
    """How the doors of an online night are; open where it is none."""
    night = event.night
    if night is None:
        return "open"
    if night.began and at > night.began + 60 * night.late:
        return "shut"
    return "open" if night.began or local(at) >= night.opens else "ahead"


def shut_out(event: Event, at: float) -> Message | None:
    """Why nobody is let in any more."""
    night = event.night
    if night is None or doors(event, at) != "shut":
        return None
    return message(
        "the doors closed {minutes} {minutes|minute|minutes} after the first card",
        minutes=night.late,
    )


class SetOnlineNight(EventCommand, frozen=True, tag="online-night"):
    """Play all tables in the hall, whose doors open at a time."""

    opens: Annotated[str, field("The doors open", "Such as 2027-01-12T19:00; nothing ends it.")] = (
        ""
    )
    late: Annotated[
        int,
        field("Minutes for latecomers", "So long after the first card people come in, and a chair is kept.",
              limits={"ge": 0, "le": 120}),
    ] = 10  # fmt: skip
    mode: Annotated[
        Literal["strict", "as-at-the-table"],
        field("How strict", "A wrong play is refused, or slips happen and are ruled on."),
    ] = "strict"

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        state.require_open()
        if (game := state.plan.other) is not None:
            raise EventError(message("the hall deals Euchre, not {game}", game=Quoted(game.title)))
        opens = _time(self.opens)
        night = state.night
        if not opens and night is None:
            raise EventError(message("it is not played in the hall"))
        if night and (night.opens, night.late, night.mode) == (opens, self.late, self.mode):
            raise EventError(message("this is settled so already"))
        yield OnlineNightSet(opens, self.late, self.mode)


def _time(text: str) -> str:
    """A local time to the minute; nothing where none is said."""
    if not text.strip():
        return ""
    try:
        return datetime.fromisoformat(text.strip()).isoformat("T", "minutes")
    except ValueError:
        raise EventError(
            message("{text} is not a time; write 2027-01-12T19:00", text=repr(text[:20]))
        ) from None


class ComeIn(EventCommand, frozen=True, tag="signup-here"):
    """Say that somebody on the list is here, once the doors of an online night are open."""

    who: Who

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if (night := state.night) is None:
            raise EventError(message("it is not played in the hall"))
        if reason := shut_out(state, now.at):
            raise EventError(reason)
        if doors(state, now.at) == "ahead":
            raise EventError(message("the doors open {when}", when=when_text(night.opens)))
        yield check_in(state, [entrant(state, self.who)])
