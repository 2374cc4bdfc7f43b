"""What is asked of a player, by which rule, and what each card would do."""

from engine.cards.french import SUIT_OF
from engine.games.german_whist.model import SUIT_CODES, View
from engine.games.german_whist.moves import BEATEN_BY, CARD
from engine.games.german_whist.show.telling import suit_of
from engine.pairs import OTHER
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _


def demand(view: View) -> tuple[Text, Text | None]:
    """What the viewer is to do, and by which rule."""
    if not view.trick:
        return Text(_("Lead a card")), _stake(view)
    led = view.trick[0]
    if any(code[1] == led[1] for code in view.hand):
        return Text(_("Follow with {suit}"), {"suit": suit_of(led)}), _stake(view)
    why = _("You hold no {suit}: play any card. A trump wins the trick.")
    return Text(_("Answer {card}"), {"card": card(led)}), Text(why, {"suit": suit_of(led)})


def waiting(view: View) -> tuple[Text, Text | None]:
    """What a viewer sees who has nothing to do now."""
    if view.turn is not None:
        return Text(_("Waiting for {seat}"), {"seat": seat(view.turn)}), _stake(view)
    if view.outcome is None or view.outcome.places == (1, 1):
        return Text(_("The game ended even")), None
    winner = view.outcome.places.index(1)
    points = view.outcome.points
    holes: dict[str, Hole] = {"seat": seat(winner), "points": points[winner], "fewer": points[1 - winner]}
    return Text(_("{seat} won with {points} tricks to {fewer}"), holes), None


def _stake(view: View) -> Text:
    """What the trick is played for."""
    if view.turned is None:
        return Text(_("The stock is used up: every trick counts."))
    return Text(_("The winner takes {card}, the loser the card below it, unseen."), {"card": card(view.turned)})


def note(view: View, played: int) -> Text | None:
    """What playing the card comes to; nothing can be said of a lead."""
    if not view.trick or view.trump is None:
        return None
    led = CARD[view.trick[0]]
    wins = BEATEN_BY[SUIT_CODES.index(view.trump)][led] >> played & 1
    message = _then(view, wins=bool(wins))
    if not wins or SUIT_OF[played] == SUIT_OF[led]:
        return message
    return Text("{because} {then}", {"because": Text(_("A trump.")), "then": message})


def _then(view: View, *, wins: bool) -> Text:
    other = {"seat": seat(OTHER[view.seat or 0])}
    if view.turned is None:
        return Text(_("You win the trick.")) if wins else Text(_("The trick goes to {seat}."), dict(other))
    taken = card(view.turned)
    if wins:
        return Text(_("You win the trick and take {card}."), {"card": taken})
    return Text(_("The trick goes to {seat}, and you draw a card unseen."), dict(other))
