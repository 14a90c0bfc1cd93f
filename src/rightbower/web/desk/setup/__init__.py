"""Before the day: the list of events, a new one, its plan, signing in, a practice night."""
