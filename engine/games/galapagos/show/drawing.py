"""The table of Galapagos as a picture.

What shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense or about
the opponent alone.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from engine.cards.french import HIGH_RANK_OF, PACK, SUIT_OF, SUITS_SHOWN
from engine.events import Seat
from engine.games.galapagos.menus import legal
from engine.games.galapagos.model import Codes, SeenTrick, View
from engine.games.galapagos.moves import CARD, Move, text
from engine.games.galapagos.scores import TARGET
from engine.games.galapagos.show.prompts import choice, demand, waiting
from engine.games.galapagos.show.telling import suit_of
from engine.games.galapagos.views import known_state
from engine.pairs import OTHER, SEAT, Pair
from engine.picture import Choice, Fact, Picture, Plate, Spot, Tally, Zone, open_hands
from engine.text import Text, card, seat
from engine.text import gettext_noop as _

Mark: TypeAlias = Literal["", "winning"]
_PHASES = {
    "auction": _("1 of 3: auction"),
    "choice": _("1 of 3: auction"),
    "melds": _("1 of 3: melds"),
    "trumps": _("2 of 3: trumps"),
    "tricks": _("2 of 3: tricks"),
    "play-off": _("3 of 3: play-off"),
    "over": _("all three played"),
}


def picture(view: View) -> Picture:
    mine = view.seat in view.to_act
    prompt, why = demand(view) if mine else waiting(view)
    return Picture(
        deck="french",
        me=view.seat,
        to_act=view.to_act,
        plates=tuple(_plate(view, at) for at in SEAT),
        zones=tuple(_zones(view)),
        choices=_choices(view),
        prompt=prompt,
        why=why,
        refusal=_refusal(view) if mine else None,
        facts=tuple(_facts(view)),
        goal=_goal(view),
    )


def _goal(view: View) -> Text:
    if view.options.length == "deal":
        return Text(_("The most points in this deal, from melds, tricks and the play-off"))
    return Text(_("The first to 1000 points, from melds, tricks and the play-off"))


def _choices(view: View) -> tuple[Choice, ...]:
    moves: Sequence[Move] = legal(known_state(view), view.seat) if view.seat is not None else ()
    return tuple([choice(view, move, text(move)) for move in moves])


def _refusal(view: View) -> Text | None:
    if view.phase == "play-off" and view.table:
        return Text(_("It is not part of anything that beats the last cards."))
    return Text(_("Follow suit while you can.")) if view.phase == "tricks" and view.trick else None


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    if view.phase in ("auction", "choice"):
        yield from _auction(view)
    elif view.phase in ("melds", "trumps"):
        yield from melds(view)
    elif view.phase == "tricks":
        yield _trick(view)
    else:
        yield from _play_off(view)
    yield from open_hands(view.seat, view.hand, view.known, _by_rank if view.phase == "play-off" else _by_suit)
    yield from _past(view)


def _auction(view: View) -> Iterator[Zone]:
    """The card that is bid for, and the bids: sealed, or open with the winner's marked."""
    yield turned(view, len(view.past) + 1)
    spots = tuple([_offer(view, at) for at in facing(view)])
    yield Zone(key="bids", form="row", title=Text(_("Bids")), spots=spots)
    yield Zone(key="stock", form="pile", title=Text(_("Stock")), count=view.stock)


def turned(view: View, n: int) -> Zone:
    """The card of the *n*-th auction."""
    title = Text(_("Auction {n} of {of}"), {"n": n, "of": 14 if view.options.jokers else 13})
    return Zone(key="turned", form="row", title=title, spots=(Spot(card=view.turned),))


def facing(view: View) -> tuple[Seat, ...]:
    """Both seats as the viewer faces them, the viewer's own last."""
    return SEAT if view.seat is None else (OTHER[view.seat], view.seat)


def _offer(view: View, by: Seat) -> Spot:
    at = int(by)
    if view.offers is not None:
        return Spot(card=view.offers[at], seat=by, mark="winning" if by in view.to_act else "")
    if not view.sealed[at]:
        return Spot(empty=True, seat=by)
    return Spot(card=view.bid if at == view.seat else None, seat=by)


def melds(view: View) -> Iterator[Zone]:
    for at in SEAT:
        melds = view.melded[at]
        if melds is None:
            continue
        for i, meld in enumerate(melds):
            title = Text(_("{seat}: {n} points"), {"seat": seat(at), "n": meld.points})
            yield Zone(key=f"meld-{at}-{i}", form="row", title=title, spots=tuple(map(_open, meld.cards)))


def _open(code: str) -> Spot:
    return Spot(card=code)


def _trick(view: View) -> Zone:
    spots: list[Spot] = []
    if view.to_act:
        turn = view.to_act[0]
        spots = [Spot(card=code, seat=OTHER[turn], mark="winning") for code in view.trick]
        spots.append(Spot(empty=True, seat=turn))
    return Zone(key="trick", form="trick", title=Text(_("Trick")), spots=tuple(spots))


