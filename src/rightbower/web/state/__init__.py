"""Events and leagues while the hall is open: the desk that writes, notes, access, codes, what is seen."""
