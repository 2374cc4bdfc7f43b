"""What happened, in words: from an event as its reader may see it."""

from engine.games.gasp.events import (
    CardDrawn,
    CardPlayed,
    GameEnded,
    GaspEvent,
    RoundStarted,
    SuitChosen,
    SuitsTied,
    TokenGiven,
    TokenReturned,
    TokenTaken,
    TrickTaken,
)
from engine.games.gasp.show.words import card, rival, seat, suit_of, text, token
from engine.text import Hole, Text
from engine.text import gettext_noop as _


def tell(event: GaspEvent, *, partners: bool = False) -> Text | None:
    """The shuffle, the hands and other people's draws go without a line. *partners*: two teams of two play."""
    match event:
        case CardPlayed(seat=by, card=code, suit=None):
            return text(_("{seat} played the {card}."), seat=seat(by), card=card(code))
        case CardPlayed(seat=by, card=code, suit=str(said)):
            return text(_("{seat} played the {card} as {suit}."), seat=seat(by), card=card(code), suit=suit_of(said))
        case TrickTaken(seat=by, suit=won):
            return text(_("{seat} won the trick in {suit}."), seat=seat(by), suit=suit_of(won))
        case SuitsTied(seat=by):
            return text(_("{seat} won the trick in both suits of the lead."), seat=seat(by))
        case SuitChosen(seat=by, suit=chosen):
            return text(_("{seat} chose {suit}."), seat=seat(by), suit=suit_of(chosen))
        case CardDrawn(seat=by, card=str(code)):
            return text(_("{seat} drew the {card}."), seat=seat(by), card=card(code))
        case RoundStarted(round=number, dealer=dealer):
            return text(_("Round {number}, dealt by {seat}."), number=number + 1, seat=seat(dealer))
        case GameEnded(places=places):
            return _tell_end(places, partners=partners)
        case TokenTaken() | TokenGiven() | TokenReturned():
            return _tell_token(event, partners=partners)
        case _:
            return None


def _tell_token(event: TokenTaken | TokenGiven | TokenReturned, *, partners: bool) -> Text:
    by, one = seat(event.seat), token(event.suit)

    def side(number: int) -> Hole:
        return rival(number, partners=partners)

    match event:
        case TokenTaken(source=None):
            return text(_("{seat} took {token}."), seat=by, token=one)
        case TokenTaken(source=source):
            return text(_("{seat} took {token} from {source}."), seat=by, token=one, source=side(source or 0))
        case TokenReturned():
            return text(_("{seat} returned {token} to the supply."), seat=by, token=one)
        case TokenGiven(to=to, own=True):
            return text(_("{seat} gave {token} of their own to {to}."), seat=by, token=one, to=side(to))
        case TokenGiven(to=to, taken=None):
            return text(_("{seat} gave {token} to {to}."), seat=by, token=one, to=side(to))
        case TokenGiven(to=to, taken=taken):
            return text(
                _("{seat} gave {token} to {to} and took {taken}."),
                seat=by,
                token=one,
                to=side(to),
                taken=token(taken or ""),
            )


def _tell_end(places: tuple[int, ...], *, partners: bool) -> Text:
    winners = [number for number, place in enumerate(places) if place == 1]
    if partners and len(winners) == 2:
        return text(_("{seat} and {partner} won the game."), seat=seat(winners[0]), partner=seat(winners[1]))
    if len(winners) > 1:
        return text(_("The game is over; the first place is shared."))
    return text(_("{seat} won the game."), seat=seat(winners[0]))
