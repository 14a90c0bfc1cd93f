"""Before play: what to set up, and what the event will be like with those who are here."""

from __future__ import annotations

from rightbower.rules.book import load
from rightbower.rules.cards import PACK
from rightbower.rules.refusal import counted, listed
from rightbower.tournament.events.movements.drawn import RANKS, numbered
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.participants import floaters, here, singles

LOW = ("2", "3", "4", "5", "6", "7", "8")
MARKER = "5"
RECORDS = {
    "master card": "one master score card",
    "personal cards": "each player's own card",
    "score cards": "each player's score card",
    "score sheet": "a score sheet for each game",
}


def outlook(event: Event) -> tuple[str, ...]:
    """Sentences for the officer before a choice is made."""
    said = [_tables(event), *without_partner(event)]
    if event.plan.entering.unit == "pair":
        said += _meetings(event)
    rounds = planned_rounds(event)
    if rounds is not None:
        planned = f"{counted(rounds, 'round')} {'is' if rounds == 1 else 'are'} planned"
        seated = f"{len(event.rounds)} {'has' if len(event.rounds) == 1 else 'have'} been seated"
        said.append(f"{planned}, {seated}.")
    said.append(_ranking(event))
    said += rules_of_sitting_out(event)
    record = event.plan.standings.record
    said.append(f"Results are kept on {RECORDS[record]} ({event.plan.clause('standings.record')}).")
    return tuple(said)


def rules_of_sitting_out(event: Event) -> tuple[str, ...]:
    """What a round sat out scores, where somebody sits out or may, and who can win low."""
    plan = event.plan
    worth, clause = plan.standings.sat_out, plan.clause("standings.sat_out")
    said = []
    count, size, _ = _units(event)
    if worth or count % size or any(round_.byes for round_ in event.rounds):
        scores = {"average": "the average of one's own games", 0: "nothing"}
        said.append(f"A round sat out scores {scores.get(worth, worth)} ({clause}).")
    if any(prize.low for prize in plan.prizes):
        who = "everyone who is ranked"
        if plan.standings.low_prize == "all rounds":
            who = f"those who play all rounds, unless the {plan.officer} says otherwise"
        said.append(f"The low prize is for {who} ({plan.clause('standings.low_prize')}).")
    return tuple(said)


def _pairs(event: Event) -> int:
    """The pairs there will be, singles put together."""
    return len(here(event)) + len(singles(event)) // 2


def _units(event: Event) -> tuple[int, int, str]:
    """How many pairs or players there will be, how many make a table, and what they are called."""
    if event.plan.entering.unit == "pair":
        return _pairs(event), 2, "pairs"
    return len(here(event)), 4, "players"


def tables_for(event: Event) -> int:
    """How many tables those who are here need."""
    count, size, _ = _units(event)
    return (count + 1) // 2 if size == 2 else count // size


def _tables(event: Event) -> str:
    count, size, word = _units(event)
    over = count % size
    spare = f", {over} over" if over else ""
    if over and len(floaters(event)) >= size - over:
        spare = ", made up by floaters"
    return f"{count} {word} are here: {counted(count // size, 'table')}{spare}."


def without_partner(event: Event) -> tuple[str, ...]:
    """Who is here alone and will not be seated: before play the odd one, afterwards everybody."""
    alone = singles(event)
    if not alone:
        return ()
    if event.rounds:
        return (f"Not seated until they have a partner: {event.name_of(*alone)}.",)
    if len(alone) % 2 == 0:
        return ()
    if len(alone) == 1:
        return (f"{event.name_of(*alone)} is here without a partner and would not be seated.",)
    return (f"{len(alone)} came without a partner: one of them would not be seated.",)


def _changed(event: Event) -> bool:
    """Whether pairs came or left during play, so that what was planned is not what is played."""
    return bool(event.rounds) and any(each.since or each.until for each in event.entrants)


