"""What a seat knows, and a whole state that it cannot tell from the real one."""

from collections.abc import Iterable

from engine.cards import Card, cards, hand
from engine.cards.french import CODES, DECK, FrenchCode
from engine.events import Seat
from engine.game import Rng
from engine.games.dracula.coffin import CARD, filled, laid, slots
from engine.games.dracula.model import Pack, Scored, SeenDeal, Sheet, State, View


def view(state: State, seat: Seat | None) -> View:
    sheet, pack, last = state.sheet, state.pack, state.pack.last
    return View(
        seat=seat,
        options=sheet.options,
        deal=sheet.deal,
        dealer=sheet.dealer,
        rows=sheet.rows,
        turn=state.turn,
        hand=() if seat is None else _coded(cards(state.hands[seat])),
        counts=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=len(pack.order) - pack.dealt,
        coffin=_shown(state.coffin),
        buried=_coded(sorted(pack.order[: pack.buried])),
        last=SeenDeal(_shown(last.coffin), last.rows, last.columns, last.scores) if last else None,
        deals=sheet.deals,
        sets=sheet.sets,
        totals=sheet.totals,
        outcome=sheet.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    """All hands are played and nobody is bound to a card, so any deal of the unseen cards is as likely as another."""
    known = {*view.hand, *view.buried, *view.coffin}
    unseen = [CARD[code] for code in rng.shuffled("unseen", 0, [code for code in CODES if code not in known])]
    first = 0 if view.seat == 0 else view.counts[0]
    dealt = first + (0 if view.seat == 1 else view.counts[1])
    hands = [hand(unseen[:first]), hand(unseen[first:dealt])]
    if view.seat is not None:
        hands[view.seat] = DECK.hand(view.hand)
    lying = [CARD[code] for code in (*view.buried, *view.coffin) if code]
    order = (*lying, *cards(hands[0] | hands[1]), *unseen[dealt:])
    coffin, seen = laid(view.coffin), view.last
    last = Scored(laid(seen.coffin), seen.rows, seen.columns, seen.scores) if seen else None
    return State(
        hands=(hands[0], hands[1]),
        coffin=coffin,
        filled=filled(coffin),
        turn=view.turn,
        pack=Pack(order, len(view.buried), len(order) - view.stock, last),
        sheet=Sheet(view.options, view.deal, view.dealer, view.rows, view.deals, view.sets, view.totals, view.outcome),
    )


def _coded(of: Iterable[Card]) -> tuple[FrenchCode, ...]:
    return tuple([CODES[card] for card in of])


def _shown(coffin: int) -> tuple[FrenchCode | None, ...]:
    return tuple([CODES[slot - 1] if slot else None for slot in slots(coffin)])
