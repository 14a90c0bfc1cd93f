"""The plan of a day: an event opened by a book, and what is chosen otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import asdict, fields, replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.event_settings import EVENT_TOPICS, Ranking
from rightbower.rules.game import target_objection
from rightbower.rules.message import Message, Term, because, cited, joined, message
from rightbower.rules.score import worth
from rightbower.tournament.commands import Now, Opening, field
from rightbower.tournament.contest import Fact, Opened
from rightbower.tournament.events.acts import EventCommand, Why
from rightbower.tournament.events.board_dealing import (
    AtOnce,
    BoardsARound,
    Scored,
    Winners,
    boards_said,
    of_boards,
    with_boards,
)
from rightbower.tournament.events.boards import BoardPlan
from rightbower.tournament.events.entrants import EventError, read_date
from rightbower.tournament.events.event import Event, EventHistory, EventPlan, Placing, Prize, Stage
from rightbower.tournament.events.games import OtherGame, game_said
from rightbower.tournament.events.participants import can_be_three
from rightbower.tournament.events.presets import PRESETS, Preset, preset, title
from rightbower.tournament.events.prize_lines import PrizeLines, read_prizes
from rightbower.tournament.events.ties import qualifying_places
from rightbower.tournament.names import free_id
from rightbower.tournament.ties import TIE_BREAKS, chain

SatOut = int | Literal["average"]


LowPrize = Literal["all rounds", "everyone still here", "everyone"]


# Settings that have a clause for each of their steps.
_STEPS: Final = ("standings.two_level", "standings.three_level", "standings.more_level")


Target = Annotated[int | None, field("Points to win")]


Rounds = Annotated[int | None, field("Rounds")]


Minutes = Annotated[int | None, field("Minutes", "The time limit of a round.")]


Decided = Annotated[
    int | None, field("Places where ties must be broken", "Ties for lower places may be shared.")
]


SatOutWords = Annotated[
    str, field("A round sat out scores", "Nothing, average, or a number of points.")
]


LowPrizeWords = Annotated[
    Literal["", "all rounds", "everyone still here", "everyone"],
    field("Who can win the low prize"),
]


def read_sat_out(text: str) -> SatOut | None:
    """What a round sat out scores, as it is typed; None where it is not said.

    >>> [read_sat_out(each) for each in ("", "nothing", "average", "5")]
    [None, 0, 'average', 5]
    """
    word = text.strip().casefold()
    if not word or word == "average":
        return "average" if word else None
    if word == "nothing":
        return 0
    if not word.isdecimal() or len(word) > 3:
        raise EventError(
            message(
                "{text} is not a score; write nothing, average or a number", text=repr(text[:20])
            )
        )
    return int(word)


OnePrize = Annotated[
    Literal["", "yes", "no"],
    field("One prize a person", "Half-time first, then as the prizes are listed: who has one is passed over."),
]  # fmt: skip


class EventOpened(Opened, frozen=True, tag="opened"):
    """The event was set up; a ``practice`` event counts for nothing."""

    id: str
    name: str
    date: str
    preset: str
    plan: EventPlan
    practice: bool = False

    def begin(self) -> Event:
        return Event(self.id, self.name, self.date, self.preset, self.plan, practice=self.practice)

    def says(self, state: Event) -> Message:
        return message(
            "{name} opened ({preset}, {title})",
            name=self.name,
            preset=self.preset,
            title=self.plan.title,
        )


def open_event(
    preset_name: str,
    id_: str,
    name: str,
    date: str,
    *,
    book: str = "",
    target: int | None = None,
    rounds: int | None = None,
    minutes: int | None = None,
    placing: Placing = "draw",
    stage: Stage = "club",
    prizes: Sequence[Prize] = (),
    decided: int | None = None,
    sat_out: SatOut | None = None,
    low_prize: LowPrize | None = None,
    practice: bool = False,
    game: OtherGame | None = None,
    entered: Literal["target", "points made"] | None = None,
    boards: BoardPlan | None = None,
    one_prize: bool | None = None,
) -> EventOpened:
    """A new event; what is not said is as its book has it.

    ``sat_out`` is what a round sat out scores, ``low_prize`` who can win one; ``game`` is what is
    played where that is not Euchre, ``entered`` what its winner is written down with. With
    ``one_prize`` nobody wins two.
    """
    chosen = _with_game(preset(preset_name), game)
    rules = load(book or chosen.book)
    read_date(date)
    plan = _plan(chosen, rules, book or chosen.book)
    _check_movement(plan)
    plan = replace(plan, placing=_placing(plan, placing), stage=stage)
    plan = _chosen(plan, rules, target, rounds, minutes)
    plan = _with_prizes(plan, tuple(prizes) or plan.prizes, decided)
    plan = _scored_otherwise(plan, sat_out, low_prize)
    plan = _entered_with(plan, entered)
    plan = with_boards(plan, boards)
    plan = plan if one_prize is None else replace(plan, one_prize=one_prize)
    return EventOpened(id_, title(name, practice), date, preset_name, plan, practice)


def _with_game(chosen: Preset, game: OtherGame | None) -> Preset:
    """The preset with another game: of its book only the movement and the places are left."""
    if game is None:
        return chosen
    if chosen.game is not None:
        return replace(chosen, game=game)
    return replace(chosen, game=game, book=_MOVES_BY)


# The book without a document, whose draws and cuts any card game can have.
_MOVES_BY: Final = "standard"


def _plan(chosen: Preset, book: RuleBook, name: str) -> EventPlan:
    topics = {}
    for topic in EVENT_TOPICS:
        values = asdict(getattr(book, topic))
        values |= {
            path.partition(".")[2]: value
            for path, value in chosen.changes.items()
            if path.startswith(f"{topic}.")
        }
        topics[topic] = type(getattr(book, topic))(**values)
    plan = EventPlan(
        book=name,
        title=book.title,
        edition=book.edition,
        officer=book.officer,
        **topics,
        clauses=_clauses(chosen, book),
        target=book.game.target,
        deals=book.game.deals,
        minutes=book.clock.minutes,
        most_in_a_deal=worth(book)[-1],
        drawn_games=book.clock.level == "draw" or book.game.deals is not None,
        rounds=topics["movement"].rounds,
    )
    _check_steps(plan)
    if chosen.game is not None:
        plan = _of_game(plan, chosen, chosen.game)
    if chosen.boards is not None:
        plan = of_boards(plan, chosen.name, chosen.boards)
    return replace(plan, prizes=chosen.prizes or _own_prizes(plan))


def _of_game(plan: EventPlan, chosen: Preset, game: OtherGame) -> EventPlan:
    """The plan of another game: nothing of Euchre ends it, limits a score or is cited."""
    return replace(
        plan,
        game=game,
        title=game.title,
        edition="",
        target=chosen.target,
        deals=chosen.deals,
        minutes=chosen.minutes,
        drawn_games=not (game.kind.ends and chosen.target and not chosen.minutes),
        clauses=dict.fromkeys(_paths(), (f"{chosen.name} preset",)),
    )


def _check_movement(plan: EventPlan) -> None:
    """A book of fixtures alone seats nobody in a day's event."""
    if plan.movement_kind.follows != "nothing":
        return
    own = [name for name, each in PRESETS.items() if "movement.kind" in each.changes]
    clause = plan.clause("movement.kind")
    raise EventError(
        message(
            "{title} has fixtures of a league and no movement for a day ({clause}): open a league, or take a preset with a movement of its own: {known}",
            title=plan.title,
            clause=cited(clause),
            known=", ".join(own),
        )
    )


