"""A hundred events, leagues and clubs: their entries, what they come to, and every line of their stories.

Run it to record them anew after a fact or its sentence was changed on purpose:
``python tests/tournament/recorded_days/told.py``.
"""

from __future__ import annotations

import hashlib
import lzma
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

HERE = Path(__file__).parent
FILE = HERE / "told.jsonl.xz"
MANY = 100
Told = dict[str, Any]


class ToldStream(msgspec.Struct, frozen=True):
    """One stream of the journal, a sum of the state it comes to, and its lines."""

    name: str
    entries: tuple[str, ...]
    state: str
    lines: tuple[str, ...]


def read() -> list[ToldStream]:
    """All that was recorded."""
    lines = lzma.decompress(FILE.read_bytes()).splitlines()
    return [msgspec.json.decode(line, type=ToldStream) for line in lines]


def _event(entries: list[bytes]) -> tuple[Any, Any, list[bytes]]:
    from rightbower.tournament.contest import encode
    from rightbower.tournament.events.contest import EVENT
    from rightbower.tournament.events.event import EventHistory

    history = EventHistory.of([EVENT.decode(entry) for entry in entries])
    return history.event, history.lines(), [encode(each) for each in history.entries]


def _league(entries: list[bytes]) -> tuple[Any, Any, list[bytes]]:
    from rightbower.tournament.contest import encode
    from rightbower.tournament.league.contest import LEAGUE
    from rightbower.tournament.league.league import LeagueHistory

    history = LeagueHistory.of([LEAGUE.decode(entry) for entry in entries])
    return history.league, history.lines(), [encode(each) for each in history.entries]


def _club(entries: list[bytes]) -> tuple[Any, Any, list[bytes]]:
    from rightbower.tournament.club.contest import CLUB
    from rightbower.tournament.club.night import ClubHistory
    from rightbower.tournament.contest import encode

    history = ClubHistory.of([CLUB.decode(entry) for entry in entries])
    return history.club, history.lines(), [encode(each) for each in history.entries]


FOLDED: dict[str, Callable[[list[bytes]], tuple[Any, Any, list[bytes]]]] = {
    "event": _event,
    "league": _league,
    "club": _club,
}


def folded(name: str, entries: tuple[str, ...]) -> Any:
    """The state that a stream comes to now."""
    return FOLDED[name.partition("/")[0]]([each.encode() for each in entries])[0]


def told(name: str, entries: tuple[str, ...]) -> ToldStream:
    """What a stream comes to and says now, its entries written again."""
    fold = FOLDED[name.partition("/")[0]]
    state, lines, again = fold([each.encode() for each in entries])
    said = tuple(
        f"{each.number} {each.at:.0f} {each.by}: {each.says}{' (undone)' if each.undone else ''}"
        for each in lines
    )
    summed = hashlib.sha256(msgspec.json.encode(state)).hexdigest()
    return ToldStream(name, tuple(each.decode() for each in again), summed, said)


def entry(number: int, fact: Told, form: int = 1) -> str:
    """An entry as the journal keeps it."""
    kept = {"at": 1_800_000_000.0 + 60 * number, "by": "Kay", "fact": fact, "form": form}
    return msgspec.json.encode(kept).decode()


def written_on(name: str, entries: tuple[str, ...], facts: list[Told]) -> tuple[str, ...]:
    """A stream with more facts, in the bytes that the house writes."""
    more = [entry(len(entries) + number, fact) for number, fact in enumerate(facts, 1)]
    return told(name, (*entries, *more)).entries


