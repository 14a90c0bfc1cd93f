"""Paper for the hall as PDF files: score cards, table cards, lists, results and movement sheets."""

from rightbower.papers.printing.events import event_paper
from rightbower.papers.printing.leagues import league_paper

__all__ = ["event_paper", "league_paper"]
