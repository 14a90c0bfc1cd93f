"""What the Gamer does at the desk about teams, dates, decisions and playoffs, each as its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rightbower.events.league import forfeits, offences, protests, roster, sanctions
from rightbower.events.league.facts import Fact
from rightbower.events.league.fold import History
from rightbower.events.league.league import Channel, Penalty, Resolution, Scope
from rightbower.events.league.playoffs import draw, send_through
from rightbower.events.league.season import enter_team, reschedule, schedule
from rightbower.events.league.story import undo
from rightbower.events.league.table import place_level
from rightbower.web.desk import league_night_deeds as night
from rightbower.web.desk.league_rosters import looked_at, rows_of
from rightbower.web.desk.league_said import Said

Now = Callable[[], History]
Deed = Callable[[Now, Said], Iterator[Fact]]


def _teams(now: Now, said: Said) -> Iterator[Fact]:
    for name in said.names("names"):
        yield enter_team(now().league, name)


def _players(now: Now, said: Said) -> Iterator[Fact]:
    own, names = said.number("team"), said.names("names")
    sub = said.text("sub") == "yes"
    yield roster.name_players(now().league, own, names, said.when(), sub=sub)
    for name in names if said.text("signed") == "yes" else ():
        yield _signed(now, said, own, name)


def _signed(now: Now, said: Said, team: int, name: str) -> Fact:
    """A signature; once they are due the Gamer takes it, and is named as the witness."""
    league, witness = now().league, said.text("witness")
    return roster.sign(league, team, name, said.when(), witness=witness, email=said.text("email"))


def _sign(now: Now, said: Said) -> Iterator[Fact]:
    yield _signed(now, said, said.number("team"), said.text("player"))


def _sign_all(now: Now, said: Said) -> Iterator[Fact]:
    team = said.number("team")
    for member in roster.unsigned(now().league, team):
        if not member.refused:
            yield _signed(now, said, team, member.name)


def _refuse(now: Now, said: Said) -> Iterator[Fact]:
    yield roster.refuse_to_sign(now().league, said.number("team"), said.text("player"))


def _add(now: Now, said: Said) -> Iterator[Fact]:
    yield roster.add_to_roster(
        now().league, said.number("team"), said.text("player"), said.text("why")
    )


def _import(now: Now, said: Said) -> Iterator[Fact]:
    sheet = rows_of(said.long("list").encode())
    yield from looked_at(now().league, sheet, said.now).facts


def _calendar(now: Now, said: Said) -> Iterator[Fact]:
    weeks = said.number("weeks") if said.text("weeks") else None
    yield schedule(now().league, said.text("first_night"), weeks, said.names("skip"))


def _move(now: Now, said: Said) -> Iterator[Fact]:
    fixture, starts = said.number("fixture"), said.text("starts")
    yield reschedule(now().league, fixture, starts, said.text("why"), said.now)


def _notice(now: Now, said: Said) -> Iterator[Fact]:
    channel: Channel = "online" if said.text("channel") == "online" else "email"
    yield forfeits.give_notice(
        now().league,
        said.number("fixture"),
        said.number("team"),
        said.when(),
        channel,
        said.text("why"),
    )


def _answer(now: Now, said: Said) -> Iterator[Fact]:
    answers: dict[str, Resolution] = {"sub": "sub", "new date": "new date", "forfeit": "forfeit"}
    answer = answers[said.one_of("answer", tuple(answers))]
    yield forfeits.answer_notice(
        now().league,
        said.number("fixture"),
        said.number("team"),
        answer,
        said.text("why"),
        said.text("starts") if answer == "new date" else "",
    )


def _sanction(now: Now, said: Said) -> Iterator[Fact]:
    penalties: dict[str, Penalty] = {
        "suspension": "suspension", "ejection": "ejection", "expulsion": "expulsion",
    }  # fmt: skip
    scopes: dict[str, Scope] = {"game": "game", "fixture": "fixture", "league": "league"}
    yield sanctions.sanction(
        now().league,
        said.number("team"),
        said.text("player"),
        penalties[said.one_of("penalty", tuple(penalties))],
        scopes[said.one_of("scope", tuple(scopes))],
        said.text("why"),
        fixture=said.number("fixture", 0),
        game=said.number("game", 0),
        until=said.number("until", 0),
        when=said.when(),
    )


def _expel(now: Now, said: Said) -> Iterator[Fact]:
    yield sanctions.expel_team(now().league, said.number("team"), said.text("why"))


def _evidence(now: Now, said: Said) -> Iterator[Fact]:
    name, email = said.text("name"), said.text("email")
    yield protests.give_evidence(now().league, said.number("protest"), name, email, said.when())


def _rule(now: Now, said: Said) -> Iterator[Fact]:
    upheld = said.one_of("ruling", ("upheld", "rejected")) == "upheld"
    yield protests.rule(now().league, said.number("protest"), upheld, said.text("why"))


def _move_games(now: Now, said: Said) -> Iterator[Fact]:
    yield protests.move_later_games(
        now().league, said.number("protest"), said.text("starts"), said.text("why")
    )


def _decide(now: Now, said: Said) -> Iterator[Fact]:
    remove = said.one_of("what", ("remove", "keep")) == "remove"
    yield offences.decide(
        now().league, said.number("team"), said.text("about"), remove, said.text("why")
    )


def _place(now: Now, said: Said) -> Iterator[Fact]:
    """Level teams in the order of the numbers written beside them."""
    ranks = {Said.points_of(name): said.number(f"rank{name}") for name in said.many("group")}
    yield place_level(now().league, sorted(ranks, key=lambda team: ranks[team]), said.text("why"))


def _announce(now: Now, said: Said) -> Iterator[Fact]:
    date = said.text("date") or said.now[:10]
    yield sanctions.announce(now().league, said.text("text"), date)


def _playoffs(now: Now, said: Said) -> Iterator[Fact]:
    yield draw(now().league, said.text("starts"))


def _through(now: Now, said: Said) -> Iterator[Fact]:
    yield send_through(now().league, said.number("fixture"), said.number("team"), said.text("why"))


def _undo(now: Now, said: Said) -> Iterator[Fact]:
    entry = said.number("entry") if said.text("entry") else None
    yield undo(now(), said.text("why"), entry)


DEEDS: Final[Mapping[str, Deed]] = {
    "teams": _teams,
    "players": _players,
    "sign": _sign,
    "sign-all": _sign_all,
    "refuse": _refuse,
    "add": _add,
    "import": _import,
    "calendar": _calendar,
    "move": _move,
    "notice": _notice,
    "answer": _answer,
    "sanction": _sanction,
    "expel": _expel,
    "evidence": _evidence,
    "rule": _rule,
    "move-games": _move_games,
    "decide": _decide,
    "place": _place,
    "announce": _announce,
    "playoffs": _playoffs,
    "through": _through,
    "undo": _undo,
    **night.DEEDS,
}
ASKED_TWICE: Final = ("correct", "expel", "undo", "forfeit")


def asks_first(said: Said) -> bool:
    """Whether what it changes is shown before it is written: history, and the end of a team."""
    word = said.text("do")
    return word in ASKED_TWICE or (word == "decide" and said.text("what") == "remove")