def rare_at_an_event(event: Any, luck: Random, entries: tuple[str, ...]) -> list[Told]:
    """What random days leave out, whether an officer would do it now or not."""
    opened = msgspec.json.decode(entries[0])["fact"]
    plan = {**opened["plan"], "rounds": luck.randrange(3, 9)}
    chosen = luck.choice(("standings.sat_out", "standings.low_prize", "standings.ties"))
    plan["clauses"] = {**plan["clauses"], chosen: [f"the {plan['officer']}'s choice"]}
    last = len(event.rounds)
    first, second, third = luck.sample(range(1, len(event.entrants) + 1), 3)
    facts: list[Told] = [
        {"type": "retitled", "name": "Another day", "date": "2026-06-01"},
        {"type": "archived", "archived": luck.random() < 0.5},
        {"type": "clock-started", "round": last, "minutes": luck.choice((7, 20.5))},
        {"type": "clock-paused"},
        {"type": "clock-resumed"},
        {"type": "clock-extended", "minutes": luck.choice((1, 2, 2.5))},
        {"type": "bell-rang"},
        {"type": "clock-extended", "minutes": 3},
        {"type": "missing", "numbers": [first, second]},
        {"type": "loners-counted", "loners": [[first, 3], [third, 1]]},
        {"type": "low-prize-opened", "numbers": [second, third], "why": "the bus was late"},
        {"type": "prize-drawn", "name": "Door", "winner": "Ann", "seed": "s", "among": 9, "entrant": first},
        {"type": "prize-drawn", "name": "50/50", "winner": "ticket 7", "seed": "t", "among": 30, "came_in": 900, "goes_out": 450},
        {"type": "tossed", "group": [first, second, third], "tosses": [[[first, "heads"], [second, "tails"], [third, "tails"]]], "seed": "c"},
        {"type": "cut-for-place", "group": [first, second], "draws": [[[first, "K♥"], [second, "9♣"]]]},
        {"type": "decided", "group": [first, second], "order": [second, first], "why": "lots", "shared": luck.random() < 0.5},
        {"type": "floater-set", "number": second, "floater": True},
        {"type": "floater-set", "number": second, "floater": False},
        {"type": "sitter-set", "number": third, "table": luck.randrange(2)},
        {"type": "renamed", "number": first, "place": 0, "name": "Somebody Else"},
        {"type": "vouched", "number": third, "why": "known for years"},
        {"type": "cards-in", "numbers": [first, third]},
        {"type": "planned", "plan": plan, "why": luck.choice(("", "time is short"))},
        {"type": "reopened", "why": "a wrong score"},
    ]  # fmt: skip
    if last:
        facts += _at_a_table(event, luck, last)
    facts += [
        {"type": "partnered", "first": first, "second": second},
        {"type": "removed", "number": third, "why": luck.choice(("", "twice on the list"))},
        {"type": "withdrew", "numbers": [first], "why": ""},
        {"type": "thrown-away"},
        {"type": "undone", "entry": len(entries) + 1, "why": "too early"},
    ]
    return facts


def _at_a_table(event: Any, luck: Random, last: int) -> list[Told]:
    """What can be said of one table of the last round."""
    here = {"round": last}
    round_ = event.rounds[-1]
    everyone = sorted(round_.everyone)
    swapped = luck.sample(everyone, 2)
    facts: list[Told] = [
        {"type": "seats-swapped", **here, "first": swapped[0], "second": swapped[1], "why": "stairs"}
    ]  # fmt: skip
    playing = [table for table in round_.tables if table.playing]
    if not playing:
        return facts
    table = luck.choice(playing)
    at = {**here, "table": table.number}
    dealer = luck.choice(table.entrants)
    # Whoever was swapped away sits elsewhere now; the cut names a place that is still there.
    if not {*swapped} & {*table.entrants}:
        four = len(table.entrants) == 4
        draws = [[[each, "A♠"] for each in table.entrants]]
        facts += [
            {"type": "cut-shown", **at, "cut": {"purpose": "deal", "draws": draws}, "dealer": dealer, "letters": luck.random() < 0.5 and not four},
            {"type": "cut-shown", **at, "cut": {"purpose": "moves", "draws": draws}},
        ]  # fmt: skip
    pairs = [each for each in event.entrants if each.pair]
    if len(pairs) >= 2:
        one, other = pairs[:2]
        formed = [{"number": one.pair, "singles": [one.number, other.number]}]
        facts.append({"type": "cut-shown", **at, "cut": {"purpose": "losers", "draws": []}, "formed": formed})  # fmt: skip
    facts += [
        {"type": "result-taken-back", **at},
        {"type": "result-entered", **at, "result": {"points": [10, 3], "side": 0, "why": "sent by phone"}},
        {"type": "result-disputed", **at, "why": "we have nine"},
        {"type": "result-corrected", **at, "result": {"points": [4, 10], "lost": 1}, "why": "left early"},
        {"type": "ruled", **at, "ruling": {"side": 1, "points": -2, "clause": "A1", "why": "a renege"}},
        {"type": "game-voided", **at, "why": "two kings"},
    ]  # fmt: skip
    return facts


