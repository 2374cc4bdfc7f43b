"""Why two do not meet in a round, in words. The prices are data (``pairing/price.py``)."""

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.price import Charge, Price, Rule

RULES: dict[Rule, str] = {
    "rematches": _("Second meetings and second byes"),
    "recency": _("How recent second meetings are, and how many byes there were before a second one"),
    "byes": _("Earlier byes of the players who rest"),
    "bye_score": _("How far the player with the bye is above the lowest score"),
    "bye_lot": _("Places in the lot for the bye"),
    "bye_missed": _("Rounds that the player with the bye has not played"),
    "bye_seed": _("Players who could rest and are seeded behind the player with the bye"),
    "mates": _("Club-mates who meet"),
    "gaps": _("Differences of scores, squared"),
    "floats": _("Meeting other scores again, in the same direction"),
    "seats": _("Seats out of balance, or the same three times in a row"),
    "balances": _("Balance of the seats, squared"),
    "order": _("Places away from the usual opponent"),
    "meetings": _("Repeat meetings, squared for each two"),
    "odd_places": _("Tables of another size where the setting does not have them"),
    "odd_tables": _("Tables of another size again"),
}

MEET = _("{one} and {two} already meet in this round.")
FIXED = _("This format has a fixed schedule: nothing is weighed.")
IMPOSSIBLE = _("{one} and {two} cannot meet in this round: no valid round would be left for the others.")
APART = _("{one} and {two} are kept apart: they do not meet in any round.")
ABSENT = _("{name} was not there when this round was drawn.")
_WORSE = _("If {one} and {two} met, this would be worse: {rule}, {then} instead of {now}.")
_WEIGHS = _("That outweighs every rule below it.")
_EQUAL = _("A round in which {one} and {two} meet is equally good by every rule: the lot of the round decided.")
_BETTER = _(
    "A round in which {one} and {two} meet would be better, but the search did not find it: {rule}, {then} "
    "instead of {now}."
)


def say(price: Price, one: str, two: str) -> tuple[Text, ...]:
    """The price of having *one* and *two* meet."""
    charge = price.decisive
    if charge is None:
        return (Text(_EQUAL, {"one": one, "two": two}),)
    words = Text(
        _WORSE if charge.then > charge.now else _BETTER,
        {"one": one, "two": two, "rule": title(charge), "now": charge.now, "then": charge.then},
    )
    return (words, Text(_WEIGHS)) if charge.then > charge.now else (words,)


def title(charge: Charge) -> Text:
    return Text(RULES[charge.rule])
