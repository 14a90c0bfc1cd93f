"""Where commands and questions come together with the store: events, leagues, their files."""
