"""For somebody who sits at this table for the first time: what wins, and what to think of at a first trick."""

from engine.games.gasp.dealing import form_of
from engine.games.gasp.model import View
from engine.picture import Hint
from engine.text import Text
from engine.text import gettext_noop as _

HINTS = 4
"""The tricks of the first round that come with a hint."""


def goal(view: View) -> Text:
    partners = form_of(view).partners
    if view.round + 1 >= view.options.max_rounds:
        return Text(
            _("Your team: the most tokens after this round") if partners else _("The most tokens after this round")
        )
    if partners:
        return Text(_("The first team with two tokens of each suit"))
    return Text(_("The first with two tokens of each suit"))


def hint(view: View) -> Hint | None:
    """For the seat that is to act, in the first tricks of the first round."""
    number = (len(view.seen) - len(view.trick)) // form_of(view).trick + 1
    if view.round > 0 or number > HINTS or view.turn is None:
        return None
    return Hint(number, HINTS, Text(_advice(view)))


def _advice(view: View) -> str:
    if view.last is not None and view.last.suit is None:
        return _("Choose the suit that you hold no token of yet.")
    if view.giving is not None:
        return _("Give the token to the player who has least use for it, and take one that you lack.")
    if not view.trick:
        return _("High cards win more tricks: crowns count 10, aces 1. You win a token of a suit of your card.")
    led = set(view.trick[0].card[1:])
    if not any(led & set(code[1:]) for code in view.hand):
        return _("No card of yours can win this trick: let go of the one that you need least.")
    return _("Lifted cards share a suit with the card led. Choose one to see whether it would win.")
