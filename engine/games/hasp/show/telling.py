"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from engine.games.hasp.events import (
    CardPlayed,
    GameEnded,
    HaspEvent,
    PredictionMade,
    RoundScored,
    RoundStarted,
    TrickTaken,
    TrumpAnnounced,
    TrumpTurned,
)
from engine.games.hasp.model import SIDES
from engine.games.hasp.show.words import finds, suit_named, text
from engine.text import Text, card, seat
from engine.text import gettext_noop as _

_DECIDED = {
    ("all", True): _("Find All came true."),
    ("all", False): _("Find All failed."),
    ("none", True): _("No Find came true."),
    ("none", False): _("No Find failed."),
}


def tell(event: HaspEvent) -> Text | None:
    """The shuffle and the hands go without a line."""
    match event:
        case CardPlayed(seat=by, card=code):
            return text(_("{seat} played {card}."), seat=seat(by), card=card(code))
        case TrickTaken(seat=by, points=1):
            return text(_("{seat} won the trick: 1 point."), seat=seat(by))
        case TrickTaken(seat=by, points=points):
            return text(_("{seat} won the trick: {points} points."), seat=seat(by), points=points)
        case PredictionMade():
            return _tell_prediction(event)
        case TrumpAnnounced() | TrumpTurned():
            return _tell_trump(event)
        case RoundStarted(round=number, dealer=dealer):
            return text(_("Round {number}, dealt by {seat}."), number=number + 1, seat=seat(dealer))
        case RoundScored():
            return _tell_score(event)
        case GameEnded():
            return _tell_end(event)
        case _:
            return None


def _tell_trump(event: TrumpAnnounced | TrumpTurned) -> Text:
    suit = suit_named(event.trump)
    if isinstance(event, TrumpAnnounced):
        if suit is None:
            return text(_("{seat} announced no trump."), seat=seat(event.seat))
        return text(_("{seat} announced {suit} as trump."), seat=seat(event.seat), suit=suit)
    if suit is None:
        return text(_("{card} was turned up: no trump but the village."), card=card(event.card))
    return text(_("{card} was turned up: {suit} is trump."), card=card(event.card), suit=suit)


def _tell_prediction(event: PredictionMade) -> Text:
    by = seat(event.seat)
    if not event.finds:
        return text(_("{seat} made no prediction."), seat=by)
    said = text(_("{seat} predicted {finds}: the pot is {pot}."), seat=by, finds=finds(event.finds), pot=event.pot)
    if not event.shown:
        return said
    return text("{said} {shown}", said=said, shown=_shown(event))


def _shown(event: PredictionMade) -> Text:
    names = dict(zip("abc", map(card, event.shown), strict=False))
    return Text((_("Shown: {a}."), _("Shown: {a} and {b}."), _("Shown: {a}, {b} and {c}."))[len(names) - 1], {**names})


def _tell_score(event: RoundScored) -> Text:
    sides = range(SIDES[len(event.totals)])
    rows = [_row(event, side) for side in sides]
    gains = Text(("{a} {b}", "{a} {b} {c}")[len(rows) - 2], dict(zip("abc", rows, strict=False)))
    if event.decided == "points":
        return gains
    return text("{decided} {gains}", decided=Text(_DECIDED[event.decided, event.held]), gains=gains)


def _row(event: RoundScored, side: int) -> Text:
    """One side's part of the score; a team is named by both."""
    numbers = {"points": event.points[side], "gained": event.gained[side], "total": event.totals[side]}
    by_points = event.decided == "points"
    if len(event.totals) == 4:
        both = {"seat": seat(side), "partner": seat(side + 2)}
        message = (
            _("{seat} and {partner} had {points} points and scored {gained}, in all {total}.")
            if by_points
            else _("{seat} and {partner} scored {gained}, in all {total}.")
        )
        return Text(message, {**both, **numbers})
    message = (
        _("{seat} had {points} points and scored {gained}, in all {total}.")
        if by_points
        else _("{seat} scored {gained}, in all {total}.")
    )
    return Text(message, {"seat": seat(side), **numbers})


def _tell_end(event: GameEnded) -> Text:
    winners = [number for number, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return text(_("{seat} won the game."), seat=seat(winners[0]))
    if len(event.places) == 4 and len(winners) == 2:
        return text(_("{seat} and {partner} won the game."), seat=seat(winners[0]), partner=seat(winners[1]))
    return Text(_("The game is over; the first place is shared."))
