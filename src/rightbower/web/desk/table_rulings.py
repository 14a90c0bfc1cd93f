"""The ruling assistant opened from a table; its points go to the game once the director agrees."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.book import RuleBook, load
from rightbower.events import results
from rightbower.events.entrants import EventError
from rightbower.events.event import Ruling
from rightbower.referee.facts import TITLES
from rightbower.referee.questions import Question
from rightbower.referee.remedies import Award, Deduct, LoseGame
from rightbower.referee.ruling import Option
from rightbower.referee.ruling import Ruling as Found
from rightbower.web.desk.at_table import round_of, side_of, table_of
from rightbower.web.desk.desk import Decide
from rightbower.web.desk.doors import desk_of, directed_event
from rightbower.web.desk.frame import Form, form_of, page, sentence
from rightbower.web.study.rulings import MOST_ANSWERS, kind_of, shown, walk


async def table_ruling(request: Request) -> Response:
    """Ask what the ruling depends on, show it, and apply its points when the director agrees."""
    event = directed_event(request)
    table_of(request, event)
    if request.method == "GET":
        return await show(request)
    form = await form_of(request)
    try:
        decide = _agreed(request, form)
        await desk_of(request).write(event.id, event.plan.officer, *decide)
    except ValueError as fault:
        return await show(request, sentence(fault), 422, form)
    where = f"table/{request.path_params['table']}?round={round_of(request, event)}"
    return RedirectResponse(f"/events/{event.id}/desk/{where}", 303)


def _path(request: Request, what: str, answers: list[str]) -> str:
    """The address of this case."""
    event = directed_event(request)
    pairs = [("round", str(round_of(request, event)))]
    pairs += [("what", what)] if what else []
    pairs += [("a", each) for each in answers]
    return f"{request.url.path}?{urlencode(pairs)}"


def _case(request: Request, book: RuleBook) -> tuple[list[tuple[str, str]], Found | Question]:
    what = request.query_params.get("what", "")
    return walk(kind_of(what), book, request.query_params.getlist("a")[:MOST_ANSWERS])


async def show(
    request: Request, fault: str = "", status: int = 200, form: Form | None = None
) -> Response:
    """The question now due, or the ruling."""
    event = directed_event(request)
    table, book = table_of(request, event), load(event.plan.book)
    what = request.query_params.get("what", "")
    given = request.query_params.getlist("a")[:MOST_ANSWERS]
    asked, found = _case(request, book) if what else ([], None)
    ruling = found if isinstance(found, Found) else None
    return await page(
        request,
        "desk_ruling.html",
        "round",
        fault,
        status,
        alone=True,
        form=form or {},
        table=table,
        round=round_of(request, event),
        names=[event.name_of(*side) for side in table.sides],
        sides=event.plan.side_names,
        book=book,
        kinds=TITLES,
        title=TITLES[kind_of(what)] if what else "",
        what=what,
        given=given,
        asked=asked,
        question=found if isinstance(found, Question) else None,
        ruling=shown(ruling, book) if ruling is not None else None,
        scores=[bool(_effects(each)) for each in ruling.options] if ruling is not None else [],
        start=_path(request, "", []),
        back=_path(request, what, given[:-1]),
        here=_path(request, what, given),
        link=lambda answer: _path(request, what, [*given, answer]),
        pick=lambda kind: _path(request, kind, []),
    )


def _effects(option: Option) -> list[Award | Deduct | LoseGame]:
    """What an option does to the score of the game."""
    return [each for each in option.remedies if isinstance(each, (Award, Deduct, LoseGame))]


def _agreed(request: Request, form: Form) -> list[Decide]:
    """The facts that follow when the director agrees."""
    event = directed_event(request)
    book = load(event.plan.book)
    _, found = _case(request, book)
    if not isinstance(found, Found):
        raise EventError("answer the questions first")
    offenders = side_of(form.get("side", ""))
    if offenders is None:
        raise EventError("say which side erred")
    option = found.option(form.get("option", ""))
    in_score = form.get("in_score") == "yes"
    rulings = [
        _written(each, offenders, book, found.says, in_score) for each in _effects(option)
    ] or [_without_points(option, offenders, book, found)]
    number, round_ = request.path_params["table"], round_of(request, event)

    def rule(ruling: Ruling) -> Decide:
        return lambda now: results.rule(now, number, ruling, round_=round_)

    return [rule(each) for each in rulings]


def _without_points(option: Option, offenders: int, book: RuleBook, found: Found) -> Ruling:
    """A ruling that changes no score is in the log all the same, with what was chosen."""
    chosen = f" ({option.name})" if len(found.options) > 1 else ""
    why = found.says.rstrip(".") + chosen
    return Ruling(offenders, clause=str(book.cite(found.paths[0])), why=why)


def _written(
    remedy: Award | Deduct | LoseGame, offenders: int, book: RuleBook, says: str, in_score: bool
) -> Ruling:
    """A remedy as the event keeps it, with its clause."""
    clause, why = str(book.cite(remedy.path)), says.rstrip(".")
    match remedy:
        case Award(points=points):
            return Ruling(1 - offenders, points, False, in_score, clause, why)
        case Deduct(points=points):
            return Ruling(offenders, -points, False, in_score, clause, why)
        case LoseGame():
            return Ruling(offenders, 0, True, False, clause, why)
