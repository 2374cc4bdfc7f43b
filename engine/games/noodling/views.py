"""What a seat knows, and a whole state that it cannot tell from the real one."""

from collections.abc import Iterable, Sequence

from engine.cards import Card, hand
from engine.cards.decktet import CODES, DECK, DecktetCode
from engine.events import Seat
from engine.game import Rng
from engine.games.noodling.model import NOBODY, Auction, Codes, Holding, SeatCards, SeenAuction, State, View
from engine.games.noodling.pips import EXCUSE, SIDE, STAGES, TRUMP, codes, score, spelt
from engine.games.noodling.seating import SEAT

_CARD = DECK.card


def view(state: State, seat: Seat | None) -> View:
    pips, trumps = spelt(state.need)
    return View(
        seat=seat,
        options=state.options,
        stage=state.stage,
        round=state.round,
        active=SEAT[state.active],
        turn=_seat(state.turn),
        hand=() if seat is None else codes(state.holdings[seat].hand),
        market=_coded(state.market),
        prize=_code(state.prize),
        bidder=_seat(state.bidder),
        pips=pips,
        trumps=trumps,
        out=tuple([other for other in SEAT[: state.seats] if state.out >> other & 1]),
        seats=tuple([_seen(held, own=other == seat) for other, held in enumerate(state.holdings)]),
        stock=codes(hand(state.stock)),
        shared=codes(state.shared),
        last=None if state.last is None else _seen_auction(state.last),
        outcome=state.outcome,
    )


def _seen(held: Holding, *, own: bool) -> SeatCards:
    """A deck is made of discards that all have seen; what has not come out of it again is in it or in the hand."""
    hidden = held.hand & ~held.known if held.shuffles and not own else 0
    return SeatCards(
        hand=held.hand.bit_count(),
        deck=len(held.deck),
        shuffles=held.shuffles,
        front=codes(held.front),
        discards=codes(held.discards),
        known=codes(held.known),
        unseen=codes(hand(held.deck) | hidden),
    )


def _seen_auction(last: Auction) -> SeenAuction:
    return SeenAuction(_coded(last.market), _seat(last.winner), _code(last.prize), tuple(map(codes, last.bids)))


# -- imagined


def imagine(view: View, rng: Rng) -> State:
    return State(
        seats=len(view.seats),
        turn=_number(view.turn),
        holdings=_holdings(view, rng),
        market=_read(view.market),
        prize=_card(view.prize),
        bidder=_number(view.bidder),
        need=view.pips + TRUMP * view.trumps,
        out=sum(1 << seat for seat in view.out),
        active=int(view.active),
        round=view.round,
        stage=view.stage,
        stock=_read(rng.shuffled("stock", 0, view.stock)),
        shared=DECK.hand(view.shared),
        later=tuple([_read(rng.shuffled("later", 0, pile)) for pile in STAGES[view.stage :]]),
        last=None if view.last is None else _auction(view.last),
        options=view.options,
        outcome=view.outcome,
    )


def _holdings(view: View, rng: Rng) -> tuple[Holding, ...]:
    """First hands from what is left of the side cards; any other is known except for what lies in the deck."""
    side = [*rng.shuffled("side", 0, _side_unseen(view))]
    holdings = []
    for seat, seen in enumerate(view.seats):
        unseen = _read(rng.shuffled("unseen", 0, seen.unseen)) if seen.unseen else ()
        known = DECK.hand(seen.known)
        if seat == view.seat:
            own, deck = int(DECK.hand(view.hand)), unseen
        else:
            hidden = seen.hand - len(seen.known)
            if not seen.shuffles:
                unseen = _read([side.pop() for _ in range(hidden)])
            own, deck = hand(unseen[:hidden]) | known, unseen[hidden:]
        front, discards = DECK.hand(seen.front), DECK.hand(seen.discards)
        holdings.append(Holding(own, deck, discards, front, known, seen.shuffles))
    return tuple(holdings)


def _side_unseen(view: View) -> Sequence[str]:
    """The side cards that the viewer has not seen: in first hands, or boxed."""
    if all(seen.shuffles for seen in view.seats):
        return ()
    found = {*view.hand}
    for seen in view.seats:
        found.update(seen.front, seen.discards, seen.known, seen.unseen)
    return [code for code in (SIDE if len(view.seats) > 2 else SIDE[:-1]) if code not in found]


def _auction(last: SeenAuction) -> Auction:
    prize = _card(last.prize)
    return Auction(_read(last.market), _number(last.winner), prize, tuple([DECK.hand(bid) for bid in last.bids]))


def _number(seen: int | None) -> int:
    return NOBODY if seen is None else int(seen)


def _card(code: str | None) -> int:
    return NOBODY if code is None else int(_CARD[code])


def _seat(seat: int) -> Seat | None:
    return None if seat == NOBODY else SEAT[seat]


def _code(card: int) -> DecktetCode | None:
    return None if card == NOBODY else CODES[card]


def _coded(row: Iterable[int]) -> Codes:
    return tuple([CODES[card] for card in row])


def _read(row: Iterable[str]) -> tuple[Card, ...]:
    return tuple([_CARD[code] for code in row])


def belongings(view: View, at: int) -> int:
    """The cards that the viewer knows to be the seat's: all but a first hand."""
    seen = view.seats[at]
    held = DECK.hand((*seen.discards, *seen.front, *seen.known, *seen.unseen))
    return held | DECK.hand(view.hand) if at == view.seat else held


def pool(view: View) -> int:
    """What nobody owns, of the cards that have come into play."""
    return DECK.hand((*view.stock, *view.market, *view.shared))


def worth(view: View) -> tuple[int, ...]:
    """The points of each seat, should play stop here; an Excuse in an unseen first hand is left out."""
    if view.outcome is not None:
        return view.outcome.points
    nobodys = pool(view)
    owned = [belongings(view, at) for at in range(len(view.seats))]
    return tuple(score(nobodys, held, excuse=bool(held >> EXCUSE & 1)) for held in owned)
