"""A checker that knows the rules and nothing of the engine: it reads the journal and the export.

Everything here works on plain JSON. What the documents say of moving is written out again, so that
the engine and the checker test each other.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

Json = dict[str, Any]


def check(entries: list[Json], whole: Json) -> list[str]:
    """Every fault found in an event, in words; moves are checked beside."""
    event = whole["event"]
    faults = [fault for round_ in event["rounds"] for fault in _seats(event, round_)]
    faults += _presence(entries, event)
    faults += _sums(event, whole["standings"])
    faults += _order(event, whole["standings"])
    return faults


def _unit(event: Json) -> int:
    return 1 if event["plan"]["entering"]["unit"] == "pair" else 2


def _seats(event: Json, round_: Json) -> Iterator[str]:
    """Nobody in two places, nobody against herself, sides of the right size."""
    size = _unit(event)
    seated: Counter[int] = Counter()
    for table in round_["tables"]:
        first, second = table["sides"]
        seated.update(first + second)
        if first and second and {len(first), len(second)} != {size}:
            yield f"round {round_['number']}: table {table['number']} has sides {table['sides']}"
        people = [name for who in first + second for name in _people(event, who)]
        if len(set(people)) < len(people):
            yield f"round {round_['number']}: somebody plays herself at table {table['number']}"
    for who, count in seated.items():
        if count > 1:
            yield f"round {round_['number']}: {who} sits in {count} places"
    playing = {who for table in round_["tables"] if all(table["sides"]) for who in seated_at(table)}
    for who in round_["byes"]:
        if who in playing:
            yield f"round {round_['number']}: {who} plays and sits out"
    numbers = [table["number"] for table in round_["tables"]]
    if numbers != sorted(set(numbers)) or numbers[0] < 1:
        yield f"round {round_['number']}: tables are numbered {numbers}"


def _people(event: Json, who: int) -> list[str]:
    return [player["name"] for player in event["entrants"][who - 1]["players"]]


def seated_at(table: Json) -> list[int]:
    return list(table["sides"][0]) + list(table["sides"][1])


def kept(entries: list[Json]) -> list[Json]:
    """The facts that were not undone."""
    kept: dict[int, Json] = {}
    for number, entry in enumerate(entries, 1):
        fact = entry["fact"]
        if fact["type"] == "undone":
            del kept[fact["entry"]]
        else:
            kept[number] = fact
    return list(kept.values())


def here_by_round(entries: list[Json]) -> list[set[int]]:
    """Who was here when each round was seated."""
    here: set[int] = set()
    rounds = []
    listed = 0
    for fact in kept(entries):
        match fact["type"]:
            case "added":
                listed += len(fact["entrants"])
            case "checked-in":
                here |= set(fact["numbers"])
            case "withdrew":
                here -= set(fact["numbers"])
            case "partnered":
                listed += 1
                here -= {fact["first"], fact["second"]}
                here.add(listed)
            case "seated":
                for formed in fact["formed"]:
                    listed += 1
                    assert formed["number"] == listed
                    here -= set(formed["singles"])
                    here.add(listed)
                rounds.append(set(here))
    return rounds


def _presence(entries: list[Json], event: Json) -> Iterator[str]:
    """Everyone who is here plays or sits out; nobody who has left is seated; byes are shared."""
    floaters = {each["number"] for each in event["entrants"] if each.get("floater")}
    present = here_by_round(entries)
    for round_, here in zip(event["rounds"], present, strict=True):
        placed = {who for table in round_["tables"] for who in seated_at(table)} | set(
            round_["byes"]
        )
        if gone := placed - here:
            yield f"round {round_['number']}: {sorted(gone)} have left and are seated"
        beaten = _beaten(event, round_["number"])
        if forgotten := here - placed - floaters - beaten:
            yield f"round {round_['number']}: {sorted(forgotten)} were forgotten"
        if _unit(event) == 2:
            spare = len(here - floaters) % 4
            charted = event["plan"]["movement"]["kind"] == "whist chart"
            if not charted and len(set(round_["byes"]) - floaters) > spare:
                yield f"round {round_['number']}: {len(round_['byes'])} sit out, {spare} need to"
    yield from _shared_byes(event, present)


def _beaten(event: Json, number: int) -> set[int]:
    """Those who are out of a knock-out before a round."""
    if event["plan"]["movement"]["kind"] not in ("knock-out", "double knock-out"):
        return set()
    earlier = event["rounds"][: number - 1]
    found = {who for round_ in earlier for table in round_["tables"] for who in seated_at(table)}
    return found - {
        who for table in event["rounds"][number - 1]["tables"] for who in seated_at(table)
    }


def _shared_byes(event: Json, present: list[set[int]]) -> Iterator[str]:
    """By lot nobody sits out twice more than another who was there all day."""
    kind = event["plan"]["movement"]["kind"]
    if kind not in ("host's deck", "winners part", "losers move", "fair draw") or not present:
        return
    sitters = {each["number"] for each in event["entrants"] if each.get("sitter")}
    floaters = {each["number"] for each in event["entrants"] if each.get("floater")}
    always = set.intersection(*present) - sitters - floaters
    sat = Counter(who for round_ in event["rounds"] for who in round_["byes"])
    counts = [sat[who] for who in always]
    if counts and max(counts) - min(counts) > 1:
        yield f"some sat out {max(counts)} times, others {min(counts)}"


def outcome(plan: Json, table: Json) -> tuple[tuple[int, int], int | None] | None:
    """Points as they count, and the winning side."""
    result = table.get("result")
    if result is None or table.get("void") or not all(table["sides"]):
        return None
    points = list(result["points"])
    winner: int | None = None
    for ruling in table.get("rulings", []):
        if not ruling.get("in_score"):
            with_it = points[ruling["side"]] + ruling.get("points", 0)
            points[ruling["side"]] = with_it if _below_zero(plan) else max(0, with_it)
    if points[0] != points[1]:
        winner = 0 if points[0] > points[1] else 1
    if result.get("lost") is not None:
        winner = 1 - result["lost"]
    for ruling in table.get("rulings", []):
        if ruling.get("lost"):
            winner = 1 - ruling["side"]
    if winner is not None and plan["standings"]["winner_entered"] == "target" and plan["target"]:
        points[winner] = plan["target"]
        points[1 - winner] = min(points[1 - winner], plan["target"])
    return (points[0], points[1]), winner


def _below_zero(plan: Json) -> bool:
    return plan.get("game", {}).get("counts", "anything" if "game" in plan else "") in (
        "plus and minus",
        "anything",
    )


def sums(event: Json) -> dict[int, Counter[str]]:
    """What each entrant's results add up to."""
    found: dict[int, Counter[str]] = {}
    worth = event["plan"]["standings"]
    for round_ in event["rounds"]:
        for who in round_["byes"]:
            found.setdefault(who, Counter())["byes"] += 1
        for table in round_["tables"]:
            for who in seated_at(table):
                found.setdefault(who, Counter())
            came = outcome(event["plan"], table)
            if came is None:
                continue
            points, winner = came
            for side in (0, 1):
                kind = "drawn" if winner is None else "won" if winner == side else "lost"
                word = {"drawn": "draw", "won": "win", "lost": "loss"}[kind]
                for who in table["sides"][side]:
                    found[who][kind] += 1
                    found[who]["points"] += points[side]
                    found[who]["against"] += points[1 - side]
                    found[who]["event_points"] += worth[word] or 0
    return found


