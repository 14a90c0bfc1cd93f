"""Commands as the forms of pages see them; ``templates/acts.html`` makes the forms."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command, declared, says
from rightbower.tournament.reading import FieldOf, fields_of


class CommandForm(Struct, frozen=True):
    """A command as a form: its name, what it does, and its fields."""

    name: str
    says: str
    fields: tuple[FieldOf, ...]

    def __getitem__(self, name: str) -> FieldOf:
        """A field by its name."""
        return next(each for each in self.fields if each.name == name)

    @property
    def texts(self) -> dict[str, dict[str, str]]:
        """Beside each field all that the command says of it, for a page that says nothing itself."""
        return {each.name: {"short": each.text} for each in self.fields}


class Acts(Struct, frozen=True):
    """The commands of a kind, by name."""

    kind: type[Command]

    def __getitem__(self, name: str) -> CommandForm:
        """A command as a form."""
        command = declared(self.kind).get(name)
        if command is None:
            raise Refusal(f"there is no command {name}")
        return CommandForm(name, says(command), fields_of(command))

    def every(self, *, euchre: bool = True) -> list[CommandForm]:
        """All of them; where another game is played, those that are of any game."""
        forms = [
            self[name] for name, act in declared(self.kind).items() if euchre or not act.of_euchre
        ]
        return forms if euchre else [_of_any_game(each) for each in forms]


def _of_any_game(form: CommandForm) -> CommandForm:
    """A form whose fields say nothing of Euchre."""
    fields = tuple(replace(each, text=each.extra("any_game") or each.text) for each in form.fields)
    return replace(form, fields=fields)
