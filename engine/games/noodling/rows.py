"""Sets of cards as rows in deck order."""

from engine.cards import Card
from engine.cards.decktet import CODES, DecktetCode
from engine.rows import Row, row_of

codes: Row[DecktetCode] = row_of(CODES)
row: Row[Card] = row_of(tuple(Card(card) for card in range(len(CODES))))
