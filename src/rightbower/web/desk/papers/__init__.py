"""What is taken along: papers, files, codes for phones, addresses, the log and backups."""
