"""Paper for the hall as PDF files: score cards, table cards, lists, results and movement sheets."""

from rightbower.rules.extras import needs

needs("paper", "reportlab")
