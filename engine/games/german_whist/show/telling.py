"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from engine.cards.french import SUIT_NAMES, SUIT_OF, SUITS
from engine.games.german_whist.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    CardTurned,
    DealBegun,
    DealScored,
    Finished,
    GermanWhistEvent,
    StockEmptied,
    TrickTaken,
    TrumpTurned,
)
from engine.games.german_whist.model import SUIT_CODES, SuitCode
from engine.games.german_whist.moves import CARD
from engine.text import Ref, Text, card, seat, suit
from engine.text import gettext_noop as _


def suit_of(code: str) -> Ref:
    """The suit of a card, within a sentence."""
    return suit(SUITS[SUIT_OF[CARD[code]]])


def suit_named(code: SuitCode) -> Ref:
    """A suit with its sign."""
    return suit(SUITS[SUIT_CODES.index(code)])


def named(code: SuitCode) -> Text:
    """A suit on its own."""
    return Text(SUIT_NAMES[SUIT_CODES.index(code)])


def tell(event: GermanWhistEvent) -> Text | None:
    """The shuffle, the hands and other people's draws go without a line."""
    match event:
        case CardPlayed(seat=by, card=code):
            return Text(_("{seat} played {card}."), {"seat": seat(by), "card": card(code)})
        case TrickTaken(seat=by):
            return Text(_("{seat} won the trick."), {"seat": seat(by)})
        case CardTaken(seat=by, card=code):
            return Text(_("{seat} took {card}."), {"seat": seat(by), "card": card(code)})
        case CardDrawn(seat=by, card=str(code)):
            return Text(_("{seat} drew {card}."), {"seat": seat(by), "card": card(code)})
        case CardTurned(card=code):
            return Text(_("{card} was turned up."), {"card": card(code)})
        case TrumpTurned(card=code):
            message = _("{card} was turned up: {suit} are trumps.")
            return Text(message, {"card": card(code), "suit": suit_of(code)})
        case DealBegun(deal=deal, dealer=dealer):
            return Text(_("{seat} dealt the cards for deal {n}."), {"seat": seat(dealer), "n": deal + 1})
    return _tell_score(event)


def _tell_score(event: GermanWhistEvent) -> Text | None:
    match event:
        case StockEmptied(leader=by):
            return Text(
                _("The stock is used up: from now on every trick counts. The lead went to {seat}."), {"seat": seat(by)}
            )
        case DealScored(tricks=(first, second)):
            message = _("{one} won {first} of the tricks that count, {two} won {second}.")
            return Text(message, {"one": seat(0), "first": first, "two": seat(1), "second": second})
        case Finished(places=(1, 1), points=(points, _points)):
            return Text(_("The game ended even, with {points} tricks each."), {"points": points})
        case Finished(places=places, points=points):
            winner = places.index(1)
            message = _("{seat} won the game with {points} tricks to {fewer}.")
            return Text(message, {"seat": seat(winner), "points": points[winner], "fewer": points[1 - winner]})
    return None
