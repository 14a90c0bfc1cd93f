"""Rule books: typed settings, each with the clause it comes from."""

from rightbower.rules.book.citation import Basis, Citation
from rightbower.rules.book.load import BookError, load, names, overlay, read
from rightbower.rules.book.rulebook import LAWS, RuleBook

__all__ = [
    "LAWS",
    "Basis",
    "BookError",
    "Citation",
    "RuleBook",
    "load",
    "names",
    "overlay",
    "read",
]
