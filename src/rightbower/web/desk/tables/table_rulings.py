"""The ruling assistant opened from a table; its points go to the game once the director agrees."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.referee.irregularities import TITLES
from rightbower.referee.remedies import AwardPoints, DeductPoints, LoseGame
from rightbower.referee.rulings import Ruling as Found
from rightbower.referee.rulings import RulingOption
from rightbower.referee.situation import Question
from rightbower.rules.book import RuleBook, load
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.commands.results import Rule
from rightbower.tournament.events.labels import side
from rightbower.tournament.events.state.entrants import EventError
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.forms import NOTHING, Form, form_of, page
from rightbower.web.desk.tables.table_page import round_of, table_of
from rightbower.web.state.access import desk_of, directed_event
from rightbower.web.state.accounts import signer
from rightbower.web.study.rulings import MOST_ANSWERS, ask_through, kind_of, ruling_values


async def table_ruling(request: Request) -> Response:
    """Ask what the ruling depends on, show it, and apply its points when the director agrees."""
    event = directed_event(request)
    table_of(request, event)
    if request.method != "POST":
        return await show(request)
    form = await form_of(request)
    try:
        await desk_of(request).do(event.id, *_agreed(request, form), by=signer(request))
    except Refusal as fault:
        return await show(request, sentence(fault), form)
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
    return ask_through(kind_of(what), book, request.query_params.getlist("a")[:MOST_ANSWERS])


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
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
        form,
        alone=True,
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
        ruling=ruling_values(ruling, book) if ruling is not None else None,
        scores=[bool(_effects(each)) for each in ruling.options] if ruling is not None else [],
        start=_path(request, "", []),
        back=_path(request, what, given[:-1]),
        here=_path(request, what, given),
        link=lambda answer: _path(request, what, [*given, answer]),
        pick=lambda kind: _path(request, kind, []),
    )


def _effects(option: RulingOption) -> list[AwardPoints | DeductPoints | LoseGame]:
    """What an option does to the score of the game."""
    return [
        each for each in option.remedies if isinstance(each, (AwardPoints, DeductPoints, LoseGame))
    ]


def _agreed(request: Request, form: Form) -> list[Rule]:
    """The rulings that follow when the director agrees."""
    event = directed_event(request)
    book = load(event.plan.book)
    _, found = _case(request, book)
    if not isinstance(found, Found):
        raise EventError("answer the questions first")
    offenders = side(form.get("side", ""))
    if offenders is None:
        raise EventError("say which side erred")
    option = found.option(form.get("option", ""))
    in_score = form.get("in_score") == "yes"
    at = (request.path_params["table"], round_of(request, event))
    why = found.says.rstrip(".")
    if effects := _effects(option):
        return [_written(each, offenders, book, at, why, in_score) for each in effects]
    # A ruling that changes no score is in the log all the same, with what was chosen.
    chosen = f" ({option.name})" if len(found.options) > 1 else ""
    clause = str(book.cite(found.paths[0]))
    return [Rule(at[0], str(offenders), "0", at[1], why + chosen, clause)]


def _written(
    remedy: AwardPoints | DeductPoints | LoseGame,
    offenders: int,
    book: RuleBook,
    at: tuple[int, int],
    why: str,
    in_score: bool,
) -> Rule:
    """A remedy as the event keeps it, with its clause."""
    table, round_ = at
    clause = str(book.cite(remedy.path))
    match remedy:
        case AwardPoints(points=points):
            return Rule(table, str(1 - offenders), f"+{points}", round_, why, clause, in_score)
        case DeductPoints(points=points):
            return Rule(table, str(offenders), f"-{points}", round_, why, clause, in_score)
        case LoseGame():
            return Rule(table, str(offenders), "lost", round_, why, clause)
