"""The papers there are for an event, a league and a club: their names, and what each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class PaperOf(NamedTuple):
    """A paper that can be asked for by its name, and what it is."""

    does: str


EVENT_PAPERS: Final[Mapping[str, PaperOf]] = {
    "pack": PaperOf("everything for the night in one file: sign-in, tables, cards, master card"),
    "sign-in": PaperOf("the sheet at the door"),
    "table-cards": PaperOf("a card for each table with the movement in words and the phones' code"),
    "round-cards": PaperOf("a small card for each table with who sits there this round"),
    "score-cards": PaperOf("an empty card for each player or pair"),
    "master-card": PaperOf("the director's card of all rounds and tables"),
    "movement": PaperOf("the rounds by table and by name, and their quality"),
    "personal-cards": PaperOf("everyone's card with what was played filled in"),
    "results": PaperOf("the places with their reasons, and the prizes"),
    "certificates": PaperOf("a certificate for each of the first three places and each prize"),
}
LEAGUE_PAPERS: Final[Mapping[str, PaperOf]] = {
    "table": PaperOf("the league table, each place with its reason"),
    "fixtures": PaperOf("the fixtures and their results"),
    "score-sheets": PaperOf("a sheet for each game still to be played"),
    "rosters": PaperOf("all players by team, to be ticked and signed"),
}
CLUB_PAPERS: Final[Mapping[str, PaperOf]] = {
    "season": PaperOf("the table of a season, each total with its reason, and statistics"),
}
