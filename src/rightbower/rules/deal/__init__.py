"""One deal of five tricks: what may be done, and what becomes of it."""
