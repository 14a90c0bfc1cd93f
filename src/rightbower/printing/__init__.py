"""Paper for the hall as PDF files: score cards, table cards, lists, results and movement sheets."""

from rightbower.printing.cards import progressive_card, score_cards, social_card
from rightbower.printing.lists import master_card, movement_sheet, sign_in, standings
from rightbower.printing.papers import (
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
    Standings,
    TableCard,
)
from rightbower.printing.table_cards import table_cards

__all__ = [
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
    "Standings",
    "TableCard",
    "master_card",
    "movement_sheet",
    "progressive_card",
    "score_cards",
    "sign_in",
    "social_card",
    "standings",
    "table_cards",
]
