"""Playing Gasp! in tests: random games, stacked rounds, and tables laid out by hand."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.cards.decktet import BASIC, DECK
from engine.chance import Chance, FastRng, StackedChance
from engine.events import Seat
from engine.game import Rejected, play, replay
from engine.games.gasp import Gasp, GaspDuel, GaspPairs
from engine.games.gasp.dealing import CLOCKWISE, DUEL, FORMS, PAIRS, Form
from engine.games.gasp.events import GaspEvent
from engine.games.gasp.game import GaspFamily
from engine.games.gasp.model import DuelOptions, GaspOptions, PairsOptions, State
from engine.games.gasp.moves import Move
from engine.games.gasp.tokens import packed, row
from engine.picture import Picture

GASP, IN_PAIRS, FOR_TWO = Gasp(), GaspPairs(), GaspDuel()
NAMES = dict(zip("MSWLYK", range(6), strict=True))


def game_of(state: State) -> GaspFamily[Any]:
    """The game of the family that *state* is of."""
    if state.sides > 2:
        return GASP
    return IN_PAIRS if state.seats == 4 else FOR_TWO


def opened(seats: int = 4, options: Any = None, chance: Chance | None = None, game: GaspFamily[Any] = GASP) -> State:
    return replay(game, game.opening(seats, options or game.options(), chance or FastRng(0)))


def positions(
    seed: int, seats: int, options: Any, game: GaspFamily[Any] = GASP
) -> Iterator[tuple[State, Seat, Sequence[Move], Move, Sequence[GaspEvent]]]:
    """A random game: before each move the state, who acts, the legal moves, the one made, and what it leads to."""
    rng = FastRng(seed)
    state = opened(seats, options, rng, game)
    while actors := game.to_act(state):
        moves = game.legal(state, actors[0])
        move = moves[int(rng.random() * len(moves))]
        after, events = play(game, state, actors[0], move, rng)
        yield state, actors[0], moves, move, events
        state = after


def log_of(seed: int, seats: int, options: Any, game: GaspFamily[Any] = GASP) -> list[GaspEvent]:
    log = list(game.opening(seats, options, FastRng(seed)))
    for *_, events in positions(seed, seats, options, game):
        log += events
    return log


def pack_for(form: Form, hands: Sequence[Sequence[str]], stock: Sequence[str] = (), leader: int = 0) -> tuple[str, ...]:
    """An order of the pack that deals *hands* (filled up with the lowest cards left) and puts *stock* in front."""
    used = {code for held in hands for code in held} | set(stock)
    rest = [code for code in BASIC if code not in used]
    full = [[*held, *(rest.pop(0) for _ in range(form.hand - len(held)))] for held in hands]
    dealt = [full[seat][i] for i in range(form.hand) for seat in CLOCKWISE[form.seats][leader]]
    drawn = [*stock, *rest[: len(rest) - form.aside]]
    return (*dealt, *rest[len(rest) - form.aside :], *drawn)


def dealt(*hands: str, stock: str = "", options: GaspOptions | None = None) -> State:
    """A first round with these cards in the hands, seat 0 leading: ``dealt("4MS AK", "8MS", "", "")``."""
    return _dealt(GASP, FORMS[len(hands), len(hands)], hands, stock, options)


def dealt_in_pairs(*hands: str, stock: str = "", options: PairsOptions | None = None) -> State:
    return _dealt(IN_PAIRS, PAIRS, hands, stock, options)


def dealt_for_two(*hands: str, stock: str = "", options: DuelOptions | None = None) -> State:
    return _dealt(FOR_TWO, DUEL, hands, stock, options)


def played_out(game: GaspFamily[Any], trick: str, *held: str, options: Any = None) -> tuple[State, Sequence[GaspEvent]]:
    """A first trick between two sides that hold these tokens, seat 0 leading; the state after it, and its last events.

    A player of a card that does not follow holds none that would.
    """
    cards, form = trick.split(), DUEL if game is FOR_TWO else PAIRS
    strays = [code for code in BASIC if not set(code[1:]) & set(cards[0][1:])]
    fillers = [code for code in strays if code not in cards]
    hands = [cards[seat :: form.seats] for seat in range(form.seats)]
    for hand in hands:
        if any(code in strays for code in hand):
            hand += [fillers.pop(0) for _ in range(form.hand - len(hand))]
    state = _dealt(game, form, [" ".join(hand) for hand in hands], "", options)
    return done(made(with_tokens(state, *held) if held else state, *cards[:-1]), cards[-1])


def _dealt(game: GaspFamily[Any], form: Form, hands: Sequence[str], stock: str, options: Any) -> State:
    pack = pack_for(form, [held.split() for held in hands], stock.split())
    return opened(len(hands), options, StackedChance({"pack": [pack]}, FastRng(0)), game)


def with_tokens(state: State, *held: str) -> State:
    """*state* with these tokens: ``with_tokens(state, "M2 K1", "W1", "", "")``."""
    rows = []
    for words in held:
        counts = [0] * 6
        for word in words.split():
            counts[NAMES[word[0]]] = int(word[1])
        rows.append(tuple(counts))
    return replace(state, tokens=packed(tuple(rows)))


def tokens_of(state: State, seat: int) -> str:
    """What *seat* holds, as written for :func:`with_tokens`."""
    return " ".join(f"{name}{n}" for name, n in zip("MSWLYK", row(state.tokens, seat), strict=True) if n)


def made(state: State, *texts: str) -> State:
    """*state* after these moves, each by the seat that is to act."""
    for text in texts:
        state, _ = done(state, text)
    return state


def done(state: State, text: str, chance: Chance | None = None) -> tuple[State, Sequence[GaspEvent]]:
    game = game_of(state)
    seat = game.to_act(state)[0]
    return play(game, state, seat, game.parse_move(text), chance or FastRng(1))


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The code with which the move is refused, made by *seat* or by the seat that is to act."""
    game = game_of(state)
    with pytest.raises(Rejected) as caught:
        game.decide(state, game.to_act(state)[0] if seat is None else Seat(seat), game.parse_move(text), FastRng(0))
    return caught.value.code


def texts(state: State) -> list[str]:
    """The legal moves of the seat that is to act, in notation."""
    game = game_of(state)
    return [game.move_text(move) for move in game.legal(state, game.to_act(state)[0])]


def holding(state: State, seat: int) -> tuple[str, ...]:
    return DECK.coded(state.hand(seat))


def held(state: State) -> list[str]:
    """The tokens of each side."""
    return [tokens_of(state, side) for side in range(state.sides)]


def seen(state: State, seat: int | None) -> Picture:
    game = game_of(state)
    return game.picture(game.view(state, None if seat is None else Seat(seat)))
