"""Toy Whist: the smallest game that uses all of the contract, for tests of the engine itself.

24 cards (ace to six, aces low), 2 to 4 seats, four cards each, a trump turned up, follow suit if you can. Options add
sealed bids made at the same time, a draw after each trick, and more deals. Four play as two teams. A trick is a point;
a bid that comes true is two more.
"""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.cards import Card, Hand, cards
from engine.cards.french import CODES, DECK, OF_SUIT, SUIT_OF, SUITS, FrenchCode
from engine.chance import Chance, Rng
from engine.encoding import Encoding
from engine.events import Private, Public, Seat, Shuffled
from engine.frames import found, laid_open, last_of
from engine.game import Game, Options, Outcome, Rejected, play
from engine.imagine import deal_around
from engine.picture import Choice, Picture, Plate, Spot, Tally, Zone
from engine.places import shares
from engine.refusals import out_of_turn, unknown_move
from engine.text import Text, card, suit
from engine.text import gettext_noop as _
from engine.text import seat as seat_ref
from engine.tuples import put

PACK = CODES[:24]
CARDS_EACH = 4
SUIT_LETTERS = "SHDC"


class ToyOptions(Options, frozen=True):
    bids: Annotated[bool, Meta(title="Bids", description="Everyone bids in secret first.")] = False
    draw: Annotated[bool, Meta(title="Draw", description="Draw a card after each trick.")] = False
    trump: Annotated[Literal["turned", "none"], Meta(title="Trump", description="How trump is made.")] = "turned"
    deals: Annotated[int, Meta(ge=1, le=3, title="Deals", description="How many deals are played.")] = 2


# -- moves


class Bid(Struct, frozen=True, gc=False):
    tricks: int


class Play(Struct, frozen=True, gc=False):
    card: Card


Move = Bid | Play
BIDS = tuple(Bid(n) for n in range(CARDS_EACH + 1))
PLAYS = tuple(Play(Card(c)) for c in range(len(PACK)))
NOTATION: dict[Move, str] = {bid: f"bid-{bid.tricks}" for bid in BIDS} | {p: PACK[p.card] for p in PLAYS}
MOVE = {text: move for move, text in NOTATION.items()}

# -- events


class Started(Public, frozen=True, gc=False):
    kind = "toy.started"
    seats: int
    options: ToyOptions


class PackShuffled(Shuffled, frozen=True, gc=False):
    kind = "toy.shuffled"


class HandDealt(Private, frozen=True, gc=False):
    kind = "toy.hand_dealt"
    secret = ("cards",)
    reveals = ("cards",)
    cards: tuple[FrenchCode, ...] | None


class TrumpTurned(Public, frozen=True, gc=False):
    kind = "toy.trump_turned"
    reveals = ("card",)
    card: FrenchCode


class BidSealed(Private, frozen=True, gc=False):
    kind = "toy.bid_sealed"
    secret = ("tricks",)
    tricks: int | None


class BidsShown(Public, frozen=True, gc=False):
    kind = "toy.bids_shown"
    tricks: tuple[int, ...]


class CardPlayed(Public, frozen=True, gc=False):
    kind = "toy.card_played"
    seat: Seat
    card: FrenchCode


class TrickTaken(Public, frozen=True, gc=False):
    kind = "toy.trick_taken"
    seat: Seat


class CardDrawn(Private, frozen=True, gc=False):
    kind = "toy.card_drawn"
    secret = ("card",)
    reveals = ("card",)
    card: FrenchCode | None


class DealScored(Public, frozen=True, gc=False):
    kind = "toy.deal_scored"
    points: tuple[int, ...]


Event = (
    Started
    | PackShuffled
    | HandDealt
    | TrumpTurned
    | BidSealed
    | BidsShown
    | CardPlayed
    | TrickTaken
    | CardDrawn
    | DealScored
)

# -- state and view


class State(Struct, frozen=True, gc=False):
    seats: int = 0
    options: ToyOptions = ToyOptions()
    deal: int = -1
    hands: tuple[Hand, ...] = ()
    stock: tuple[Card, ...] = ()
    trump: Card | None = None
    sealed: tuple[int | None, ...] = ()
    bids: tuple[int, ...] = ()
    leader: Seat = Seat(0)
    trick: tuple[Card, ...] = ()
    last: tuple[Card, ...] = ()
    taken: tuple[int, ...] = ()
    seen: Hand = Hand(0)
    points: tuple[int, ...] = ()

    @property
    def turn(self) -> Seat:
        return Seat((self.leader + len(self.trick)) % self.seats)

    @property
    def bidding(self) -> bool:
        return self.options.bids and not self.bids

    @property
    def over(self) -> bool:
        return self.deal >= self.options.deals


