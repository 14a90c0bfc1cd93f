"""A league player who calls by the table that was made for a league player's cards."""

from __future__ import annotations

from rightbower.deal import Action, Phase
from rightbower.players.bidding_table import call_by_table
from rightbower.players.league import league
from rightbower.players.table_file import LEAGUE
from rightbower.view import View


def league_by_table(view: View) -> Action:
    """Calls by table, and buries and plays as a league player does."""
    if view.phase in (Phase.BURY, Phase.PLAY):
        return league(view)
    called = call_by_table(view, LEAGUE)
    return league(view) if called is None else called
