"""The table of German Whist as a picture.

What shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense or about
the opponent alone.
"""

from collections.abc import Iterator
from typing import Literal

from engine.cards.french import DECK, HIGH_RANK_OF, SUIT_OF, SUITS_SHOWN, FrenchCode
from engine.events import Seat
from engine.games.german_whist.model import HAND, SeenTrick, View
from engine.games.german_whist.moves import CARD, NAMES, Play, playable, plays
from engine.games.german_whist.refusals import must_follow
from engine.games.german_whist.show.prompts import demand, note, waiting
from engine.games.german_whist.show.telling import named, suit_named
from engine.pairs import OTHER, SEAT, SEATS, Pair
from engine.picture import Choice, Fact, Hint, Picture, Plate, Spot, Tally, Zone, open_hands
from engine.text import Text, card, seat
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
        choices=tuple(_choice(view, play) for play in _plays(view)) if mine else (),
        prompt=prompt,
        why=why,
        refusal=must_follow(CARD[view.trick[0]]) if mine and view.trick else None,
        facts=tuple(_facts(view)),
        goal=goal(view),
        hint=hint(view) if mine else None,
    )


# -- the moves


def _plays(view: View) -> tuple[Play, ...]:
    return plays(playable(DECK.hand(view.hand), tuple([CARD[code] for code in view.trick])))


def _choice(view: View, play: Play) -> Choice:
    code = NAMES[play]
    label = Text(_("Play {card}"), {"card": card(code)})
    return Choice(move=code, card=code, label=label, note=note(view, play.card))


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    note = trumps(view, _("Trumps: {trumps}")) if view.turned is None else None
    yield Zone(key="trick", form="trick", title=_trick_title(view), spots=tuple(_trick(view)), note=note)
    if view.turned is not None:
        yield played_for(view, view.turned)
    yield Zone(key="stock", form="pile", title=Text(_("Stock")), count=view.stock)
    if view.last:
        yield last_trick(view.last)
    yield from open_hands(view.seat, view.hand, view.known, _by_suit)


def _trick_title(view: View) -> Text:
    number = sum(view.tricks if view.turned is None else view.for_stock) + 1
    message = _("Trick {number} of {of}") if view.turned is None else _("Trick {number} of {of} for the stock")
    return Text(message, {"number": min(number, HAND), "of": HAND})


def played_for(view: View, code: FrenchCode, mark: Literal["", "won"] = "") -> Zone:
    title = trumps(view, _("Played for; trumps: {trumps}"))
    return Zone(key="turned", form="row", title=title, spots=(Spot(card=code, mark=mark),))


def trumps(view: View, message: str) -> Text:
    return Text(message, {"trumps": "-" if view.trump is None else suit_named(view.trump)})


def _trick(view: View) -> Iterator[Spot]:
    """The card led, and the place of the next."""
    if view.turn is None:
        return
    for code in view.trick:
        yield Spot(card=code, seat=OTHER[view.turn], mark="winning")
    yield Spot(empty=True, seat=view.turn)


def last_trick(last: SeenTrick) -> Zone:
    won_by = int(last.winner != last.leader)
    spots = tuple(
        Spot(card=code, seat=Seat((last.leader + i) % SEATS), mark="won" if i == won_by else "")
        for i, code in enumerate(last.cards)
    )
    taken = Text(_("{seat} won the trick."), {"seat": seat(last.winner)})
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=taken)


def _by_suit(code: str) -> Pair:
    at = CARD[code]
    return SUITS_SHOWN[SUIT_OF[at]], HIGH_RANK_OF[at]


# -- seats and facts


def _plate(view: View, at: Seat) -> Plate:
    tallies = [Tally(label=Text(_("Tricks that count")), n=view.tricks[at])]  # those for the stock do not
    if view.options.deals > 1:
        tallies.append(Tally(label=Text(_("Total")), n=view.totals[at]))
    facts = (Text(_("Dealer")),) if at == view.dealer else ()
    return Plate(seat=at, cards=view.counts[at], tallies=tuple(tallies), facts=facts)


def _facts(view: View) -> Iterator[Fact]:
    if view.trump is not None:
        yield Fact(Text(_("Trumps")), named(view.trump))
    if view.options.deals > 1:
        yield Fact(Text(_("Deal")), Text(_("{n} of {of}"), {"n": view.deal + 1, "of": view.options.deals}))
    yield Fact(Text(_("Won for the stock")), Text("{one}, {two}", {"one": _won(view, 0), "two": _won(view, 1)}))


def _won(view: View, at: int) -> Text:
    return Text("{seat} {n}", {"seat": seat(at), "n": view.for_stock[at]})


FIRST = 3
"""The tricks for the stock that come with a hint; one more comes with the first trick that counts."""


def goal(view: View) -> Text:
    if view.options.deals > 1:
        return Text(_("The most of the tricks that count: the last 13 of each deal"))
    return Text(_("The most of the last 13 tricks; the first 13 are for better cards"))


def hint(view: View) -> Hint | None:
    """For the seat that is to act."""
    number = sum(view.for_stock) + sum(view.tricks) + 1
    if view.deal or view.turn is None or FIRST < number != HAND + 1:
        return None
    return Hint(min(number, FIRST + 1), FIRST + 1, Text(_advice(view)))


def _advice(view: View) -> str:
    if view.turned is None:
        return _("Now every trick counts. All cards that you have not seen are in the other hand.")
    if not view.trick:
        return _("Is the card turned up a high one, or a trump? Lead high to win it. If not, lead a low card and lose.")
    led = view.trick[0][1]
    if not any(code[1] == led for code in view.hand):
        return _("You cannot follow. A trump wins the card turned up; anything else goes to lose the trick.")
    return _("Lifted cards follow suit. Win the card turned up if it is better than one that you cannot see.")
