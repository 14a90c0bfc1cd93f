"""The hall: its first page, and the live tables over one socket protocol."""
