"""The table of Duck Soup as a picture.

Whoever shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense or about
the opponent alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import Card
from engine.cards.french import DECK, HIGH_RANK_OF, RANK_OF, SUIT_OF, SUITS
from engine.events import Seat
from engine.games.duck_soup.model import SeenTrick, View
from engine.games.duck_soup.moves import NAMES, Duck, Move, Play, answers, plays
from engine.games.duck_soup.scores import TARGET
from engine.games.duck_soup.tricks import CARD, DUCK_WORTH, SOUP_WORTH
from engine.pairs import OTHER, SEAT, SEATS
from engine.picture import Choice, Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Hole, Ref, Text, card, seat, suit
from engine.text import gettext_noop as _

RANKS = (_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", _("Jack"), _("Queen"), _("King"))
QUACK = Text(_("Quack!"))
QUACK_QUACK = Text(_("Quack-quack!"))
DUCK_SOUP = Text(_("Duck Soup!"))
_SUITS_SHOWN = (0, 1, 3, 2)
"""Black and red in turn: spades, hearts, clubs, diamonds."""


def picture(view: View) -> Picture:
    mine = view.turn is not None and view.turn == view.seat
    prompt, why = _demand(view) if mine else _wait(view)
    return Picture(
        deck="french",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, at) for at in SEAT),
        zones=tuple(_zones(view)),
        choices=tuple(_choice(view, move) for move in _moves(view)) if mine else (),
        prompt=prompt,
        why=why,
        refusal=_refusal(view) if mine else None,
        facts=tuple(_facts(view)),
        goal=_goal(view),
    )


def _goal(view: View) -> Text:
    if view.options.length == "deal":
        return Text(_("The most points in this deal: those won in Duck times those won in Soup"))
    return Text(_("The first to 250 points: those won in Duck times those won in Soup"))


# -- what is asked for


def _demand(view: View) -> tuple[Text, Text | None]:
    """What the viewer is to do, and by which rule."""
    if not view.trick:
        return Text(_("Lead a card")), _course(view)
    led, opponent = CARD[view.trick[0]], seat(OTHER[view.seat or 0])
    rank = _rank(led)
    if len(view.trick) == 2:
        why = _("{seat} said Quack. Duck, and the trick is lost; with a third {rank} four cards are at stake.")
        ask = _("Duck, or quack back") if len(_moves(view)) > 1 else _("Duck: you hold no other {rank}")
        return Text(ask, {"rank": rank}), Text(why, {"seat": opponent, "rank": rank})
    if len(view.trick) == 3:
        why = _("Quack-quack: only the fourth {rank} wins all four cards.")
        return Text(_("Play a fourth card")), Text(why, {"rank": rank})
    why = _("A higher card of {suit} wins. Another {rank} is a Quack. Any other suit gives away 2 points.")
    if view.stock:
        why = _("A lower card of {suit} wins. Another {rank} is a Quack. Any other suit gives away 2 points.")
    return Text(_("Answer {card}"), {"card": card(view.trick[0])}), Text(why, {"suit": _suit(led), "rank": rank})


def _wait(view: View) -> tuple[Text, Text | None]:
    """What one sees who has nothing to do now."""
    if view.turn is not None:
        return Text(_("Waiting for {seat}"), {"seat": seat(view.turn)}), _course(view)
    if view.outcome is None or view.outcome.places == (1, 1):
        return Text(_("The game ended even")), None
    winner = view.outcome.places.index(1)
    why = Text(_("A loser with fewer than 125 points pays double.")) if view.outcome.stake == 2 else None
    return _won(winner, view.outcome.points), why


def _won(winner: int, points: Sequence[int]) -> Text:
    holes: dict[str, Hole] = {"seat": seat(winner), "points": points[winner], "fewer": points[1 - winner]}
    return Text(_("{seat} won with {points} points to {fewer}"), holes)


def _course(view: View) -> Text:
    if view.course == "duck":
        return Text(_("Duck: the lowest card of the suit led wins, and the Ace is low."))
    return Text(_("Soup: the highest card of the suit led wins, and the Ace is high."))


def _refusal(view: View) -> Text | None:
    if len(view.trick) != 2:
        return None
    return Text(_("Only another {rank} answers a Quack."), {"rank": _rank(CARD[view.trick[0]])})


# -- the moves


def _moves(view: View) -> tuple[Move, ...]:
    hand = DECK.hand(view.hand)
    return answers(hand, [CARD[code] for code in view.trick], view.options) if view.trick else plays(hand)


def _choice(view: View, move: Move) -> Choice:
    if isinstance(move, Duck):
        note = _promise(view, -2 if view.options.duck_double else -1)
        return Choice(move=NAMES[move], label=Text(_("Duck")), note=note)
    label = _("Play {card} without a Quack") if move.silent else _("Play {card}")
    code = DECK.codes[move.card]
    return Choice(move=NAMES[move], card=code, label=Text(label, {"card": card(code)}), note=_note(view, move))


def _note(view: View, move: Play) -> Text | None:
    """What playing the card comes to; nothing can be said of a lead."""
    if not view.trick:
        return None
    led = CARD[view.trick[0]]
    matches = RANK_OF[move.card] == RANK_OF[led]
    if len(view.trick) == 3:
        return _promise(view, 4 if matches else -4, DUCK_SOUP if matches else None)
    if len(view.trick) == 2:
        note = _("{quack} Four points, unless the fourth {rank} answers.")
        return Text(note, {"quack": QUACK_QUACK, "rank": _rank(led)})
    if matches and not move.silent:
        return QUACK
    worth = (DUCK_WORTH if view.stock else SOUP_WORTH)[led][move.card]
    if SUIT_OF[move.card] != SUIT_OF[led]:
        return _promise(view, -2, Text(_("Not {suit}."), {"suit": _suit(led)}))
    lower = (worth < 0) == bool(view.stock)
    compared = Text(_("{rank} is lower.") if lower else _("{rank} is higher."), {"rank": _rank(move.card)})
    return _promise(view, -worth, compared)


def _promise(view: View, points: int, because: Text | None = None) -> Text:
    """Who takes the trick: the viewer with *points* above 0, else the opponent."""
    if points > 0:
        won = {1: _("You win 1 point."), 4: _("You win 4 points.")}[points]
        text = Text(won)
    else:
        lost = {1: _("{seat} wins 1 point."), 2: _("{seat} wins 2 points."), 4: _("{seat} wins 4 points.")}[-points]
        text = Text(lost, {"seat": seat(OTHER[view.seat or 0])})
    return Text("{because} {then}", {"because": because, "then": text}) if because else text


def _rank(of: Card) -> Text:
    return Text(RANKS[RANK_OF[of]])


def _suit(of: Card) -> Ref:
    return suit(SUITS[SUIT_OF[of]])


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
        shown = sorted(view.hand, key=lambda code: (_SUITS_SHOWN[SUIT_OF[CARD[code]]], high[CARD[code]]))
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
