"""What a seat knows, and a whole state that it cannot tell from the real one."""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.cards import Card, Hand, cards, hand
from engine.cards.hasp import CODES, DECK, HaspCode
from engine.events import Seat
from engine.game import Rng
from engine.games.hasp.inference import fit
from engine.games.hasp.model import (
    NOBODY,
    UNNAMED,
    Deal,
    LastTrick,
    Played,
    Sheet,
    State,
    Taken,
    View,
    Won,
)
from engine.games.hasp.moves import TRUMP_CODES, Find
from engine.games.hasp.scores import by_seat, by_side, claim_in
from engine.games.hasp.tricks import CARD, CARDS, CLOCKWISE, DECK_MASK, PACKS, SUITS, VOID_BITS, VOID_CODES, none_of
from engine.imagine import deal_around

_TRIES = 2
"""Deals to choose from once something has been predicted."""
_PACK = {seats: DECK.hand(codes) for seats, codes in PACKS.items()}


def view(state: State, seat: Seat | None) -> View:
    deal, won, sheet, seats = state.deal, state.won, state.sheet, state.seats
    held = [state.hands >> CARDS * s & DECK_MASK for s in range(seats)]
    hidden = sum(held) | hand(deal.rest) | (0 if deal.turned is None else 1 << deal.turned)
    return View(
        seat=seat,
        options=sheet.options,
        round=deal.round,
        dealer=Seat(deal.dealer),
        turn=None if state.turn == NOBODY else Seat(state.turn),
        due=_due(state),
        trump=None if deal.trump == UNNAMED else TRUMP_CODES[deal.trump],
        turned=None if deal.turned is None else CODES[deal.turned],
        hand=() if seat is None else _codes(held[seat]),
        counts=tuple([bits.bit_count() for bits in held]),
        rest=len(deal.rest),
        predictions=_by_chair(deal, seats),
        shown=tuple([_codes(bits & deal.shown) for bits in held]),
        pot=deal.pot,
        trick=_shown((state.turn - len(state.trick)) % seats, state.trick, seats),
        last=_last(won.last, seats),
        seen=_codes(_PACK[seats] & ~hidden),
        voids=tuple([VOID_CODES[state.voids >> SUITS * s & 31] for s in range(seats)]),
        tricks=by_seat(won.tricks, seats),
        points=by_seat(won.points, seats),
        totals=by_seat(sheet.totals, seats),
        scored=sheet.scored,
        outcome=sheet.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    return _world(view, *_dealt(view, rng, 0))


def suppose(view: View, rng: Rng) -> State:
    """Of several deals the one that suits the predictions best."""
    if all(finds is None for finds in view.predictions):
        return imagine(view, rng)
    deals = [_dealt(view, rng, n) for n in range(_TRIES)]
    return _world(view, *max(deals, key=lambda deal: fit(view, deal[0])))


def _world(view: View, hands: Sequence[Hand], rest: tuple[Card, ...]) -> State:
    return State(
        seats=len(view.counts),
        turn=NOBODY if view.turn is None else view.turn,
        trick=tuple([CARD[played.card] for played in view.trick]),
        hands=sum(bits << CARDS * seat for seat, bits in enumerate(hands)),
        voids=sum(VOID_BITS[codes] << SUITS * seat for seat, codes in enumerate(view.voids)),
        won=Won(by_side(view.points), by_side(view.tricks), _taken(view.last)),
        deal=_deal(view, rest),
        sheet=Sheet(view.options, by_side(view.totals), view.scored, view.outcome),
    )


# -- a deal of the cards that are not seen


def _dealt(view: View, rng: Rng, n: int) -> tuple[Sequence[Hand], tuple[Card, ...]]:
    """Every hand and the rest of the pack: deal *n* of the cards that are not seen."""
    known = [DECK.hand(codes) for codes in view.shown]
    if view.seat is not None:
        known[view.seat] = DECK.hand(view.hand)
    seen = sum(known) | DECK.hand(view.seen) | (0 if view.turned is None else 1 << CARD[view.turned])
    unseen = [Card(card) for card in cards(_PACK[len(view.counts)] & ~seen)]
    sizes = [count - bits.bit_count() for count, bits in zip(view.counts, known, strict=True)]
    barred = [none_of(codes) for codes in view.voids]
    return _share(rng.shuffled("imagined", n, unseen), known, sizes, barred, rng)


def _share(
    unseen: Sequence[Card], known: Sequence[Hand], sizes: Sequence[int], barred: Sequence[Hand], rng: Rng
) -> tuple[Sequence[Hand], tuple[Card, ...]]:
    """*unseen* cards dealt to what is *known* of the hands; the rest in the order they lie in."""
    if any(barred):
        *drawn, left = deal_around(unseen, [*sizes, len(unseen) - sum(sizes)], [*barred, 0], rng)
        rest = tuple([card for card in unseen if left >> card & 1])
    else:
        drawn, first = [], 0
        for size in sizes:
            drawn.append(hand(unseen[first : first + size]))
            first += size
        rest = tuple(unseen[first:])
    return [Hand(mine | more) for mine, more in zip(known, drawn, strict=True)], rest


def _deal(view: View, rest: tuple[Card, ...]) -> Deal:
    seats = len(view.counts)
    said = [view.predictions[seat] for seat in CLOCKWISE[seats][(view.dealer + 1) % seats]]
    claims = [(seat, claim_in(finds)) for seat, finds in enumerate(view.predictions) if finds]
    return Deal(
        round=view.round,
        dealer=view.dealer,
        trump=UNNAMED if view.trump is None else TRUMP_CODES.index(view.trump),
        turned=None if view.turned is None else CARD[view.turned],
        pack=rest,
        said=tuple([finds for finds in said if finds is not None]),
        claim=next(((seat, claim) for seat, claim in claims if claim), None),
        shown=DECK.hand(code for codes in view.shown for code in codes),
        pot=view.pot,
    )


# -- from the state's numbers to codes, and back


def _due(state: State) -> Literal["trump", "prediction", "card"] | None:
    if state.turn == NOBODY:
        return None
    if state.deal.trump == UNNAMED:
        return "trump"
    return "prediction" if len(state.deal.said) == len(state.trick) else "card"


def _by_chair(deal: Deal, seats: int) -> tuple[tuple[Find, ...] | None, ...]:
    """The predictions by seat."""
    first, said = deal.dealer + 1, deal.said
    places = [(seat - first) % seats for seat in range(seats)]
    return tuple([said[place] if place < len(said) else None for place in places])


def _codes(held: int) -> tuple[HaspCode, ...]:
    return tuple([CODES[card] for card in cards(held)])


def _shown(first: int, trick: Iterable[Card], seats: int) -> tuple[Played, ...]:
    return tuple([Played(Seat((first + i) % seats), CODES[card]) for i, card in enumerate(trick)])


def _last(last: Taken | None, seats: int) -> LastTrick | None:
    if last is None:
        return None
    return LastTrick(_shown(last.leader, last.cards, seats), Seat(last.winner), last.points)


def _taken(last: LastTrick | None) -> Taken | None:
    if last is None:
        return None
    return Taken(last.cards[0].seat, tuple([CARD[played.card] for played in last.cards]), last.winner, last.points)