def _play_off(view: View) -> Iterator[Zone]:
    """The combinations of the round, the last of which must be beaten; each says by its first card whose it is."""
    if not view.table and view.to_act:
        yield Zone(key="lead", form="row", title=Text(_("Lead")), spots=(Spot(empty=True, seat=view.to_act[0]),))
    for i, cards in enumerate(view.table):
        last = i == len(view.table) - 1
        by = SEAT[(view.first + i) % 2]
        spots = _combination(cards, by, winning=last)
        title = Text(_("To beat")) if last else Text(_("Beaten"))
        if i >= len(view.table) - 2:
            yield Zone(key=f"out-{i}", form="row", title=title, spots=spots)


def _combination(cards: Codes, by: Seat, *, winning: bool) -> tuple[Spot, ...]:
    mark: Mark = "winning" if winning and len(cards) == 1 else ""
    return tuple([Spot(card=code, seat=by if i == 0 else None, mark=mark) for i, code in enumerate(cards)])


def _by_suit(code: str) -> Pair:
    at = CARD[code]
    return (4, at) if at >= len(PACK) else (SUITS_SHOWN[SUIT_OF[at]], HIGH_RANK_OF[at])


def _by_rank(code: str) -> Pair:
    at = CARD[code]
    return (-1, at) if at >= len(PACK) else (HIGH_RANK_OF[at], at)


# -- what lay there before


def _past(view: View) -> Iterator[Zone]:
    if view.phase in ("auction", "choice") and view.past:
        sale = view.past[-1]
        said = _("{seat} took {card}") if sale.taken else _("{seat} ceded {card}")
        note = Text(said, {"seat": seat(sale.winner), "card": card(sale.turned)})
        bids = [Spot(card=sale.bids[at], seat=at, mark="won" if at == sale.winner else "") for at in SEAT]
        spots = (Spot(card=sale.turned), *bids)
        yield Zone(key="last", form="history", title=Text(_("Last auction")), spots=spots, note=note)
    if view.phase == "tricks" and view.tricks:
        yield last_trick(view.tricks[-1])
    if view.phase == "play-off" and view.last_round:
        yield _last_round(view)
    if view.phase not in ("play-off", "over"):
        yield from _bids(view)


def last_trick(last: SeenTrick) -> Zone:
    spots = tuple(
        [
            Spot(card=code, seat=by, mark="won" if by == last.winner else "")
            for code, by in zip(last.cards, (last.leader, OTHER[last.leader]), strict=True)
        ]
    )
    note = Text(_("{seat} won the trick"), {"seat": seat(last.winner)})
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=note)


def _last_round(view: View) -> Zone:
    rounds = enumerate(view.last_round)
    spots = [
        spot for i, cards in rounds for spot in _combination(cards, SEAT[(view.last_first + i) % 2], winning=False)
    ]
    winner = SEAT[(view.last_first + len(view.last_round) - 1) % 2]
    note = Text(_("{seat} won the round"), {"seat": seat(winner)})
    return Zone(key="last", form="history", title=Text(_("Last round")), spots=tuple(spots), note=note)


def _bids(view: View) -> Iterator[Zone]:
    """The hands of the play-off to come: open to all, since they were seen (A15)."""
    for at in SEAT:
        spots = tuple([Spot(card=code) for code in sorted(view.bids[at], key=_by_rank)])
        if spots:
            title = Text(_("Bid by {seat}"), {"seat": seat(at)})
            yield Zone(key=f"bids-{at}", form="history", title=title, spots=spots)


# -- beside the seats


def _plate(view: View, at: Seat) -> Plate:
    target = TARGET if view.options.length == "1000" else None
    tallies = [
        Tally(label=Text(_("Deal")), n=view.scores[at]),
        Tally(label=Text(_("Total")), n=view.totals[at], of=target),
    ]
    if view.phase == "tricks":
        tallies.insert(0, Tally(label=Text(_("Tricks")), n=sum(trick.winner == at for trick in view.tricks)))
    return Plate(seat=at, cards=view.counts[at], tallies=tuple(tallies), facts=tuple(_plate_facts(view, at)))


def _plate_facts(view: View, at: Seat) -> Iterator[Text]:
    trump = view.trumps[at]
    if trump is not None and view.phase in ("melds", "trumps", "tricks"):
        yield Text(_("Trump {suit}"), {"suit": suit_of(trump)})
    if view.phase == "auction" and view.sealed[at]:
        yield Text(_("bid is in"))
    if at == view.dealer:
        yield Text(_("Dealer"))


def _facts(view: View) -> Iterator[Fact]:
    length = _("1000 points") if view.options.length == "1000" else _("one deal")
    yield Fact(Text(_("Played to")), Text(length))
    yield Fact(Text(_("Deal")), Text("{n}", {"n": view.deal + 1}))
    yield Fact(Text(_("Phase")), Text(_PHASES[view.phase]))
    names = {"melds": _("Melds"), "tricks": _("Tricks"), "play-off": _("Play-off")}
    for score in view.phases:
        points = score.points[0] + score.bonus[0], score.points[1] + score.bonus[1]
        yield Fact(Text(names[score.phase]), _each(points))
    if view.deals and not view.phases:
        yield Fact(Text(_("Last deal")), _each(view.deals[-1]))


def _each(points: Pair) -> Text:
    first, second = (Text("{seat} {n}", {"seat": seat(at), "n": points[at]}) for at in SEAT)
    return Text("{first}, {second}", {"first": first, "second": second})