def rare_in_a_league(league: Any, luck: Random, entries: tuple[str, ...]) -> list[Told]:
    """What seasons by chance leave out."""
    fixture = luck.choice(league.fixtures)
    game = luck.choice(fixture.games)
    team = luck.choice(league.teams).number
    here = {"fixture": fixture.number}
    at = {**here, "game": game.number}
    everybody = [each.number for each in league.fixtures]
    some = sorted(luck.sample(everybody, min(3, len(everybody))))
    again = [msgspec.to_builtins(each) for each in league.playoff_fixtures]
    for number, each in enumerate(again, len(league.fixtures) + 1):
        each["number"] = number
    player = league.team(fixture.teams[0]).members[0].name
    arrival = {"team": fixture.teams[0], "player": player}
    return [
        {"type": "renamed", "name": "Another league"},
        {"type": "archived", "archived": luck.random() < 0.5},
        {"type": "games-moved", **here, "games": [game.number], "starts": "2027-03-02T19:00:00", "why": "snow"},
        {"type": "line-up-named", **at, "team": fixture.teams[1], "names": ["Ann", "Bea"]},
        {"type": "began", **at, "lineups": [["Cal", "Dot"], ["Ann", "Bea"]], "when": "2027-03-02T19:05:00"},
        {"type": "stood-in", **at, "lineups": [["Cal", "Dot"], ["Ann", "Eve"]], "why": "ill"},
        {"type": "result-entered", **at, "points": [10, 6], "side": 0},
        {"type": "result-disputed", **at, "why": "we have seven"},
        {"type": "result-taken-back", **at},
        {"type": "result-entered", **at, "points": [10, 7], "side": 1},
        {"type": "result-confirmed", **at},
        {"type": "forfeited", **here, "games": [game.number], "teams": list(fixture.teams), "cause": "late", "why": "nobody came"},
        {"type": "arrival-corrected", **here, "arrival": {**arrival, "when": "2027-03-02T19:01:00"}, "why": "seen at the door", "lifted": [game.number]},
        {"type": "arrival-corrected", **here, "arrival": {**arrival, "when": ""}, "why": "somebody else"},
        {"type": "forfeit-lifted", **here, "games": [game.number], "teams": list(fixture.teams), "why": "both agree", "excused": [fixture.teams[1]]},
        {"type": "forfeit-lifted", **here, "games": [], "teams": [], "why": "a storm"},
        {"type": "named", "team": team, "members": [{"name": "Late Lou", "added": "the officer's word"}], "did": "added"},
        {"type": "named", "team": team, "members": [{"name": "Late Lou", "refused": True}]},
        {"type": "named", "team": team, "members": [{"name": "Late Lou", "signed": "2027-03-03T19:00:00", "witness": "Kay"}]},
        {"type": "sent-through", **here, "team": fixture.teams[0], "why": "the better seed"},
        {"type": "placed-level", "placed": {"group": some, "order": some[::-1], "why": "a cut"}},
        {"type": "ranking-chosen", "unequal": luck.choice(("as they are", "by share")), "why": "the snow"},
        {"type": "notice-answered", **here, "team": fixture.teams[0], "resolution": "forfeit", "why": "no other day"},
        {"type": "playoffs-redrawn", "bracket": [1, None, 2], "fixtures": again, "why": "a team was left out"},
        {"type": "team-left", "team": team, "results": luck.choice(("stand", "void")), "why": "moved away", "cancel": some[:1], "lose": some[1:2], "void": some[2:]},
        {"type": "thrown-away"},
        {"type": "undone", "entry": len(entries) + 1, "why": "not yet"},
    ]  # fmt: skip


NAMES = (
    "Ann Lee",
    "Bob Ray",
    "Cy O’Dell",
    "Dot Day",
    "Eve Fox",
    "Gus Hill",
    "Ida J. Kay",
    "Ann Leigh",
)
COUNTS = ("points made", "event points", "wins", "places")


