"""The money of a night: what came in, what goes out and why, and what is left; it adds up to the cent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rightbower.rules.message import UNSAID, Joined, Message, joined, message
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.entrants import Award, EventError, PrizeDrawn
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.places import ordinal, told_standings
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.events.prizes import BASKET, awards_with_reasons, basket
from rightbower.tournament.names import name_order

WHOLE = 100  # per cent
MOST_TICKETS = 100_000


class CashLine(Struct, frozen=True):
    """One line of the cash sheet, in cents: what came in or goes out, and why."""

    what: Message
    came_in: int = 0
    goes_out: int = 0
    why: Message = UNSAID


class FeeLine(Struct, frozen=True):
    """What an entrant has to do with money; ``change`` is what is still to be given back."""

    number: int
    name: str
    paid: int
    owes: int
    change: int


class CashSheet(Struct, frozen=True):
    """All money of an event: the lines, and everybody's fee."""

    fee: int
    lines: tuple[CashLine, ...]
    fees: tuple[FeeLine, ...]

    @property
    def kept(self) -> int:
        """The pot: the fees less the change that is due."""
        return sum(line.paid - line.change for line in self.fees)

    @property
    def came_in(self) -> int:
        """Everything that came in, in cents."""
        return sum(line.came_in for line in self.lines)

    @property
    def goes_out(self) -> int:
        """Everything that goes out."""
        return sum(line.goes_out for line in self.lines)

    @property
    def left(self) -> int:
        """What has to be in the box at the end."""
        return self.came_in - self.goes_out


def fees(event: Event, fee: int, paid: Mapping[int, int]) -> tuple[FeeLine, ...]:
    """Everybody who pays or has paid, by name."""
    return tuple(
        FeeLine(each.number, each.name, own, max(0, fee - own), max(0, own - fee))
        for each in sorted(event.entrants, key=lambda each: name_order(each.name))
        if (own := paid.get(each.number, 0)) or each.state in ("here", "withdrawn")
    )


def cash_sheet(event: Event, fee: int, paid: Mapping[int, int]) -> CashSheet:
    """The cash sheet as things stand."""
    everybody = fees(event, fee, paid)
    taken = [line for line in everybody if line.paid]
    lines = [
        CashLine(
            message("Fees"),
            sum(line.paid for line in taken),
            0,
            message("{people} {people|entrant|entrants}", people=len(taken)),
        ),
        *(
            CashLine(
                message("Change for {who}", who=event.who(line.number)),
                0,
                line.change,
                message("paid {paid}, the fee is {fee}", paid=money(line.paid), fee=money(fee)),
            )
            for line in everybody
            if line.change
        ),
        *_beside_lines(event),
        *(line for each in event.drawn for line in drawn_lines(each)),
        *(_award_lines(event) if event.rounds else ()),
    ]
    return CashSheet(fee, tuple(lines), everybody)


def _award_lines(event: Event) -> list[CashLine]:
    return [
        CashLine(
            message(
                "{prize}: {who}",
                prize=Joined(each.prizes, " and "),
                who=event.whom(*each.winners),
            ),
            0,
            each.each * len(each.winners),
            _each(each, basis),
        )
        for each, basis in awards_with_reasons(event, told_standings(event))
        if each.each
    ]


def _each(given: Award, basis: Message) -> Message:
    """What each has of it, out of what, and what it rests on."""
    between = ", " if len(given.winners) > 1 else " "
    if BASKET not in given.prizes:
        basis = joined((message("from the pot"), basis), between)
    if len(given.winners) == 1:
        return basis
    return joined((message("{amount} each", amount=money(given.each)), basis), ", ")


def _beside_lines(event: Event) -> list[CashLine]:
    """What came in beside the fees: the fines for being euchred, and the basket for lone hands."""
    purse, found = event.purse, []
    fined = [each for each in event.entrants if each.euchred]
    times = sum(each.euchred for each in fined)
    if purse.fine and times:
        who = Joined(tuple(message("{who} {count}", who=each.reference, count=each.euchred) for each in fined), ", ")  # fmt: skip
        why = message("{count} at {amount}: {who}", count=times, amount=money(purse.fine), who=who)
        found.append(CashLine(message("Fines for being euchred"), times * purse.fine, 0, why))
    if basket(event):
        why = message(
            "{people} paid {amount} before the first card",
            people=len(purse.paid),
            amount=money(purse.basket),
        )
        found.append(CashLine(message("Basket for lone hands"), basket(event), 0, why))
    return found


def drawn_lines(drawn: PrizeDrawn) -> list[CashLine]:
    """What a draw brought in and gave away."""
    if not drawn.came_in and not drawn.goes_out:
        return []
    why = message("{winner}, drawn by seed {seed}", winner=drawn.winner, seed=drawn.seed)
    tickets = message("{tickets} {tickets|ticket|tickets}", tickets=drawn.among)
    sold = [CashLine(message("{prize}: tickets", prize=drawn.name), drawn.came_in, 0, tickets)]
    won = CashLine(message("{prize}: winner", prize=drawn.name), 0, drawn.goes_out, why)
    return [*(sold if drawn.came_in else ()), won]


def prizes_by_shares(event: Event, pot: int, shares: Sequence[int]) -> tuple[Prize, ...]:
    """Prizes for first, second and so on as parts of a pot; others stay as they are.

    Cents that cannot be parted are first place's where the whole pot is paid out.
    """
    if not shares or any(share < 1 for share in shares):
        raise EventError(message("write the shares in percent, such as 50 30 20"))
    if sum(shares) > WHOLE:
        raise EventError(message("the shares add up to {sum} percent, not 100", sum=sum(shares)))
    if pot < 1:
        raise EventError(message("there is nothing in the pot"))
    amounts = [pot * share // WHOLE for share in shares]
    if sum(shares) == WHOLE:
        amounts[0] += pot - sum(amounts)
    high = (
        Prize(f"{ordinal(place)} place, {share}% of {money(pot)}", place, amount)
        for place, (share, amount) in enumerate(zip(shares, amounts, strict=True), 1)
    )
    return (*high, *(prize for prize in event.plan.prizes if not prize.is_high))


def draw_door_prize(event: Event, name: str, cents: int, seed: str) -> PrizeDrawn:
    """Somebody of those here wins a door prize; nobody wins two."""
    event.require_open()
    won = {(each.entrant, each.winner) for each in event.drawn}
    here = [
        (each.number, player.name)
        for each in event.entrants
        if each.state == "here"
        for player in each.players
        if (each.number, player.name) not in won
    ]
    if not here:
        raise EventError(message("nobody is left who can win a door prize"))
    entrant, winner = chance(seed, f"door prize {len(event.drawn) + 1}").choice(here)
    return PrizeDrawn(name.strip() or "Door prize", winner, seed, len(here), entrant, 0, cents)


def draw_fifty_fifty(event: Event, first: int, last: int, price: int, seed: str) -> PrizeDrawn:
    """A ticket wins half of what the tickets brought; an odd cent stays with the club."""
    event.require_open()
    many = last - first + 1
    if not 1 <= many <= MOST_TICKETS:
        raise EventError(message("write the first and the last ticket that was sold"))
    if price < 1:
        raise EventError(message("write what a ticket costs"))
    ticket = chance(seed, f"fifty-fifty {len(event.drawn) + 1}").randrange(first, last + 1)
    sold = many * price
    return PrizeDrawn("50/50", f"ticket {ticket}", seed, many, 0, sold, sold // 2)
