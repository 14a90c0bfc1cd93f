"""The addresses of the hall's pages, and what answers each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ExceptionHandler

from rightbower.web.api import calls
from rightbower.web.api import pages as api_pages
from rightbower.web.api.openapi import BASE
from rightbower.web.club import pages as club_pages
from rightbower.web.common.files import KeptFiles
from rightbower.web.common.language import routes as language_routes
from rightbower.web.desk import (
    checkin,
    money,
    papers,
    pending,
    rounds,
    seating,
    setup,
    standings,
    table,
)
from rightbower.web.desk.forms import DESK
from rightbower.web.hall import front_pages, opening
from rightbower.web.hall.lobby import lobby_socket
from rightbower.web.hall.sockets import table_socket
from rightbower.web.league import captain, entrance
from rightbower.web.league import desk as league_desk
from rightbower.web.league import public as league_public
from rightbower.web.pages.desk_pages import DeskPage
from rightbower.web.profile import pages as profile_pages
from rightbower.web.public import boards, event_page, phones, play_online, signup
from rightbower.web.running import checkup, health
from rightbower.web.share import replays, same_deals_pages
from rightbower.web.state import access, codes, owner
from rightbower.web.state.access import reads_beside
from rightbower.web.study import (
    charts,
    drill_pages,
    lessons,
    offline,
    practice,
    replay,
    review_pages,
    rulings,
    study_room,
)

POST, BOTH = ["POST"], ["GET", "POST"]
HANDLERS: Final[Mapping[Any, ExceptionHandler]] = {
    **front_pages.HANDLERS,
    access.AskPin: access.ask_pin,
}
# What every phone in the room asks for at the same moment.
LIGHT: Final = (event_page.page, phones.phone_page)
# The director's pages by their address below the event's desk.
PAGES: Final[Mapping[str, DeskPage]] = {
    "check-in": checkin.CHECK_IN,
    "entrant/{number:int}": checkin.ENTRANT,
    "plan": setup.PLAN,
    "seating": seating.SEATING,
    "round": rounds.ROUND,
    "table/{table:int}": table.TABLE,
    "table/{table:int}/ruling": table.RULING,
    "standings": standings.STANDINGS,
    "finish": standings.FINISH,
    "signup": papers.SIGNUP,
    "messages": money.MESSAGES,
    "money": money.MONEY,
    "log": papers.LOG,
    "phones": papers.PHONES,
}
SHOWN_ONLY: Final[Mapping[str, DeskPage]] = {
    "share": papers.SHARE,
    "paper": papers.PAPER,
}


def routes() -> list[BaseRoute]:
    """Every address of the hall."""
    return [
        Route("/", front_pages.home),
        Route("/name", front_pages.set_name, methods=POST),
        *language_routes(),
        Route("/play", opening.quick_game, methods=POST),
        Route("/match", opening.match, methods=POST),
        Route("/friends", opening.friends_page),
        Route("/friends/sheet", opening.house_sheet, methods=POST),
        Route("/friends/card", opening.house_card),
        Route("/tables", opening.open_table, methods=POST),
        *reads_beside([Route("/set-aside", front_pages.aside_page)]),
        Route("/owner", owner.claim, methods=POST),
        Route("/owner/{key}", owner.own),
        Route("/room", owner.room_page),
        Route("/room/open", owner.open_room, methods=POST),
        Route("/room/qr.svg", owner.room_qr),
        Route("/t/{table}", front_pages.table_page, name="table"),
        Route("/t/{table}/qr.svg", front_pages.qr_code),
        *_study(),
        *reads_beside(profile_pages.routes()),
        *reads_beside(same_deals_pages.routes()),
        *replays.routes(),
        WebSocketRoute("/t/{table}/live", table_socket),
        WebSocketRoute("/lobby/live", lobby_socket),
        *health.routes(),
        *checkup.routes(),
        *reads_beside(_programs()),
        *reads_beside(_desk()),
        *reads_beside(_event(), LIGHT),
        *reads_beside(_league()),
        *reads_beside(club_pages.routes()),
        Mount("/static", KeptFiles(Path(__file__).parent / "static"), name="static"),
    ]


def _study() -> list[BaseRoute]:
    """What one learns from: finished games, rules, rulings and practice."""
    return [
        Route("/t/{table}/replay", replay.replay_page),
        Route("/t/{table}/review", review_pages.review_page),
        Route("/t/{table}/review/progress", review_pages.review_progress),
        Route("/t/{table}/again/{number:int}", review_pages.again_page),
        Route("/t/{table}/record", replay.take_record),
        Route("/t/{table}/egn", replay.take_egn),
        Route("/t/{table}/fair", replay.fair_page),
        Route("/rules", lessons.books_page),
        Route("/rules/compare", lessons.side_by_side),
        Route("/rules/{book}", lessons.one_book),
        Route("/ruling", rulings.ruling_page),
        Route("/practice", practice.practice),
        *lessons.routes(),
        *offline.routes(),
        *practice.routes(),
        *study_room.routes(),
        *drill_pages.routes(),
        *review_pages.routes(),
        *charts.routes(),
    ]


def _event() -> list[BaseRoute]:
    """What everybody at an event sees: public page, wall, phones."""
    return [
        Route("/c", codes.follow),
        Route("/c/{code}", codes.follow),
        Route("/events/{event}", event_page.page),
        Route("/events/{event}/me", event_page.choose, methods=POST),
        Route("/events/{event}/log", event_page.log_page),
        Route("/events/{event}/boards", boards.boards_page),
        Route("/events/{event}/boards/{board:int}", boards.board_page),
        Route("/events/{event}/qr.svg", codes.event_qr),
        Route("/events/{event}/results.{form}", event_page.take_results),
        Route("/events.ics", event_page.hall_calendar),
        Route("/events/{event}/wall", event_page.wall_page),
        Route("/events/{event}/join", signup.join_page, methods=BOTH),
        Route("/events/{event}/sub/{link}", signup.sub_page, methods=BOTH),
        Route("/events/{event}/chair/{link}", signup.chair_page),
        Route("/events/{event}/chair/{link}", signup.act_on_chair, methods=POST),
        Route("/events/{event}/table/{table:int}", phones.table_page),
        Route("/events/{event}/table/{table:int}/take", phones.take, methods=POST),
        Route("/events/{event}/table/{table:int}/qr.svg", codes.table_qr),
        Route("/events/{event}/phone", phones.phone_page),
        *(
            Route(
                f"/events/{{event}}/phone/{name}",
                partial(phones.act_on_score, act=act),
                methods=POST,
            )
            for name, act in phones.SCORE_ACTS.items()
        ),
        Route("/events/{event}/phone/dispute", phones.dispute, methods=POST),
        Route("/events/{event}/phone/take-theirs", phones.take_theirs, methods=POST),
        Route("/events/{event}/phone/settled", phones.settled, methods=POST),
        Route("/events/{event}/phone/call", phones.call, methods=POST),
        Route("/events/{event}/phone/mine", phones.mine, methods=POST),
        Route("/events/{event}/phone/play", phones.play, methods=POST),
    ]


def _desk() -> list[BaseRoute]:
    """The events, and the director's pages of one."""
    base = "/events/{event}/desk"
    return [
        Route("/account", setup.account_page, methods=BOTH),
        Route("/organizers", setup.organizers_page, methods=BOTH),
        Route("/events", setup.events_page),
        Route("/events/new", setup.new_event, methods=BOTH),
        Route("/events/practice", setup.practice_night, methods=POST),
        Route("/planner", setup.planner_page),
        Route("/planner.json", setup.planner_figures),
        Route("/events/{event}/pin", setup.event_pin, methods=BOTH),
        WebSocketRoute("/events/{event}/live", access.live),
        Route(base, pending.desk_start),
        Route(f"{base}/people.json", checkin.find_people),
        Route(f"{base}/find.json", checkin.find_entrants),
        *(Route(f"{base}/{at}", DESK.endpoint(page), methods=BOTH) for at, page in PAGES.items()),
        *(Route(f"{base}/{at}", DESK.endpoint(page)) for at, page in SHOWN_ONLY.items()),
        Route(f"{base}/money/cash.pdf", money.take_cash_sheet),
        Route(f"{base}/practice", setup.let_phones_play, methods=POST),
        Route(f"{base}/backup", papers.back_up, methods=POST),
        Route(f"{base}/online", play_online.put_online, methods=POST),
        Route(f"{base}/phones/free", papers.free, methods=POST),
        Route(f"{base}/paper/{{name}}.pdf", papers.take_paper),
        Route(f"{base}/file.{{form}}", papers.take_file),
    ]


