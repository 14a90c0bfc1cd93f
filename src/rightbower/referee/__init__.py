"""The referee: what goes wrong at a table, and what the book says of it."""

from rightbower.referee.acts import (
    act,
    deal_out,
    enter_result,
    face,
    improper,
    irregularities,
    open_table,
    options,
    refusal,
    ring_bell,
    start_bell,
    turn_trick,
)
from rightbower.referee.assistant import advise, every_ruling, interview
from rightbower.referee.audit import audit
from rightbower.referee.case import Situation
from rightbower.referee.claims import call_card, call_suit, choose, claim, overrule, ruling_on
from rightbower.referee.facts import (
    TITLES,
    ExposedCard,
    Fact,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
    describe,
)
from rightbower.referee.hearing import hear
from rightbower.referee.orders import CardUp, SameCard, SuitCall, callers
from rightbower.referee.questions import Question, answered
from rightbower.referee.remedies import Remedy, instruction
from rightbower.referee.report import Report, report, told
from rightbower.referee.ruling import Option, Ruling, borrowed, citations, points
from rightbower.referee.rulings import rule
from rightbower.referee.situation import situation
from rightbower.referee.table import Chosen, Overruled, Ruled, Table, TableError
from rightbower.referee.words import read_fact, read_remedy, write_fact, write_remedy

__all__ = [
    "TITLES",
    "CardUp",
    "Chosen",
    "ExposedCard",
    "Fact",
    "Kind",
    "LooseWords",
    "Misdeal",
    "NotBuried",
    "NotSingly",
    "Option",
    "OutOfTurn",
    "Overruled",
    "Question",
    "Remedy",
    "Report",
    "Revoke",
    "Ruled",
    "Ruling",
    "SameCard",
    "Situation",
    "SuitCall",
    "Table",
    "TableError",
    "Talk",
    "TrickTurned",
    "WrongCall",
    "WrongCount",
    "WrongDealer",
    "act",
    "advise",
    "answered",
    "audit",
    "borrowed",
    "call_card",
    "call_suit",
    "callers",
    "choose",
    "citations",
    "claim",
    "deal_out",
    "describe",
    "enter_result",
    "every_ruling",
    "face",
    "hear",
    "improper",
    "instruction",
    "interview",
    "irregularities",
    "open_table",
    "options",
    "overrule",
    "points",
    "read_fact",
    "read_remedy",
    "refusal",
    "report",
    "ring_bell",
    "rule",
    "ruling_on",
    "situation",
    "start_bell",
    "told",
    "turn_trick",
    "write_fact",
    "write_remedy",
]
