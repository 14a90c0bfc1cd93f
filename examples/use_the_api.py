"""Do what the desk can do from a club's website or a script, over the JSON API of an open hall.

Open the hall (``rightbower hall``), make a token at the desk of an event under *Programs*, and run
``python examples/use_the_api.py http://127.0.0.1:8000 my-event TOKEN``.
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


class Club:
    """One event of a hall."""

    def __init__(self, hall: str, event: str, token: str) -> None:
        self.base, self.token = f"{hall}/api/v1/events/{event}", token

    def ask(self, question: str) -> Any:
        """A public question, which needs no token."""
        with urlopen(f"{self.base}/{question}") as answer:
            return json.load(answer)

    def do(self, command: str, **fields: Any) -> list[str]:
        """Send a command; the answer says what was saved."""
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        body = json.dumps(fields).encode()
        with urlopen(Request(f"{self.base}/{command}", body, headers)) as answer:
            return [each["says"] for each in json.load(answer)["written"]]


def main(hall: str, event: str, token: str) -> None:
    """Put two pairs on the list, play a round, and print the standings."""
    club = Club(hall, event, token)
    print(club.do("entrants-add", names=["Ann Lee & Al Orr", "Bea Ray & Bob Poe"], here=True))
    print(club.do("seat", seed="our seed"))
    print(club.do("result", table=1, first=10, second=8))
    for place in club.ask("standings"):
        print(place["rank"], place["name"], place["why"])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(
            "usage: python examples/use_the_api.py HALL EVENT TOKEN (make the token at the desk)"
        )
    main(*sys.argv[1:])
