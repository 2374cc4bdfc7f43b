"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from collections.abc import Sequence

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
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _

_STAGES = (_("Stage I"), _("Stage II"), _("Stage III"), _("Stage IV"), _("Stage V"), _("Stage VI"))


def stage(number: int) -> Text:
    """*number* counts from 1."""
    return Text(_STAGES[number - 1])


def listed(codes: Sequence[str]) -> Text:
    """One to three cards: "Pact, Mill and Sea"."""
    names = dict(zip(("first", "second", "third"), map(card, codes), strict=False))
    return Text(("", "{first}", _("{first} and {second}"), _("{first}, {second} and {third}"))[len(codes)], {**names})


def claimed(pips: int, trumps: int) -> Text:
    """The value of a bid in words: "3 pips, 2 trumps". A bid has at least three pips."""
    numbers = {"pips": pips, "trumps": trumps}
    return Text(_("{pips} pips, {trumps} trumps") if trumps != 1 else _("{pips} pips, 1 trump"), {**numbers})


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
