"""A season of a league: teams and waivers, nights and forfeits, the table and the playoffs."""
