"""Who rules on what: one module a topic, and the assistant that asks its questions."""
