"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from engine.games.duck_soup.events import (
    CardDrawn,
    CardPlayed,
    DealBegun,
    DealScored,
    Ducked,
    DuckScored,
    DuckSoupEvent,
    Finished,
    TrickTaken,
)
from engine.games.duck_soup.model import Said
from engine.text import Text, card, seat
from engine.text import gettext_noop as _

_PLAYED: dict[Said, str] = {
    "": _("{seat} played {card}."),
    "quack": _("{seat} played {card}: Quack!"),
    "quack-quack": _("{seat} played {card}: Quack-quack!"),
    "duck-soup": _("{seat} played {card}: Duck Soup!"),
    "silent": _("{seat} played {card} and said nothing."),
}
_TAKEN = {
    1: _("{seat} won the trick, face down: 1 point."),
    2: _("{seat} won the trick, face up: 2 points."),
    4: _("{seat} won all four cards, face up: 4 points."),
}
_FINISHED = {
    "outright": _("{seat} won the game outright, with 125 points or more in one deal."),
    "target": _("{seat} won the game with {points} points."),
    "deal": _("{seat} won the deal and the game."),
    "max_rounds": _("The last deal has been played: {seat} won the game with {points} points."),
}


def tell(event: DuckSoupEvent) -> Text | None:
    match event:
        case CardPlayed(seat=by, card=code, said=said):
            return Text(_PLAYED[said], {"seat": seat(by), "card": card(code)})
        case Ducked(seat=by):
            return Text(_("{seat} ducked."), {"seat": seat(by)})
        case TrickTaken(seat=by, points=points):
            return Text(_TAKEN[points], {"seat": seat(by)})
        case CardDrawn(seat=by, card=code):
            return Text(_("{seat} drew {card}."), {"seat": seat(by), "card": card(code)}) if code else None
        case DealBegun(deal=deal, dealer=dealer):
            return Text(_("{seat} dealt the cards for deal {n}."), {"seat": seat(dealer), "n": deal + 1})
    return _tell_score(event)


def _tell_score(event: DuckSoupEvent) -> Text | None:
    match event:
        case DuckScored(points=(first, second)):
            over = _("Duck is over: {first} to {second}. Now the high cards win.")
            return Text(over, {"first": first, "second": second})
        case DealScored():
            return Text("{first} {second}", {"first": _product(event, 0), "second": _product(event, 1)})
        case Finished(places=(1, 1)):
            return Text(_("The game ended even."))
        case Finished(places=places, points=points, stake=stake, by=by):
            winner = places.index(1)
            won = Text(_FINISHED[by], {"seat": seat(winner), "points": points[winner]})
            double = Text(_("The loser, with fewer than 125 points, pays double."))
            return Text("{won} {double}", {"won": won, "double": double}) if stake == 2 else won
    return None


def _product(event: DealScored, at: int) -> Text:
    numbers = {"duck": event.duck[at], "soup": event.soup[at], "score": event.scores[at], "total": event.totals[at]}
    return Text(_("{seat} scored {duck} × {soup} = {score}, in all {total}."), {"seat": seat(at), **numbers})
