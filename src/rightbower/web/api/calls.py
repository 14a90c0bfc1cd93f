"""What the API does: lists, questions for everybody, and commands for those with a token."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self

from msgspec import MsgspecError, json
from starlette.requests import Request
from starlette.responses import Response

from rightbower.office.contests import CONTESTS
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import JournalError
from rightbower.tournament.commands import Answer, Command, Query
from rightbower.tournament.commands import Request as Asked
from rightbower.tournament.reading import NOT_UTF_8, from_form, from_json, made
from rightbower.web.api.openapi import document
from rightbower.web.common.refusal import sentence, status_of
from rightbower.web.state.access import desk_of
from rightbower.web.state.desk import Desk
from rightbower.web.state.tokens import Caller, Denied, caller, needed

MOST_COMMANDS = 500
Call = Callable[[Request], Awaitable[Response]]


def answered(value: Any, status: int = 200, **headers: str) -> Response:
    """A value as JSON, for pages of other sites too."""
    sent = {"access-control-allow-origin": "*", **headers}
    return Response(json.encode(value), status, sent, media_type="application/json")


def call(act: Call) -> Call:
    """A call whose refusals are sentences in JSON."""

    @functools.wraps(act)
    async def called(request: Request) -> Response:
        try:
            return await act(request)
        except Denied as denied:
            return answered({"error": denied.reason}, denied.status)
        except JournalError:
            return answered({"error": "This could not be saved. Try again."}, 503)
        except Refusal as fault:
            return answered({"error": sentence(fault)}, status_of(fault))

    return called


class CallTarget:
    """What a call is about: events or leagues, one of them, and the request it names."""

    def __init__(self, request: Request) -> None:
        self.request, self.desk = request, desk_of(request)
        self.contest = CONTESTS[request.url.path.split("/")[3].removesuffix("s")]
        self.store = self.desk.books[self.contest.prefix]
        self.id = str(request.path_params.get("id", ""))
        self.who: Caller | None = None

    @classmethod
    async def of(cls, request: Request) -> Self:
        """What a call is about and who calls."""
        found = cls(request)
        found.who = await caller(request, found.contest.prefix + found.id if found.id else "")
        return found

    def history(self) -> Any:
        """The one that is meant, with all its entries."""
        found = self.store.find(self.id)
        if found is None or self.contest.gone(found):
            raise Denied(404, f"There is no {self.contest.noun} {self.id!r} here.")
        return found

    def asked(self) -> type[Asked]:
        """The command or question of the address."""
        known = self.contest.requests()
        name = str(self.request.path_params["name"])
        if name not in known:
            raise Denied(404, f"There is no {name!r} of {self.contest.noun}s; see /api/v1/openapi.json.")  # fmt: skip
        return known[name]

    def by(self) -> str:
        """Who writes: the token's name; the command line says it itself."""
        who = needed(self.who)
        return self.request.query_params.get("by", "")[:60] if who.owner else who.name


@call
async def every_contest(request: Request) -> Response:
    """All events, or all leagues; with the hall's own token a new one can be begun."""
    place = await CallTarget.of(request)
    if request.method == "POST":
        needed(place.who, owner=True)
        opening = from_json(place.contest.opening, await request.body())
        state = await place.desk.open(place.contest, opening, place.by())
        return answered(place.contest.summary(state), 201)
    found = (place.store.history(id_) for id_ in place.store.ids())
    staying = [each.state for each in found if not place.contest.gone(each)]
    return answered([place.contest.summary(state) for state in staying])


@call
async def import_(request: Request) -> Response:
    """Import a whole event or league from its export."""
    place = await CallTarget.of(request)
    needed(place.who, owner=True)
    id_ = request.query_params.get("id", "")
    history = place.contest.from_json(await request.body(), id_)
    id_ = history.state.id
    state = await place.desk.import_(place.contest, id_, history.entries)
    return answered(place.contest.summary(state), 201)


@call
async def ask(request: Request) -> Response:
    """A question by its address; public ones need no token."""
    place = await CallTarget.of(request)
    history, asked = place.history(), place.asked()
    if not issubclass(asked, Query):
        raise Denied(405, "This is a command: send it as POST.")
    if not asked.public:
        needed(place.who)
    query = from_form(asked, request.query_params.multi_items())
    return _taken(query.answer(history, place.desk.clock()))


def _taken(answer: Answer) -> Response:
    """The value of an answer, or its first file."""
    for name, data in answer.files.items():
        shown = name.rpartition("/")[2].replace('"', "")
        headers = {"content-disposition": f'attachment; filename="{shown}"'}
        return Response(data, headers=headers, media_type="application/octet-stream")
    return answered(answer.value)


@call
async def do(request: Request) -> Response:
    """A command, or a question with everything that is shown of its answer."""
    place = await CallTarget.of(request)
    history, asked = place.history(), place.asked()
    if not (issubclass(asked, Query) and asked.public):
        needed(place.who)
    found = from_json(asked, await request.body())
    if isinstance(found, Query):
        return answered(found.answer(history, place.desk.clock()))
    assert isinstance(found, Command)
    return answered(await _done(place, place.desk, [found]))


@call
async def do_all(request: Request) -> Response:
    """Several commands, all of them or none; each names itself under ``type``."""
    place = await CallTarget.of(request)
    needed(place.who)
    place.history()
    try:
        given = json.decode(await request.body(), type=list[dict[str, Any]])
    except UnicodeDecodeError:
        raise Refusal(NOT_UTF_8) from None
    except MsgspecError as fault:
        raise Refusal(f"send a list of commands: {fault}") from None
    if not 1 <= len(given) <= MOST_COMMANDS:
        raise Refusal(f"send 1 to {MOST_COMMANDS} commands at once")
    return answered(await _done(place, place.desk, [_command(place, each) for each in given]))


def _command(place: CallTarget, values: dict[str, Any]) -> Command:
    known = place.contest.requests()
    name = values.pop("type", "")
    if name not in known or not issubclass(known[name], Command):
        raise Refusal(f"{name!r} is not a command of {place.contest.noun}s")
    found = made(known[name], values)
    assert isinstance(found, Command)
    return found


async def _done(place: CallTarget, desk: Desk, commands: Sequence[Command]) -> Any:
    seen = place.request.query_params.get("version", "")
    state = place.history().state
    if seen and seen != str(state.version):
        raise Denied(409, f"The {place.contest.noun} is at version {state.version} by now.")
    done = await desk.do(place.id, *commands, by=place.by(), contest=place.contest)
    return done.reply


async def openapi(_: Request) -> Response:
    """The description of the API, made from the structs."""
    return answered(document())
