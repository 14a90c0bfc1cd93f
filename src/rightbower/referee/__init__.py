"""The referee: what goes wrong at a table, and what the book says of it."""
