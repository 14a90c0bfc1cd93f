"""The hall: play by any book in the browser."""
