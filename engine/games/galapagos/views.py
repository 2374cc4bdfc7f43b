"""What a seat knows, field by field; and the part of a state that follows from it."""

from collections.abc import Sequence

from engine.cards import Card
from engine.cards.french import CODES, DECK, FrenchCode
from engine.events import Seat
from engine.games.galapagos.model import (
    SUIT_CODES,
    Auction,
    Codes,
    Court,
    Meldable,
    PlayOff,
    Sale,
    SeenMeld,
    SeenSale,
    SeenTrick,
    Sheet,
    State,
    SuitCode,
    Trick,
    View,
)
from engine.games.galapagos.moves import CARD, SUIT, coded, codes
from engine.pairs import SEAT, with_one


def view(state: State, seat: Seat | None) -> View:
    sheet, auction, court, play_off = state.sheet, state.auction, state.court, state.play_off
    one, two = auction.sealed
    sealing = state.phase == "auction"
    return View(
        seat=seat,
        options=sheet.options,
        deal=sheet.deal,
        dealer=sheet.dealer,
        phase=state.phase,
        to_act=state.acting,
        hand=() if seat is None else coded(state.hands[seat]),
        counts=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=len(auction.stock),
        turned=None if auction.turned is None else CODES[auction.turned],
        sealed=(one is not None, two is not None),
        bid=_code(None if seat is None else auction.sealed[seat]),
        offers=None if sealing or one is None or two is None else (CODES[one], CODES[two]),
        bids=(codes(auction.bids[0]), codes(auction.bids[1])),
        spent=codes(auction.spent),
        past=tuple([_seen_sale(sale) for sale in auction.past]),
        known=(_known(state, 0), _known(state, 1)),
        leader=court.leader,
        melded=(_seen_melds(court.melded[0]), _seen_melds(court.melded[1])),
        announced=(_suit_code(court.announced[0]), _suit_code(court.announced[1])),
        trumps=_trumps(state, seat),
        trick=codes(state.trick),
        tricks=tuple([SeenTrick(trick.leader, trick.winner, codes(trick.cards)) for trick in court.taken]),
        first=play_off.first,
        table=tuple(map(codes, play_off.table)),
        last_first=play_off.last_first,
        last_round=tuple(map(codes, play_off.last)),
        phases=sheet.phases,
        scores=sheet.scores,
        deals=sheet.deals,
        totals=sheet.totals,
        outcome=sheet.outcome,
    )


def _known(state: State, seat: int) -> Codes:
    sealed = state.auction.sealed[seat] if state.phase == "auction" else None
    held = state.hands[seat] if sealed is None else state.hands[seat] | 1 << sealed
    return coded(state.auction.shown[seat] & held)


def _trumps(state: State, seat: Seat | None) -> tuple[SuitCode | None, SuitCode | None]:
    """Those chosen in secret are seen by who chose them, until both are revealed."""
    trumps = state.court.trumps
    if state.phase == "trumps":
        announced = state.court.announced
        trumps = announced if seat is None else with_one(announced, seat, trumps[seat])
    return _suit_code(trumps[0]), _suit_code(trumps[1])


def _seen_sale(sale: Sale) -> SeenSale:
    return SeenSale(CODES[sale.turned], (CODES[sale.bids[0]], CODES[sale.bids[1]]), sale.winner, sale.taken)


def _seen_melds(melded: tuple[Meldable, ...] | None) -> tuple[SeenMeld, ...] | None:
    return None if melded is None else tuple([SeenMeld(codes(meld.cards), meld.points) for meld in melded])


def _code(card: Card | None) -> FrenchCode | None:
    return None if card is None else CODES[card]


def _suit_code(suit: int | None) -> SuitCode | None:
    return None if suit is None else SUIT_CODES[suit]


# -- back to a state


def known_state(view: View) -> State:
    """The state as far as *view* shows it: the viewer's own hand, and no other hidden card.

    It is enough to say which moves the viewer has.
    """
    hands = [DECK.hand(view.hand) if view.seat == seat else 0 for seat in SEAT]
    offers = view.offers or tuple([view.bid if view.seat == seat else None for seat in SEAT])
    auction = Auction(
        turned=_card(view.turned),
        sealed=(_card(offers[0]), _card(offers[1])),
        bids=(_read(view.bids[0]), _read(view.bids[1])),
        spent=_read(view.spent),
        shown=(DECK.hand(view.known[0]), DECK.hand(view.known[1])),
        past=tuple([_sale(sale) for sale in view.past]),
    )
    court = Court(
        leader=view.leader,
        melded=(_melds(view.melded[0]), _melds(view.melded[1])),
        announced=(_suit(view.announced[0]), _suit(view.announced[1])),
        trumps=(_suit(view.trumps[0]), _suit(view.trumps[1])),
        taken=tuple([Trick(trick.leader, trick.winner, _read(trick.cards)) for trick in view.tricks]),
    )
    play_off = PlayOff(view.first, tuple(map(_read, view.table)), view.last_first, tuple(map(_read, view.last_round)))
    sheet = Sheet(view.options, view.deal, view.dealer, view.phases, view.scores, view.deals, view.totals, view.outcome)
    return State(view.phase, view.to_act, (hands[0], hands[1]), _read(view.trick), auction, court, play_off, sheet)


def _card(code: str | None) -> Card | None:
    return None if code is None else CARD[code]


def _suit(code: SuitCode | None) -> int | None:
    return None if code is None else SUIT[code]


def _read(of: Sequence[str]) -> tuple[Card, ...]:
    return tuple([CARD[code] for code in of])


def _sale(sale: SeenSale) -> Sale:
    return Sale(CARD[sale.turned], (CARD[sale.bids[0]], CARD[sale.bids[1]]), sale.winner, sale.taken)


def _melds(melded: tuple[SeenMeld, ...] | None) -> tuple[Meldable, ...] | None:
    return None if melded is None else tuple([Meldable(_read(meld.cards), meld.points) for meld in melded])
