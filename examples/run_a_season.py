"""Two nights of a small league: waivers, a late team, results, the table and the calendar file."""

from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.calendar import calendar
from rightbower.tournament.league.conduct import offences
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.season import enter_team, open_league, schedule
from rightbower.tournament.league.table import standings

FIRST_NIGHT = "2027-01-12T19:00"
TEAMS = {"Left Bowers": ("Ann", "Al"), "Lone Hands": ("Bea", "Bob")}

history = LeagueHistory.of([Entry(0.0, "Gamer", open_league("tuesdays", "Tuesday league"))])


def write(fact: Fact) -> None:
    """Add one fact to the history, as the journal would."""
    global history
    history = history.extend(Entry(float(len(history.entries)), "Gamer", fact))


for name in TEAMS:
    write(enter_team(history.league, name))
write(schedule(history.league, FIRST_NIGHT, weeks=2))
for number, players in enumerate(TEAMS.values(), 1):
    write(roster.name_players(history.league, number, players, FIRST_NIGHT))
    for player in players:
        write(roster.sign(history.league, number, player, FIRST_NIGHT))

for fixture in history.league.fixtures:
    evening = fixture.starts[:10]
    for number in fixture.teams:
        players = TEAMS[history.league.team(number).name]
        # On the first night the Lone Hands come at ten past, which is too late for game one.
        late = number == 2 and fixture.week == 1
        when = f"{evening}T19:{'10' if late else '00'}:00"
        write(night.arrive(history.league, fixture.number, number, players, when))
    for lost in forfeits.due(history.league, fixture.number, f"{evening}T19:11"):
        write(lost)
    one, other = (TEAMS[history.league.team(number).name] for number in fixture.teams)
    for game in history.league.fixture(fixture.number).games:
        if not game.lost:
            start = f"{evening}T19:11"
            write(night.begin(history.league, fixture.number, game.number, (one, other), start))
            points = (10, 6 + game.number) if game.number < 3 else (8, 11)
            write(enter(history.league, fixture.number, game.number, points))

for place in standings(history.league):
    print(f"{place.rank}. {place.name}: {place.why} ({', '.join(place.clauses)})")
for offence in offences(history.league, 2):
    print(f"{offence.says} ({offence.clause})")
print(calendar(history.league, stamped=1_800_000_000).decode().splitlines()[6])
