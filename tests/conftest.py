"""What all tests share: how Hypothesis searches."""

from hypothesis import settings

# The same examples every time, so that a run says something of the change and not of chance;
# `make soak` looks further. A first call may compile a kernel, so the time one example takes says nothing.
settings.register_profile("rightbower", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("rightbower")
