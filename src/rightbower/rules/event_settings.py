"""What a book says of events and of leagues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.settings import Count, Points


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
        "double knock-out",
        "losers move",
        "mitchell",
        "howell",
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
    low_prize: Literal["all rounds", "everyone still here", "everyone"] = "everyone"
    sat_out: Points | Literal["average"] = 0
    unconfirmed: Literal["waits", "counts"] = "waits"


EVENT_TOPICS: Final[Mapping[str, type[Struct]]] = {
    "entering": Entering,
    "movement": Movement,
    "standings": Ranking,
}


class LeaguePlay(Struct, frozen=True):
    """A season of fixtures, from the waivers to the playoffs.

    ``forfeit_minutes`` are the marks at which an absent team loses one game more; where there are
    fewer marks than games, the last mark loses all that are left.
    """

    games: Count
    all_played: bool
    players: Count
    officer_on_site: bool
    sheets: Literal["one for each game", "none"]
    forfeit_minutes: tuple[Count, ...]
    forfeit_at: Literal["at the mark", "after the mark"]
    forfeit_points: Points
    both_absent: Literal["both lose", "not played"]
    unsigned: Literal["present", "absent"]
    notice: Literal["sub or new date", "nothing"]
    offence: Literal["a fixture", "a game", "a whole fixture"]
    offences_in: Literal["season", "season and playoffs"]
    playoff_removal_from: Count
    league_removal_from: Count
    guarantee_until: Points
    waiver: Literal["everyone", "nobody"]
    waiver_due_week: Count
    late_signing: Literal["with the officer", "refused"]
    roster: Literal["waiver list", "anyone"]
    later_names: Literal["subs", "roster"]
    roster_frozen: Literal["at the playoffs", "never"]
    subs: Literal["season only", "always", "never"]
    protest_before: Literal["the start", "the result"]
    protest_evidence: Literal["name and email", "none"]
    eligibility_protests: Literal["playoffs", "always", "never"]
    other_protests: Literal["playoffs", "always", "never"]
    upheld: Literal["game forfeited", "officer decides"]
    later_games: Literal["may be moved", "stand"]
    sanctions: Literal["suspension or ejection", "none"]
    dishonesty: Literal["expulsion or forfeit", "none"]
    rule_changes: Literal["announced", "none"]
    ranking: Literal["games won", "fixtures won"]
    level: str
    playoffs: Literal["single elimination", "none"]
    # Leagues from before these settings were there have what was done then.
    unequal: Literal["as they are", "by share"] = "as they are"
    leaving: Literal["officer chooses", "results stand"] = "officer chooses"
    corrected: Literal["bracket stays", "drawn again"] = "bracket stays"


LEAGUE_TOPICS: Final[Mapping[str, type[Struct]]] = {"league": LeaguePlay}
