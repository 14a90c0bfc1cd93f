"""Events and leagues while the hall is open: the desk that writes, access, accounts, codes, tables played online."""
