"""What the pages of events, leagues and the club have in common."""
