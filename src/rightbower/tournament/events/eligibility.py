"""Who may be put on the list: names, ages, members, and how many a zone sends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from rightbower.rules.message import Arg, Message, message
from rightbower.tournament.commands import LONGEST_NAME
from rightbower.tournament.events.entrants import Entrant, Player, read_date
from rightbower.tournament.events.event import Event
from rightbower.tournament.names import hidden_character, looks_like


def names(event: Event) -> dict[str, int]:
    """Everyone's name as it is compared, with the entrant's number."""
    return {
        looks_like(player.name): entrant.number
        for entrant in event.entrants
        for player in entrant.players
        if entrant.state != "removed"
    }


def objection(
    event: Event, entrant: Entrant, taken: dict[str, int], before: Sequence[Entrant] = ()
) -> Message | None:
    """Why an entrant cannot be put on the list; ``before`` are others put on it just now."""
    if reason := _names_objection(event, entrant, taken):
        return reason
    for player in entrant.players:
        if reason := ineligible(event, player):
            return reason
    return None if entrant.floater else _quota_objection(event, entrant, before)


def _names_objection(event: Event, entrant: Entrant, taken: dict[str, int]) -> Message | None:
    people = entrant.players
    if not people or any(not player.name.strip() for player in people):
        return message("a name is missing")
    for player in people:
        if reason := not_a_name(player.name):
            return reason
    most = 1 if event.plan.entering.unit == "individual" else 2
    if len(people) > most:
        return (
            message("{who}: each player enters alone", who=entrant.reference)
            if most == 1
            else message("{who}: a pair is two players", who=entrant.reference)
        )
    if len(people) == 1 and most == 2 and event.plan.entering.singles == "none":
        return message(
            "{who} needs a partner", event.plan.clause("entering.singles"), who=entrant.reference
        )
    if len({looks_like(player.name) for player in people}) < len(people):
        return message("{name} is named twice in one pair", name=people[0].name)
    for player in people:
        if looks_like(player.name) in taken:
            number = taken[looks_like(player.name)]
            return message(
                "{name} is on the list already, as entrant {number}",
                name=player.name,
                number=number,
            )
    return None


def not_a_name(text: str) -> Message | None:
    """Why something cannot be anybody's name: it is too long, or part of it is not shown."""
    if len(text) > LONGEST_NAME:
        return message(
            "{text}…: a name has at most {most} letters", text=text[:20], most=LONGEST_NAME
        )
    if hidden := hidden_character(text):
        return message(
            "{text} has a letter that is not shown ({hidden}); write it again",
            text=repr(text),
            hidden=hidden,
        )
    return None


def ineligible(event: Event, player: Player) -> Message | None:
    """Why a player may not take part: too young on the day that counts, or no active member."""
    rules = event.plan.entering
    if rules.least_age is not None and player.born:
        on = read_date(event.date)
        if rules.age_by == "31 December":
            on = date(on.year, 12, 31)
        if _age(read_date(player.born), on) < rules.least_age:
            day = f"{on.day} {on:%B %Y}"
            clause = event.plan.clause("entering.age_by")
            return message(
                "{name} is not {age} by {day}",
                clause,
                name=player.name,
                age=rules.least_age,
                day=day,
            )
    if player.member or not asks_member(event):
        return None
    clause = event.plan.clause("entering.active_members")
    return message("{name} is not shown to be an active member", clause, name=player.name)


def _age(born: date, on: date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _quota_objection(event: Event, entrant: Entrant, before: Sequence[Entrant]) -> Message | None:
    """A zone sends so many pairs, and so many people, to the games and no more."""
    rules = event.plan.entering
    if event.plan.stage != "games" or rules.zone_pairs is None or rules.zone_people is None:
        return None
    clause = event.plan.clause("entering.zone_pairs")
    if not entrant.zone:
        return message("{who}: say which zone they come from", clause, who=entrant.reference)
    zone = looks_like(entrant.zone)
    sent = sent_by_zones(event, (*event.entrants, *before))
    pairs = sum(not each.single and looks_like(each.zone) == zone for each in sent)
    if not entrant.single and pairs >= rules.zone_pairs:
        return message(
            "{zone} has sent its {pairs} pairs already",
            clause,
            zone=_zone_said(entrant.zone),
            pairs=rules.zone_pairs,
        )
    return too_many_people(event, entrant.zone, (*sent, entrant))


def sent_by_zones(event: Event, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Those who count for their zones, as the book has it also some who have left."""
    gone = ("withdrawn", "no-show", "paired", "removed", "waiting")
    kept = event.plan.entering.zone_freed == "before play"
    return [
        each
        for each in entrants
        if not each.floater and (each.state not in gone or (kept and _has_left_a_game(event, each)))
    ]


def _has_left_a_game(event: Event, entrant: Entrant) -> bool:
    """Whether an entrant who withdrew had sat down to a game."""
    return entrant.state == "withdrawn" and any(
        entrant.number in table.entrants for _, table in event.games()
    )


def too_many_people(event: Event, zone: str, sent: Sequence[Entrant]) -> Message | None:
    """Why a zone sends too many people, where it does."""
    most = event.plan.entering.zone_people
    people = [player for each in sent for player in each.players]
    if most is None or sum(looks_like(each.zone) == looks_like(zone) for each in people) <= most:
        return None
    clause = event.plan.clause("entering.zone_people")
    return message("{zone} sends {most} people", clause, zone=_zone_said(zone), most=most)


def _zone_said(zone: str) -> Arg:
    """A zone in a sentence; one that is called by a number or a letter is ``zone 1``."""
    plain = len(zone) > 1 and not zone.isdecimal()
    return zone if plain else message("zone {zone}", zone=zone)


def asks_member(event: Event) -> bool:
    """Whether only active members may play."""
    rules = event.plan.entering
    return rules.active_members == "zone playoffs" and event.plan.stage == "zone playoffs"


def asks_zone(event: Event) -> bool:
    """Whether the book counts who comes from which zone."""
    return event.plan.stage == "games" and event.plan.entering.zone_pairs is not None


def unchecked(event: Event, entrant: Entrant) -> tuple[str, ...]:
    """Players whose age nobody has seen, where the book asks for one and nobody vouched."""
    if event.plan.entering.least_age is None or entrant.vouched:
        return ()
    return tuple(player.name for player in entrant.players if not player.born)


def other_zone(event: Event, own: str, zone: str) -> Message | None:
    """Why a substitute cannot come from a zone, where the pair is another's."""
    rules = event.plan.entering
    if rules.zone_pairs is None or rules.zone_substitutes == "any zone" or not own:
        return None
    if looks_like(own) == looks_like(zone):
        return None
    clause = event.plan.clause("entering.zone_substitutes")
    return message("the pair comes from {zone}", clause, zone=_zone_said(own))
