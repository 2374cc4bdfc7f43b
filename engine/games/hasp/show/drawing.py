"""The table of HASP as a picture.

What shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense.
"""

from collections.abc import Iterator
from typing import Literal

from engine.cards import cards
from engine.cards.hasp import NUMBER_OF, POINTS, SUIT_OF
from engine.events import Seat
from engine.games.hasp.dealing import HAND
from engine.games.hasp.model import SIDES, LastTrick, Played, View
from engine.games.hasp.scores import claim_in
from engine.games.hasp.show.prompts import choice, demand, moves, refusal, trump_of, waiting
from engine.games.hasp.show.words import NO_PREDICTION, finds, text, trumps
from engine.games.hasp.tricks import CARD, FOLLOWS, holder
from engine.picture import Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Text, seat
from engine.text import gettext_noop as _

_SUIT_ORDER = (0, 2, 1, 3, 4)
"""Yellow, blue, green, purple, grey: neighbours that are told apart at a glance."""


def picture(view: View) -> Picture:
    mine = view.turn is not None and view.turn == view.seat
    prompt, why = demand(view) if mine else waiting(view)
    return Picture(
        deck="hasp",
        edition=f"hasp-{view.options.values}",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, Seat(number)) for number in range(len(view.counts))),
        zones=tuple(_zones(view)),
        choices=tuple(choice(view, move) for move in moves(view)) if mine else (),
        prompt=prompt,
        why=why,
        refusal=refusal(view) if mine else None,
        facts=tuple(_facts(view)),
        goal=text(
            _("The first side to {points} victory points, from tricks and predictions"), points=view.options.target
        ),
    )


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    yield _trick(view)
    if view.rest:
        yield _rest(view)
    if view.seat is not None:
        shown = sorted(view.hand, key=lambda code: (_SUIT_ORDER[SUIT_OF[CARD[code]]], NUMBER_OF[CARD[code]]))
        spots = tuple(Spot(card=code) for code in shown)
        yield Zone(key="hand", form="hand", title=Text(_("Your hand")), seat=view.seat, spots=spots)
    for number, codes in enumerate(view.shown):
        if codes and number != view.seat:
            spots = tuple(Spot(card=code) for code in codes)
            title = text(_("Shown by {seat}"), seat=seat(number))
            yield Zone(key=f"shown-{number}", form="known", title=title, seat=Seat(number), spots=spots)
    if view.last is not None:
        yield last_trick(view.last)


def _trick(view: View) -> Zone:
    """The cards played, and an empty place for each card still to come."""
    seats, trick = len(view.counts), [CARD[played.card] for played in view.trick]
    number = min((len(view.seen) - len(trick)) // seats + 1, HAND[seats])
    winning = holder(trick, trump_of(view)) if trick else None
    spots = [_spot(played, "winning" if place == winning else "") for place, played in enumerate(view.trick)]
    if view.turn is not None and view.due != "trump":
        awaited = range(view.turn, view.turn + seats - len(trick))
        spots += [Spot(empty=True, seat=Seat(chair % seats)) for chair in awaited]
    title = trick_title(view, number)
    return Zone(key="trick", form="trick", title=title, spots=tuple(spots), note=at_stake(view))


def trick_title(view: View, number: int) -> Text:
    title = text(_("Trick {number} of {of}"), number=number, of=HAND[len(view.counts)])
    if view.trump is None:
        return title
    return text(_("{trick}. Trump: {trumps}"), trick=title, trumps=trumps(view.trump))


def at_stake(view: View) -> Text:
    """The pot, and what the round will be decided by."""
    pot = text(_("The pot is {pot}."), pot=view.pot)
    for number, said in enumerate(view.predictions):
        claim = claim_in(said or ())
        if claim is not None:
            message = (
                _("{seat} said Find All: a trick for the other side ends the round.")
                if claim == "all"
                else _("{seat} said No Find: a trick for that side ends the round.")
            )
            return text("{pot} {claim}", pot=pot, claim=text(message, seat=seat(number)))
    return text("{pot} {claim}", pot=pot, claim=Text(_("The most points in tricks win it.")))


def _rest(view: View) -> Zone:
    """At a table of three the first of the cards set aside lies face up: it names the trump."""
    if view.due == "trump":
        return Zone(key="rest", form="pile", title=Text(_("To be dealt")), count=view.rest)
    if view.turned is None:
        return Zone(key="rest", form="pile", title=Text(_("Set aside")), count=view.rest)
    spots = (Spot(card=view.turned),)
    note = Text(_("The card turned up names the trump."))
    return Zone(key="rest", form="pile", title=Text(_("Set aside")), count=view.rest + 1, spots=spots, note=note)


def last_trick(last: LastTrick) -> Zone:
    note = text(_("{seat} won {points} points."), seat=seat(last.winner), points=last.points)
    if last.points == 1:
        note = text(_("{seat} won 1 point."), seat=seat(last.winner))
    spots = tuple(_spot(played, "won" if played.seat == last.winner else "") for played in last.cards)
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=note)


def _spot(played: Played, mark: Literal["", "winning", "won"]) -> Spot:
    return Spot(card=played.card, seat=played.seat, mark=mark)


# -- seats and facts


def _plate(view: View, number: Seat) -> Plate:
    """What its side has: points and tricks of the round, and the score of the game."""
    return Plate(
        seat=number,
        cards=view.counts[number],
        tallies=(
            Tally(label=Text(_("Score")), n=view.totals[number], of=view.options.target),
            Tally(label=Text(_("Points")), n=view.points[number]),
            Tally(label=Text(_("Tricks")), n=view.tricks[number]),
        ),
        facts=tuple(_seat_facts(view, number)),
        team=number % SIDES[4] if len(view.counts) == 4 else None,
    )


def _seat_facts(view: View, number: Seat) -> Iterator[Text]:
    if number == view.dealer:
        yield Text(_("Dealer"))
    said = view.predictions[number]
    if said is not None:
        yield finds(said) if said else NO_PREDICTION


def _facts(view: View) -> Iterator[Fact]:
    dealt = text(_("{number}, dealt by {seat}"), number=view.round + 1, seat=seat(view.dealer))
    yield Fact(Text(_("Round")), dealt)
    if view.trump is not None:
        yield Fact(Text(_("Trump")), trumps(view.trump))
    yield Fact(Text(_("Pot")), text("{pot}", pot=view.pot))
    yield Fact(Text(_("First to")), text(_("{points} victory points"), points=view.options.target))
    yield Fact(Text(_("Village cards count")), _village(view))
    if view.options.multi_predictions:
        yield Fact(Text(_("Several predictions")), Text(_("on")))
    yield Fact(Text(_("Rounds at most")), text("{number}", number=view.options.max_rounds))


def _village(view: View) -> Text:
    """What 7, 8, 9 and 10 count: a house rule of this table."""
    seven, eight, nine, ten = (POINTS[view.options.values][card] for card in cards(FOLLOWS[CARD["V7"]]))
    return text("7: {a}, 8: {b}, 9: {c}, 10: {d}", a=seven, b=eight, c=nine, d=ten)
