"""The hall: play by any book in the browser."""

from rightbower.rules.extras import needs

needs("the hall", "starlette")
