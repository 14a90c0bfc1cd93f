"""A table as a value, folded from the entries of its stream."""
