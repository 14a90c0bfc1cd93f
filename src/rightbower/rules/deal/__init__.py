"""One deal of five tricks: what may be done, and what becomes of it."""

from rightbower.rules.deal.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
    say,
)
from rightbower.rules.deal.judge import (
    IllegalAction,
    Objection,
    apply,
    following_suit,
    legal,
    objection,
    objection_to_act,
    one_by_one,
    playable,
)
from rightbower.rules.deal.needs import (
    bound_to_be_alone,
    breaches_trump_to_order,
    holds_trump,
    natural_cards,
)
from rightbower.rules.deal.place import loses_the_game, place
from rightbower.rules.deal.state import Deal, Ending, Phase, Trick, start, winner_of
from rightbower.rules.deal.text import read_action, write_action, write_without_seat

__all__ = [
    "Action",
    "Bury",
    "Deal",
    "Ending",
    "GoAlone",
    "IllegalAction",
    "KeepPartner",
    "Name",
    "Objection",
    "Order",
    "Pass",
    "Phase",
    "PickUp",
    "Play",
    "Trick",
    "TurnDown",
    "apply",
    "bound_to_be_alone",
    "breaches_trump_to_order",
    "following_suit",
    "holds_trump",
    "legal",
    "loses_the_game",
    "natural_cards",
    "objection",
    "objection_to_act",
    "one_by_one",
    "place",
    "playable",
    "read_action",
    "say",
    "start",
    "winner_of",
    "write_action",
    "write_without_seat",
]