def _league() -> list[BaseRoute]:
    """The leagues."""
    league = "/leagues/{league}"
    return [
        Route("/leagues", entrance.all_leagues),
        Route("/leagues/new", entrance.new_league, methods=BOTH),
        Route(league, league_public.season_page),
        Route(f"{league}/log", league_public.log_page),
        Route(f"{league}/wall", league_public.wall_page),
        Route(f"{league}/calendar.ics", league_public.calendar_feed),
        Route(league + "/team/{team:int}/calendar.ics", league_public.calendar_feed),
        Route(league + "/files/{name}", league_public.open_file),
        WebSocketRoute(f"{league}/live", league_public.live),
        Route(f"{league}/captain", captain.captain_page),
        Route(f"{league}/captain", captain.captain_acts, methods=POST),
        Route(f"{league}/captain/take", captain.take_captain, methods=POST),
        Route(league + "/team/{team:int}/qr.svg", captain.team_qr),
        Route(f"{league}/desk/phones/free", captain.free_captain, methods=POST),
        Route(f"{league}/pin", entrance.league_pin, methods=BOTH),
        Route(f"{league}/desk", league_desk.desk_start),
        Route(league + "/desk/files/{name}", league_public.desk_file),
        Route(league + "/desk/{page}", league_desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{number:int}", league_desk.desk_page, methods=BOTH),
        Route(league + "/desk/{page}/{day}", league_desk.desk_page, methods=BOTH),
    ]


def _programs() -> list[BaseRoute]:
    """The API, and the pages that every desk has."""
    found: list[BaseRoute] = [Route(f"{BASE}/openapi.json", calls.openapi)]
    for desk in ("/events/{event}/desk", "/leagues/{league}/desk", "/club/desk"):
        found += [
            Route(f"{desk}/everything", api_pages.everything, methods=BOTH),
            Route(f"{desk}/programs", api_pages.programs, methods=BOTH),
            Route(f"{desk}/access", api_pages.access_page, methods=BOTH),
        ]
    for word in ("events", "leagues", "clubs"):
        every = f"{BASE}/{word}"
        found += [
            Route(every, calls.every_contest, methods=BOTH),
            Route(f"{every}/import", calls.import_, methods=POST),
            Route(every + "/{id}/commands", calls.do_all, methods=POST),
            Route(every + "/{id}/{name}", calls.ask),
            Route(every + "/{id}/{name}", calls.do, methods=POST),
        ]
    return found
