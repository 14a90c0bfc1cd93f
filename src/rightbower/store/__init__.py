"""What is kept: the journal and its streams, backups, and what can be saved of a damaged one."""
