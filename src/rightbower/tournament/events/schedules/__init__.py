"""Schedules made in advance or round by round, for pairs, teams and single players.

A round is a tuple of tables and a table two sides of entrants, whatever the entrants are called.
"""

from rightbower.tournament.events.schedules.fair_draw import fair_round, fair_rounds
from rightbower.tournament.events.schedules.knockout import advance, bracket, matches
from rightbower.tournament.events.schedules.quality import Quality, in_words, quality
from rightbower.tournament.events.schedules.round_robin import round_robin, rounds_to_meet_all
from rightbower.tournament.events.schedules.shape import (
    Round,
    ScheduleError,
    Table,
    seated,
    sitting_out,
)
from rightbower.tournament.events.schedules.swiss import floaters, swiss_round
from rightbower.tournament.events.schedules.whist import chart_length, charts, whist

__all__ = [
    "Quality",
    "Round",
    "ScheduleError",
    "Table",
    "advance",
    "bracket",
    "chart_length",
    "charts",
    "fair_round",
    "fair_rounds",
    "floaters",
    "in_words",
    "matches",
    "quality",
    "round_robin",
    "rounds_to_meet_all",
    "seated",
    "sitting_out",
    "swiss_round",
    "whist",
]
