"""What each one at a table is shown, and how it is put in words."""
