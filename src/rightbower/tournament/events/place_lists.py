"""What can be asked about places: standings, results, cards, ties and prizes."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rightbower.rules.message import written
from rightbower.rules.refusal import counted, sentence
from rightbower.tournament.commands import Answer, Sheet, field
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import qualifiers
from rightbower.tournament.events.labels import entrant
from rightbower.tournament.events.lists import EventList
from rightbower.tournament.events.outcome import not_counting, so_far
from rightbower.tournament.events.places import next_step, ordinal, standings
from rightbower.tournament.events.prizes import awards, low_prize_text
from rightbower.tournament.events.scorecards import beside_points, master_card, personal_card
from rightbower.tournament.events.tie_steps import not_now, tied_groups

HOW = {
    "coins": "tie toss",
    "game": "tie game SCORE",
    "cut": "tie cut",
    "decision": "tie place WHO WHO … --why REASON",
}


class ShowStandings(EventList, frozen=True, tag="standings"):
    """Everyone's place, and why."""

    public: ClassVar[bool] = True
    top: Annotated[int, field("Top", "How many to show.")] = 0

    def of_event(self, event: Event) -> Answer:
        places = standings(event)
        found = places[: self.top] if self.top else places
        heads = ("Place", "Name", *figure_heads(event), "Why")
        rows = [
            (rank_text(each), each.name, *map(str, figures(event, each)), str(reason(each)))
            for each in found
        ]
        sheets = [
            Sheet(f"{event.name}, {so_far(event)}" if event.rounds else event.name, heads, rows)
        ]
        if waiting := not_counting(event):
            sheets.append(Sheet("\n".join(map(str, waiting))))
        if through := qualifiers(event):
            names = ", ".join(place.name for place in through)
            sheets.append(Sheet(f"To the games: {names}.\n"))
        return Answer([each.kept for each in found], tuple(sheets))


class ShowResults(EventList, frozen=True, tag="results"):
    """Every game with both sides' points."""

    public: ClassVar[bool] = True

    def of_event(self, event: Event) -> Answer:
        rows = master_card(event)
        lines = [(str(r.round), str(r.table), r.first, r.second, str(r.says)) for r in rows]
        heads = ("Round", "Table", "First", "Second", "Result")
        return Answer(written(rows), (Sheet("Master score card", heads, lines),))


class ShowCard(EventList, frozen=True, tag="card"):
    """One entrant's rounds, or the master card if nobody is named."""

    who: Annotated[str, field("Who", "The number, or part of the name.", place=True)] = ""

    def of_event(self, event: Event) -> Answer:
        if not self.who:
            return ShowResults().of_event(event)
        number = entrant(event, self.who)
        own = personal_card(event, number)
        rows = [
            (
                str(row.round),
                str(row.table or ""),
                row.partner,
                row.against,
                "" if row.points is None else f"{row.points}–{row.given}",
                str(row.says if row.points is None else beside_points(event, row)),
            )
            for row in own
        ]
        total = sum(row.points or 0 for row in own)
        if event.plan.standings.ranking != "event points":
            total += sum(row.sat_out for row in own)
        heads = ("Round", "Table", "Partner", "Against", "Points", "How")
        return Answer(
            written(own),
            (Sheet(f"{event.name_of(number)}: {counted(total, 'point')}", heads, rows),),
        )


class ShowTies(EventList, frozen=True, tag="tie"):
    """Who is tied, and the next step, with the command that does it."""

    def of_event(self, event: Event) -> Answer:
        if reason_ := not_now(event):
            return Answer.of(None, sentence(reason_))
        step = next_step(event)
        if step is None:
            return Answer.of(None, *_shared(event))
        numbers = ", ".join(map(str, step.players))
        return Answer.of(
            written(step),
            step.says.by(step.clause),
            f"Do it with 'rightbower event {HOW[step.kind]}' (entrants {numbers}).",
        )


def _shared(event: Event) -> list[str]:
    """Who shares a place that matters, and how the officer may decide otherwise."""
    officer = event.plan.officer
    lines = [
        f"{event.name_of(*group)} share {ordinal(rank)} place unless the {officer} decides otherwise."
        for group, rank in tied_groups(event)
        if rank <= event.plan.decided
    ]
    if not lines:
        return ["Nobody whose place matters is tied."]
    return [*lines, "Do that with 'rightbower event tie place WHO WHO … --why REASON'."]


class ShowPrizes(EventList, frozen=True, tag="prizes"):
    """Who wins what."""

    public: ClassVar[bool] = True

    def of_event(self, event: Event) -> Answer:
        found = awards(event) if event.rounds else ()
        rows = [
            (
                " and ".join(each.prizes),
                event.name_of(*each.winners),
                f"{each.each / 100:.2f}" if each.each else "",
                each.why,
            )
            for each in found
        ]
        sheets = [Sheet("Prizes", ("Prize", "Who", "Each", "Why"), rows)]
        if event.rounds and (low := low_prize_text(event)):
            sheets.append(Sheet("\n".join(map(str, low))))
        return Answer(found, tuple(sheets))
