"""Paper for the hall as PDF files: score cards, table cards, lists, results and movement sheets."""

from rightbower.events.paper_names import EVENT_PAPERS, LEAGUE_PAPERS
from rightbower.printing.cards import progressive_card, score_cards, social_card
from rightbower.printing.events import event_paper, event_papers
from rightbower.printing.leagues import league_paper, league_papers
from rightbower.printing.lists import (
    fixture_list,
    master_card,
    movement_sheet,
    sign_in,
    standings,
)
from rightbower.printing.papers import (
    FixtureLine,
    FixtureWeek,
    Heading,
    MasterCard,
    MasterGame,
    MasterRound,
    MovementSheet,
    Paper,
    PlaceLine,
    RoundSheet,
    ScoreCard,
    Seats,
    SignIn,
    SignInLine,
    StandingsPaper,
    TableCard,
)
from rightbower.printing.table_cards import table_cards

__all__ = [
    "EVENT_PAPERS",
    "LEAGUE_PAPERS",
    "FixtureLine",
    "FixtureWeek",
    "Heading",
    "MasterCard",
    "MasterGame",
    "MasterRound",
    "MovementSheet",
    "Paper",
    "PlaceLine",
    "RoundSheet",
    "ScoreCard",
    "Seats",
    "SignIn",
    "SignInLine",
    "StandingsPaper",
    "TableCard",
    "event_paper",
    "event_papers",
    "fixture_list",
    "league_paper",
    "league_papers",
    "master_card",
    "movement_sheet",
    "progressive_card",
    "score_cards",
    "sign_in",
    "social_card",
    "standings",
    "table_cards",
]
