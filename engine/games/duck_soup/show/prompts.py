"""What is asked of a player, by which rule, and what each move would do."""

from collections.abc import Sequence

from engine.cards import Card
from engine.cards.french import DECK, RANK_OF, SUIT_OF, SUITS
from engine.games.duck_soup.model import View
from engine.games.duck_soup.moves import NAMES, Duck, Move, Play, answers, plays
from engine.games.duck_soup.tricks import CARD, DUCK_WORTH, SOUP_WORTH
from engine.pairs import OTHER
from engine.picture import Choice
from engine.text import Hole, Ref, Text, card, seat, suit
from engine.text import gettext_noop as _

RANKS = (_("Ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", _("Jack"), _("Queen"), _("King"))
QUACK = Text(_("Quack!"))
QUACK_QUACK = Text(_("Quack-quack!"))
DUCK_SOUP = Text(_("Duck Soup!"))


def demand(view: View) -> tuple[Text, Text | None]:
    """What the viewer is to do, and by which rule."""
    if not view.trick:
        return Text(_("Lead a card")), _course(view)
    led, opponent = CARD[view.trick[0]], seat(OTHER[view.seat or 0])
    rank = rank_of(led)
    if len(view.trick) == 2:
        why = _("{seat} said Quack. Duck, and the trick is lost; with a third {rank} four cards are at stake.")
        ask = _("Duck, or quack back") if len(moves(view)) > 1 else _("Duck: you hold no other {rank}")
        return Text(ask, {"rank": rank}), Text(why, {"seat": opponent, "rank": rank})
    if len(view.trick) == 3:
        why = _("Quack-quack: only the fourth {rank} wins all four cards.")
        return Text(_("Play a fourth card")), Text(why, {"rank": rank})
    why = _("A higher card of {suit} wins. Another {rank} is a Quack. Any other suit gives away 2 points.")
    if view.stock:
        why = _("A lower card of {suit} wins. Another {rank} is a Quack. Any other suit gives away 2 points.")
    return Text(_("Answer {card}"), {"card": card(view.trick[0])}), Text(why, {"suit": suit_of(led), "rank": rank})


def waiting(view: View) -> tuple[Text, Text | None]:
    """What a viewer sees who has nothing to do now."""
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


def refusal(view: View) -> Text | None:
    if len(view.trick) != 2:
        return None
    return Text(_("Only another {rank} answers a Quack."), {"rank": rank_of(CARD[view.trick[0]])})


def moves(view: View) -> tuple[Move, ...]:
    hand = DECK.hand(view.hand)
    return answers(hand, [CARD[code] for code in view.trick], view.options) if view.trick else plays(hand)


def choice(view: View, move: Move) -> Choice:
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
        return Text(note, {"quack": QUACK_QUACK, "rank": rank_of(led)})
    if matches and not move.silent:
        return QUACK
    worth = (DUCK_WORTH if view.stock else SOUP_WORTH)[led][move.card]
    if SUIT_OF[move.card] != SUIT_OF[led]:
        return _promise(view, -2, Text(_("Not {suit}."), {"suit": suit_of(led)}))
    lower = (worth < 0) == bool(view.stock)
    compared = Text(_("{rank} is lower.") if lower else _("{rank} is higher."), {"rank": rank_of(move.card)})
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


def rank_of(of: Card) -> Text:
    return Text(RANKS[RANK_OF[of]])


def suit_of(of: Card) -> Ref:
    return suit(SUITS[SUIT_OF[of]])
