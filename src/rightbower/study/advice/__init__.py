"""What each option is worth and why, and the review of a finished game."""

from rightbower.study.advice.explaining import Explanation, explain
from rightbower.study.advice.options import ADVISING_WORLDS, advise, described, situation
from rightbower.study.advice.review import Comment, annotated, moment, review, reviews

__all__ = [
    "ADVISING_WORLDS",
    "Comment",
    "Explanation",
    "advise",
    "annotated",
    "described",
    "explain",
    "moment",
    "review",
    "reviews",
    "situation",
]
