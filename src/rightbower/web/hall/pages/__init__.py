"""The pages of the hall: first page, opening a table, a table."""
