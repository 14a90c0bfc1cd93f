"""What people may ask of a table, and the entries it leads to."""
