"""What happened, in words. In the past tense, so that "you" can stand for any seat."""

from collections.abc import Sequence

from engine.cards.french import SUITS
from engine.events import Seat
from engine.games.galapagos.events import (
    BidSealed,
    BidsPickedUp,
    BidsRevealed,
    CardCeded,
    CardDrawn,
    CardPlayed,
    CardTaken,
    CardTurned,
    CombinationPlayed,
    DealBegun,
    DealScored,
    Finished,
    GalapagosEvent,
    JokerSwapped,
    Melded,
    Passed,
    PhaseScored,
    RoundTaken,
    StockEmptied,
    TrickTaken,
    TrumpSealed,
    TrumpsRevealed,
)
from engine.games.galapagos.model import Scored, SuitCode
from engine.games.galapagos.moves import SUIT
from engine.pairs import Pair
from engine.text import Hole, Ref, Text, card, seat, suit
from engine.text import gettext_noop as _

_PHASE: dict[Scored, str] = {
    "melds": _("Melds: {first} to {second}."),
    "tricks": _("Tricks: {first} to {second}."),
    "play-off": _("Play-off: {first} to {second}."),
}
_FINISHED = {
    "target": _("{seat} won the game with {points} points."),
    "deal": _("{seat} won the deal and the game."),
    "max_rounds": _("The last deal has been played: {seat} won the game with {points} points."),
}
STAKES = {
    2: _("This win counts double."),
    3: _("This win counts three times."),
    4: _("This win counts four times."),
}
_TWO = _("{one}, {two}")


def suit_of(code: SuitCode | None) -> Ref:
    return suit(SUITS[SUIT[code]])


def listed(codes: Sequence[str]) -> Text:
    """Cards by name, one after the other."""
    *before, last = codes
    if not before:
        return Text("{card}", {"card": card(last)})
    return Text(_TWO, {"one": listed(before), "two": card(last)})


def tell(event: GalapagosEvent) -> Text | None:
    """The shuffle, the hands and other people's draws go without a line."""
    match event:
        case DealBegun(deal=deal, dealer=dealer):
            return Text(_("{seat} dealt the cards for deal {n}."), {"seat": seat(dealer), "n": deal + 1})
        case CardPlayed(seat=by, card=code):
            return Text(_("{seat} played {card}."), {"seat": seat(by), "card": card(code)})
        case TrickTaken(seat=by):
            return Text(_("{seat} won the trick."), {"seat": seat(by)})
        case CombinationPlayed(seat=by, cards=codes):
            return Text(_("{seat} played {cards}."), {"seat": seat(by), "cards": listed(codes)})
        case Passed(seat=by):
            return Text(_("{seat} passed."), {"seat": seat(by)})
        case RoundTaken(seat=by):
            return Text(_("{seat} won the round."), {"seat": seat(by)})
        case BidsPickedUp(leader=by):
            return Text(_("The play-off with the cards bid began; the lead went to {seat}."), {"seat": seat(by)})
    return _tell_auction(event) or _tell_choice(event) or _tell_score(event)


def _tell_auction(event: GalapagosEvent) -> Text | None:
    match event:
        case CardTurned(card=code):
            return Text(_("{card} was turned up."), {"card": card(code)})
        case BidSealed(seat=by, card=None):
            return Text(_("{seat} laid down a bid."), {"seat": seat(by)})
        case BidSealed(seat=by, card=str(code)):
            return Text(_("{seat} laid down a bid: {card}."), {"seat": seat(by), "card": card(code)})
        case BidsRevealed(cards=bids, winner=winner, tied=tied):
            won = _("{one} against {two}: {seat} won the auction by the card turned up.")
            if not tied:
                won = _("{one} against {two}: {seat} won the auction.")
            high, low = (bids[winner], bids[1 - winner])
            return Text(won, {"one": card(high), "two": card(low), "seat": seat(winner)})
        case CardTaken(seat=by, card=code):
            return Text(_("{seat} took {card}."), {"seat": seat(by), "card": card(code)})
        case CardCeded(seat=by, card=code):
            return Text(_("{seat} ceded {card}."), {"seat": seat(by), "card": card(code)})
        case CardDrawn(seat=by, card=str(code)):
            return Text(_("{seat} drew {card}."), {"seat": seat(by), "card": card(code)})
        case StockEmptied(last=by):
            return Text(_("The stock is used up; the last card went to {seat}."), {"seat": seat(by)})
    return None


def _tell_choice(event: GalapagosEvent) -> Text | None:
    match event:
        case JokerSwapped(seat=by, card=code):
            return Text(_("{seat} put the joker in place of the bid {card}."), {"seat": seat(by), "card": card(code)})
        case Melded(seat=by, melds=()):
            return Text(_("{seat} had nothing to meld."), {"seat": seat(by)})
        case Melded():
            return _tell_melds(event)
        case TrumpSealed(seat=by, suit=None):
            return Text(_("{seat} chose a trump."), {"seat": seat(by)})
        case TrumpSealed(seat=by, suit=code):
            return Text(_("{seat} chose a trump: {suit}."), {"seat": seat(by), "suit": suit_of(code)})
        case TrumpsRevealed(suits=(one, two)):
            said = _("Trumps: {one} for {first}, {two} for {second}.")
            return Text(said, {"one": suit_of(one), "first": seat(0), "two": suit_of(two), "second": seat(1)})
    return None


def _tell_melds(event: Melded) -> Text:
    each = [Text(_("{cards} ({n})"), {"cards": listed(meld.cards), "n": meld.points}) for meld in event.melds]
    shown = each[0]
    for one in each[1:]:
        shown = Text(_("{one}; {two}"), {"one": shown, "two": one})
    args: dict[str, Hole] = {"seat": seat(event.seat), "melds": shown, "points": event.points}
    if event.trump is None:
        return Text(_("{seat} melded {melds}: {points} points."), args)
    trump = {"trump": suit_of(event.trump)}
    return Text(_("{seat} announced {trump} as trump and melded {melds}: {points} points."), {**args, **trump})


def _tell_score(event: GalapagosEvent) -> Text | None:
    match event:
        case PhaseScored(phase=phase, points=(first, second), bonus=bonus):
            scored = Text(_PHASE[phase], {"first": first, "second": second})
            return scored if bonus == (0, 0) else _with_bonus(scored, bonus)
        case DealScored(scores=scores, totals=totals):
            each = [
                Text(_("{seat} scored {n}, in all {total}."), {"seat": seat(at), "n": scores[at], "total": totals[at]})
                for at in (Seat(0), Seat(1))
            ]
            return Text("{first} {second}", {"first": each[0], "second": each[1]})
        case Finished(places=(1, 1)):
            return Text(_("The game ended even."))
        case Finished(places=places, points=points, stake=stake, by=by):
            winner = places.index(1)
            won = Text(_FINISHED[by], {"seat": seat(winner), "points": points[winner]})
            return Text("{won} {stake}", {"won": won, "stake": Text(STAKES[stake])}) if stake > 1 else won
    return None


def _with_bonus(scored: Text, bonus: Pair) -> Text:
    first = int(bonus[1] > 0)
    text = Text(_("Only {seat} reached a hundred: {n} more."), {"seat": seat(first), "n": bonus[first]})
    return Text("{scored} {bonus}", {"scored": scored, "bonus": text})
