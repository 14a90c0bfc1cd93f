"""Forms made from commands: every act with all its fields, what a page says otherwise, what was filled in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.commands import declared
from rightbower.tournament.contest import Contest
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.league.contest import LEAGUE
from rightbower.web.common.rendering import environment
from rightbower.web.pages.acts import Acts, CommandForm
from rightbower.web.pages.desk_pages import EMPTY, FilledForm
from web.at_desk import flat

CONTESTS = (EVENT, LEAGUE, CLUB)
EVERY = [(contest, name) for contest in CONTESTS for name in declared(contest.commands)]


def form(kind: CommandForm, **said: object) -> str:
    """The form of a command, in one line."""
    macros = environment().get_template("acts.html").module
    values = {"rows": [each.name for each in kind.fields], "filled": EMPTY, **said}
    return flat(str(macros.act(kind, "Save it", **values)))  # type: ignore[attr-defined]  # a macro


def control(page: str, name: str) -> str:
    """The tag that a field is filled in with."""
    found = re.findall(rf'<(?:input|select|textarea)[^>]* name="{name}"[^>]*>', page)
    assert len(found) == 1, (name, page)
    return str(found[0])


@pytest.mark.parametrize(
    ("contest", "name"), EVERY, ids=[f"{contest.noun}-{name}" for contest, name in EVERY]
)
def test_every_act_is_a_form_with_all_that_its_command_says(
    contest: Contest[Any], name: str
) -> None:
    kind = Acts(contest.commands)[name]
    page = form(kind)
    assert f'<button name="do" value="{name}">Save it</button>' in page
    for each in kind.fields:
        tag = control(page, each.name)
        if each.flag:
            assert 'type="checkbox"' in tag
            continue
        assert f'<label for="{each.name}">{each.title}' in page
        assert (" required" in tag) == (each.required and not each.choices)
        assert ('inputmode="numeric"' in tag) == (each.number and not (each.choices or each.lines))
        if each.longest and tag.startswith("<input"):
            assert f'maxlength="{each.longest}"' in tag
        for choice in each.choices:
            assert f">{choice}</option>" in page


def test_a_page_gives_hides_and_says_otherwise() -> None:
    kind = Acts(CLUB.commands)["night-remove"]
    say = {
        "event": {"label": "Take out", "pick": [("a", "Monday"), ("b", "Tuesday")]},
        "why": {"required": True, "label": "Why?", "placeholder": "it rained"},
    }
    page = form(kind, given={"season": "s<1>"}, rows=[["event", "why"]], say=say, ids="x-")
    assert '<input type="hidden" name="season" value="s&lt;1&gt;">' in page
    assert '<option value="b">Tuesday</option>' in page
    assert '<option value="">' not in page
    assert '<label for="x-why">Why?</label>' in page
    why = control(page, "why")
    assert 'placeholder="it rained"' in why
    assert " required" in why
    assert page.count('class="row"') == 1


def test_what_was_filled_in_comes_back_to_its_own_form_alone() -> None:
    kind = Acts(CLUB.commands)["season"]
    said = (("do", "season"), ("name", 'A "B"'), ("count", "wins"), ("best", "3"))
    page = form(kind, filled=FilledForm(said))
    assert 'value="A &#34;B&#34;"' in control(page, "name")
    assert 'value="3"' in control(page, "best")
    assert '<option value="wins" selected>wins</option>' in page
    other = form(kind, filled=FilledForm((("do", "merge"), *said[1:])))
    assert 'value=""' in control(other, "name")
    assert "selected" not in other


def test_there_is_no_form_of_what_is_no_command() -> None:
    with pytest.raises(Refusal, match="there is no command dance"):
        Acts(CLUB.commands)["dance"]
    assert [each.name for each in Acts(CLUB.commands).every()] == list(declared(CLUB.commands))
