"""Rule books: typed settings, each with the clause it comes from."""

from rightbower.rules.book.load import read

__all__ = ["read"]
