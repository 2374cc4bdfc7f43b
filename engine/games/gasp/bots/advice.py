"""How good a move looks at first sight: what the greedy bot goes by."""

from collections.abc import Sequence

from engine.cards import cards
from engine.cards.decktet import BASIC, DECK, SUIT_LETTERS
from engine.games.gasp.bots.prospects import danger, worth
from engine.games.gasp.decisions import TokenEvent, given
from engine.games.gasp.evolution import moved
from engine.games.gasp.model import View
from engine.games.gasp.moves import Give, Move, Play
from engine.games.gasp.outlook import event_of
from engine.games.gasp.tokens import gifts
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import CARD, FIRST_CROWN, FOLLOWS, PACK, VALUE, holder, on_table, packed, value, won_in
from engine.games.gasp.views import packed_trick


def appraise(view: View, move: Move) -> float:
    match move:
        case Play():
            return _of_play(view, move)
        case Give():
            return of_gift(view, move)
        case _:
            raise ValueError(f"{move} is no move of this game")


# -- tokens


def _gain(before: int, after: int, side: int, sides: int) -> float:
    """What *side* gains, less some of what the others do: the richest most."""
    own = worth(after, side) - worth(before, side)
    rivals = (danger(worth(after, other)) - danger(worth(before, other)) for other in range(sides) if other != side)
    return own - sum(rivals)


def of_gift(view: View, gift: Give) -> float:
    tokens, seat, sides = packed_tokens(view.tokens), view.turn or 0, len(view.tokens)
    event = given(seat, SUIT_LETTERS.index(view.giving or ""), gift)
    return _gain(tokens, moved(tokens, sides, event), seat % sides, sides)


def prize(view: View, winner: int, suit: int, event: TokenEvent | None) -> float:
    """What the viewer's side gets out of a trick that the seat *winner* wins in *suit*, with *event* or by a choice."""
    tokens, sides = packed_tokens(view.tokens), len(view.tokens)
    me, side = (view.turn or 0) % sides, winner % sides
    if event is not None:
        return _gain(tokens, moved(tokens, sides, event), me, sides)
    ways = (moved(tokens, sides, given(winner, suit, gift)) for gift in gifts(tokens, sides, side, suit))
    best = max(ways, key=lambda after: _gain(tokens, after, side, sides))
    return _gain(tokens, best, me, sides)


# -- cards


def _of_play(view: View, play: Play) -> float:
    """What the trick will bring, as likely as it stays with its holder, less what the card may be worth later."""
    trick = (*packed_trick(view.trick), packed(play.card, play.suit))
    at, me = holder(trick), len(view.trick)
    first = view.trick[0].seat if view.trick else view.turn or 0
    gain = prize(view, (first + at) % len(view.counts), won_in(trick, at), event_of(view, trick, at))
    lasting = _chance_to_hold(view, trick, at)
    if at == me:
        return lasting * gain - (1 - lasting) * 0.2 - 0.05 * worth_later(view, play.card)
    return lasting * gain - 0.05 * worth_later(view, play.card)


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


def worth_later(view: View, card: int) -> float:
    """What a card may win later: its number, and for an Ace the hope of its crown."""
    if card >= 6:
        return VALUE[card]
    return 1.0 if BASIC[card + FIRST_CROWN] in view.seen or BASIC[card + FIRST_CROWN] in view.hand else 4.0
