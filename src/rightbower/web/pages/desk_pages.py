"""One frame under every officer's desk: a page is shown; what a button says is read, asked about, done, and one goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command, CommandsDone, declared
from rightbower.tournament.contest import Contest
from rightbower.tournament.reading import from_form
from rightbower.web.common.refusal import sentence, status_of
from rightbower.web.common.rendering import render
from rightbower.web.pages.acts import Acts
from rightbower.web.state.access import desk_of
from rightbower.web.state.accounts import signer

LONGEST = 400
MOST_TEXT = 200_000
Values = Mapping[str, Any]
C = TypeVar("C", bound=Command)


class FilledForm(Struct, frozen=True):
    """The fields of a form, and a file that came with them."""

    fields: tuple[tuple[str, str], ...] = ()
    file: bytes = b""

    def text(self, name: str) -> str:
        """A line of text, without stray blanks; empty where it is not said."""
        return " ".join(self.long(name).split())[:LONGEST]

    def long(self, name: str) -> str:
        """A text of several lines."""
        return next((value for key, value in self.fields if key == name), "")[:MOST_TEXT]

    def many(self, name: str) -> list[str]:
        """All values of a field that were chosen, each as it is."""
        found = [" ".join(value.split())[:LONGEST] for key, value in self.fields if key == name]
        return [each for each in found if each]

    def joined(self) -> dict[str, str]:
        """Each field once; what was ticked several times under one name is joined by commas."""
        found: dict[str, str] = {}
        for key, value in self.fields:
            before = found.get(key)
            found[key] = f"{before},{value.strip()}" if before else value.strip()
        return found


EMPTY: Final = FilledForm()


async def filled(request: Request) -> FilledForm:
    """What was filled in."""
    fields, data = list[tuple[str, str]](), b""
    async with request.form() as form:
        for key, value in form.multi_items():
            if isinstance(value, UploadFile):
                data = await value.read()
            else:
                fields.append((key, value))
    return FilledForm(tuple(fields), data)


def said_command(kind: type[C], form: FilledForm, fixed: Mapping[str, str]) -> C:
    """The command of a kind that a button says; ``fixed`` is what the page itself says."""
    act = declared(kind).get(form.text("do"))
    if act is None:
        raise Refusal("choose what to do")
    return from_form(act, (*form.fields, *fixed.items()))


def nothing(*_: Any) -> dict[str, Any]:
    """No values of its own."""
    return {}


Act = Callable[[Request, FilledForm], Awaitable[Response]]


class DeskPage(Struct, frozen=True):
    """A page of a desk: its template, what it shows, and where one goes on to.

    ``fixed`` is what the page itself says of a command. Buttons that say none do what stands in
    ``instead``; where all others of a page say none either, they do what is ``otherwise``.
    ``step`` is the step of the day, or the page, that it belongs to.
    """

    template: str
    shows: Callable[[Request, Any, FilledForm], Values] = nothing
    step: str = ""
    onward: str | Callable[[Request, FilledForm], str] = ""
    fixed: Callable[[Request], Mapping[str, str]] | None = None
    instead: Mapping[str, Act] = {}
    otherwise: Act | None = None
    alone: bool = False
    finished: Callable[[Request, Response], None] | None = None

    def act(self, form: FilledForm) -> Act | None:
        """What the button does that was pressed, where it says no command."""
        return self.instead.get(form.text("do"), self.otherwise)


class AskedFirst(Struct, frozen=True):
    """What is asked before a command that changes what people saw: its page, and its values."""

    template: str
    values: Values


class DeskFrame(Struct, frozen=True):
    """The desk of an event, a league or the club.

    ``directed`` gives what it is about to its officer alone, ``frame`` what stands around every page,
    ``asks`` what is shown before a command is taken, ``seen`` what the officer looked at where that
    matters. One goes on below ``base`` (a page may lead away), or to where ``onward`` says.
    """

    contest: Contest[Any]
    directed: Callable[[Request], Any]
    frame: Callable[[Request, Any, DeskPage, FilledForm], Values]
    asks: Callable[[Request, Any, Command, FilledForm], AskedFirst]
    command: Callable[[FilledForm, Mapping[str, str]], Command]
    seen: Callable[[FilledForm], str]
    base: str = ""
    onward: Callable[[Request, FilledForm, CommandsDone], str] | None = None
    reads: Callable[[Request], Awaitable[FilledForm]] = filled

    def endpoint(self, page: DeskPage) -> Callable[[Request], Awaitable[Response]]:
        """What answers the address of a page."""
        return partial(self.answer, page)

    async def answer(self, page: DeskPage, request: Request) -> Response:
        """Show a page, or do what a button of it says and go on; a refusal shows it again."""
        history, form = self.directed(request), EMPTY
        if request.method != "POST":
            return self.show(request, page)
        try:
            form = await self.reads(request)
            if (page.instead or page.otherwise) and (act := page.act(form)):
                return await act(request, form)
            command = self.command(form, page.fixed(request) if page.fixed else {})
            state = history.state
            if command.asks(state) and form.text("sure") != "yes":
                asked = self.asks(request, history, command, form)
                ask = DeskPage(asked.template, lambda *_: asked.values, alone=True)
                return self.show(request, ask, form)
            done = await desk_of(request).do(
                state.id,
                command,
                by=signer(request),
                seen=self.seen(form) if command.seen(state) else "",
                contest=self.contest,
            )
        except Refusal as refused:
            return self.show(request, page, form, refused)
        if self.onward is not None:
            return RedirectResponse(self.onward(request, form, done), 303)
        where = page.onward if isinstance(page.onward, str) else page.onward(request, form)
        below = "" if where[:1] == "/" else self.base.format(**request.path_params)
        return RedirectResponse(below + where, 303)

    def show(
        self,
        request: Request,
        page: DeskPage,
        form: FilledForm = EMPTY,
        refused: Refusal | None = None,
    ) -> Response:
        """The page as it stands, and after a refusal with the reason and what was filled in."""
        history = self.directed(request)
        values = {**self.frame(request, history, page, form), **page.shows(request, history, form)}
        shown = render(
            request,
            page.template,
            200 if refused is None else status_of(refused),
            **{
                "fault": "" if refused is None else sentence(refused),
                "said": form,
                "acts": Acts(self.contest.commands),
                **values,
            },
        )
        if page.finished is not None:
            page.finished(request, shown)
        return shown


def page_of(pages: Mapping[str, DeskPage], request: Request) -> DeskPage:
    """The page of the address, or a plain 404."""
    found = pages.get(str(request.path_params["page"]))
    if found is None:
        raise HTTPException(404, "There is no such page.")
    return found


def wrote(done: CommandsDone) -> str:
    """What was written, as addresses say it."""
    return f"?wrote={done.written[0].version}-{done.written[-1].version}"


def written_from(request: Request, last: int) -> int | None:
    """The first entry that was just written, where the address names what is the latest by now."""
    first, _, end = request.query_params.get("wrote", "").partition("-")
    known = first.isdecimal() and end.isdecimal() and int(end) == last
    return max(1, int(first)) if known else None
