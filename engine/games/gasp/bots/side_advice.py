"""How good a move looks at first sight between two sides. A partner's gain counts in full."""

from collections.abc import Sequence

from engine.cards import cards
from engine.cards.decktet import DECK, SUITS_OF
from engine.games.gasp.bots.advice import of_gift, prize, worth_later
from engine.games.gasp.dealing import TRICK
from engine.games.gasp.decisions import settled
from engine.games.gasp.model import View
from engine.games.gasp.moves import Choose, Give, Move, Play
from engine.games.gasp.outlook import command_of, side_event_of
from engine.games.gasp.sums import SHARED, Command
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import CARD, FOLLOWS, PACK, VALUE, packed
from engine.games.gasp.views import packed_trick

_FOUR = TRICK[2]


def appraise(view: View, move: Move) -> float:
    match move:
        case Play():
            return _of_play(view, move)
        case Give():
            return of_gift(view, move)
        case Choose():
            return _of_choice(view, move)


def _of_choice(view: View, choice: Choose) -> float:
    winner = 0 if view.last is None else view.last.seat
    event = settled(packed_tokens(view.tokens), len(view.tokens), winner, choice.suit, None, view.options)
    return prize(view, winner, choice.suit, event)


def _of_play(view: View, play: Play) -> float:
    """What the trick brings as it now stands, as likely as it stays so, less what the card may be worth later."""
    trick = (*packed_trick(view.trick), packed(play.card, None))
    now, me = command_of(view, trick), len(view.trick)
    gain, lasting = _prize(view, trick, now), _chance_to_hold(view, trick, now)
    lost = (1 - lasting) * 0.2 if now.place % 2 == me % 2 else 0.0
    return lasting * gain - lost - 0.05 * worth_later(view, play.card)


def _prize(view: View, trick: Sequence[int], now: Command) -> float:
    """What the viewer's side gets if *trick* ends like this, in the better suit for the side that may choose."""
    first = view.trick[0].seat if view.trick else view.turn or 0
    winner = (first + now.place) % len(view.counts)
    suits = [suit for suit in SUITS_OF[CARD[trick[0]]] if now.suits >> suit & 1]
    gains = [prize(view, winner, suit, side_event_of(view, trick, now, suit)) for suit in suits]
    mine = winner % len(view.tokens) == (view.turn or 0) % len(view.tokens)
    return max(gains) if mine else min(gains)


def _chance_to_hold(view: View, trick: Sequence[int], now: Command) -> float:
    """That the side in command still is after the cards to come: as if each came from any of the unseen cards."""
    chance = 1.0
    for at in range(len(trick), _FOUR):
        turned = _chance_to_turn(view, trick, now, at)
        chance = chance * (1 - turned) if at % 2 != now.place % 2 else chance + (1 - chance) * turned
    return chance


def _chance_to_turn(view: View, trick: Sequence[int], now: Command, at: int) -> float:
    """That the card at place *at* makes the score of ``now`` for its side, held by the seat that is to play it."""
    seats, me = len(view.counts), view.turn or 0
    seat = (me + at + 1 - len(trick)) % seats
    mine = DECK.hand(view.hand) & ~(1 << CARD[trick[-1]])
    if seat == me:
        return 0.9 if _makers(mine, trick, now, at) else 0.0
    unseen = PACK & ~(DECK.hand(view.hand) | DECK.hand(view.seen))
    makers = _makers(unseen, trick, now, at)
    return _WILLING * (1 - (1 - makers / max(unseen.bit_count(), 1)) ** view.counts[seat])


_WILLING = 0.85


def _makers(held: int, trick: Sequence[int], now: Command, at: int) -> int:
    """How many of the cards *held* make the score in command, with what their side has played, at face value."""
    shared = SHARED[CARD[trick[0]]]
    mate = CARD[trick[at - 2]] if 2 <= at < len(trick) + 2 else None
    need = now.score
    if mate is None:
        return sum(VALUE[card] >= need for card in cards(held & FOLLOWS[CARD[trick[0]]]))
    return sum(
        VALUE[card] + (VALUE[mate] if shared[card] & shared[mate] else 0) >= need
        for card in cards(held & FOLLOWS[CARD[trick[0]]])
    )
