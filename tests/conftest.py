"""What all tests share: how Hypothesis searches, and how long a soak may take."""

import pytest
from hypothesis import settings

SOAK_SECONDS = 3600

# The same examples every time, so that a run says something of the change and not of chance;
# `make soak` looks further. A first call may compile a kernel, so the time one example takes says nothing.
settings.register_profile("rightbower", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("rightbower")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test has its limit in ``pyproject.toml``; those that run for minutes have a longer one."""
    for item in items:
        if item.get_closest_marker("soak") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SOAK_SECONDS))
