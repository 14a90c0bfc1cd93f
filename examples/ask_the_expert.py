"""What the expert thinks of each call, and a match against a player of your own."""

from rightbower.players import player
from rightbower.players.position import described
from rightbower.players.simulate import match
from rightbower.players.views import View
from rightbower.rules.acts import Action, Pass, TurnDown, write_action
from rightbower.rules.book import load
from rightbower.study.teacher import advise

seen = described(load("standard"), "S", "9H", "W", "JH AH QS AS 9C")
for option in advise(seen, worlds=100):
    print(f"{write_action(option.action):16} {option.points:+.2f} points, wins {option.chance:.1%}")


def shy(view: View) -> Action:
    """A player of your own: it passes when it may, and otherwise plays like a club player."""
    passes = [action for action in view.legal if isinstance(action, Pass | TurnDown)]
    return passes[0] if passes else player("club")(view)


found = match("expert-quick", shy, deals=20)
print(f"expert-quick v a shy player: {found.points_per_deal:+.2f} points a deal")
