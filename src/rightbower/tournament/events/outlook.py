"""What the officer is told of a day before a choice is made, and what to set up for it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.cards import PACK
from rightbower.rules.message import Joined, Message, Reference, Term, cited, message, word
from rightbower.tournament.events.event import Event, EventPlan
from rightbower.tournament.events.games import OtherGame
from rightbower.tournament.events.movements.drawn import RANKS, numbered
from rightbower.tournament.events.participants import THREE, can_be_three, floaters, here, singles
from rightbower.tournament.events.participants import over as at_threes
from rightbower.tournament.events.plan import SatOut
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.ties import chain

LOW = ("2", "3", "4", "5", "6", "7", "8")
MARKER = "5"
RECORDS = {
    "master card": word("one master score card"),
    "personal cards": word("each player's own card"),
    "score cards": word("each player's score card"),
    "score sheet": word("a score sheet for each game"),
}


def outlook(event: Event) -> tuple[Message, ...]:
    """Sentences for the officer before a choice is made."""
    said = [_tables(event), *without_partner(event)]
    if event.plan.entering.unit == "pair":
        said += _meetings(event)
    rounds = planned_rounds(event)
    if rounds is not None:
        said.append(
            message(
                "{rounds} {rounds|round is|rounds are} planned, {tables} {tables|has|have} been seated.",
                rounds=rounds,
                tables=len(event.rounds),
            )
        )
    said.append(_ranking(event))
    said += rules_of_sitting_out(event)
    record = event.plan.standings.record
    said.append(
        message(
            "Results are kept on {record} ({clause}).",
            record=Term(RECORDS[record]),
            clause=cited(event.plan.clause("standings.record")),
        )
    )
    return tuple(said)


class OddNumber(Struct, frozen=True):
    """People would sit out: how many each round, how many more would fill the tables, what it means.

    ``average`` is whether a round sat out can still be made to score the average, ``low`` whether
    whoever misses a round can still be let win low. ``threes`` is how many would play at tables of
    three, none where there can be none, and ``fours`` how many tables of four there are
    then.
    """

    over: int
    wanted: int
    says: Message
    means: tuple[Message, ...]
    average: bool
    low: bool
    threes: int = 0
    fours: int = 0


def odd_number(event: Event) -> OddNumber | None:
    """What is to be decided where the tables do not come out even; nothing where they do.

    A chart gives everybody the same rounds to sit out, and in a knock-out whoever sits out goes on.
    """
    kind, plan = event.plan.movement_kind, event.plan
    count, size = _units(event)
    over = count % size
    if not over or count < size or len(floaters(event)) >= size - over:
        return None
    if kind.knocks_out or (kind.follows == "the plan" and not kind.a_up):
        return None
    pairs = plan.entering.unit == "pair"
    says = (
        message("A pair would sit out each round.")
        if pairs
        else message("{over} {over|player|players} would sit out each round.", over=over)
    )
    rounds = planned_rounds(event)
    left = None if rounds is None else max(rounds - len(event.rounds), 0)
    missing = None if left is None else min(count, over * left)
    low = any(prize.low for prize in plan.prizes) and plan.standings.low_prize == "all rounds"
    worth = plan.standings.sat_out
    means = [_sat_out(worth, cited(plan.clause("standings.sat_out")))]
    if missing is not None and left:
        means.append(
            message(
                "In {rounds} {rounds|round|rounds} {missing} of {count} would miss at least one.",
                rounds=left,
                missing=missing,
                count=count,
            )
        )
    if low:
        means.append(_low_left(plan, count, missing))
    by_points = plan.standings.ranking in ("points made", "event points")
    threes = 0
    if can_be_three(plan) is None and (plan.movement_kind.by_card or over == THREE):
        threes = at_threes(replace(plan, threes=True), count)
    if threes and plan.threes is True and threes % THREE == 0:
        return None
    threes = threes if threes % THREE == 0 else 0
    average = by_points and worth != "average"
    return OddNumber(
        over, size - over, says, tuple(means), average, low, threes, (count - threes) // 4
    )


def _low_left(plan: EventPlan, count: int, missing: int | None) -> Message:
    """Who is out of the low prize where it is for those who play all rounds."""
    clause = cited(plan.clause("standings.low_prize"))
    if missing is None:
        return message("Whoever misses one cannot win the low prize ({clause}).", clause=clause)
    return message(
        "The low prize is for those who play all rounds ({clause}): that leaves {left}.",
        clause=clause,
        left=max(count - missing, 0) or message("nobody"),
    )


def rules_of_sitting_out(event: Event) -> tuple[Message, ...]:
    """What a round sat out scores, where somebody sits out or may, and who can win low."""
    plan = event.plan
    worth, clause = plan.standings.sat_out, plan.clause("standings.sat_out")
    said = []
    count, size = _units(event)
    if worth or count % size or any(round_.byes for round_ in event.rounds):
        said.append(_sat_out(worth, cited(clause)))
    if any(prize.low for prize in plan.prizes):
        said.append(_low_prize(plan))
    return tuple(said)


def _sat_out(worth: SatOut, clause: Reference) -> Message:
    if worth == "average":
        return message(
            "A round sat out scores the average of one's own games ({clause}).", clause=clause
        )
    if not worth:
        return message("A round sat out scores nothing ({clause}).", clause=clause)
    return message("A round sat out scores {worth} ({clause}).", worth=worth, clause=clause)


def _low_prize(plan: EventPlan) -> Message:
    clause = cited(plan.clause("standings.low_prize"))
    match plan.standings.low_prize:
        case "all rounds":
            return message(
                "The low prize is for those who play all rounds, unless the {officer} says"
                " otherwise ({clause}).",
                officer=Term(plan.officer),
                clause=clause,
            )
        case "everyone still here":
            return message("The low prize is for everyone still here ({clause}).", clause=clause)
        case _:
            return message("The low prize is for everyone who is ranked ({clause}).", clause=clause)


def _pairs(event: Event) -> int:
    """The pairs there will be, singles put together."""
    return len(here(event)) + len(singles(event)) // 2


def _units(event: Event) -> tuple[int, int]:
    """How many pairs or players there will be, and how many make a table."""
    if event.plan.entering.unit == "pair":
        return _pairs(event), 2
    return len(here(event)), 4


def tables_for(event: Event) -> int:
    """How many tables those who are here need."""
    count, size = _units(event)
    return (count + 1) // 2 if size == 2 else count // size


def _tables(event: Event) -> Message:
    count, size = _units(event)
    over, tables = count % size, count // size
    many = message("{tables} {tables|table|tables}", tables=tables)
    at_three = at_threes(event.plan, count) if size == 4 else 0
    if event.plan.threes is True and at_three and at_three % THREE == 0:
        many = message(
            "{tables} {tables|table|tables} of four, {count} of three",
            tables=(count - at_three) // size,
            count=at_three // THREE,
        )
    elif over and len(floaters(event)) >= size - over:
        many = message("{tables} {tables|table|tables}, made up by floaters", tables=tables)
    elif over:
        many = message(
            "{tables} {tables|table|tables}, and {over} left without a table",
            tables=tables,
            over=over,
        )
    if event.plan.entering.unit == "pair":
        return message("{count} pairs are here: {tables}.", count=count, tables=many)
    return message("{count} players are here: {tables}.", count=count, tables=many)


class IfBegun(Struct, frozen=True):
    """The tables there would be now: how many are full, how many more there would be with all expected."""

    full: int
    open: int
    says: tuple[Message, ...]


def if_begun(event: Event) -> IfBegun | None:
    """What the first round would be if play began now; nothing once it has, or while nobody is here."""
    count, size = _units(event)
    if event.rounds or not count:
        return None
    full, over = divmod(count, size)
    expected = [each.number for each in event.entrants if each.state == "entered"]
    most = _units(event.with_entrants(expected, state="here"))[0] // size
    said = [_tables(event)]
    if over:
        said.append(
            message(
                "{count} more {count|makes|make} {tables} {tables|table|tables}.",
                count=size - over,
                tables=full + 1,
            )
        )
    if expected and most > full:
        said.append(
            message(
                "With everybody who is expected it is {tables} {tables|table|tables}.", tables=most
            )
        )
    return IfBegun(full, most - full, tuple(said))


def without_partner(event: Event) -> tuple[Message, ...]:
    """Who is here alone and will not be seated: before play the odd one, afterwards everybody."""
    alone = singles(event)
    if not alone:
        return ()
    if event.rounds:
        return (message("Not seated until they have a partner: {who}.", who=event.whom(*alone)),)
    if len(alone) % 2 == 0:
        return ()
    if len(alone) == 1:
        return (
            message(
                "{who} is here without a partner and would not be seated.", who=event.whom(*alone)
            ),
        )
    return (
        message(
            "{count} came without a partner: one of them would not be seated.", count=len(alone)
        ),
    )


def _changed(event: Event) -> bool:
    """Whether pairs came or left during play, so that what was planned is not what is played."""
    return bool(event.rounds) and any(each.since or each.until for each in event.entrants)


def _met_so_far(event: Event) -> list[Message]:
    """The meetings of the rounds seated, among all who have taken part or are here."""
    met = {frozenset(table.entrants) for _, table in event.games()}
    ranked = {n for two in met for n in two if not event.entrant(n).floater} | {*here(event)}
    possible = len(ranked) * (len(ranked) - 1) // 2
    among = sum(two <= ranked for two in met)
    return [
        message(
            "{met} of {possible} possible meetings have been seated in {rounds}"
            " {rounds|round|rounds}.",
            met=among,
            possible=possible,
            rounds=len(event.rounds),
        )
    ]


def _meetings(event: Event) -> list[Message]:
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
        return [message("Everyone meets everyone: {possible} meetings.", possible=possible)]
    rounds = min(planned_rounds(event) or tables, tables)
    met = message(
        "A up: {met} of {possible} possible meetings in {rounds} {rounds|round|rounds}; teams of"
        " one letter never meet.",
        met=rounds * (pairs // 2),
        possible=possible,
        rounds=rounds,
    )
    full = message(
        "A full round robin would take {rounds} {rounds|round|rounds} for all {possible}.",
        rounds=pairs - 1 + pairs % 2,
        possible=possible,
    )
    return [met, full, *fewer_games(event)]


def fewer_games(event: Event) -> list[Message]:
    """Before the first round of an odd number of pairs: the B team that is missing costs games."""
    pairs = _pairs(event)
    if not event.plan.movement_kind.a_up or pairs % 2 == 0 or event.rounds or floaters(event):
        return []
    tables = (pairs + 1) // 2
    rounds = min(event.plan.rounds or tables, tables)
    least = rounds - -(-rounds // tables)
    clause = event.plan.clause("standings.ranking")
    each = (
        message("each A team sits out once and")
        if rounds == tables
        else message("an A team that sits out")
    )
    return [
        message(
            "{pairs} pairs is an odd number: there is one more A team, so {each} plays {least} of"
            " {rounds} {rounds|round|rounds}, a B team {rounds}. Places go by {ranking} ({clause})."
            " A floater pair would make the games even.",
            pairs=pairs,
            each=each,
            least=least,
            rounds=rounds,
            ranking=Term(event.plan.standings.ranking),
            clause=cited(clause),
        )
    ]


def _ranking(event: Event) -> Message:
    plan = event.plan
    rules = plan.standings
    ties = message(
        "two tied: {two}; three tied: {three}; more: {more}",
        two=_chain(rules.two_level),
        three=_chain(rules.three_level),
        more=_chain(rules.more_level),
    )
    if rules.two_level == rules.three_level == rules.more_level:
        ties = message("those tied: {steps}", steps=_chain(rules.two_level))
    said = message(
        "Places by {ranking} ({clause}); {ties}.",
        ranking=Term(rules.ranking),
        clause=cited(plan.clause("standings.ranking")),
        ties=ties,
    )
    if "shared" in rules.two_level:
        return said
    if plan.decided == 1:
        return message(
            "{said} The first place will be decided if tied; other ties may stand.", said=said
        )
    return message(
        "{said} The first {count} places will be decided if tied; other ties may stand.",
        said=said,
        count=plan.decided,
    )


def _chain(steps: str) -> Joined:
    """The steps of a tie-break as they follow each other."""
    return Joined(tuple(map(Term, chain(steps))), ", ")


def checklist(event: Event) -> tuple[Message, ...]:
    """Sentences to be ticked off, with the clause where the book has one."""
    tables = tables_for(event)
    clauses = event.plan.clauses["entering.places"][1:]
    if event.plan.other is not None:
        return _for_another_game(event, event.plan.other, tables)
    fives = load(event.plan.book).markers.kind == "fives"
    out = tuple(rank for rank in LOW if rank != MARKER or not fives)
    said = [
        message("Put {tables} {tables|table|tables} in a circle", tables=tables)
        if tables
        else message("Put the tables in a circle"),
        message("Number them from 1 to {count}", count=tables)
        if tables
        else message("Number them from 1"),
        message("Put a deck of {count} cards on each table", count=len(PACK)),
        message("Take {ranks} out of each suit and keep the fives as markers", ranks=out)
        if fives
        else message("Take {ranks} out of each suit", ranks=out),
    ]
    lines = [
        message("{said}.", said=each.by(*clauses[place : place + 1]))
        for place, each in enumerate(said)
    ]
    if tables and event.plan.movement_kind.by_card:
        lines.append(_deck(event, tables))
    return tuple(lines)


def _for_another_game(event: Event, game: OtherGame, tables: int) -> tuple[Message, ...]:
    """The same where nothing is known of the cards."""
    lines = [
        message("Put {tables} {tables|table|tables} in a circle.", tables=tables)
        if tables
        else message("Put the tables in a circle."),
        message("Number them from 1 to {count}.", count=tables)
        if tables
        else message("Number them from 1."),
        message("Put the cards for {game} on each table.", game=game.title),
    ]
    if tables and event.plan.movement_kind.by_card:
        lines.append(_deck(event, tables))
    return tuple(lines)


def _deck(event: Event, tables: int) -> Message:
    if numbered(event, tables):
        return message("Make the host's deck: the numbers 1 to {count}.", count=4 * tables)
    return message("Make the host's deck: {ranks} of each suit.", ranks=RANKS[:tables])
