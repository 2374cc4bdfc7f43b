"""Which cards may be played to a trick, and who takes it. Each seat has its own trump, to which its joker belongs."""

from engine.cards import Card
from engine.cards.french import HIGH_RANK_OF, OF_RANK, OF_SUIT, RANK_OF

JOKERS = 3 << 52
_RANKS = (*HIGH_RANK_OF, -1, -1)
"""By card: a joker is below the two."""
_ABOVE = tuple(
    sum(OF_RANK[RANK_OF[card]] for card in range(0, 52, 4) if HIGH_RANK_OF[card] > rank) for rank in range(-1, 13)
)
"""``[rank + 1]``: the cards of all higher ranks."""
SUIT_AS = tuple((*(card & 3 for card in range(52)), trump, trump) for trump in range(4))
"""``[own trump][card]``: the suit that a card belongs to."""
FOLLOWS = tuple(tuple(OF_SUIT[suit] | (JOKERS if suit == trump else 0) for suit in range(4)) for trump in range(4))
"""``[own trump][suit led]``: the cards that follow suit."""


def _winners(led: int, leader: int, follower: int) -> int:
    """The replies that take the trick from *led*, given both trumps; the follower's joker is the lowest trump."""
    suit, higher = SUIT_AS[leader][led], _ABOVE[_RANKS[led] + 1]
    same = OF_SUIT[suit] & higher
    if follower == suit:
        return same
    trumps = OF_SUIT[follower] | JOKERS
    return same | (trumps & higher if suit == leader else trumps)


WINS = tuple(
    tuple(tuple(_winners(led, leader, follower) for led in range(54)) for follower in range(4)) for leader in range(4)
)
"""``[leader's trump][follower's trump][card led]``: what takes the trick. No joker beats a joker: equal loses."""


def replies(hand: int, led: Card, leader: int, follower: int) -> int:
    """The cards of the follower's *hand* that may be played: of the suit led if there are any."""
    return hand & FOLLOWS[follower][SUIT_AS[leader][led]] or hand
