"""What a move would do, as far as its maker can see: the notes beside the choices."""

from engine.cards.hasp import CODES, POINTS
from engine.games.hasp.dealing import HAND
from engine.games.hasp.model import View
from engine.games.hasp.moves import TRUMP_CODES, Play, Predict
from engine.games.hasp.predictions import WORTH
from engine.games.hasp.show.words import text
from engine.games.hasp.tricks import CARD, FOLLOWS, STRENGTH, TRUMPS, holder, worth
from engine.text import Ref, Text, card, seat
from engine.text import gettext_noop as _


def of_prediction(view: View, move: Predict) -> Text:
    if not move.finds:
        return text(_("The pot stays at {pot}."), pot=view.pot)
    shown, bonus = WORTH[move.finds]
    pot = view.pot + bonus
    if "all" in move.finds:
        return text(_("All {n} tricks. The pot rises to {pot}."), n=HAND[len(view.counts)], pot=pot)
    if "none" in move.finds:
        return text(_("No trick at all. The pot rises to {pot}."), pot=pot)
    if len(shown) == 1:
        return text(_("You show {a}. The pot rises to {pot}."), a=card(shown[0]), pot=pot)
    if len(shown) == 2:
        return text(_("You show {a} and {b}. The pot rises to {pot}."), a=card(shown[0]), b=card(shown[1]), pot=pot)
    return text(_("You show three village cards. The pot rises to {pot}."), pot=pot)


def of_play(view: View, play: Play) -> Text | None:
    """Nothing can be said of a lead."""
    before = [CARD[played.card] for played in view.trick]
    if not before:
        return None
    trump = TRUMP_CODES.index(view.trump or "none")
    strength, trumps, trick = STRENGTH[trump][before[0]], TRUMPS[trump], (*before, play.card)
    was, at = holder(before, trump), holder(trick, trump)
    taker, other = seat(view.trick[was].seat), card(CODES[before[was]])
    ends, points = len(trick) == len(view.counts), worth(trick, POINTS[view.options.values])
    if at == len(before):
        beats = text(_("It beats {card}."), card=other)
        return text("{beats} {win}", beats=beats, win=_won(points)) if ends else beats
    if not strength[play.card]:
        short = Text(_("It is neither of the suit led nor a trump: it cannot win."))
    elif not FOLLOWS[before[0]] >> play.card & 1 or trumps >> before[0] & 1 or not trumps >> before[was] & 1:
        short = text(_("It is lower than {card}."), card=other)
    else:
        short = text(_("{card} is a trump and beats it."), card=other)
    return text("{short} {lose}", short=short, lose=_lost(points, taker)) if ends else short


def _won(points: int) -> Text:
    if points == 1:
        return Text(_("You win the trick: 1 point."))
    return text(_("You win the trick: {points} points."), points=points)


def _lost(points: int, taker: Ref) -> Text:
    if points == 1:
        return text(_("The trick goes to {seat}: 1 point."), seat=taker)
    return text(_("The trick goes to {seat}: {points} points."), seat=taker, points=points)