def _check_steps(plan: EventPlan) -> None:
    """A step for groups of one size stands only in the chain of that size."""
    for size, path in enumerate(_STEPS, 2):
        for name in chain(getattr(plan.standings, path.partition(".")[2]), EventError):
            if TIE_BREAKS[name].only not in (0, size):
                raise EventError(
                    message(
                        "{step} who are tied; change {path}", step=TIE_BREAKS[name].says, path=path
                    )
                )


@cache
def _paths() -> tuple[str, ...]:
    """The settings an event rests on."""
    own = [
        f"{topic}.{field.name}" for topic, group in EVENT_TOPICS.items() for field in fields(group)
    ]
    return (*own, "game.target", "game.deals", "clock.minutes", "clock.level", "rulings.final")


def _clauses(chosen: Preset, book: RuleBook) -> dict[str, tuple[str, ...]]:
    """The clause of each setting an event rests on; what the preset changes is the club's own."""
    found = {}
    for path in _paths():
        cited = book.cite(path)
        clauses = list(cited.clauses)
        if cited.see:
            clauses[-1 if path in _STEPS else 0] += f", {cited.see}"
        if cited.see and path == "standings.more_level" and len(clauses) > 1:
            # The text ranks three by points; that four and more are ranked so is the reading's.
            clauses[0] += f", {cited.see}"
        found[path] = (f"{chosen.name} preset",) if path in chosen.changes else tuple(clauses)
    return found


