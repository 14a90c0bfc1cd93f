"""Lists in from CSV and XLSX with a preview, and tables out to both."""
