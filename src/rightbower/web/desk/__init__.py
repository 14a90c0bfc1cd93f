"""The pages of an event for its director."""
