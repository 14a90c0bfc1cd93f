"""The study: the puzzle of the day on its felt, what today's games cost, and all else there is to learn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.rules.acts import Action, write_without_seat
from rightbower.study.lessons import TOPICS, PracticeState, Topic, to_come_again
from rightbower.study.puzzles import puzzle_of_day, shipped
from rightbower.study.reasons import SYMBOLS
from rightbower.web.common.rendering import render
from rightbower.web.hall.front_pages import hall_of, person_of, remembered
from rightbower.web.hall.hints import advised
from rightbower.web.hall.same_deals import SameResult, of_day, results, same_deals, today
from rightbower.web.study.drill_pages import practiced
from rightbower.web.study.positions import position
from rightbower.web.study.practice import given_to, studied
from rightbower.web.study.review_pages import costly_today

# Two cards that stand for a topic.
PICTURES: Final = {
    "first-seat": ("JS", "9S"),
    "second-seat": ("KH", "9H"),
    "third-seat": ("QD", "TD"),
    "dealer": ("JC", "AC"),
    "discards": ("TS", "QC"),
    "leads": ("AS", "KD"),
    "following": ("9H", "AC"),
    "loners": ("AD", "AH"),
    "endings": ("JH", "TC"),
}
# How high the highest column of a drawing is.
HIGH: Final = 72


class StudyTopic(Struct, frozen=True):
    """A topic as its card shows it: how many answers were right, and how many come again."""

    topic: Topic
    cards: tuple[str, str]
    right: int
    answers: int
    due: int

    @property
    def share(self) -> int:
        """How many of a hundred answers were right."""
        return round(100 * self.right / max(self.answers, 1))


class ResultColumn(Struct, frozen=True):
    """So many made so many points with the deal of the day."""

    points: int
    many: int
    high: int


def routes() -> list[BaseRoute]:
    """The address of the study."""
    return [Route("/study", study_page)]


async def study_page(request: Request) -> Response:
    """Where one learns; the puzzle of the day is answered here."""
    hall, person = hall_of(request), person_of(request)
    number = puzzle_of_day(datetime.now(UTC).date().toordinal())
    puzzle = shipped().puzzles[number]
    seen = puzzle.seen
    assert seen.seat is not None
    given = given_to(puzzle, request.query_params.get("a", ""))
    told = None
    if given is not None:
        told = await studied(request, advised, seen, given, puzzle.answer)
    topics = study_topics(await practiced(request))
    now = hall.clock()
    same = same_deals(of_day(today(now)), now)
    page = render(
        request,
        "study.html",
        today=today(now),
        number=number,
        puzzle=puzzle,
        you=seen.seat,
        seen=seen,
        here=position(seen, seen.seat, _way if given is None else None),
        chosen="" if given is None else write_without_seat(given),
        right=given == puzzle.answer,
        worth=[] if told is None else told.worth,
        why="" if told is None else SYMBOLS(told.why),
        marked=await costly_today(request),
        day_results=columns(await hall.reads(results, hall.journal, same)),
        topics=topics,
        due=sum(each.due for each in topics),
    )
    return remembered(request, page, person)


def _way(action: Action) -> str:
    """Where a choice leads."""
    return f"/study?{urlencode({'a': write_without_seat(action)})}#of-the-day"


def study_topics(practice: PracticeState) -> list[StudyTopic]:
    """Every topic with what somebody has answered."""
    again = to_come_again(practice)
    return [
        StudyTopic(
            each,
            PICTURES[each.name],
            practice.right.get(each.name, 0),
            practice.answers.get(each.name, 0),
            again[each.name],
        )
        for each in TOPICS
    ]


def columns(found: Sequence[SameResult]) -> list[ResultColumn]:
    """Results as columns, the fewest points first."""
    counts = Counter(each.total for each in found)
    most = max(counts.values(), default=1)
    return [
        ResultColumn(points, many, round(HIGH * many / most))
        for points, many in sorted(counts.items())
    ]
