"""What a move would do, as far as its maker can see: the notes beside the choices."""

from collections.abc import Sequence

from engine.cards.decktet import BASIC, SUIT_LETTERS
from engine.games.gasp.decisions import TokenEvent, complete, given
from engine.games.gasp.events import TokenGiven, TokenReturned, TokenTaken
from engine.games.gasp.evolution import moved
from engine.games.gasp.model import View
from engine.games.gasp.moves import Give, Play
from engine.games.gasp.outlook import event_of
from engine.games.gasp.show.words import card, rival, seat, text, token
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import CARD, FIRST_CROWN, FOLLOWS, holder, on_table, packed, value, won_in
from engine.games.gasp.views import packed_trick
from engine.text import Hole, Text
from engine.text import gettext_noop as _

_EQUALS = _("{value} equals the {card}, and the later card wins.")
_EQUALS_AND_WINS = _("{value} equals the {card} and is later: you win the trick and {then}.")
_BEATS = _("{value} beats the {card}.")
_BEATS_AND_WINS = _("{value} beats the {card}: you win the trick and {then}.")


def of_play(view: View, play: Play) -> Text:
    before = packed_trick(view.trick)
    after = (*before, packed(play.card, play.suit))
    if not before:
        return _of_lead(view, after)
    if not FOLLOWS[CARD[before[0]]] >> play.card & 1:
        return _cannot_win(view, after)
    was, now = holder(before), holder(after)
    if now == len(before):
        return _beats(view, after, was)
    return _raises(view, after, now) if now != was else _falls_short(view, after, now)


def of_gift(view: View, gift: Give) -> Text | None:
    sides = len(view.tokens)
    if gift.suit is None:
        if sides < len(view.counts):
            return Text(_("The other team holds no token that you lack."))
        return text(_("{seat} holds no token that you lack."), seat=seat(gift.to))
    event = given(view.turn or 0, SUIT_LETTERS.index(view.giving or ""), gift)
    if complete(moved(packed_tokens(view.tokens), sides, event), sides, event):
        return Text(_("It completes your set: you win the game."))
    return None


def then(suit: int, event: TokenEvent | None, *, partners: bool = False) -> Text:
    """What the winner does with the token of *suit*, by *event* or else by choice: "you ..."."""
    one = token(SUIT_LETTERS[suit])
    match event:
        case TokenTaken(source=None):
            return text(_("take {token}"), token=one)
        case TokenTaken(source=source):
            return text(_("take {token} from {seat}"), token=one, seat=rival(source or 0, partners=partners))
        case TokenReturned():
            return text(_("return {token}, since everybody has two"), token=one)
        case TokenGiven(to=to):
            return text(_("give {token} to {seat}"), token=one, seat=rival(to, partners=partners))
        case _:
            return text(_("give {token} away, since you have two"), token=one)


def _of_lead(view: View, trick: Sequence[int]) -> Text:
    led, gain = CARD[trick[0]], _if_won(view, trick)
    if led < 6:
        crown = card(BASIC[led + FIRST_CROWN])
        return text(_("It counts 1, but 11 beside the {crown}. If it wins, you {then}."), crown=crown, then=gain)
    return text(_("If it wins, you {then}."), then=gain)


def _beats(view: View, trick: Sequence[int], was: int) -> Text:
    table = on_table(trick)
    mine, theirs = value(CARD[trick[-1]], table), value(CARD[trick[was]], table)
    over: dict[str, Hole] = {"value": mine, "card": card(BASIC[CARD[trick[was]]])}
    if not _last(view):
        return Text(_EQUALS if mine == theirs else _BEATS, over)
    return Text(_EQUALS_AND_WINS if mine == theirs else _BEATS_AND_WINS, {**over, "then": _if_won(view, trick)})


def _falls_short(view: View, trick: Sequence[int], at: int) -> Text:
    table = on_table(trick)
    mine, theirs = value(CARD[trick[-1]], table), value(CARD[trick[at]], table)
    if not _last(view):
        return text(_("{value} does not beat {other}."), value=mine, other=theirs)
    taker = seat(view.trick[at].seat)
    return text(_("{value} does not beat {other}: the trick goes to {seat}."), value=mine, other=theirs, seat=taker)


def _raises(view: View, trick: Sequence[int], at: int) -> Text:
    ace = card(BASIC[CARD[trick[at]]])
    return text(_("It makes the {card} of {seat} count 11, which beats it."), card=ace, seat=seat(view.trick[at].seat))


def _cannot_win(view: View, trick: Sequence[int]) -> Text:
    led = card(view.trick[0].card)
    if not _last(view):
        return text(_("It shares no suit with the {card}: it cannot win."), card=led)
    taker = seat(view.trick[holder(trick)].seat)
    return text(_("It shares no suit with the {card}: the trick goes to {seat}."), card=led, seat=taker)


def _if_won(view: View, trick: Sequence[int]) -> Text:
    """What the viewer does with the token of the trick just won."""
    at = len(trick) - 1
    return then(won_in(trick, at), event_of(view, trick, at))


def _last(view: View) -> bool:
    return len(view.trick) + 1 == len(view.counts)
