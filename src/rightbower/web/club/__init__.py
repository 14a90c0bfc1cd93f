"""The club's pages: its seasons for everybody, its desk and book of people for those with the PIN."""
