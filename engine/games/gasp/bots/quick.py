"""A game in a form that changes in place, for quick play: no moves, no states, and events only where a token changes
hands. Cards are bits: a hand is their sum.
"""

from collections.abc import Sequence

from engine.games.gasp.bots.prospects import ACES, BY_CARD, WEALTH, danger, hopes
from engine.games.gasp.dealing import CLOCKWISE, FORMS
from engine.games.gasp.decisions import complete, raid
from engine.games.gasp.evolution import moved
from engine.games.gasp.menus import Menu
from engine.games.gasp.model import State
from engine.games.gasp.tokens import FULL, ONE, PER_SIDE, SIDE, gifts
from engine.games.gasp.tricks import CARD, CARDS, FIRST_CROWN, LEADS, REPLIES, packed

BIT = tuple(1 << card for card in CARD)
"""By packed play: its card's bit."""
PLAIN = Menu([(packed(card, None),) for card in range(CARDS)])
LEADS_OF = Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in LEADS])
REPLIES_TO = tuple(
    Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in replies]) for replies in REPLIES
)
KEEP = {form: tuple([0.8 * worth[card] for card in CARD]) for form, worth in BY_CARD.items()}
"""By seats and sides, then by packed play: what its card would bring later on, though not all of it is lost with it."""
_FIRST_NUMBER = packed(ACES, None)
"""Packed plays below are Aces."""
TRICKS = 3
"""How many tricks are played, or to the end of the round; the cards then left in hand are judged.

One is too few (the move that looks best after 200 simulations is twice as far off), more than three gain nothing.
"""


class QuickTable:
    """What a state holds; and what becomes of tokens, draws and rounds in the few tricks that are played."""

    def __init__(self, state: State) -> None:
        self.seats, self.sides, self.options = state.seats, state.sides, state.options
        self.form = FORMS[state.seats, state.sides]
        self.hands = [int(state.hand(seat)) for seat in range(state.seats)]
        self.stock = [1 << card for card in reversed(state.stock)]
        self.turn, self.trick, self.won = state.turn, list(state.trick), state.won
        self.tokens = state.tokens
        self.tricks = TRICKS
        self.keep = KEEP[self.seats, self.sides]

    def hopes(self) -> Sequence[float]:
        """What each seat may hope for after those tricks."""
        self.play_on()
        return hopes(self.tokens, self.sides, self.hands, sum(self.stock))

    def play_on(self) -> None:
        """The tricks still to be played."""
        raise NotImplementedError

    # Each of these says whether the game has ended.

    def paid(self) -> bool:
        """``turn`` has won a trick in ``won``."""
        side = self.turn % self.sides
        if self.tokens >> (PER_SIDE * side + 2 * self.won) & 2:
            return self.given()
        self.tokens += ONE[side][self.won]
        return self.tokens >> PER_SIDE * side & SIDE == FULL or self.refilled()

    def given(self) -> bool:
        """The gift that leaves the giver best off."""
        side, suit, tokens = self.turn % self.sides, self.won, self.tokens
        ways = [_after(tokens, side, suit, gift.to, gift.suit) for gift in gifts(tokens, self.sides, side, suit)]
        self.tokens = max(ways, key=lambda way: way[0])[1] if ways else tokens - ONE[side][suit]
        return self.tokens >> PER_SIDE * side & SIDE == FULL or self.refilled()

    def raided(self, owner: int) -> bool:
        own = self.options.ace_raid_own_token
        event = raid(self.tokens, self.sides, self.turn, owner, self.won, own_token=own)
        self.tokens = moved(self.tokens, self.sides, event)
        return complete(self.tokens, self.sides, event) or self.refilled()

    def refilled(self) -> bool:
        """Draw, until enough tricks are played or the round is."""
        self.tricks -= 1
        if self.tricks <= 0 or not (self.stock or self.hands[self.turn]):
            return True
        if self.stock:
            for seat in CLOCKWISE[self.seats][self.turn]:
                self.hands[seat] |= self.stock.pop()
        return False

    def kept(self, play: int, unseen: int) -> float:
        """What is lost later on with the card of *play*: nothing with an Ace whose crown will not come."""
        return self.keep[play] if play >= _FIRST_NUMBER or unseen >> FIRST_CROWN + CARD[play] & 1 else 0.0


def _after(tokens: int, side: int, suit: int, to: int, taken: int | None) -> tuple[float, int]:
    theirs = ONE[to]
    after = tokens + theirs[suit] + (0 if taken is None else ONE[side][taken] - theirs[taken])
    shift = PER_SIDE * to
    harm = danger(WEALTH[after >> shift & SIDE]) - danger(WEALTH[tokens >> shift & SIDE])
    return WEALTH[after >> PER_SIDE * side & SIDE] - harm, after
