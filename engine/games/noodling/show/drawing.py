"""The table as one seat sees it.

In the middle the market with its prize and a row for each bid; at each seat its aces and crowns as tokens, its deck and
discards; beside the table what nobody owns, what each seat does, and the last auction.
"""

from collections.abc import Iterator

from engine.cards.decktet import CODES, DECK, OF_SUIT, SUIT_NAMES, SUITS, SUITS_OF
from engine.events import Seat
from engine.games.noodling import bidding
from engine.games.noodling.model import Codes, SeenAuction, View
from engine.games.noodling.moves import Bid, Move, Prize, text
from engine.games.noodling.pips import MAJORS, TRUMP, claim, spelt
from engine.games.noodling.seating import SEAT
from engine.games.noodling.show.telling import claimed, listed, stage
from engine.games.noodling.views import belongings, worth
from engine.picture import Choice, Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Hole, Text, card, seat, suit
from engine.text import gettext_noop as _


def picture(view: View) -> Picture:
    mine = view.turn is not None and view.turn == view.seat
    prompt, why = _demand(view) if mine else _wait(view)
    return Picture(
        deck="decktet",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, at) for at in SEAT[: len(view.seats)]),
        zones=tuple(_zones(view)),
        choices=tuple(_choice(view, move) for move in _moves(view)) if mine else (),
        prompt=prompt,
        why=why,
        refusal=_refusal(view) if mine and view.prize else None,
        facts=tuple(_facts(view)),
        goal=Text(_("The most points: your aces and crowns score what nobody took")),
    )


# -- what is asked for


def _demand(view: View) -> tuple[Text, Text]:
    if view.prize is None:
        return Text(_("Choose the prize")), Text(
            _("You are the first to bid for it. Nobody else can have the other two.")
        )
    if not view.hand:
        return Text(_("Pass")), Text(_("You hold no card to bid with. You draw a new hand."))
    return Text(_("Bid or pass")), _standing(view)


def _wait(view: View) -> tuple[Text, Text | None]:
    if view.turn is not None:
        return Text(_("Waiting for {seat}"), {"seat": seat(view.turn)}), _standing(view) if view.prize else None
    places = view.outcome.places if view.outcome else ()
    why = Text(_("Aces and crowns have scored the cards that nobody took."))
    if places.count(1) != 1:
        return Text(_("The first place is shared")), why
    winner, points = places.index(1), view.outcome.points if view.outcome else ()
    return Text(_("{seat} won with {points} points"), {"seat": seat(winner), "points": points[winner]}), why


def _standing(view: View) -> Text:
    """What a bid has to come to, and in which trumps."""
    holes: dict[str, Hole] = {"trumps": _trumps(view.prize or ""), "pips": view.pips}
    if view.bidder is None:
        return Text(_("A first bid needs {pips} pips. Trumps are {trumps}."), holes)
    holes |= {"seat": seat(view.bidder), "claim": claimed(view.pips, view.trumps)}
    return Text(_("The bid of {seat} stands: {claim}. Equal both or more. Trumps are {trumps}."), holes)


def _trumps(prize: str) -> Text:
    """The pip kinds on the prize: "Moons, Suns and 9", "Waves"."""
    suits = [suit(SUITS[number]) for number in SUITS_OF[DECK.card[prize]]]
    if len(suits) == 1:
        return Text("{one}", {"one": suits[0]})
    return Text(_("{first}, {second} and {third}"), {"first": suits[0], "second": suits[1], "third": prize[0]})


def _refusal(view: View) -> Text:
    return Text(_("Not enough on its own: a bid needs {claim}."), {"claim": claimed(view.pips, view.trumps)})


# -- the moves


def _moves(view: View) -> tuple[Move, ...]:
    if view.prize is None:
        return bidding.prizes(tuple(DECK.card[code] for code in view.market))
    need = view.pips + TRUMP * view.trumps
    return bidding.choices(DECK.hand(view.hand), _front(view), DECK.card[view.prize], need)


def _front(view: View) -> int:
    return DECK.hand(view.seats[view.seat or 0].front)


