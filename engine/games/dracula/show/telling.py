"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from engine.games.dracula.coffin import rank
from engine.games.dracula.events import (
    CardPlaced,
    CentreTurned,
    DealBegun,
    DealScored,
    DraculaEvent,
    Finished,
    HandDealt,
    SetScored,
    WayChosen,
)
from engine.games.dracula.scores import DEALS
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _

_CHOSEN = {
    "queens": _("{seat} chose Queen's way: rows count, and Queens in them."),
    "kings": _("{seat} chose King's way: columns count, and Kings in them."),
}
_FINISHED = {
    "target": _("{seat} won the game with {points} points."),
    "set": _("{seat} won the set and the game."),
    "max_rounds": _("The last set has been played: {seat} won the game with {points} points."),
}
_EQUAL = (
    None,
    _("The best lines were equal, so the second-best counted."),
    _("The best and the second-best lines were equal, so the third-best counted."),
)


def tell(event: DraculaEvent) -> Text | None:
    match event:
        case CardPlaced(seat=by, card=code, cell=cell):
            return Text(_("{seat} placed {card} on {cell}."), {"seat": seat(by), "card": card(code), "cell": cell})
        case DealBegun(deal=deal, dealer=dealer):
            return Text(
                _("{seat} dealt the cards for deal {n} of the set."), {"seat": seat(dealer), "n": deal % DEALS + 1}
            )
        case CentreTurned(card=code):
            return Text(_("{card} lay in the middle."), {"card": card(code)})
        case HandDealt(seat=by, cards=codes) if codes:
            held = {f"card{n}": card(code) for n, code in enumerate(codes)}
            return Text(_("{seat} picked up {card0}, {card1}, {card2} and {card3}."), {"seat": seat(by), **held})
        case WayChosen(seat=by, way=way):
            return Text(_CHOSEN[way], {"seat": seat(by)})
    return _tell_score(event)


def _tell_score(event: DraculaEvent) -> Text | None:
    match event:
        case DealScored(rows=rows, columns=columns, scores=(first, second)):
            words = _("{a} scored {first} and {b} {second}.")
            scored = Text(words, {"a": seat(0), "first": first, "b": seat(1), "second": second})
            why = _EQUAL[rank(rows, columns)]
            return Text("{why} {scored}", {"why": Text(why), "scored": scored}) if why else scored
        case SetScored(bonus=(0, 0), scores=(points, _same)):
            return Text(_("The set ended even, {points} each: no bonus."), {"points": points})
        case SetScored(bonus=extra, scores=scores):
            ahead = int(extra[1] > 0)
            words = _("{seat} won the set with {points} to {fewer}: a bonus of {bonus}.")
            numbers: dict[str, Hole] = {"points": scores[ahead], "fewer": scores[1 - ahead], "bonus": extra[ahead]}
            return Text(words, {"seat": seat(ahead), **numbers})
        case Finished(places=(1, 1)):
            return Text(_("The game ended even."))
        case Finished(places=places, points=points, by=by):
            winner = places.index(1)
            return Text(_FINISHED[by], {"seat": seat(winner), "points": points[winner]})
    return None