def _met_so_far(event: Event) -> list[str]:
    """The meetings of the rounds seated, among all who have taken part or are here."""
    met = {frozenset(table.entrants) for _, table in event.games()}
    ranked = {n for two in met for n in two if not event.entrant(n).floater} | {*here(event)}
    possible = len(ranked) * (len(ranked) - 1) // 2
    among = sum(two <= ranked for two in met)
    rounds = counted(len(event.rounds), "round")
    return [f"{among} of {possible} possible meetings have been seated in {rounds}."]


def _meetings(event: Event) -> list[str]:
    """How many of the possible meetings take place, for each choice there is."""
    kind = event.plan.movement_kind
    if not (kind.a_up or kind.meets_all):
        return []
    if _changed(event):
        return _met_so_far(event)
    pairs = _pairs(event)
    possible = pairs * (pairs - 1) // 2
    if possible < 1:
        return []
    tables = (pairs + 1) // 2
    if kind.meets_all:
        return [f"Everyone meets everyone: {possible} meetings."]
    rounds = min(planned_rounds(event) or tables, tables)
    met = f"{rounds * (pairs // 2)} of {possible} possible meetings in {counted(rounds, 'round')}"
    every = counted(pairs - 1 + pairs % 2, "round")
    full = f"A full round robin would take {every} for all {possible}."
    return [f"A up: {met}; teams of one letter never meet.", full, *fewer_games(event)]


def fewer_games(event: Event) -> list[str]:
    """Before the first round of an odd number of pairs: the B team that is missing costs games."""
    pairs = _pairs(event)
    if not event.plan.movement_kind.a_up or pairs % 2 == 0 or event.rounds or floaters(event):
        return []
    tables = (pairs + 1) // 2
    rounds = min(event.plan.rounds or tables, tables)
    least = rounds - -(-rounds // tables)
    clause = event.plan.clause("standings.ranking")
    each = "each A team sits out once and" if rounds == tables else "an A team that sits out"
    return [
        (
            f"{pairs} pairs is an odd number: there is one more A team, so {each} plays {least} of"
            f" {counted(rounds, 'round')}, a B team {rounds}. Places go by {event.plan.standings.ranking}"
            f" ({clause}). A floater pair would make the games even."
        )
    ]


def _ranking(event: Event) -> str:
    plan = event.plan
    rules = plan.standings
    clause = plan.clause("standings.ranking")
    ties = f"two tied: {rules.two_level}; three tied: {rules.three_level}; more: {rules.more_level}"
    if rules.two_level == rules.three_level == rules.more_level:
        ties = f"those tied: {rules.two_level}"
    said = f"Places by {rules.ranking} ({clause}); {ties}."
    if "shared" in rules.two_level:
        return said
    first = "first place" if plan.decided == 1 else f"first {plan.decided} places"
    return f"{said} The {first} will be decided if tied; other ties may stand."


def checklist(event: Event) -> tuple[str, ...]:
    """Sentences to be ticked off, with the clause where the book has one."""
    tables = tables_for(event)
    cited = event.plan.clauses["entering.places"][1:]
    markers = load(event.plan.book).markers.kind
    out = listed([rank for rank in LOW if rank != MARKER or markers != "fives"])
    kept = " and keep the fives as markers" if markers == "fives" else ""
    said = [
        f"Put {counted(tables, 'table') if tables else 'the tables'} in a circle",
        f"Number them from 1 to {tables}" if tables else "Number them from 1",
        f"Put a deck of {len(PACK)} cards on each table",
        f"Take {out} out of each suit{kept}",
    ]
    lines = [
        f"{sentence} ({cited[place]})." if place < len(cited) else f"{sentence}."
        for place, sentence in enumerate(said)
    ]
    if tables and event.plan.movement_kind.by_card:
        lines.append(f"Make the host's deck: {_deck(event, tables)}.")
    return tuple(lines)


def _deck(event: Event, tables: int) -> str:
    if numbered(event, tables):
        return f"the numbers 1 to {4 * tables}"
    return f"{listed(RANKS[:tables])} of each suit"
