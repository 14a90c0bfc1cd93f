"""For those who run the hall: its health, figures and log, and its backups."""
