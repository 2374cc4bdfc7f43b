"""Dealing unseen cards into hands of known size, around what each hand is known not to hold."""

from collections.abc import Sequence

from engine.cards import Card, Hand, hand


def deal_around(unseen: Sequence[Card], sizes: Sequence[int], barred: Sequence[int]) -> tuple[Hand, ...]:
    """Give ``sizes[i]`` of the (shuffled) *unseen* cards to each hand *i*, none of them in ``barred[i]``.

    Kuhn's augmenting paths: a card that fits nowhere pushes an earlier one on. The real deal is a solution, so one is
    always found; ``ValueError`` if none exists. Not uniform over all deals, but close.
    """
    held: list[list[Card]] = [[] for _ in sizes]

    def place(card: Card, tried: set[int]) -> bool:
        open_to = [i for i in range(len(sizes)) if i not in tried and sizes[i] and not barred[i] >> card & 1]
        for i in open_to:
            if len(held[i]) < sizes[i]:
                held[i].append(card)
                return True
        for i in open_to:
            tried.add(i)
            for k, other in enumerate(held[i]):
                if place(other, tried):
                    held[i][k] = card
                    return True
        return False

    for card in unseen:
        if not place(card, set()):
            raise ValueError("no deal fits what is known")
    return tuple(hand(h) for h in held)
