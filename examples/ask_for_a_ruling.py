"""Something went wrong at a table: ask the referee what the book says."""

from rightbower.referee.irregularities import Kind
from rightbower.referee.judges import interview
from rightbower.referee.rulings import Question, report, report_lines
from rightbower.rules.book import load

# What the director would be asked in the hall, and what she answers.
ANSWERS = {
    "proof": "shown",
    "before trick quitted": "no",
    "before another card": "no",
    "before next lead": "no",
    "before next turn-up": "yes",
    "lone": "nobody",
    "makers": "other side",
}


def answer(question: Question) -> str:
    """Print the question and give the answer."""
    print(f"  {question.words} {ANSWERS[question.name]}")
    return ANSWERS[question.name]


for name in ("alberta-55plus", "charity-social", "sportcial-league", "national-2025"):
    book = load(name)
    print(f"\nA revoke by the defenders, by {book.title}:")
    ruling, _ = interview(Kind.REVOKE, book, answer)
    for line in report_lines(report(ruling, book)):
        print(f"    {line}")
