"""What events and leagues share: commands, queries, their words, history and tie-breaks."""
