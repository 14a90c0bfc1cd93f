"""Every fact says for itself what it changes and how it is told, and the journal can read all of them."""

from typing import get_args

import pytest

from rightbower.tournament.club.contest import ClubFact
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.contest import EventFact
from rightbower.tournament.league.contest import LeagueFact

READ = {"club": ClubFact, "events": EventFact, "league": LeagueFact}


def below(kind: type[Fact]) -> set[type[Fact]]:
    """All kinds of facts under one."""
    return {kind}.union(*(below(each) for each in kind.__subclasses__()))


FACTS = {
    each
    for each in below(Fact)
    if each.__struct_config__.tag is not None and each.__module__.startswith("rightbower.")
}


@pytest.mark.parametrize("fact", sorted(FACTS, key=str), ids=lambda fact: fact.__name__)
def test_a_fact_applies_itself_and_says_itself(fact: type[Fact]) -> None:
    assert fact.apply is not Fact.apply
    assert fact.says is not Fact.says
    assert (fact.__doc__ or "").strip(), "it says what happened"
    if hasattr(fact, "what"):
        assert "what" in vars(fact)
    if hasattr(fact, "change"):
        assert {"change", "apply"} & vars(fact).keys(), "it changes something"


@pytest.mark.parametrize("contest", READ)
def test_the_journal_reads_every_fact_of_a_contest(contest: str) -> None:
    own = {each for each in FACTS if f".tournament.{contest}." in each.__module__}
    assert own, "there are facts"
    assert own <= set(get_args(READ[contest])), "name it beside the others that are read"
    tags = [each.__struct_config__.tag for each in get_args(READ[contest])]
    assert len(set(tags)) == len(tags)
