"""A league in the browser: season page, desk of the night, playoffs, files."""