def _own_prizes(plan: EventPlan) -> tuple[Prize, ...]:
    first = Prize("highest total" if plan.standings.low_wins else "first")
    return (first, Prize("lowest total", low=True)) if plan.standings.low_wins else (first,)


def _placing(plan: EventPlan, placing: Placing) -> Placing:
    if placing == "first free" and plan.entering.places == "draw":
        raise EventError(message("the first places are drawn", plan.clause("entering.places")))
    return placing


def _chosen(
    plan: EventPlan, book: RuleBook, target: int | None, rounds: int | None, minutes: int | None
) -> EventPlan:
    if plan.other is None and (reason := target_objection(book, target)):
        raise EventError(reason)
    if target is not None:
        plan = replace(plan, target=target)
    if minutes is not None:
        if minutes < 1:
            raise EventError(message("a time limit is at least one minute"))
        plan = replace(plan, minutes=minutes)
    return plan if rounds is None else _rounds(plan, rounds)


def _rounds(plan: EventPlan, rounds: int) -> EventPlan:
    if rounds < 1:
        raise EventError(message("an event has at least one round"))
    own = plan.movement.rounds
    if own is not None and rounds > own:
        raise EventError(
            message("{own} rounds are played, or fewer", plan.clause("movement.rounds"), own=own)
        )
    if own is not None and rounds < own and not plan.movement.fewer_rounds:
        raise EventError(
            message(
                "{planned} rounds are played", plan.clause("movement.fewer_rounds"), planned=own
            )
        )
    return replace(plan, rounds=rounds)


def _with_prizes(plan: EventPlan, prizes: tuple[Prize, ...], decided: int | None) -> EventPlan:
    """The places to be parted: those with prizes, and those that a zone sends on."""
    if any(prize.place < 1 or prize.amount < 0 for prize in prizes):
        raise EventError(message("a prize needs a place from 1 up and an amount of 0 or more"))
    needed = max((prize.place for prize in prizes), default=1)
    needed = max(needed, qualifying_places(plan))
    if decided is not None and decided < needed:
        raise EventError(
            message("the first place has a prize, and cannot stay tied")
            if needed == 1
            else message(
                "the first {needed} places have prizes or advance, and cannot stay tied",
                needed=needed,
            )
        )
    return replace(plan, prizes=prizes, decided=decided or needed)


