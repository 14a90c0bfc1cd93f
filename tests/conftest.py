"""What all tests share: how Hypothesis searches."""

from hypothesis import settings

# A first call may compile a kernel, so the time one example takes says nothing.
settings.register_profile("rightbower", deadline=None, print_blob=True)
settings.load_profile("rightbower")
