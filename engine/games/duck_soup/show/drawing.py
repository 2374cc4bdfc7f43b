"""The table of Duck Soup as a picture.

What shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense or about
the opponent alone.
"""

from collections.abc import Iterator

from engine.cards.french import HIGH_RANK_OF, RANK_OF, SUIT_OF, SUITS_SHOWN
from engine.events import Seat
from engine.games.duck_soup.model import SeenTrick, View
from engine.games.duck_soup.scores import TARGET
from engine.games.duck_soup.show.prompts import DUCK_SOUP, QUACK, QUACK_QUACK, choice, demand, moves, refusal, waiting
from engine.games.duck_soup.tricks import CARD
from engine.pairs import OTHER, SEAT, SEATS
from engine.picture import Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Text, seat
from engine.text import gettext_noop as _


def picture(view: View) -> Picture:
    mine = view.turn is not None and view.turn == view.seat
    prompt, why = demand(view) if mine else waiting(view)
    return Picture(
        deck="french",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, at) for at in SEAT),
        zones=tuple(_zones(view)),
        choices=tuple(choice(view, move) for move in moves(view)) if mine else (),
        prompt=prompt,
        why=why,
        refusal=refusal(view) if mine else None,
        facts=tuple(_facts(view)),
        goal=_goal(view),
    )


def _goal(view: View) -> Text:
    if view.options.length == "deal":
        return Text(_("The most points in this deal: those won in Duck times those won in Soup"))
    return Text(_("The first to 250 points: those won in Duck times those won in Soup"))


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    yield Zone(key="trick", form="trick", title=Text(_("Trick")), spots=tuple(_trick(view)))
    yield Zone(key="stock", form="pile", title=Text(_("Stock")), count=view.stock)
    for at in SEAT:
        yield _stored(view, at)
    if view.last:
        yield last_trick(view.last)
    if view.seat is not None:
        high = HIGH_RANK_OF if view.course == "soup" else RANK_OF
        shown = sorted(view.hand, key=lambda code: (SUITS_SHOWN[SUIT_OF[CARD[code]]], high[CARD[code]]))
        spots = tuple(Spot(card=code) for code in shown)
        yield Zone(key="hand", form="hand", title=Text(_("Your hand")), seat=view.seat, spots=spots)


def _trick(view: View) -> Iterator[Spot]:
    """The cards in play order, the one that would win as things stand marked, and the place of the next."""
    if view.turn is None:
        return
    first = OTHER[view.turn] if len(view.trick) % 2 else view.turn
    for i, (code, said) in enumerate(zip(view.trick, (None, QUACK, QUACK_QUACK), strict=False)):
        winning = i == len(view.trick) - 1
        yield Spot(card=code, seat=Seat((first + i) % SEATS), mark="winning" if winning else "", said=said)
    if len(view.trick) != 2:
        yield Spot(empty=True, seat=view.turn)


def _stored(view: View, at: Seat) -> Zone:
    """A four-card trick counts as two."""
    face_up = view.face_up[at]
    points_up = sum(map(len, face_up))
    down = view.points[at] - points_up
    return Zone(
        key=f"tricks-{at}",
        form="pile",
        title=Text(_("Tricks won")),
        seat=at,
        count=points_up // 2 + down,
        spots=(Spot(card=face_up[-1][-1]),) if face_up else (),
        note=Text(_("{up} face up, {down} face down"), {"up": points_up // 2, "down": down}),
    )


def last_trick(last: SeenTrick) -> Zone:
    taken = {1: _("{seat} won 1 point"), 2: _("{seat} won 2 points"), 4: _("{seat} won 4 points")}[last.points]
    note = Text(taken, {"seat": seat(last.winner)})
    won_by = len(last.cards) - 1 - (last.winner == last.leader)
    spots = tuple(
        Spot(card=code, seat=Seat((last.leader + i) % SEATS), mark="won" if i == won_by else "", said=_said(last, i))
        for i, code in enumerate(last.cards)
    )
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=note)


def _said(last: SeenTrick, i: int) -> Text | None:
    """What was said with card *i*; a match that the leader won with no more cards was a silent one."""
    if i == 0 or RANK_OF[CARD[last.cards[i]]] != RANK_OF[CARD[last.cards[0]]]:
        return None
    silent = len(last.cards) == 2 and last.winner == last.leader
    return None if silent else (QUACK, QUACK_QUACK, DUCK_SOUP)[i - 1]


def _plate(view: View, at: Seat) -> Plate:
    duck, soup = (view.points, (0, 0)) if view.course == "duck" else (view.duck, view.points)
    target = TARGET if view.options.length == "250" else None
    tallies = (
        Tally(label=Text(_("Duck")), n=duck[at]),
        Tally(label=Text(_("Soup")), n=soup[at]),
        Tally(label=Text(_("Total")), n=view.totals[at], of=target),
    )
    facts = (Text(_("Dealer")),) if at == view.dealer else ()
    return Plate(seat=at, cards=view.counts[at], tallies=tallies, facts=facts)


def _facts(view: View) -> Iterator[Fact]:
    length = _("250 points") if view.options.length == "250" else _("one deal")
    yield Fact(Text(_("Played to")), Text(length))
    yield Fact(Text(_("Deal")), Text("{n}", {"n": view.deal + 1}))
    yield Fact(Text(_("Course")), Text(_("Duck") if view.course == "duck" else _("Soup")))
    if view.deals:
        first, second = (Text("{seat} {n}", {"seat": seat(at), "n": view.deals[-1][at]}) for at in SEAT)
        yield Fact(Text(_("Last deal")), Text("{first}, {second}", {"first": first, "second": second}))