def _scored_otherwise(
    plan: EventPlan, sat_out: SatOut | None, low_prize: LowPrize | None
) -> EventPlan:
    """The plan with the officer's own choices, which are cited as such."""
    chosen: dict[str, SatOut | LowPrize] = {}
    if sat_out is not None:
        if sat_out != "average" and sat_out < 0:
            raise EventError(message("a round sat out cannot score less than 0"))
        chosen["sat_out"] = sat_out
    if low_prize is not None:
        chosen["low_prize"] = low_prize
    if not chosen:
        return plan
    cited = {f"standings.{name}": (f"the {plan.officer}'s choice",) for name in chosen}
    standings = msgspec.convert({**asdict(plan.standings), **chosen}, Ranking)
    return replace(plan, standings=standings, clauses={**plan.clauses, **cited})


def _entered_with(plan: EventPlan, entered: Literal["target", "points made"] | None) -> EventPlan:
    """The plan with what the winner of another game is entered with."""
    if entered is None:
        return plan
    if plan.other is None:
        clause = plan.clause("standings.winner_entered")
        raise EventError(message("the book says what the winner is entered with", clause))
    if entered == "target" and plan.target is None:
        raise EventError(message("say how many points win, which the winner is entered with"))
    return replace(plan, standings=replace(plan.standings, winner_entered=entered))


class OpenEvent(Opening, frozen=True, tag="new"):
    """Begin an event."""

    preset: Annotated[str, field("Preset", f"One of {', '.join(PRESETS)}.")]
    name: Annotated[str, field("Name", option=True, limits={"max_length": 400})]
    id: Annotated[
        str, field("Id", "A short name to use in commands; made from the name if left out.")
    ] = ""
    date: Annotated[str, field("Date", "Such as 2026-05-30; today if left out.")] = ""
    book: Annotated[str, field("Book", "Another book, or the path of a house sheet.")] = ""
    placing: Annotated[
        Literal["draw", "first free"],
        field("Placing", "Draw the first places, or let people take any that is free."),
    ] = "draw"
    stage: Annotated[
        Literal["club", "zone playoffs", "games"], field("Stage", "What the event is part of.")
    ] = "club"
    target: Target = None
    rounds: Rounds = None
    minutes: Minutes = None
    decided: Decided = None
    prizes: PrizeLines = ()
    one_prize: OnePrize = ""
    sat_out: SatOutWords = ""
    low_prize: LowPrizeWords = ""
    practice: Annotated[bool, field("Practice", "Counts for nothing and can be thrown away.")] = (
        False
    )
    game: Annotated[
        str,
        field("Another game", "Its name, where it is not Euchre.", limits={"max_length": 40}),
    ] = ""
    counts: Annotated[
        Literal[
            "",
            "points to a target",
            "games of a match",
            "tricks",
            "plus and minus",
            "points of all deals",
            "anything",
        ],
        field("A score counts", "Where another game is played."),
    ] = ""
    together: Annotated[
        int | None,
        field("Both scores together", "Such as 13 tricks, where another game is played."),
    ] = None
    entered: Annotated[
        Literal["", "target", "points made"],
        field("The winner is entered with", "Where another game is played."),
    ] = ""
    boards: BoardsARound = None
    scoring: Scored = ""
    winners: Winners = ""
    at_once: AtOnce = False

    def opened(self, taken: Sequence[str]) -> EventOpened:
        """The event as its book and these choices have it."""
        return open_event(
            self.preset,
            self.id or free_id(self.name, taken),
            self.name,
            self.date or date.today().isoformat(),  # noqa: DTZ011  # the day on the wall
            book=self.book,
            target=self.target,
            rounds=self.rounds,
            minutes=self.minutes,
            placing=self.placing,
            stage=self.stage,
            prizes=read_prizes(self.prizes),
            decided=self.decided,
            sat_out=read_sat_out(self.sat_out),
            low_prize=self.low_prize or None,
            practice=self.practice,
            game=game_said(preset(self.preset).game, self.game, self.counts, self.together),
            entered=self.entered or None,
            boards=boards_said(
                preset(self.preset).boards, self.boards, self.scoring, self.winners, self.at_once
            ),
            one_prize=_yes(self.one_prize),
        )


