"""What a rule book says of a league: the fixture, forfeits, waivers, subs, protests and places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.book.settings import Count, Points


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
