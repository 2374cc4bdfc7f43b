"""The engine against the brute-force reference, over random tricks, random tokens and random games."""

import random
from itertools import product

import pytest

from engine.cards.decktet import BASIC, DECK
from engine.events import Seat
from engine.games.gasp.decisions import given, raid, settle, standing
from engine.games.gasp.events import CardPlayed, GameEnded, TrickTaken
from engine.games.gasp.evolution import moved
from engine.games.gasp.model import DuelOptions, GaspOptions, PairsOptions
from engine.games.gasp.sums import command, raided
from engine.games.gasp.tokens import gifts, packed, row
from engine.games.gasp.tricks import holder, playable, won_in
from engine.games.gasp.tricks import packed as packed_play
from tests.engine.games import gasp_reference as reference
from tests.engine.games.gasp_play import FOR_TWO, GASP, IN_PAIRS, positions
from tests.engine.games.reference_size import POSITIONS

COUNT = POSITIONS // 12
"""Tricks, plays, tokens and places are compared so often for each of three numbers of seats."""
SUITS = reference.SUITS


def random_trick(rng: random.Random, size: int) -> list[reference.Play]:
    """Cards of one pack in any order; as often as not an Ace and its crown among them."""
    pack: list[str] = rng.sample(BASIC, size)
    if rng.random() < 0.5:
        suit = rng.choice(SUITS)
        pair = [f"A{suit}", f"C{suit}"]
        pack = [*pair, *(code for code in pack if code not in pair)][:size]
        rng.shuffle(pack)
    trick: list[reference.Play] = []
    for player, card in enumerate(pack):
        ways = reference.may_play([card], trick)
        _, *said = rng.choice(ways).split("-")
        trick.append((player, card, said[0] if said else None))
    return trick


def in_ints(trick: list[reference.Play]) -> list[int]:
    return [packed_play(DECK.card[card], SUITS.index(said) if said else None) for _, card, said in trick]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tricks_are_won_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        trick = random_trick(rng, seats)
        plays = in_ints(trick)
        at = holder(plays)
        assert (at, SUITS[won_in(plays, at)]) == reference.won(trick), trick


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_cards_may_be_played_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        trick = random_trick(rng, rng.randrange(seats))
        hand: list[str] = rng.sample([code for code in BASIC if code not in [card for _, card, _ in trick]], 5)
        may = playable(DECK.hand(hand), in_ints(trick))
        assert {*DECK.coded(may)} == {move.split("-")[0] for move in reference.may_play(hand, trick)}


def random_tokens(rng: random.Random, seats: int) -> reference.Tokens:
    """Mostly late in a game, where choices are; nobody has won yet."""
    while True:
        weights = rng.choice([(1, 1, 1), (1, 2, 4), (1, 1, 8), (0, 1, 12)])
        tokens = {(p, s): rng.choices((0, 1, 2), weights)[0] for p, s in product(range(seats), SUITS)}
        if not any(reference.complete(tokens, player) for player in range(seats)):
            return tokens


def in_one(tokens: reference.Tokens, seats: int) -> int:
    return packed(tuple(tuple(tokens[player, suit] for suit in SUITS) for player in range(seats)))


def spread(tokens: int, seats: int) -> reference.Tokens:
    return {(p, s): n for p in range(seats) for s, n in zip(SUITS, row(tokens, p), strict=True)}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tokens_move_as_in_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        before, winner, suit = random_tokens(rng, seats), rng.randrange(seats), rng.choice(SUITS)
        tokens, number = in_one(before, seats), SUITS.index(suit)
        choices = reference.gifts(before, seats, winner, suit)
        event = settle(tokens, seats, winner, number)
        if event is not None:
            assert not choices
            assert spread(moved(tokens, seats, event), seats) == reference.after_no_choice(before, winner, suit)
            continue
        offered = gifts(tokens, seats, winner, number)
        assert sorted(map(GASP.move_text, offered)) == sorted(choices)
        for gift in offered:
            after = moved(tokens, seats, given(winner, number, gift))
            assert spread(after, seats) == reference.after_choice(before, winner, suit, GASP.move_text(gift))