def _yes(word: str) -> bool | None:
    """A yes or no; None where neither is said."""
    return word == "yes" if word else None


class Planned(Fact, frozen=True, tag="planned"):
    """The plan was changed before play, or the number of rounds during it."""

    plan: EventPlan
    why: str = ""

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, plan=self.plan)

    def says(self, state: Event) -> Message:
        """What the officer chose of sitting out and low prizes, where it is not as the book has it."""
        said, plan = because(message("plan changed"), self.why), self.plan
        worth = plan.standings.sat_out
        words = {
            "standings.sat_out": message(
                "a round sat out scores {worth}",
                worth=worth if isinstance(worth, int) and worth else Term(str(worth or "nothing")),
            ),
            "standings.low_prize": message(
                "the low prize is for {who}", who=Term(plan.standings.low_prize)
            ),
        }
        own = (f"the {plan.officer}'s choice",)
        chosen = [each for path, each in words.items() if plan.clauses.get(path) == own]
        return message("{said} ({chosen})", said=said, chosen=joined(chosen)) if chosen else said


def change_plan(
    event: Event,
    *,
    target: int | None = None,
    rounds: int | None = None,
    minutes: int | None = None,
    prizes: Sequence[Prize] | None = None,
    decided: int | None = None,
    sat_out: SatOut | None = None,
    low_prize: LowPrize | None = None,
    one_prize: bool | None = None,
    threes: bool | None = None,
    why: str = "",
) -> Planned:
    """A change of plan: everything before play, afterwards the number of rounds and the prizes.

    What a round sat out scores and who can win low may be settled later too, with a reason: often
    nobody has to sit out until somebody leaves.
    """
    event.require_open()
    plan = event.plan
    prizes = None if prizes is not None and tuple(prizes) == plan.prizes else prizes
    settled = (target, minutes, decided)
    if event.started and any(each is not None for each in settled):
        clause = plan.clause("standings.ranking")
        raise EventError(message("the plan is fixed once play has begun", clause))
    if event.started and (sat_out is not None or low_prize is not None) and not why.strip():
        raise EventError(message("play has begun; give the reason for the change"))
    plan = _chosen(plan, load(plan.book), target, rounds, minutes)
    if plan.rounds is not None and plan.rounds < len(event.rounds):
        raise EventError(
            message("{rounds} rounds have been seated already", rounds=len(event.rounds))
        )
    if prizes is not None or decided is not None:
        plan = _with_prizes(plan, plan.prizes if prizes is None else tuple(prizes), decided)
    plan = _scored_otherwise(plan, sat_out, low_prize)
    plan = plan if one_prize is None else replace(plan, one_prize=one_prize)
    if threes is not None:
        plan = _with_threes(plan, threes)
    return Planned(plan, why)


def _with_threes(plan: EventPlan, threes: bool) -> EventPlan:
    """The plan in which those over play at tables of three, or sit out."""
    if threes and (reason := can_be_three(plan)):
        raise EventError(reason)
    return replace(plan, threes=threes)


class ChangePlan(EventCommand, frozen=True, tag="plan"):
    """Change the plan before play begins, or the number of rounds during it."""

    target: Target = None
    rounds: Rounds = None
    minutes: Minutes = None
    decided: Decided = None
    prizes: PrizeLines = ()
    one_prize: OnePrize = ""
    threes: Annotated[
        Literal["", "yes", "no"],
        field("Tables of three", "Those over play three at a table, and their points count."),
    ] = ""
    sat_out: SatOutWords = ""
    low_prize: LowPrizeWords = ""
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield change_plan(
            state,
            target=self.target,
            rounds=self.rounds,
            minutes=self.minutes,
            prizes=read_prizes(self.prizes) or None,
            decided=self.decided,
            sat_out=read_sat_out(self.sat_out),
            low_prize=self.low_prize or None,
            one_prize=_yes(self.one_prize),
            threes=_yes(self.threes),
            why=self.why,
        )
