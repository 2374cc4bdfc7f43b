"""For somebody who sits at this table for the first time: what wins, and what to think of at a trick."""

from engine.games.german_whist.model import HAND, View
from engine.picture import Hint
from engine.text import Text
from engine.text import gettext_noop as _

FIRST = 3
"""The tricks for the stock that come with a hint; one more comes with the first trick that counts."""


def goal(view: View) -> Text:
    if view.options.deals > 1:
        return Text(_("The most of the tricks that count: the last 13 of each deal"))
    return Text(_("The most of the last 13 tricks; the first 13 are for better cards"))


def hint(view: View) -> Hint | None:
    """For the seat that is to act."""
    number = sum(view.for_stock) + sum(view.tricks) + 1
    if view.deal or view.turn is None or FIRST < number != HAND + 1:
        return None
    return Hint(min(number, FIRST + 1), FIRST + 1, Text(_advice(view)))


def _advice(view: View) -> str:
    if view.turned is None:
        return _("Now every trick counts. All cards that you have not seen are in the other hand.")
    if not view.trick:
        return _("Is the card turned up a high one, or a trump? Lead high to win it. If not, lead a low card and lose.")
    led = view.trick[0][1]
    if not any(code[1] == led for code in view.hand):
        return _("You cannot follow. A trump wins the card turned up; anything else goes to lose the trick.")
    return _("Lifted cards follow suit. Win the card turned up if it is better than one that you cannot see.")
