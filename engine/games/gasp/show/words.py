"""How the family speaks of cards, suits and tokens."""

from engine.cards.decktet import SUIT_LETTERS, SUITS
from engine.text import Hole, Ref, Text, card, seat, suit
from engine.text import gettext_noop as _

__all__ = ["card", "rival", "seat", "suit_of", "text", "token"]

_TOKENS = (
    Text(_("a Moon")),
    Text(_("a Sun")),
    Text(_("a Wave")),
    Text(_("a Leaf")),
    Text(_("a Wyrm")),
    Text(_("a Knot")),
)


def text(message: str, **args: Hole) -> Text:
    return Text(message, args)


def token(code: str) -> Text:
    """One token of a suit, by its letter: "a Leaf"."""
    return _TOKENS[SUIT_LETTERS.index(code)]


def rival(side: int, *, partners: bool) -> Hole:
    """The side that a token is handed to or taken from, within a sentence: a player, or the one other team."""
    return Text(_("the other team")) if partners else seat(side)


def suit_of(code: str) -> Ref:
    """A suit by its letter."""
    return suit(SUITS[SUIT_LETTERS.index(code)])
