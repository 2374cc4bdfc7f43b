"""Gasp! for three to five, straight from the rules sheet in the plainest way: words and dictionaries, no cleverness.

It shares nothing with the engine. Cards are their codes, tokens a dictionary from (player, suit) to how many.
"""

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
    """What the winner may choose between, in notation; nothing if there is no choice to make."""
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


# -- two sides: pairs, and two players. The cards of a trick are played by A, B, A, B.


def side_value(card: str, cards: list[str], *, by: int, pairs: bool) -> int:
    """Pairs: an Ace is 11 if its crown is in the trick. Two players: if the opponent played it."""
    if card[0] == "C":
        return 10
    if card[0] == "A":
        crowns = [at for at, other in enumerate(cards) if other == "C" + card[1]]
        return 11 if any(pairs or at % 2 != by for at in crowns) else 1
    return int(card[0])


def side_won(cards: list[str], *, pairs: bool) -> tuple[int, set[str]]:
    """The side in command at the end, 0 being the leader's, and the suit or suits."""
    led = suits(cards[0])
    best, side, in_command = 0, 0, set[str]()
    played: tuple[list[str], list[str]] = ([], [])
    for at, card in enumerate(cards):
        mine = played[at % 2]
        mine.append(card)
        candidates = {
            suit: sum(side_value(c, cards, by=at % 2, pairs=pairs) for c in mine if suit in suits(c))
            for suit in suits(card) & led
        }
        if candidates and max(candidates.values()) >= best:
            best, side = max(candidates.values()), at % 2
            in_command = {suit for suit, sum_ in candidates.items() if sum_ == best}
    return side, in_command


def next_leader(cards: list[str], side: int, suit: str) -> int:
    """The place of the card of that side with the highest value in the suit, the later of equals."""
    carriers = [at for at in range(4) if at % 2 == side and suit in suits(cards[at])]
    return max(carriers, key=lambda at: (side_value(cards[at], cards, by=side, pairs=True), at))


def crown_of_a_raid(cards: list[str], side: int, suit: str) -> bool:
    """The winning team's score holds the Ace of the suit, and the other team played its crown."""
    places = {card: at % 2 for at, card in enumerate(cards)}
    return places.get("A" + suit) == side and places.get("C" + suit) == 1 - side