class View(Struct, frozen=True, gc=False):
    seat: Seat | None
    seats: int
    options: ToyOptions
    deal: int
    hand: tuple[FrenchCode, ...]
    counts: tuple[int, ...]
    stock: int
    trump: FrenchCode | None
    my_bid: int | None
    has_bid: tuple[bool, ...]
    bids: tuple[int, ...]
    leader: Seat
    trick: tuple[FrenchCode, ...]
    last: tuple[FrenchCode, ...]
    taken: tuple[int, ...]
    seen: tuple[FrenchCode, ...]
    points: tuple[int, ...]


class Toy(Game[ToyOptions, State, Move, Event, View]):
    key = "toy"
    name = "Toy Whist"
    summary = "Tricks, a trump, and a little of everything."
    sizes = (3, 2, 4)
    minutes = 1
    deck = DECK
    options = ToyOptions
    events = get_args(Event)
    encoding = Encoding(
        view=View,
        moves=tuple(MOVE),
        most={
            "seats": 4,
            "deal": 3,
            "counts.*": CARDS_EACH,
            "stock": 24,
            "my_bid": 4,
            "bids.*": 4,
            "taken.*": 4,
            "points.*": 30,
        },
        rows={"trick": 4, "last": 4},
    )
    initial = State()

    def opening(self, seats: int, options: ToyOptions, chance: Chance) -> Sequence[Event]:
        return (Started(seats, options), *_deal(seats, options, 0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Event]:
        if seat not in self.to_act(state):
            raise out_of_turn(over=state.over)
        if move not in self.legal(state, seat):
            raise Rejected("illegal_move", Text(_("That is not possible now.")))
        if isinstance(move, Bid):
            return _bid(state, seat, move)
        played = CardPlayed(seat, PACK[move.card])
        if len(state.trick) < state.seats - 1:
            return (played,)
        return (played, *_after_trick(self, self.evolve(state, played), chance))

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case CardPlayed(seat=seat, card=code):
                bit = 1 << DECK.card[code]
                return replace(
                    state,
                    hands=put(state.hands, seat, Hand(state.hands[seat] & ~bit)),
                    trick=(*state.trick, DECK.card[code]),
                    seen=Hand(state.seen | bit),
                )
            case TrickTaken(seat=seat):
                taken = put(state.taken, seat, state.taken[seat] + 1)
                return replace(state, leader=seat, trick=(), last=state.trick, taken=taken)
            case CardDrawn(seat=seat, card=code):
                drawn = 1 << DECK.card[code or PACK[0]]
                return replace(
                    state, stock=state.stock[1:], hands=put(state.hands, seat, Hand(state.hands[seat] | drawn))
                )
            case BidSealed(seat=seat, tricks=tricks):
                return replace(state, sealed=put(state.sealed, seat, tricks))
            case BidsShown(tricks=tricks):
                return replace(state, bids=tricks)
            case HandDealt(seat=seat, cards=dealt):
                return replace(
                    state, hands=put(state.hands, seat, DECK.hand(dealt or ())), stock=state.stock[CARDS_EACH:]
                )
            case TrumpTurned(card=code):
                return replace(
                    state,
                    trump=DECK.card[code],
                    stock=state.stock[1:],
                    seen=Hand(state.seen | 1 << DECK.card[code]),
                )
            case DealScored(points=points):
                return replace(
                    state, points=tuple(a + b for a, b in zip(state.points, points, strict=True)), deal=state.deal + 1
                )
            case PackShuffled(order=order):
                return State(
                    seats=state.seats,
                    options=state.options,
                    deal=state.deal,
                    points=state.points,
                    leader=Seat(state.deal % state.seats),
                    hands=(Hand(0),) * state.seats,
                    sealed=(None,) * state.seats,
                    taken=(0,) * state.seats,
                    stock=tuple(DECK.card[code] for code in order),
                )
            case Started(seats=seats, options=options):
                return State(seats=seats, options=options, deal=0, points=(0,) * seats)

    def to_act(self, state: State) -> Sequence[Seat]:
        if state.over:
            return ()
        if state.bidding:
            return tuple(Seat(i) for i, bid in enumerate(state.sealed) if bid is None)
        return (state.turn,)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat not in self.to_act(state):
            return ()
        if state.bidding:
            return BIDS
        hand = state.hands[seat]
        if state.trick:
            hand = Hand(hand & OF_SUIT[SUIT_OF[state.trick[0]]]) or hand
        return tuple(PLAYS[c] for c in cards(hand))

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        points = self.points(state)
        better = [{p for p in points if p > mine} for mine in points]
        if state.seats == 4:
            return Outcome(tuple(1 + len(b) for b in better), points)
        return Outcome(tuple(1 + sum(p > mine for p in points) for mine in points), points)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        """By random play to the end."""
        while actors := self.to_act(state):
            moves = self.legal(state, actors[0])
            state, _events = play(self, state, actors[0], moves[int(rng.random() * len(moves))], rng)
        outcome = self.outcome(state)
        assert outcome is not None
        return shares(outcome)

    def points(self, state: State) -> tuple[int, ...]:
        if state.seats == 4:
            return tuple(state.points[i] + state.points[(i + 2) % 4] for i in range(4))
        return state.points

    def teams(self, seats: int, options: ToyOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if seats == 4 else super().teams(seats, options)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            seats=state.seats,
            options=state.options,
            deal=state.deal,
            hand=() if seat is None else DECK.coded(state.hands[seat]),  # type: ignore[arg-type]
            counts=tuple(h.bit_count() for h in state.hands),
            stock=len(state.stock),
            trump=None if state.trump is None else PACK[state.trump],
            my_bid=None if seat is None else state.sealed[seat],
            has_bid=tuple(bid is not None for bid in state.sealed),
            bids=state.bids,
            leader=state.leader,
            trick=tuple(PACK[c] for c in state.trick),
            last=tuple(PACK[c] for c in state.last),
            taken=state.taken,
            seen=DECK.coded(state.seen),  # type: ignore[arg-type]
            points=state.points,
        )

    def imagine(self, view: View, rng: Rng) -> State:
        known = {*view.hand, *view.seen}
        unseen = [DECK.card[code] for code in rng.shuffled("imagined", 0, PACK) if code not in known]
        sizes = [0 if i == view.seat else n for i, n in enumerate(view.counts)]
        hands = deal_around(unseen, [*sizes, view.stock], [0] * (view.seats + 1), rng)
        rest = tuple(cards(hands[-1]))
        hands = hands[:-1]
        if view.seat is not None:
            hands = put(hands, view.seat, DECK.hand(view.hand))
        sealed = tuple(int(rng.random() * len(BIDS)) if bid else None for bid in view.has_bid)
        if view.seat is not None:
            sealed = put(sealed, view.seat, view.my_bid)
        return State(
            seats=view.seats,
            options=view.options,
            deal=view.deal,
            hands=hands,
            stock=rng.shuffled("stock", 0, rest),
            trump=None if view.trump is None else DECK.card[view.trump],
            sealed=view.bids or sealed,
            bids=view.bids,
            leader=view.leader,
            trick=tuple(DECK.card[code] for code in view.trick),
            last=tuple(DECK.card[code] for code in view.last),
            taken=view.taken,
            seen=DECK.hand(view.seen),
            points=view.points,
        )

    def move_text(self, move: Move) -> str:
        return NOTATION[move]

    def parse_move(self, text: str) -> Move:
        if text not in MOVE:
            raise unknown_move(text)
        return MOVE[text]

    def picture(self, view: View) -> Picture:
        turn = _turn(view)
        return Picture(
            deck="french",
            me=view.seat,
            to_act=turn,
            plates=tuple(
                Plate(seat=Seat(i), cards=view.counts[i], tallies=(Tally(label=Text(_("Tricks")), n=view.taken[i]),))
                for i in range(view.seats)
            ),
            zones=_zones(view),
            choices=_choices(view, turn),
            goal=Text(_("Most tricks")),
            prompt=Text(_("Your turn")) if view.seat in turn else Text(_("Waiting")),
        )

    def tell(self, event: Event) -> Text | None:
        match event:
            case CardPlayed(seat=seat, card=code):
                return Text(_("{seat} plays {card}."), {"seat": seat_ref(seat), "card": card(code)})
            case TrumpTurned(card=code):
                named = suit(SUITS[SUIT_LETTERS.index(code[1])])
                return Text(_("{card} is turned up: {suit} are trump."), {"card": card(code), "suit": named})
            case CardDrawn(seat=seat, card=None):
                return Text(_("{seat} draws a card."), {"seat": seat_ref(seat)})
            case CardDrawn(seat=seat, card=str(code)):
                return Text(_("{seat} draws {card}."), {"seat": seat_ref(seat), "card": card(code)})
        return None

    def pauses(self, events: Sequence[Event | None]) -> Sequence[int]:
        return last_of(events, TrickTaken, DealScored)

    def frame(self, view: View, events: Sequence[Event | None]) -> Picture:
        taken = found(events, TrickTaken)[-1]
        played = tuple(Spot(card=code) for code in view.last)
        trick = Zone(key="trick", form="trick", title=Text(_("Trick")), spots=played)
        line = Text(_("{seat} takes the trick."), {"seat": seat_ref(taken.seat)})
        return laid_open(self.picture(view), trick, line=line)

    def appraise(self, view: View, move: Move) -> float:
        if isinstance(move, Bid):
            return -abs(move.tricks - len(view.hand) / view.seats)
        trump = view.trump is not None and PACK[move.card][1] == view.trump[1]
        return move.card / 4 + 6 * trump


def _deal(seats: int, options: ToyOptions, number: int, chance: Chance) -> Sequence[Event]:
    pack = chance.shuffled("pack", number, PACK)
    hands = [pack[seat : seats * CARDS_EACH : seats] for seat in range(seats)]
    events: list[Event] = [PackShuffled("pack", pack)]
    events += [HandDealt(Seat(seat), hand) for seat, hand in enumerate(hands)]
    if options.trump == "turned":
        events.append(TrumpTurned(pack[seats * CARDS_EACH]))
    return events


def _bid(state: State, seat: Seat, move: Bid) -> Sequence[Event]:
    sealed = BidSealed(seat, move.tricks)
    bids = put(state.sealed, seat, move.tricks)
    if None in bids:
        return (sealed,)
    return (sealed, BidsShown(tuple(bid for bid in bids if bid is not None)))


def _after_trick(game: Toy, state: State, chance: Chance) -> list[Event]:
    taken = TrickTaken(_winner(state))
    events: list[Event] = [taken]
    if state.options.draw and len(state.stock) >= state.seats:
        takers = islice(cycle(range(state.seats)), taken.seat, taken.seat + state.seats)
        events += [CardDrawn(Seat(s), PACK[c]) for s, c in zip(takers, state.stock, strict=False)]
    elif not any(state.hands):
        tricks = put(state.taken, taken.seat, state.taken[taken.seat] + 1)
        bids = state.bids or (-1,) * state.seats
        events.append(DealScored(tuple(t + 2 * (t == b) for t, b in zip(tricks, bids, strict=True))))
        if state.deal + 1 < state.options.deals:
            events += _deal(state.seats, state.options, state.deal + 1, chance)
    return events


def _winner(state: State) -> Seat:
    led = SUIT_OF[state.trick[0]]
    trump = None if state.trump is None else SUIT_OF[state.trump]
    best = max(range(state.seats), key=lambda i: _strength(state.trick[i], led, trump))
    return Seat((state.leader + best) % state.seats)


def _strength(played: Card, led: int, trump: int | None) -> tuple[bool, bool, Card]:
    return SUIT_OF[played] == trump, SUIT_OF[played] == led, played


def _turn(view: View) -> tuple[Seat, ...]:
    if view.deal >= view.options.deals:
        return ()
    if view.options.bids and not view.bids:
        return tuple(Seat(i) for i, bid in enumerate(view.has_bid) if not bid)
    return (Seat((view.leader + len(view.trick)) % view.seats),)


def _zones(view: View) -> tuple[Zone, ...]:
    trick = tuple(Spot(card=c, seat=Seat((view.leader + i) % view.seats)) for i, c in enumerate(view.trick))
    hand = tuple(Spot(card=code) for code in view.hand)
    return (
        Zone(key="trick", form="trick", title=Text(_("Trick")), spots=trick),
        Zone(key="stock", form="pile", title=Text(_("Stock")), spots=(Spot(),), count=view.stock),
        Zone(key="hand", form="hand", title=Text(_("Your hand")), spots=hand),
    )


def _choices(view: View, turn: tuple[Seat, ...]) -> tuple[Choice, ...]:
    if view.seat not in turn:
        return ()
    if view.options.bids and not view.bids:
        return tuple(Choice(move=NOTATION[bid], label=Text(_("Bid {n}"), {"n": bid.tricks})) for bid in BIDS)
    led = view.trick[0][1] if view.trick else ""
    follow = [code for code in view.hand if code[1] == led] or view.hand
    return tuple(Choice(move=code, label=Text(_("Play {card}"), {"card": card(code)}), card=code) for code in follow)
