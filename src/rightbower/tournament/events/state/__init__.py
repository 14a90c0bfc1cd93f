"""An event as a value: who is in it, what happened, and what that comes to."""