def _choice(view: View, move: Move) -> Choice:
    if isinstance(move, Prize):
        code = CODES[move.card]
        note = Text(_("Trumps: {trumps}"), {"trumps": _trumps(code)})
        label = Text(_("Put the {card} up"), {"card": card(code)})
        return Choice(move=text(move), cards=(code,), label=label, note=note)
    if not isinstance(move, Bid):
        return Choice(move=text(move), label=Text(_("Pass")), note=Text(_("Discard your hand and draw a new one")))
    codes = DECK.coded(move.cards)
    total = claim(DECK.card[view.prize or ""], move.cards | _front(view))
    label = Text(_("Bid {cards}"), {"cards": listed(codes)})
    return Choice(move=text(move), cards=codes, label=label, note=claimed(*spelt(total)))


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    if view.market:
        spots = tuple(offered(code, view.prize) for code in view.market)
        yield Zone(key="market", form="row", title=Text(_("Market")), spots=spots)
    for at, seen in enumerate(view.seats):
        if seen.front:
            yield _bid(view, Seat(at), seen.front)
    if view.turn is not None:
        yield Zone(key="stock", form="pile", title=stage(view.stage), count=len(view.stock))
    for at, seen in enumerate(view.seats):
        top = (Spot(card=seen.discards[-1]),) if seen.discards else ()
        yield Zone(key=f"deck-{at}", form="pile", title=Text(_("Deck")), seat=Seat(at), count=seen.deck)
        count = len(seen.discards)
        yield Zone(key=f"discards-{at}", form="pile", title=Text(_("Discards")), seat=Seat(at), count=count, spots=top)
    if view.seat is not None:
        spots = tuple(Spot(card=code) for code in view.hand)
        yield Zone(key="hand", form="hand", title=Text(_("Your hand")), seat=view.seat, spots=spots)
    yield from _beside(view)


def offered(code: str, prize: str | None) -> Spot:
    return Spot(card=code, mark="winning", said=Text(_("prize"))) if code == prize else Spot(card=code)


def _bid(view: View, at: Seat, front: Codes) -> Zone:
    title = bid_title(view.prize, at, front)
    note = Text(_("This bid stands.")) if at == view.bidder else None
    return Zone(
        key=f"bid-{at}", form="row", title=title, seat=at, spots=tuple(Spot(card=code) for code in front), note=note
    )


def bid_title(prize: str | None, at: Seat, front: Codes) -> Text:
    total = claimed(*spelt(claim(DECK.card[prize or ""], DECK.hand(front))))
    return Text(_("{seat}: {claim}"), {"seat": seat(at), "claim": total})


def _beside(view: View) -> Iterator[Zone]:
    """What a viewer may want to look up."""
    if view.last:
        yield _last_auction(view.last)
    pool = (*view.stock, *view.shared) if view.turn is None else view.shared
    title = Text(_("Scored: nobody's cards")) if view.turn is None else Text(_("Shared discard"))
    yield _listed("shared", title, tuple(sorted(pool, key=CODES.index)))
    for at in SEAT[: len(view.seats)]:
        owned = DECK.coded(belongings(view, at))
        yield _listed(f"cards-{at}", Text(_("{seat}: cards"), {"seat": seat(at)}), owned)


def _listed(key: str, title: Text, codes: tuple[str, ...]) -> Zone:
    return Zone(key=key, form="history", title=title, count=len(codes), spots=tuple(Spot(card=code) for code in codes))


def _last_auction(last: SeenAuction) -> Zone:
    spots = tuple(Spot(card=code, mark="won" if code == last.prize else "") for code in last.market)
    return Zone(key="last", form="history", title=Text(_("Last auction")), spots=spots, note=how_won(last))


def how_won(last: SeenAuction) -> Text:
    if last.winner is None or last.prize is None:
        return Text(_("Nobody bid."))
    bid = last.bids[last.winner]
    holes: dict[str, Hole] = {
        "seat": seat(last.winner),
        "card": card(last.prize),
        "cards": listed(bid),
        "claim": claimed(*spelt(claim(DECK.card[last.prize], DECK.hand(bid)))),
    }
    return Text(_("{seat} won the {card} with {cards}: {claim}."), holes)


# -- seats and facts


def _plate(view: View, at: Seat) -> Plate:
    majors = belongings(view, at) & MAJORS
    tallies = [
        Tally(label=Text(SUIT_NAMES[number]), n=(majors & OF_SUIT[number]).bit_count(), of=2, suit=name)
        for number, name in enumerate(SUITS)
    ]
    tallies.append(Tally(label=Text(_("Worth")), n=worth(view)[at]))
    return Plate(seat=at, cards=view.seats[at].hand, tallies=tuple(tallies), facts=tuple(_of_seat(view, at)))


def _of_seat(view: View, at: Seat) -> Iterator[Text]:
    if view.turn is None:
        return
    if at == view.active:
        yield Text(_("Active"))
    if at == view.bidder:
        yield Text(_("Bid stands"))
    if at in view.out:
        yield Text(_("Passed"))


def _facts(view: View) -> Iterator[Fact]:
    yield Fact(Text(_("Stage")), Text(_("{n} of {of}"), {"n": view.stage, "of": view.options.stages}))
    yield Fact(Text(_("Auctions so far")), Text("{n}", {"n": view.round}))
    if view.turn is not None:
        yield Fact(Text(_("Left in this stage")), Text("{n}", {"n": len(view.stock) // 3}))
    if view.prize:
        yield Fact(Text(_("Trumps")), _trumps(view.prize))
