"""Lists in from CSV and XLSX with a preview, and tables out to both."""

from rightbower.spreadsheets.cells import SpreadsheetError, cells_of
from rightbower.spreadsheets.events import event_pages
from rightbower.spreadsheets.leagues import league_pages
from rightbower.spreadsheets.reading import Column, ListPreview, Row, read
from rightbower.spreadsheets.writing import Cell, Page, write_csv, write_xlsx

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
