"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from engine.games.noodling.events import (
    BidMade,
    CardsDrawn,
    ExcuseShown,
    Finished,
    HandDiscarded,
    MarketDiscarded,
    MarketRevealed,
    NoodlingEvent,
    Passed,
    PrizeChosen,
    PrizeTaken,
    StageBegun,
)
from engine.games.noodling.show.words import claimed, listed, stage
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _


def tell(event: NoodlingEvent) -> Text | None:
    """Shuffles, and other people's draws, go without a line."""
    match event:
        case PrizeChosen(seat=by, card=code):
            return Text(_("{seat} put the {card} up as the prize."), {"seat": seat(by), "card": card(code)})
        case BidMade(seat=by, cards=codes, pips=pips, trumps=trumps):
            said: dict[str, Hole] = {"seat": seat(by), "cards": listed(codes), "claim": claimed(pips, trumps)}
            return Text(_("{seat} bid {cards}: {claim}."), said)
        case Passed(seat=by, cards=()):
            return Text(_("{seat} passed."), {"seat": seat(by)})
        case Passed(seat=by, cards=codes):
            return Text(_("{seat} passed and discarded {cards}."), {"seat": seat(by), "cards": listed(codes)})
        case PrizeTaken(seat=by, card=code):
            return Text(_("{seat} won the {card}."), {"seat": seat(by), "card": card(code)})
        case CardsDrawn(seat=by, cards=codes) if codes:
            return Text(_("{seat} drew {cards}."), {"seat": seat(by), "cards": listed(codes)})
    return _tell_course(event)


def _tell_course(event: NoodlingEvent) -> Text | None:
    match event:
        case StageBegun(stage=number):
            return Text(_("{stage} began."), {"stage": stage(number)})
        case MarketRevealed(seat=by, cards=codes):
            return Text(_("{seat} revealed {cards}."), {"seat": seat(by), "cards": listed(codes)})
        case MarketDiscarded():
            return Text(_("Nobody bid: the whole market was discarded."))
        case HandDiscarded(seat=by, cards=codes):
            return Text(_("{seat} discarded {cards}."), {"seat": seat(by), "cards": listed(codes)})
        case ExcuseShown(seat=by, card=code):
            return Text(_("{seat} showed the {card}."), {"seat": seat(by), "card": card(code)})
        case Finished(places=places, points=points):
            return _tell_end(places, max(points))
    return None


def _tell_end(places: tuple[int, ...], best: int) -> Text:
    if places.count(1) > 1:
        return Text(_("The game is over; the first place is shared, with {points} points."), {"points": best})
    return Text(_("{seat} won the game with {points} points."), {"seat": seat(places.index(1)), "points": best})
