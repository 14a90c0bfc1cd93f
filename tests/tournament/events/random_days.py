"""Random events of every kind: late entries, withdrawals, corrections, rulings, draws and undo."""

from collections import Counter
from hashlib import sha256
from random import Random

from rightbower.tournament.contest import Entry, Fact, last_counting
from rightbower.tournament.events import registration
from rightbower.tournament.events.attendance import (
    check_in,
    keep_apart,
    set_sitter,
    substitute,
    withdraw,
)
from rightbower.tournament.events.board_dealing import deal
from rightbower.tournament.events.board_results import summed
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Event, EventHistory, EventTable, ResultRuling
from rightbower.tournament.events.finish import finish, hand_in, undo
from rightbower.tournament.events.movements.movement import Move
from rightbower.tournament.events.movements.ring import CHARTS
from rightbower.tournament.events.outcome import outcome
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.results import confirm, correct, dispute, enter, rule, void
from rightbower.tournament.events.seating import not_yet, seat
from rightbower.tournament.events.simulated import quick_boards, quick_score
from rightbower.tournament.events.tie_steps import (
    cut_for_place,
    decide,
    play_off,
    toss_coins,
)


class RandomDay:
    """One random event, played as a director would from the first entry to the last."""

    def __init__(self, preset: str, seed: int, tables: int, rounds: int) -> None:
        self.luck = Random(seed)
        opened = open_event(
            preset,
            "random",
            f"Random {seed}",
            "2026-05-30",
            rounds=rounds
            if preset not in ("round-robin", "knock-out", "double-knock-out")
            else None,
            placing="draw" if preset == "charity-day" else self.luck.choice(("draw", "first free")),
        )
        self.history: EventHistory = EventHistory.of([Entry(0.0, "director", opened)])
        self.pairs = self.event.plan.entering.unit == "pair"
        self.joined = 0
        self.begin(tables)
        for _ in range(rounds):
            if not_yet(self.event) is not None or self.alone():
                break
            self.round()
        self.end()

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.history.event

    def do(self, fact: Fact) -> None:
        """Write a fact down."""
        at = float(len(self.history.entries))
        self.history = self.history.extend(Entry(at, "director", fact))

    def add(self, count: int, single: bool = False, floater: bool = False) -> list[int]:
        """New entrants on the list."""
        people = []
        for _ in range(count):
            self.joined += 1
            both = self.pairs and not single
            names = (f"P{self.joined}a", f"P{self.joined}b") if both else (f"P{self.joined}",)
            people.append([Player(name) for name in names])
        first = len(self.event.entrants) + 1
        self.do(registration.add(self.event, people, floater=floater))
        return list(range(first, first + count))

    def begin(self, tables: int) -> None:
        """Entrants for about so many tables, some of them late, single, floating or sitting."""
        kind = self.event.plan.movement.kind
        size = 2 if self.pairs else 4
        count = size * tables + self.luck.randrange(size)
        sizes = CHARTS[kind].sizes if kind in CHARTS else None
        if sizes is not None:
            count = min(sizes(), key=lambda each: abs(each - count))
        numbers = self.add(count)
        if kind == "A up" and self.luck.random() < 0.4 and self.singles_may_enter():
            numbers += self.add(self.luck.randrange(1, 9), single=True)
        if self.luck.random() < 0.2 and sizes is None:
            numbers += self.add(1, floater=True)
        self.do(check_in(self.event, numbers))
        if self.event.plan.duplicate is not None:
            self.do(deal(self.event, sha256(str(self.luck.random()).encode()).hexdigest()))
        if kind == "winners part":
            for number in self.luck.sample(numbers[: count - 1], self.luck.randrange(0, 3)):
                if not self.event.entrant(number).floater:
                    self.do(set_sitter(self.event, number))
        if self.luck.random() < 0.3:
            self.do(keep_apart(self.event, *self.luck.sample(numbers, 2)))

    def singles_may_enter(self) -> bool:
        """Whether the book lets players without partners in."""
        return self.event.plan.entering.singles != "none"

    def alone(self) -> bool:
        """Whether withdrawals have left a knock-out with one pair."""
        lost = Counter(
            number
            for _, table in self.event.games()
            if (came := outcome(self.event.plan, table)) is not None and came.winner is not None
            for number in table.sides[1 - came.winner]
        )
        kind = self.event.plan.movement_kind
        here = [each.number for each in self.event.entrants if each.state == "here"]
        return kind.knocks_out and sum(lost[number] < kind.lives for number in here) < 2

    def round(self) -> None:
        """Seat a round, play it, and let people come and go."""
        move: Move = "A up"
        if self.event.rounds and self.event.plan.movement.kind == "A up":
            move = self.luck.choice(("A up", "A up", "A up", "B down"))
        self.do(seat(self.event, str(self.luck.random()), move))
        if self.luck.random() < 0.1:
            self.undo()
            self.do(seat(self.event, str(self.luck.random()), move))
        for table in self.event.round.tables:
            if table.playing:
                self.result(table)
        if self.luck.random() < 0.4 and self.event.plan.duplicate is None:
            self.correct()
        if self.luck.random() < 0.3:
            self.come_and_go()

    def result(self, table: EventTable) -> None:
        """A table's result, sometimes by phone, disputed, ruled upon or void."""
        if self.event.plan.duplicate is not None:
            boards = quick_boards(self.event.plan.duplicate, self.luck)
            self.do(enter(self.event, table.number, summed(boards), boards=boards))
            return
        chance = self.luck.random()
        if chance < 0.01 and not self.event.plan.movement_kind.knocks_out:
            self.do(void(self.event, table.number, why="a pack with two kings"))
            return
        side = self.luck.choice((None, None, 0, 1))
        dealer = self.luck.choice(table.entrants)
        self.do(enter(self.event, table.number, self.score(), side=side, last_dealer=dealer))
        if side is not None:
            if chance < 0.1:
                self.do(dispute(self.event, table.number, why="we have nine"))
                self.do(confirm(self.event, table.number))
            else:
                self.do(confirm(self.event, table.number, side=1 - side))
        if chance > 0.97:
            self.rule(table)

    def rule(self, table: EventTable) -> None:
        """A ruling, unless it would leave a game without a winner."""
        ruling = self.luck.choice(
            [
                ResultRuling(0, 2, why="a renege"),
                ResultRuling(1, -1, why="signals"),
                ResultRuling(1, lost=True, why="left the table"),
                ResultRuling(0, 2, in_score=True, why="a renege, on the markers already"),
            ]
        )
        try:
            self.do(rule(self.event, table.number, ruling))
        except EventError as refusal:
            if "tie" not in str(refusal):
                raise

    def score(self) -> tuple[int, int]:
        """A score that such a game can end with."""
        plan = self.event.plan
        if plan.other is not None:
            return quick_score(plan, self.luck)
        if plan.deals is not None:
            made = [0, 0]
            for worth in self.luck.choices((1, 2, 4), k=plan.deals):
                made[self.luck.randrange(2)] += worth
            return made[0], made[1]
        assert plan.target is not None
        if plan.drawn_games and self.luck.random() < 0.2:
            level = self.luck.randrange(0, plan.target)
            return level, level
        low = self.luck.randrange(0, plan.target)
        high = self.luck.randrange(plan.target, plan.target + plan.most_in_a_deal)
        return (high, low) if self.luck.random() < 0.5 else (low, high)

    def correct(self) -> None:
        """A result of some round put right, or the correction taken back."""
        round_ = self.luck.choice(self.event.rounds)
        table = self.luck.choice(round_.tables)
        if not table.playing or table.result is None:
            return
        dealer = self.luck.choice(table.entrants)
        points = self.score()
        try:
            fact = correct(
                self.event,
                round_.number,
                table.number,
                points,
                why="read wrongly",
                last_dealer=dealer,
            )
        except EventError as refusal:
            if "tie" not in str(refusal):
                raise
            return
        self.do(fact)
        if self.luck.random() < 0.3:
            self.undo()

    def undo(self) -> None:
        """Take the latest entry back."""
        self.do(undo(self.event, last_counting(self.history.entries), "a slip"))

    def come_and_go(self) -> None:
        """Somebody leaves, somebody comes, or a substitute takes over."""
        here = [each.number for each in self.event.entrants if each.state == "here"]
        chance = self.luck.random()
        if chance < 0.4 and len(here) > 12:
            leaving = self.luck.sample(here, self.luck.randrange(1, 4))
            self.do(withdraw(self.event, leaving, why="a long way home"))
        elif chance < 0.8 and not self.event.plan.movement_kind.knocks_out:
            late = self.add(self.luck.randrange(1, 4))
            self.do(check_in(self.event, late))
        elif chance < 0.9 and not self.event.plan.movement_kind.knocks_out:
            gone = [each.number for each in self.event.entrants if each.state == "withdrawn"]
            if gone:
                self.do(check_in(self.event, [self.luck.choice(gone)]))
        else:
            self.joined += 1
            number = self.luck.choice(here)
            out = self.event.entrant(number).players[0].name
            new = Player(f"P{self.joined}s")
            self.do(substitute(self.event, number, out, new, why="ill"))

    def end(self) -> None:
        """Hand the cards in, part those who are tied, and close."""
        if self.event.plan.standings.hand_in != "none":
            cards = [each.number for each in self.event.entrants if self.luck.random() < 0.9]
            if cards:
                self.do(hand_in(self.event, tuple(cards)))
        while (step := next_step(self.event)) is not None:
            match step.kind:
                case "coins":
                    self.do(toss_coins(self.event, str(self.luck.random())))
                case "game":
                    self.do(play_off(self.event, self.luck.choice(((10, 4), (7, 10)))))
                case "cut":
                    self.do(cut_for_place(self.event, str(self.luck.random())))
                case "decision":
                    order = self.luck.sample(step.group, len(step.group))
                    self.do(decide(self.event, order, "drew lots"))
        if self.luck.random() < 0.7:
            self.do(finish(self.event, why="time to go home"))
