"""The bots one can play against, in words for people."""

from __future__ import annotations

from typing import Final

USUAL: Final = "club"

# The name of a player, what it is called here, and what to expect of it.
STRENGTHS: Final[dict[str, tuple[str, str]]] = {
    "beginner": ("Beginners", "Know the rules, call with three trumps, and play high to win."),
    "club": ("Club players", "Keep the sayings of the card table, and forget what has gone."),
    "club-careful": ("Careful club players", "Call only with a strong hand."),
    "club-bold": ("Bold club players", "Call often, and go alone sooner."),
    "league": ("League players", "Sound in their calls and in their play."),
    "league-table": (
        "League players by the table",
        "Call near equilibrium, and play as the league.",
    ),
    "expert-quick": ("Quick experts", "Try the unseen cards out in some ways before each choice."),
    "expert": ("Experts", "Try them out in many more ways; each takes a moment to think."),
    "expert-1": (
        "First experts",
        "The expert that others are measured by, under a name of its own.",
    ),
    "master": ("Masters", "Call by the table and weigh cards as the strongest we have."),
}
