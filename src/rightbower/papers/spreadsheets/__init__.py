"""Lists in from CSV and XLSX with a preview, and tables out to both."""

from rightbower.papers.spreadsheets.cells import SpreadsheetError, cells_of
from rightbower.papers.spreadsheets.events import event_pages
from rightbower.papers.spreadsheets.leagues import league_pages
from rightbower.papers.spreadsheets.reading import Column, ListPreview, Row, read
from rightbower.papers.spreadsheets.writing import Cell, Page, write_csv, write_xlsx

__all__ = [
    "Cell",
    "Column",
    "ListPreview",
    "Page",
    "Row",
    "SpreadsheetError",
    "cells_of",
    "event_pages",
    "league_pages",
    "read",
    "write_csv",
    "write_xlsx",
]
