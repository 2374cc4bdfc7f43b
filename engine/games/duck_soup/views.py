"""What a seat knows, and a whole state that it cannot tell from the real one."""

from collections.abc import Iterable

from engine.cards import Card, cards, hand
from engine.cards.french import DECK, PACK, FrenchCode
from engine.events import Seat
from engine.game import Rng
from engine.games.duck_soup.model import LastTrick, SeenTrick, Sheet, State, View, Won
from engine.games.duck_soup.tricks import CARD

_WHOLE = (1 << len(PACK)) - 1


def view(state: State, seat: Seat | None) -> View:
    sheet, won, last = state.sheet, state.won, state.won.last
    hidden = state.hands[0] | state.hands[1]
    for card in state.stock:
        hidden |= 1 << card
    return View(
        seat=seat,
        options=sheet.options,
        deal=sheet.deal,
        dealer=sheet.dealer,
        course="duck" if state.stock else "soup",
        turn=state.turn,
        hand=() if seat is None else _coded(cards(state.hands[seat])),
        counts=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=len(state.stock),
        trick=_coded(state.trick),
        played=_coded(cards(_WHOLE & ~hidden)),
        points=won.points,
        face_up=(tuple(map(_coded, won.face_up[0])), tuple(map(_coded, won.face_up[1]))),
        last=SeenTrick(_coded(last.cards), last.leader, last.winner, last.points) if last else None,
        duck=sheet.duck,
        deals=sheet.deals,
        totals=sheet.totals,
        outcome=sheet.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    """Nobody has to follow or to match, so any deal of the unseen cards is as likely as another."""
    known = {*view.hand, *view.played}
    unseen = _read(rng.shuffled("unseen", 0, [code for code in PACK if code not in known]))
    first = 0 if view.seat == 0 else view.counts[0]
    dealt = first + (0 if view.seat == 1 else view.counts[1])
    hands = [hand(unseen[:first]), hand(unseen[first:dealt])]
    if view.seat is not None:
        hands[view.seat] = DECK.hand(view.hand)
    seen = view.last
    last = LastTrick(_read(seen.cards), seen.leader, seen.winner, seen.points) if seen else None
    return State(
        hands=(hands[0], hands[1]),
        stock=bytes(unseen[dealt:]),
        trick=_read(view.trick),
        turn=view.turn,
        won=Won(view.points, (tuple(map(_read, view.face_up[0])), tuple(map(_read, view.face_up[1]))), last),
        sheet=Sheet(view.options, view.deal, view.dealer, view.duck, view.deals, view.totals, view.outcome),
    )


def _coded(trick: Iterable[Card]) -> tuple[FrenchCode, ...]:
    return tuple([PACK[card] for card in trick])


def _read(codes: Iterable[str]) -> tuple[Card, ...]:
    return tuple([CARD[code] for code in codes])
