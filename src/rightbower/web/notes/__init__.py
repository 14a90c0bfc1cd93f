"""What the desk keeps beside an event or a league: PIN, fees, phones, messages, tables played online."""