def in_a_club(luck: Random) -> list[Told]:
    """A club's book by chance."""
    facts: list[Told] = []
    seasons: list[str] = []
    merged: list[str] = []

    def plan() -> Told:
        count = luck.choice(COUNTS)
        ties = luck.choice(([], ["games won", "difference", "shared"], ["points"]))
        points = [12, 10, 8] if count == "places" else []
        best, attendance = luck.choice((0, 5)), luck.choice((0, 2))
        return {"count": count, "place_points": points, "best": best, "attendance": attendance, "ties": ties}  # fmt: skip

    for number in range(luck.randrange(20, 60)):
        kind = luck.choice(("season", "count", "nights", "night", "end", "merge", "part", "list", "erase", "undo"))  # fmt: skip
        why = luck.choice(("", "we voted", "it rained"))
        if kind == "season" or not seasons:
            seasons.append(f"season-{number}")
            season = {"id": seasons[-1], "name": f"Season {number}", "plan": plan()}
            facts.append({"type": "season-made", "season": season})
        elif kind == "count":
            facts.append({"type": "season-counted", "season": luck.choice(seasons), "plan": plan(), "why": why})  # fmt: skip
        elif kind == "nights":
            events = [f"e{luck.randrange(20)}" for _ in range(luck.randrange(1, 4))]
            facts.append({"type": "nights-added", "season": luck.choice(seasons), "events": events})
        elif kind == "night":
            facts.append({"type": "night-removed", "season": luck.choice(seasons), "event": f"e{luck.randrange(20)}", "why": "a slip"})  # fmt: skip
        elif kind == "end":
            facts.append({"type": "season-ended", "season": luck.choice(seasons), "closed": luck.random() < 0.6, "why": why})  # fmt: skip
        elif kind == "merge":
            merged.append(luck.choice(NAMES))
            facts.append({"type": "people-merged", "spelling": merged[-1], "name": luck.choice(NAMES)})  # fmt: skip
        elif kind == "part":
            facts.append({"type": "people-parted", "spelling": luck.choice(merged or NAMES), "why": why})  # fmt: skip
        elif kind == "list":
            facts.append({"type": "people-listed", "names": luck.sample(NAMES, luck.randrange(1, 4))})  # fmt: skip
        elif kind == "erase":
            facts.append({"type": "person-erased", "marks": [f"2:{number}"], "salt": str(number), "label": f"Erased player {number}", "streams": {"event/e1": number}})  # fmt: skip
        elif facts[-1]["type"] not in ("undone", "season-made"):
            facts.append({"type": "undone", "entry": len(facts) + 1, "why": why})
    return facts


def events() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The days that were recorded before, each with what is rare."""
    from tournament.recorded_days.recording import read as recorded

    for each in recorded():
        if each.name.startswith("event/"):
            luck = Random(each.name)
            rare = rare_at_an_event(folded(each.name, each.entries), luck, each.entries)
            yield each.name, written_on(each.name, each.entries, rare)


def leagues() -> Iterator[tuple[str, tuple[str, ...]]]:
    """A hundred seasons, every second a wild one, each with what is rare."""
    from rightbower.tournament.contest import encode
    from tournament.league.test_random_seasons import played

    for seed in range(MANY):
        name, luck = f"league/{seed}", Random(seed)
        entries = tuple(encode(each).decode() for each in played(seed).entries)
        rare = rare_in_a_league(folded(name, entries), luck, entries)
        yield name, written_on(name, entries, rare)


def clubs() -> Iterator[tuple[str, tuple[str, ...]]]:
    """A hundred books of clubs."""
    opened = {"type": "club-opened", "id": "club", "name": "Elm Street", "plan": {"officer": "Kay"}}
    for seed in range(MANY):
        yield f"club/{seed}", written_on(f"club/{seed}", (entry(0, opened),), in_a_club(Random(seed)))  # fmt: skip


def record() -> None:
    """Write the file."""
    keep([told(*each) for kind in (events, leagues, clubs) for each in kind()])


def retell() -> None:
    """Write the lines anew where sentences were changed; the entries stay, and so must the states."""
    recorded = list(read())
    made = [told(each.name, each.entries) for each in recorded]
    assert [each.state for each in made] == [each.state for each in recorded]
    keep(made)


def keep(made: list[ToldStream]) -> None:
    """Write what was told into the file."""
    FILE.write_bytes(lzma.compress(b"\n".join(map(msgspec.json.encode, made)), preset=9))
    print(len(made), "recorded")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))
    retell() if "retell" in sys.argv else record()