def _sums(event: Json, standings: list[Json]) -> Iterator[str]:
    """Totals are the sum of the results, and nobody who played has vanished."""
    found = sums(event)
    places = {place["entrant"]: place for place in standings}
    if lost := set(found) - set(places):
        yield f"{sorted(lost)} are missing from the standings"
    for who, place in places.items():
        for word in ("won", "drawn", "lost", "byes", "points", "against", "event_points"):
            if found.get(who, Counter())[word] != place.get(word, 0):
                yield f"{who} has {place.get(word, 0)} {word}, not {found[who][word]}"


def _order(event: Json, standings: list[Json]) -> Iterator[str]:
    """Places run by what the book counts; a shared place is one number, and the next is skipped."""
    word = {"games won": "won", "points made": "points", "event points": "event_points"}.get(
        event["plan"]["standings"]["ranking"]
    )
    ranked = [place for place in standings if place["rank"] is not None]
    if len({place["entrant"] for place in standings}) < len(standings):
        yield "somebody has two places"
    if word is not None:
        for first, second in pairwise(ranked):
            if first.get(word, 0) < second.get(word, 0):
                yield f"{second['entrant']} has more {word} than {first['entrant']} before it"
    for number, place in enumerate(ranked, 1):
        same = [other for other in ranked if other["rank"] == place["rank"]]
        if len(same) == 1 and place["rank"] != number:
            yield f"place {number} is called {place['rank']}"
        if len(same) > 1 and not place.get("shared"):
            yield f"{place['entrant']} shares place {place['rank']} and does not say so"
        if not place["why"].startswith(str(place["rank"])):
            yield f"{place['entrant']} is not told why"
