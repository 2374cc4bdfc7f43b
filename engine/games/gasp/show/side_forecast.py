"""What a card would do in a trick between two sides: the notes beside the choices of pairs and duel.

"You" is the viewer's side.
"""

from collections.abc import Sequence

from engine.cards.decktet import BASIC, SUIT_LETTERS, SUITS_OF
from engine.games.gasp.dealing import TRICK, form_of
from engine.games.gasp.decisions import settled
from engine.games.gasp.model import View
from engine.games.gasp.moves import Choose, Play
from engine.games.gasp.outlook import command_of, side_event_of
from engine.games.gasp.show.forecast import then
from engine.games.gasp.show.words import card, seat, suit_of, text
from engine.games.gasp.sums import ONLY, SHARED, Command, values
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import CARD, FIRST_CROWN, VALUE, packed
from engine.games.gasp.views import packed_trick
from engine.text import Hole, Ref, Text
from engine.text import gettext_noop as _

_IN_ONE = _("{score} in {suit}")
_IN_BOTH = _("{score} in both suits")
_BEATS = _("{score} beats {other}.")
_BEATS_AND_WINS = _("{score} beats {other}: you win the trick and {then}.")
_EQUALS = _("{score} equals {other}, and the later card wins.")
_EQUALS_AND_WINS = _("{score} equals {other} and is later: you win the trick and {then}.")


def of_play(view: View, play: Play) -> Text:
    before = packed_trick(view.trick)
    after = (*before, packed(play.card, None))
    if not before:
        return _of_lead(play.card)
    if not SHARED[CARD[before[0]]][play.card]:
        return _strays(view, after)
    was, now = command_of(view, before), command_of(view, after)
    if now.place % 2 == len(before) % 2:
        return _commands(view, after, was, now)
    return _raises(view, after, now) if now.score > was.score else _falls_short(view, after, now)


def of_choice(view: View, choice: Choose) -> Text:
    """What becomes of a token of that suit."""
    winner = 0 if view.last is None else view.last.seat
    event = settled(packed_tokens(view.tokens), len(view.tokens), winner, choice.suit, None, view.options)
    return text(_("You {then}."), then=then(choice.suit, event, partners=form_of(view).partners))


def _of_lead(led: int) -> Text:
    suits = [suit_of(SUIT_LETTERS[suit]) for suit in SUITS_OF[led]]
    if led < 6:
        crown = card(BASIC[led + FIRST_CROWN])
        return text(_("It leads {suit}, and counts 1, but 11 beside the {crown}."), suit=suits[0], crown=crown)
    if len(suits) == 1:
        return text(_("It leads {suit} with {score}."), suit=suits[0], score=VALUE[led])
    return text(_("It leads {one} and {other} with {score}."), one=suits[0], other=suits[1], score=VALUE[led])


def _strays(view: View, trick: Sequence[int]) -> Text:
    led = card(view.trick[0].card)
    if not _last(trick):
        return text(_("It shares no suit with the {card}: it adds nothing."), card=led)
    now = command_of(view, trick)
    if now.place % 2 == (len(trick) - 1) % 2:
        return text(_("It adds nothing, and you win the trick and {then}."), then=_gain(view, trick, now))
    return text(_("It shares no suit with the {card}: the trick goes to {seat}."), card=led, seat=_taker(view, now))


def _commands(view: View, trick: Sequence[int], was: Command, now: Command) -> Text:
    mine = _score(now)
    if was.place % 2 == now.place % 2:
        if not _last(trick):
            return text(_("{score} for you."), score=mine)
        return text(_("{score}: you win the trick and {then}."), score=mine, then=_gain(view, trick, now))
    over: dict[str, Hole] = {"score": mine, "other": was.score}
    if not _last(trick):
        return Text(_EQUALS if now.score == was.score else _BEATS, over)
    over["then"] = _gain(view, trick, now)
    return Text(_EQUALS_AND_WINS if now.score == was.score else _BEATS_AND_WINS, over)


def _raises(view: View, trick: Sequence[int], now: Command) -> Text:
    """A crown to an Ace of the other side."""
    ace = CARD[trick[-1]] - FIRST_CROWN
    by = next(played.seat for played in view.trick if played.card == BASIC[ace])
    message = _("It makes the {card} of {seat} count 11: {score} for the other side.")
    return text(message, card=card(BASIC[ace]), seat=seat(by), score=now.score)


def _falls_short(view: View, trick: Sequence[int], now: Command) -> Text:
    mine = _sum(view, trick)
    if not _last(trick):
        return text(_("{score} does not beat {other}."), score=mine, other=now.score)
    message = _("{score} does not beat {other}: the trick goes to {seat}.")
    return text(message, score=mine, other=now.score, seat=_taker(view, now))


def _score(now: Command) -> Text:
    suit = ONLY[now.suits]
    if suit is None:
        return text(_IN_BOTH, score=now.score)
    return text(_IN_ONE, score=now.score, suit=suit_of(SUIT_LETTERS[suit]))


def _sum(view: View, trick: Sequence[int]) -> int:
    """What the last card of *trick* makes with the one before it of its side."""
    cards = [CARD[play] for play in trick]
    worth, shared = values(cards, own_crown=form_of(view).own_crown), SHARED[cards[0]]
    together = len(cards) > 2 and shared[cards[-1]] & shared[cards[-3]]
    return worth[-1] + (worth[-3] if together else 0)


def _gain(view: View, trick: Sequence[int], won: Command) -> Text:
    suit = ONLY[won.suits]
    if suit is None:
        return Text(_("choose one of its two suits"))
    return then(suit, side_event_of(view, trick, won, suit), partners=form_of(view).partners)


def _taker(view: View, won: Command) -> Ref:
    return seat(view.trick[won.place].seat)


def _last(trick: Sequence[int]) -> bool:
    return len(trick) == TRICK[2]
