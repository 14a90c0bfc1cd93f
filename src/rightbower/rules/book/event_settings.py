"""What a rule book says of a day's event: who takes part, how they move, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.book.settings import Count, Points


class Entering(Struct, frozen=True):
    """Who may take part, and how first places are assigned."""

    unit: Literal["pair", "individual", "team"]
    least_age: Count | None
    age_by: Literal["31 December", "the day itself"]
    active_members: Literal["zone playoffs", "never"]
    zone_pairs: Count | None
    zone_people: Count | None
    singles: Literal["cut for partners", "none"]
    places: Literal["draw or first free", "draw"]
    # Plans from before these settings were there have what was done then.
    zone_freed: Literal["before play", "always"] = "always"
    zone_substitutes: Literal["same zone", "any zone"] = "any zone"


class Movement(Struct, frozen=True):
    """Who goes where between two rounds."""

    kind: Literal[
        "A up",
        "host's deck",
        "winners part",
        "fixtures",
        "full round robin",
        "whist chart",
        "fair draw",
        "swiss",
        "knock-out",
    ]
    rounds: Count | None
    fewer_rounds: bool
    letter: Literal["first dealer's pair is A", "none"]
    b_down: bool
    both: Literal["refused", "repaired"]
    deal: Literal["cut again", "first jack", "first black jack", "losers cut"]
    draw_card: Literal["rank and suit", "number"]
    go_up: Literal["N and E", "S and W"]
    losers: Literal["split", "stay partners"]
    comes_up: Literal["opposite the first dealer", "opposite the second dealer"]
    drawn_game: Literal["higher cut moves", "lower cut moves"]
    sitters: bool
    sitters_partner: Literal["goes up", "goes down"]
    left_seat: Literal["on the sitter's left", "on the sitter's right"]
    sitters_deal: Literal["higher cut", "lower cut"]
    marked_first: bool
    returning: Literal["plays again", "sits out"] = "plays again"


class Ranking(Struct, frozen=True):
    """What is written down, what counts, and what parts those who are tied.

    Those level are parted by the steps named, in their order, with commas between them; the clauses
    of such a setting are those of its steps, and its X- or G- number belongs to the last.
    """

    ranking: Literal["games won", "points made", "event points", "rounds survived"]
    win: Points | None
    draw: Points | None
    loss: Points | None
    record: Literal["master card", "personal cards", "score cards", "score sheet"]
    winner_entered: Literal["target", "points made"]
    two_level: str
    three_level: str
    more_level: str
    playoff: Literal["final loser second", "shared second"]
    low_wins: bool
    hand_in: Literal["optional", "required", "none"]
    # Plans from before these settings were there have what was done then.
    low_prize: Literal["all rounds", "everyone"] = "everyone"
    sat_out: Points | Literal["average"] = 0
    unconfirmed: Literal["waits", "counts"] = "waits"


EVENT_TOPICS: Final[Mapping[str, type[Struct]]] = {
    "entering": Entering,
    "movement": Movement,
    "standings": Ranking,
}
