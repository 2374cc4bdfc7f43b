"""Gasp! for three to five, straight from the rules sheet in the plainest way: words and dictionaries, no cleverness.

It shares nothing with the engine. Cards are their codes, tokens a dictionary from (player, suit) to how many.
"""

from __future__ import annotations

SUITS = "MSWLYK"

Tokens = dict[tuple[int, str], int]
Play = tuple[int, str, str | None]
"""Who, which card, and the suit declared, if one was."""


def suits(card: str) -> set[str]:
    return set(card[1:])


def value(card: str, trick: list[Play]) -> int:
    """Number = face; crown 10; Ace 1, but 11 if the crown of the same suit is in the same trick."""
    if card[0] == "C":
        return 10
    if card[0] == "A":
        return 11 if any(other == "C" + card[1] for _, other, _ in trick) else 1
    return int(card[0])


def may_play(hand: list[str], trick: list[Play]) -> list[str]:
    """Notation of every legal play, in no order: any lead, else a card that shares a suit if there is one."""
    if not trick:
        return [move for card in hand for move in declared(card, suits(card))]
    led = suits(trick[0][1])
    following = [card for card in hand if suits(card) & led]
    return [move for card in following or hand for move in declared(card, suits(card) & led)]


def declared(card: str, choice: set[str]) -> list[str]:
    """A choice between two suits is declared; one, or none, is not."""
    return [f"{card}-{suit}" for suit in choice] if len(choice) == 2 else [card]


def won(trick: list[Play]) -> tuple[int, str]:
    """Who wins, and in which suit."""
    led = suits(trick[0][1])
    holder = trick[0]
    for play in trick[1:]:
        if suits(play[1]) & led and value(play[1], trick) >= value(holder[1], trick):
            holder = play
    matching = suits(holder[1]) & led
    suit = holder[2] if len(matching) == 2 else matching.pop()
    assert suit is not None
    return holder[0], suit


def owner_of_the_crown(trick: list[Play], winner: int) -> int | None:
    """Of a winning Ace worth 11."""
    card = next(card for player, card, _ in trick if player == winner)
    if card[0] != "A" or value(card, trick) != 11:
        return None
    return next(player for player, other, _ in trick if other == "C" + card[1])


def gifts(tokens: Tokens, players: int, winner: int, suit: str) -> list[str]:
    """What the winner may choose between, in notation; nothing if he has no choice to make."""
    if tokens[winner, suit] < 2:
        return []
    choices = []
    for player in range(players):
        if player == winner or tokens[player, suit] == 2:
            continue
        wanted = [s for s in SUITS if tokens[player, s] > 0 and tokens[winner, s] < 2]
        choices += [f"give-{player}-{s}" for s in wanted] or [f"give-{player}"]
    return choices


def after_choice(tokens: Tokens, winner: int, suit: str, choice: str) -> Tokens:
    _, player, *taken = choice.split("-")
    after = dict(tokens)
    after[int(player), suit] += 1
    if taken:
        after[int(player), taken[0]] -= 1
        after[winner, taken[0]] += 1
    return after


def after_no_choice(tokens: Tokens, winner: int, suit: str) -> Tokens:
    """Step 1, or step 3."""
    after = dict(tokens)
    after[winner, suit] += 1 if tokens[winner, suit] < 2 else -1
    return after


def after_raid(tokens: Tokens, winner: int, crown: int, suit: str, *, own_token: bool) -> Tokens:
    after = dict(tokens)
    if tokens[winner, suit] < 2:
        after[winner, suit] += 1
        if tokens[crown, suit] > 0:
            after[crown, suit] -= 1
    elif tokens[crown, suit] < 2:
        after[crown, suit] += 1
        if own_token:
            after[winner, suit] -= 1
    else:
        after[winner, suit] -= 1
    return after


def complete(tokens: Tokens, player: int) -> bool:
    return all(tokens[player, suit] == 2 for suit in SUITS)


def places(tokens: Tokens, players: int) -> list[int]:
    """The winner, then by tokens held, then by suits at 2, then equal."""

    def rank(player: int) -> tuple[bool, int, int]:
        held = [tokens[player, suit] for suit in SUITS]
        return complete(tokens, player), sum(held), held.count(2)

    return [1 + sum(rank(other) > rank(player) for other in range(players)) for player in range(players)]
