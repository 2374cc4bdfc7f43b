"""How the game speaks of trumps and predictions."""

from collections.abc import Sequence

from engine.cards.hasp import SUITS
from engine.games.hasp.moves import TRUMP_CODES, Find, TrumpCode
from engine.text import Hole, Ref, Text, suit
from engine.text import gettext_noop as _

NAMES: dict[Find, str] = {
    "minor": _("Minor Find"),
    "great": _("Great Find"),
    "all": _("Find All"),
    "none": _("No Find"),
}
NO_PREDICTION = Text(_("No prediction"))
_LISTS = ("{a}", _("{a} and {b}"), _("{a}, {b} and {c}"))


def text(message: str, **args: Hole) -> Text:
    return Text(message, args)


def find(name: Find) -> Text:
    return Text(NAMES[name])


def finds(names: Sequence[Find]) -> Text:
    """ "Minor Find and Find All", "No prediction"."""
    if not names:
        return NO_PREDICTION
    return Text(_LISTS[len(names) - 1], dict(zip("abc", map(find, names), strict=False)))


def suit_named(trump: TrumpCode) -> Ref | None:
    """The suit that is trump beside the village, if there is one."""
    return None if trump == "none" else suit(SUITS[TRUMP_CODES.index(trump)])


def trumps(trump: TrumpCode) -> Text:
    """ "River and Village", "Village alone"."""
    village, named = suit("village"), suit_named(trump)
    if named is None:
        return text(_("{suit} alone"), suit=village)
    return text(_("{a} and {b}"), a=named, b=village)
