"""What the law tests share: the seniors' two books, which agree almost everywhere."""

import pytest

from rightbower.rules.book import RuleBook, load


@pytest.fixture(params=["alberta-55plus", "provincial-55plus"])
def seniors(request: pytest.FixtureRequest) -> RuleBook:
    """Each of the seniors' books; a test that asks for it runs under both."""
    return load(str(request.param))
