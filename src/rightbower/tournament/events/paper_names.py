"""The papers there are for an event, a league and a club: their names, and what each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EVENT_PAPERS: Final[Mapping[str, str]] = {
    "pack": "everything for the night in one file: sign-in, tables, cards, master card",
    "sign-in": "the sheet at the door",
    "table-cards": "a card for each table with the movement in words and the phones' code",
    "round-cards": "a small card for each table with who sits there this round",
    "score-cards": "an empty card for each player or pair",
    "master-card": "the director's card of all rounds and tables",
    "movement": "the rounds by table and by name, and their quality",
    "personal-cards": "everyone's card with what was played filled in",
    "results": "the places with their reasons, and the prizes",
    "certificates": "a certificate for each of the first three places and each prize",
}
LEAGUE_PAPERS: Final[Mapping[str, str]] = {
    "table": "the league table, each place with its reason",
    "fixtures": "the fixtures and their results",
    "score-sheets": "a sheet for each game still to be played",
    "rosters": "all players by team, to be ticked and signed",
}
CLUB_PAPERS: Final[Mapping[str, str]] = {
    "season": "the table of a season, each total with its reason, and statistics",
}
