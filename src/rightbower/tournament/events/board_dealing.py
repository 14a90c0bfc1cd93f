"""The boards of an event: how many and how they are scored, and the seed that they are dealt from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from rightbower.rules import shuffles
from rightbower.rules.message import Message, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.board_tables import rounds_of
from rightbower.tournament.events.boards import Board, BoardPlan, Scoring, board
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventPlan, Prize
from rightbower.tournament.events.movements.duplicate import board_count
from rightbower.tournament.events.outcome import missing


def no_boards() -> EventError:
    """The refusal where an event has no boards."""
    return EventError(message("this event has no boards; they are for duplicate Euchre"))


MOST_BOARDS: Final = 12
BoardsARound = Annotated[int | None, field("Boards in a round", "Of duplicate Euchre.")]
Scored = Annotated[
    Literal["", "matchpoints", "total points", "difference to the field"],
    field("Boards are scored by", "Of duplicate Euchre."),
]
Winners = Annotated[
    Literal["", "one", "two"],
    field("Winners", "Two where each line of a Mitchell has its own."),
]
AtOnce = Annotated[
    bool,
    field("All tables have the same boards at once", "Each board is then made up for every table."),
]


def boards_said(
    own: BoardPlan | None,
    a_round: int | None,
    scoring: Scoring | Literal[""],
    winners: Literal["", "one", "two"],
    at_once: bool,
) -> BoardPlan | None:
    """What is said of the boards, with the preset's own for the rest; None where nothing is."""
    if a_round is None and not (scoring or winners or at_once):
        return None
    if own is None:
        raise no_boards()
    return BoardPlan(
        own.a_round if a_round is None else a_round,
        scoring or own.scoring,
        own.winners if not winners else 2 if winners == "two" else 1,
        at_once or own.at_once,
    )


def of_boards(plan: EventPlan, preset: str, boards: BoardPlan) -> EventPlan:
    """The plan of duplicate Euchre: a game at a table is its boards, whatever they come to."""
    own = dict.fromkeys(("game.target", "game.deals", "clock.minutes"), (f"{preset} preset",))
    return replace(
        plan,
        boards=boards,
        target=None,
        deals=boards.a_round,
        minutes=None,
        drawn_games=True,
        clauses={**plan.clauses, **own},
    )


def with_boards(plan: EventPlan, boards: BoardPlan | None) -> EventPlan:
    """The plan with what was chosen of its boards."""
    if boards is None or boards == plan.duplicate:
        return plan
    if plan.duplicate is None:
        raise no_boards()
    if not 1 <= boards.a_round <= MOST_BOARDS:
        raise EventError(message("a round has from 1 to {most} boards", most=MOST_BOARDS))
    if boards.winners > 1 and not plan.movement_kind.lines:
        raise EventError(
            message("only a Mitchell has two lines, with a winner in each; a Howell has one winner")
        )
    prizes = plan.prizes
    if boards.winners == 1 and any(prize.line for prize in prizes):
        prizes = (Prize("first"),)
    return replace(plan, boards=boards, deals=boards.a_round, prizes=prizes)


class BoardsDealt(Fact, frozen=True, tag="boards-dealt"):
    """The boards were dealt; their seed is told to nobody before all have been played."""

    seed: str

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, dealt=self.seed)

    def says(self, state: Event) -> Message:
        return message(
            "boards dealt, fingerprint {fingerprint}", fingerprint=shuffles.commitment(self.seed)
        )


def deal(event: Event, seed: str = "") -> BoardsDealt:
    """The boards, anew as long as nobody has been seated."""
    event.require_open()
    if event.plan.duplicate is None:
        raise no_boards()
    if event.started:
        raise EventError(message("the boards stay as they are once a round is seated"))
    return BoardsDealt(seed or shuffles.new_seed())


class DealBoards(EventCommand, frozen=True, tag="deal-boards"):
    """Deal the boards of duplicate Euchre, or deal them anew before the first round."""

    of_euchre: ClassVar[bool] = True
    asks_first: ClassVar[bool] = True

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield deal(state)


def fingerprint(event: Event) -> str:
    """What fixes the boards and does not tell them; nothing before they are dealt."""
    return "" if event.dealt is UNSET else shuffles.commitment(event.dealt)


def board_of(event: Event, number: int) -> Board:
    """A board with its cards, for the papers, the referee and, once all have played, everybody."""
    plan = event.plan.duplicate
    if plan is None or event.dealt is UNSET:
        raise EventError(message("the boards have not been dealt yet"))
    if not 1 <= number <= board_count(event):
        raise EventError(message("there is no board {number}", number=number))
    return board(event.dealt, number, plan, event.plan.book)


def open_to_all(event: Event) -> bool:
    """Whether everybody may see the cards: once nobody can play a board any more."""
    if event.plan.duplicate is None or event.dealt is UNSET:
        return False
    if event.finished or not event.rounds:
        return event.finished
    return len(event.rounds) >= rounds_of(event) and not missing(event)


def require_open_to_all(event: Event) -> None:
    """Refuse the cards while somebody may still play them."""
    if event.plan.duplicate is None:
        raise no_boards()
    if not open_to_all(event):
        raise EventError(
            message(
                "the cards are shown once the last round is over, so that nobody sees them first"
            )
        )
