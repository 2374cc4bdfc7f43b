"""How good a move looks at first sight: what the greedy bot goes by."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import cards
from engine.cards.decktet import BASIC, DECK, SUIT_LETTERS
from engine.games.gasp.evolution import moved
from engine.games.gasp.forecast import settled
from engine.games.gasp.insight import packed_trick
from engine.games.gasp.moves import Give, Move, Play
from engine.games.gasp.settlement import given
from engine.games.gasp.state import View
from engine.games.gasp.tokens import gifts, row
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import CARD, FIRST_CROWN, FOLLOWS, PACK, VALUE, holder, on_table, packed, value, won_in

VICTORY = 100.0
_WORTH = (0.0, 1.0, 2.2)
"""Of none, one and two tokens of a suit: pairs are what wins."""


def appraise(view: View, move: Move) -> float:
    return _of_gift(view, move) if isinstance(move, Give) else _of_play(view, move)


# -- tokens


def _wealth(tokens: int, seat: int) -> float:
    held = row(tokens, seat)
    return VICTORY if min(held) == 2 else sum(_WORTH[n] for n in held)


def _gain(before: int, after: int, seat: int, seats: int) -> float:
    """What *seat* gains, less some of what the others do: the richest most."""
    own = _wealth(after, seat) - _wealth(before, seat)
    rivals = (_rival(after, other) - _rival(before, other) for other in range(seats) if other != seat)
    return own - sum(rivals)


def _rival(tokens: int, seat: int) -> float:
    """The danger in what *seat* holds, which grows faster than its tokens."""
    return _wealth(tokens, seat) ** 2 / 60


def _of_gift(view: View, gift: Give) -> float:
    tokens, seat = packed_tokens(view.tokens), view.turn or 0
    event = given(seat, SUIT_LETTERS.index(view.giving or ""), gift)
    return _gain(tokens, moved(tokens, event), seat, len(view.counts))


# -- cards


def _of_play(view: View, play: Play) -> float:
    """What the trick will bring, as likely as it stays with its holder, less what the card may be worth later."""
    trick = (*packed_trick(view.trick), packed(play.card, play.suit))
    at, me = holder(trick), len(view.trick)
    first = view.trick[0].seat if view.trick else view.turn or 0
    prize = _prize(view, trick, at, (first + at) % len(view.counts))
    lasting = _chance_to_hold(view, trick, at)
    if at == me:
        return lasting * prize - (1 - lasting) * 0.2 - 0.05 * _keep(view, play.card)
    return lasting * prize - 0.05 * _keep(view, play.card)


def _prize(view: View, trick: Sequence[int], at: int, winner: int) -> float:
    """What the viewer gets out of *trick* when it is won by the card at *at*."""
    tokens, seats, me = packed_tokens(view.tokens), len(view.counts), view.turn or 0
    event = settled(view, trick, at)
    if event is not None:
        return _gain(tokens, moved(tokens, event), me, seats)
    suit = won_in(trick, at)
    ways = (moved(tokens, given(winner, suit, gift)) for gift in gifts(tokens, seats, winner, suit))
    best = max(ways, key=lambda after: _gain(tokens, after, winner, seats))
    return _gain(tokens, best, me, seats)


def _chance_to_hold(view: View, trick: Sequence[int], at: int) -> float:
    """That nobody yet to play beats the card at *at*: as if each held any of the unseen cards, and mostly would."""
    to_come = len(view.counts) - len(trick)
    if not to_come:
        return 1.0
    unseen = PACK & ~(DECK.hand(view.hand) | DECK.hand(view.seen))
    table, best = on_table(trick), CARD[trick[at]]
    follows = unseen & FOLLOWS[CARD[trick[0]]]
    beaters = sum(value(card, table) >= value(best, table | 1 << card) for card in cards(follows))
    missed = (1 - beaters / max(unseen.bit_count(), 1)) ** (sum(view.counts) / len(view.counts))
    return float((0.15 + 0.85 * missed) ** to_come)


def _keep(view: View, card: int) -> float:
    """What a card may win later: its number, and for an Ace the hope of its crown."""
    if card >= 6:
        return VALUE[card]
    return 1.0 if BASIC[card + FIRST_CROWN] in view.seen or BASIC[card + FIRST_CROWN] in view.hand else 4.0
