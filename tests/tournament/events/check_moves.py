"""The moves between rounds, written out again from the documents on plain JSON."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tournament.events.checker import Json, here_by_round, kept, outcome, seated_at

RANKS = "9TJQKA"


def when_left(entries: list[Json]) -> list[Json]:
    """Each round but the last as it stood when the next was seated; later corrections are not in."""
    rounds: list[Json] = []
    left = []
    for fact in kept(entries):
        kind = fact["type"]
        if kind == "seated":
            left += deepcopy(rounds[-1:])
            rounds.append(deepcopy(fact["round"]))
        elif kind in ("result-entered", "result-corrected"):
            table = _number(rounds[fact["round"] - 1], fact["table"])
            table["result"], table["void"] = fact["result"], ""
        elif kind == "game-voided":
            _number(rounds[fact["round"] - 1], fact["table"])["void"] = fact["why"]
        elif kind == "ruled":
            table = _number(rounds[fact["round"] - 1], fact["table"])
            table["rulings"] = [*table.get("rulings", []), fact["ruling"]]
    return left


def check_moves(entries: list[Json], event: Json) -> Iterator[str]:
    """Every false move of an event, in words."""
    present = here_by_round(entries)
    moves = zip(when_left(entries), event["rounds"][1:], present[1:], strict=True)
    for before, after, here in moves:
        yield from _moved(event, before, after, here)
    match event["plan"]["movement"]["kind"]:
        case "A up":
            yield from _letters_stay(event)
        case "losers move":
            yield from _lines_stay(event)
        case "host's deck" | "fair draw":
            yield from _whole_tables(event)
        case "whist chart":
            yield from _partners_once(event)
        case "full round robin" | "swiss":
            yield from _no_repeats(event)
        case "winners part" | "knock-out" | "double knock-out":
            pass  # each move is checked
        case other:
            yield f"nothing is known here of the movement {other!r}"


def _moved(event: Json, before: Json, after: Json, here: set[int]) -> Iterator[str]:
    """Every false move from one round to the next, where the round before says who goes where."""
    match event["plan"]["movement"]["kind"]:
        case "A up":
            yield from _pairs_moved(event, before, after, here)
        case "winners part":
            yield from _winners_parted(event, before, after, here)
        case "losers move":
            yield from _losers_moved(event, before, after, here)
        case "knock-out":
            yield from _losers_out(event, before, after)
        case "double knock-out":
            yield from _nobody_new(before, after)


def _losers_out(event: Json, before: Json, after: Json) -> Iterator[str]:
    """Whoever lost has no place in the next round, and nobody is in it who was not in this one."""
    there = {*after["byes"], *(who for table in after["tables"] for who in seated_at(table))}
    was = {*before["byes"], *(who for table in before["tables"] for who in seated_at(table))}
    lost = {
        who
        for table in before["tables"]
        if (found := outcome(event["plan"], table)) is not None and found[1] is not None
        for who in table["sides"][1 - found[1]]
    }
    for who in sorted(there & lost | there - was):
        yield f"round {after['number']}: {who} is in it and did not go on"


def _nobody_new(before: Json, after: Json) -> Iterator[str]:
    """Nobody is in the next round who was not in this one; the lives have a checker of their own."""
    there = {*after["byes"], *(who for table in after["tables"] for who in seated_at(table))}
    was = {*before["byes"], *(who for table in before["tables"] for who in seated_at(table))}
    for who in sorted(there - was):
        yield f"round {after['number']}: {who} is in it and did not go on"


def _pairs_moved(event: Json, before: Json, after: Json, here: set[int]) -> Iterator[str]:
    """A goes up one and B stays, or A stays and B goes down one, round the ring of tables."""
    size = len(after["tables"])
    up, down = {"A up": (1, 0), "B down": (0, 1), "both": (1, 1)}[after["move"]]
    floaters = {each["number"] for each in event["entrants"] if each.get("floater")}
    now = {who: table["number"] for table in after["tables"] for who in seated_at(table)}
    if _nobody_would_play(before, here, up + down, size):
        return
    for table in before["tables"]:
        for side, step in ((0, up), (1, -down)):
            for who in table["sides"][side]:
                due = (table["number"] - 1 + step) % size + 1
                if who in here and who not in floaters and now.get(who) != due:
                    yield f"round {after['number']}: {who} is due at {due}, not {now.get(who)}"


def _nobody_would_play(before: Json, here: set[int], apart: int, size: int) -> bool:
    """Whether those who stayed would all sit alone after a move; they go on further then."""
    a, b = (
        {table["number"] - 1 for table in before["tables"] if here & set(table["sides"][side])}
        for side in (0, 1)
    )
    return b.isdisjoint((place + apart) % size for place in a)


def _letters_stay(event: Json) -> Iterator[str]:
    letter: dict[int, int] = {}
    floaters = {each["number"] for each in event["entrants"] if each.get("floater")}
    for round_ in event["rounds"]:
        for table in round_["tables"]:
            for side in (0, 1):
                for who in table["sides"][side]:
                    if letter.setdefault(who, side) != side and who not in floaters:
                        yield f"round {round_['number']}: {who} changed its letter"


def _whole_tables(event: Json) -> Iterator[str]:
    for round_ in event["rounds"]:
        if any(len(seated_at(table)) != 4 for table in round_["tables"]):
            yield f"round {round_['number']}: a table is not full"
        if [table["number"] for table in round_["tables"]] != list(
            range(1, len(round_["tables"]) + 1)
        ):
            yield f"round {round_['number']}: a number is missing among the tables"


def _no_repeats(event: Json) -> Iterator[str]:
    met: set[frozenset[int]] = set()
    for round_ in event["rounds"]:
        for table in round_["tables"]:
            if all(table["sides"]):
                two = frozenset(seated_at(table))
                if two in met and len(event["rounds"]) < len(event["entrants"]):
                    yield f"round {round_['number']}: {sorted(two)} meet again"
                met.add(two)


def _partners_once(event: Json) -> Iterator[str]:
    """Nobody has a partner twice until the chart begins again."""
    had: set[frozenset[int]] = set()
    for round_ in event["rounds"]:
        for table in round_["tables"]:
            for two in (frozenset(side) for side in table["sides"] if side):
                if two in had and len(event["rounds"]) < len(event["entrants"]):
                    yield f"round {round_['number']}: {sorted(two)} are partners again"
                had.add(two)


def _chairs(table: Json) -> list[int]:
    (north, south), (east, west) = table["sides"]
    return [north, east, south, west]


def _winners_parted(event: Json, before: Json, after: Json, here: set[int]) -> Iterator[str]:
    """Each goes where the rules send her, unless she sits out or her table is closed."""
    now = {
        who: (table["number"], chair)
        for table in after["tables"]
        for chair, who in enumerate(_chairs(table))
    }
    open_ = {table["number"] for table in after["tables"]}
    ring = [table for table in before["tables"] if table["number"] in open_]
    numbers = [table["number"] for table in ring]
    due: dict[int, tuple[int, int]] = {}
    gone = [_parts(event, table, _number(after, table["number"])) for table in ring]
    for place, leaves in enumerate(gone):
        for who, chair in leaves["stay"]:
            due[who] = (numbers[place], chair)
        above, below = (place + 1) % len(ring), place - 1
        due[leaves["up"]] = (numbers[above], gone[above]["up chair"])
        due[leaves["down"]] = (numbers[below], gone[below]["down chair"])
    for who, seat in due.items():
        if who in here and who in now and now[who] != seat:
            yield f"round {after['number']}: {who} is due at {seat}, not {now[who]}"
    streams = Counter(who for leaves in gone for who in (leaves["up"], leaves["down"]))
    if any(count > 1 for count in streams.values()):
        yield f"round {after['number']}: somebody goes up and down"


def _losers_moved(event: Json, before: Json, after: Json, here: set[int]) -> Iterator[str]:
    """The losing North or East goes up, the losing South or West down; winners stay and part."""
    open_ = [table["number"] for table in after["tables"]]
    ring = [table for table in before["tables"] if table["number"] in open_]
    now = {
        who: (table["number"], chair)
        for table in after["tables"]
        for chair, who in enumerate(_chairs(table))
    }
    for place, table in enumerate(ring):
        found = outcome(event["plan"], table)
        if found is None or found[1] is None:
            continue
        won, chairs = found[1], _chairs(table)
        above, below = ring[(place + 1) % len(ring)]["number"], ring[place - 1]["number"]
        due = {chairs[1 - won]: above, chairs[3 - won]: below}
        due |= {chairs[won]: table["number"], chairs[won + 2]: table["number"]}
        for who, number in due.items():
            if who in here and who in now and now[who][0] != number:
                yield f"round {after['number']}: {who} is due at {number}, not {now[who]}"
        if chairs[won] in now and now[chairs[won]] != (table["number"], won):
            yield f"round {after['number']}: {chairs[won]} won and did not keep the seat"
        side = {
            who: side for side in (0, 1) for each in after["tables"] for who in each["sides"][side]
        }
        both = [chairs[won], chairs[won + 2]]
        if set(both) <= set(now) and side[both[0]] == side[both[1]]:
            yield f"round {after['number']}: {both} won and are partners still"


def _lines_stay(event: Json) -> Iterator[str]:
    """Where nobody sat out, everyone is in the line of seats of the first round all day."""
    lines: dict[int, int] = {}
    whole = not any(round_["byes"] for round_ in event["rounds"])
    come_and_go = any(each.get("since", 0) or each["state"] != "here" for each in event["entrants"])
    for round_ in event["rounds"] if whole and not come_and_go else []:
        for table in round_["tables"]:
            for chair, who in enumerate(_chairs(table)):
                if lines.setdefault(who, chair // 2) != chair // 2:
                    yield f"round {round_['number']}: {who} has changed lines"


def _number(round_: Json, number: int) -> Json:
    return next(table for table in round_["tables"] if table["number"] == number)


def _parts(event: Json, table: Json, later: Json) -> Json:
    """Who goes up, who goes down, who stays in which chair, and the chairs left for newcomers."""
    chairs = _chairs(table)
    sitting = [
        chair for chair, who in enumerate(chairs) if event["entrants"][who - 1].get("sitter")
    ]
    if sitting:
        sitter = sitting[0]
        left, across, right = ((sitter + step) % 4 for step in (1, 2, 3))
        return {
            "up": chairs[across],
            "down": chairs[right],
            "stay": [(chairs[sitter], sitter), (chairs[left], right)],
            "up chair": across,
            "down chair": left,
        }
    side = _moving(event, table, later)
    cut = _cut(later, "losers")
    losers = (chairs[1 - side], chairs[3 - side])
    high = _high(cut, losers)
    dealer = chairs.index(high)
    low = losers[0] if high == losers[1] else losers[1]
    second = (dealer + 1) % 4
    return {
        "up": chairs[side],  # North or East
        "down": chairs[side + 2],  # South or West
        "stay": [(high, dealer), (low, second)],
        "up chair": (dealer + 2) % 4,
        "down chair": (second + 2) % 4,
    }


def _moving(event: Json, table: Json, later: Json) -> int:
    """The winners, or after a draw the side of the higher cut."""
    found = outcome(event["plan"], table)
    if found is not None and found[1] is not None:
        return found[1]
    cut = _cut(later, "moves")
    (one, _), (other, _) = cut[0]
    high = _high(cut, (one, other))
    return 0 if high in table["sides"][0] else 1


def _cut(table: Json, purpose: str) -> list[list[list[Any]]]:
    for cut in table.get("cuts", []):
        if cut["purpose"] == purpose:
            return list(cut["draws"])
    return []


def _high(draws: list[list[list[Any]]], players: tuple[int, int]) -> int:
    """The higher of two cuts; a level cut was made again."""
    for draw in draws:
        ranks = {who: RANKS.index(card[0]) for who, card in draw}
        if set(ranks) == set(players) and len(set(ranks.values())) == 2:
            return next(who for who in players if ranks[who] == max(ranks.values()))
    raise AssertionError(f"no cut between {players} is kept")