@pytest.mark.parametrize("own_token", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_raids_move_tokens_as_in_the_reference(seats, own_token):
    rng = random.Random(seats)
    for _ in range(COUNT // 2):
        before, suit = random_tokens(rng, seats), rng.choice(SUITS)
        winner, owner = rng.sample(range(seats), 2)
        event = raid(in_one(before, seats), seats, winner, owner, SUITS.index(suit), own_token=own_token)
        expected = reference.after_raid(before, winner, owner, suit, own_token=own_token)
        assert spread(moved(in_one(before, seats), seats, event), seats) == expected


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_places_are_those_of_the_reference(seats):
    rng = random.Random(seats)
    for _ in range(COUNT):
        tokens = random_tokens(rng, seats)
        places, points = standing(in_one(tokens, seats), seats, seats)
        assert list(places) == reference.places(tokens, seats)
        assert list(points) == [sum(tokens[player, suit] for suit in SUITS) for player in range(seats)]


@pytest.mark.parametrize(("seats", "ace_raid", "own_token"), [*product((3, 4, 5), (False, True), (False, True))])
def test_whole_games_go_as_in_the_reference(seats, ace_raid, own_token):
    options = GaspOptions(ace_raid=ace_raid, ace_raid_own_token=own_token, max_rounds=6)
    for seed in range(max(1, COUNT // 1000)):
        trick: list[reference.Play] = []
        tokens: reference.Tokens = dict.fromkeys(product(range(seats), SUITS), 0)
        for state, seat, moves, move, events in positions(seed, seats, options):
            offered = [GASP.move_text(m) for m in moves]
            assert spread(state.tokens, seats) == tokens
            if state.won >= 0:
                winner, suit = int(state.turn), SUITS[state.won]
                assert sorted(offered) == sorted(reference.gifts(tokens, seats, winner, suit))
                tokens = reference.after_choice(tokens, winner, suit, GASP.move_text(move))
            else:
                assert sorted(offered) == sorted(reference.may_play([*DECK.coded(state.hand(seat))], trick))
                played = events[0]
                assert isinstance(played, CardPlayed)
                trick.append((seat, played.card, played.suit))
            if len(trick) == seats:
                winner, suit = reference.won(trick)
                assert events[1] == TrickTaken(Seat(winner), suit)  # type: ignore[arg-type]
                owner = reference.owner_of_the_crown(trick, winner) if ace_raid else None
                if owner is not None:
                    tokens = reference.after_raid(tokens, winner, owner, suit, own_token=own_token)
                elif not reference.gifts(tokens, seats, winner, suit):
                    tokens = reference.after_no_choice(tokens, winner, suit)
                trick = []
            ended = events[-1] if isinstance(events[-1], GameEnded) else None
            won = any(reference.complete(tokens, player) for player in range(seats))
            assert not won or ended
            if ended:
                assert list(ended.places) == reference.places(tokens, seats)


# -- pairs and duel: two sides add up two cards each

two_sided = pytest.mark.parametrize("game", [IN_PAIRS, FOR_TWO], ids=lambda game: game.key)


def random_four(rng: random.Random) -> list[str]:
    """As often as not with an Ace and its crown, or with several cards of the two suits of one."""
    pack: list[str] = rng.sample(BASIC, 4)
    chosen: list[str] = []
    if rng.random() < 0.4:
        suit = rng.choice(SUITS)
        chosen = [f"A{suit}", f"C{suit}"]
    elif rng.random() < 0.5:
        lead: str = rng.choice(BASIC[6:30])
        chosen += [code for code in BASIC if code[1:] == lead[1:]][:3]
    four = [*chosen, *(code for code in pack if code not in chosen)][:4]
    rng.shuffle(four)
    return four


@two_sided
def test_tricks_of_two_sides_are_won_as_in_the_reference(game):
    rng = random.Random(game.key)
    pairs = game is IN_PAIRS
    for _ in range(COUNT):
        cards = random_four(rng)
        trick = [packed_play(DECK.card[card], None) for card in cards]
        won = command(trick, own_crown=pairs)
        side, suits = reference.side_won(cards, pairs=pairs)
        assert (won.place % 2, {s for i, s in enumerate(SUITS) if won.suits >> i & 1}) == (side, suits), cards
        for suit in suits if pairs else ():
            assert won.place == reference.next_leader(cards, side, suit), cards
            raid_due = raided(trick, won.place, SUITS.index(suit)) is not None
            assert raid_due == reference.crown_of_a_raid(cards, side, suit), cards


def test_tokens_of_two_sides_move_as_in_the_reference():
    """The seat that gives or takes may be any of its team."""
    rng = random.Random(2)
    for _ in range(COUNT):
        before, seat, suit = random_tokens(rng, 2), rng.randrange(4), rng.choice(SUITS)
        tokens, number, side = in_one(before, 2), SUITS.index(suit), seat % 2
        choices = reference.gifts(before, 2, side, suit)
        event = settle(tokens, 2, seat, number)
        if event is not None:
            assert not choices
            assert spread(moved(tokens, 2, event), 2) == reference.after_no_choice(before, side, suit)
        else:
            offered = gifts(tokens, 2, side, number)
            assert sorted(map(IN_PAIRS.move_text, offered)) == sorted(choices)
            for gift in offered:
                after = spread(moved(tokens, 2, given(seat, number, gift)), 2)
                assert after == reference.after_choice(before, side, suit, IN_PAIRS.move_text(gift))
        event = raid(tokens, 2, seat, 1 - side, number, own_token=False)
        after = spread(moved(tokens, 2, event), 2)
        assert after == reference.after_raid(before, side, 1 - side, suit, own_token=False)


def test_places_of_teams_are_those_of_the_reference():
    rng = random.Random(4)
    for _ in range(COUNT):
        tokens = random_tokens(rng, 2)
        places, points = standing(in_one(tokens, 2), 4, 2)
        assert list(places) == reference.places(tokens, 2) * 2
        assert list(points) == [sum(tokens[seat % 2, suit] for suit in SUITS) for seat in range(4)]


class SideGame:
    """A game between two sides by the reference, followed move by move."""

    def __init__(self, seats: int, *, ace_raid: bool) -> None:
        self.seats, self.ace_raid = seats, ace_raid
        self.tokens: reference.Tokens = dict.fromkeys(product(range(2), SUITS), 0)
        self.cards: list[str] = []
        self.leader, self.winner, self.suit = 0, -1, ""
        self.choosing: set[str] = set()

    def legal(self, hand: list[str]) -> list[str]:
        if self.choosing:
            return [f"suit-{suit}" for suit in self.choosing]
        if self.suit:
            return reference.gifts(self.tokens, 2, self.winner % 2, self.suit)
        led = reference.suits(self.cards[0]) if self.cards else set(SUITS)
        return [card for card in hand if reference.suits(card) & led] or hand

    def to_act(self) -> int:
        if self.choosing:
            lead_team = self.winner % 2 == self.leader % 2
            return self.leader if lead_team else self.winner
        return self.winner if self.suit else (self.leader + len(self.cards)) % self.seats

    def make(self, move: str) -> None:
        if self.choosing:
            self.choosing = set()
            self._pay(move.removeprefix("suit-"))
        elif self.suit:
            self.tokens = reference.after_choice(self.tokens, self.winner % 2, self.suit, move)
            self._go_on()
        else:
            self.cards.append(move)
            if len(self.cards) == 4:
                self._win()

    def _win(self) -> None:
        pairs = self.seats == 4
        side, suits = reference.side_won(self.cards, pairs=pairs)
        place = reference.next_leader(self.cards, side, min(suits)) if pairs else side
        self.winner = (self.leader + place) % self.seats
        if len(suits) == 2:
            self.choosing = suits
        else:
            self._pay(suits.pop())

    def _pay(self, suit: str) -> None:
        side = self.winner % 2
        raided_by = (self.winner - self.leader) % 2
        if self.ace_raid and reference.crown_of_a_raid(self.cards, raided_by, suit):
            self.tokens = reference.after_raid(self.tokens, side, 1 - side, suit, own_token=False)
        elif reference.gifts(self.tokens, 2, side, suit):
            self.suit = suit
            return
        else:
            self.tokens = reference.after_no_choice(self.tokens, side, suit)
        self._go_on()

    def _go_on(self) -> None:
        self.leader, self.cards, self.suit = self.winner, [], ""


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (IN_PAIRS, PairsOptions(max_rounds=6)),
        (IN_PAIRS, PairsOptions(ace_raid=True, max_rounds=6)),
        (FOR_TWO, DuelOptions(max_rounds=6)),
    ],
    ids=["pairs", "pairs-ace-raid", "duel"],
)
def test_whole_games_between_two_sides_go_as_in_the_reference(game, options):
    seats = game.sizes[0]
    for seed in range(max(1, COUNT // 300)):
        expected = SideGame(seats, ace_raid=getattr(options, "ace_raid", False))
        for state, seat, moves, move, events in positions(seed, seats, options, game):
            if not state.trick and state.won < 0 and not state.seen:
                expected.leader = state.round % seats
            assert spread(state.tokens, 2) == expected.tokens
            assert seat == expected.to_act()
            assert sorted(map(game.move_text, moves)) == sorted(expected.legal([*DECK.coded(state.hand(seat))]))
            expected.make(game.move_text(move))
            if isinstance(ended := events[-1], GameEnded):
                assert list(ended.places) == reference.places(expected.tokens, 2) * (seats // 2)
            else:
                assert not any(reference.complete(expected.tokens, side) for side in range(2))
